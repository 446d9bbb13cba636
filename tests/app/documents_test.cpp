// What documents and help show, works: commands are run, problem files are resolved.

#include <gtest/gtest.h>
#include <algorithm>

#include <sstream>

#include <support/program.hpp>

namespace ricochet::test {
namespace {

const std::string source = RICOCHET_SOURCE_DIR;

struct Block {
  std::string language;
  std::string text;
};

// The fenced blocks of a Markdown file.
std::vector<Block> blocks_of(const std::string& file) {
  std::vector<Block> blocks;
  std::istringstream lines(text_of_file(source + '/' + file));
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) blocks.push_back({line.substr(3), ""});
    } else if (inside) {
      blocks.back().text += line + '\n';
    }
  }
  return blocks;
}

// The arguments of each line of `text` that begins with `prompt` and the program's name.
std::vector<std::vector<std::string>> commands_in(const std::string& text,
                                                  const std::string& prompt) {
  std::vector<std::vector<std::string>> commands;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(prompt + "ricochet ")) continue;
    std::istringstream words(line.substr(prompt.size()));
    std::vector<std::string> arguments;
    for (std::string word; words >> word;) arguments.push_back(word);
    arguments.erase(arguments.begin());
    commands.push_back(arguments);
  }
  return commands;
}

// True for commands that write files: see tests/papers for folders.
bool writes(const std::vector<std::string>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
    return argument == "-o" || argument == "--history";
  });
}

void expect_runs(const std::vector<std::string>& arguments) {
  const ProgramRun run = run_program(RICOCHET_PROGRAM, arguments, source);
  EXPECT_EQ(run.code, 0) << ::testing::PrintToString(arguments) << run.err;
  EXPECT_NE(run.out, "");
}

TEST(Documents, CommandsInTheDocumentOfTheCommandLineRun) {
  int commands = 0;
  for (const Block& block : blocks_of("docs/command-line.md")) {
    if (block.language != "console") continue;
    for (const auto& arguments : commands_in(block.text, "$ ")) {
      expect_runs(arguments);
      ++commands;
    }
  }
  EXPECT_GE(commands, 6);
}

TEST(Documents, CommandsInTheReadmeRun) {
  int commands = 0;
  for (const Block& block : blocks_of("README.md")) {
    if (block.language != "console") continue;
    for (const auto& arguments : commands_in(block.text, "$ ./")) {
      if (!writes(arguments)) expect_runs(arguments);
      ++commands;
    }
  }
  EXPECT_EQ(commands, 4);
}

TEST(Documents, TheFirstResultInTheReadmeIsTrue) {
  const ProgramRun run =
      run_program(RICOCHET_PROGRAM, {"impact", "problems/oblique_bar.yaml"}, source);
  for (const Block& block : blocks_of("README.md")) {
    if (!block.text.starts_with("$ ./ricochet impact problems/oblique_bar.yaml\n1 contact"))
      continue;
    const auto start = block.text.find('\n') + 1;
    const std::string shown = block.text.substr(start, block.text.find("...") - start);
    EXPECT_EQ(run.out.substr(0, shown.size()), shown);
    return;
  }
  FAIL() << "the README shows no result";
}

TEST(Documents, ExamplesInTheDocumentOfProblemFilesAreResolved) {
  int examples = 0;
  for (const Block& block : blocks_of("docs/problem-files.md")) {
    if (block.language != "yaml") continue;
    const TemporaryFile file(block.text);
    expect_runs({"impact", file.path()});
    ++examples;
  }
  EXPECT_EQ(examples, 4);  // one per form, and the options of laws
}

TEST(Documents, ExamplesInHelpRun) {
  for (const std::string command : {"", "laws", "impact", "check", "reproduce"}) {
    const std::vector<std::string> ask = command.empty()
                                             ? std::vector<std::string>{"--help"}
                                             : std::vector<std::string>{command, "--help"};
    const ProgramRun help = run_program(RICOCHET_PROGRAM, ask, source);
    const auto examples = commands_in(help.out.substr(help.out.find("Example")), "  ");
    EXPECT_FALSE(examples.empty()) << command;
    for (const auto& arguments : examples) {
      if (!writes(arguments)) expect_runs(arguments);
    }
  }
}

}  // namespace
}  // namespace ricochet::test
