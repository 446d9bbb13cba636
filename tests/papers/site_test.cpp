#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <papers/report.hpp>
#include <papers/site.hpp>
#include <ricochet/files/page.hpp>
#include <set>

namespace ricochet::papers {
namespace {

using Json = nlohmann::ordered_json;

/// Every paper, reproduced once for all tests.
const std::vector<NamedReproduction>& everything() {
  static const std::vector<NamedReproduction> all = [] {
    std::vector<NamedReproduction> list;
    for (const Paper& p : all_papers()) list.push_back({&p, p.reproduce()});
    return list;
  }();
  return all;
}

std::vector<const Paper*> together() {
  std::vector<const Paper*> list;
  for (const Paper& p : all_papers()) list.push_back(&p);
  return list;
}

/// As gnuplot would have made them.
Drawings drawings() {
  Drawings all;
  for (const NamedReproduction& n : everything()) {
    for (const Figure& f : n.reproduction.figures) {
      const std::string name = std::string(n.paper->name) + "-" + f.name + ".svg";
      all[name] = "<svg>" + name + "</svg>";
    }
  }
  return all;
}

Totals totals_of(const Json& counts) {
  return {counts[0].get<int>(), counts[1].get<int>(), counts[2].get<int>(), counts[3].get<int>()};
}

TEST(Site, HasEveryEntryOfEveryTableWithTheClassOfTheClassifier) {
  for (const NamedReproduction& n : everything()) {
    const Json document = paper_document(n, together(), drawings());
    ASSERT_EQ(document["tables"].size(), n.reproduction.tables.size());
    for (std::size_t t = 0; t < document["tables"].size(); ++t) {
      const Table& table = n.reproduction.tables[t];
      const Json& shown = document["tables"][t];
      EXPECT_EQ(shown["id"], table.id);
      std::size_t i = 0;
      for (const Json& grid : shown["grids"]) {
        for (const Json& row : grid["rows"]) {
          ASSERT_EQ(row["cells"].size(), grid["columns"].size());
          for (std::size_t c = 0; c < row["cells"].size(); ++c, ++i) {
            ASSERT_LT(i, table.entries.size());
            Entry e = table.entries[i];
            const Json& cell = row["cells"][c];
            classify(e);  // once more, from the numbers
            EXPECT_EQ(document["classes"][cell["class"].get<std::size_t>()]["name"],
                      to_string(e.verdict))
                << n.paper->name << ' ' << table.id << ' ' << e.row;
            EXPECT_EQ(row["row"], e.row);
            EXPECT_EQ(grid["columns"][c]["name"], e.column);
            EXPECT_EQ(grid["columns"][c]["unit"], e.unit);
            EXPECT_EQ(cell["printed"], e.printed.text());
            EXPECT_EQ(cell["computed"].get<double>(), e.computed);  // to the bit
            EXPECT_EQ(cell.value("reason", ""), e.reason);
            EXPECT_EQ(row["basis"], to_string(e.basis));
          }
        }
      }
      EXPECT_EQ(i, table.entries.size()) << table.id;
    }
  }
}

TEST(Site, TotalsAreThoseOfTheReport) {
  Totals sum;
  for (const NamedReproduction& n : everything()) {
    const Json document = paper_document(n, together(), {});
    const Totals totals = totals_of(document["totals"]);
    sum += totals;
    const std::string report = markdown(*n.paper, n.reproduction);
    EXPECT_NE(report.find("All tables of " + std::string(n.paper->name) + ": " + describe(totals)),
              std::string::npos);
    const Totals others = totals_of(document["not_counted"]);
    if (others.all() > 0) {
      EXPECT_NE(report.find(describe(others)), std::string::npos);
    }
    // By counting the cells.
    Totals counted;
    for (const Json& table : document["tables"]) {
      if (!table["of_paper"].get<bool>()) continue;
      for (const Json& grid : table["grids"]) {
        for (const Json& row : grid["rows"]) {
          for (const Json& cell : row["cells"]) counted.add(Verdict(cell["class"].get<int>()));
        }
      }
    }
    EXPECT_EQ(describe(counted), describe(totals));
  }
  EXPECT_EQ(describe(totals_of(index_document(everything(), {})["totals"])), describe(sum));
}

TEST(Site, ShowsEveryFigureWithACaptionAndExcusesTheOthers) {
  for (const NamedReproduction& n : everything()) {
    const Story& story = *n.paper->story;
    const Json document = paper_document(n, together(), drawings());
    EXPECT_EQ(document["figures"].size(), n.reproduction.figures.size());
    for (const Json& figure : document["figures"]) {
      const std::string name = figure["name"];
      EXPECT_FALSE(figure["caption"].get<std::string>().empty()) << n.paper->name << ' ' << name;
      EXPECT_EQ(figure["svg"], "<svg>" + figure["svg_file"].get<std::string>() + "</svg>");
    }
    for (const FigureNote& note : story.figures) {
      const auto made = [&](const Figure& f) { return f.name == note.name; };
      EXPECT_TRUE(std::any_of(n.reproduction.figures.begin(), n.reproduction.figures.end(), made))
          << n.paper->name << ' ' << note.name;
    }
    for (const LeftOut& l : story.left_out) EXPECT_FALSE(l.reason.empty()) << l.figure;
  }
}

/// The figures that the papers number, in the texts that are available.
TEST(Site, KnowsEveryNumberedFigureOfThePapers) {
  const std::map<std::string_view, std::vector<std::string>> numbered = {
      {"payr-glocker-2005", {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"}},
      {"brach-1993", {"1", "2", "3"}},
      {"liu-2013", {"1", "2", "3", "4a", "4b", "5a", "5b", "6a", "6b", "7a", "7b", "8a", "8b"}},
      {"rodriguez-bowling-2011", {"1", "2", "3", "4", "5", "6", "7"}},
      {"leine-brogliato-2001", {"2.1"}}};
  ASSERT_EQ(numbered.size(), all_papers().size());
  for (const Paper& p : all_papers()) {
    for (const std::string& number : numbered.at(p.name)) {
      const std::string label = "Fig. " + number;
      const auto& made = p.story->figures;
      const auto& left = p.story->left_out;
      EXPECT_TRUE(std::any_of(made.begin(), made.end(),
                              [&](const FigureNote& f) { return f.of == label; }) ||
                  std::any_of(left.begin(), left.end(),
                              [&](const LeftOut& l) { return l.figure == label; }))
          << p.name << ' ' << label;
    }
  }
}

TEST(Site, LinksLeadToFilesThatAreWritten) {
  const std::vector<std::string> pages = page_names(together());
  const Json index = index_document(everything(), drawings());
  std::set<std::string> targets;
  for (const Json& card : index["papers"]) {
    targets.insert(card["href"].get<std::string>());
    EXPECT_TRUE(card["emblem"].is_string()) << card["name"];
    for (const Json& link : card["links"]) targets.insert(link["href"].get<std::string>());
  }
  for (const NamedReproduction& n : everything()) {
    const std::string prefix = std::string(n.paper->name) + "-";
    std::set<std::string> files{prefix + "report.md"};
    for (const auto& t : n.paper->tables) files.insert(prefix + std::string(t) + ".csv");
    for (const auto& f : n.paper->figures) {
      files.insert(prefix + std::string(f) + ".svg");
      files.insert(prefix + std::string(f) + ".png");
    }
    const Json document = paper_document(n, together(), {});
    for (const Json& link : document["links"]) targets.insert(link["href"].get<std::string>());
    for (const Json& p : document["pages"]) targets.insert(p["href"].get<std::string>());
    EXPECT_EQ(document["index"], "index.html");
    EXPECT_TRUE(files.contains(document["report"]));
    for (const Json& t : document["tables"]) EXPECT_TRUE(files.contains(t["csv"])) << t["csv"];
    for (const Json& d : document["data"]) EXPECT_TRUE(files.contains(d)) << d;
    for (const Json& f : document["figures"]) {
      EXPECT_TRUE(files.contains(f["svg_file"]) && files.contains(f["png_file"])) << f["name"];
      EXPECT_TRUE(f["csv"].is_null() || files.contains(f["csv"])) << f["csv"];
    }
  }
  for (const std::string& t : targets) {
    EXPECT_NE(std::find(pages.begin(), pages.end(), t), pages.end()) << t;
  }
}

TEST(Site, WhatConnectsTwoPapersIsToldByBoth) {
  for (const Paper& p : all_papers()) {
    for (const Link& link : p.story->links) {
      const Paper* other = find_paper(link.paper);
      ASSERT_NE(other, nullptr) << link.paper;
      const auto& back = other->story->links;
      EXPECT_TRUE(
          std::any_of(back.begin(), back.end(), [&](const Link& b) { return b.paper == p.name; }))
          << p.name << " and " << link.paper;
    }
  }
}

TEST(Site, ShippedFilesExist) {
  const std::filesystem::path root = RICOCHET_SOURCE_DIR;
  for (const Paper& p : all_papers()) {
    for (const Shipped& s : p.story->shipped) {
      EXPECT_TRUE(std::filesystem::exists(root / s.file)) << s.file;
    }
  }
}

TEST(Site, APaperAloneHasNoLinksIntoTheVoid) {
  const NamedReproduction& one = everything().front();
  const Json document = paper_document(one, {one.paper}, {});
  EXPECT_TRUE(document["index"].is_null());
  for (const Json& link : document["links"]) EXPECT_TRUE(link["href"].is_null());
  for (const Json& figure : document["figures"]) EXPECT_TRUE(figure["svg"].is_null());
  EXPECT_EQ(page_names({one.paper}), std::vector<std::string>{page_name(*one.paper)});
}

TEST(Site, KeepsPrintedModelAndReconstructionApart) {
  const auto liu = std::find_if(everything().begin(), everything().end(),
                                [](const auto& n) { return n.paper->name == "liu-2013"; });
  const Json document = paper_document(*liu, together(), {});
  std::map<std::string, std::string> basis;
  for (const Json& t : document["tables"]) basis[t["id"]] = t["basis"];
  EXPECT_EQ(basis["table4"], "printed model");
  EXPECT_EQ(basis["table4_reconstruction"], "reconstruction");
  EXPECT_EQ(basis["table5"], "printed model");
  EXPECT_EQ(basis["table5_reconstruction"], "reconstruction");
  EXPECT_EQ(basis["motion"], "both");
  EXPECT_EQ(basis["stated"], "paper");
}

/// Table 4 of the paper: mean, + and - of the trials, here three of the 24 by hand.
TEST(Site, ComparesWithTheBandsOfTheExperiment) {
  const auto liu = std::find_if(everything().begin(), everything().end(),
                                [](const auto& n) { return n.paper->name == "liu-2013"; });
  const Json document = paper_document(*liu, together(), {});
  const Json& rows = document["tables"][1]["comparison"];
  ASSERT_EQ(rows.size(), 24U);
  const auto expect = [&](std::size_t i, double mean, double low, double high, double paper) {
    EXPECT_DOUBLE_EQ(rows[i]["measured"]["value"].get<double>(), mean);
    EXPECT_NEAR(rows[i]["low"].get<double>(), low, 1e-12);
    EXPECT_NEAR(rows[i]["high"].get<double>(), high, 1e-12);
    EXPECT_DOUBLE_EQ(rows[i]["paper"]["value"].get<double>(), paper);
  };
  expect(0, 0.0895, 0.0873, 0.0915, 0.0918);       // case 2, v_1
  expect(13, -6.0726, -6.2207, -5.8302, -5.4828);  // case 6, theta'
  expect(23, 0.1143, 0.1121, 0.1155, 0.1170);      // case 9, v_2
}

TEST(Site, HostileTextStaysText) {
  NamedReproduction bad = {&all_papers().front(), {}};
  Table t{"id", "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", {}};
  Entry e = entry("<b>row</b>", "\"quoted\" & <i>", "m\"/s", "1.0", 1.0);
  t.file(e);
  bad.reproduction.tables.push_back(t);
  const Json document = paper_document(bad, {bad.paper}, {});
  EXPECT_EQ(document["tables"][0]["title"], t.title);  // the text itself is kept
  const std::string page = page_html(
      "<html><title>Ricochet</title><body><!--ricochet-data--></body></html>", document, {});
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("<b>row"), std::string::npos);
}

TEST(Site, NotesWithTablesBecomeBlocks) {
  NamedReproduction n = {&all_papers().front(), {}};
  Table t{"id", "title", "First.\n\n| a | b |\n|---|---|\n| 1 | x y |\n| 2 |  |\n\nLast.", {}};
  n.reproduction.tables.push_back(t);
  const Json note = paper_document(n, {n.paper}, {})["tables"][0]["note"];
  ASSERT_EQ(note.size(), 3U);
  EXPECT_EQ(note[0], "First.");
  EXPECT_EQ(note[1]["header"], (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(note[1]["rows"][0], (std::vector<std::string>{"1", "x y"}));
  EXPECT_EQ(note[1]["rows"][1], (std::vector<std::string>{"2", ""}));
  EXPECT_EQ(note[2], "Last.");
}

}  // namespace
}  // namespace ricochet::papers
