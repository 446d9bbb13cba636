#include <ricochet/motion/compliant_simulator.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <ricochet/motion/compliant_dynamics.hpp>
#include <ricochet/motion/motion_run.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kMissed = 1e-12;    // of the size: compressions that an event should have seen
constexpr double kJump = 1e-7;       // of the size: a gap that is suddenly this deep did not close
constexpr double kLoose = 1e-7;      // relative: how far beyond its limit a force is beyond doubt
constexpr double kFirstStep = 0.1;   // of the contact's time scale, after a touch
constexpr double kTouchLoad = 1e-6;  // relative: stands for the force right after the first touch
constexpr double kLookAhead = 1e-4;  // of the last step

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

bool slips(Mode mode) { return mode == Mode::slip_plus || mode == Mode::slip_minus; }
double sign_of(Mode mode) { return mode == Mode::slip_plus ? 1.0 : -1.0; }
Mode slip_towards(double sign) { return sign > 0.0 ? Mode::slip_plus : Mode::slip_minus; }

Mode to_mode(TangentialMode mode) {
  switch (mode) {
    case TangentialMode::slip_plus: return Mode::slip_plus;
    case TangentialMode::slip_minus: return Mode::slip_minus;
    case TangentialMode::stick: break;
  }
  return Mode::stick;
}

}  // namespace

struct CompliantSimulator::Impl final : MotionRun {
  CompliantDynamics dynamics;
  Integrator integrator;
  ModeSolver solver;

  std::vector<unsigned char> masked;  // behind a bounded surface
  std::vector<unsigned char> outrun;  // open, but d > 0

  // The events of the phase.
  enum class Watch : unsigned char {
    gap,         // of an open contact (masked: it is in front again)
    depth,       // d of a closed or outrun one
    recovery,    // 1 + zeta d' of a closed one; of an outrun one its negative
    stop,        // of sliding
    edge_plus,   // mu_s lambda_N + lambda_T of stick: slip+ begins
    edge_minus,  // mu_s lambda_N - lambda_T
    margin       // of all sticking contacts together
  };
  struct Watched {
    Watch what;
    Index contact;
  };
  std::vector<Watched> watched;
  std::vector<Crossing> crossings;
  std::size_t gaps_watched = 0;
  IntegrationOptions ode;  // its largest step follows the motion
  double last_step = 0.0;

  // What an event has decided about the tangential mode of contacts with rigid friction.
  enum class Fate : unsigned char { open, plus, minus, rest };
  std::vector<Fate> fate;

  Impl(const MechanicalSystem& s, const SimulationOptions& o)
      : MotionRun(dynamics, s, o), dynamics(s) {}

  void look_fully(double time, std::span<const double> state) override {
    dynamics.look(time, state);
    if (dynamics.singular()) dynamics.widest(solver);
  }

  bool closed(Index i) const { return modes[at(i)] != Mode::open; }

  // --------------------------------------------------------------------- start

  bool begin(const MotionState& start) {
    start_at(start);
    const std::string refused = refusal(system);
    if (!refused.empty()) {
      end(EndReason::no_solution, refused);
      return false;
    }
    masked.assign(at(n), 0);
    outrun.assign(at(n), 0);
    fate.assign(at(n), Fate::open);
    last_step = 0.0;
    for (std::size_t i = 0; i < start.stretch.size(); ++i) {
      x[dynamics.stretch_index(static_cast<Index>(i))] = start.stretch[i];
    }
    dynamics.set_modes(t, x, modes, outrun);
    dynamics.look(t, x);
    if (!all_finite()) return false;
    dynamics.scale_books(x);
    if (!start.modes.empty()) modes = start.modes;
    for (Index i = 0; i < n; ++i) {
      masked[at(i)] =
          system.info().contacts[at(i)].bounded && dynamics.compression(i) > 0.0 && !closed(i);
    }
    classify();
    choose_tangential(false);
    if (ended) return false;
    apply();
    if (!all_finite()) return false;
    look_fully(t, x);
    if (!all_finite()) return false;
    open_books(start);
    sample(t, x);
    return !ended;
  }

  /// Which contacts press, from the state alone: at the start, and where an event was missed. After look().
  void classify() {
    for (Index i = 0; i < n; ++i) {
      const double d = dynamics.compression(i);
      const double rate = dynamics.rate(i);
      const bool inside =
          masked[at(i)] == 0 &&
          (d > 0.0 || (d == 0.0 && (rate > 0.0 ||
                                    (rate == 0.0 && dynamics.compression_acceleration(i) > 0.0))));
      const bool presses = inside && dynamics.contact(i).normal.damping_factor(rate) > 0.0;
      if (presses && !closed(i)) close(i);
      if (!presses && closed(i)) open(i);
      outrun[at(i)] = inside && !presses;
    }
  }

  // ------------------------------------------------------------ changes of mode

  void close(Index i) {
    outrun[at(i)] = 0;
    modes[at(i)] = dynamics.static_friction(i) > 0.0 ? slip_towards(dynamics.gamma()[2 * i + 1])
                                                     : Mode::frictionless;
    if (dynamics.has_spring(i)) modes[at(i)] = slider_mode(i);
    if (std::abs(dynamics.gamma()[2 * i + 1]) <= standstill(2 * i + 1)) fate[at(i)] = Fate::rest;
    last_step = std::min(last_step > 0.0 ? last_step : options.until - t,
                         kFirstStep * dynamics.time_scale(i));
  }

  void open(Index i) {
    if (dynamics.has_spring(i)) stretch_to(i, 0.0);
    modes[at(i)] = Mode::open;
    outrun[at(i)] = dynamics.compression(i) > 0.0;
  }

  /// The slider jumps: what the spring loses is friction.
  void stretch_to(Index i, double s) {
    const double before = dynamics.stretch(i, x);
    books()[EvaluatedSystem::kFriction] += 0.5 * dynamics.spring(i) * (before * before - s * s);
    x[dynamics.stretch_index(i)] = s;
  }

  void slide(Index i, double sign) {
    stretch_to(i, sign * dynamics.contact(i).friction * dynamics.load(i) / dynamics.spring(i));
    modes[at(i)] = slip_towards(sign);
  }

  /// Mode of a slider whose spring is stretched as now: stick, unless it is at its limit and drawn beyond.
  Mode slider_mode(Index i) const {
    const double tension = dynamics.spring(i) * dynamics.stretch(i, x);
    const double limit = dynamics.static_friction(i) * dynamics.load(i);
    if (tension >= limit && dynamics.slider_velocity(i, 1.0) > 0.0) return Mode::slip_plus;
    if (tension <= -limit && dynamics.slider_velocity(i, -1.0) < 0.0) return Mode::slip_minus;
    return Mode::stick;
  }

  /// Modes of closed contacts with rigid friction, all of them together: the force of one is felt by the others.
  void choose_tangential(bool ahead) {
    std::vector<Index> group;
    std::vector<signed char> sliding;
    std::vector<Mode> preferred;
    bool any_rest = false;
    for (Index i = 0; i < n; ++i) {
      const Mode mode = modes[at(i)];
      if (mode == Mode::open || mode == Mode::frictionless || dynamics.has_spring(i)) continue;
      const double v = dynamics.gamma()[2 * i + 1];
      const double least = standstill(2 * i + 1);
      signed char direction = v > 0.0 ? 1 : -1;
      if (fate[at(i)] == Fate::plus) direction = 1;
      if (fate[at(i)] == Fate::minus) direction = -1;
      const bool rests =
          fate[at(i)] == Fate::rest ||
          (fate[at(i)] == Fate::open && (mode == Mode::stick || std::abs(v) <= least));
      if (rests) direction = 0;
      group.push_back(i);
      sliding.push_back(direction);
      preferred.push_back(!rests                      ? slip_towards(direction)
                          : fate[at(i)] == Fate::rest ? Mode::stick
                                                      : mode);
      any_rest = any_rest || rests;
    }
    std::fill(fate.begin(), fate.end(), Fate::open);
    if (any_rest) settle_rest(group, sliding, preferred, ahead);
    for (std::size_t k = 0; k < group.size(); ++k) modes[at(group[k])] = preferred[k];
  }

  void settle_rest(const std::vector<Index>& group, const std::vector<signed char>& sliding,
                   std::vector<Mode>& wanted, bool ahead) {
    const auto m = static_cast<Index>(group.size());
    if (ahead) {
      dynamics.derivative(t, x, trial);
      const double dt = kLookAhead * last_step;
      for (std::size_t k = 0; k < x.size(); ++k) trial[k] = x[k] + dt * trial[k];
      dynamics.look(t + dt, trial);
      if (!all_finite()) return;
    }
    std::vector<double> load(group.size());
    for (std::size_t k = 0; k < group.size(); ++k) load[k] = dynamics.load(group[k]);
    Eigen::MatrixXd G;
    VectorXd b;
    dynamics.friction_problem(group, load, G, b);
    if (m == 1) {
      const Index i = group.front();
      wanted.front() = rest_alone(i, load.front(), G(1, 1), b[1]);
      return;
    }
    give_touch_loads(load, G, b);
    dynamics.friction_problem(group, load, G, b);
    VectorXd mu(m), mu_static(m);
    for (Index k = 0; k < m; ++k) {
      mu[k] = dynamics.contact(group[at(k)]).friction;
      mu_static[k] = dynamics.static_friction(group[at(k)]);
    }
    const double scale = std::max(b.cwiseAbs().maxCoeff(), 1e-300);
    const ModeSearch found =
        solver.search({G, b, mu, mu_static, sliding, scale, 1e-9}, wanted, false);
    if (found.solutions.empty()) {
      end(EndReason::tolerance,
          fmt::format("no consistent friction was found for {} contacts at t = {:.17g} s", m, t));
      return;
    }
    wanted = found.solutions.front().modes;
  }

  /// One contact at rest: compliant_contact.hpp has the answer. b: acceleration with the load.
  Mode rest_alone(Index i, double load, double beta, double b) {
    VectorXd per_load = dynamics.evaluation().W.col(2 * i);
    dynamics.solve_mass(per_load);
    const double delta = dynamics.evaluation().W.col(2 * i + 1).dot(per_load);
    const CompliantContact& c = dynamics.contact(i);
    const CompliantContact held{c.normal, dynamics.static_friction(i)};
    return to_mode(held.mode_at_rest({beta, delta, b - delta * load}, load));
  }

  /// Contacts that touch for the first time have no force yet: a small one decides.
  static void give_touch_loads(std::vector<double>& load, const Eigen::MatrixXd& G,
                               const VectorXd& b) {
    double largest = 0.0;
    for (std::size_t k = 0; k < load.size(); ++k) {
      const auto row = static_cast<Index>(2 * k + 1);
      largest = std::max({largest, load[k], std::abs(b[row]) / G(row, row)});
    }
    for (double& l : load) {
      if (l == 0.0) l = largest > 0.0 ? kTouchLoad * largest : 1.0;
    }
  }

  /// Goes on in the new modes.
  void apply() {
    dynamics.set_modes(t, x, modes, outrun);
    dynamics.project(t, x);
    dynamics.look(t, x);
  }

  // --------------------------------------------------------------------- phases

  void watch() {
    watched.clear();
    for (Index i = 0; i < n; ++i) {
      if (!closed(i) && outrun[at(i)] == 0) watched.push_back({Watch::gap, i});
    }
    gaps_watched = watched.size();
    for (Index i = 0; i < n; ++i) {
      if (!closed(i) && outrun[at(i)] == 0) continue;
      watched.push_back({Watch::depth, i});
      if (dynamics.contact(i).normal.damping > 0.0) watched.push_back({Watch::recovery, i});
      if (slips(modes[at(i)])) watched.push_back({Watch::stop, i});
      if (modes[at(i)] == Mode::stick && (dynamics.has_spring(i) || !dynamics.singular())) {
        watched.push_back({Watch::edge_plus, i});
        watched.push_back({Watch::edge_minus, i});
      }
    }
    if (dynamics.singular()) watched.push_back({Watch::margin, 0});
    crossings.assign(watched.size(), Crossing::falling);
  }

  /// Velocity of sliding in its own direction. After look().
  double sliding_speed(Index i) const {
    const double sign = sign_of(modes[at(i)]);
    return sign * (dynamics.has_spring(i) ? dynamics.slider_velocity(i, sign)
                                          : dynamics.gamma()[2 * i + 1]);
  }

  void event_functions(double time, std::span<const double> state, std::span<double> g) {
    dynamics.look(time, state);
    double margin = 0.0;
    if (dynamics.singular()) margin = dynamics.widest(solver);
    const VectorXd& force = dynamics.force();
    for (std::size_t k = 0; k < watched.size(); ++k) {
      const Index i = watched[k].contact;
      const double mu = dynamics.static_friction(i);
      switch (watched[k].what) {
        case Watch::gap: g[k] = (masked[at(i)] != 0 ? 1.0 : -1.0) * dynamics.compression(i); break;
        case Watch::depth: g[k] = dynamics.compression(i); break;
        case Watch::recovery:
          g[k] = (closed(i) ? 1.0 : -1.0) *
                 dynamics.contact(i).normal.damping_factor(dynamics.rate(i));
          break;
        case Watch::stop: g[k] = sliding_speed(i); break;
        case Watch::edge_plus: g[k] = mu * force[2 * i] + force[2 * i + 1]; break;
        case Watch::edge_minus: g[k] = mu * force[2 * i] - force[2 * i + 1]; break;
        case Watch::margin: g[k] = margin; break;
      }
    }
    for (std::size_t k = 0; k < gaps_watched; ++k) {
      const Index i = watched[k].contact;
      g[watched.size() + k] = (masked[at(i)] != 0 ? 1.0 : -1.0) * dynamics.rate(i);
    }
  }

  /// True if the modes still hold, to what the events cannot have missed. After look().
  bool modes_hold() {
    double largest = 0.0;
    for (Index i = 0; i < n; ++i) largest = std::max(largest, std::abs(dynamics.force()[2 * i]));
    for (Index i = 0; i < n; ++i) {
      const Mode mode = modes[at(i)];
      const double d = dynamics.compression(i);
      if (mode == Mode::open) {
        if (outrun[at(i)] == 0 && masked[at(i)] == 0 && d > kMissed * size) return false;
        continue;
      }
      if (d < -kMissed * size || dynamics.force()[2 * i] < -kLoose * largest) return false;
      if (slips(mode) && sliding_speed(i) < -100.0 * standstill(2 * i + 1)) return false;
      if (mode != Mode::stick) continue;
      const bool rigid = !dynamics.has_spring(i);
      if (rigid && std::abs(dynamics.gamma()[2 * i + 1]) > 1e4 * standstill(2 * i + 1))
        return false;
      if (rigid && dynamics.singular()) continue;
      const double mu = dynamics.static_friction(i);
      if (std::abs(dynamics.force()[2 * i + 1]) >
          mu * dynamics.force()[2 * i] + kLoose * (1.0 + mu) * largest) {
        return false;
      }
    }
    return true;
  }

  StepAction after_step(const Step& step, std::span<double> state) {
    sample_inside(step);
    dynamics.project(step.end(), state);
    dynamics.look(step.end(), state);
    ode.largest_step = step_limit_at(state);
    if (!dynamics.not_finite().empty()) return StepAction::stop;
    if (!observer->go_on(step.end())) {
      t = step.end();
      end(EndReason::cancelled, fmt::format("cancelled at t = {:.17g} s", t));
      return StepAction::stop;
    }
    if (!modes_hold()) return StepAction::stop;
    if (options.sample_step == 0.0) sample(step.end(), state);
    return dynamics.any_rigid_stick() ? StepAction::changed : StepAction::go_on;
  }

  void phase() {
    watch();
    ode.tolerance = options.tolerance;
    dynamics.look(t, x);
    ode.largest_step = step_limit_at(x);
    ode.initial_step = last_step;
    ode.rated = gaps_watched;
    ode.step_limit = options.step_limit - result.statistics.steps - result.statistics.rejected;
    const double began = t;
    const auto rhs = [this](double time, std::span<const double> s, std::span<double> d) {
      dynamics.derivative(time, s, d);
    };
    const auto events = [this](double time, std::span<const double> s, std::span<double> g) {
      event_functions(time, s, g);
    };
    const auto follow = [this](const Step& step, std::span<double> s) {
      return after_step(step, s);
    };
    const StepHook hook(follow);
    const IntegrationResult r = integrator.integrate(rhs, t, x, options.until, dynamics.scale(),
                                                     ode, events, crossings, &hook);
    if (r.last_step > 0.0) last_step = r.last_step;
    after_integration(r, began);
    if (ended) return;
    if (r.end == IntegrationEnd::end_time) {
      end(EndReason::end, fmt::format("t = {} s was reached", t));
    } else {
      handle(r.end == IntegrationEnd::stopped);
    }
  }

  /// Events of the phase; `broken`: modes do not hold any more without an event.
  void handle(bool broken) {
    sample(t, x);
    dynamics.look(t, x);
    if (!all_finite()) return;
    old_modes = modes;
    bool together = false;
    for (const std::size_t k : integrator.fired()) {
      together = together || watched[k].what == Watch::margin;
      take(watched[k]);
    }
    if (broken) repair();
    choose_tangential(together);
    if (ended) return;
    apply();
    if (!all_finite()) return;
    report_mode_changes();
    if (!ended) sample(t, x);
  }

  void take(const Watched& event) {
    const Index i = event.contact;
    switch (event.what) {
      case Watch::gap:
        if (masked[at(i)] != 0) {
          masked[at(i)] = 0;  // in front again
        } else if (system.info().contacts[at(i)].bounded &&
                   dynamics.compression(i) > kJump * size) {
          masked[at(i)] = 1;  // came round the end of a surface
        } else {
          close(i);
        }
        break;
      case Watch::depth: open(i); break;
      case Watch::recovery:
        if (closed(i)) {
          open(i);
        } else if (dynamics.compression(i) > 0.0) {
          close(i);
        }
        break;
      case Watch::stop:
        if (!closed(i)) break;
        if (dynamics.has_spring(i)) {
          stretch_to(i, dynamics.stretch(i, x));
          modes[at(i)] = Mode::stick;
        } else {
          fate[at(i)] = Fate::rest;
        }
        break;
      case Watch::edge_plus:
      case Watch::edge_minus: {
        if (!closed(i)) break;
        const bool plus = event.what == Watch::edge_plus;
        if (dynamics.has_spring(i)) {
          slide(i, plus ? 1.0 : -1.0);
        } else {
          fate[at(i)] = plus ? Fate::plus : Fate::minus;
        }
        break;
      }
      case Watch::margin: break;
    }
  }

  /// Modes from the state, where an event was missed.
  void repair() {
    classify();
    for (Index i = 0; i < n; ++i) {
      const Mode mode = modes[at(i)];
      if (!closed(i) || mode == Mode::frictionless || old_modes[at(i)] == Mode::open) continue;
      if (dynamics.has_spring(i)) {
        const double tension = dynamics.spring(i) * dynamics.stretch(i, x);
        const double limit = dynamics.static_friction(i) * dynamics.load(i);
        if (mode == Mode::stick && std::abs(tension) > limit) slide(i, tension > 0.0 ? 1.0 : -1.0);
        if (slips(mode) && sliding_speed(i) < 0.0) {
          stretch_to(i, dynamics.stretch(i, x));
          modes[at(i)] = Mode::stick;
        }
        continue;
      }
      const double v = dynamics.gamma()[2 * i + 1];
      if (std::abs(v) <= 100.0 * standstill(2 * i + 1)) {
        fate[at(i)] = Fate::rest;
      } else {
        fate[at(i)] = v > 0.0 ? Fate::plus : Fate::minus;
      }
    }
  }

  RunResult run(const MotionState& start, MotionObserver& watcher) {
    observer = &watcher;
    if (begin(start)) {
      if (t >= options.until) end(EndReason::end, fmt::format("t = {} s was reached", t));
      while (!ended) phase();
    }
    RunResult done = conclude();
    done.final.stretch.resize(at(n));
    for (Index i = 0; i < n; ++i) done.final.stretch[at(i)] = dynamics.stretch(i, x);
    return done;
  }
};

std::string CompliantSimulator::refusal(const MechanicalSystem& system) {
  for (const ContactInfo& contact : system.info().contacts) {
    const ContactParameters& p = contact.parameters;
    const auto says = [&](std::string_view what) {
      return fmt::format("contact {}: the compliant method needs {}", contact.name, what);
    };
    const auto positive = [](double v) { return v > 0.0 && std::isfinite(v); };
    if (!p.stiffness) return says("a stiffness");
    if (!positive(*p.stiffness)) return says("a stiffness above zero");
    if (p.tangential_stiffness && !positive(*p.tangential_stiffness)) {
      return says("a tangential stiffness above zero, or none");
    }
    if (!(p.exponent >= 1.0) || !std::isfinite(p.exponent))
      return says("an exponent of at least 1");
    if (!(p.damping >= 0.0) || !std::isfinite(p.damping))
      return says("a damping that is not negative");
  }
  return {};
}

CompliantSimulator::CompliantSimulator(const MechanicalSystem& system,
                                       const SimulationOptions& options)
    : impl_(std::make_unique<Impl>(system, options)) {}
CompliantSimulator::~CompliantSimulator() = default;

RunResult CompliantSimulator::run(const MotionState& start, MotionObserver& observer) {
  return impl_->run(start, observer);
}

}  // namespace ricochet
