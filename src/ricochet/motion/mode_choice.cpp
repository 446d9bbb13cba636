#include <ricochet/motion/mode_choice.hpp>

#include <algorithm>
#include <cmath>

namespace ricochet {

namespace {

using Eigen::Index;

constexpr std::size_t kExamined = 3;  // contacts up to which every solution is looked for
constexpr double kLeast = 1e-3;       // of the typical acceleration: less is no scale to measure by
constexpr double kLoosest = 1e-6;     // slack that modes of more contacts are given

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Of a contact whose system moves at its typical speeds along ways of its size, v^2 / size. Where forces vanish (a spring
/// just touched) their rounding must not decide.
double typical_acceleration(const ContactDynamics& dynamics, Index contact) {
  const SystemInfo& info = dynamics.system().info();
  double v = 0.0;
  for (Index j = 0; j < dynamics.system().dofs(); ++j) {
    v += std::abs(dynamics.evaluation().W(j, 2 * contact)) * info.u[at(j)].scale;
  }
  return v * v / info.size;
}

}  // namespace

Mode mode_by_motion(double static_friction, double gamma_T) {
  if (static_friction == 0.0) return Mode::frictionless;
  return gamma_T > 0.0 ? Mode::slip_plus : gamma_T < 0.0 ? Mode::slip_minus : Mode::stick;
}

void ModeChoice::pose(ContactDynamics& dynamics, std::span<const Index> contacts,
                      const Eigen::VectorXd& gamma_T) {
  contacts_.assign(contacts.begin(), contacts.end());
  search_ = {};
  const auto m = static_cast<Index>(contacts.size());
  sliding_.resize(contacts.size());
  mu_.resize(m);
  mu_static_.resize(m);
  scale_ = 0.0;
  for (Index i = 0; i < m; ++i) {
    const Index contact = contacts_[at(i)];
    const ContactParameters& p = dynamics.system().info().contacts[at(contact)].parameters;
    mu_[i] = p.mu;
    mu_static_[i] = p.static_friction();
    const double v = gamma_T[contact];
    sliding_[at(i)] = v > 0.0 ? 1 : v < 0.0 ? -1 : 0;
    scale_ = std::max({scale_, dynamics.largest_acceleration(contact),
                       kLeast * typical_acceleration(dynamics, contact)});
  }
  if (!(scale_ > 0.0)) scale_ = 1.0;
  dynamics.contact_space(contacts_, G_, b_);
  for (Index i = 0; i < m; ++i) {
    if (sliding_[at(i)] != 0 || !dynamics.blocked(2 * contacts_[at(i)] + 1)) continue;
    const double a = b_[2 * i + 1];
    if (std::abs(a) > 1e-9 * scale_) {
      sliding_[at(i)] = a > 0.0 ? 1 : -1;
    } else {
      mu_[i] = mu_static_[i] = 0.0;
    }
  }
}

ModeChoice::Verdict ModeChoice::decide(std::vector<Mode>& modes, double tolerance,
                                       PainleveRule rule, bool singular) {
  preferred_.resize(contacts_.size());
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const Mode now = modes[at(contacts_[i])];
    const double v = sliding_[i];
    const Mode moving = mode_by_motion(mu_static_[static_cast<Index>(i)], v);
    // Sliding leaves no choice but open; at rest, a slip that has just begun is kept.
    preferred_[i] =
        now == Mode::open || v != 0.0 || mu_static_[static_cast<Index>(i)] == 0.0 ? moving : now;
  }
  ModeProblem problem{G_, b_, mu_, mu_static_, sliding_, scale_, tolerance};
  search_ = solver_.search(problem, preferred_, contacts_.size() <= kExamined);
  // Many contacts, of which some depend on others: what is feasible only just may miss the tolerance.
  while (contacts_.size() > kExamined && search_.solutions.empty() &&
         problem.tolerance < kLoosest) {
    problem.tolerance *= 100.0;
    search_ = solver_.search(problem, preferred_, false);
  }
  if (search_.solutions.empty()) {
    return search_.complete ? Verdict::inconsistent : Verdict::undecided;
  }
  const double least = (singular ? 2.0 : 1.0) * kSingularSliding;
  const auto right_way = [=](const FeasibleModes& s) { return s.forces.determinant >= least; };
  auto chosen = std::find_if(search_.solutions.begin(), search_.solutions.end(), right_way);
  const bool several = search_.solutions.size() > 1;
  const bool wrong_way =
      !std::all_of(search_.solutions.begin(), search_.solutions.end(), right_way);
  if (several && wrong_way && rule == PainleveRule::impact) return Verdict::impact;
  if (chosen == search_.solutions.end()) chosen = search_.solutions.begin();
  stick_where_nothing_slips(problem, *chosen);
  // Where nothing moves yet no velocity can jump, whatever the determinant.
  const bool moves = std::any_of(sliding_.begin(), sliding_.end(), [](int s) { return s != 0; });
  if (moves && std::abs(chosen->forces.determinant) < least) {
    return Verdict::singular;
  }
  for (std::size_t i = 0; i < contacts_.size(); ++i) modes[at(contacts_[i])] = chosen->modes[i];
  return several ? Verdict::non_unique : Verdict::chosen;
}

/// At rest and not accelerated, slip is stick on the edge of its cone; with dependent equations it may stand in for
/// stick inside.
void ModeChoice::stick_where_nothing_slips(const ModeProblem& problem, FeasibleModes& chosen) {
  std::vector<Mode> stuck = chosen.modes;
  for (std::size_t i = 0; i < stuck.size(); ++i) {
    const bool slip = stuck[i] == Mode::slip_plus || stuck[i] == Mode::slip_minus;
    const double a = chosen.forces.xi[2 * static_cast<Index>(i) + 1];
    if (slip && sliding_[i] == 0 && std::abs(a) <= problem.tolerance * problem.scale) {
      stuck[i] = Mode::stick;
    }
  }
  if (stuck == chosen.modes) return;
  ModeForces forces;
  solver_.forces(problem, stuck, forces);
  if (forces.margin >= -problem.tolerance) chosen = {std::move(stuck), std::move(forces)};
}

PainleveNumbers ModeChoice::numbers() const {
  PainleveNumbers numbers;
  numbers.contacts = contacts_;
  for (Index i = 0; i < static_cast<Index>(contacts_.size()); ++i) {
    const double s = sliding_[at(i)];
    numbers.A.push_back(G_(2 * i, 2 * i) - s * mu_[i] * G_(2 * i, 2 * i + 1));
    numbers.b.push_back(b_[2 * i]);
  }
  for (const FeasibleModes& s : search_.solutions) {
    numbers.solutions.push_back({s.modes, s.forces.l});
  }
  return numbers;
}

double ModeChoice::acceleration_if_open(ContactDynamics& dynamics, Index contact,
                                        std::span<const Index> closed,
                                        const Eigen::VectorXd& gamma_T) {
  std::vector<Index> all(closed.begin(), closed.end());
  all.push_back(contact);
  pose(dynamics, all, gamma_T);
  const auto m = static_cast<Index>(closed.size());
  if (m == 0) return b_[0];
  preferred_.resize(closed.size());
  for (std::size_t i = 0; i < closed.size(); ++i) {
    preferred_[i] = mode_by_motion(mu_static_[static_cast<Index>(i)], sliding_[i]);
  }
  const Eigen::MatrixXd G = G_.topLeftCorner(2 * m, 2 * m);
  const Eigen::VectorXd b = b_.head(2 * m);
  const Eigen::VectorXd mu = mu_.head(m);
  const Eigen::VectorXd mu_static = mu_static_.head(m);
  const ModeProblem problem{G,      b,   mu, mu_static, std::span(sliding_).first(closed.size()),
                            scale_, 1e-9};
  const ModeSearch found = solver_.search(problem, preferred_, false);
  if (found.solutions.empty()) return b_[2 * m];
  return b_[2 * m] + G_.row(2 * m).head(2 * m).dot(found.solutions.front().forces.l);
}

}  // namespace ricochet
