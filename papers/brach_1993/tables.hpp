#pragma once
// The tables of Brach 1993, recomputed.

#include <papers/paper.hpp>

namespace ricochet::papers::brach_1993 {

/// Table 2 step by step: the sequential use of eq. 15 for v_t = 0.6, f = 0.01, and what the text
/// says of its examples.
Table table2();
Table text_facts();

/// Table 3: simulation against classical solution at f = 0.01.
Table table3();

/// Tables 4 to 7. The simulation columns of a run in tables 4|6 and 5|7 are judged together:
/// momentum balance links all of them.
struct RunTables {
  Table table4, table5_simulation, table6, table7_simulation;
  Table friction;  ///< the marked coefficients of friction, recomputed
};
RunTables simulation_tables();

struct ClassicalTables {
  Table table5, table7;
};
ClassicalTables classical_tables();

/// Every simulated run of tables 4 and 6 in full: modes, e R and the ratio of works side by side.
Csv run_data();

/// Figures 1 and 2: a lamina, the rod.
void add_setup(Reproduction& out);
Figure figure3();
Csv figure3_data();

}  // namespace ricochet::papers::brach_1993
