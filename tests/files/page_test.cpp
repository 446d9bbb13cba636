#include <ricochet/files/page.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <ricochet/files/errors.hpp>

namespace ricochet {
namespace {

constexpr std::string_view shell =
    "<html><head><title>Ricochet</title></head><body><!--ricochet-data--><main></main></body>";

TEST(Page, PutsTitleDocumentAndColumnsIntoTheShell) {
  PageColumns columns;
  nlohmann::ordered_json document = page_document("run", "a ball");
  document["time"] = columns.add(std::vector<double>{1.0, -0.5});
  document["mode"] = columns.add(std::vector<std::uint8_t>{0, 1, 255, 7});
  const std::string page = page_html(shell, document, columns);
  EXPECT_NE(page.find("<title>a ball</title>"), std::string::npos);
  EXPECT_NE(page.find(R"("time":{"f64":0},"mode":{"u8":1})"), std::string::npos);
  // 1.0 and -0.5 as little-endian doubles, in base64; checked with another encoder.
  EXPECT_NE(page.find(R"(id="c0">AAAAAAAA8D8AAAAAAADgvw==</script>)"), std::string::npos);
  EXPECT_NE(page.find(R"(id="c1">AAH/Bw==</script>)"), std::string::npos);
}

TEST(Page, TextOfUsersIsNeverMarkup) {
  const std::string hostile = "</title></script><!--<script>alert(1)</script>&amp;";
  nlohmann::ordered_json document = page_document("run", hostile);
  const std::string page = page_html(shell, document, {});
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_NE(page.find("<title>&lt;/title&gt;&lt;/script&gt;"), std::string::npos);
  const std::size_t begin = page.find("id=\"ricochet-data\">") + 19;
  const std::string json = page.substr(begin, page.find("</script>", begin) - begin);
  EXPECT_EQ(nlohmann::json::parse(json)["title"], hostile);
}

TEST(Page, BytesThatAreNoTextAreReplaced) {
  const std::string page = page_html(shell, page_document("run", "\xff\xfe"), {});
  EXPECT_NE(page.find("\"title\":\"\xEF\xBF\xBD"), std::string::npos);
}

TEST(Page, AnotherShellIsRefused) {
  EXPECT_THROW(page_html("<html></html>", page_document("run", ""), {}), IoError);
}

}  // namespace
}  // namespace ricochet
