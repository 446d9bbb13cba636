#include <papers/leine_brogliato_2001/paper.hpp>

#include <papers/leine_brogliato_2001/figures.hpp>
#include <papers/leine_brogliato_2001/tables.hpp>

namespace ricochet::papers::leine_brogliato_2001 {

Reproduction reproduce() {
  Reproduction r;
  const Orbit simplified = hopping_orbit(kSimplified, kHoppingMu);
  const Orbit full = hopping_orbit(kFull, kFullMu);
  r.tables = {stated_numbers(), rod_table(), criticals_table(), hopping_table(simplified, full)};
  add_complementarity(r);
  add_regions(r);
  add_critical_friction(r);
  add_approach(r);
  add_small_friction(r);
  add_hopping(simplified, full, r);
  return r;
}

}  // namespace ricochet::papers::leine_brogliato_2001
