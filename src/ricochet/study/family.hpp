#pragma once
// A family of systems over one real parameter p, and its periodic orbits with a frozen sequence of events.
//
// Unknowns z = (x, p), x without drifting coordinates in typical sizes, p over the width of its range; N free numbers and
// one. On a branch of orbits
//   F(z) = P(x; p) - x = 0          (N equations, P with the sequence frozen: study/frozen_flow.hpp)
//   c . z = d                       (one more: c = tangent for pseudo-arclength, c = e_p for a fixed parameter)
// solved by Newton's method with dP/dx from the variational equations and dP/dp by central differences. The tangent t of
// the branch solves dF t = 0, |t| = 1.

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include <ricochet/study/orbit.hpp>

namespace ricochet {

/// The system at one value of the parameter, and how it is to be moved.
struct FamilyMember {
  std::unique_ptr<MechanicalSystem> system;
  MotionState start;
  const ImpactLaw* law = nullptr;  ///< outlives the family
  const ImpactLaw* fallback = nullptr;
  SimulationOptions simulation{.tolerance = 1e-12};
  double period = 0.0;    ///< s, of a clock section; it may depend on p
  std::string refusal{};  ///< why there is no such member; empty if there is
};

class SystemFamily {
 public:
  virtual ~SystemFamily() = default;
  virtual FamilyMember at(double p) const = 0;
};

/// An orbit of the frozen sequence at one p.
struct FamilyOrbit {
  double p = 0.0;
  MotionState state;
  Sequence sequence;
  Eigen::VectorXd x;  ///< N, of `state`
  FrozenResult at;    ///< with derivative
  double residual = 0.0;
  std::vector<std::complex<double>> multipliers;
};

class OrbitFamily {
 public:
  /// p: any value that has a member; typical sizes are those of its system.
  OrbitFamily(const SystemFamily& family, const Section& section, const OrbitOptions& options,
              double low, double high, double p);
  /// Why there is no member at p; empty if there is.
  const std::string& refusal() const { return refusal_; }
  double range() const { return high_ - low_; }

  /// The orbit of the motion itself, from a state on the section or (null) from where the member starts.
  Orbit find(double p, const MotionState* start) const;
  FamilyOrbit from(double p, const Orbit& orbit) const;

  Eigen::Index unknowns() const { return static_cast<Eigen::Index>(free_.size()) + 1; }
  Eigen::VectorXd z_of(const FamilyOrbit& orbit) const;
  /// x and p of z into the orbit.
  void place(const Eigen::VectorXd& z, FamilyOrbit& orbit) const;

  /// Newton's method from z with constraint c; starts from, and replaces, `orbit`. Returns the iterations, or -1.
  int correct(const Eigen::VectorXd& z, const Eigen::VectorXd& c, FamilyOrbit& orbit) const;
  /// Unit tangent there that does not point against `along`. Empty if singular.
  Eigen::VectorXd tangent(const FamilyOrbit& orbit, const Eigen::VectorXd& along) const;
  /// Moves to the orbit at which the trigger of a passage only just touches zero. False if not found.
  bool tangency(std::size_t passage, FamilyOrbit& orbit) const;

  /// Margins and ranges of the frozen orbit, and the cycle of the true motion from its state.
  void examine_at(const FamilyOrbit& orbit, Orbit& margins, Cycle& motion) const;

 private:
  struct Member;
  std::unique_ptr<Member> member(double p, int least_at = -1) const;
  /// The map at orbit.p from orbit.x; brings the times of the sequence up to date if asked to.
  bool follow(FamilyOrbit& orbit, bool derivative, FrozenResult& out, int least_at = -1) const;
  Eigen::VectorXd free_part(const Eigen::VectorXd& end, const Eigen::VectorXd& x) const;
  bool bordered(const FamilyOrbit& orbit, const Eigen::VectorXd& c, Eigen::MatrixXd& J) const;

  const SystemFamily& family_;
  Section section_;
  OrbitOptions options_;
  double low_, high_;
  std::string refusal_;
  std::vector<Eigen::Index> free_;
  Eigen::VectorXd scale_;
};

}  // namespace ricochet
