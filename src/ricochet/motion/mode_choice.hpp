#pragma once
// The modes of contacts that touch (gap and gamma_N zero), from the acceleration problem of lcp/modes.hpp, and the
// rules where it has several solutions or none (Painleve).
//
// Rules, in this order:
//   1. Persistence: modes are kept as long as they are feasible; of several feasible sets of modes the one that
//      changes the fewest contacts is taken. A contact that an impact has left sticking counts as sticking.
//   2. Sliding in which forces push the wrong way (determinant < 0; one contact: A < 0) is never chosen where
//      something else is possible: the contact opens (PainleveRule::detach), or there is an impact without
//      collision (PainleveRule::impact).
//      (Where joints leave no motion along a surface, friction has no say in the motion: such a contact slides the way
//      the joints move it, and has no friction while they do not.)
//   3. No solution, or only sliding on the edge of the paradox (determinant below kSingularSliding): impact without
//      collision. Where nothing slides there is always a solution, and nothing that could jump.

#include <span>
#include <vector>

#include <ricochet/lcp/modes.hpp>
#include <ricochet/motion/contact_dynamics.hpp>
#include <ricochet/motion/phase_events.hpp>
#include <ricochet/motion/simulator.hpp>
#include <ricochet/motion/trajectory.hpp>

namespace ricochet {

/// stick, slip or frictionless, by the tangential velocity (0: at rest).
Mode mode_by_motion(double static_friction, double gamma_T);

class ModeChoice {
 public:
  /// The acceleration problem of these contacts where `dynamics` looked last. gamma_T: of all contacts, exactly
  /// zero at rest.
  void pose(ContactDynamics& dynamics, std::span<const Eigen::Index> contacts,
            const Eigen::VectorXd& gamma_T);

  enum class Verdict : unsigned char {
    chosen,
    non_unique,    ///< chosen by rule among several
    impact,        ///< several, and the rule wants an impact
    inconsistent,  ///< none
    singular,      ///< only sliding with a vanishing determinant: the edge of the paradox
    undecided  ///< none found, not all tried: more contacts than can be tried, to be treated as none
  };
  /// Writes the modes of the posed contacts into `modes` (of all contacts), where they also are before.
  /// singular: the determinant of these modes has just fallen to kSingularSliding.
  Verdict decide(std::vector<Mode>& modes, double tolerance, PainleveRule rule,
                 bool singular = false);
  PainleveNumbers numbers() const;

  /// Normal acceleration that `contact` would have without a force of its own, the `closed` ones holding.
  double acceleration_if_open(ContactDynamics& dynamics, Eigen::Index contact,
                              std::span<const Eigen::Index> closed, const Eigen::VectorXd& gamma_T);

 private:
  void stick_where_nothing_slips(const ModeProblem& problem, FeasibleModes& chosen);

  ModeSolver solver_;
  ModeSearch search_;
  std::vector<Eigen::Index> contacts_;
  std::vector<signed char> sliding_;
  std::vector<Mode> preferred_;
  Eigen::MatrixXd G_;
  Eigen::VectorXd b_, mu_, mu_static_;
  double scale_ = 1.0;
};

}  // namespace ricochet
