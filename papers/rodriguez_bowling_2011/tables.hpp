#pragma once
// Tables 1 and 2 and the statements of the text.

#include <papers/paper.hpp>
#include <papers/rodriguez_bowling_2011/ball.hpp>

namespace ricochet::papers::rodriguez_bowling_2011 {

/// Table 1 or 2: states before and after the impact, with the answers of all laws in its note.
Table state_table(const Example& example);

/// Angles, friction curve, which contact sticks, energy, uniqueness of the impulses.
Table statements();

/// Figures 1-3: the ball, its contact forces and velocities.
void add_setup(Reproduction& out);

/// Velocities, impulses and energies of every law for both examples.
Csv law_data();

}  // namespace ricochet::papers::rodriguez_bowling_2011
