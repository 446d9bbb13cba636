#pragma once
// The plane of impulses (L_N, L_T) of one contact, in which Routh (1860) followed an impact by drawing.
//
//   gN+ = gN- + alpha L_N + delta L_T,    gT+ = gT- + delta L_N + beta L_T         (one_contact.hpp)
//   line of maximum compression   gN+ = 0
//   line of sticking              gT+ = 0
//   friction cone                 |L_T| <= mu L_N       (mu: static friction, the larger one)
//   energy lost                   D = -L . (gamma- + G L / 2)
//
// D = 0 is an ellipse through the origin whose centre -G^-1 gamma- is where the two lines cross; inside of it
// energy is lost. Where alpha beta = delta^2 it is the strip |gN+| <= |gN-|.
//
// The end points that each coefficient of restitution admits, all inside the cone:
//
//   kinematic  0 <= e <= 1    0 <= gN+ <= -gN-            a strip along the line of maximum compression
//   kinetic    0 <= R <= 1    p_c <= L_N <= 2 p_c         a strip across the axis of L_N
//   energetic  0 <= E <= 1    gN+ >= 0 and D >= 0         what the line of maximum compression leaves of the ellipse
//
// p_c is L_N where the process of this friction (routh.hpp) meets the line of maximum compression. The first two
// are the end lines of Wang & Mason (1992, J. Appl. Mech. 59, 635), swept over the coefficient. The third is a bound:
// the normal force does the work -(1 - E^2) |W_c| <= 0 and friction none that is positive, so that a process
// with E <= 1 loses energy (Stronge 1990); it is the part of the plane that Chatterjee & Ruina (1998, J. Appl. Mech.
// 65, 939) leave to any law. Which E a point stands for depends on the way there; on the way of the process it is
// exact: `interval` below.
//
// gN- > 0, or gN- = 0 without a jam: nothing collides, no regions and no process. At gN- = 0 in a jam the
// kinematic strip is the line of maximum compression itself. Impulses in N s, velocities in m/s.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include <ricochet/contact/outcome.hpp>
#include <ricochet/impact/one_contact.hpp>

namespace ricochet {

struct ImpulsePoint {
  double N = 0.0;
  double T = 0.0;
};

struct ImpulseBox {
  double N_from = 0.0, N_to = 1.0;
  double T_from = -1.0, T_to = 1.0;
};

/// A box with the origin and the points in it and some room around them, at least half as high as wide.
/// `scale` is the width where all points are the origin.
ImpulseBox box_around(std::span<const ImpulsePoint> points, double scale);

/// The same centre, `factor` times the size.
ImpulseBox grown(const ImpulseBox& box, double factor);

/// The way of one contact's impulse under a law.
struct ImpulsePath {
  /// A stretch of the process, from where the one before ends (the first from the origin).
  struct Stretch {
    ImpulsePoint to;
    Mode mode = Mode::open;
    Stage stage = Stage::compression;
  };
  std::vector<Stretch> stretches;  ///< empty if the law follows no process: an end point only
  ImpulsePoint end;                ///< the law's impulse
};

/// From the phases of an answer. The last stretch ends at the answer, unless that is another of the impulses with the
/// same motion (the shortest). Straight stretches are exact in slip, and in stick of one contact without tangential
/// compliance; otherwise they join exact ends.
/// Of a process of one contact with more than 16 stretches the last stands for the rest.
ImpulsePath impulse_path(const ImpactOutcome& outcome, Eigen::Index contact);

/// End points inside the cone and the box.
struct ImpulseRegion {
  std::vector<ImpulsePoint>
      polygon;       ///< convex, counter-clockwise; two points: a segment; none: empty
  bool cut = false;  ///< it goes on beyond the box
};

/// Places in arrays by coefficient.
inline constexpr std::size_t kKinematic = 0, kKinetic = 1, kEnergetic = 2;

struct ImpulseDiagram {
  ImpulseBox box;
  std::vector<ImpulsePoint> cone;  ///< polygon; mu = 0: segment
  std::vector<ImpulsePoint>
      sticking;  ///< the line, two points on the box; none: not in it, or no line
  std::vector<ImpulsePoint> compression;  ///< likewise, line of maximum compression
  std::optional<ImpulsePoint> crossing;   ///< of both lines, wherever it is; none: parallel
  std::vector<ImpulsePoint> ellipse;      ///< D = 0, whole, a closed polygon; none: no ellipse
  std::array<ImpulseRegion, 3> region;    ///< by coefficient

  // On the path of the process.
  std::optional<ImpulsePoint> turn;  ///< end of compression: coefficient 0
  /// What coefficients from 0 to 1 admit, a broken line from `turn`. Alone: 0 only (self-locking).
  std::array<std::vector<ImpulsePoint>, 3> interval;
  std::array<bool, 3> reaches_one{};  ///< interval ends with coefficient 1
};

/// Lines and regions are cut to the box.
ImpulseDiagram impulse_diagram(const OneContact& c, const ImpulseBox& box);

}  // namespace ricochet
