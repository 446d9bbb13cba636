#pragma once
// The site of the papers: an index and one page per paper, as documents for the shell (files/page.hpp).
//
//   "paper"   one paper: story, corrections, tables with every entry and its class, figures as SVG
//             text, links to the files beside it and to the papers that are in the same folder
//   "papers"  the index: every paper with its totals, and what connects them
//
// A class is the number of its Verdict; numbers are those of the CSV files. Whatever is not there (a
// figure without gnuplot, a paper not asked for) is null.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <papers/paper.hpp>

namespace ricochet::papers {

struct NamedReproduction {
  const Paper* paper = nullptr;
  Reproduction reproduction;
};

inline constexpr std::string_view kIndexPage = "index.html";
/// "brach-1993.html"
std::string page_name(const Paper& paper);
/// Names of the pages that a set of papers gets: its own each, and the index if there are several.
std::vector<std::string> page_names(const std::vector<const Paper*>& papers);

/// The SVG text of figures by file name, "brach-1993-fig3.svg".
using Drawings = std::map<std::string, std::string, std::less<>>;

/// `together`: the papers whose pages are in the same folder, this one among them.
nlohmann::ordered_json paper_document(const NamedReproduction& named,
                                      const std::vector<const Paper*>& together,
                                      const Drawings& drawings);

nlohmann::ordered_json index_document(const std::vector<NamedReproduction>& papers,
                                      const Drawings& drawings);

}  // namespace ricochet::papers
