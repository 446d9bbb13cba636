#include <ricochet/study/painleve.hpp>

#include <algorithm>
#include <cmath>

namespace ricochet {

namespace {

using Eigen::Index;

constexpr double kDependent = 1e-10;  // D_0 over a_11 a_22

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

bool slides(Mode mode) { return mode == Mode::slip_plus || mode == Mode::slip_minus; }

/// D_0 / (a_11 a_22): 1 without coupling, 0 if the normal directions are dependent.
double normal_determinant(const Eigen::Ref<const Eigen::MatrixXd>& G) {
  if (G.rows() < 4) return 1.0;
  return 1.0 - G(0, 2) / G(0, 0) * (G(0, 2) / G(2, 2));
}

}  // namespace

std::string_view to_string(SlidingVerdict verdict) {
  switch (verdict) {
    case SlidingVerdict::unique_slip: return "slip";
    case SlidingVerdict::unique_stick: return "stick";
    case SlidingVerdict::unique_open: return "open";
    case SlidingVerdict::unique_mixed: return "mixed";
    case SlidingVerdict::inconsistent: return "inconsistent";
    case SlidingVerdict::non_unique: return "non-unique";
    case SlidingVerdict::edge: return "edge";
    case SlidingVerdict::not_finite: return "not-finite";
  }
  return "";
}

std::optional<double> critical_friction(double G_NN, double G_NT, int s) {
  const double jam = s == 0 ? std::abs(G_NT) : s > 0 ? G_NT : -G_NT;
  if (!(jam > 0.0)) return {};
  return G_NN / jam;
}

std::optional<double> critical_factor(const Eigen::Ref<const Eigen::MatrixXd>& G,
                                      const Eigen::Ref<const Eigen::VectorXd>& mu,
                                      std::span<const signed char> sliding) {
  const Index n = mu.size();
  if (std::any_of(sliding.begin(), sliding.end(), [](signed char s) { return s == 0; })) return {};
  if (normal_determinant(G) <= kDependent) return {};
  const auto c = [&](Index i, Index j) { return sliding[at(j)] * mu[j] * G(2 * i, 2 * j + 1); };
  std::optional<double> least;
  const auto take = [&](double above, double below) {
    if (below > 0.0 && (!least || above / below < *least)) least = above / below;
  };
  for (Index i = 0; i < n; ++i) take(G(2 * i, 2 * i), c(i, i));
  if (n == 2) {
    const double a11 = G(0, 0), a22 = G(2, 2), a12 = G(0, 2);
    const double D0 = a11 * a22 - a12 * a12;
    const double D1 = a11 * c(1, 1) + a22 * c(0, 0) - a12 * (c(0, 1) + c(1, 0));
    const double D2 = c(0, 0) * c(1, 1) - c(0, 1) * c(1, 0);
    const double inside = D1 * D1 - 4.0 * D0 * D2;
    if (inside >= 0.0) take(2.0 * D0, D1 + std::sqrt(inside));
  }
  return least;
}

SlidingStates::SlidingStates(const MechanicalSystem& system, double tolerance)
    : system_(system), tolerance_(tolerance), dynamics_(system) {
  x_.assign(at(dynamics_.state_size()), 0.0);
}

/// The acceleration problem of the contacts, and what is said of each alone.
void SlidingStates::pose(std::span<const Index> contacts) {
  const auto n = static_cast<Index>(contacts.size());
  mu_.resize(n);
  mu_static_.resize(n);
  dynamics_.contact_space(contacts, G_, b_);
  scale_ = 0.0;
  for (Index i = 0; i < n; ++i) {
    const Index k = contacts[at(i)];
    const ContactParameters& p = system_.info().contacts[at(k)].parameters;
    mu_[i] = p.mu;
    mu_static_[i] = p.static_friction();
    scale_ = std::max(scale_, dynamics_.largest_acceleration(k));
    SlidingContact& c = state_.contacts[at(i)];
    c.gap = dynamics_.evaluation().gap[k];
    c.gamma_N = dynamics_.gamma()[2 * k];
    c.gamma_T = dynamics_.gamma()[2 * k + 1];
    c.G_NN = G_(2 * i, 2 * i);
    c.G_NT = G_(2 * i, 2 * i + 1);
    c.G_TT = G_(2 * i + 1, 2 * i + 1);
    c.b_N = b_[2 * i];
    c.b_T = b_[2 * i + 1];
    const int s = sliding_[at(i)];
    c.A = c.G_NN - p.mu * (s == 0 ? std::abs(c.G_NT) : s * c.G_NT);
    c.critical_friction = critical_friction(c.G_NN, c.G_NT, s);
  }
  if (!(scale_ > 0.0)) scale_ = 1.0;
}

/// The modes in modes_: are they a solution, or nearly one?
void SlidingStates::try_modes(const ModeProblem& problem, bool dependent) {
  solver_.forces(problem, modes_, forces_);
  const double determinant = forces_.singular ? 0.0 : forces_.determinant;
  bool any_slip = false, by_direction = true;
  for (std::size_t i = 0; i < modes_.size(); ++i) {
    any_slip = any_slip || slides(modes_[i]);
    const bool chosen = modes_[i] == Mode::stick || (slides(modes_[i]) && sliding_[i] == 0);
    by_direction = by_direction && !chosen;
  }
  // Friction alone has made the equations singular.
  if (any_slip && by_direction && !dependent && std::abs(determinant) <= tolerance_)
    on_edge_ = true;
  if (!(forces_.margin >= -tolerance_) || !forces_.l.allFinite()) return;
  const std::size_t n = modes_.size();
  for (std::size_t i = 0; i < n; ++i) {
    state_.contacts[i].feasible[static_cast<std::size_t>(modes_[i])] = true;
  }
  for (std::size_t k = 0; k < state_.solutions.size(); ++k) {
    double difference = 0.0;
    for (std::size_t j = 0; j < 2 * n; ++j) {
      const double known = state_.solutions[k].acceleration[j];
      difference = std::max(difference, std::abs(known - forces_.xi[static_cast<Index>(j)]));
    }
    // Not coarser than the edge: where margins say that both are possible, they are two.
    if (difference > tolerance_ * scale_) continue;
    margins_[k] = std::max(margins_[k], forces_.margin);
    return;
  }
  SlidingSolution s;
  for (std::size_t i = 0; i < n; ++i) s.modes[i] = modes_[i];
  for (std::size_t j = 0; j < 2 * n; ++j) {
    s.force[j] = forces_.l[static_cast<Index>(j)];
    s.acceleration[j] = forces_.xi[static_cast<Index>(j)];
  }
  s.determinant = determinant;
  s.forces_unique = !forces_.singular;
  state_.solutions.push_back(s);
  margins_.push_back(forces_.margin);
}

void SlidingStates::judge(std::size_t n) {
  // A motion that is possible only just, in whatever modes.
  for (const double margin : margins_) on_edge_ = on_edge_ || margin <= tolerance_;
  if (on_edge_) {
    state_.verdict = SlidingVerdict::edge;
  } else if (state_.solutions.empty()) {
    state_.verdict = SlidingVerdict::inconsistent;
  } else if (state_.solutions.size() > 1) {
    state_.verdict = SlidingVerdict::non_unique;
  } else {
    const std::span modes = std::span(state_.solutions.front().modes).first(n);
    const auto count = [&](Mode mode) { return std::count(modes.begin(), modes.end(), mode); };
    const auto all = static_cast<std::ptrdiff_t>(n);
    const auto open = count(Mode::open);
    state_.verdict = open == all                 ? SlidingVerdict::unique_open
                     : open > 0                  ? SlidingVerdict::unique_mixed
                     : count(Mode::stick) == all ? SlidingVerdict::unique_stick
                                                 : SlidingVerdict::unique_slip;
  }
}

const SlidingState& SlidingStates::classify(double t, const ConstVector& q, const ConstVector& u,
                                            std::span<const Index> contacts,
                                            std::span<const signed char> sliding) {
  std::copy(q.begin(), q.end(), x_.begin());
  std::copy(u.begin(), u.end(), x_.begin() + q.size());
  state_.verdict = SlidingVerdict::not_finite;
  state_.contacts = {};
  state_.solutions.clear();
  state_.critical_factor.reset();
  margins_.clear();
  on_edge_ = false;
  sliding_.assign(sliding.begin(), sliding.end());
  dynamics_.look(t, x_);
  pose(contacts);
  const std::size_t n = contacts.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (!(state_.contacts[i].G_NN > 0.0)) return state_;
  }
  if (!G_.allFinite() || !b_.allFinite()) return state_;
  state_.critical_factor = critical_factor(G_, mu_, sliding_);

  const ModeProblem problem{G_, b_, mu_, mu_static_, sliding_, scale_, tolerance_};
  const bool dependent = normal_determinant(G_) <= kDependent;
  modes_.assign(n, Mode::open);
  for (const Mode first : allowed_modes(problem, 0)) {
    modes_[0] = first;
    if (n == 1) {
      try_modes(problem, false);
      continue;
    }
    for (const Mode second : allowed_modes(problem, 1)) {
      modes_[1] = second;
      try_modes(problem, dependent && first != Mode::open && second != Mode::open);
    }
  }
  judge(n);
  return state_;
}

}  // namespace ricochet
