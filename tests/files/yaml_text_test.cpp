// Trees written as text read back to the same trees.

#include <gtest/gtest.h>

#include <filesystem>

#include <ricochet/files/text_file.hpp>
#include <ricochet/files/yaml.hpp>

namespace ricochet {
namespace {

void expect_same(const YamlNode& a, const YamlNode& b, const std::string& path) {
  EXPECT_EQ(a.kind, b.kind) << path;
  EXPECT_EQ(a.text, b.text) << path;
  ASSERT_EQ(a.items.size(), b.items.size()) << path;
  ASSERT_EQ(a.keys.size(), b.keys.size()) << path;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    const std::string step = i < a.keys.size() ? a.keys[i].text : std::to_string(i);
    if (i < a.keys.size()) {
      EXPECT_EQ(a.keys[i].text, b.keys[i].text) << path;
    }
    expect_same(a.items[i], b.items[i], path + '.' + step);
  }
}

void expect_round_trip(const std::string& text, const std::string& name) {
  const YamlNode tree = parse_yaml(text, name);
  expect_same(tree, parse_yaml(yaml_text(tree), name + " again"), name);
}

TEST(YamlTexts, OfEveryShippedFileReadBackTheSame) {
  int count = 0;
  for (const char* folder : {"problems", "scenes", "studies"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(RICOCHET_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".yaml") continue;
      expect_round_trip(read_text_file(entry.path().string(), yaml_size_limit),
                        entry.path().string());
      ++count;
    }
  }
  EXPECT_GT(count, 60);
}

TEST(YamlTexts, KeepWordsThatMeanSomethingElseUnquoted) {
  for (const char* text :
       {"a: \"12\"\nb: '1e3'\nc: \"\"\nd: 'it''s'\n", "a: 'x: y'\n",
        "a: '- b'\nb: \"# c\"\nc: \"two\\nlines\\tand a tab\"\n",
        "- [[1, 2], [3, -4.5e-3]]\n- {}\n- []\n- a: {b: [{c: 1}]}\n",
        "'12': 1\n\"a b\": 2\n'': 3\n", "a: >-\n  folded\n  text\nb: |\n  kept\n",
        "a: x, y\nb: 1 + c^2\nc: ~\n", "[1, 2]\n", "just words\n"}) {
    expect_round_trip(text, text);
  }
}

}  // namespace
}  // namespace ricochet
