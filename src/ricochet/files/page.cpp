#include <ricochet/files/page.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ricochet/files/errors.hpp>
#include <ricochet/version.hpp>

namespace ricochet {

namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "columns of pages are little-endian");

// As a JSON text that may stand in a <script> block.
std::string in_script(const Json& document) {
  const std::string text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";  // only inside of strings is there a <
    } else {
      safe += c;
    }
  }
  return safe;
}

// Text in the place of a title.
std::string in_markup(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '&': safe += "&amp;"; break;
      default: safe += c;
    }
  }
  return safe;
}

// What comes before `mark`; `rest` becomes what comes after it.
std::string_view part_before(std::string_view shell, std::string_view mark,
                             std::string_view& rest) {
  const std::size_t at = shell.find(mark);
  if (at == std::string_view::npos) {
    throw IoError("the shell of the pages is not the one of this version: build it again");
  }
  rest = shell.substr(at + mark.size());
  return shell.substr(0, at);
}

}  // namespace

std::string base64(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t there = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = (group << 8U) | (k < there ? std::uint32_t{bytes[i + k]} : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= there ? letters[(group >> (18U - 6U * k)) & 63U] : '=';
    }
  }
  return text;
}

nlohmann::ordered_json PageColumns::add(std::span<const double> numbers) {
  std::vector<std::uint8_t> bytes(numbers.size_bytes());
  if (!bytes.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  blocks_.push_back(base64(bytes));
  return {{"f64", blocks_.size() - 1}};
}

nlohmann::ordered_json PageColumns::add(std::span<const std::uint8_t> codes) {
  blocks_.push_back(base64(codes));
  return {{"u8", blocks_.size() - 1}};
}

nlohmann::ordered_json page_document(std::string_view kind, std::string_view title) {
  return {{"ricochet", version}, {"schema", 1}, {"kind", kind}, {"title", title}};
}

std::string page_html(std::string_view shell, const nlohmann::ordered_json& document,
                      const PageColumns& columns) {
  std::string_view rest = shell;
  std::string page(part_before(rest, "<title>Ricochet</title>", rest));
  const std::string title = document.value("title", "");
  page += fmt::format("<title>{}</title>", in_markup(title.empty() ? "Ricochet" : title));
  page += part_before(rest, "<!--ricochet-data-->", rest);
  page += fmt::format(R"(<script type="application/json" id="ricochet-data">{}</script>)",
                      in_script(document));
  for (std::size_t i = 0; i < columns.blocks().size(); ++i) {
    page += fmt::format("\n<script type=\"text/plain\" id=\"c{}\">", i);
    page += columns.blocks()[i];
    page += "</script>";
  }
  page += rest;
  return page;
}

}  // namespace ricochet
