#pragma once
// A mechanical system with unilateral contacts, at a state:
//
//   M(q) u' = h(t, q, u) + W lambda + J kappa,     q' = B(q) u  (as a rule q' = u)
//   gamma  = W^T u - v_s                 contact velocities
//   gamma' = W^T u' + bias               contact accelerations, bias = W'^T u - v_s'
//   g_J(t, q) = 0                        joints, m equations that always hold, with
//   g_J'   = J^T u - v_J                 v_J the velocity of a motor or other prescribed motion
//   g_J''  = J^T u' + joint_bias         joint_bias = J'^T u - v_J'
//
// n contacts, f degrees of freedom. Contact directions are ordered normal, tangential per contact: column 2i of
// W is W_Ni, column 2i+1 is W_Ti; gamma, lambda (forces), v_s (velocity of the surface: belt, vibrating table)
// and bias likewise. g_N >= 0 is open, gamma_N = g_N' as long as the contact is open or closed; lambda_N >= 0.
//
// Energy. T = 1/2 u.M u; V(t, q) is the potential energy of everything in h that has one. The rest of h does
// work with two powers: damping_power <= 0 (dampers) and force_power (given forces):
//   (T + V)' = damping_power + force_power + lambda . (gamma + v_s) + kappa . v_J
// SI units: kg, m, s, rad, N, J.
//
// A new kind of system derives from MechanicalSystem, fills `info_` once and writes evaluate(): docs/motion.md
// has an example. evaluate() is called many times per step: it must not allocate. sketch() and place() say how it
// looks (sketch.hpp).

#include <Eigen/Core>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <ricochet/contact/parameters.hpp>
#include <ricochet/system/sketch.hpp>

namespace ricochet {

/// A coordinate or velocity: its name in files and tables, its unit, and a typical magnitude (> 0) that
/// errors are measured against when the value itself is small.
struct Quantity {
  std::string name;
  std::string unit;
  double scale = 1.0;
};

struct ContactInfo {
  std::string name;
  ContactParameters parameters;
  /// The surface has an end, round which a point can get behind it: a gap that is suddenly far below zero did not
  /// close, and counts again once it is positive.
  bool bounded = false;
  /// The gap is a linear function of the coordinates and time (a disc on a plane): between two impacts it turns only
  /// with the forces, and steps need not be shortened for fear of missing a touch.
  bool straight = false;
  /// m, of the smaller of the two things that touch: while they move by much less, the gap does not come and go. Not
  /// larger than the size of the system counts.
  double extent = std::numeric_limits<double>::infinity();
};

/// One equation of a joint. Equations may depend on each other (two hinges on one axis): as long as they do not
/// contradict each other that is no fault.
struct JointInfo {
  std::string name;  ///< `hinge.x`
  std::string unit;  ///< of g_J: m or rad
};

/// What does not change during a motion.
struct SystemInfo {
  std::vector<Quantity> q;            ///< coordinates
  std::vector<Quantity> u;            ///< velocities, f of them
  std::vector<ContactInfo> contacts;  ///< n
  std::vector<JointInfo> joints{};    ///< m
  double size = 1.0;           ///< m, a typical length of the bodies; gaps are judged against it
  bool constant_mass = false;  ///< M is the same at every state
  bool crowded = false;        ///< more contacts are possible than are listed (neighbourhood.hpp)
  bool edges = false;          ///< surfaces have features (Evaluation::hold)
  double largest_step = 0.0;   ///< s, so that no given motion is stepped over; 0 = no limit
};

/// What evaluate() is asked for. Flags, to be joined by |.
enum Need : unsigned {
  kMass = 1,      ///< M
  kForces = 2,    ///< h, damping_power, force_power
  kGaps = 4,      ///< gap
  kContacts = 8,  ///< W, surface_velocity, bias
  kPotential = 16,
  kJoints = 32,  ///< J, joint_gap, joint_velocity, joint_bias
  kEverything = 63
};

/// A surface is made of features: edges (flat), corners and arcs. This one: the nearest.
inline constexpr int kNearestFeature = -1;
/// None: another contact stands for this one here. Its gap is the size, its rates are zero.
inline constexpr int kShadowed = -2;

/// The arrays evaluate() fills; sized once by fit().
///
/// Features of surfaces with edges: a contact's gap, normal and bias are those of the feature that is nearest, unless
/// the caller holds one: then those of that feature, continued beyond its ends, so that a motion on it is smooth, and
/// `inside` says where it ends. Systems whose surfaces have no ends leave all three alone.
struct Evaluation {
  Eigen::MatrixXd M;                 ///< f x f, symmetric positive definite
  Eigen::VectorXd h;                 ///< f
  Eigen::VectorXd gap;               ///< n, m
  Eigen::MatrixXd W;                 ///< f x 2n
  Eigen::VectorXd surface_velocity;  ///< 2n, m/s
  Eigen::VectorXd bias;              ///< 2n, m/s^2
  Eigen::MatrixXd J;                 ///< f x m
  Eigen::VectorXd joint_gap;         ///< m, g_J
  Eigen::VectorXd joint_velocity;    ///< m, v_J
  Eigen::VectorXd joint_bias;        ///< m
  std::vector<int> hold;             ///< n, read: the feature to look at, or kNearestFeature
  std::vector<int> feature;          ///< n, written with kGaps: that was looked at
  Eigen::VectorXd
      inside;  ///< n, m, with kGaps: how far the foot is from the nearest end of the feature; negative: beyond
  double damping_power = 0.0;  ///< W, <= 0
  double force_power = 0.0;    ///< W
  double potential = 0.0;      ///< J

  /// Sizes everything for the system, all zero.
  void fit(const SystemInfo& info) {
    const auto f = static_cast<Eigen::Index>(info.u.size());
    const auto n = static_cast<Eigen::Index>(info.contacts.size());
    M.setZero(f, f);
    h.setZero(f);
    gap.setZero(n);
    W.setZero(f, 2 * n);
    surface_velocity.setZero(2 * n);
    bias.setZero(2 * n);
    const auto m = static_cast<Eigen::Index>(info.joints.size());
    J.setZero(f, m);
    joint_gap.setZero(m);
    joint_velocity.setZero(m);
    joint_bias.setZero(m);
    hold.assign(info.contacts.size(), kNearestFeature);
    feature.assign(info.contacts.size(), kNearestFeature);
    inside.setConstant(n, std::numeric_limits<double>::infinity());
  }
};

class Neighbourhood;  // neighbourhood.hpp

/// A state vector, seen without copying.
using ConstVector = Eigen::Ref<const Eigen::VectorXd>;

class MechanicalSystem {
 public:
  virtual ~MechanicalSystem() = default;

  const SystemInfo& info() const { return info_; }
  /// Replaces what a contact is made of; not during a motion.
  void set_contact(Eigen::Index contact, const ContactParameters& parameters) {
    info_.contacts[static_cast<std::size_t>(contact)].parameters = parameters;
  }
  Eigen::Index coordinates() const { return static_cast<Eigen::Index>(info_.q.size()); }
  Eigen::Index dofs() const { return static_cast<Eigen::Index>(info_.u.size()); }
  Eigen::Index contacts() const { return static_cast<Eigen::Index>(info_.contacts.size()); }
  Eigen::Index joints() const { return static_cast<Eigen::Index>(info_.joints.size()); }

  /// Fills what `need` asks for; `out` was fitted to info(). Entries that are zero at every state (of M, W, ...)
  /// need not be written: nobody else writes them. Must be defined a little past every contact (gap < 0).
  virtual void evaluate(double t, const ConstVector& q, const ConstVector& u, unsigned need,
                        Evaluation& out) const = 0;

  /// q' = B(q) u.
  virtual void rates(const ConstVector& q, const ConstVector& u,
                     Eigen::Ref<Eigen::VectorXd> q_dot) const {
    (void)q;
    q_dot = u;
  }

  /// Of a system with many contacts, perhaps more than info() lists; null: they are few, and all are listed.
  virtual std::unique_ptr<Neighbourhood> neighbourhood() const;

  /// The same system listing these contacts, by their names, of all that are possible; null: info() lists all.
  virtual std::unique_ptr<MechanicalSystem> with_contacts(
      std::span<const std::string> names) const {
    (void)names;
    return nullptr;
  }

  /// How it looks; empty: nothing to draw.
  virtual Sketch sketch() const { return {}; }
  /// Where the frames of the sketch and the contacts are; both lists are empty if the sketch is. Allocates only
  /// while `out` is not yet of its size.
  virtual void place(double t, const ConstVector& q, Placement& out) const {
    (void)t;
    (void)q;
    out.fit(0, 0);
  }

 protected:
  SystemInfo info_;
};

}  // namespace ricochet
