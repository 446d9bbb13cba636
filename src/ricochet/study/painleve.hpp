#pragma once
// What Coulomb's law allows where one or two contacts are closed and slide: Painleve's paradox, state by state.
//
// The contacts are taken as closed at (t, q, u) whatever their gap, and as sliding in given directions s = +1, -1
// or at rest, s = 0, whatever their gamma_T: the configuration is what is asked about. Accelerations xi and forces l
// in contact directions (lcp/modes.hpp):  xi = G l + b,  G = W^T M^-1 W,  b = W^T M^-1 h + bias.
//
// One sliding contact: l_T = -s mu l_N, so xi_N = A l_N + b_N with A = G_NN - s mu G_NT, and 0 <= xi_N
// complementary to l_N >= 0:
//               b_N < 0                      b_N > 0
//   A > 0       slip, l_N = -b_N/A           open
//   A < 0       inconsistent                 non-unique: slip with l_N = -b_N/A, or open
// A = 0 at the critical friction mu_c = G_NN / (s G_NT), which exists if s G_NT > 0. At rest stick, slip+, slip- and
// open may be feasible, and mu_c = G_NN / |G_NT| is that of the direction that can jam.
//
// Two contacts: every combination of the modes their directions allow is tried; solutions are told apart by xi.
// Two sliding ones: xi_N = A l_N + b_N, A_ij = G_NiNj - s_j mu_j G_NiTj, has one solution for EVERY b_N iff A is a
// P-matrix: A_11 > 0, A_22 > 0, det A > 0. Without friction A is the positive definite G_NN; let all friction grow by
// a common factor k. With c_ij = s_j mu_j G_NiTj and a_ij = G_NiNj the three minors are
//   a_11 - k c_11,   a_22 - k c_22,   D_0 - k D_1 + k^2 D_2,
//   D_0 = a_11 a_22 - a_12^2,   D_1 = a_11 c_22 + a_22 c_11 - a_12 (c_12 + c_21),   D_2 = c_11 c_22 - c_12 c_21
// so the critical factor is the least positive of
//   a_11 / c_11,   a_22 / c_22,   2 D_0 / (D_1 + sqrt(D_1^2 - 4 D_0 D_2))
// (the last is the smaller positive root of the determinant if there is one). Beyond it some b_N have no solution or
// several; the present b_N may still have one. For one contact the factor is mu_c / mu. None is given if a contact is
// at rest, or if D_0 <= 1e-10 a_11 a_22: normal forces are then not unique without any friction.
//
// Edge: what decides is zero to the tolerance (1e-9 unless told): the slack of a mode over the acceleration scale, or
// the determinant of sliding in the given directions over that of its diagonal. For one sliding contact: b_N or A.

#include <Eigen/Core>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <ricochet/lcp/modes.hpp>
#include <ricochet/motion/contact_dynamics.hpp>

namespace ricochet {

enum class SlidingVerdict : unsigned char {
  unique_slip,   ///< one solution: every contact stays closed, at least one slides or starts to
  unique_stick,  ///< one solution: every contact sticks
  unique_open,   ///< one solution: every contact opens
  unique_mixed,  ///< one solution: one contact opens, the other does not
  inconsistent,  ///< no solution
  non_unique,    ///< several solutions with different accelerations
  edge,          ///< between two of these, to the tolerance
  not_finite  ///< something of the system is not finite here, or a contact cannot move along its normal
};
inline constexpr int kSlidingVerdicts = 8;
std::string_view to_string(SlidingVerdict verdict);

/// One contact on its own.
struct SlidingContact {
  double gap = 0.0, gamma_N = 0.0, gamma_T = 0.0;  ///< as they are at the state
  double G_NN = 0.0, G_NT = 0.0, G_TT = 0.0;       ///< 1/kg
  double b_N = 0.0, b_T = 0.0;                     ///< m/s^2
  double A = 0.0;  ///< 1/kg; at rest the smaller of the two directions
  std::optional<double> critical_friction{};
  /// By Mode: feasible, with whatever the other contact does.
  std::array<bool, 5> feasible{};

  bool can(Mode mode) const { return feasible[static_cast<std::size_t>(mode)]; }
};

/// A motion that Coulomb's law allows. Entries of a second contact are zero (open) if there is none.
struct SlidingSolution {
  std::array<Mode, 2> modes{Mode::open, Mode::open};
  std::array<double, 4> force{};         ///< N, l
  std::array<double, 4> acceleration{};  ///< m/s^2, xi
  double determinant = 1.0;              ///< ModeForces: negative where forces push the wrong way
  bool forces_unique = true;
};

struct SlidingState {
  SlidingVerdict verdict = SlidingVerdict::not_finite;
  std::array<SlidingContact, 2> contacts{};
  std::vector<SlidingSolution> solutions;
  std::optional<double> critical_factor{};
};

/// mu_c of sliding with sign s; s = 0: of the direction that can jam.
std::optional<double> critical_friction(double G_NN, double G_NT, int s);

/// The critical factor of one or two contacts. G: 2n x 2n.
std::optional<double> critical_factor(const Eigen::Ref<const Eigen::MatrixXd>& G,
                                      const Eigen::Ref<const Eigen::VectorXd>& mu,
                                      std::span<const signed char> sliding);

/// Owns its workspace: no allocation once warm, as long as the number of contacts stays the same.
class SlidingStates {
 public:
  explicit SlidingStates(const MechanicalSystem& system, double tolerance = 1e-9);

  /// contacts: one or two different ones; sliding: +1, -1 or 0 for each. Valid until the next call.
  const SlidingState& classify(double t, const ConstVector& q, const ConstVector& u,
                               std::span<const Eigen::Index> contacts,
                               std::span<const signed char> sliding);

 private:
  void pose(std::span<const Eigen::Index> contacts);
  void try_modes(const ModeProblem& problem, bool dependent);
  void judge(std::size_t n);

  const MechanicalSystem& system_;
  double tolerance_;
  ContactDynamics dynamics_;
  ModeSolver solver_;
  ModeForces forces_;
  std::vector<double> x_;
  Eigen::MatrixXd G_;
  Eigen::VectorXd b_, mu_, mu_static_;
  std::vector<Mode> modes_;
  std::vector<signed char> sliding_;
  std::vector<double> margins_;  ///< of the solutions
  double scale_ = 1.0;
  bool on_edge_ = false;
  SlidingState state_;
};

}  // namespace ricochet
