#pragma once
// The rod of Brach 1993, table 1: m = 1 kg, L = 1 m, slender, at 45 deg from the surface normal,
// moving with v_n = -1 m/s, v_t, omega = 0; surface stiffness 1000 N/m, exponent 1.
// In contact space alpha = beta = 2.5 / kg, delta = -1.5 / kg, gN = -1 m/s, gT = v_t.

#include <array>
#include <string_view>

#include <papers/reproduction.hpp>
#include <ricochet/impact/one_contact.hpp>
#include <ricochet/motion/tip_impact.hpp>

namespace ricochet::papers::brach_1993 {

inline constexpr double kInertia = 1.0 / 12.0;  ///< kg m^2
inline constexpr double kStiffness = 1000.0;    ///< N/m
double radians(double degrees);
double degrees(double radians);

/// Everything the tables print of an impact.
enum Quantity : std::size_t {
  kDuration,  ///< s
  kAngle,     ///< deg, final
  kP_n,       ///< N s
  kMu,        ///< P_t / P_n
  kE,         ///< kinematic coefficient
  kR,         ///< kinetic coefficient
  kE2,        ///< e R, headed E^2
  kV_Ct,      ///< m/s, final
  kOmega,     ///< deg/s, final
  kT_L,       ///< %, of (1 + v_t^2)/2 J
  kQuantities
};
struct QuantityInfo {
  std::string_view name, unit;
};
const QuantityInfo& info(Quantity quantity);
using Values = std::array<double, kQuantities>;

/// Inputs of one simulation.
struct RodRun {
  double v_t = 0.0;
  double f = 0.0;
  double zeta = 0.0;
};
TipImpactResult simulate_rod(const RodRun& run);
Values values_of(const TipImpactResult& result);

/// Friction coefficients where the course of the contact changes, for given v_t and zeta.
struct CriticalFriction {
  double reverse =
      0.0;  ///< smallest f whose last sliding before separation is not backwards: V_Ct >= 0
  double stick = 0.0;  ///< smallest f whose first stop of sliding is followed by sticking
};
CriticalFriction critical_friction(double v_t, double zeta);

/// The rod as a contact for the classical laws.
OneContact rod_contact(double v_t, double restitution, double f);
/// Table quantities of a classical solution from its impulses; what it does not know is NaN.
Values classical_values(const OneContact& contact, double P_n, double P_t);

/// Rounding interval of a printed input. Zero and one are choices of the author, hence exact.
Interval input_interval(const Printed& input);

}  // namespace ricochet::papers::brach_1993
