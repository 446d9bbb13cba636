#pragma once
// The tables of Liu et al. 2013, recomputed.

#include <papers/liu_2013/disc.hpp>
#include <papers/paper.hpp>

namespace ricochet::papers::liu_2013 {

/// Numbers of tables 2 and 3 that follow from others, and numbers of the text.
Table stated_numbers();

/// Eqs. 2.35-2.43: Painleve's paradox and detachment of the sliding disc.
Table painleve_facts();
void add_painleve_figures(Reproduction& reproduction);

/// Table 4: velocities after the impact.
Table table4(ParameterSet set);
/// All columns side by side: experiment with its band, paper, model, reconstruction.
Csv table4_data();
void add_table4_figures(Reproduction& out);

/// Table 5: contact states after the impact, over the impact position and case by case.
Table table5(ParameterSet set);

/// Figure 5: normal and tangential velocities of A, B, C after the impact over b/r, for both sets.
void add_figure5(Reproduction& reproduction);

/// Section 4(c): phases of the motion after the impact; figures 6-8.
Table motion_table();
void add_motion(Reproduction& out);
/// Figures 1 and 3: the set-up and how it is gauged.
void add_setup(Reproduction& out);
/// Figure 4 as the model gives it: sliding velocity and ratio of the forces at A in case 2.
void add_figure4(Reproduction& out);

}  // namespace ricochet::papers::liu_2013
