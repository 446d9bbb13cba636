#pragma once
// A linear system in generalized coordinates:
//
//   M u' = force + amplitude sin(w t + phase) - C u - K q + W lambda,     q' = u
//   g_Ni = gap_i + normal_i . q - surface_normal_i t
//   gamma_Ni = normal_i . u - surface_normal_i,   gamma_Ti = tangent_i . u - surface_tangential_i
//
// M, C, K, normal and tangent are constant, so every phase between two events is linear. V = 1/2 q.K q - force.q;
// the amplitude is a given force. K must be symmetric (else there is no V); of C only the symmetric part damps.
// Units are those of the coordinates; SI.
//
// Nothing says what the coordinates mean, so the sketch is a diagram: every coordinate is a block that moves along a
// horizontal rail. A contact of a single coordinate is a stop on its rail; two coordinates whose difference is a gap
// are neighbours on one rail.

#include <Eigen/Core>
#include <string>
#include <vector>

#include <ricochet/system/system.hpp>

namespace ricochet {

struct LinearContact {
  std::string name;
  double gap = 0.0;                     ///< at q = 0, t = 0; m
  Eigen::VectorXd normal{}, tangent{};  ///< columns W_N, W_T; empty means zero
  double surface_normal = 0.0;          ///< m/s, velocity of the surface towards the body
  double surface_tangential = 0.0;      ///< m/s, of a belt
  ContactParameters parameters{};
};

struct LinearParameters {
  Eigen::MatrixXd mass;                ///< f x f, symmetric positive definite
  Eigen::MatrixXd damping, stiffness;  ///< f x f; empty means zero
  Eigen::VectorXd force, amplitude;    ///< f; empty means zero
  double angular_frequency = 0.0;      ///< w, rad/s
  double phase = 0.0;                  ///< rad
  std::vector<LinearContact> contacts;
  std::vector<Quantity> q, u;  ///< empty: q0, q1, ... and u0, u1, ... without unit
  double size = 1.0;           ///< m
  double reach = 0.0;  ///< m, how far the coordinates go, for the blocks of the sketch; 0: size / 2
};

class LinearSystem : public MechanicalSystem {
 public:
  /// Sizes must fit to each other.
  explicit LinearSystem(LinearParameters p);

  void evaluate(double t, const ConstVector& q, const ConstVector& u, unsigned need,
                Evaluation& out) const override;

  /// Frame i is coordinate i; stops that move follow.
  Sketch sketch() const override;
  void place(double t, const ConstVector& q, Placement& out) const override;

 private:
  /// Where blocks and contacts are in the sketch.
  struct Layout {
    double width = 1.0;               ///< m, of a block
    std::vector<Vector2> blocks;      ///< their centres at q = 0
    std::vector<int> next, previous;  ///< neighbours on the rail, -1: none
    struct Touch {
      int block = 0;
      double side =
          1.0;  ///< 1: the contact is at the left face and pushes to the right; -1: the other way
      bool stop = false;   ///< it is a stop on the block's rail
      double speed = 0.0;  ///< m/s, of the stop
    };
    std::vector<Touch> touches;  ///< one per contact
  };
  Layout lay_out() const;
  void add_springs(Sketch& sketch) const;
  void evaluate_forces(double t, const ConstVector& q, const ConstVector& u, Evaluation& out) const;

  LinearParameters p_;
  Eigen::MatrixXd W_;                 ///< f x 2n
  Eigen::VectorXd surface_velocity_;  ///< 2n
  Layout layout_;
};

}  // namespace ricochet
