#include <ricochet/impact/bowling.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <ricochet/impact/workspace.hpp>

namespace ricochet {

namespace {

using Eigen::Index;

constexpr double kRounding = 1e-12;

/// The impulses of the contacts of a part for its unknowns y; a normal impulse that is zero to the
/// accuracy of y is zero, so that none pulls.
void set_impulses(const BowlingReduction& r, const Eigen::VectorXd& y, Eigen::VectorXd& impulse) {
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
double residual_of(const ContactProblem& problem, const BowlingWorkspace& w,
                   const ImpactOutcome& out) {
  const double speed = w.part.slip.speed;
  const double impulse = w.part.slip.impulse;
  double worst = 0.0;
  for (Index i = 0; i < problem.contacts(); ++i) worst = std::max(worst, -out.gamma[2 * i] / speed);
  for (const Index i : w.contacts) {
    const double gN = problem.gamma[2 * i];
    const double e = gN > 0.0 ? 0.0 : *problem.contact[static_cast<std::size_t>(i)].newton;
    worst = std::max(worst, std::abs(out.gamma[2 * i] + e * gN) / speed);
    worst = std::max(worst, -out.impulse[2 * i] / impulse);
    if (w.friction[i] < 0.0) continue;
    const double over = w.friction[i] * out.impulse[2 * i] - std::abs(out.impulse[2 * i + 1]);
    const double off = std::abs(out.gamma[2 * i + 1] - w.sliding[i]);
    worst = std::max({worst, over / impulse, off / speed});
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

/// Whether an impulse at one contact moves the other, beyond rounding.
bool act_on_each_other(const ContactProblem& problem, Index i, Index j) {
  const auto own = [&](Index k) { return problem.G.diagonal().segment<2>(2 * k).maxCoeff(); };
  const double between = problem.G.block<2, 2>(2 * i, 2 * j).cwiseAbs().maxCoeff();
  return between > kRounding * std::sqrt(own(i) * own(j));
}

/// Takes out of `left` the contacts that act on each other with its first one: the next part. False if
/// nothing is left, or nothing in the part collides.
bool next_part(const ContactProblem& problem, std::vector<Index>& left, std::vector<Index>& part) {
  while (!left.empty()) {
    part.assign(1, left.front());
    left.erase(left.begin());
    bool collides = problem.gamma[2 * part.front()] != 0.0;
    for (std::size_t k = 0; k < part.size(); ++k) {
      for (auto other = left.begin(); other != left.end();) {
        if (!act_on_each_other(problem, part[k], *other)) {
          ++other;
          continue;
        }
        collides = collides || problem.gamma[2 * *other] != 0.0;
        part.push_back(*other);
        other = left.erase(other);
      }
    }
    if (collides) return true;
  }
  return false;
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

/// The unknowns of the answer in r.y; of another that is as low in r.other_y.
Status minimise(BowlingReduction& r) {
  const Index k = r.slip.unknowns();
  r.y.setZero(k);
  if (k == 0) {
    const bool presses = !(r.slip.normal0.minCoeff() < -kRounding * r.slip.impulse);
    return presses ? Status::unique : Status::no_solution;
  }
  if (k > 1) return minimise_many(r.slip, r.y) ? Status::solved : Status::undecided;
  const SlipAnswer answer = minimise_one(r.slip, r.scratch);
  if (!answer.found) return answer.complete ? Status::no_solution : Status::undecided;
  r.y[0] = answer.y;
  r.other_y.setConstant(1, answer.other);
  if (!answer.complete) return Status::solved;
  return answer.several ? Status::one_of_many : Status::unique;
}

/// What is known of two parts together.
Status both(Status a, Status b) {
  for (const Status s : {Status::one_of_many, Status::solved}) {
    if (a == s || b == s) return s;
  }
  return Status::unique;
}

void fail(ImpactOutcome& out, Status status, std::string_view message) {
  out.impulse.setZero();
  out.status = status;
  out.message = message;
}

/// Resolves w.part, or says in the outcome why it cannot be.
bool resolve_part(const ContactProblem& problem, const BowlingOptions& options, BowlingWorkspace& w,
                  ImpactOutcome& out) {
  BowlingReduction& r = w.part;
  const Reduced how = reduce(problem, options, r);
  if (how == Reduced::incompatible) {
    fail(out, Status::no_solution,
         "the normal velocities -e gN- contradict the velocity constraints of the rigid bodies");
  } else if (how == Reduced::objective_not_free) {
    fail(out, Status::not_applicable,
         "the objective names a contact whose tangential velocity is not free");
  } else if (!r.affine.allFinite()) {
    fail(out, Status::non_finite, "the numbers overflow");
  }
  if (!out.message.empty()) return false;
  const Status status = minimise(r);
  if (status == Status::undecided) {
    fail(out, status, "no solution found, and non-existence not proved");
  } else if (status == Status::no_solution) {
    fail(out, status,
         r.slip.unknowns() == 0 ? "the velocities after the impact need a pulling impulse"
                                : "no tangential velocity satisfies (29) with pressing impulses");
  }
  if (!has_answer(status)) return false;
  out.status = both(out.status, status);
  set_impulses(r, r.y, out.impulse);
  if (status == Status::one_of_many && w.other_part.empty()) {
    w.other_part = r.contacts;
    w.other_impulse.setZero(out.impulse.size());
    set_impulses(r, r.other_y, w.other_impulse);
  }
  if (r.choice) w.choices.insert(w.choices.end(), r.objective.begin(), r.objective.end());
  for (std::size_t k = 0; k < r.contacts.size() && r.slip.unknowns() > 0; ++k) {
    const auto row = static_cast<Index>(k);
    if (r.slip.mu_static[row] == 0.0) continue;
    double& v = w.sliding[r.contacts[k]];
    v = r.slip.velocity0[row];
    for (Index j = 0; j < r.y.size(); ++j) v += r.slip.velocity(row, j) * r.y[j];
    w.friction[r.contacts[k]] = r.slip.friction(row, v);
  }
  return true;
}

/// Resolves w.candidates part by part, those of parts in which something collides are then w.contacts: contacts that do not act on each other have nothing in common.
bool resolve_parts(const ContactProblem& problem, const BowlingOptions& options,
                   BowlingWorkspace& w, ImpactOutcome& out) {
  out.status = Status::unique;
  out.impulse.setZero();
  w.sliding.setZero(problem.contacts());
  w.friction.setConstant(problem.contacts(), -1.0);
  w.choices.clear();
  w.other_part.clear();
  w.left = w.candidates;
  w.contacts.clear();
  BowlingOptions own = options;
  std::size_t named = 0;
  while (next_part(problem, w.left, w.part.contacts)) {
    const std::vector<Index>& part = w.part.contacts;
    own.objective.clear();
    for (const Index i : options.objective) {
      if (std::find(part.begin(), part.end(), i) != part.end()) own.objective.push_back(i);
    }
    named += own.objective.size();
    if (!resolve_part(problem, own, w, out)) return false;
    w.contacts.insert(w.contacts.end(), part.begin(), part.end());
  }
  if (named < options.objective.size() && !w.contacts.empty()) {
    fail(out, Status::not_applicable, "the objective names a contact that does not take part");
    return false;
  }
  return true;
}

void warn(const ContactProblem& problem, const BowlingWorkspace& w, ImpactOutcome& out) {
  for (const Index i : w.choices) out.warnings.push_back({WarningId::objective_choice, i, 0.0});
  for (const Index i : w.contacts) {
    const ContactParameters& c = problem.contact[static_cast<std::size_t>(i)];
    const double n = out.impulse[2 * i];
    const double t = std::abs(out.impulse[2 * i + 1]);
    if (t > c.static_friction() * n * (1.0 + 1e-12) + 1e-12 * w.part.slip.impulse) {
      const double ratio = n > 0.0 ? t / n : std::numeric_limits<double>::infinity();
      out.warnings.push_back({WarningId::cone_violated, i, ratio});
    }
    if (problem.gamma[2 * i] > 0.0 && *c.newton > 0.0) {
      out.warnings.push_back({WarningId::restitution_ignored, i, 0.0});
    }
  }
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
  if (!begin(*this, problem, out)) return;
  BowlingWorkspace& b = w.bowling;
  b.candidates.clear();
  for (Index i = 0; i < problem.contacts(); ++i) {
    if (problem.gamma[2 * i] <= 0.0) b.candidates.push_back(i);
  }
  do {
    if (!resolve_parts(problem, options_, b, out)) return;
  } while (!b.contacts.empty() &&
           add_approaching(problem, out.impulse, b.part.slip.speed, b.candidates));
  complete(problem, out);
  if (!has_answer(out.status)) return;
  if (!b.contacts.empty()) {
    set_modes(problem, out.impulse, out.gamma, options_.slip_speed, out.modes);
    out.residual = residual_of(problem, b, out);
    certify(out);
    if (!has_answer(out.status)) return;
    warn(problem, b, out);
  }
  if (ask == Ask::answer) return;
  list(problem, out.impulse, options_.slip_speed, out);
  if (out.status != Status::one_of_many) return;
  Eigen::VectorXd other = out.impulse;
  for (const Index i : b.other_part) {
    other.segment<2>(2 * i) = b.other_impulse.segment<2>(2 * i);
  }
  list(problem, other, options_.slip_speed, out);
}

}  // namespace ricochet
