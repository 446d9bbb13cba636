#pragma once
// Which way one impact with one contact goes, over two parameters: fast enough to follow a slider.
//
// A column is a posed problem; along it one number changes:
//   friction      mu, static and kinetic alike
//   restitution   e = R = E, in every law's own sense
//   ratio         gT- / (-gN-) at the same gN-
// The regime of a cell is the sequence of modes, compression | restitution (`slip+, stick | slip-`), of laws that follow
// no process the mode alone; `(one of many)` is added where the answer is not unique.

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <ricochet/contact/problem.hpp>
#include <ricochet/impact/law.hpp>

namespace ricochet {

enum class RegimeOrdinate : unsigned char { friction, restitution, ratio };

struct RegimeMap {
  static constexpr std::uint8_t no_answer = 255;
  std::vector<std::string> regimes;  ///< in the order of the first cell that has them
  std::vector<std::uint8_t> codes;  ///< columns x rows, row by row from `from`: index of the regime
};

/// The problems have one contact each. Cells are worked on by all threads; the map does not depend on them. Where
/// `stop` becomes true the rest of the cells has no answer. More regimes than 255 have none either.
RegimeMap regime_map(std::span<const ContactProblem> columns, const ImpactLaw& law,
                     RegimeOrdinate what, double from, double to, int rows,
                     const std::atomic<bool>& stop);

}  // namespace ricochet
