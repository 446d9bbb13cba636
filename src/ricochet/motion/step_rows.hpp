#pragma once
// What one step of time stepping needs of a mechanical system, as lists: no matrix with a column per contact.
//
//   acceleration = M^-1 h                            f
//   rows 2i, 2i+1    W_N, W_T of the i-th contact in the list, rows 2n+j   column j of J
//   response         the same rows times M^-1
//   surface          v_s, v_J, in the order of the rows
//
// Letters, signs and units as in system/system.hpp; the form of the rows is that of lcp/sparse_coulomb.hpp.

#include <Eigen/Core>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <ricochet/system/system.hpp>

namespace ricochet {

struct StepRows {
  /// Numbers of the contacts in the list: those of info().contacts, or, of a crowded system, those of
  /// Neighbourhood::known().
  std::vector<int> contact{};
  std::vector<int> feature{};
  std::vector<double> gap{};
  std::vector<double> joint_gap{};
  std::vector<int> start{}, index{};
  std::vector<double> value{}, response{}, surface{};

  void clear();
  /// Takes the i-th contact out of the list.
  void drop(std::size_t i);
  /// Leaves of the contacts' rows only the normal ones, and the tangential ones of those that are marked.
  void keep_normals(std::span<const unsigned char> tangential = {});
  void add_joint(double joint_gap_of, double velocity);
};

/// A system as such lists. No call allocates once arrays have grown, but for those that gather the contacts of a crowded
/// system anew.
class StepSource {
 public:
  virtual ~StepSource() = default;

  /// At the start of a motion: numbers and counts begin anew.
  virtual void start(double t, const ConstVector& q) = 0;

  /// Forces, the rows of all contacts with a gap of at most `reach` and of those in `also` unless they are far away, and
  /// those of all joints.
  virtual void look(double t, const ConstVector& q, const ConstVector& u, double reach,
                    std::span<const int> also, StepRows& rows) = 0;
  /// The rows of these contacts, all of them rows of the last look(), unless they are far away now, and of all joints;
  /// no forces.
  virtual void look_at(std::span<const int> contacts, double t, const ConstVector& q,
                       const ConstVector& u, StepRows& rows) = 0;
  /// Gaps of contacts that are not near are not below this, m.
  virtual double reach() const { return std::numeric_limits<double>::infinity(); }
  /// All gaps; of contacts that are not near, the reach of the neighbourhood.
  virtual void gaps(double t, const ConstVector& q, const ConstVector& u, Eigen::VectorXd& gap) = 0;
  /// Kinetic and potential energy, J.
  virtual double kinetic(double t, const ConstVector& q, const ConstVector& u) = 0;
  virtual double potential(double t, const ConstVector& q, const ConstVector& u) = 0;

  /// What the numbers of contacts stand for: as many as there are so far. They may become more with every look().
  virtual const std::vector<ContactInfo>& contacts() const = 0;

  // Of the last look():
  const Eigen::VectorXd& acceleration() const { return a_; }
  double damping_power() const { return e_.damping_power; }
  double force_power() const { return e_.force_power; }
  long evaluations() const { return evaluations_; }

 protected:
  Eigen::VectorXd a_;
  Evaluation e_;
  long evaluations_ = 0;
};

/// The source that suits the system: bodies by their own rows, others by dense evaluation.
std::unique_ptr<StepSource> step_source(const MechanicalSystem& system);

}  // namespace ricochet
