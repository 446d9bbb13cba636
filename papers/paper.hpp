#pragma once
// A paper and everything its reproduction yields. No files here: the program decides where they go.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <papers/reproduction.hpp>
#include <ricochet/files/figure.hpp>

namespace ricochet::papers {

/// A table of numbers for other programs, RFC 4180.
struct Csv {
  std::string name;  ///< file name stem
  std::string text;
};

struct Reproduction {
  std::vector<Table> tables;
  std::vector<Figure> figures;
  std::vector<Csv> data;
};

/// A figure that is made, as a reader of the site meets it.
struct FigureNote {
  std::string_view name;  ///< of the Figure
  std::string_view of;    ///< which figure of the paper it re-makes; empty: an additional one
  std::string_view caption;
  std::string_view data = {};  ///< the CSV file with its numbers; empty: none
  Basis basis = Basis::paper;
};

/// A figure of the paper that is not re-made.
struct LeftOut {
  std::string_view figure, shows, reason;
};

/// An equation, a number or a sentence that is not right as printed, beyond the entries of the tables.
struct Correction {
  std::string_view place, printed, correct, evidence;
};

/// Another paper, and what the two have in common.
struct Link {
  std::string_view paper, why;
};

/// A shipped file in which the paper lives on, and the command that takes it.
struct Shipped {
  std::string_view command, file, what;
};

/// What the site tells of a paper besides its numbers. Our words throughout.
struct Story {
  std::string_view title, authors, year, published;
  std::string_view teaser;                     ///< one sentence for the index
  std::string_view emblem;                     ///< the figure that stands for the paper
  std::span<const std::string_view> summary;   ///< paragraphs: what the paper does
  std::span<const std::string_view> findings;  ///< what came out of doing it again
  std::span<const FigureNote> figures;
  std::span<const LeftOut> left_out;
  std::span<const Correction> corrections;
  std::span<const Link> links;
  std::span<const Shipped> shipped;
};

struct Paper {
  std::string_view name;  ///< on the command line
  std::string_view citation;
  std::string_view contents;  ///< what is reproduced, one line
  Reproduction (*reproduce)();
  /// Names of the tables, data and figures it will yield, known before anything is computed.
  std::span<const std::string_view> tables = {};
  std::span<const std::string_view> figures = {};
  const Story* story = nullptr;
};

/// Every paper, in the order they are listed.
std::span<const Paper> all_papers();
const Paper* find_paper(std::string_view name);

}  // namespace ricochet::papers
