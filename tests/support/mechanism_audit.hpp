#pragma once
// What every method must keep of the random mechanisms (random_mechanisms.hpp), whatever they do: every motion ends with
// a reason, joints stay closed, nothing penetrates, the books close, and what nothing acts upon keeps its momentum.

#include <string>
#include <vector>

#include <support/random_mechanisms.hpp>

#include <ricochet/impact/law.hpp>
#include <ricochet/motion/trajectory.hpp>

namespace ricochet::testing {

// A way to move mechanisms, and what it promises.
struct Method {
  std::string name;
  std::vector<std::string> laws;  // by turns
  double deepest;                 // penetration over the size,
  double step;                    // and beyond that what approaches in this time, s; 0: nothing
  double opening;                 // of joints, over the size
  double residual;                // over the turnover
  double momentum;                // over the largest
  double created;                 // by contacts without restitution, over the turnover
  long most_faulty, fewest_ends;  // percent
  RunResult (*run)(const RandomMechanism&, const ImpactLaw&, MotionObserver&);
};

// Until when a mechanism is watched, s.
double watched_until(const RandomMechanism& mechanism);

// Two thousand of them (suite.hpp), each with expectations of its own; prints what was seen.
void move_them(const Method& method);

}  // namespace ricochet::testing
