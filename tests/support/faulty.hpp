#pragma once
// Systems and laws that break: from their k-th call on they answer with a number that is not finite.

#include <cmath>
#include <string_view>

#include <ricochet/impact/law.hpp>
#include <ricochet/system/system.hpp>

namespace ricochet::testing {

enum class Fault : unsigned char { forces, gaps, mass, directions, bias, surface };
inline constexpr Fault all_faults[] = {Fault::forces,     Fault::gaps, Fault::mass,
                                       Fault::directions, Fault::bias, Fault::surface};

/// What the message of the run says.
constexpr std::string_view source_of(Fault fault) {
  switch (fault) {
    case Fault::forces: return "forces";
    case Fault::gaps: return "gaps";
    case Fault::mass: return "mass matrix";
    case Fault::directions:
    case Fault::bias:
    case Fault::surface: return "contact directions";
  }
  return "";
}

class FaultySystem final : public MechanicalSystem {
 public:
  FaultySystem(const MechanicalSystem& inner, Fault fault, double value, long from)
      : inner_(inner), fault_(fault), value_(value), from_(from) {
    info_ = inner.info();
    if (fault == Fault::mass) info_.constant_mass = false;  // else it is asked for only once
  }

  void evaluate(double t, const ConstVector& q, const ConstVector& u, unsigned need,
                Evaluation& out) const override {
    inner_.evaluate(t, q, u, need, out);
    if (++calls_ < from_) return;
    // One entry among many: sums and maxima must not lose it.
    const Eigen::Index f = out.h.size(), n = out.gap.size();
    switch (fault_) {
      case Fault::forces: spoil(need, kForces, out.h[calls_ % f]); break;
      case Fault::gaps: spoil(need, kGaps, out.gap[calls_ % n]); break;
      case Fault::mass: spoil(need, kMass, out.M(calls_ % f, calls_ % f)); break;
      case Fault::directions: spoil(need, kContacts, out.W(calls_ % f, calls_ % (2 * n))); break;
      case Fault::bias: spoil(need, kContacts, out.bias[calls_ % (2 * n)]); break;
      case Fault::surface: spoil(need, kContacts, out.surface_velocity[calls_ % (2 * n)]); break;
    }
  }
  void rates(const ConstVector& q, const ConstVector& u,
             Eigen::Ref<Eigen::VectorXd> q_dot) const override {
    inner_.rates(q, u, q_dot);
  }

 private:
  void spoil(unsigned need, unsigned part, double& entry) const {
    if ((need & part) != 0) entry = value_;
  }

  const MechanicalSystem& inner_;
  Fault fault_;
  double value_;
  long from_;
  mutable long calls_ = 0;
};

/// A law that says it has an answer, with a number in it that is none.
class FaultyLaw final : public ImpactLaw {
 public:
  enum class Part : unsigned char { velocity, impulse, energy };
  FaultyLaw(const ImpactLaw& inner, Part part, double value, long from)
      : inner_(inner), part_(part), value_(value), from_(from) {}

  const LawInfo& info() const noexcept override { return inner_.info(); }
  std::string_view refusal(const ContactProblem& problem) const noexcept override {
    return inner_.refusal(problem);
  }
  void resolve(const ContactProblem& problem, ImpactOutcome& out, Workspace& workspace,
               Ask ask) const override {
    inner_.resolve(problem, out, workspace, ask);
    if (++calls_ < from_) return;
    switch (part_) {
      case Part::velocity: out.u[calls_ % out.u.size()] = value_; break;
      case Part::impulse: out.impulse[calls_ % out.impulse.size()] = value_; break;
      case Part::energy: out.energy.dissipation = value_; break;
    }
  }

 private:
  const ImpactLaw& inner_;
  Part part_;
  double value_;
  long from_;
  mutable long calls_ = 0;
};

}  // namespace ricochet::testing
