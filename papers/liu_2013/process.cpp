#include <papers/liu_2013/process.hpp>

#include <algorithm>
#include <cmath>

#include <ricochet/ode/integrator.hpp>

namespace ricochet::papers::liu_2013 {

namespace {

using Eigen::Index;
using State = Eigen::Matrix<double, 12, 1>;  ///< x (4), P (8)
using Vector8 = Eigen::Matrix<double, 8, 1>;

enum class NormalPhase : unsigned char { off, loading, unloading };
enum Place : std::size_t { kRim = 0, kFace = 1 };  ///< where friction acts

constexpr Index kRimRow = 2 * kA + 1;
constexpr Index kFaceRow = 2 * kD + 1;
constexpr std::array<Index, 2> kRow = {kRimRow, kFaceRow};

class Run {
 public:
  explicit Run(const Setting& s) : setting_(s), problem_(contact_problem(s)) {
    G_ = problem_.G;
    gamma0_ = problem_.gamma;
  }

  Process go(double tolerance);

 private:
  Material material(Index i) const { return i == kD ? setting_.ball : setting_.ground; }
  Material material(Place p) const { return p == kFace ? setting_.ball : setting_.ground; }
  bool prescribed(Place p) const { return p == kFace && setting_.reversed_friction; }

  /// Normal forces on the four contacts.
  std::array<double, 4> springs(std::span<const double> x) const {
    std::array<double, 4> F{};
    for (std::size_t i = 0; i < 4; ++i) {
      const bool pressed = phase_[i] != NormalPhase::off && x[i] > 0.0;
      if (pressed) F[i] = material(static_cast<Index>(i)).k * x[i] * std::sqrt(x[i]);
    }
    return F;
  }

  static double load(Place p, const std::array<double, 4>& F) {
    return p == kFace ? F[kD] : F[kA] + F[kB] + F[kC];
  }

  double slip_force(Place p, const std::array<double, 4>& F) const {
    const double against = sliding_[p] == Sliding::plus ? -1.0 : 1.0;
    return against * (prescribed(p) ? -1.0 : 1.0) * material(p).mu * load(p, F);
  }

  /// Acceleration of a place by the normal forces and the friction at the other place.
  double drive(Place p, const std::array<double, 4>& F, double other) const {
    double a = G_(kRow[p], kRow[1 - p]) * other;
    for (Index i = 0; i < 4; ++i) a += G_(kRow[p], 2 * i) * F[static_cast<std::size_t>(i)];
    return a;
  }

  /// Friction at both places; in stick what holds the place, whether it can or not.
  std::array<double, 2> friction(const std::array<double, 4>& F) const {
    std::array<double, 2> T = {slip_force(kRim, F), slip_force(kFace, F)};
    const bool rim = sliding_[kRim] == Sliding::stick;
    const bool face = sliding_[kFace] == Sliding::stick;
    if (rim && face) {
      const double a = drive(kRim, F, 0.0);
      const double c = drive(kFace, F, 0.0);
      const double off = G_(kRimRow, kFaceRow);
      const double det = G_(kRimRow, kRimRow) * G_(kFaceRow, kFaceRow) - off * off;
      T[kRim] = (-a * G_(kFaceRow, kFaceRow) + c * off) / det;
      T[kFace] = (-c * G_(kRimRow, kRimRow) + a * off) / det;
    } else if (rim) {
      T[kRim] = -drive(kRim, F, T[kFace]) / G_(kRimRow, kRimRow);
    } else if (face) {
      T[kFace] = -drive(kFace, F, T[kRim]) / G_(kFaceRow, kFaceRow);
    }
    return T;
  }

  Vector8 forces(const std::array<double, 4>& F) const {
    const std::array<double, 2> T = friction(F);
    Vector8 f;
    const double rim = load(kRim, F);
    for (Index i = 0; i < 4; ++i) {
      const double Fi = F[static_cast<std::size_t>(i)];
      f[2 * i] = Fi;
      // Of the rim only the total matters; the points share it by their loads.
      f[2 * i + 1] = i == kD ? T[kFace] : (rim > 0.0 ? T[kRim] * Fi / rim : 0.0);
    }
    return f;
  }

  Vector8 gamma(std::span<const double> state) const {
    return gamma0_ + G_ * Eigen::Map<const Vector8>(state.data() + 4);
  }

  void derivative(std::span<const double> state, std::span<double> rate) const {
    const Vector8 f = forces(springs(state));
    const Vector8 g = gamma(state);
    for (Index i = 0; i < 4; ++i) {
      const double e = material(i).e;
      const NormalPhase phase = phase_[static_cast<std::size_t>(i)];
      rate[static_cast<std::size_t>(i)] = phase == NormalPhase::off       ? 0.0
                                          : phase == NormalPhase::loading ? -g[2 * i]
                                                                          : -g[2 * i] / (e * e);
    }
    Eigen::Map<Vector8>(rate.data() + 4) = f;
  }

  // Events: 0-3 the normal velocity changes its sign, 4-7 a spring is released, 8-9 friction.
  static constexpr std::size_t kEvents = 10;
  void events(std::span<const double> state, std::span<double> g) const {
    const Vector8 v = gamma(state);
    for (std::size_t i = 0; i < 4; ++i) {
      const double sign = phase_[i] == NormalPhase::loading ? -1.0 : 1.0;
      g[i] = sign * v[2 * static_cast<Index>(i)];
      g[4 + i] = phase_[i] == NormalPhase::unloading ? state[i] : 1.0;
    }
    const std::array<double, 4> F = springs(state);
    const std::array<double, 2> T = friction(F);
    for (const Place p : {kRim, kFace}) {
      if (prescribed(p)) {
        g[8 + p] = 1.0;
      } else if (sliding_[p] == Sliding::stick) {
        g[8 + p] = material(p).mu_static * load(p, F) - std::abs(T[p]);
      } else {
        g[8 + p] = (sliding_[p] == Sliding::plus ? 1.0 : -1.0) * v[kRow[p]];
      }
    }
  }

  /// Slip in the direction in which the place is driven.
  void let_go(Place p, const std::array<double, 4>& F) {
    const double other = friction(F)[1 - p];
    sliding_[p] = drive(p, F, other) > 0.0 ? Sliding::plus : Sliding::minus;
  }
  /// At zero sliding velocity: stick if static friction can hold, else slip.
  void stop(Place p, const std::array<double, 4>& F) {
    sliding_[p] = Sliding::stick;
    if (std::abs(friction(F)[p]) > material(p).mu_static * load(p, F)) let_go(p, F);
  }

  void begin();
  void handle(const Integrator& integrator, State& state);
  bool over(const State& state) const;

  Setting setting_;
  ContactProblem problem_;
  Eigen::Matrix<double, 8, 8> G_;
  Vector8 gamma0_;
  std::array<NormalPhase, 4> phase_{};
  std::array<Sliding, 2> sliding_{};
  std::array<int, 4> loadings_{};
  Sliding last_rim_ = Sliding::stick;
};

/// The first instants: only D is loaded, F ~ t^(3/2). The forces on the others follow from the motion
/// they are given then, so direction of sliding, stick and loading are decided by F_D = 1 alone.
void Run::begin() {
  std::array<double, 4> F{};
  F[kD] = 1.0;
  phase_ = {NormalPhase::off, NormalPhase::off, NormalPhase::off, NormalPhase::loading};
  sliding_ = {Sliding::stick, Sliding::stick};
  if (prescribed(kFace)) {
    const double driven = drive(kFace, F, 0.0);
    sliding_[kFace] = driven > 0.0 ? Sliding::plus : Sliding::minus;
    if (driven == 0.0) setting_.ball.mu = 0.0;  // no direction to push: b = 0
    sliding_[kRim] = drive(kRim, F, slip_force(kFace, F)) > 0.0 ? Sliding::plus : Sliding::minus;
  } else {
    sliding_[kRim] = Sliding::plus;  // carries no load yet: only a place, not a force
    stop(kFace, F);
    let_go(kRim, F);
  }
  const Vector8 a = G_ * forces(F);
  for (std::size_t i = 0; i < 4; ++i) {
    if (a[2 * static_cast<Index>(i)] < 0.0) phase_[i] = NormalPhase::loading;
    loadings_[i] = phase_[i] == NormalPhase::loading ? 1 : 0;
  }
}

void Run::handle(const Integrator& integrator, State& state) {
  for (std::size_t i = 0; i < 4; ++i) {
    if (integrator.has_fired(4 + i)) {
      phase_[i] = NormalPhase::off;
      state[static_cast<Index>(i)] = 0.0;
    } else if (integrator.has_fired(i)) {
      if (phase_[i] == NormalPhase::off) ++loadings_[i];
      phase_[i] = phase_[i] == NormalPhase::loading ? NormalPhase::unloading : NormalPhase::loading;
    }
  }
  const std::array<double, 4> F = springs({state.data(), 12});
  for (const Place p : {kRim, kFace}) {
    if (!integrator.has_fired(8 + p)) continue;
    if (sliding_[p] == Sliding::stick) {
      let_go(p, F);
    } else {
      stop(p, F);
    }
  }
  if (load(kRim, F) > 0.0) last_rim_ = sliding_[kRim];
}

bool Run::over(const State& state) const {
  const Vector8 v = gamma({state.data(), 12});
  for (std::size_t i = 0; i < 4; ++i) {
    // A velocity of rounding at a contact that nothing touched is no approach.
    if (phase_[i] != NormalPhase::off) return false;
    if (v[2 * static_cast<Index>(i)] < -1e-12 * setting_.v_b) return false;
  }
  return true;
}

Process Run::go(double tolerance) {
  begin();
  last_rim_ = sliding_[kRim];
  const double m = 1.0 / G_(2 * kD, 2 * kD);
  const double depth = std::pow(1.25 * m * setting_.v_b * setting_.v_b / setting_.ball.k, 0.4);
  const double clock = 3.0 * depth / setting_.v_b;
  State state = State::Zero();
  State scale;
  scale << depth, depth, depth, depth, Vector8::Constant(m * setting_.v_b);
  // The compressions of the rim are as much smaller as it is stiffer.
  scale.head<3>() *= std::pow(setting_.ball.k / setting_.ground.k, 2.0 / 3.0);
  Integrator integrator;
  IntegrationOptions options;
  options.tolerance = tolerance;
  options.initial_step = 1e-4 * clock;
  std::array<Crossing, kEvents> crossings{};
  crossings.fill(Crossing::falling);
  const auto f = [&](double, std::span<const double> x, std::span<double> dx) {
    derivative(x, dx);
  };
  const auto g = [&](double, std::span<const double> x, std::span<double> values) {
    events(x, values);
  };
  Process result;
  double t = 0.0;
  constexpr int segments = 2000;
  for (int k = 0; k < segments && !over(state); ++k) {
    const IntegrationResult step = integrator.integrate(f, t, {state.data(), 12}, 100.0 * clock,
                                                        {scale.data(), 12}, options, g, crossings);
    result.evaluations += step.evaluations;
    t = step.t;
    options.initial_step = std::max(step.last_step, 1e-9 * clock);
    if (step.end != IntegrationEnd::event) break;
    handle(integrator, state);
  }
  result.ended = over(state);
  result.impulse = state.tail<8>();
  result.after = post_impact(setting_, problem_, result.impulse);
  result.rim = last_rim_;
  result.duration = t;
  for (const Point i : {kA, kB, kC}) {
    if (loadings_[static_cast<std::size_t>(i)] > 1) result.rim_loaded_again = true;
  }
  return result;
}

}  // namespace

Process follow(const Setting& s, double tolerance) { return Run(s).go(tolerance); }

}  // namespace ricochet::papers::liu_2013
