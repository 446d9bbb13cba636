#pragma once
// Figures 4-7: the ball from the throw through the corner to its second impact on the ground (model
// `ball-in-corner`), under `bowling` and, beside it, under every other law that answers.

#include <papers/motion.hpp>
#include <papers/paper.hpp>
#include <papers/rodriguez_bowling_2011/ball.hpp>

namespace ricochet::papers::rodriguez_bowling_2011 {

struct Flight {
  std::string law;
  std::vector<Instant> instants;
  std::vector<Event> impacts;  ///< the corner first, the ground last; none: the law had no answer
  double highest_after = 0.0;  ///< m, of the centre between the two impacts
  double energy_gained = 0.0;  ///< J, largest growth from one instant to the next; mass 1 kg
};
Flight fly(const Example& example, const ImpactLaw& law);
/// `bowling` first.
std::vector<Flight> flights(const Example& example);

/// What the text says of the motions.
Table flight_table();
void add_flights(Reproduction& out);

}  // namespace ricochet::papers::rodriguez_bowling_2011
