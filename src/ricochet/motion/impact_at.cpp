#include <ricochet/motion/impact_at.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace ricochet {

namespace {

using Eigen::Index;

constexpr double kNudge =
    1e-9;  // approach over tangential speed, where a limit of vanishing approach is sought
constexpr double kNothing =
    1e-7;  // an impulse below this part of what would stop the sliding is none

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

bool finite(const ImpactOutcome& o) {
  return o.u.allFinite() && o.impulse.allFinite() && std::isfinite(o.energy.dissipation);
}

EndReason reason_of(Status status) {
  if (status == Status::non_finite) return EndReason::non_finite;
  if (status == Status::not_converged) return EndReason::tolerance;
  return EndReason::no_solution;
}

}  // namespace

ImpactAt::ImpactAt(const MechanicalSystem& system, const ImpactLaw& law, const ImpactLaw* fallback)
    : system_(system), law_(law), fallback_(fallback), answered_by_(&law) {}

void ImpactAt::choose_participants(ContactDynamics& dynamics, std::span<const Index> touching,
                                   std::span<const Index> colliding) {
  participants_.assign(touching.begin(), touching.end());
  if (touching.size() == colliding.size()) return;
  dynamics.contact_space(touching, G_, b_);
  const std::size_t m = touching.size();
  std::vector<unsigned char> reached(m, 0);
  std::vector<std::size_t> front;
  for (std::size_t i = 0; i < m; ++i) {
    if (std::find(colliding.begin(), colliding.end(), touching[i]) == colliding.end()) continue;
    reached[i] = 1;
    front.push_back(i);
  }
  while (!front.empty()) {
    const auto i = static_cast<Index>(front.back());
    front.pop_back();
    for (std::size_t j = 0; j < m; ++j) {
      const auto k = static_cast<Index>(j);
      const double size = std::sqrt(G_(2 * i, 2 * i) * G_(2 * k, 2 * k));
      if (reached[j] != 0 || G_.block<2, 2>(2 * i, 2 * k).cwiseAbs().maxCoeff() <= 1e-14 * size) {
        continue;
      }
      reached[j] = 1;
      front.push_back(j);
    }
  }
  participants_.clear();
  for (std::size_t i = 0; i < m; ++i) {
    if (reached[i] != 0) participants_.push_back(touching[i]);
  }
}

void ImpactAt::pose(ContactDynamics& dynamics, std::span<const double> x,
                    std::span<const Mode> modes, double more_friction) {
  const Evaluation& e = dynamics.evaluation();
  const auto m = static_cast<Index>(participants_.size());
  const Index f = system_.dofs();
  problem_.M = e.M;
  problem_.u = Eigen::Map<const Eigen::VectorXd>(x.data() + system_.coordinates(), f);
  problem_.W.resize(f, 2 * m);
  problem_.surface_velocity.resize(2 * m);
  problem_.gamma.resize(2 * m);
  problem_.contact.resize(at(m));
  unfelt_.resize(at(m));
  for (Index i = 0; i < m; ++i) {
    const Index contact = participants_[at(i)];
    problem_.W.middleCols<2>(2 * i) = e.W.middleCols<2>(2 * contact);
    problem_.surface_velocity.segment<2>(2 * i) = e.surface_velocity.segment<2>(2 * contact);
    problem_.gamma.segment<2>(2 * i) = dynamics.gamma().segment<2>(2 * contact);
    if (modes[at(contact)] != Mode::open) problem_.gamma[2 * i] = 0.0;
    if (modes[at(contact)] == Mode::stick) problem_.gamma[2 * i + 1] = 0.0;
    problem_.contact[at(i)] = system_.info().contacts[at(contact)].parameters;
    problem_.contact[at(i)].mu *= 1.0 + more_friction;
    problem_.contact[at(i)].mu_static *= 1.0 + more_friction;
    unfelt_[at(i)] = 0.0;
    if (dynamics.blocked(2 * contact + 1)) {
      unfelt_[at(i)] = problem_.contact[at(i)].mu;
      problem_.contact[at(i)].mu = problem_.contact[at(i)].mu_static = 0.0;
    }
  }
  problem_.Minv_W = problem_.W;
  for (Index c = 0; c < 2 * m; ++c) dynamics.solve_mass(problem_.Minv_W.col(c));
  problem_.G.resize(2 * m, 2 * m);
  for (Index c = 0; c < 2 * m; ++c) {
    for (Index r = 0; r <= c; ++r) {
      problem_.G(r, c) = problem_.G(c, r) = problem_.W.col(r).dot(problem_.Minv_W.col(c));
    }
  }
}

/// Asks the law, then the fallback.
bool ImpactAt::answered(bool collisionless) {
  const auto small = [&] {
    const CoulombScale scale = [&] {
      CoulombScale s;
      s.velocity = problem_.gamma.cwiseAbs().maxCoeff();
      s.impulse = s.velocity / problem_.G.diagonal().maxCoeff();
      return s;
    }();
    return !(outcome_.impulse.cwiseAbs().maxCoeff() > kNothing * scale.impulse);
  };
  for (const ImpactLaw* law : {&law_, fallback_}) {
    if (law == nullptr) break;
    law->resolve(problem_, outcome_, workspace_);
    answered_by_ = law;
    if (has_answer(outcome_.status) && !finite(outcome_)) {
      outcome_.status = Status::non_finite;
      outcome_.message = "its answer is not finite";
    }
    const bool found = has_answer(outcome_.status);
    if (found && !(collisionless && small())) return true;
    if (law == &law_) {
      reason_ = found ? EndReason::no_solution : reason_of(outcome_.status);
      message_ =
          found ? fmt::format("sliding is inconsistent and {} gives no impulse", law->info().name)
                : fmt::format("the impact has no answer under {} ({}: {})", law->info().name,
                              to_string(outcome_.status), outcome_.message);
    }
  }
  return false;
}

bool ImpactAt::resolve(ContactDynamics& dynamics, std::span<const double> x,
                       std::span<const Index> touching, std::span<const Index> colliding,
                       std::span<const Mode> modes, bool collisionless, double more_friction) {
  choose_participants(dynamics, touching, colliding);
  pose(dynamics, x, modes, more_friction);
  // One contact: the laws know the limit themselves, exactly.
  bool found = (collisionless && participants_.size() > 1) ? false : answered(collisionless);
  unresolved_ = 0.0;
  if (!found && collisionless) {
    const double speed = problem_.gamma.cwiseAbs().maxCoeff();
    unresolved_ = 10.0 * kNudge * speed;
    const Eigen::VectorXd gamma = problem_.gamma;
    dynamics.contact_space(participants_, G_, b_);
    problem_.gamma += kNudge * speed / b_.cwiseAbs().maxCoeff() * b_;
    found = answered(true);
    if (!found) {
      problem_.gamma = gamma;
      for (Index i = 0; i < problem_.contacts(); ++i) {
        problem_.gamma[2 * i] = -kNudge * std::abs(problem_.gamma[2 * i + 1]);
      }
      found = answered(true);
    }
  }
  if (!found) return false;
  impulse_.setZero(2 * system_.contacts());
  belt_work_ = motion_work_ = 0.0;
  dissipation_ = outcome_.energy.dissipation;
  for (Index i = 0; i < problem_.contacts(); ++i) {
    auto L = outcome_.impulse.segment<2>(2 * i);
    const double slides = problem_.gamma[2 * i + 1];
    if (unfelt_[at(i)] > 0.0 && slides != 0.0) {
      L[1] = std::copysign(unfelt_[at(i)] * L[0], -slides);
      dissipation_ -= L[1] * slides;
    }
    impulse_.segment<2>(2 * participants_[at(i)]) = L;
    motion_work_ += L[0] * problem_.surface_velocity[2 * i];
    belt_work_ += L[1] * problem_.surface_velocity[2 * i + 1];
  }
  if (dynamics.driven()) {  // u_J . (M (u+ - u-) - W L)
    const Eigen::VectorXd jump = outcome_.u - problem_.u;
    motion_work_ += dynamics.joint_drive().dot(problem_.M * jump - problem_.W * outcome_.impulse);
  }
  for (Warning& warning : outcome_.warnings) {
    if (concerns_a_contact(warning.id)) warning.contact = participants_[at(warning.contact)];
  }
  return true;
}

}  // namespace ricochet
