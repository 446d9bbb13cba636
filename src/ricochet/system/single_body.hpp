#pragma once
// One planar rigid body, some of whose points (or discs around them) may touch fixed planes; constant force,
// springs and dampers at its centre of mass.
//
//   q = (x, y, phi), u = q': centre of mass S and angle. phi counts counter-clockwise (turn = 1) or clockwise
//   (turn = -1). M = diag(m, m, J);  h = force - damping u - stiffness q, coordinate by coordinate.
//
// Contact of the body-fixed point p (disc of radius r around it) with the plane n.(x, y) = offset, n its unit
// normal, t = n turned by -90 degrees; rho = p turned by phi, rho' = its derivative by phi = turn (-rho_y, rho_x):
//   g_N = n.(S + rho) - r - offset - z(t),   z = amplitude sin(w t + phase): the plane shakes along its normal
//   W_N = (n, n.rho'),   W_T = (t, t.rho' + turn r),   v_s = (z', belt)
//   bias = (-phi'^2 n.rho - z'', -phi'^2 t.rho)
// In pictures the x axis is turned by `view`, the body is frame 0, and every plane that shakes has a frame of its own.
// SI units.

#include <array>
#include <string>
#include <vector>

#include <ricochet/system/state.hpp>
#include <ricochet/system/system.hpp>

namespace ricochet {

struct BodyContact {
  std::string name;
  std::array<double, 2> point{0.0, 0.0};   ///< p, from S, m
  double radius = 0.0;                     ///< r, m
  std::array<double, 2> normal{0.0, 1.0};  ///< n
  double offset = 0.0;                     ///< m
  double belt = 0.0;                       ///< m/s along t
  double amplitude = 0.0;                  ///< m
  double angular_frequency = 0.0;          ///< w, rad/s
  double phase = 0.0;                      ///< rad
  ContactParameters parameters{};
  std::string ground = "ground";  ///< the plane's name

  bool same_plane(const BodyContact& other) const;
  double shift(double t) const;  ///< z, m
};

struct SingleBodyParameters {
  double mass = 1.0;                            ///< kg
  double inertia = 1.0;                         ///< J about S, kg m^2
  double turn = 1.0;                            ///< 1 or -1
  std::array<double, 2> force{0.0, 0.0};        ///< N, at S
  std::array<double, 3> stiffness{0., 0., 0.};  ///< N/m, N/m, N m
  std::array<double, 3> damping{0., 0., 0.};    ///< N s/m, N s/m, N m s
  std::vector<BodyContact> contacts;
  std::vector<Quantity> q, u;  ///< three each
  double size = 1.0;           ///< m
  std::string name = "body";
  std::vector<Vector2> outline{};  ///< m, from S; empty: what the contacts' discs and points say
  double view = 0.0;               ///< rad, of the x axis in pictures
};

class SingleBody final : public MechanicalSystem {
 public:
  explicit SingleBody(SingleBodyParameters p);

  void evaluate(double t, const ConstVector& q, const ConstVector& u, unsigned need,
                Evaluation& out) const override;

  Sketch sketch() const override;
  void place(double t, const ConstVector& q, Placement& out) const override;

  /// The state at t = 0 in which the body stands at an angle over the plane below it (n = (0, 1)), its lowest
  /// contact (the first of several) `height` above the plane, moving with these contact velocities, belt apart.
  MotionState over_ground(double angle, double height, double tangential_velocity,
                          double normal_velocity, double angular_velocity) const;

 private:
  bool first_on_plane(std::size_t contact) const;

  SingleBodyParameters p_;
};

}  // namespace ricochet
