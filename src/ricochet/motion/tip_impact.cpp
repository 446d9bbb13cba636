#include <array>
#include <cmath>
#include <numbers>

#include <ricochet/motion/tip_impact.hpp>

namespace ricochet {

std::string_view to_string(TangentialMode mode) {
  switch (mode) {
    case TangentialMode::slip_plus: return "slip+";
    case TangentialMode::slip_minus: return "slip-";
    case TangentialMode::stick: return "stick";
  }
  return "";
}

std::string_view to_string(TipImpactStatus status) {
  switch (status) {
    case TipImpactStatus::separated: return "separated";
    case TipImpactStatus::no_contact: return "no-contact";
    case TipImpactStatus::still_in_contact: return "still-in-contact";
    case TipImpactStatus::bad_parameters: return "bad-parameters";
    case TipImpactStatus::step_limit: return "step-limit";
    case TipImpactStatus::step_underflow: return "step-underflow";
    case TipImpactStatus::non_finite: return "non-finite";
  }
  return "";
}

namespace {

/// Components of the state. The angle is counted from the start, so that nothing large hides the
/// small changes of a stiff contact; impulses and works are carried along as quadratures.
enum Component : std::size_t {
  kCompression,
  kAngle,
  kNormalVelocity,
  kTangentialVelocity,
  kOmega,
  kNormalImpulse,
  kTangentialImpulse,
  kNormalWork,
  kFrictionWork,
  kComponents
};
using TipState = std::array<double, kComponents>;

enum Event : std::size_t {
  kOutOfSurface,      ///< d falls to zero
  kForceVanishes,     ///< 1 + zeta d' falls to zero
  kNormalTurn,        ///< gN changes sign
  kSlipStops,         ///< gT changes sign while slipping
  kStickBreaksPlus,   ///< f F_N + F_T falls to zero: slip starts with gT > 0
  kStickBreaksMinus,  ///< f F_N - F_T falls to zero: slip starts with gT < 0
  kEvents
};

/// The equations of motion in one tangential mode.
class TipDynamics {
 public:
  explicit TipDynamics(const TipImpact& impact) : impact_(impact) {}

  TangentialMode mode = TangentialMode::stick;

  struct Forces {
    double x, y;
    TangentialDynamics tangential;
    double normal, friction, stick;
  };

  Forces forces(std::span<const double> s) const {
    Forces f{};
    const Rod& rod = impact_.rod;
    const double theta = impact_.angle + s[kAngle];
    f.x = 0.5 * rod.length * std::cos(theta);
    f.y = 0.5 * rod.length * std::sin(theta);
    f.tangential = {.beta = 1.0 / rod.mass + f.x * f.x / rod.inertia,
                    .delta = -f.x * f.y / rod.inertia,
                    .bias = f.y * s[kOmega] * s[kOmega]};
    f.normal = impact_.contact.normal.continued(s[kCompression], -s[kNormalVelocity]);
    f.stick = f.tangential.stick_force(f.normal);
    f.friction = impact_.contact.tangential_force(mode, f.tangential, f.normal);
    return f;
  }

  void derivative(std::span<const double> s, std::span<double> ds) const {
    const Rod& rod = impact_.rod;
    const Forces f = forces(s);
    const double alpha = 1.0 / rod.mass + f.y * f.y / rod.inertia;
    const double omega = s[kOmega];
    ds[kCompression] = -s[kNormalVelocity];
    ds[kAngle] = omega;
    ds[kNormalVelocity] = f.x * omega * omega + alpha * f.normal + f.tangential.delta * f.friction;
    ds[kTangentialVelocity] =
        mode == TangentialMode::stick
            ? 0.0
            : f.tangential.bias + f.tangential.delta * f.normal + f.tangential.beta * f.friction;
    ds[kOmega] = (f.y * f.normal - f.x * f.friction) / rod.inertia;
    ds[kNormalImpulse] = f.normal;
    ds[kTangentialImpulse] = f.friction;
    ds[kNormalWork] = f.normal * s[kNormalVelocity];
    ds[kFrictionWork] = f.friction * s[kTangentialVelocity];
  }

  void events(std::span<const double> s, std::span<double> g) const {
    const bool stick = mode == TangentialMode::stick;
    const Forces f = forces(s);
    const double limit = impact_.contact.friction * f.normal;
    g[kOutOfSurface] = s[kCompression];
    g[kForceVanishes] = impact_.contact.normal.damping_factor(-s[kNormalVelocity]);
    g[kNormalTurn] = s[kNormalVelocity];
    g[kSlipStops] = stick ? 1.0 : s[kTangentialVelocity];
    g[kStickBreaksPlus] = stick ? limit + f.stick : 1.0;
    g[kStickBreaksMinus] = stick ? limit - f.stick : 1.0;
  }

  /// Mode to continue with when gT = 0.
  TangentialMode at_rest(std::span<const double> s) const {
    const Forces f = forces(s);
    return impact_.contact.mode_at_rest(f.tangential, f.normal);
  }

 private:
  const TipImpact& impact_;
};

bool admissible(const TipImpact& i) {
  for (const double v : {i.angle, i.v_n, i.v_t, i.omega}) {
    if (!std::isfinite(v)) return false;
  }
  for (const double v : {i.rod.mass, i.rod.length, i.rod.inertia, i.contact.normal.stiffness}) {
    if (!(v > 0.0) || !std::isfinite(v)) return false;
  }
  for (const double v : {i.contact.friction, i.contact.normal.damping}) {
    if (!(v >= 0.0) || !std::isfinite(v)) return false;
  }
  return i.contact.normal.exponent >= 1.0 && std::isfinite(i.contact.normal.exponent);
}

TipImpactStatus status_of(IntegrationEnd end) {
  switch (end) {
    case IntegrationEnd::end_time:
    case IntegrationEnd::stopped:
    case IntegrationEnd::event: return TipImpactStatus::still_in_contact;
    case IntegrationEnd::step_limit: return TipImpactStatus::step_limit;
    case IntegrationEnd::step_underflow: return TipImpactStatus::step_underflow;
    case IntegrationEnd::non_finite: return TipImpactStatus::non_finite;
  }
  return TipImpactStatus::non_finite;
}

/// Magnitudes of an undamped contact with frozen configuration.
struct ContactScale {
  double speed;        ///< m/s
  double compression;  ///< m
  double time;         ///< s, about a quarter period
};

ContactScale scale_of(const TipImpact& i, double alpha, double gN, double gT) {
  const HuntCrossley& normal = i.contact.normal;
  ContactScale scale{};
  scale.speed = std::hypot(gN, gT);
  // kappa d^(p+1)/(p+1) = gN^2 / (2 alpha)
  scale.compression = std::pow(0.5 * (normal.exponent + 1.0) * gN * gN / (alpha * normal.stiffness),
                               1.0 / (normal.exponent + 1.0));
  scale.time = scale.compression / std::abs(gN);
  return scale;
}

double kinetic_energy(const Rod& rod, double v_n, double v_t, double omega) {
  return 0.5 * (rod.mass * (v_n * v_n + v_t * v_t) + rod.inertia * omega * omega);
}

/// What is known at the greatest compression.
struct Turn {
  double time = 0.0, compression = 0.0, impulse = 0.0, work = 0.0;
};

void fill_results(const TipImpact& impact, const TipState& s, const Turn& turn, double gN_before,
                  double t, TipImpactResult& r) {
  const Rod& rod = impact.rod;
  r.duration = t;
  r.angle = impact.angle + s[kAngle];
  const double x = 0.5 * rod.length * std::cos(r.angle);
  const double y = 0.5 * rod.length * std::sin(r.angle);
  r.gN = s[kNormalVelocity];
  r.gT = s[kTangentialVelocity];
  r.omega = s[kOmega];
  r.v_n = r.gN - y * r.omega;
  r.v_t = r.gT + x * r.omega;
  r.P_n = s[kNormalImpulse];
  r.P_t = s[kTangentialImpulse];
  r.impulse_ratio = r.P_t / r.P_n;
  r.kinematic = -r.gN / gN_before;
  r.kinetic = (r.P_n - turn.impulse) / turn.impulse;
  r.e_times_R = r.kinematic * r.kinetic;
  r.work_ratio = -(s[kNormalWork] - turn.work) / turn.work;
  r.normal_work = s[kNormalWork];
  r.friction_work = s[kFrictionWork];
  r.energy_loss = 1.0 - kinetic_energy(rod, r.v_n, r.v_t, r.omega) / r.energy_before;
  r.compression = turn.compression;
  r.time_of_compression = turn.time;
  r.compression_left = s[kCompression];
}

constexpr std::array<Crossing, kEvents> crossings_of(TangentialMode mode) {
  const Crossing stop = mode == TangentialMode::slip_minus ? Crossing::rising : Crossing::falling;
  return {Crossing::falling, Crossing::falling, Crossing::either, stop,
          Crossing::falling, Crossing::falling};
}

}  // namespace

void TipImpactSimulator::run(const TipImpact& impact, const TipImpactOptions& options,
                             TipImpactResult& result) {
  std::vector<TipPhase> phases = std::move(result.phases);
  phases.clear();
  result = {};
  result.phases = std::move(phases);
  if (!admissible(impact) || !(options.tolerance > 0.0)) return;

  const Rod& rod = impact.rod;
  const double x0 = 0.5 * rod.length * std::cos(impact.angle);
  const double y0 = 0.5 * rod.length * std::sin(impact.angle);
  const double gN0 = impact.v_n + y0 * impact.omega;
  const double gT0 = impact.v_t - x0 * impact.omega;
  result.energy_before = kinetic_energy(rod, impact.v_n, impact.v_t, impact.omega);
  if (!(gN0 < 0.0)) {
    result.status = TipImpactStatus::no_contact;
    return;
  }

  const double alpha0 = 1.0 / rod.mass + y0 * y0 / rod.inertia;
  const ContactScale scale = scale_of(impact, alpha0, gN0, gT0);
  const double impulse = scale.speed / alpha0;
  const double energy = impulse * scale.speed;
  const double spin = scale.speed / rod.length;
  const TipState magnitude = {scale.compression, spin * scale.time, scale.speed, scale.speed, spin,
                              impulse,           impulse,           energy,      energy};
  const double longest = options.longest_contact > 0.0 ? options.longest_contact
                                                       : 1000.0 * std::numbers::pi * scale.time;

  TipState s{};
  s[kNormalVelocity] = gN0;
  s[kTangentialVelocity] = gT0;
  s[kOmega] = impact.omega;
  TipDynamics dynamics(impact);
  dynamics.mode = gT0 > 0.0   ? TangentialMode::slip_plus
                  : gT0 < 0.0 ? TangentialMode::slip_minus
                              : dynamics.at_rest(s);

  const auto rhs = [&](double, std::span<const double> at, std::span<double> ds) {
    dynamics.derivative(at, ds);
  };
  const auto events = [&](double, std::span<const double> at, std::span<double> g) {
    dynamics.events(at, g);
  };
  IntegrationOptions ode;
  ode.tolerance = options.tolerance;
  ode.step_limit = options.step_limit;

  double t = 0.0;
  Turn turn;
  TipPhase phase{dynamics.mode, 0.0, 0.0, 0.0};
  double impulse_at_phase = 0.0;
  const auto close_phase = [&] {
    phase.end = t;
    phase.normal_impulse = s[kNormalImpulse] - impulse_at_phase;
    result.phases.push_back(phase);
    impulse_at_phase = s[kNormalImpulse];
  };

  result.status = TipImpactStatus::still_in_contact;
  for (bool in_contact = true; in_contact;) {
    const auto crossings = crossings_of(dynamics.mode);
    const IntegrationResult run =
        integrator_.integrate(rhs, t, s, longest, magnitude, ode, events, crossings);
    t = run.t;
    result.steps += run.accepted + run.rejected;
    ode.initial_step = run.last_step;
    if (run.end != IntegrationEnd::event) {
      result.status = status_of(run.end);
      break;
    }
    if (integrator_.has_fired(kNormalTurn) && s[kCompression] > turn.compression) {
      turn = {t, s[kCompression], s[kNormalImpulse], s[kNormalWork]};
    }
    if (integrator_.has_fired(kOutOfSurface) || integrator_.has_fired(kForceVanishes)) {
      result.status = TipImpactStatus::separated;
      break;
    }
    TangentialMode next = dynamics.mode;
    if (integrator_.has_fired(kSlipStops)) {
      s[kTangentialVelocity] = 0.0;
      next = dynamics.at_rest(s);
    } else if (integrator_.has_fired(kStickBreaksPlus)) {
      next = TangentialMode::slip_plus;
    } else if (integrator_.has_fired(kStickBreaksMinus)) {
      next = TangentialMode::slip_minus;
    }
    if (next != dynamics.mode) {
      close_phase();
      dynamics.mode = next;
      phase = {next, t, t, 0.0};
    }
  }
  close_phase();
  fill_results(impact, s, turn, gN0, t, result);
}

TipImpactResult simulate(const TipImpact& impact, const TipImpactOptions& options) {
  TipImpactSimulator simulator;
  TipImpactResult result;
  simulator.run(impact, options, result);
  return result;
}

}  // namespace ricochet
