#include <ricochet/impact/bowling.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <ricochet/impact/workspace.hpp>

namespace ricochet {

namespace {

using Eigen::Index;

constexpr double kRounding = 1e-12;

/// The impulses of the problem for the unknowns y; a normal impulse that is zero to the accuracy of y is
/// zero, so that none pulls.
void set_impulses(const BowlingReduction& r, const Eigen::VectorXd& y, Eigen::VectorXd& impulse) {
  impulse.setZero();
  for (std::size_t k = 0; k < r.contacts.size(); ++k) {
    const auto row = static_cast<Index>(k);
    double n = r.slip.normal0[row];
    double t = r.slip.tangential0[row];
    for (Index j = 0; j < y.size(); ++j) {
      n += r.slip.normal(row, j) * y[j];
      t += r.slip.tangential(row, j) * y[j];
    }
    if (n <= kRounding * r.slip.impulse) n = 0.0;
    impulse[2 * r.contacts[k]] = n;
    impulse[2 * r.contacts[k] + 1] = t;
  }
}

Mode mode_of(const ContactParameters& c, double L_N, double L_T, double gT, double v_s) {
  if (L_N == 0.0 && L_T == 0.0) return Mode::open;
  if (c.static_friction() == 0.0) return Mode::frictionless;
  return std::abs(gT) <= v_s ? Mode::stick : gT > 0.0 ? Mode::slip_plus : Mode::slip_minus;
}

void set_modes(const ContactProblem& problem, const Eigen::VectorXd& L,
               const Eigen::VectorXd& gamma, double v_s, std::vector<Mode>& modes) {
  modes.resize(problem.contact.size());
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const auto n = static_cast<Index>(2 * k);
    modes[k] = mode_of(problem.contact[k], L[n], L[n + 1], gamma[n + 1], v_s);
  }
}

/// How far the completed outcome is from the conditions of the law.
double residual_of(const ContactProblem& problem, const BowlingReduction& r,
                   const ImpactOutcome& out) {
  const SlipProblem& slip = r.slip;
  double worst = 0.0;
  for (Index i = 0; i < problem.contacts(); ++i) {
    worst = std::max(worst, -out.gamma[2 * i] / slip.speed);
  }
  for (std::size_t k = 0; k < r.contacts.size(); ++k) {
    const Index i = r.contacts[k];
    const double gN = problem.gamma[2 * i];
    const double e = gN > 0.0 ? 0.0 : *problem.contact[static_cast<std::size_t>(i)].newton;
    worst = std::max(worst, std::abs(out.gamma[2 * i] + e * gN) / slip.speed);
    worst = std::max(worst, -out.impulse[2 * i] / slip.impulse);
    const auto row = static_cast<Index>(k);
    if (slip.unknowns() == 0 || slip.mu_static[row] == 0.0) continue;
    // The friction curve is so steep that mu is taken at the velocity found, not at its rounded image.
    const double v = slip.velocity0[row] + slip.velocity.row(row).dot(r.y);
    const double over =
        slip.friction(row, v) * out.impulse[2 * i] - std::abs(out.impulse[2 * i + 1]);
    worst = std::max({worst, over / slip.impulse, std::abs(out.gamma[2 * i + 1] - v) / slip.speed});
  }
  return worst;
}

void list(const ContactProblem& problem, const Eigen::VectorXd& impulse, double v_s,
          ImpactOutcome& out) {
  ImpactSolution s;
  s.impulse = impulse;
  s.gamma = problem.gamma + problem.G * impulse;
  if (!problem.in_contact_space()) s.u = problem.u + problem.Minv_W * impulse;
  set_modes(problem, impulse, s.gamma, v_s, s.modes);
  out.solutions.push_back(std::move(s));
}

/// Contacts with gN- <= 0, if one approaches.
void find_contacts(const ContactProblem& problem, std::vector<Index>& contacts) {
  contacts.clear();
  bool approach = false;
  for (Index i = 0; i < problem.contacts(); ++i) {
    if (problem.gamma[2 * i] <= 0.0) contacts.push_back(i);
    approach = approach || problem.gamma[2 * i] < 0.0;
  }
  if (!approach) contacts.clear();
}

/// Contacts left out that would end approaching take part from now on. True if there are any.
bool add_approaching(const ContactProblem& problem, const Eigen::VectorXd& impulse, double speed,
                     std::vector<Index>& contacts) {
  const std::size_t known = contacts.size();
  for (Index i = 0; i < problem.contacts(); ++i) {
    const auto end = contacts.begin() + static_cast<std::ptrdiff_t>(known);
    if (std::find(contacts.begin(), end, i) != end) continue;
    const double gN = problem.gamma[2 * i] + problem.G.col(2 * i).dot(impulse);
    if (gN < -kRounding * speed) contacts.push_back(i);
  }
  return contacts.size() > known;
}

struct Minimum {
  Status status = Status::undecided;
  bool several = false;
};

/// The unknowns of the answer in r.y; of another that is as low in r.other_y.
Minimum minimise(BowlingReduction& r) {
  const Index k = r.slip.unknowns();
  r.y.setZero(k);
  if (k == 0) {
    const bool presses = !(r.slip.normal0.minCoeff() < -kRounding * r.slip.impulse);
    return {presses ? Status::unique : Status::no_solution};
  }
  if (k > 1) return {minimise_many(r.slip, r.y) ? Status::solved : Status::undecided};
  const SlipAnswer answer = minimise_one(r.slip, r.scratch);
  if (!answer.found) return {answer.complete ? Status::no_solution : Status::undecided};
  r.y[0] = answer.y;
  r.other_y.setConstant(1, answer.other);
  if (!answer.complete) return {Status::solved};
  return {answer.several ? Status::one_of_many : Status::unique, answer.several};
}

void warn(const ContactProblem& problem, const BowlingReduction& r, ImpactOutcome& out) {
  if (r.choice) {
    for (const Index i : r.objective) {
      out.warnings.push_back({WarningId::objective_choice, i, 0.0});
    }
  }
  for (const Index i : r.contacts) {
    const ContactParameters& c = problem.contact[static_cast<std::size_t>(i)];
    const double n = out.impulse[2 * i];
    const double t = std::abs(out.impulse[2 * i + 1]);
    if (t > c.static_friction() * n * (1.0 + 1e-12) + 1e-12 * r.slip.impulse) {
      const double ratio = n > 0.0 ? t / n : std::numeric_limits<double>::infinity();
      out.warnings.push_back({WarningId::cone_violated, i, ratio});
    }
    if (problem.gamma[2 * i] > 0.0 && *c.newton > 0.0) {
      out.warnings.push_back({WarningId::restitution_ignored, i, 0.0});
    }
  }
}

void fail(ImpactOutcome& out, Status status, std::string_view message) {
  out.impulse.setZero();
  out.status = status;
  out.message = message;
}

}  // namespace

const LawInfo& Bowling::info() const noexcept {
  static const LawInfo info{"bowling",
                            "rigid-body velocity constraints, Newton restitution, least sliding by "
                            "constrained minimisation",
                            "any",
                            "friction (static and kinetic), restitution.newton",
                            "Rodriguez & Bowling 2011",
                            {.dissipative = false, .inside_cone = false, .unique = false}};
  return info;
}

std::string_view Bowling::refusal(const ContactProblem& problem) const noexcept {
  for (const ContactParameters& c : problem.contact) {
    if (!c.possible()) return kImpossible;
    if (!c.newton) return "needs the kinematic coefficient restitution.newton at every contact";
  }
  if (!(options_.slip_speed > 0.0 && options_.slip_exponent > 0.0)) {
    return "needs a slip speed and a slip exponent > 0";
  }
  for (const Index i : options_.objective) {
    if (i < 0 || i >= problem.contacts()) return "the objective names a contact that is not there";
  }
  return {};
}

void Bowling::resolve(const ContactProblem& problem, ImpactOutcome& out, Workspace& w,
                      Ask ask) const {
  out.reset(problem);
  out.message = refusal(problem);
  if (!out.message.empty()) {
    out.status = Status::not_applicable;
    return;
  }
  if (!problem.G.allFinite() || !problem.gamma.allFinite()) {
    fail(out, Status::non_finite, "the data are not finite");
    return;
  }
  BowlingReduction& r = w.bowling;
  find_contacts(problem, r.contacts);
  Minimum minimum{Status::unique};
  bool more = !r.contacts.empty();
  while (more) {
    switch (reduce(problem, options_, r)) {
      case Reduced::posed: break;
      case Reduced::incompatible:
        fail(
            out, Status::no_solution,
            "the normal velocities -e gN- contradict the velocity constraints of the rigid bodies");
        return;
      case Reduced::objective_not_free:
        fail(out, Status::not_applicable,
             "the objective names a contact whose tangential velocity is not free");
        return;
    }
    if (!r.affine.allFinite()) {
      fail(out, Status::non_finite, "the numbers overflow");
      return;
    }
    minimum = minimise(r);
    if (!has_answer(minimum.status)) {
      const std::string_view pulls = "the velocities after the impact need a pulling impulse";
      const std::string_view empty = "no tangential velocity satisfies (29) with pressing impulses";
      const bool proved = minimum.status == Status::no_solution;
      fail(out, minimum.status,
           !proved                  ? "no solution found, and non-existence not proved"
           : r.slip.unknowns() == 0 ? pulls
                                    : empty);
      return;
    }
    set_impulses(r, r.y, out.impulse);
    more = add_approaching(problem, out.impulse, r.slip.speed, r.contacts);
  }
  out.status = minimum.status;
  complete(problem, out);
  if (!has_answer(out.status)) return;
  if (!r.contacts.empty()) {
    set_modes(problem, out.impulse, out.gamma, options_.slip_speed, out.modes);
    out.residual = residual_of(problem, r, out);
    if (!(out.residual <= 1e-8)) {
      out.status = Status::not_converged;
      out.message = "the conditions of the law are not met to 1e-8";
      return;
    }
    warn(problem, r, out);
  }
  if (ask == Ask::answer) return;
  list(problem, out.impulse, options_.slip_speed, out);
  if (minimum.several) {
    Eigen::VectorXd impulse(out.impulse.size());
    set_impulses(r, r.other_y, impulse);
    list(problem, impulse, options_.slip_speed, out);
  }
}

}  // namespace ricochet
