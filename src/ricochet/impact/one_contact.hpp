#pragma once
// One planar frictional contact in contact space: the plain struct all one-contact laws work on.
//
//   gN+ = gN + alpha L_N + delta L_T
//   gT+ = gT + delta L_N + beta  L_T        alpha > 0, beta >= 0, alpha beta - delta^2 >= 0
//
// Each law is a pure inline function  (OneContact) -> OneContactResult  in its own header; the law
// class and the batch call use that same function.

#include <array>
#include <cmath>

#include <ricochet/contact/outcome.hpp>
#include <ricochet/lcp/plane.hpp>

namespace ricochet {

struct OneContact {
  double alpha = 1.0;        ///< 1/kg
  double beta = 1.0;         ///< 1/kg; 0 for a contact without a tangent
  double delta = 0.0;        ///< 1/kg
  double gN = 0.0;           ///< m/s, before; < 0 approaches
  double gT = 0.0;           ///< m/s, before
  double mu = 0.0;           ///< kinetic friction
  double mu_static = 0.0;    ///< static friction, >= mu
  double restitution = 0.0;  ///< in the sense of the law: e, R, E or eps_N
  double tangential = 0.0;   ///< eps_T

  /// alpha beta = delta^2 to rounding: normal and tangential motion are one (a pinned lever).
  bool singular() const { return plane_singular(alpha, beta, delta); }
};

/// The only contact of a problem; `restitution` is left to the law.
inline OneContact only_contact(const ContactProblem& problem) {
  const ContactParameters& p = problem.contact.front();
  OneContact c;
  c.alpha = problem.G(0, 0);
  c.beta = problem.G(1, 1);
  c.delta = problem.G(0, 1);
  c.gN = problem.gamma[0];
  c.gT = problem.gamma[1];
  c.mu = p.mu;
  c.mu_static = p.static_friction();
  c.tangential = p.tangential;
  return c;
}

inline Status status_of(const PlaneAnswer& answer) {
  if (answer.answers == 0) return Status::no_solution;
  return answer.answers == 1 ? Status::unique : Status::one_of_many;
}

struct OneContactPhase {  // no initial values: most of the array below is never used
  Mode mode;
  Stage stage;
  double normal_impulse;
  double tangential_impulse;
};

struct OneContactResult {
  double L_N = 0.0;
  double L_T = 0.0;
  Mode mode = Mode::open;
  Status status = Status::unique;
  bool impulses_unique = true;
  /// With status one_of_many: the impulses of another answer.
  double other_L_N = 0.0;
  double other_L_T = 0.0;
  Mode other_mode = Mode::open;
  unsigned char phase_count = 0;
  std::array<OneContactPhase, 16> phases;  ///< the first phase_count are set

  /// Impulses in another unit.
  void scale(double factor) {
    L_N *= factor;
    L_T *= factor;
    other_L_N *= factor;
    other_L_T *= factor;
    for (unsigned k = 0; k < phase_count; ++k) {
      phases[k].normal_impulse *= factor;
      phases[k].tangential_impulse *= factor;
    }
  }

  /// Adds a stretch of the process; stretches beyond the array extend the last one.
  void add(Mode phase_mode, Stage stage, double normal, double tangential) {
    if (normal <= 0.0) return;
    mode = phase_mode;
    if (phase_count > 0) {
      OneContactPhase& last = phases[phase_count - 1U];
      if ((last.mode == phase_mode && last.stage == stage) || phase_count == phases.size()) {
        last.normal_impulse += normal;
        last.tangential_impulse += tangential;
        return;
      }
    }
    phases[phase_count++] = {phase_mode, stage, normal, tangential};
  }
};

}  // namespace ricochet
