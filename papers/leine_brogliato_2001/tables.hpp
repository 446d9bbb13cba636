#pragma once
// The numbers of Leine & Brogliato 2001, and those that had to be derived or reconstructed because our text of the
// report ends in its section 2. Only stated_numbers() is about printed numbers.

#include <papers/leine_brogliato_2001/bounce.hpp>
#include <papers/reproduction.hpp>

namespace ricochet::papers::leine_brogliato_2001 {

inline constexpr double kRodMu = 5.0 / 3.0;  ///< of the slides that reach P
inline constexpr double kLowMu = 1.45;       ///< of those that do not
inline constexpr double kHoppingMu = 0.52;   ///< of the simplified model's orbit
inline constexpr double kFullMu = 0.42;      ///< of the full model's orbit

/// What the report prints.
Table stated_numbers();
/// The rod and the box: closed forms against the engine.
Table rod_table();
/// Critical coefficients of friction of the bounce models.
Table criticals_table();
/// First impact and periodic orbits of the bounce models.
Table hopping_table(const Orbit& simplified, const Orbit& full);

}  // namespace ricochet::papers::leine_brogliato_2001
