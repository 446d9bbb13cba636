#pragma once
// Random planar frictional impacts for the tests: deterministic in the seed, the same numbers with
// every compiler and library (integers by xoshiro256**, mapped to reals by hand; of the
// mathematical library only sqrt is used).
//
// Bodies are planar, u = (x', y', angle') each, mass in [0.5, 3] kg, radius of gyration in [0.3, 1]
// m, centre in [-1, 1]^2 m. A contact at point P with unit normal n (from the ground, or from the
// second body, into the first) and tangent t (n turned by -90 degrees) has, with r = P - centre,
//   W_N = (n, r x n),  W_T = (t, r x t)   for the first body, the negative for the second.
// Generalized systems (levers and two-coordinate linkages) have dense M and W without bodies.
// Coordinates of bodies and contact points are multiples of 2^-10, so that exact coincidences
// occur.
//
// Of every contact, unless its family says otherwise:
//   mu          0 exactly with share 0.1, else uniform in [0, 1.5]; drawn for each contact
//   newton      (= poisson = energetic) 0 with share 0.2, 1 with share 0.15, else uniform in [0, 1]
//   tangential  = newton with share 0.35, 0 with share 0.35, else uniform in [0, 1]
// With two and more contacts these coefficients are 0 at all contacts in a share of 0.15 of the
// problems, and those of the first contact at all contacts in a further share of 0.4.
//
// Velocities: of eight draws of u in [-1, 1] per coordinate the one is taken in which most contacts
// do what was asked of them: approach (share 0.85) or open (share 0.15). In the families generic
// and rank_deficient a share of 0.06 of the bodies that touch the ground then gets a velocity with
// gamma_N- = 0 exactly at one contact (dyadic numbers, so without rounding). A share of 0.04 of all
// problems has a moving surface at its first contact (belt, tangential).
//
// Families and their shares are listed at ProblemFamily. A family is a way of construction, not a
// proof: a generic problem may happen to be rank-deficient or supercritical as well.

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <string_view>

#include <ricochet/contact/problem.hpp>

namespace ricochet::testing {

enum class ProblemFamily : unsigned char {
  /// Share 0.42 (0.36 with several contacts). Between ceil(2n/3) and n + 1 bodies, each contact
  /// between a body and the ground or two different bodies at random points with random normals.
  generic,
  /// Share 0.20. More contact directions than degrees of freedom, or det G = 0. One contact: a
  /// lever (one coordinate), or two coupled coordinates with W_T a multiple of W_N, or (2 % of the
  /// family) a slider in a guide, W_T = 0. Several: one body, or too few bodies, or a lever or a
  /// linkage of two coordinates, touched n times.
  rank_deficient,
  /// Share 0.13. Friction above the Painleve threshold, alpha < mu |delta|, at the first contact
  /// (and at half of the others), each such contact between its own body and the ground.
  supercritical,
  /// Share 0.09 (0.15 with several contacts). Self-equilibrated impulses W L = 0, L in the friction
  /// cones. One contact: a lever with mu > |delta| / beta, which locks. Several: bodies between two
  /// walls, parallel or forming a narrow wedge (V-groove), the line between each pair of contact
  /// points inside both friction cones; a share of 0.3 of the further contacts, and an odd one, is
  /// generic, on these bodies. In a share of 0.2 a piston that cannot turn between parallel walls
  /// instead (half of them without normal velocity), whose solutions can be a continuum.
  wedged,
  /// Share 0.16. As supercritical, but the first contact, and each further supercritical one with
  /// share 1/2, does not approach: gamma_N- = 0 exactly (half) or > 0 (half), and slides towards
  /// the jam: alpha < mu delta sgn(gamma_T-). With one contact a share of 0.02 is exactly at the
  /// threshold, alpha = mu |delta|, with gamma_N- = 0: a continuum.
  opening_jam
};
inline constexpr std::array<ProblemFamily, 5> all_families{
    ProblemFamily::generic, ProblemFamily::rank_deficient, ProblemFamily::supercritical,
    ProblemFamily::wedged, ProblemFamily::opening_jam};
std::string_view to_string(ProblemFamily family);

struct GeneratedProblem {
  ContactProblem problem;  ///< assembled
  ProblemFamily family = ProblemFamily::generic;
};

/// Random numbers, the same everywhere (xoshiro256**, seeded by splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed);
  std::uint64_t bits();
  double uniform();  ///< in [0, 1), a multiple of 2^-53
  double uniform(double low, double high);
  double dyadic(double low, double high);  ///< as uniform, rounded to a multiple of 2^-10
  int integer(int low, int high);          ///< low <= integer <= high
  bool chance(double share) { return uniform() < share; }

 private:
  std::array<std::uint64_t, 4> state_{};
};

class ProblemGenerator {
 public:
  explicit ProblemGenerator(std::uint64_t seed) : random_(seed) {}

  /// The next problem of `contacts` >= 1 contacts, of a family drawn with the shares above.
  GeneratedProblem next(int contacts);
  /// The next problem of a given family.
  GeneratedProblem next(int contacts, ProblemFamily family);

 private:
  Random random_;
};

/// What the law `moreau` poses as a Coulomb complementarity problem, with the G of the
/// ContactProblem:
///   q_N = (1 + eps_N) gamma_N-   (eps_N replaced by 0 where gamma_N- > 0),
///   q_T = (1 + eps_T) gamma_T-.
struct MoreauData {
  Eigen::VectorXd q;   ///< 2n
  Eigen::VectorXd mu;  ///< n
};
MoreauData moreau_data(const ContactProblem& problem);

}  // namespace ricochet::testing
