#include <papers/liu_2013/paper.hpp>

#include <papers/liu_2013/tables.hpp>

namespace ricochet::papers::liu_2013 {

Reproduction reproduce() {
  Reproduction r;
  r.tables = {stated_numbers(),
              table4(ParameterSet::printed),
              table4(ParameterSet::reconstruction),
              table5(ParameterSet::printed),
              table5(ParameterSet::reconstruction),
              painleve_facts(),
              motion_table()};
  add_setup(r);
  add_figure4(r);
  add_table4_figures(r);
  r.data.push_back(table4_data());
  add_figure5(r);
  add_painleve_figures(r);
  add_motion(r);
  return r;
}

}  // namespace ricochet::papers::liu_2013
