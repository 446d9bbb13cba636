// What documents and help show, works: commands are run, problem files are resolved.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
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

// True for commands that write files or folders: see tests/papers and tests/app/study_test.cpp.
bool writes_folder(const std::vector<std::string>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
    return argument == "-o" || argument == "--figure";
  });
}

// Runs a command; the file that --history names is written elsewhere.
void expect_runs(std::vector<std::string> arguments) {
  const TemporaryFile history("", ".csv");
  const auto option = std::find(arguments.begin(), arguments.end(), "--history");
  if (option != arguments.end()) {
    *(option + 1) = history.path();
    arguments.emplace_back("--force");
  }
  const ProgramRun run = run_program(RICOCHET_PROGRAM, arguments, source);
  EXPECT_EQ(run.code, 0) << ::testing::PrintToString(arguments) << run.err;
  EXPECT_NE(run.out, "");
}

// A block that begins with a command shows what the command prints, up to "..." if that ends it.
void expect_true(const std::string& text, const std::string& prompt) {
  const auto start = text.find('\n') + 1;
  const auto commands = commands_in(text.substr(0, start), prompt);
  ASSERT_EQ(commands.size(), 1U) << text;
  std::string shown = text.substr(start);
  const ProgramRun run = run_program(RICOCHET_PROGRAM, commands[0], source);
  if (!shown.ends_with("...\n")) {
    EXPECT_EQ(run.out, shown);
    return;
  }
  shown.resize(shown.size() - 4);
  EXPECT_EQ(run.out.substr(0, shown.size()), shown);
}

// The cells of the first table of a section of a document, without its two rows of headings.
std::vector<std::vector<std::string>> table_in(const std::string& file,
                                               const std::string& section) {
  const std::string text = text_of_file(source + '/' + file);
  std::istringstream lines(text.substr(text.find("\n" + section + "\n")));
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ") && !line.starts_with("|-")) {
      if (rows.empty()) continue;
      break;
    }
    std::istringstream cells(line.substr(1));
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, '|');) {
      const auto first = cell.find_first_not_of(' ');
      rows.back().push_back(first == std::string::npos
                                ? ""
                                : cell.substr(first, cell.find_last_not_of(' ') + 1 - first));
    }
  }
  if (rows.size() >= 2) rows.erase(rows.begin(), rows.begin() + 2);
  return rows;
}

// The velocities after an impact.
std::vector<double> velocities_after(const std::string& problem, const std::string& law) {
  const ProgramRun run =
      run_program(RICOCHET_PROGRAM, {"impact", problem, "--law", law, "--format", "json"}, source);
  EXPECT_EQ(run.code, 0) << run.err;
  return nlohmann::json::parse(run.out)["results"][0]["velocity"].get<std::vector<double>>();
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const auto place = text.find(what);
  EXPECT_NE(place, std::string::npos) << what;
  return text.replace(place, what.size(), with);
}

// Five balls with gaps: the shipped file poses the first collision, the others follow from it.
std::vector<double> cradle_with_gaps() {
  const std::string first = text_of_file(source + "/problems/five_ball_cradle_gaps.yaml");
  std::vector<double> u = {1, 0, 0, 0, 0};
  for (std::size_t i = 0; i < 4; ++i) {
    std::vector<int> normal(5, 0);
    normal[i] = -1;
    normal[i + 1] = 1;
    std::string text = replaced(first, "\n  velocity: [1, 0, 0, 0, 0]",
                                fmt::format("\n  velocity: [{}]", fmt::join(u, ", ")));
    text = replaced(text, "name: 1-2, normal: [-1, 1, 0, 0, 0]",
                    fmt::format("normal: [{}]", fmt::join(normal, ", ")));
    const TemporaryFile file(text);
    u = velocities_after(file.path(), "moreau");
  }
  return u;
}

// A velocity as the documents show it.
std::string shown(double x) {
  std::string text = fmt::format("{:.4f}", x);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
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
  EXPECT_GE(commands, 10);
}

TEST(Documents, CommandsInTheReadmeRun) {
  int commands = 0;
  for (const Block& block : blocks_of("README.md")) {
    if (block.language != "console") continue;
    for (const auto& arguments : commands_in(block.text, "$ ./")) {
      if (!writes_folder(arguments)) expect_runs(arguments);
      ++commands;
    }
  }
  EXPECT_EQ(commands, 12);
}

// A block of commands without results begins two lines with a prompt.
TEST(Documents, ResultsInTheReadmeAreTrue) {
  std::vector<std::string> shown;
  for (const Block& block : blocks_of("README.md")) {
    const auto second = block.text.find('\n') + 1;
    if (!block.text.starts_with("$ ./ricochet ") || block.text.compare(second, 1, "$") == 0)
      continue;
    expect_true(block.text, "$ ./");
    shown.push_back(block.text.substr(0, second));
  }
  EXPECT_EQ(shown, (std::vector<std::string>{"$ ./ricochet simulate scenes/disc_ball.yaml\n",
                                             "$ ./ricochet impact problems/oblique_bar.yaml\n"}));
}

TEST(Documents, ResultsOnThePagesOfMotionAreTrue) {
  int examples = 0;
  for (const char* page : {"docs/motion.md", "docs/time-stepping.md"}) {
    for (const Block& block : blocks_of(page)) {
      if (block.language != "console") continue;
      expect_true(block.text, "$ ");
      ++examples;
    }
  }
  EXPECT_EQ(examples, 2);
}

// Commands run, results shown are true, and examples of study files are valid.
TEST(Documents, ExamplesOnThePagesOfStudiesAreTrue) {
  int commands = 0, results = 0, studies = 0;
  for (const char* page : {"docs/studies.md", "docs/orbits.md"}) {
    for (const Block& block : blocks_of(page)) {
      const auto second = block.text.find('\n') + 1;
      if (block.language == "console" && block.text.compare(second, 1, "$") == 0) {
        for (const auto& arguments : commands_in(block.text, "$ ")) {
          expect_runs(arguments);
          ++commands;
        }
      } else if (block.language == "console") {
        expect_true(block.text, "$ ");
        ++results;
      } else if (block.language == "yaml" && block.text.find("base: ../") != std::string::npos) {
        const TemporaryFile file(replaced(block.text, "base: ../", "base: " + source + "/"));
        expect_runs({"check", file.path()});
        ++studies;
      }
    }
  }
  EXPECT_EQ(commands, 3);
  EXPECT_EQ(results, 2);
  EXPECT_EQ(studies, 5);
}

TEST(Documents, ResultsOnThePageOfSeveralContactsAreTrue) {
  int examples = 0;
  for (const Block& block : blocks_of("docs/several-contacts.md")) {
    ++examples;
    if (block.language == "console") {
      expect_true(block.text, "$ ");
    } else {
      ASSERT_EQ(block.language, "yaml");
      const TemporaryFile file(block.text);
      expect_runs({"impact", file.path(), "--law", "moreau,poisson,lzb"});
    }
  }
  EXPECT_EQ(examples, 2);
}

TEST(Documents, TableOfTheFallingBallsIsTrue) {
  for (const Block& block : blocks_of("docs/several-contacts.md")) {
    if (block.language != "yaml") continue;
    int laws = 0;
    for (const auto& row : table_in("docs/several-contacts.md", "## How to pose it")) {
      ASSERT_EQ(row.size(), 3U);
      // "`law`", or "`lzb`, `stiffness: ...` of the balls"
      const std::string law = row[0].substr(1, row[0].find('`', 1) - 1);
      const auto other = row[0].find("`stiffness");
      std::string text = block.text;
      if (other != std::string::npos) {
        text = replaced(text, "stiffness: 2.0e4",
                        row[0].substr(other + 1, row[0].find('`', other + 1) - other - 1));
      }
      const TemporaryFile file(text);
      const std::vector<double> u = velocities_after(file.path(), law);
      for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(row[i + 1], shown(u.at(i))) << row[0];
      ++laws;
    }
    EXPECT_EQ(laws, 5);
  }
}

TEST(Documents, TableOfNewtonsCradleIsTrue) {
  int touching = 0;
  int gaps = 0;
  for (const auto& row : table_in("docs/several-contacts.md", "## Newton's cradle")) {
    ASSERT_EQ(row.size(), 6U);
    const bool law = row[0].starts_with("touching, `");
    std::string text = text_of_file(source + "/problems/five_ball_cradle.yaml");
    for (int i = 0; i < 4 && row[0].ends_with("`exponent: 1`"); ++i) {
      text = replaced(text, "exponent: 1.5}", "exponent: 1}");
    }
    const TemporaryFile file(text);
    const std::vector<double> u =
        law ? velocities_after(file.path(), row[0].substr(11, row[0].find('`', 11) - 11))
            : cradle_with_gaps();
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(row[i + 1], shown(u.at(i))) << row[0];
    ++(law ? touching : gaps);
  }
  EXPECT_EQ(gaps, 1);
  EXPECT_EQ(touching, 4);
}

// Each case is the shipped cradle or an example of the page; the velocities shown are some of all.
TEST(Documents, TableOfTheSameImpactsUnderEveryLawIsTrue) {
  const std::string page = "docs/multi-impact-scenes.md";
  std::vector<std::string> examples;
  for (const Block& block : blocks_of(page)) examples.push_back(block.text);
  ASSERT_EQ(examples.size(), 3U);
  struct Case {
    std::string problem;
    std::vector<std::size_t> shown;
  };
  const std::map<std::string, Case> cases = {
      {"cradle", {text_of_file(source + "/problems/five_ball_cradle.yaml"), {0, 1, 2, 3, 4}}},
      {"ball on a stack", {examples[0], {7, 3, 4, 5, 1, 2}}},
      {"box on a box", {examples[1], {3, 4, 0, 1}}},
      {"box flat", {examples[2], {0, 1, 2}}}};
  int rows = 0;
  for (const auto& row : table_in(page, "## The table")) {
    ASSERT_EQ(row.size(), 4U);
    const Case& one = cases.at(row[0]);
    const std::string law = row[1].substr(1, row[1].size() - 2);
    const TemporaryFile file(one.problem);
    const ProgramRun run = run_program(
        RICOCHET_PROGRAM, {"impact", file.path(), "--law", law, "--format", "json"}, source);
    ASSERT_EQ(run.code, 0) << run.err;
    const auto result = nlohmann::json::parse(run.out)["results"][0];
    const auto u = result["velocity"].get<std::vector<double>>();
    std::istringstream told(row[2]);
    for (const std::size_t i : one.shown) {
      double value = 0.0;
      char comma = ',';
      ASSERT_TRUE(told >> value) << row[2];
      told >> comma;
      // `bowling` searches a minimum of several velocities, which is flat: half of its digits.
      EXPECT_NEAR(value, u.at(i), law == "bowling" ? 5e-4 : 5.1e-5) << row[0] << ' ' << law;
    }
    const auto& energy = result["energy"];
    const double loss =
        100.0 * energy["dissipation"].get<double>() / energy["before"].get<double>();
    EXPECT_NEAR(std::stod(row[3]), loss, 0.051) << row[0] << ' ' << law;
    ++rows;
  }
  EXPECT_EQ(rows, 16);
}

TEST(Documents, ColumnsOfTheHistoryAreThoseOfTheDocument) {
  const TemporaryFile file("", ".csv");
  const ProgramRun run = run_program(RICOCHET_PROGRAM,
                                     {"impact", "problems/disc_ball_case4.yaml", "--law", "lzb",
                                      "--history", file.path(), "--force"},
                                     source);
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string history = text_of_file(file.path());
  const std::string header = ',' + history.substr(0, history.find('\n')) + ',';
  std::size_t named = 0;
  for (const auto& row : table_in("docs/command-line.md", "### History of an lzb impact")) {
    std::istringstream parts(row.at(0));
    std::string part;
    while (std::getline(parts, part, '`') && std::getline(parts, part, '`')) {
      const bool per_contact = part.starts_with("NAME.");
      const std::string column = per_contact ? 'D' + part.substr(4) : part;
      EXPECT_NE(header.find(',' + column + ','), std::string::npos) << column << header;
      named += per_contact ? 4 : 1;
    }
  }
  EXPECT_EQ(named, static_cast<std::size_t>(std::count(header.begin(), header.end(), ',')) - 1);
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

TEST(Documents, ExamplesInTheDocumentOfSceneFilesAreValid) {
  int examples = 0;
  for (const Block& block : blocks_of("docs/scene-files.md")) {
    if (block.language != "yaml") continue;
    const TemporaryFile file(block.text);
    expect_runs({"check", file.path()});
    ++examples;
  }
  EXPECT_EQ(examples, 7);  // one per form, shapes, joints, springs and forces, contacts
}

TEST(Documents, TableOfShippedScenesIsComplete) {
  std::set<std::string> listed;
  for (const auto& row : table_in("docs/scene-files.md", "## Shipped scenes")) {
    listed.insert(row.at(0).substr(1, row.at(0).size() - 2));
  }
  std::set<std::string> shipped;
  for (const auto& entry : std::filesystem::directory_iterator(source + "/scenes")) {
    shipped.insert(entry.path().filename().string());
    expect_runs({"check", entry.path().string()});
  }
  EXPECT_EQ(listed, shipped);
}

TEST(Documents, TableOfShippedStudiesIsComplete) {
  std::set<std::string> listed, shipped;
  for (const auto& row : table_in("docs/studies.md", "## Shipped studies")) {
    listed.insert(row[0].substr(1, row[0].size() - 2));
  }
  for (const auto& entry : std::filesystem::directory_iterator(source + "/studies")) {
    shipped.insert(entry.path().filename().string());
    expect_runs({"check", entry.path().string()});
  }
  EXPECT_EQ(listed, shipped);
}

TEST(Documents, ExamplesInHelpRun) {
  for (const std::string command :
       {"", "laws", "impact", "simulate", "map", "sweep", "painleve", "orbit", "bifurcate",
        "identify", "export", "check", "reproduce"}) {
    const std::vector<std::string> ask = command.empty()
                                             ? std::vector<std::string>{"--help"}
                                             : std::vector<std::string>{command, "--help"};
    const ProgramRun help = run_program(RICOCHET_PROGRAM, ask, source);
    const auto examples = commands_in(help.out.substr(help.out.find("Example")), "  ");
    EXPECT_FALSE(examples.empty()) << command;
    for (const auto& arguments : examples) {
      if (!writes_folder(arguments)) expect_runs(arguments);
    }
  }
}

}  // namespace
}  // namespace ricochet::test
