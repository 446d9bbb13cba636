// `ricochet map`, `sweep` and `painleve`, as a user meets them: results, forms, figures, refusals, exit codes.

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "study_folder.hpp"

namespace ricochet::test {
namespace {

class Studies : public StudyFolder {
 protected:
  void SetUp() override {
    StudyFolder::SetUp();
    write("map.yaml",
          "map:\n  title: a small map\n  base: problems/oblique_bar.yaml\n  parameters:\n"
          "    - {name: mu, path: contacts.0.friction, from: -0.5, to: 1.5, count: 5}\n"
          "    - {name: v, path: velocity.0, unit: m/s, from: -1, to: 2, count: 4}\n"
          "  quantities: [mode, loss]\n  refine: mode\n");
    write("sweep.yaml",
          "sweep:\n  base: problems/two_vehicles.yaml\n  law: routh-stronge\n  samples: 60\n"
          "  parameters:\n    - {name: e, path: contacts.0.restitution, values: [0.1, 0.2]}\n"
          "    - {name: mu, path: contacts.0.friction, uniform: {low: 0.3, high: 0.9}}\n"
          "  quantities: [bodies.car.delta_v, mode]\n");
  }
  nlohmann::json json(Words arguments) const {
    arguments.insert(arguments.end(), {"--format", "json"});
    const ProgramRun run = ricochet(arguments);
    EXPECT_EQ(run.code, 0) << run.err;
    return nlohmann::json::parse(run.out);
  }
};

TEST_F(Studies, ShippedOnesRunAndAreValid) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "studies")) {
    const std::string file = "studies/" + entry.path().filename().string();
    const ProgramRun check = ricochet({"check", file});
    EXPECT_EQ(check.code, 0) << check.err;
    EXPECT_EQ(check.err, "ricochet: " + file + ": valid\n");
    EXPECT_TRUE(check.out.starts_with("kind: ")) << check.out;
    const std::string kind = check.out.substr(6, check.out.find('\n') - 6);
    if (kind != "map" && kind != "sweep" && kind != "painleve") continue;
    ++count;
    const ProgramRun run = ricochet({kind, file});
    EXPECT_EQ(run.code, 0) << file << '\n' << run.err;
    EXPECT_EQ(run.err, "") << file;
    EXPECT_NE(run.out, "") << file;
  }
  EXPECT_GE(count, 3);
  EXPECT_EQ(files(), 2);
}

TEST_F(Studies, GiveTheSameNumbersInEveryForm) {
  const auto document = json({"map", "map.yaml", "-o", "map.h5"});
  EXPECT_EQ(document["kind"], "map");
  EXPECT_EQ(document["title"], "a small map");
  EXPECT_EQ(document["schema"], 1);
  const auto& cells = document["tables"]["cells"];
  EXPECT_EQ(cells["rows"].size(), 20U);
  EXPECT_EQ(cells["columns"][1], nlohmann::json({{"name", "v"}, {"unit", "m/s"}}));
  EXPECT_EQ(cells["rows"][0], nlohmann::json({-0.5, -1.0, "not-allowed", nullptr, nullptr}));
  EXPECT_EQ(files(), 3);

  const ProgramRun csv = ricochet({"map", "map.yaml", "--format", "csv"});
  EXPECT_EQ(csv.code, 0);
  std::istringstream lines(csv.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "mu,v [m/s],status,mode,loss");
  std::getline(lines, line);
  EXPECT_EQ(line, "-0.5,-1,not-allowed,,");
  for (std::size_t r = 1; r < 20; ++r) {
    ASSERT_TRUE(std::getline(lines, line));
    if (!cells["rows"][r][4].is_null()) {
      EXPECT_EQ(std::stod(line.substr(line.rfind(',') + 1)), cells["rows"][r][4].get<double>());
    }
  }
  EXPECT_FALSE(std::getline(lines, line));

  EXPECT_EQ(ricochet({"export", "map.h5", "--table", "cells"}).out, csv.out);
  const ProgramRun exported =
      ricochet({"export", "map.h5", "--table", "boundaries", "-o", "boundaries.csv"});
  EXPECT_EQ(exported.code, 0);
  const std::size_t points = document["tables"]["boundaries"]["rows"].size();
  EXPECT_EQ(exported.err,
            "ricochet: wrote " + std::to_string(points) + " rows to boundaries.csv\n");
  EXPECT_TRUE(bytes("boundaries.csv").starts_with("mu,v [m/s],along,below,above\n"));

  const ProgramRun table = ricochet({"map", "map.yaml"});
  EXPECT_TRUE(table.out.starts_with("a small map\n5 x 4 cells over mu and v\n")) << table.out;
  EXPECT_NE(table.out.find("not-allowed"), std::string::npos);
  EXPECT_NE(
      table.out.find(std::to_string(points) + " points on boundaries between regions of mode"),
      std::string::npos)
      << table.out;
}

TEST_F(Studies, OfUncertainParametersHaveTheirStatistics) {
  const auto document = json({"sweep", "sweep.yaml"});
  std::vector<std::string> tables;
  for (const auto& [name, table] : document["tables"].items()) tables.push_back(name);
  EXPECT_EQ(tables, (std::vector<std::string>{"cells", "percentiles", "sensitivity", "shares"}));
  EXPECT_EQ(document["tables"]["cells"]["rows"].size(), 120U);
  EXPECT_EQ(document["tables"]["percentiles"]["rows"].size(), 2U * 5U);
  const ProgramRun table = ricochet({"sweep", "sweep.yaml"});
  for (const char* part : {"120 cells", "percentiles with intervals of 95 % confidence",
                           "sensitivity: standardized regression", "bodies.car.delta_v"}) {
    EXPECT_NE(table.out.find(part), std::string::npos) << part << '\n' << table.out;
  }
}

TEST_F(Studies, ExplainThemselves) {
  for (const char* kind : {"map", "sweep", "painleve"}) {
    const ProgramRun run = ricochet({kind, "--help"});
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.err, "");
    for (const std::string& part :
         {std::string("--threads"), std::string("--figure"), std::string("--format"),
          std::string("--force"), std::string("-o,--output"), std::string("Ctrl-C"),
          std::string("ricochet ") + kind + " studies/"}) {
      EXPECT_NE(run.out.find(part), std::string::npos) << kind << ' ' << part;
    }
  }
}

TEST_F(Studies, RefuseBadOptionsByName) {
  const auto refused = [&](Words more, const std::string& part) {
    more.insert(more.begin(), {"map", "map.yaml"});
    expect_refused(more, part);
  };
  for (const char* threads : {"0", "-1", "1.5", "1025"}) {
    refused({std::string("--threads=") + threads},
            std::string("ricochet: --threads: '") + threads + "' is not allowed, 1 to 1024 are");
  }
  refused({"--threads", "many"}, "ricochet: --threads: 'many' is not a number");
  refused({"--format", "xml"},
          "ricochet: --format: there is no format 'xml', allowed: table, json, csv");
  refused({"-o", ""}, "ricochet: -o: the name of the file is empty");
  refused({"-o", "studies"}, "ricochet: -o: studies is a folder");
  refused({"-o", "absent/x.h5"},
          "ricochet: -o: absent/x.h5.part: cannot be opened: No such file or directory");
  refused({"--figure", "x.pdf"},
          "ricochet: --figure: 'x.pdf' has no known ending, .svg and .png are");
  refused({"--figure", "map.yaml.svg/"}, "ricochet: --figure: ");
  refused({"--treads", "2"},
          "ricochet: --treads: there is no such option, did you mean '--threads'?");
  expect_refused({"map"}, "ricochet: STUDY is required");
  expect_refused({"map", "absent.yaml"}, "ricochet: absent.yaml: cannot be read: No such file");
  expect_refused({"sweep", "map.yaml"},
                 "map.yaml:1:1: map: 'map' begins a study of another kind, a study for `ricochet "
                 "sweep` begins with sweep; this one is for `ricochet map`");
  expect_refused({"map", "problems/sphere.yaml"},
                 "impact: 'impact' begins a problem, and this must be a study");
  expect_refused({"simulate", "map.yaml"},
                 "map.yaml:1:1: map: 'map' begins a study, and this must be a scene");
  EXPECT_EQ(files(), 2);
}

TEST_F(Studies, WithoutAnAnswerAnywhereEndWithCode1AndAllThereIs) {
  write("none.yaml",
        "sweep:\n  base: problems/sphere.yaml\n"
        "  parameters: [{path: contacts.0.friction, from: -2, to: -1, count: 3}]\n"
        "  quantities: [loss]\n");
  const ProgramRun run = ricochet({"sweep", "none.yaml", "-o", "none.h5", "--format", "csv"});
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(
      run.err,
      "ricochet: none.yaml: 3 of 3 cells are not allowed; the first: contacts.0.friction = -2: "
      "impact.contacts.0.friction: -2 is not allowed, it must be >= 0\n");
  EXPECT_EQ(run.out,
            "contacts.0.friction,status,loss\n-2,not-allowed,\n-1.5,not-allowed,\n"
            "-1,not-allowed,\n");
  EXPECT_EQ(ricochet({"export", "none.h5", "--table", "cells"}).out, run.out);
  const ProgramRun quiet = ricochet({"sweep", "none.yaml", "--quiet"});
  EXPECT_EQ(quiet.code, 1);
  EXPECT_EQ(quiet.err, "");
}

TEST_F(Studies, ReplaceAResultOnlyWithForce) {
  write("map.h5", "mine");
  expect_refused({"map", "map.yaml", "-o", "map.h5"},
                 "ricochet: -o: map.h5 exists; --force replaces it");
  EXPECT_EQ(bytes("map.h5"), "mine");
  EXPECT_EQ(ricochet({"map", "map.yaml", "-o", "map.h5", "--force"}).code, 0);
  EXPECT_EQ(ricochet({"export", "map.h5", "--table", "cells"}).code, 0);
  EXPECT_EQ(files(), 3);
}

TEST_F(Studies, AreDrawn) {
  if (!std::filesystem::exists("/usr/bin/gnuplot")) GTEST_SKIP() << "gnuplot is not installed";
  for (const auto& [kind, file] : {std::pair("map", "map.yaml"), std::pair("sweep", "sweep.yaml"),
                                   std::pair("painleve", "studies/painleve_rod.yaml")}) {
    const std::string svg = std::string(kind) + ".svg";
    const ProgramRun run = ricochet({kind, file, "--figure", svg});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(bytes(svg).find("<svg"), std::string::npos) << kind;
    EXPECT_EQ(bytes(svg).find("nan"), std::string::npos) << kind;
  }
  EXPECT_EQ(ricochet({"map", "map.yaml", "--figure", "map.png"}).code, 0);
  EXPECT_TRUE(bytes("map.png").starts_with("\x89PNG"));
  EXPECT_EQ(files(), 2 + 4);
  const std::string before = bytes("map.svg");
  expect_refused({"map", "map.yaml", "--figure", "map.svg"},
                 "ricochet: --figure: map.svg exists; --force replaces it");
  EXPECT_EQ(ricochet({"map", "map.yaml", "--figure", "map.svg", "--force"}).code, 0);
  EXPECT_EQ(bytes("map.svg"), before);
}

// Nothing to draw is found after the work: the result is there, the exit code says that something is missing.
TEST_F(Studies, ThatCannotBeDrawnSaySoAndKeepTheResult) {
  if (!std::filesystem::exists("/usr/bin/gnuplot")) GTEST_SKIP() << "gnuplot is not installed";
  write("three.yaml",
        "sweep:\n  base: problems/sphere.yaml\n  parameters: [{name: a, values: [1]}, {name: b, "
        "values: [1]}]\n  quantities: [loss]\n");
  const ProgramRun run = ricochet({"sweep", "three.yaml", "-o", "x.h5", "--figure", "x.svg"});
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.err, "ricochet: --figure: there is nothing to draw in this study\n");
  EXPECT_NE(run.out, "");
  EXPECT_TRUE(exists("x.h5"));
  EXPECT_FALSE(exists("x.svg"));
}

TEST_F(Studies, ExportRefusesWhatIsNotThere) {
  ASSERT_EQ(ricochet({"map", "map.yaml", "-o", "map.h5"}).code, 0);
  expect_refused({"export", "map.h5", "--table", "samples"},
                 "ricochet: --table: there is no table 'samples', allowed: cells, boundaries");
  expect_refused({"export", "map.h5", "--table", "cell"},
                 "ricochet: --table: there is no table 'cell', did you mean 'cells'?");
  expect_refused({"export", "map.h5", "--table", "cells", "-o", "map.yaml"},
                 "ricochet: map.yaml exists; --force replaces it");
  EXPECT_EQ(ricochet({"export", "map.h5", "--table", "cells"}, "/dev/full").code, 2);
  expect_refused({"simulate", "scenes/bouncing_ball.yaml", "--continue", "map.h5"},
                 "map.h5: cannot be read: it is a result of 'map'");
}

TEST_F(Studies, CheckSaysWhatWasUnderstood) {
  const ProgramRun run = ricochet({"check", "sweep.yaml"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out,
            "kind: sweep\nbase: problems/two_vehicles.yaml\ncells: 120\nparameter: e\nparameter: "
            "mu\nquantity: status\nquantity: bodies.car.delta_v\nquantity: mode\n");
}

}  // namespace
}  // namespace ricochet::test
