#include <ricochet/impact/batch.hpp>

#include <optional>

#include <ricochet/impact/brach.hpp>
#include <ricochet/impact/moreau.hpp>
#include <ricochet/impact/one_contact.hpp>
#include <ricochet/impact/poisson.hpp>
#include <ricochet/impact/routh.hpp>
#include <ricochet/impact/stronge_compliant.hpp>
#include <ricochet/impact/walton.hpp>

namespace ricochet {

namespace {

bool sizes_fit(const BatchProblems& p, const BatchAnswers& a) {
  const std::size_t n = p.gN.size();
  for (const auto& span : {p.alpha, p.beta, p.delta, p.gT, p.mu, p.restitution}) {
    if (span.size() != n) return false;
  }
  for (const auto& span : {p.tangential, p.impulse_ratio, p.stiffness_ratio}) {
    if (!span.empty() && span.size() != n) return false;
  }
  return a.L_N.size() == n && a.L_T.size() == n && a.status.size() == n;
}

/// law: (const OneContact&, index) -> OneContactResult.
template <class Law>
void run(const BatchProblems& p, const BatchAnswers& a, Law law) {
  for (std::size_t k = 0; k < p.gN.size(); ++k) {
    OneContact c;
    c.alpha = p.alpha[k];
    c.beta = p.beta[k];
    c.delta = p.delta[k];
    c.gN = p.gN[k];
    c.gT = p.gT[k];
    c.mu = c.mu_static = p.mu[k];
    c.restitution = p.restitution[k];
    c.tangential = p.tangential.empty() ? 0.0 : p.tangential[k];
    const OneContactResult r = law(c, k);
    const bool answered = has_answer(r.status);
    a.L_N[k] = answered ? r.L_N : 0.0;
    a.L_T[k] = answered ? r.L_T : 0.0;
    a.status[k] = r.status;
  }
}

}  // namespace

bool resolve_batch(std::string_view law, const BatchProblems& p, const BatchAnswers& a) {
  if (!sizes_fit(p, a)) return false;
  if (law == "moreau") {
    run(p, a, [](const OneContact& c, std::size_t) { return moreau_one_contact(c); });
  } else if (law == "poisson") {
    run(p, a, [](const OneContact& c, std::size_t) { return poisson_one_contact(c); });
  } else if (law == "routh-newton") {
    run(p, a, [](const OneContact& c, std::size_t) { return routh_newton(c); });
  } else if (law == "routh-poisson") {
    run(p, a, [](const OneContact& c, std::size_t) { return routh_poisson(c); });
  } else if (law == "routh-stronge") {
    run(p, a, [](const OneContact& c, std::size_t) { return routh_stronge(c); });
  } else if (law == "brach") {
    run(p, a, [&p](const OneContact& c, std::size_t k) {
      std::optional<ImpulseRatio> ratio;
      if (!p.impulse_ratio.empty()) ratio = ImpulseRatio{p.impulse_ratio[k], false};
      return brach(c, ratio);
    });
  } else if (law == "walton") {
    run(p, a, [](const OneContact& c, std::size_t) {
      if (walton_applies(c)) return walton(c);
      OneContactResult refused;
      refused.status = Status::not_applicable;
      return refused;
    });
  } else if (law == "stronge-compliant") {
    if (p.stiffness_ratio.empty() && !p.gN.empty()) return false;
    run(p, a, [&p](const OneContact& c, std::size_t k) {
      return stronge_compliant(c, p.stiffness_ratio[k]);
    });
  } else {
    return false;
  }
  return true;
}

}  // namespace ricochet
