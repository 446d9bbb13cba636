#include <ricochet/impact/one_contact_laws.hpp>

#include <algorithm>
#include <cmath>

#include <ricochet/impact/brach.hpp>
#include <ricochet/impact/one_contact.hpp>
#include <ricochet/impact/routh.hpp>
#include <ricochet/impact/stronge_compliant.hpp>
#include <ricochet/impact/walton.hpp>

namespace ricochet {

namespace {

constexpr std::string_view kOneContact = "treats one contact only";
constexpr std::string_view kSelfLocking =
    "self-locking: the contact sticks and its normal velocity no longer changes";

/// Contact velocities after impulses (L_N, L_T).
struct After {
  double gN, gT;
};
After after(const OneContact& c, double L_N, double L_T) {
  return {c.gN + c.alpha * L_N + c.delta * L_T, c.gT + c.delta * L_N + c.beta * L_T};
}

double speed(const OneContact& c) {
  const double v = std::max(std::abs(c.gN), std::abs(c.gT));
  return v > 0.0 ? v : 1.0;
}

/// Cone, sign and no approach at the end; all scaled.
double common_residual(const OneContact& c, const OneContactResult& r, bool cone) {
  const double v = speed(c);
  const double impulse = v / (0.5 * (c.alpha + c.beta));
  const double mu = std::max(c.mu, c.mu_static);
  double worst = std::max(0.0, -r.L_N / impulse);
  if (cone) worst = std::max(worst, (std::abs(r.L_T) - mu * r.L_N) / impulse);
  return std::max(worst, -after(c, r.L_N, r.L_T).gN / v);
}

/// The frame of a one-contact law: refusal, outcome, solutions. Laws fill in the physics.
class OneContactLaw : public ImpactLaw {
 public:
  explicit OneContactLaw(const LawInfo& info) : info_(info) {}
  const LawInfo& info() const noexcept override { return info_; }

  std::string_view refusal(const ContactProblem& problem) const noexcept override {
    if (problem.contacts() != 1) return kOneContact;
    if (!problem.contact.front().possible()) return kImpossible;
    return missing(problem.contact.front(), only_contact(problem));
  }

  void resolve(const ContactProblem& problem, ImpactOutcome& out, Workspace& /*workspace*/,
               Ask ask) const override {
    if (!begin(*this, problem, out)) return;
    const ContactParameters& p = problem.contact.front();
    OneContact c = only_contact(problem);
    const OneContactResult r = answer(p, c, out);
    out.status = r.status;
    if (!has_answer(r.status)) {
      out.message = r.status == Status::no_solution ? no_solution_message(p)
                                                    : "the process does not come to an end";
      return;
    }
    out.impulse[0] = r.L_N;
    out.impulse[1] = r.L_T;
    out.modes[0] = r.mode;
    for (unsigned k = 0; k < r.phase_count; ++k) {
      const OneContactPhase& phase = r.phases[k];
      out.phases.push_back(
          {phase.mode, phase.stage, phase.normal_impulse, phase.tangential_impulse, 0});
    }
    if (r.status == Status::one_of_many && c.gN == 0.0) {
      out.warnings.push_back({WarningId::limit_of_approach, 0, 0.0});
    }
    complete(problem, out);
    if (!has_answer(out.status)) return;
    out.residual = residual(c, r);
    certify(out);
    if (ask == Ask::uniqueness && has_answer(out.status)) list(problem, r, out);
  }

 protected:
  /// Why the parameters do not suffice; empty if they do.
  virtual std::string_view missing(const ContactParameters& p, const OneContact& c) const = 0;
  /// Sets the coefficients of c and applies the law; may add warnings.
  virtual OneContactResult answer(const ContactParameters& p, OneContact& c,
                                  ImpactOutcome& out) const = 0;
  virtual double residual(const OneContact& c, const OneContactResult& r) const = 0;
  virtual std::string_view no_solution_message(const ContactParameters& p) const = 0;

 private:
  static void list(const ContactProblem& problem, const OneContactResult& r, ImpactOutcome& out) {
    ImpactSolution s;
    s.impulse = out.impulse;
    s.gamma = out.gamma;
    s.u = out.u;
    s.modes = out.modes;
    out.solutions.push_back(s);
    if (r.status != Status::one_of_many) return;
    s.impulse << r.other_L_N, r.other_L_T;
    s.gamma = problem.gamma + problem.G * s.impulse;
    if (!problem.in_contact_space()) s.u = problem.u + problem.Minv_W * s.impulse;
    s.modes[0] = r.other_mode;
    out.solutions.push_back(std::move(s));
  }

  LawInfo info_;
};

void warn_if_static_unused(const ContactParameters& p, ImpactOutcome& out) {
  if (p.static_friction() != p.mu)
    out.warnings.push_back({WarningId::static_friction_unused, 0, 0.0});
}

// ---- routh-* -------------------------------------------------------------------------------------

/// Retraces the phases of a process and measures how far it breaks its own rules: gN = 0 at the end of
/// compression, no slip against its direction, no motion in stick, and the law's end condition.
double routh_residual(const OneContact& c, const OneContactResult& r, routh::End end) {
  const double v = speed(c);
  double worst = common_residual(c, r, true);
  double gN = c.gN;
  double gT = c.gT;
  double work[2] = {0.0, 0.0};
  double impulse[2] = {0.0, 0.0};
  const auto check = [&](Mode mode) {
    if (mode == Mode::slip_plus) worst = std::max(worst, -gT / v);
    if (mode == Mode::slip_minus) worst = std::max(worst, gT / v);
    if (mode == Mode::stick) worst = std::max(worst, std::abs(gT) / v);
  };
  for (unsigned k = 0; k < r.phase_count; ++k) {
    const OneContactPhase& phase = r.phases[k];
    const auto stage = static_cast<std::size_t>(phase.stage);
    const bool turns = stage == 1 && (k == 0 || r.phases[k - 1].stage == Stage::compression);
    if (turns) worst = std::max(worst, std::abs(gN) / v);
    const double tau = phase.mode == Mode::slip_plus    ? -c.mu
                       : phase.mode == Mode::slip_minus ? c.mu
                       : phase.mode == Mode::stick      ? -c.delta / c.beta
                                                        : 0.0;
    const double p = phase.normal_impulse;
    check(phase.mode);
    const double next = gN + (c.alpha + c.delta * tau) * p;
    work[stage] += 0.5 * (gN + next) * p;
    impulse[stage] += p;
    gN = next;
    gT += (c.delta + c.beta * tau) * p;
    check(phase.mode);
  }
  switch (end) {
    case routh::End::kinematic:
      return r.L_N > 0.0 ? std::max(worst, std::abs(gN + c.restitution * c.gN) / v) : worst;
    case routh::End::kinetic:
      return std::max(worst, std::abs(impulse[1] - c.restitution * impulse[0]) * c.alpha / v);
    case routh::End::energetic:
      return std::max(worst, std::abs(work[1] + c.restitution * c.restitution * work[0]) /
                                 std::max(v * v / c.alpha, std::abs(work[0])));
  }
  return worst;
}

class Routh final : public OneContactLaw {
 public:
  Routh(const LawInfo& info, routh::End end) : OneContactLaw(info), end_(end) {}

 private:
  const std::optional<double>& coefficient(const ContactParameters& p) const {
    return end_ == routh::End::kinematic ? p.newton
           : end_ == routh::End::kinetic ? p.poisson
                                         : p.energetic;
  }
  std::string_view missing(const ContactParameters& p, const OneContact&) const override {
    if (coefficient(p)) return {};
    return end_ == routh::End::kinematic ? "needs the kinematic coefficient restitution.newton"
           : end_ == routh::End::kinetic ? "needs the kinetic coefficient restitution.poisson"
                                         : "needs the energetic coefficient restitution.energetic";
  }
  OneContactResult answer(const ContactParameters& p, OneContact& c,
                          ImpactOutcome& out) const override {
    c.restitution = *coefficient(p);
    const OneContactResult r = routh::resolve(c, end_);
    if (r.status == Status::one_of_many && r.other_L_N > 0.0) {
      out.warnings.push_back({WarningId::stick_in_static_band, 0, 0.0});
    }
    return r;
  }
  double residual(const OneContact& c, const OneContactResult& r) const override {
    return routh_residual(c, r, end_);
  }
  std::string_view no_solution_message(const ContactParameters&) const override {
    return kSelfLocking;
  }
  routh::End end_;
};

// ---- brach ---------------------------------------------------------------------------------------

class Brach final : public OneContactLaw {
 public:
  using OneContactLaw::OneContactLaw;

 private:
  std::string_view missing(const ContactParameters& p, const OneContact&) const override {
    if (p.newton) return {};
    if (p.impulse_ratio) return "with an impulse_ratio needs restitution.newton";
    if (p.energetic) return {};
    return "needs restitution.newton, or restitution.energetic without an impulse_ratio";
  }
  OneContactResult answer(const ContactParameters& p, OneContact& c,
                          ImpactOutcome& out) const override {
    warn_if_static_unused(p, out);
    c.mu_static = c.mu;
    const bool energetic = !p.newton;
    c.restitution = energetic ? *p.energetic : *p.newton;
    BrachAction action;
    OneContactResult r = brach(c, p.impulse_ratio, energetic, &action);
    if (!std::isnan(action.cut_to_mu0)) {
      out.warnings.push_back({WarningId::ratio_limited_mu0, 0, action.cut_to_mu0});
    }
    if (!std::isnan(action.cut_to_muT)) {
      out.warnings.push_back({WarningId::ratio_limited_muT, 0, action.cut_to_muT});
    }
    if (p.impulse_ratio && r.L_N > 0.0 && std::abs(r.L_T) > c.mu * r.L_N * (1.0 + 1e-12)) {
      out.warnings.push_back({WarningId::cone_violated, 0, std::abs(r.L_T) / r.L_N});
    }
    if (energetic) c.restitution = std::numeric_limits<double>::quiet_NaN();  // no kinematic e
    return r;
  }
  double residual(const OneContact& c, const OneContactResult& r) const override {
    const double common = common_residual(c, r, false);
    if (std::isnan(c.restitution) || r.L_N == 0.0) return common;
    const double gN = after(c, r.L_N, r.L_T).gN;
    return std::max(common, std::abs(gN + c.restitution * c.gN) / speed(c));
  }
  std::string_view no_solution_message(const ContactParameters& p) const override {
    if (!p.impulse_ratio) return kSelfLocking;
    return "the impulse ratio cannot be reached with a compressive normal impulse";
  }
};

// ---- walton --------------------------------------------------------------------------------------

class Walton final : public OneContactLaw {
 public:
  using OneContactLaw::OneContactLaw;

 private:
  std::string_view missing(const ContactParameters& p, const OneContact& c) const override {
    if (!p.newton) return "needs the kinematic coefficient restitution.newton";
    if (!walton_applies(c)) return "is for spheres and discs, which have delta = 0";
    return {};
  }
  OneContactResult answer(const ContactParameters& p, OneContact& c,
                          ImpactOutcome& out) const override {
    warn_if_static_unused(p, out);
    c.mu_static = c.mu;
    c.restitution = *p.newton;
    return walton(c);
  }
  double residual(const OneContact& c, const OneContactResult& r) const override {
    const double common = common_residual(c, r, true);
    if (r.L_N == 0.0) return common;
    return std::max(common, std::abs(after(c, r.L_N, r.L_T).gN + c.restitution * c.gN) / speed(c));
  }
  std::string_view no_solution_message(const ContactParameters&) const override {
    return kSelfLocking;
  }
};

// ---- stronge-compliant ---------------------------------------------------------------------------

class StrongeCompliant final : public OneContactLaw {
 public:
  using OneContactLaw::OneContactLaw;

 private:
  std::string_view missing(const ContactParameters& p, const OneContact&) const override {
    if (!p.energetic) return "needs the energetic coefficient restitution.energetic";
    if (!p.stiffness || !p.tangential_stiffness) return "needs stiffness and tangential_stiffness";
    if (p.exponent != 1.0) return "has linear springs: exponent must be 1";
    return {};
  }
  OneContactResult answer(const ContactParameters& p, OneContact& c,
                          ImpactOutcome& out) const override {
    warn_if_static_unused(p, out);
    c.mu_static = c.mu;
    c.restitution = *p.energetic;
    return stronge_compliant(c, *p.stiffness / *p.tangential_stiffness);
  }
  double residual(const OneContact& c, const OneContactResult& r) const override {
    return common_residual(c, r, true);
  }
  std::string_view no_solution_message(const ContactParameters&) const override {
    return kSelfLocking;
  }
};

}  // namespace

const std::array<const ImpactLaw*, 6>& one_contact_laws() {
  static const Routh newton({"routh-newton",
                             "impulse-space process ended by the kinematic coefficient",
                             "one",
                             "friction, restitution.newton",
                             "Routh 1860; Keller 1986",
                             {.dissipative = false, .inside_cone = true, .unique = true}},
                            routh::End::kinematic);
  static const Routh poisson({"routh-poisson",
                              "impulse-space process ended by the kinetic coefficient",
                              "one",
                              "friction, restitution.poisson",
                              "Routh 1860; Keller 1986",
                              {.dissipative = true, .inside_cone = true, .unique = true}},
                             routh::End::kinetic);
  static const Routh stronge({"routh-stronge",
                              "impulse-space process ended by the energetic coefficient",
                              "one",
                              "friction, restitution.energetic",
                              "Stronge 1990",
                              {.dissipative = true, .inside_cone = true, .unique = true}},
                             routh::End::energetic);
  static const Brach brach(
      {"brach",
       "impulse ratio limited by mu_0 and mu_T, or Coulomb by the sequential procedure",
       "one",
       "restitution.newton (or .energetic), impulse_ratio or friction",
       "Brach 1989, 1993",
       {.dissipative = false, .inside_cone = false, .unique = true}});
  static const Walton walton({"walton",
                              "collision operator of spheres and discs",
                              "one, normal through the centre (delta = 0)",
                              "friction, restitution.newton, restitution.tangential",
                              "Walton 1992",
                              {.dissipative = true, .inside_cone = true, .unique = true}});
  static const StrongeCompliant compliant(
      {"stronge-compliant",
       "lumped normal and tangential compliance, frozen configuration",
       "one",
       "friction, restitution.energetic, stiffness, tangential_stiffness",
       "Stronge, James & Ravani 2001",
       {.dissipative = true, .inside_cone = true, .unique = true}});
  static const std::array<const ImpactLaw*, 6> laws{&newton, &poisson, &stronge,
                                                    &brach,  &walton,  &compliant};
  return laws;
}

}  // namespace ricochet
