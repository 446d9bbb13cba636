#include <algorithm>
#include <cmath>
#include <limits>

#include <ricochet/study/orbit.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kAtZero =
    1e-6;  // of its largest value in the phase: a function that begins there begins at zero

MarginKind kind_of(Trigger trigger) {
  switch (trigger) {
    case Trigger::gap:
    case Trigger::overlap:
    case Trigger::edge_end: return MarginKind::gap;  // lengths, both
    case Trigger::normal_force: return MarginKind::normal_force;
    case Trigger::sliding: return MarginKind::sliding;
    case Trigger::edge_plus:
    case Trigger::edge_minus:
    case Trigger::margin: return MarginKind::edge;
    case Trigger::determinant: return MarginKind::determinant;
  }
  return MarginKind::gap;
}

void widen(OrbitRange& range, const VectorXd& value) {
  if (range.low.size() == 0) {
    range.low = range.high = value;
    return;
  }
  range.low = range.low.cwiseMin(value);
  range.high = range.high.cwiseMax(value);
}

/// Keeps every event function of the phase under way, and closes it when the next one begins.
class Examiner final : public FlowObserver {
 public:
  Examiner(const Sequence& sequence, Orbit& out) : sequence_(sequence), out_(out) {}

  void instant(const Instant& now) override {
    if (now.phase != phase_ || tracks_.empty()) begin(now);
    if (!times_.empty() && now.t <= times_.back()) return;
    times_.push_back(now.t);
    for (std::size_t k = 0; k < tracks_.size(); ++k) tracks_[k].push_back(now.values[k]);
    const ContactDynamics& d = now.dynamics;
    widen(out_.x, Eigen::Map<const VectorXd>(now.x.data(), static_cast<Index>(now.x.size())));
    widen(out_.gap, d.evaluation().gap);
    widen(out_.force, d.force());
    for (Index i = 0; i < d.gamma().size(); ++i) speed_ = std::max(speed_, std::abs(d.gamma()[i]));
    for (Index i = 0; i < d.force().size(); i += 2)
      force_ = std::max(force_, std::abs(d.force()[i]));
  }

  /// Closes the last phase.
  void end() { close(); }
  double speed() const { return speed_; }
  double force() const { return force_; }
  /// Largest value of the trigger that ended each phase.
  const std::vector<double>& heights() const { return heights_; }

 private:
  void begin(const Instant& now) {
    close();
    phase_ = now.phase;
    watched_.assign(now.watched.begin(), now.watched.end());
    tracks_.assign(watched_.size(), {});
    times_.clear();
  }

  void close() {
    if (tracks_.empty() || times_.empty()) return;
    const bool ends = phase_ < sequence_.passages.size();
    double height = 0.0;
    for (std::size_t k = 0; k < tracks_.size(); ++k) {
      if (watched_[k].what == Trigger::overlap) continue;  // each gap is there itself
      const std::vector<double>& y = tracks_[k];
      const double largest = *std::max_element(y.begin(), y.end());
      const std::vector<Watched> none;
      const std::vector<Watched>& fired = ends ? sequence_.passages[phase_].fired : none;
      const bool ended_by = std::find(fired.begin(), fired.end(), watched_[k]) != fired.end();
      if (ends && watched_[k] == fired.front()) height = largest;
      Margin m;
      m.kind = kind_of(watched_[k].what);
      m.contact = watched_[k].contact;
      m.phase = phase_;
      m.value = kInfinity;
      const auto lower = [&](double t, double value, Margin::Place place) {
        if (value < m.value) m.t = t, m.value = value, m.place = place;
      };
      if (y.front() > kAtZero * largest) lower(times_.front(), y.front(), Margin::Place::begin);
      for (std::size_t i = 1; i + 1 < y.size(); ++i) {
        if (!(y[i] <= y[i - 1] && y[i] < y[i + 1])) continue;
        lower(times_[i], least_of_parabola(i, y), Margin::Place::inside);
      }
      if (!ended_by) lower(times_.back(), y.back(), Margin::Place::end);
      if (std::isfinite(m.value)) out_.margins.push_back(m);
    }
    heights_.push_back(height);
  }

  /// Through three points about i, the lowest of them.
  double least_of_parabola(std::size_t i, const std::vector<double>& y) const {
    const double a = times_[i] - times_[i - 1], b = times_[i + 1] - times_[i];
    const double left = (y[i] - y[i - 1]) / a, right = (y[i + 1] - y[i]) / b;
    const double curve = (right - left) / (a + b);
    const double slope = (left * b + right * a) / (a + b);
    return curve > 0.0 ? y[i] - 0.25 * slope * slope / curve : y[i];
  }

  const Sequence& sequence_;
  Orbit& out_;
  std::size_t phase_ = 0;
  std::vector<Watched> watched_;
  std::vector<std::vector<double>> tracks_;
  std::vector<double> times_;
  std::vector<double> heights_;
  double speed_ = 0.0, force_ = 0.0;
};

}  // namespace

std::string_view to_string(MarginKind kind) {
  switch (kind) {
    case MarginKind::approach: return "approach";
    case MarginKind::gap: return "gap";
    case MarginKind::edge: return "edge";
    case MarginKind::sliding: return "sliding";
    case MarginKind::normal_force: return "normal-force";
    case MarginKind::determinant: return "determinant";
    case MarginKind::rate: return "rate";
  }
  return "?";
}

double Orbit::least(MarginKind kind) const {
  double value = kInfinity;
  for (const Margin& m : margins) {
    if (m.kind == kind) value = std::min(value, m.value);
  }
  return value;
}

double Orbit::to_grazing() const {
  double value = kInfinity;
  for (const Margin& m : margins) value = std::min(value, m.value);
  return value;
}

void examine(FrozenFlow& flow, const Sequence& sequence, const VectorXd& x, Orbit& out) {
  out.margins.clear();
  out.x = out.gap = out.force = {};
  Examiner examiner(sequence, out);
  FrozenResult result;
  flow.follow(sequence, x, false, result, &examiner);
  if (!result.ok) return;
  examiner.end();
  const double speed = std::max(examiner.speed(), 1e-300);
  const double force = std::max(examiner.force(), 1e-300);
  for (Margin& m : out.margins) {
    switch (m.kind) {
      case MarginKind::gap: m.value /= flow.length(); break;
      case MarginKind::sliding: m.value /= speed; break;
      case MarginKind::edge:
      case MarginKind::normal_force: m.value /= force; break;
      default: break;
    }
  }
  const double T = sequence.end - sequence.begin;
  for (std::size_t k = 0; k < sequence.passages.size(); ++k) {
    const Passage& p = sequence.passages[k];
    const double height = std::max(examiner.heights()[k], 1e-300);
    if (std::isfinite(result.approach[k])) {
      const Index contact = p.jumps.front().colliding.front();
      out.margins.push_back({MarginKind::approach, Margin::Place::end, contact, k, result.times[k],
                             result.approach[k] / speed});
    }
    out.margins.push_back({MarginKind::rate, Margin::Place::end, p.fired.front().contact, k,
                           result.times[k], std::abs(result.rates[k]) * T / height});
  }
}

}  // namespace ricochet
