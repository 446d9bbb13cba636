// The strict YAML layer: what it keeps, and what it refuses.

#include <gtest/gtest.h>

#include <ricochet/files/yaml.hpp>

namespace ricochet {
namespace {

using Kind = YamlNode::Kind;

void expect_refused(std::string_view text, const std::string& message) {
  try {
    parse_yaml(text, "f");
    ADD_FAILURE() << "accepted: " << text;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(message), std::string::npos)
        << error.what() << "\n  does not say: " << message;
  }
}

TEST(Yaml, KeepsKeysValuesAndTheirPlaces) {
  const YamlNode root = parse_yaml("a: 1\nb:\n  - x\n  - {c: 'y'}\n", "f");
  ASSERT_EQ(root.kind, Kind::map);
  ASSERT_EQ(root.keys.size(), 2u);
  EXPECT_EQ(root.keys[1].text, "b");
  EXPECT_EQ(root.keys[1].position.line, 2);
  EXPECT_EQ(root.items[0].text, "1");
  EXPECT_EQ(root.items[0].position.column, 4);
  const YamlNode& list = root.items[1];
  ASSERT_EQ(list.kind, Kind::sequence);
  EXPECT_EQ(list.items[0].position.line, 3);
  EXPECT_EQ(list.items[0].position.column, 5);
  EXPECT_EQ(list.items[1].keys[0].position.column, 6);
  EXPECT_EQ(list.items[1].items[0].text, "y");
}

TEST(Yaml, QuotedScalarsAreMarkedAsStrings) {
  const YamlNode root = parse_yaml("a: '1'\nb: \"1\"\nc: 1\nd: |\n  1\n", "f");
  EXPECT_TRUE(root.items[0].quoted);
  EXPECT_TRUE(root.items[1].quoted);
  EXPECT_FALSE(root.items[2].quoted);
  EXPECT_TRUE(root.items[3].quoted);
}

TEST(Yaml, ReadsJsonWithTabsByteOrderMarkAndWindowsLineEnds) {
  const YamlNode root =
      parse_yaml("\xEF\xBB\xBF{\r\n\t\"a\": [1,\t2],\r\n\t\"b\":{\"c\":null}}\r\n", "f");
  ASSERT_EQ(root.keys.size(), 2u);
  EXPECT_EQ(root.items[0].items.size(), 2u);
  EXPECT_EQ(root.items[1].items[0].kind, Kind::null);
}

TEST(Yaml, RefusesDuplicateKeysWithPath) {
  expect_refused("a: 1\na: 2\n", "f:2:1: a: the key 'a' is given twice");
  expect_refused("{\"a\": 1, \"a\": 2}", "f:1:10: a: the key 'a' is given twice");
  expect_refused("x:\n  - {b: 1, 'b': 2}\n", "f:2:12: x.0.b: the key 'b' is given twice");
}

TEST(Yaml, RefusesAnchorsAliasesAndTags) {
  expect_refused("a: &x 1\n", "f:1:4: a: anchors");
  expect_refused("&x {a: 1}", "anchors");
  expect_refused("a: &x\n", "anchors");
  expect_refused("a: [&x 1, *x]\n", "anchors");
  expect_refused("a: !!str 1\n", "f:1:4: a: tags");
  expect_refused("a: ! 1\n", "tags");
  expect_refused("a: !x [1]\n", "tags");
  expect_refused("!x\na: 1\n", "tags");
}

TEST(Yaml, RefusesSeveralOrNoDocuments) {
  expect_refused("a: 1\n---\nb: 1\n", "second document");
  expect_refused("", "f:1:1: the file is empty");
  expect_refused("# only a comment\n", "the file is empty");
}

TEST(Yaml, RefusesKeysThatAreNotNames) {
  expect_refused("? [a]\n: 1\n", "place of a key");
  expect_refused("{[a]: 1}", "place of a key");
  expect_refused("{? : 1}", "place of a key");
  expect_refused("~: 1\n", "the key is empty");
}

TEST(Yaml, RefusesDepthAndSizeBeyondTheLimits) {
  const std::string deep = std::string(yaml_depth_limit, '[') + std::string(yaml_depth_limit, ']');
  EXPECT_NO_THROW(parse_yaml(deep, "f"));
  expect_refused('[' + deep + ']', "nested too deep");
  expect_refused(std::string(100000, '['), "f:1:");
  std::string large(yaml_size_limit, '#');
  expect_refused(large, "the file is empty");
  expect_refused(large + '#', "at most 4 MiB");
}

TEST(Yaml, RefusesWhatIsNotText) {
  expect_refused(std::string_view("a: \0b", 5), "f:1:4: control character 0x00");
  expect_refused("a: 1\nb: \x04", "f:2:4: control character 0x04");
  expect_refused("a: \x7F", "control character");
  for (const char* bytes :
       {"\x80", "\xC0\xAF", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
        "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xFE", "\xE2\x82"}) {
    expect_refused(std::string("a: ") + bytes, "f:1:4: invalid UTF-8");
  }
  EXPECT_EQ(parse_yaml("a: \xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "f").items[0].text.size(), 9u);
}

TEST(Yaml, SyntaxErrorsHavePlaceAndPath) {
  expect_refused("a: b: c\n", "f:1:5: not valid YAML");
  expect_refused("a:\n  b: \"x\\q\"\n", "a.b: not valid YAML");
  expect_refused("a: [1, 2\n", "f:");
  expect_refused("a: *x\n", "f:1:4: a: not valid YAML");
}

TEST(Yaml, TabsForIndentationAreNamed) {
  const std::string tabs = "tabs are not allowed for indentation, use spaces";
  expect_refused("a:\n\tb: 1\n", "f:2:1: not valid YAML: " + tabs);
  expect_refused("a:\n  b: 1\n  c:\n\t- d: 1\n", "f:4:1: a.c: not valid YAML: " + tabs);
  expect_refused("a:\n  - b: 1\n  \tc: 1\n", "f:3:3: ");
  expect_refused("a:\n  - b: 1\n  \tc: 1\n", tabs);
  // Tabs between brackets are no indentation: the complaint is about what is wrong.
  expect_refused("{\n\t\"a\": [1, 2,\n\t\"b\": 1}\n", "a closing bracket or brace");
}

TEST(Yaml, BadIndentationIsSaidPlainly) {
  expect_refused("a:\n  b: [1]\n   c: 1\n",
                 "f:3:4: a: not valid YAML: the indentation fits no line");
  expect_refused("a:\n  b: 1\n c: 1\n",
                 "f:3:2: not valid YAML: the indentation fits no line above");
  expect_refused("a:\n  - b: 1\n   c: 1\n", "items of one list must begin in the same column");
  expect_refused("a: b: c\n", "a ':' stands where no key can be, check the indentation");
  expect_refused("a: [[1]\nb: 1\n", "a bracket '[' is not closed");
}

TEST(Yaml, QuotesCloseOnTheirLine) {
  expect_refused("a:\n  b: \"x\n", "f:2:6: a.b: the quotation mark is not closed");
  expect_refused("a:\n  b: \"x\nc: 1\n", "the quotation mark is not closed");
  expect_refused("a:\n  b: 'x\nc: 'y'\n", "the quotation mark is not closed");
  expect_refused("a: \"x\n  y\"\n", "the quotation mark is not closed");
  expect_refused("a:\n  'b\n  : 1\n", "f:2:3:");
  expect_refused("a: 'it''s\n", "the quotation mark is not closed");
  expect_refused("a: \"\\\"\n", "the quotation mark is not closed");
  EXPECT_EQ(parse_yaml("a: 'it''s'\n", "f").items[0].text, "it's");
  EXPECT_EQ(parse_yaml("a: \"x\\\"y\"\n", "f").items[0].text, "x\"y");
  EXPECT_EQ(parse_yaml("a: ''", "f").items[0].text, "");
}

TEST(Yaml, MessagesAreOneLine) {
  try {
    parse_yaml("{\"a\\nb\": 1, \"a\\nb\": 2}", "f");
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    EXPECT_EQ(error.path(), "a\nb");
  }
}

}  // namespace
}  // namespace ricochet
