#pragma once
// Three mechanisms in as many coordinates as they have degrees of freedom, by hand, without joints: what bodies held
// together by joints are compared with. Gravity g points down; SI units, angles in rad, counter-clockwise.
//
// DoublePendulum. Two rods; e(phi) = (sin phi, -cos phi) points down at phi = 0. Rod 1 hangs from the origin, rod 2
// from its end at l1; s_i from a rod's upper hinge to its centre of mass, m_i, I_i about it; tip at l1 e1 + l2 e2.
//   M11 = m1 s1^2 + I1 + m2 l1^2    M12 = m2 l1 s2 cos(phi1 - phi2)    M22 = m2 s2^2 + I2
//   h1 = -m2 l1 s2 sin(phi1 - phi2) phi2'^2 - (m1 s1 + m2 l1) g sin phi1
//   h2 = +m2 l1 s2 sin(phi1 - phi2) phi1'^2 - m2 s2 g sin phi2
//
// One degree of freedom, phi the angle of the crank: bodies at c_i(phi), turned by theta_i(phi). With ' for d/dphi here,
//   mu = sum m_i c_i'.c_i' + I_i theta_i'^2      M = mu,  h = -1/2 (d mu / d phi) omega^2 - sum m_i g c_iy'
//   d mu / d phi = 2 sum m_i c_i'.c_i'' + I_i theta_i' theta_i''
//
// SliderCrank. Crank of the length a about the origin, rod of the length b, slider on the line y = d, right of the
// crank; psi the angle of the rod:  a sin phi + b sin psi = d,  slider at x = a cos phi + b cos psi.
//
// FourBar. Crank a about the origin, coupler b at the angle theta, rocker c at psi about (d, 0):
//   a e(phi) + b e(theta) = (d, 0) + c e(psi)       with e(x) = (cos x, sin x), coupler above the line of the crank's
//   end and the rocker's pivot.
//
// Both: the centre of mass of crank, rod, coupler and rocker is in the middle of the bar, its x axis along it.
//
// Contact, of all three: a point P of the last body against a half-plane with the unit normal n, t = n turned by
// -90 degrees:  g_N = n.(P - P0), W = (n, t).dP/dq, bias = (n, t).(d^2 P/dq^2 u^2).

#include <array>
#include <utility>

#include <ricochet/system/bodies.hpp>
#include <ricochet/system/state.hpp>

namespace ricochet::testing {

inline constexpr double kWeight = 9.81;  ///< g, m/s^2

struct Inertia {
  double mass = 1.0, moment = 1.0;  ///< kg; kg m^2 about the centre of mass
};

/// A mechanism that can say where its bodies are.
class Mechanism : public MechanicalSystem {
 public:
  explicit Mechanism(Ground stop, const ContactParameters& contact);
  /// q and u of all bodies, three each.
  virtual MotionState bodies(const ConstVector& q, const ConstVector& u) const = 0;
  const Ground& stop() const { return stop_; }

 protected:
  /// The contact of a point, dP/dq in its columns, and of its acceleration without u'.
  void write_contact(unsigned need, const Vector2& point,
                     const Eigen::Ref<const Eigen::MatrixXd>& slope, const Vector2& rest,
                     Evaluation& out) const;
  Ground stop_;
};

struct DoublePendulumData {
  std::array<double, 2> length{0.6, 0.5};  ///< l1, l2
  std::array<double, 2> centre{0.3, 0.2};  ///< s1, s2
  std::array<Inertia, 2> rod{{{1.2, 0.04}, {0.7, 0.02}}};
};

class DoublePendulum final : public Mechanism {
 public:
  DoublePendulum(const DoublePendulumData& data, Ground stop, const ContactParameters& contact);
  void evaluate(double t, const ConstVector& q, const ConstVector& u, unsigned need,
                Evaluation& out) const override;
  MotionState bodies(const ConstVector& q, const ConstVector& u) const override;
  const DoublePendulumData& data() const { return d_; }

 private:
  DoublePendulumData d_;
};

/// x, y, angle of a body, and their first and second derivatives by the angle of the crank.
struct CrankPose {
  Eigen::Vector3d at, first, second;
};

class CrankMechanism : public Mechanism {
 public:
  CrankMechanism(const std::array<Inertia, 3>& inertia, const Vector2& point, Ground stop,
                 const ContactParameters& contact);
  void evaluate(double t, const ConstVector& q, const ConstVector& u, unsigned need,
                Evaluation& out) const override;
  MotionState bodies(const ConstVector& q, const ConstVector& u) const override;
  virtual std::array<CrankPose, 3> poses(double phi) const = 0;
  const std::array<Inertia, 3>& inertia() const { return inertia_; }
  const Vector2& point() const { return point_; }  ///< of the last body that strikes

 private:
  std::array<Inertia, 3> inertia_;
  Vector2 point_;
};

struct CrankData {
  double a = 0.1, b = 0.3, d = 0.02;
  double c = 0.0;  ///< of the four-bar linkage
};

class SliderCrank final : public CrankMechanism {
 public:
  SliderCrank(const CrankData& data, const std::array<Inertia, 3>& inertia, const Vector2& point,
              Ground stop, const ContactParameters& contact)
      : CrankMechanism(inertia, point, std::move(stop), contact), d_(data) {}
  std::array<CrankPose, 3> poses(double phi) const override;
  const CrankData& data() const { return d_; }

 private:
  CrankData d_;
};

class FourBar final : public CrankMechanism {
 public:
  FourBar(const CrankData& data, const std::array<Inertia, 3>& inertia, const Vector2& point,
          Ground stop, const ContactParameters& contact)
      : CrankMechanism(inertia, point, std::move(stop), contact), d_(data) {}
  std::array<CrankPose, 3> poses(double phi) const override;
  const CrankData& data() const { return d_; }

 private:
  CrankData d_;
};

}  // namespace ricochet::testing
