#include <papers/brach_1993/paper.hpp>

#include <papers/brach_1993/tables.hpp>

namespace ricochet::papers::brach_1993 {

Reproduction reproduce() {
  Reproduction r;
  r.tables = {table2(), text_facts(), table3()};
  RunTables runs = simulation_tables();
  ClassicalTables classical = classical_tables();
  for (Table* table : {&runs.table4, &classical.table5, &runs.table5_simulation, &runs.table6,
                       &classical.table7, &runs.table7_simulation, &runs.friction}) {
    r.tables.push_back(std::move(*table));
  }
  add_setup(r);
  r.figures.push_back(figure3());
  r.data.push_back(figure3_data());
  r.data.push_back(run_data());
  return r;
}

}  // namespace ricochet::papers::brach_1993
