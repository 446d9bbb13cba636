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

struct Paper {
  std::string_view name;  ///< on the command line
  std::string_view citation;
  std::string_view contents;  ///< what is reproduced, one line
  Reproduction (*reproduce)();
  /// Names of the tables, data and figures it will yield, known before anything is computed.
  std::span<const std::string_view> tables = {};
  std::span<const std::string_view> figures = {};
};

/// Every paper, in the order they are listed.
std::span<const Paper> all_papers();
const Paper* find_paper(std::string_view name);

}  // namespace ricochet::papers
