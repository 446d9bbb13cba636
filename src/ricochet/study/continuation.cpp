#include <ricochet/study/continuation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <ricochet/study/root.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kTurn = 0.9;  // cosine: a step may turn the tangent by so much
constexpr double kNear =
    0.05;  // in z: an event that loses its zero so near is what ends the branch
// Of a step: how far behind a boundary the new sequence is looked for. Right there it may be singular.
constexpr double kBeyond[] = {1e-3, 1e-2, 0.1, 1.0};
constexpr double kShortPhase = 1e-5;  // of the period: near enough to say where it vanishes
constexpr double kShortRoot = 1e-3;   // where it vanishes like a square root
constexpr double kReach = 1e3;     // of the smallest step: what is so near explains why steps fail
constexpr double kShorter = 0.15;  // of the way there: one step, so that events stay near
constexpr int kMostBisections = 60;

/// The lowest margin of those that must be positive; null if there is none below zero.
const Margin* violated(const Orbit& margins) {
  const Margin* lowest = nullptr;
  for (const Margin& m : margins.margins) {
    if (m.kind == MarginKind::approach || m.kind == MarginKind::rate) continue;
    if (m.value < 0.0 && (lowest == nullptr || m.value < lowest->value)) lowest = &m;
  }
  return lowest;
}

double value_of(const Orbit& margins, const Margin& like) {
  for (const Margin& m : margins.margins) {
    if (m.kind == like.kind && m.contact == like.contact && m.phase == like.phase) return m.value;
  }
  return kInfinity;
}

SpecialKind kind_of(const Margin* margin) {
  if (margin == nullptr || margin->place != Margin::Place::inside) {
    return SpecialKind::sequence_change;
  }
  if (margin->kind == MarginKind::gap) return SpecialKind::grazing;
  if (margin->kind == MarginKind::edge) return SpecialKind::cone_edge_grazing;
  return SpecialKind::sequence_change;
}

std::vector<double> durations_of(const FamilyOrbit& orbit) {
  std::vector<double> all;
  const std::size_t phases = orbit.sequence.passages.size() + (orbit.sequence.by_clock ? 1 : 0);
  for (std::size_t k = 0; k < phases; ++k) all.push_back(duration(orbit.sequence, k));
  return all;
}

}  // namespace

std::string_view to_string(SpecialKind kind) {
  switch (kind) {
    case SpecialKind::none: return "none";
    case SpecialKind::fold: return "fold";
    case SpecialKind::period_doubling: return "period-doubling";
    case SpecialKind::neimark_sacker: return "neimark-sacker";
    case SpecialKind::grazing: return "grazing";
    case SpecialKind::cone_edge_grazing: return "cone-edge-grazing";
    case SpecialKind::sequence_change: return "sequence-change";
  }
  return "?";
}

std::string_view to_string(BranchEnd end) {
  switch (end) {
    case BranchEnd::none: return "none";
    case BranchEnd::range: return "range";
    case BranchEnd::jump: return "jump";
    case BranchEnd::step: return "step";
    case BranchEnd::points: return "points";
    case BranchEnd::no_orbit: return "no-orbit";
  }
  return "?";
}

Branch::Branch(const SystemFamily& family, const Section& section, const OrbitOptions& orbit,
               const ContinuationOptions& options, double p, int direction)
    : family_(family, section, orbit, options.low, options.high, p),
      options_(options),
      marginal_(orbit.marginal),
      p_(p),
      direction_(direction),
      ds_(options.step) {}

void Branch::stop(BranchEnd end, std::string message) {
  if (end_ != BranchEnd::none) return;
  end_ = end;
  message_ = std::move(message);
}

bool Branch::begin(const MotionState* state) {
  if (!family_.refusal().empty()) {
    stop(BranchEnd::no_orbit, family_.refusal());
    return false;
  }
  const Orbit orbit = family_.find(p_, state);
  if (!orbit.found()) {
    stop(BranchEnd::no_orbit, orbit.message);
    return false;
  }
  here_ = family_.from(p_, orbit);
  const VectorXd along = VectorXd::Unit(family_.unknowns(), family_.unknowns() - 1) * direction_;
  if (family_.correct(family_.z_of(here_), along, here_) >= 0) {
    tangent_ = family_.tangent(here_, along);
  }
  if (tangent_.size() == 0) {
    stop(BranchEnd::no_orbit, "the orbit has no direction to go on in");
    return false;
  }
  here_margins_ = orbit;
  waiting_.push_back(tell(here_, here_margins_, SpecialKind::none, ""));
  return true;
}

bool Branch::restore(const BranchPoint& last) {
  p_ = last.p;
  if (!begin(&last.state)) return false;
  waiting_.clear();
  tangent_ =
      Eigen::Map<const VectorXd>(last.tangent.data(), static_cast<Index>(last.tangent.size()));
  ds_ = last.step;
  before_ = last.before;
  earlier_ = last.earlier;
  last_ds_ = last.last_step;
  earlier_ds_ = last.earlier_step;
  return true;
}

BranchPoint Branch::tell(const FamilyOrbit& orbit, const Orbit& margins, SpecialKind special,
                         std::string message) const {
  BranchPoint point;
  point.p = orbit.p;
  point.period = orbit.sequence.end - orbit.sequence.begin;
  point.state = orbit.state;
  point.tangent.assign(tangent_.begin(), tangent_.end());
  point.step = ds_;
  point.before = before_;
  point.earlier = earlier_;
  point.last_step = last_ds_;
  point.earlier_step = earlier_ds_;
  point.multipliers = orbit.multipliers;
  point.stability = stability_of(orbit.multipliers, marginal_);
  point.x = margins.x;
  point.gap = margins.gap;
  point.force = margins.force;
  point.special = special;
  point.message = std::move(message);
  return point;
}

bool Branch::next(BranchPoint& out) {
  while (waiting_.empty() && end_ == BranchEnd::none) {
    if (told_ >= options_.points) {
      stop(BranchEnd::points, fmt::format("{} points, no more are allowed", told_));
      break;
    }
    advance();
  }
  if (waiting_.empty()) return false;
  out = std::move(waiting_.front());
  waiting_.pop_front();
  ++told_;
  return true;
}

void Branch::look(Tried& tried) const {
  family_.examine_at(tried.orbit, tried.margins, tried.motion);
  tried.valid = tried.motion.complete && same(tried.motion.sequence, tried.orbit.sequence) &&
                violated(tried.margins) == nullptr;
}

/// The orbit s along the tangent from here; fixed: at the p predicted.
Branch::Tried Branch::at(double s, int* iterations, bool fixed) const {
  Tried tried;
  tried.orbit = here_;
  const VectorXd across =
      fixed ? VectorXd(VectorXd::Unit(family_.unknowns(), family_.unknowns() - 1)) : tangent_;
  const int n = family_.correct(family_.z_of(here_) + s * tangent_, across, tried.orbit);
  tried.solved = n >= 0;
  if (iterations != nullptr) *iterations = n;
  if (tried.solved) look(tried);
  return tried;
}

void Branch::advance() {
  const Index last = family_.unknowns() - 1;
  const double largest = 5.0 * options_.step;
  ds_ = std::min(ds_, largest);
  for (;;) {
    if (approach_vanishing_phase()) return;
    if (ds_ < options_.smallest) {
      Tried now;
      now.orbit = here_;
      now.margins = here_margins_;
      if (!end_at_tangency(now)) {
        stop(BranchEnd::step, fmt::format("no step is small enough at p = {:.10g}", here_.p));
      }
      return;
    }
    double ds = ds_;
    const double p = here_.p + ds * tangent_[last] * family_.range();
    bool at_end = false;
    if (p < options_.low || p > options_.high) {
      const double edge = p < options_.low ? options_.low : options_.high;
      at_end = true;
      ds *= (edge - here_.p) / (p - here_.p);
      if (ds <= options_.location) {
        return stop(BranchEnd::range, fmt::format("p = {:.10g} was reached", edge));
      }
    }
    int iterations = 0;
    Tried tried = at(ds, &iterations, at_end);
    const VectorXd turned = tried.solved ? family_.tangent(tried.orbit, tangent_) : VectorXd();
    if (turned.size() == 0 || (turned.dot(tangent_) < kTurn && ds > 1e3 * options_.smallest)) {
      ds_ = 0.5 * ds;
      continue;
    }
    if (!tried.valid) return cross_boundary(ds, std::move(tried));
    look_for_bifurcations(tried, ds);
    earlier_ = std::exchange(before_, durations_of(here_));
    earlier_ds_ = std::exchange(last_ds_, ds);
    here_ = tried.orbit;
    here_margins_ = tried.margins;
    tangent_ = turned;
    if (iterations <= 3) ds_ = std::min(1.5 * ds_, largest);
    if (iterations >= 6) ds_ *= 0.5;
    waiting_.push_back(tell(here_, here_margins_, SpecialKind::none, ""));
    if (at_end) stop(BranchEnd::range, fmt::format("p = {:.10g} was reached", here_.p));
    return;
  }
}

// ------------------------------------------------------------- smooth bifurcations

/// A function that changes sign at a special point of this kind. here_ and tangent_ give its side.
double Branch::test(SpecialKind kind, const FamilyOrbit& orbit) const {
  const auto& lambda = orbit.multipliers;
  std::complex<double> product = 1.0;
  switch (kind) {
    case SpecialKind::fold: {
      const VectorXd t = family_.tangent(orbit, tangent_);
      return t.size() == 0 ? 0.0 : t[t.size() - 1];
    }
    case SpecialKind::period_doubling:
      for (const auto& l : lambda) product *= l + 1.0;
      return product.real();
    case SpecialKind::neimark_sacker:
      for (std::size_t i = 0; i < lambda.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) product *= lambda[i] * lambda[j] - 1.0;
      }
      return product.real();
    default: return 0.0;
  }
}

void Branch::look_for_bifurcations(const Tried& next, double ds) {
  const auto steep = [&](const FamilyOrbit& o) {
    return !o.multipliers.empty() && std::abs(o.multipliers.front()) > options_.steep;
  };
  if (steep(here_) || steep(next.orbit)) return;
  std::vector<std::pair<double, BranchPoint>> found;
  for (const SpecialKind kind :
       {SpecialKind::fold, SpecialKind::period_doubling, SpecialKind::neimark_sacker}) {
    const double before = test(kind, here_), after = test(kind, next.orbit);
    if (!(before * after < 0.0)) continue;
    Tried there;
    const auto f = [&](double s) {
      there = at(s);
      return there.solved ? test(kind, there.orbit) : std::numeric_limits<double>::quiet_NaN();
    };
    double s = 0.0;
    if (!find_root(f, 0.0, before, ds, after, options_.location, s)) continue;
    f(s);
    if (!there.solved) continue;
    const auto& lambda = there.orbit.multipliers;
    std::string message;
    if (kind == SpecialKind::fold) {
      message = fmt::format("the branch turns back at p = {:.12g}", there.orbit.p);
    } else if (kind == SpecialKind::period_doubling) {
      message = fmt::format("a multiplier is -1 at p = {:.12g}", there.orbit.p);
    } else {
      const bool pair = std::any_of(lambda.begin(), lambda.end(), [](const auto& l) {
        return l.imag() > 1e-6 && std::abs(std::abs(l) - 1.0) < 1e-4;
      });
      if (!pair) continue;  // real multipliers with product 1: nothing happens
      message = fmt::format("a pair of multipliers crosses the unit circle at p = {:.12g}",
                            there.orbit.p);
    }
    found.emplace_back(s, tell(there.orbit, there.margins, kind, std::move(message)));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [s, point] : found) waiting_.push_back(std::move(point));
}

// ------------------------------------------------------- changes of the sequence

/// Between here and ds the sequence stops being that of the motion: finds where, and goes on beyond if it can.
void Branch::cross_boundary(double ds, Tried beyond) {
  double low = 0.0, high = ds;
  Tried inside;  // the last one that holds
  inside.orbit = here_;
  inside.margins = here_margins_;
  // Where an event function dips below zero its least value leads there.
  const Margin* dips = violated(beyond.margins);
  double value_low = dips != nullptr ? value_of(here_margins_, *dips) : kInfinity;
  double value_high = dips != nullptr ? dips->value : 0.0;
  Margin watched = dips != nullptr ? *dips : Margin{};
  bool led = dips != nullptr && std::isfinite(value_low) && value_low > 0.0;
  for (int i = 0; i < kMostBisections && (high - low) > options_.location; ++i) {
    double s = 0.5 * (low + high);
    if (led && i % 3 != 2) {  // two of the secant, then one that halves
      s = low + (high - low) * value_low / (value_low - value_high);
      const double room = 0.01 * (high - low);
      s = std::clamp(s, low + 1e-3 * room, high - 1e-3 * room);
    }
    Tried tried = at(s);
    if (tried.valid) {
      low = s;
      value_low = value_of(tried.margins, watched);
      inside = std::move(tried);
    } else {
      high = s;
      if (!tried.solved) continue;
      const Margin* now = violated(tried.margins);
      led = led && now != nullptr;
      if (now != nullptr) {
        watched = *now;
        value_high = now->value;
        value_low = value_of(inside.margins, watched);
        led = std::isfinite(value_low) && value_low > 0.0;
      }
      beyond = std::move(tried);
    }
  }
  dips = violated(beyond.margins);
  const SpecialKind kind = kind_of(dips);
  // An event that is about to lose its zero is not seen any more by the motion, a little before.
  if (dips == nullptr && end_at_tangency(inside)) return;
  std::string message =
      fmt::format("the sequence of events changes at p = {:.12g}", inside.orbit.p);
  if (dips == nullptr) {
    message +=
        ": " + (beyond.motion.complete ? difference(beyond.motion.sequence, beyond.orbit.sequence)
                                       : beyond.motion.run.message);
  }
  if (dips != nullptr) {
    message +=
        fmt::format(": {} of contact {} touches zero", to_string(dips->kind), dips->contact + 1);
  }
  waiting_.push_back(tell(inside.orbit, inside.margins, kind, message));
  for (const double part : kBeyond) {
    if (go_on_beyond(at(high + part * ds))) return;
  }
  stop(BranchEnd::jump, std::move(message));
}

/// A phase that gets shorter and shorter: comes near to where it vanishes, step by step, then tells that point and goes
/// on with a sequence without it. True if something was told or the branch has ended.
bool Branch::approach_vanishing_phase() {
  const std::vector<double> now = durations_of(here_);
  if (before_.size() != now.size() || earlier_.size() != now.size()) return false;
  const double period = here_.sequence.end - here_.sequence.begin;
  double nearest = kInfinity;  // s where the first phase vanishes
  std::size_t phase = 0;
  bool rooted = false;  // like a square root: two events merge and are gone
  for (std::size_t k = 0; k < now.size(); ++k) {
    const double d = now[k], b = before_[k], e = earlier_[k];
    if (!(d < b && b < e)) continue;
    const double straight = (b - d) / last_ds_, square = (b * b - d * d) / last_ds_;
    const bool root = std::abs(square * earlier_ds_ / (e * e - b * b) - 1.0) <
                      std::abs(straight * earlier_ds_ / (e - b) - 1.0);
    const double s = root ? d * d / square : d / straight;
    if (s < nearest) nearest = s, phase = k, rooted = root;
  }
  const bool near = now[phase] <= (rooted ? kShortRoot : kShortPhase) * period;
  const bool stuck = ds_ < options_.smallest && nearest < kReach * options_.smallest;
  if (!near && !stuck) {
    ds_ = std::min(ds_, kShorter * nearest);
    return false;
  }
  Tried there;
  there.orbit = here_;
  there.solved = true;
  family_.place(family_.z_of(here_) + nearest * tangent_, there.orbit);
  std::string message =
      fmt::format("phase {} of the orbit vanishes at p = {:.12g}", phase + 1, there.orbit.p);
  waiting_.push_back(tell(there.orbit, here_margins_, SpecialKind::sequence_change, message));
  for (const double part : kBeyond) {
    family_.place(family_.z_of(here_) + (nearest + part * options_.step) * tangent_, there.orbit);
    if (go_on_beyond(there)) return true;
  }
  stop(BranchEnd::jump, std::move(message));
  return true;
}

/// With the sequence of the motion behind a boundary, if its orbit is near.
bool Branch::go_on_beyond(const Tried& beyond) {
  if (!beyond.solved) return false;
  const Orbit orbit = family_.find(beyond.orbit.p, &beyond.orbit.state);
  if (!orbit.found()) return false;
  FamilyOrbit next = family_.from(beyond.orbit.p, orbit);
  const VectorXd fixed = VectorXd::Unit(family_.unknowns(), family_.unknowns() - 1);
  if (family_.correct(family_.z_of(next), fixed, next) < 0) return false;
  if ((family_.z_of(next) - family_.z_of(beyond.orbit)).norm() > options_.jump) return false;
  const VectorXd turned = family_.tangent(next, tangent_);
  if (turned.size() == 0) return false;
  here_ = std::move(next);
  here_margins_ = orbit;
  tangent_ = turned;
  before_.clear();
  earlier_.clear();
  ds_ = options_.step;
  waiting_.push_back(tell(here_, here_margins_, SpecialKind::none, ""));
  return true;
}

/// If an event is about to lose its zero: tells where it does, and ends there.
bool Branch::end_at_tangency(const Tried& last) {
  std::vector<Margin> rates;
  for (const Margin& m : last.margins.margins) {
    if (m.kind == MarginKind::rate) rates.push_back(m);
  }
  std::stable_sort(rates.begin(), rates.end(),
                   [](const Margin& a, const Margin& b) { return a.value < b.value; });
  for (const Margin& slow : rates) {
    FamilyOrbit there = last.orbit;
    if (!family_.tangency(slow.phase, there)) continue;
    if ((family_.z_of(there) - family_.z_of(last.orbit)).norm() > kNear) continue;
    const Trigger what = there.sequence.passages[slow.phase].fired.front().what;
    const bool edge = what == Trigger::edge_plus || what == Trigger::edge_minus;
    const SpecialKind kind = what == Trigger::gap ? SpecialKind::grazing
                             : edge               ? SpecialKind::cone_edge_grazing
                                                  : SpecialKind::sequence_change;
    std::string message =
        fmt::format("{} of contact {} only touches zero at p = {:.12g}: the event is lost",
                    to_string(what), slow.contact + 1, there.p);
    waiting_.push_back(tell(there, last.margins, kind, message));
    stop(BranchEnd::jump, std::move(message));
    return true;
  }
  return false;
}

}  // namespace ricochet
