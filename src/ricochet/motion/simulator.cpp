#include <ricochet/motion/simulator.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <ricochet/impact/workspace.hpp>
#include <ricochet/motion/among_neighbours.hpp>
#include <ricochet/motion/contact_dynamics.hpp>
#include <ricochet/motion/impact_at.hpp>
#include <ricochet/motion/mode_choice.hpp>
#include <ricochet/motion/motion_run.hpp>
#include <ricochet/motion/passage.hpp>
#include <ricochet/motion/phase_events.hpp>
#include <ricochet/ode/integrator.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kJump =
    1e-7;  // a gap that is suddenly this deep (of the size) did not close: it jumped
constexpr double kLookAhead = 1e-4;  // of the last step: how far beyond an event modes are judged
constexpr double kClock = 1e-13;     // of the time: shorter hops are not told from none
constexpr double kLowHop = 1e-6;     // of the size: hops that corners are looked at in
constexpr int kMostRounds = 100;     // of impacts and choices of modes at one instant
constexpr double kApart =
    1e-8;  // over the size: joints that are further open contradict each other
std::size_t at(Index i) { return static_cast<std::size_t>(i); }

bool slips(Mode mode) { return mode == Mode::slip_plus || mode == Mode::slip_minus; }

}  // namespace

struct Simulator::Impl final : MotionRun {
  ContactDynamics dynamics;
  PhaseEvents phase_events;
  ImpactAt impact;
  ModeChoice choice;
  Integrator integrator;

  // Contacts.
  std::vector<double> last_impact;  // s
  std::vector<Chatter> chatter;     // accumulations that have not come to their limit time yet

  IntegrationOptions ode;  // its largest step follows the motion
  double last_step = 0.0;
  VectorXd slide_;
  double slowest = 0.0;  // m/s: at this instant what slides more slowly is at rest

  const Neighbourhood* near = nullptr;  // of a crowded system; the motion ends where it is left
  bool left = false;                    // it was
  Carried carried;  // from an earlier part of the motion, among other neighbours

  bool passages = false;  // the observer wants them
  Passage passage;        // of the instant

  Impl(const MechanicalSystem& s, const ImpactLaw& law, const SimulationOptions& o,
       const ImpactLaw* fallback, const Neighbourhood* neighbours)
      : MotionRun(dynamics, s, o),
        dynamics(s),
        phase_events(dynamics),
        impact(s, law, fallback),
        near(neighbours) {}

  void look_fully(double time, std::span<const double> state) override {
    dynamics.look(time, state);
    if (dynamics.singular()) phase_events.widest();
  }

  void correct(double time, std::span<double> state) override { dynamics.project(time, state); }

  // ------------------------------------------------------------------ contacts

  /// Contacts that the joints keep from moving along their normal are none, unless they are driven together.
  bool touches(Index i) {
    return !phase_events.masked(i) && !dynamics.lost(i) &&
           (modes[at(i)] != Mode::open || dynamics.evaluation().gap[i] <= kTouching * size) &&
           !dynamics.blocked(2 * i);
  }

  /// False, and the motion has ended, if the joints drive a contact into its surface, or contradict each other.
  bool joints_let_it_go_on() {
    if (system.joints() == 0) return true;
    Index worst = 0;
    if (dynamics.joint_error(&worst) > kApart) {
      end(EndReason::tolerance,
          fmt::format("the joints contradict each other at t = {:.17g} s: {} cannot be kept", t,
                      system.info().joints[at(worst)].name));
    }
    for (Index i = 0; i < n && !ended; ++i) {
      if (phase_events.masked(i) || dynamics.evaluation().gap[i] > kTouching * size) continue;
      if (dynamics.gamma()[2 * i] >= -standstill(2 * i) || !dynamics.blocked(2 * i)) continue;
      end(EndReason::no_solution,
          fmt::format("joints drive the contact {} into its surface at t = {:.17g} s", name(i), t));
    }
    return !ended;
  }

  // --------------------------------------------------------------------- start

  /// as_it_stands: everything that happens at this instant has happened, and start.modes are the modes from here on.
  bool begin(const MotionState& start, bool as_it_stands) {
    start_at(start);
    passages = observer->wants_passages();
    phase_events.reset();
    last_impact = carried.last_impact;
    last_impact.resize(at(n), -kInfinity);
    chatter = carried.chatter;
    last_step = 0.0;
    dynamics.set_modes(t, x, modes);
    if (system.joints() > 0) dynamics.project(t, x);
    dynamics.look(t, x);
    if (!all_finite() || !joints_let_it_go_on()) return false;
    dynamics.scale_books(x);
    for (Index i = 0; i < n; ++i) {
      if (dynamics.evaluation().gap[i] >= -kTouching * size) continue;
      if (system.info().contacts[at(i)].bounded) {
        phase_events.mask(i, true);
      } else if (dynamics.evaluation().gap[i] < -1e-8 * size) {
        end(EndReason::tolerance, fmt::format("contact {} starts interpenetrating by {:.3g} m",
                                              name(i), -dynamics.evaluation().gap[i]));
        return false;
      }
    }
    open_books(start);
    if (!start.modes.empty()) {  // going on: contacts that were closed are closed
      modes = start.modes;
      old_modes = modes;
    }
    if (as_it_stands) {
      take_modes();
    } else {
      settle(0.0, true);
    }
    if (!ended) sample(t, x);
    return !ended;
  }

  // -------------------------------------------------------------------- events

  /// After an event: impacts, if something approaches, then new modes, judged `ahead` s further on in the old ones.
  void settle(double ahead, bool starting = false, bool singular = false) {
    old_modes = modes;
    slowest = 0.0;
    bool jumped = false;
    for (int round = 0; !ended; ++round) {
      if (round > kMostRounds) {
        end(EndReason::zeno,
            fmt::format(
                "impacts and changes of mode follow each other without end at t = {:.17g} s", t));
        return;
      }
      dynamics.choose_features(t, x, kTouching * size);
      dynamics.look(t, x);
      if (!all_finite() || !joints_let_it_go_on()) return;
      if (collide()) {
        jumped = true;
        continue;
      }
      if (ended) return;
      if (!choose(jumped ? 0.0 : ahead, singular && !jumped)) {
        jumped = true;
        continue;
      }
      break;
    }
    if (ended || !take_modes()) return;
    if (!starting) report_mode_changes();
  }

  /// The phase from here on has these modes. False if the motion has ended.
  bool take_modes() {
    dynamics.set_modes(t, x, modes);
    dynamics.project(t, x);
    if (!all_finite()) return false;
    phase_events.place_offsets(t, x);
    return true;
  }

  /// Resolves an impact if a touching contact approaches. True if velocities have jumped.
  bool collide() {
    std::vector<Index> touching, colliding;
    for (Index i = 0; i < n; ++i) {
      if (!touches(i)) continue;
      touching.push_back(i);
      if (dynamics.gamma()[2 * i] < -standstill(2 * i) && modes[at(i)] == Mode::open) {
        colliding.push_back(i);
      }
    }
    if (colliding.empty()) return false;
    jump(touching, colliding, EventKind::impact, {});
    return !ended;
  }

  /// Velocities jump by the law. colliding: the contacts the event is about.
  void jump(const std::vector<Index>& touching, const std::vector<Index>& colliding, EventKind kind,
            PainleveNumbers numbers, double more_friction = 0.0) {
    const VectorXd before = u_vector();
    if (kind == EventKind::impact) sample(t, x);
    Jump told;
    if (passages) {
      told.kind = kind;
      told.touching = touching;
      told.colliding = colliding;
      told.modes_before = modes;
      told.more_friction = more_friction;
      for (const Index i : colliding) {
        told.approach = std::max(told.approach, -dynamics.gamma()[2 * i]);
      }
    }
    const bool solved = impact.resolve(dynamics, x, touching, colliding, modes,
                                       kind == EventKind::collisionless_impact, more_friction);
    if (!solved && impact.unresolved() > slowest) {
      // Nothing jumps but, perhaps, what slides too slowly to be seen in it: that is at rest.
      slowest = impact.unresolved();
      return;
    }
    if (!solved) {
      end(impact.reason(), fmt::format("{} at t = {:.17g} s", impact.message(), t));
      return;
    }
    u_vector() = impact.velocity();
    impact_loss += impact.dissipation();
    books()[EvaluatedSystem::kBelt] += impact.belt_work();
    books()[EvaluatedSystem::kMotion] += impact.motion_work();
    ++result.statistics.impacts;
    dynamics.look(t, x);
    if (!all_finite()) return;
    std::vector<Index> stays;
    if (kind == EventKind::impact) stays = let_chatter_end(touching, colliding);
    VectorXd impulse = impact.impulse();
    double soft_loss = 0.0;
    if (stays.empty()) {
      take_modes_of_motion(touching, stays, false);
    } else {
      // Sliding of that size is not resolved either; but where stopping it, too, takes much more than the impact did
      // (links that are nearly in line) it goes on.
      const std::vector<double> struck(x.begin(), x.end());
      take_modes_of_motion(touching, stays, true);
      soft_loss = close_softly(touching, impulse);
      const VectorXd soft = impulse - impact.impulse();
      if (soft_loss < 0.0 || soft.cwiseAbs().maxCoeff() > impact.impulse().cwiseAbs().maxCoeff()) {
        std::copy(struck.begin(), struck.end(), x.begin());
        dynamics.look(t, x);
        take_modes_of_motion(touching, stays, false);
        impulse = impact.impulse();
        soft_loss = close_softly(touching, impulse);
      }
    }
    if (impact.unresolved() > 0.0) {
      dynamics.set_modes(t, x, modes);
      dynamics.project(t, x);
    }
    if (!all_finite()) return;
    impact_loss += soft_loss;
    if (passages) {
      told.law = impact.law();
      for (Index j = 0; j < f; ++j) {
        const double jumped = std::abs(x[at(nq + j)] - before[j]) / system.info().u[at(j)].scale;
        told.change = std::max(told.change, jumped);
      }
      told.softly = !stays.empty();
      told.modes_after = modes;
      passage.jumps.push_back(std::move(told));
    }
    Event event = make_event(kind, colliding);
    event.velocity_before = before;
    event.impulse = impulse;
    event.dissipation = impact.dissipation() + soft_loss;
    event.law = impact.law();
    event.status = impact.status();
    event.warnings = impact.warnings();
    event.painleve = std::move(numbers);
    report(event);
    for (const Index i : colliding) last_impact[at(i)] = t;
  }

  /// Contacts that leave are open, but for those that stay; others slide or stick as they move. rest: slow sliding is none.
  void take_modes_of_motion(const std::vector<Index>& touching, const std::vector<Index>& stays,
                            bool rest) {
    for (const Index i : touching) {
      const double least = standstill(2 * i) + impact.unresolved();
      const bool closed = dynamics.gamma()[2 * i] <= least ||
                          std::find(stays.begin(), stays.end(), i) != stays.end();
      double g_T = tangential(i);
      if (rest && std::abs(g_T) <= lowest_speed(i)) g_T = 0.0;
      if (std::abs(g_T) <= impact.unresolved()) g_T = 0.0;
      modes[at(i)] = closed ? mode_by_motion(felt_friction(i, g_T), g_T) : Mode::open;
    }
  }

  /// Static friction; none at rest where joints leave no motion along the surface.
  double felt_friction(Index i, double gamma_T) {
    if (gamma_T == 0.0 && dynamics.blocked(2 * i + 1)) return 0.0;
    return system.info().contacts[at(i)].parameters.static_friction();
  }

  /// gamma_T of every contact, zero where it is at rest. After look().
  const VectorXd& slide() {
    slide_.resize(n);
    for (Index i = 0; i < n; ++i) slide_[i] = tangential(i);
    return slide_;
  }

  /// gamma_T of a contact, zero if it is at rest to rounding.
  double tangential(Index i) {
    const double g = dynamics.gamma()[2 * i + 1];
    return std::abs(g) <= std::max(slowest, standstill(2 * i + 1)) ? 0.0 : g;
  }

  /// Speed of the highest hop that is not followed. After look().
  double lowest_speed(Index i) {
    return std::sqrt(2.0 * dynamics.largest_acceleration(i) * options.chatter_height * size);
  }

  /// Of the contacts that an impact has left opening, those whose hop is too low to be followed (or, with a contact
  /// time, too short), because what presses them, with the others closed, ends it: they close. Notes the limit time of
  /// accumulations.
  std::vector<Index> let_chatter_end(const std::vector<Index>& touching,
                                     const std::vector<Index>& colliding) {
    const double height = options.chatter_height * size;
    std::vector<Index> closed, low, stays;
    const auto collided = [&](Index i) {
      return std::find(colliding.begin(), colliding.end(), i) != colliding.end();
    };
    // The contact time is about the contacts that collide: others may be lifted by the same impact (a disc that
    // turns about one edge leaves with the other).
    const auto contact_time = [&](Index i) {
      return collided(i) ? system.info().contacts[at(i)].parameters.contact_time : 0.0;
    };
    for (const Index i : touching) {
      const double v = dynamics.gamma()[2 * i];
      const double time = contact_time(i);
      if (v <= standstill(2 * i)) {
        closed.push_back(i);
      } else if (v <= lowest_speed(i) || v < dynamics.largest_acceleration(i) * time) {
        low.push_back(i);
      }
    }
    if (low.empty()) return stays;
    // Sliding of that size is not resolved either: such contacts count as being at rest.
    VectorXd sliding = slide();
    for (const Index i : touching) {
      if (std::abs(sliding[i]) <= lowest_speed(i)) sliding[i] = 0.0;
    }
    const std::vector<Mode> together =
        low.size() > 1 ? modes_together(closed, low, sliding) : modes;
    for (const Index i : low) {
      std::vector<Index> others = closed;
      for (const Index j : low) {
        if (j != i) others.push_back(j);
      }
      double b = choice.acceleration_if_open(dynamics, i, others, sliding);
      if (low.size() > 1 &&
          together[at(i)] != Mode::open) {  // also if another one holds it (two corners of a face)
        b = std::min(b, choice.acceleration_if_open(dynamics, i, closed, sliding));
      }
      const double v = dynamics.gamma()[2 * i];
      const double time = contact_time(i);
      if (!(b < 0.0) || (v >= -b * time && v * v > -2.0 * b * height)) continue;
      stays.push_back(i);
      if (!collided(i) || v < -b * time) continue;
      // During a hop the others are open, too.
      const double fall = choice.acceleration_if_open(dynamics, i, closed, sliding);
      const double hop = -2.0 * v / (fall < 0.0 ? fall : b);
      const double ratio = hop / (t - last_impact[at(i)]);
      const bool shrinking = ratio > 0.0 && ratio < 1.0 - 1e-9;
      chatter.push_back({t + (shrinking ? hop / (1.0 - ratio) : hop), i});
    }
    return stays;
  }

  /// The modes of the contacts if all of them were closed; open where that cannot be said.
  std::vector<Mode> modes_together(std::vector<Index> contacts, const std::vector<Index>& more,
                                   const VectorXd& sliding) {
    contacts.insert(contacts.end(), more.begin(), more.end());
    std::vector<Mode> together = modes;
    for (const Index i : contacts) together[at(i)] = Mode::open;
    choice.pose(dynamics, contacts, sliding);
    choice.decide(together, 1e-9, PainleveRule::detach);
    return together;
  }

  /// The rest of an accumulation as one soft closing: its impulses, with friction, make gamma_N vanish now; until
  /// the limit time the contact presses as if it were closed, which gives the same impulse in sum. Contacts that this
  /// drives together close with it. Adds the impulses, and returns the energy lost, J.
  double close_softly(const std::vector<Index>& touching, VectorXd& impulse) {
    double loss = 0.0;
    for (bool more = true; more;) {
      dynamics.set_modes(t, x, modes);
      loss += dynamics.stop_closed(t, x, &impulse);
      dynamics.look(t, x);
      more = false;
      for (const Index i : touching) {
        const double v = dynamics.gamma()[2 * i];
        if (modes[at(i)] != Mode::open || v >= -standstill(2 * i) || -v > lowest_speed(i)) continue;
        const double g_T = tangential(i);
        modes[at(i)] = mode_by_motion(felt_friction(i, g_T), g_T);
        more = true;
      }
    }
    return loss;
  }

  /// New modes for the contacts that touch and do not leave. False if velocities had to jump first.
  bool choose(double ahead, bool singular) {
    std::vector<Index> candidates;
    for (Index i = 0; i < n; ++i) {
      if (!touches(i)) {
        modes[at(i)] = Mode::open;
        continue;
      }
      if (dynamics.gamma()[2 * i] <= standstill(2 * i)) {
        candidates.push_back(i);
      } else {
        modes[at(i)] = Mode::open;
      }
    }
    if (candidates.empty()) return true;
    const VectorXd& sliding = slide();
    if (ahead > 0.0) {
      dynamics.derivative(t, x, trial);
      for (std::size_t k = 0; k < x.size(); ++k) trial[k] = x[k] + ahead * trial[k];
      dynamics.look(t + ahead, trial);
      if (!all_finite()) return true;
    }
    // Groups that do not feel each other are chosen for one by one.
    std::vector<std::size_t> ends{candidates.size()};
    if (candidates.size() > 4) dynamics.group(candidates, ends);
    std::size_t begin = 0;
    for (const std::size_t last : ends) {
      const std::vector<Index> group(candidates.begin() + static_cast<std::ptrdiff_t>(begin),
                                     candidates.begin() + static_cast<std::ptrdiff_t>(last));
      begin = last;
      if (ahead > 0.0) dynamics.look(t + ahead, trial);
      if (!choose_for(group, sliding, singular)) return false;
      if (ended) return true;
    }
    return true;
  }

  /// Of contacts that have been looked at; false if velocities had to jump first. singular: the determinant of the modes so
  /// far has just vanished.
  bool choose_for(const std::vector<Index>& candidates, const VectorXd& sliding, bool singular) {
    choice.pose(dynamics, candidates, sliding);
    // Where phases go nowhere (stick that is only just outside its cone, and slip that ends at once), modes that
    // are nearly feasible will do.
    const double slack = 1e-9 * std::pow(10.0, std::clamp(short_phases - 2, 0, 5));
    switch (choice.decide(modes, slack, options.painleve, singular)) {
      case ModeChoice::Verdict::chosen: break;
      case ModeChoice::Verdict::non_unique: {
        dynamics.look(t, x);
        Event event = make_event(EventKind::non_unique, candidates);
        event.painleve = choice.numbers();
        report(event);
        if (options.painleve == PainleveRule::stop) {
          end(EndReason::no_solution,
              fmt::format(
                  "several modes are possible at t = {:.17g} s, and the scene says to stop there",
                  t));
        }
        break;
      }
      case ModeChoice::Verdict::singular: painleve(candidates, true); return false;
      case ModeChoice::Verdict::impact:
      case ModeChoice::Verdict::inconsistent: painleve(candidates, false); return false;
      case ModeChoice::Verdict::undecided:
        painleve(candidates, false);
        if (ended && result.reason == EndReason::no_solution) {  // that is not proved
          result.reason = EndReason::tolerance;
          result.message = fmt::format("no consistent modes were found for {} contacts; {}",
                                       candidates.size(), result.message);
        }
        return false;
    }
    return true;
  }

  /// No mode is possible (or the rule says so): impact without collision.
  void painleve(const std::vector<Index>& candidates, bool singular) {
    dynamics.look(t, x);
    if (!all_finite()) return;
    if (options.painleve == PainleveRule::stop) {
      Event event = make_event(EventKind::non_unique, candidates);
      event.painleve = choice.numbers();
      report(event);
      end(EndReason::no_solution, fmt::format("sliding is inconsistent at t = {:.17g} s "
                                              "(Painleve), and the scene says to stop there",
                                              t));
      return;
    }
    const double friction = singular ? 1e-5 : 0.0;
    jump(candidates, candidates, EventKind::collisionless_impact, choice.numbers(), friction);
  }

  // --------------------------------------------------------------------- phases

  /// True if the modes still hold, to what the events cannot have missed. After look().
  bool modes_hold() {
    const double loose = 1e-7;
    double largest = 0.0;
    for (Index i = 0; i < n; ++i) largest = std::max(largest, std::abs(dynamics.force()[2 * i]));
    for (Index i = 0; i < n; ++i) {
      const Mode mode = modes[at(i)];
      if (mode == Mode::open) {
        if (!phase_events.masked(i) && dynamics.evaluation().gap[i] < -1e-9 * size) return false;
        continue;
      }
      const double tangent = dynamics.gamma()[2 * i + 1];
      if (slips(mode)) {
        const double forward = mode == Mode::slip_plus ? tangent : -tangent;
        if (forward < -100.0 * standstill(2 * i + 1)) return false;
      }
      const bool has_friction = system.info().contacts[at(i)].parameters.static_friction() > 0.0;
      if (mode == Mode::frictionless && has_friction &&
          std::abs(tangent) > 100.0 * standstill(2 * i + 1)) {
        return false;  // joints move it along
      }
      if (dynamics.singular()) continue;
      const double normal = dynamics.force()[2 * i];
      if (normal < -loose * largest) return false;
      const double mu = system.info().contacts[at(i)].parameters.static_friction();
      if (mode == Mode::stick &&
          std::abs(dynamics.force()[2 * i + 1]) > mu * normal + loose * (1.0 + mu) * largest) {
        return false;
      }
    }
    return true;
  }

  double step_limit(std::span<const double> state) const {
    double limit = step_limit_at(state);
    if (near == nullptr) return limit;
    const Eigen::Map<const VectorXd> u(state.data() + nq, f);
    const double sure = near->sure_step(u, dynamics.acceleration());
    return limit == 0.0 ? sure : std::min(limit, sure);
  }

  bool joints_hold() const { return system.joints() == 0 || dynamics.joint_error() <= kApart; }

  /// True, and this part of the motion has ended, if contacts may have come near that are not listed.
  bool leaves_neighbourhood(double time, std::span<const double> state) {
    if (near == nullptr || !near->left(time, Eigen::Map<const VectorXd>(state.data(), nq))) {
      return false;
    }
    left = true;
    t = time;
    end(EndReason::cancelled, {});
    return true;
  }

  StepAction after_step(const Step& step, std::span<double> state) {
    sample_inside(step);
    const bool at_event = !integrator.fired().empty();  // handle() goes on from there
    const bool projected = at_event || dynamics.project(step.end(), state);
    dynamics.look(step.end(), state);
    ode.largest_step = step_limit(state);
    phase_events.drop_offsets();
    if (!projected || !dynamics.not_finite().empty()) return StepAction::stop;
    if (!observer->go_on(step.end())) {
      t = step.end();
      end(EndReason::cancelled, fmt::format("cancelled at t = {:.17g} s", t));
      return StepAction::stop;
    }
    if (at_event) return StepAction::go_on;
    if (leaves_neighbourhood(step.end(), state)) return StepAction::stop;
    if (!modes_hold() || !joints_hold()) return StepAction::stop;
    if (options.sample_step == 0.0) sample(step.end(), state);
    return any_closed() || system.joints() > 0 ? StepAction::changed : StepAction::go_on;
  }

  /// The last one, or shorter, so that a contact that is about to hop is looked at while it is in the air: a hop
  /// takes 2 v / |a|. Corners pass the ends of edges quickly, and are looked at in hops that have begun, too. After look().
  double first_step() {
    double step = last_step > 0.0 ? last_step : kInfinity;
    const double low = (system.info().edges ? kLowHop : kTouching) * size;
    for (Index i = 0; i < n; ++i) {
      if (modes[at(i)] != Mode::open || phase_events.masked(i)) continue;
      const Evaluation& e = dynamics.evaluation();
      if (e.gap[i] > low) continue;
      const double v = dynamics.gamma()[2 * i];
      const double a = e.W.col(2 * i).dot(dynamics.acceleration()) + e.bias[2 * i];
      if (!(v > 0.0 && a < 0.0)) continue;
      const double above = e.gap[i] > kTouching * size ? 2.0 * e.gap[i] : 0.0;
      const double twice_the_hop = -2.0 * (v + std::sqrt(v * v - a * above)) / a;
      if (twice_the_hop > kClock * std::abs(t)) step = std::min(step, twice_the_hop);
    }
    return std::isfinite(step) ? step : 0.0;
  }

  bool any_closed() const {
    return std::any_of(modes.begin(), modes.end(), [](Mode m) { return m != Mode::open; });
  }

  void phase() {
    if (leaves_neighbourhood(t, x)) return;  // in steps that all ended with events
    double stop = options.until;
    for (const Chatter& c : chatter) stop = std::min(stop, c.limit);
    stop = std::max(stop, t);
    phase_events.watch();
    ode.tolerance = options.tolerance;
    dynamics.look(t, x);
    ode.largest_step = step_limit(x);
    ode.initial_step = first_step();
    ode.rated = phase_events.gaps();
    ode.step_limit = options.step_limit - result.statistics.steps - result.statistics.rejected;
    const double began = t;
    const auto rhs = [this](double time, std::span<const double> s, std::span<double> d) {
      dynamics.derivative(time, s, d);
    };
    const auto events = [this](double time, std::span<const double> s, std::span<double> g) {
      phase_events.values(time, s, g);
    };
    const auto follow = [this](const Step& step, std::span<double> s) {
      return after_step(step, s);
    };
    const StepHook hook(follow);
    const IntegrationResult r = integrator.integrate(rhs, t, x, stop, dynamics.scale(), ode, events,
                                                     phase_events.crossings(), &hook);
    if (r.last_step > 0.0) last_step = r.last_step;
    after_integration(r, began);
    if (ended) return;
    if (r.end == IntegrationEnd::end_time) {
      finish_chatter();
    } else {
      handle();
    }
  }

  void finish_chatter() {
    for (std::size_t k = 0; k < chatter.size();) {
      if (chatter[k].limit > t) {
        ++k;
        continue;
      }
      Event event = make_event(EventKind::chatter, {chatter[k].contact});
      chatter.erase(chatter.begin() + static_cast<std::ptrdiff_t>(k));
      report(event);
      sample(t, x);
    }
    if (!ended && t >= options.until) {
      end(EndReason::end, fmt::format("t = {} s was reached", t));
    }
  }

  /// An event of the phase, or modes that no longer hold.
  void handle() {
    bool singular = false;
    bool slid_off = false;  // the end of a bounded surface: what held it is not to pull it back
    if (passages) begin_passage();
    dynamics.look(t, x);
    for (const std::size_t k : integrator.fired()) {
      const auto [what, i] = phase_events.cause(phase_events.watched()[k]);
      const bool bounded = system.info().contacts[at(i)].bounded;
      if (what == Trigger::determinant) singular = true;
      if (what == Trigger::normal_force && bounded) {
        slid_off = slid_off || dynamics.gamma()[2 * i] > standstill(2 * i);
      }
      if (what != Trigger::gap) continue;
      if (phase_events.masked(i)) {
        phase_events.mask(i, false);  // in front again
      } else if (bounded && dynamics.evaluation().gap[i] < -kJump * size) {
        phase_events.mask(i, true);  // came round the end of a surface
      }
    }
    if (passages) passage.slid_off = slid_off;
    if ((!slid_off && !dynamics.project(t, x)) || !all_finite()) return;
    sample(t, x);
    settle(kLookAhead * last_step, false, singular);
    if (!ended) sample(t, x);
    if (passages && !ended) end_passage();
  }

  void begin_passage() {
    passage = {};
    passage.t = t;
    passage.masked.assign(phase_events.masked().begin(), phase_events.masked().end());
    passage.q_before = Eigen::Map<const VectorXd>(x.data(), nq);
    passage.u_before = u_vector();
    passage.modes_before = modes;
    const std::span<const Watched> watched = phase_events.watched();
    std::vector<double> g(watched.size() + phase_events.gaps());
    phase_events.values(t, x, g);
    const auto take = [&](const Watched& fired) {
      const Watched cause = phase_events.cause(fired);
      const bool known =
          std::find(passage.fired.begin(), passage.fired.end(), cause) != passage.fired.end();
      if (!known) passage.fired.push_back(cause);
    };
    for (const std::size_t k : integrator.fired()) take(watched[k]);
    if (!passage.fired.empty()) return;
    for (std::size_t k = 0; k < watched.size(); ++k) {  // seen only after the step
      if (g[k] < 0.0) take(watched[k]);
    }
  }

  void end_passage() {
    passage.q_after = Eigen::Map<const VectorXd>(x.data(), nq);
    passage.u_after = u_vector();
    passage.modes_after = modes;
    if (!observer->passage(passage)) {
      end(EndReason::cancelled, fmt::format("stopped by its observer at t = {:.17g} s", t));
    }
  }

  RunResult run(const MotionState& start, MotionObserver& watcher, bool as_it_stands) {
    observer = &watcher;
    if (begin(start, as_it_stands)) {
      if (t >= options.until) end(EndReason::end, fmt::format("t = {} s was reached", t));
      while (!ended) phase();
    }
    return conclude();
  }
};

Simulator::Simulator(const MechanicalSystem& system, const ImpactLaw& law,
                     const SimulationOptions& options, const ImpactLaw* fallback)
    : system_(system),
      law_(law),
      fallback_(fallback),
      options_(options),
      near_(system.neighbourhood()) {}
Simulator::~Simulator() = default;

RunResult Simulator::run(const MotionState& start, MotionObserver& observer) {
  return run(start, observer, false);
}

RunResult Simulator::resume(const MotionState& state, MotionObserver& observer) {
  return run(state, observer, true);
}

RunResult Simulator::run(const MotionState& start, MotionObserver& observer, bool as_it_stands) {
  if (near_ == nullptr || observer.wants_passages()) {
    if (impl_ == nullptr) {
      impl_ = std::make_unique<Impl>(system_, law_, options_, fallback_, nullptr);
    }
    return impl_->run(start, observer, as_it_stands);
  }
  const auto part = [this](const MotionState& state, MotionObserver& watcher, bool stands,
                           const SimulationOptions& options, const Carried& carried) {
    Impl impl(near_->system(), law_, options, fallback_, near_.get());
    impl.carried = carried;
    PartOfMotion done;
    done.result = impl.run(state, watcher, stands);
    done.left = impl.left;
    done.carried = {std::move(impl.last_impact), std::move(impl.chatter)};
    return done;
  };
  return run_among_neighbours(*near_, start, as_it_stands, observer, options_, part);
}

}  // namespace ricochet
