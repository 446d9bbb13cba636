#include <papers/rodriguez_bowling_2011/paper.hpp>

#include <papers/rodriguez_bowling_2011/flight.hpp>
#include <papers/rodriguez_bowling_2011/landscape.hpp>
#include <papers/rodriguez_bowling_2011/tables.hpp>

namespace ricochet::papers::rodriguez_bowling_2011 {

Reproduction reproduce() {
  Reproduction r;
  add_setup(r);
  for (const Example& example : examples()) {
    r.tables.push_back(state_table(example));
    add_landscape(example, r);
  }
  r.tables.push_back(statements());
  r.tables.push_back(flight_table());
  r.data.push_back(law_data());
  add_flights(r);
  return r;
}

}  // namespace ricochet::papers::rodriguez_bowling_2011
