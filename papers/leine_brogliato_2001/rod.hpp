#pragma once
// The classical rod of Painleve that slides with its tip on the ground (model `painleve-rod`, m = 1 kg, s = 1 m), and
// its relatives: the tip that is rounded, the box on an incline.
//
// Sliding with gamma_T > 0, one contact: g_N'' = A l_N + b, and with K = J/(m s^2) = 1/3
//   m A = 1 + cos phi (cos phi - mu sin phi) / K,   b = -g + s phi'^2 sin phi
//   A > 0: b < 0 slides, b > 0 detaches;   A < 0: b < 0 inconsistent, b > 0 not unique (slides or detaches)
//   A = 0 at mu = mu_c(phi) = (K + cos^2 phi) / (sin phi cos phi) = (4 + t^2)/(3 t), t = tan phi
// For mu > 4/3 it vanishes at two angles, tan phi = 3/2 (mu -+ sqrt(mu^2 - 16/9)). At the lower one, phi_1, lies the
// singular point P = (phi_1, sqrt(g / (s sin phi_1))), where b vanishes, too. With dt = A dtau it is a stable node,
//   l_1 = -(3/m)(sin 2 phi + mu cos 2 phi) phi',   l_2 = -(2/m) tan phi phi'
// Motions reach it iff |l_2| < |l_1|, that is mu > 8/(3 sqrt 3), and then l_N ~ (t_c - t)^-(1 - l_2/l_1).
// SI units.

#include <memory>
#include <vector>

#include <ricochet/system/system.hpp>

namespace ricochet::papers::leine_brogliato_2001 {

inline constexpr double kGravity = 9.81;

/// What the acceleration problem of the sliding rod has for solutions.
enum class Sliding : unsigned char { unique_slip, detaches, inconsistent, non_unique };

/// By the engine: every feasible mode of the model is enumerated.
Sliding sliding_by_engine(double mu, double phi, double rotation);
/// By the signs of A and b above.
Sliding sliding_by_signs(double mu, double phi, double rotation);

/// mu_c = G_NN / G_NT of the first contact of a system at q, from its own matrices.
double critical_friction(const MechanicalSystem& system, const Eigen::VectorXd& q);

struct Least {
  double friction = 0.0, angle = 0.0;  ///< rad
};
/// Least mu_c of the rod over phi; its tip a disc of radius `rounding` half lengths.
Least least_friction_of_rod(double rounding = 0.0);

/// mu_c of a box whose contact point is `ahead` of and `height` below its centre, gyration its radius of gyration.
double critical_friction_of_box(double gyration, double ahead, double height);

struct SingularPoint {
  double phi = 0.0, rotation = 0.0;  ///< rad, rad/s
  double l_1 = 0.0, l_2 = 0.0;       ///< 1/s over kg
  double phi_2 = 0.0;                ///< rad, where A vanishes again
};
SingularPoint singular_point(double mu);  ///< mu > 4/3
/// The mu at which l_1 = l_2, by bisection on singular_point().
double friction_of_equal_eigenvalues();

enum class SlideEnd : unsigned char { detaches, reaches_P, sticks };
struct Slide {
  struct Point {
    double t = 0.0, phi = 0.0, rotation = 0.0;
    double normal_force = 0.0;
    double A = 0.0;  ///< 1/kg
  };
  double mu = 0.0;
  std::vector<Point> points;
  SlideEnd end = SlideEnd::detaches;
  /// t_c of a slide that reaches P: A falls linearly there.
  double singular_time() const;
};
/// The rod slides fast (20 m/s) from this state on until something happens.
Slide slide_from(double mu, double phi, double rotation);

/// Starts on a grid in the part of the plane below P that slides, and how their motions end.
struct Census {
  int detach = 0, reach_P = 0, stick = 0;
  int all() const { return detach + reach_P + stick; }
};
Census census(double mu, int per_side);

/// p of l_N ~ (t_c - t)^p at the end of a slide that reaches P with mu = 5/3, where the correction goes with
/// (t_c - t)^(1/3): one extrapolation over three octaves, which halve it.
double exponent_of(const Slide& slide);

}  // namespace ricochet::papers::leine_brogliato_2001
