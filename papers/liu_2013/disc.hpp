#pragma once
// The disc and the ball of Liu, Zhang, Zhao & Brogliato 2013, upright (theta = pi/2).
//
// q = (y_b, z_b, y_d, z_d, theta): ball and centre of the disc, y horizontal, z up; theta turns the
// disc from y towards z. The disc (radius r, thickness 2h, mass m_d, I = m_d (r^2/4 + h^2/3)) stands
// on its rim; the line of contact is replaced by three points, A at y_d + h, B below the centre, C at
// y_d - h. The ball (m_b, does not turn) comes with y_b' = v_b and strikes the face at D, b above the
// centre. Contact rows at theta = pi/2, eqs. 2.3 and 2.7 (components y_b, z_b, y_d, z_d, theta):
//
//     A, B, C   normal (0 0 0 1 h), (0 0 0 1 0), (0 0 0 1 -h)    tangent (0 0 1 0 r), the same for all
//     D         normal (-1 0 1 0 -b)                             tangent (0 -1 0 1 -h)
//
// Only the tangential velocity of D is that of the disc relative to the ball; v_1, v_2 are the
// horizontal velocities of the disc at the heights h_1 and h_2 of the two lasers (eq. 3.2).
// SI units.

#include <array>
#include <span>
#include <string_view>

#include <ricochet/contact/problem.hpp>

namespace ricochet::papers::liu_2013 {

inline constexpr double kGravity = 9.81;

enum Point : Eigen::Index { kA = 0, kB = 1, kC = 2, kD = 3 };
inline constexpr Eigen::Index kPoints = 4;
inline constexpr std::array<std::string_view, 4> kPointNames = {"A", "B", "C", "D"};

/// What a contact is made of in table 3.
struct Material {
  double e = 0.0, mu_static = 0.0, mu = 0.0, k = 0.0;
};

/// Everything the impact depends on.
struct Setting {
  double m_b = 69.24e-3, m_d = 209.69e-3;    ///< kg
  double r = 37.5e-3, h = 3e-3;              ///< m
  double b = 0.0;                            ///< m, positive above the centre
  double v_b = 0.0;                          ///< m/s
  double laser_1 = 4e-3, laser_2 = 37.5e-3;  ///< m, heights above the ground
  Material ground{0.9064, 0.15, 0.14, 2.9217e10};
  Material ball{0.7043, 0.075, 0.07, 1.9640e8};
  /// Friction at D pushes the way the disc slides, with mu from the first instant. Unphysical; only in
  /// the reconstruction.
  bool reversed_friction = false;

  double inertia() const { return m_d * (r * r / 4.0 + h * h / 3.0); }
};

enum class ParameterSet : unsigned char {
  printed,        ///< equations and tables as printed: the model
  reconstruction  ///< inferred from tables 4 and 5: what was probably computed
};
std::string_view to_string(ParameterSet set);

inline constexpr int kCases = 9;
/// Case 1 to 9 of table 2 with the friction of table 3.
Setting setting(int number, ParameterSet set);
/// Any impact position, b over the radius of the set, and velocity; friction of cases 1-4.
Setting at_ratio(double b_over_r, double v_b, ParameterSet set);

ContactProblem contact_problem(const Setting& s);

/// What table 4 and figure 5 speak of.
struct PostImpact {
  double theta = 0.0;            ///< rad/s
  double v_1 = 0.0, v_2 = 0.0;   ///< m/s, eq. 3.2
  std::array<double, 3> normal;  ///< m/s, of A, B, C
  double tangential = 0.0;       ///< m/s, of A, B, C
  double P_A = 0.0, P_D = 0.0;   ///< N s
};
PostImpact post_impact(const Setting& s, const ContactProblem& problem,
                       const Eigen::VectorXd& impulse);

/// Duration of an impact of the ball (eq. 4.1) from the printed constant k_Tc.
double contact_time(double v_b);

}  // namespace ricochet::papers::liu_2013
