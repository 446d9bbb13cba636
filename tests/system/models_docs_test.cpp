// docs/models.md lists every parameter of every model as the program knows it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include <ricochet/system/models.hpp>
#include <support/documents.hpp>

namespace ricochet {
namespace {

std::string range(const ModelParameter& p) {
  const double open = 1e12;  // no limit by nature
  if (p.high < open) return fmt::format("{:.6g} to {:.6g}", p.low, p.high);
  if (p.low <= -open) return "any";
  return fmt::format("{} {:.6g}", p.low_allowed ? ">=" : ">", p.low);
}

std::string row(const ModelParameter& p) {
  return fmt::format("| `{}` | {} | {:.6g} | {} | {} |\n", p.name, p.unit, p.standard, range(p),
                     p.meaning);
}

TEST(ModelsDocument, HasATableOfParametersForEveryModel) {
  const std::string text = testing::text_of("docs/models.md");
  for (const Model& model : all_models()) {
    const auto section = text.find(fmt::format("\n## {}\n", model.name));
    ASSERT_NE(section, std::string::npos) << model.name;
    std::string table;
    for (const ModelParameter& p : model.parameters) table += row(p);
    const std::string rest = text.substr(section, text.find("\n## ", section + 4) - section);
    EXPECT_NE(rest.find(table), std::string::npos) << model.name << "\n" << table;
  }
}

}  // namespace
}  // namespace ricochet
