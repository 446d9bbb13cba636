#include <ricochet/motion/phase_events.hpp>

#include <algorithm>
#include <limits>

namespace ricochet {

namespace {

using Eigen::Index;

// Of the size:
constexpr double kHop = 1e-12;   // lower hops cannot be seen in the gap
constexpr double kSink = 1e-12;  // what a touching open contact may sink before it closes

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

std::string_view to_string(Trigger trigger) {
  switch (trigger) {
    case Trigger::gap: return "gap";
    case Trigger::normal_force: return "normal-force";
    case Trigger::sliding: return "sliding";
    case Trigger::edge_plus: return "edge+";
    case Trigger::edge_minus: return "edge-";
    case Trigger::edge_end: return "edge-end";
    case Trigger::overlap: return "overlap";
    case Trigger::margin: return "margin";
    case Trigger::determinant: return "determinant";
  }
  return "?";
}

PhaseEvents::PhaseEvents(ContactDynamics& dynamics)
    : dynamics_(dynamics), info_(dynamics.system().info()) {
  reset();
}

void PhaseEvents::reset() {
  masked_.assign(info_.contacts.size(), 0);
  offset_.assign(info_.contacts.size(), 0.0);
  touched_.assign(info_.contacts.size(), 0);
}

void PhaseEvents::place_offsets(double t, std::span<const double> x) {
  dynamics_.look(t, x);
  for (Index i = 0; i < static_cast<Index>(offset_.size()); ++i) {
    offset_[at(i)] = 0.0;
    touched_[at(i)] = 0;
    if (dynamics_.modes()[at(i)] != Mode::open || masked(i)) continue;
    const Evaluation& e = dynamics_.evaluation();
    if (e.gap[i] > kTouching * info_.size) continue;
    touched_[at(i)] = 1;
    const double v = std::max(0.0, dynamics_.gamma()[2 * i]);
    const double a = e.W.col(2 * i).dot(dynamics_.acceleration()) + e.bias[2 * i];
    const double fall = std::max(-a, 1e-9 * dynamics_.largest_acceleration(i));
    const double below = std::max(0.0, -e.gap[i]);
    const bool leaves = v * v > 2.0 * fall * (below + kHop * info_.size);
    if (!leaves) offset_[at(i)] = below + kSink * info_.size;
  }
}

void PhaseEvents::drop_offsets() {
  for (Index i = 0; i < static_cast<Index>(offset_.size()); ++i) {
    if (dynamics_.evaluation().gap[i] <= 10.0 * kSink * info_.size) continue;
    offset_[at(i)] = 0.0;
    touched_[at(i)] = 0;
  }
}

void PhaseEvents::watch() {
  const std::span<const Mode> modes = dynamics_.modes();
  const auto n = static_cast<Index>(modes.size());
  watched_.clear();
  for (Index i = 0; i < n; ++i) {
    if (modes[at(i)] == Mode::open) watched_.push_back({Trigger::gap, i});
  }
  gaps_ = watched_.size();
  bool sliding = false;
  for (Index i = 0; i < n; ++i) {
    const Mode mode = modes[at(i)];
    if (mode == Mode::open) continue;
    if (mode == Mode::slip_plus || mode == Mode::slip_minus) {
      watched_.push_back({Trigger::sliding, i});
      sliding = true;
    }
    if (dynamics_.held(i)) watched_.push_back({Trigger::edge_end, i});
    if (dynamics_.singular()) continue;
    if (mode == Mode::stick) {
      watched_.push_back({Trigger::edge_plus, i});
      watched_.push_back({Trigger::edge_minus, i});
    } else {
      watched_.push_back({Trigger::normal_force, i});
    }
  }
  if (info_.edges && gaps_ > 1) watched_.push_back({Trigger::overlap, 0});
  if (dynamics_.singular()) watched_.push_back({Trigger::margin, 0});
  if (sliding) watched_.push_back({Trigger::determinant, 0});
  crossings_.assign(watched_.size(), Crossing::falling);
}

double PhaseEvents::value(const Watched& event, double margin) const {
  const Index i = event.contact;
  const auto force = [&](Index k) { return dynamics_.force()[k]; };
  const auto mu = [&] { return info_.contacts[at(i)].parameters.static_friction(); };
  switch (event.what) {
    case Trigger::gap:
      return masked(i) ? -dynamics_.evaluation().gap[i]
                       : dynamics_.evaluation().gap[i] + offset_[at(i)];
    case Trigger::normal_force: return force(2 * i);
    case Trigger::sliding: {
      const double gamma = dynamics_.gamma()[2 * i + 1];
      return dynamics_.modes()[at(i)] == Mode::slip_plus ? gamma : -gamma;
    }
    case Trigger::edge_plus: return mu() * force(2 * i) + force(2 * i + 1);
    case Trigger::edge_minus: return mu() * force(2 * i) - force(2 * i + 1);
    case Trigger::edge_end: return dynamics_.evaluation().inside[i];
    case Trigger::overlap: {
      const std::size_t k = nearest();
      return k < gaps_ ? dynamics_.evaluation().gap[watched_[k].contact] : info_.size;
    }
    case Trigger::margin: return margin;
    case Trigger::determinant: return dynamics_.determinant() - kSingularSliding;
  }
  return 0.0;
}

std::size_t PhaseEvents::nearest() const {
  const Eigen::VectorXd& gap = dynamics_.evaluation().gap;
  std::size_t least = gaps_;
  for (std::size_t k = 0; k < gaps_; ++k) {
    const Index i = watched_[k].contact;
    if (masked(i) || touched_[at(i)]) continue;
    if (least == gaps_ || gap[i] < gap[watched_[least].contact]) least = k;
  }
  return least;
}

Watched PhaseEvents::cause(const Watched& event) const {
  if (event.what != Trigger::overlap) return event;
  const std::size_t k = nearest();
  return k < gaps_ ? watched_[k] : event;
}

void PhaseEvents::values(double t, std::span<const double> x, std::span<double> g) {
  dynamics_.look_at_contacts(t, x);
  const double margin = dynamics_.singular() ? widest() : 0.0;
  for (std::size_t k = 0; k < watched_.size(); ++k) g[k] = value(watched_[k], margin);
  for (std::size_t k = 0; k < gaps_; ++k) {
    const Index i = watched_[k].contact;
    double rate = dynamics_.gamma()[2 * i];
    if (dynamics_.evaluation().feature[at(i)] == kShadowed) {
      rate = std::numeric_limits<double>::quiet_NaN();  // it has none, not even zero
    }
    g[watched_.size() + k] = masked(i) ? -rate : rate;
  }
}

}  // namespace ricochet
