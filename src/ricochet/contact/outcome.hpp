#pragma once
// The answer of an impact law to a ContactProblem: always with status, residual and energy balance.

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include <ricochet/contact/problem.hpp>
#include <ricochet/lcp/coulomb.hpp>

namespace ricochet {

enum class Status : unsigned char {
  unique,          ///< u+ proved unique: closed form, sufficient condition or enumeration
  solved,          ///< one solution with certified residual; uniqueness not examined
  one_of_many,     ///< several u+ proved to satisfy the law; the outcome holds one of them
  no_solution,     ///< proved that no u+ satisfies the law
  undecided,       ///< stopped without a solution; non-existence not proved
  not_applicable,  ///< the law refuses the problem (message says why)
  not_converged,   ///< the iteration stopped above its tolerance
  non_finite       ///< the data overflowed: no finite answer
};
std::string_view to_string(Status status);
/// True for the statuses that come with an answer: unique, solved, one_of_many.
bool has_answer(Status status);

enum class Stage : unsigned char { compression, restitution };
std::string_view to_string(Stage stage);

/// One stretch of the impact process at one contact. The normal impulses of a contact's phases add up
/// to its L_N, the tangential ones to its L_T (unless the impulses are not unique and the shortest were taken).
struct Phase {
  Mode mode = Mode::open;
  Stage stage = Stage::compression;
  double normal_impulse = 0.0;      ///< N s
  double tangential_impulse = 0.0;  ///< N s
  Eigen::Index contact = 0;
};

/// Facts about an answer that the user should read.
enum class WarningId : unsigned char {
  energy_gain,        ///< dissipation < -1e-12 of EnergyAudit::reference; value = gain, J
  ratio_limited_mu0,  ///< `brach`: impulse ratio cut to mu_0 (value)
  ratio_limited_muT,  ///< `brach`: impulse ratio cut to mu_T (value), the limit of no energy gain
  static_friction_unused,  ///< law uses kinetic friction only, but mu_static differs
  stick_in_static_band,  ///< mu_k beta < |delta| <= mu_s beta: stick taken, restarted slip is another answer
  limit_of_approach,    ///< gN- = 0, jam: the limit gN- -> 0- taken, zero impulse is another answer
  cone_violated,        ///< |L_T| > mu L_N (value = largest ratio over mu)
  restitution_ignored,  ///< an opening contact (gN- > 0) that takes part was given eps_N = 0
  no_approach,          ///< every gN- > 0: nothing collides
  objective_choice,  ///< `bowling`: this contact's gT+ was put into the objective, others could be
  locked,            ///< `lzb`: springs hold each other in balance with this energy (J) in them
  approximate        ///< a method for comparison, not certified to 1e-8; value = residual
};
std::string_view to_string(WarningId id);

struct Warning {
  WarningId id{};
  Eigen::Index contact = 0;
  double value = 0.0;
};
/// False for warnings about the impact as a whole: their `contact` means nothing.
bool concerns_a_contact(WarningId id);
/// The warning as a sentence (allocates).
std::string message(const Warning& warning);

/// Energies in J. D = -1/2 L . (gamma+ + gamma-); change = -D + work of the moving surfaces.
struct EnergyAudit {
  double before = 0.0;        ///< kinetic energy before; NaN in contact space
  double after = 0.0;         ///< after; NaN in contact space
  double change = 0.0;        ///< after - before, from the impulses (exact in contact space too)
  double dissipation = 0.0;   ///< D
  double surface_work = 0.0;  ///< L . v_s
  /// What gains are compared with: the kinetic energy before or, if that is less (a body at rest, or
  /// contact space, where it is not known), the energy 1/2 sum |L gamma-| that the contacts exchange.
  double reference = 0.0;
};

/// One member of the solution set, or one connected family of it.
struct ImpactSolution {
  Eigen::VectorXd impulse;  ///< 2n
  Eigen::VectorXd gamma;    ///< 2n, contact velocities after
  Eigen::VectorXd u;        ///< f, after (empty in contact space)
  std::vector<Mode> modes;
  bool impulses_unique = true;
  bool least_norm = false;  ///< impulses not unique, these are the shortest
  /// Dimension of the set of u+ this entry stands for: 0 = this u+ alone. For a family, impulse_to and
  /// gamma_to hold a second member, so that the segment between the two belongs to it; unbounded says
  /// that the family goes on beyond it.
  int velocity_dimension = 0;
  bool unbounded = false;
  Eigen::VectorXd impulse_to;
  Eigen::VectorXd gamma_to;
};

struct ImpactOutcome {
  Status status = Status::undecided;
  std::string_view message;  ///< a sentence for statuses without an answer; static text
  Eigen::VectorXd impulse;   ///< 2n, N s (N m s for rotational directions)
  Eigen::VectorXd gamma;     ///< 2n, contact velocities after
  Eigen::VectorXd u;         ///< f, generalized velocities after
  std::vector<Mode> modes;   ///< n; of laws that follow a process: the mode in which it ends
  std::vector<Phase> phases;
  EnergyAudit energy;
  /// Largest violation of the law's conditions: velocities over the largest contact speed v before the
  /// impact, impulses over v / mean diagonal of G.
  double residual = 0.0;
  bool impulses_unique = true;  ///< meaningless for Status::solved: not examined
  bool least_norm =
      false;  ///< impulses not unique: the least-norm ones inside the cone were chosen
  std::vector<Warning> warnings;
  std::vector<ImpactSolution>
      solutions;  ///< all of them, the one taken first, if uniqueness was asked for

  /// Sizes every array for the problem and clears the rest. No allocation when sizes do not grow.
  void reset(const ContactProblem& problem);
};

/// From out.impulse: gamma+, u+ and the energy audit; adds the energy_gain warning. Every law ends here.
void complete(const ContactProblem& problem, ImpactOutcome& out);

}  // namespace ricochet
