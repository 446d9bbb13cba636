#include <ricochet/motion/time_stepper.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <ricochet/lcp/sparse_coulomb.hpp>
#include <ricochet/motion/run_base.hpp>
#include <ricochet/motion/step_rows.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kTouching = 1e-10;   // of the size: gaps below it touch
constexpr double kJump = 1e-7;        // of the size: a gap that is suddenly this deep did not close
constexpr double kHeld = 1e-13;       // of the size: to which closed gaps and joints are kept
constexpr double kHeldAtLast = 1e-8;  // of the size: above it they are lost
constexpr int kHoldings = 6;          // Newton steps for them, at most
constexpr double kWorstResidual = 1e-6;  // of a step that is taken
constexpr double kRounded =
    1e-3;  // of the terms it is the sum of: a velocity of which half the digits are none
constexpr double kAtRest = 1e-3;  // of the typical speed: stands for a speed that is zero
constexpr long kFlight =
    1;  // steps without an impulse that are no flight: what happens in them is not resolved
constexpr long kLongAgo = -1 - kFlight;
constexpr long kStepsPerLook = 16;  // at whether the motion is to go on
constexpr double kClock = 1e-9;     // of a step: times that are the same
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Why a contact cannot be stepped, as a sentence; empty if it can.
std::string refusal_of(const ContactInfo& contact) {
  const ContactParameters& p = contact.parameters;
  if (!p.possible()) {
    return fmt::format("contact {}: friction or restitution is out of its range", contact.name);
  }
  if (!p.newton) {
    return fmt::format("contact {}: time stepping needs the coefficient restitution.newton",
                       contact.name);
  }
  return {};
}

}  // namespace

struct TimeStepper::Impl final : RunBase {
  std::unique_ptr<StepSource> source;
  const bool crowded;
  SparseCoulombSolver solver;
  SparseCoulombSolver holder{{.least_proximal = 1e-7, .equation_steps = 1}};
  StepRows rows, held_rows;

  // What a step reads of a contact.
  struct Contact {
    double mu = 0.0, mu_static = 0.0, eps_N = 0.0, eps_T = 0.0;
    bool bounded = false;
  };
  // What is remembered of it.
  struct Memory {
    Mode mode = Mode::open;      // after the last step
    Mode old_mode = Mode::open;  // and the one before
    long active = -1;            // the last step in which it was
    long pressed = kLongAgo;     // the last step in which it had an impulse
    int feature = kNearestFeature;
    bool masked = false;          // behind a bounded surface
    double held = kUnknown;       // gap with which it closed
    double P_N = 0.0, P_T = 0.0;  // start of the next step's problem
  };
  std::vector<Contact> contact;
  std::vector<Memory> memory;
  std::vector<double> joint_scale;  // of gaps
  std::vector<double> joint_impulse;
  std::vector<double> speed;  // typical, of u
  double least_velocity = 0.0;

  VectorXd q, u, q_m, q_new, u_new, u_theta, rate, change;
  VectorXd force, gap;                  // 2n, n: of samples
  std::vector<int> closed, was_closed;  // after this step, and the one before
  std::vector<int> pressed;             // with an impulse
  std::vector<int> kept, held;          // of the closed ones: that stay so, that keep their gap
  std::vector<double> before, weight, offset, friction, eps,
      L;  // by rows: gamma-, dt W^T M^-1 h, ...
  std::vector<double> holding, holding_L;
  std::size_t worst_held = 0;          // row of `holding`
  std::vector<unsigned char> staying;  // slides or sticks by the velocity that moves q
  std::vector<unsigned char> colliding, island_collides, sticking, landing;
  Ledger books;
  double lost_in_impacts = 0.0;  // in this step, J
  double energy_at_start = 0.0;
  double next_sample = 0.0;
  long step_number = 0;
  long steps_without_restitution = 0;
  bool first_modes = false;  // the first step finds them

  Impl(const MechanicalSystem& s, const SimulationOptions& o)
      : RunBase(s, o), source(step_source(s)), crowded(s.info().crowded) {}

  Eigen::Map<const VectorXd> coordinates() const override { return {q.data(), nq}; }
  Eigen::Map<const VectorXd> velocities() const override { return {u.data(), f}; }

  // ------------------------------------------------------------------ start

  bool begin(const MotionState& start) {
    result = {};
    ended = false;
    t = start.t;
    q = start.q;
    u = start.u;
    q_m = q_new = q;
    u_new = u_theta = u;
    rate.setZero(nq);
    change.setZero(f);
    closed.clear();
    pressed.clear();
    step_number = 0;
    steps_without_restitution = 0;
    books = start.ledger;
    joint_impulse.assign(at(system.joints()), 0.0);
    joint_scale.clear();
    for (const JointInfo& joint : system.info().joints) {
      joint_scale.push_back(joint.unit == "rad" ? 1.0 : size);
    }
    speed.clear();
    for (const Quantity& quantity : system.info().u) speed.push_back(quantity.scale);
    contact.clear();
    memory.clear();
    modes.clear();
    old_modes.clear();
    force.resize(0);
    source->start(t, q);
    if (!meet_contacts()) return false;
    first_modes = crowded || start.modes.empty();
    if (!first_modes) take_modes(start.modes);
    energy_at_start = 0.0;
    energy_at_start = ledger().residual - start.ledger.residual;
    if (!std::isfinite(energy_at_start)) {
      end(EndReason::non_finite,
          fmt::format("the energy of the system is not finite at t = {:.17g} s", t));
      energy_at_start = 0.0;
      return false;
    }
    next_sample = t;
    sample();
    return true;
  }

  void take_modes(const std::vector<Mode>& given) {
    modes = old_modes = given;
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (given[i] == Mode::open) continue;
      closed.push_back(static_cast<int>(i));
      memory[i].mode = memory[i].old_mode = given[i];
    }
  }

  /// Room for all contacts that have a number. False, and the motion has ended, if one cannot be stepped.
  bool meet_contacts() {
    const std::vector<ContactInfo>& all = source->contacts();
    while (contact.size() < all.size()) {
      const ContactInfo& info = all[contact.size()];
      if (contact.size() >= system.info().contacts.size()) {
        observer->contact(info, source->reach());
      }
      const ContactParameters& p = info.parameters;
      contact.push_back(
          {p.mu, p.static_friction(), p.newton.value_or(0.0), p.tangential, info.bounded});
      memory.emplace_back();
      modes.push_back(Mode::open);
      old_modes.push_back(Mode::open);
      force.conservativeResize(static_cast<Index>(2 * contact.size()));
      force.tail<2>().setZero();
      if (const std::string refused = refusal_of(info); !refused.empty()) {
        end(EndReason::no_solution, refused);
        return false;
      }
    }
    return true;
  }

  // ------------------------------------------------------------- what is told

  Ledger ledger() {
    Ledger now = books;
    now.kinetic = source->kinetic(t, q, u);
    now.potential = source->potential(t, q, u);
    now.residual = now.unexplained(energy_at_start);
    return now;
  }

  void sample() {
    if (!observer->wants_samples()) return;
    if (options.sample_step > 0.0) {
      if (t < next_sample - kClock * options.step) return;
      while (next_sample <= t + kClock * options.step) next_sample += options.sample_step;
    }
    send_sample();
  }

  void send_sample() {
    source->gaps(t, q, u, gap);
    const Ledger now = ledger();
    const auto span = [](const VectorXd& v) {
      return std::span<const double>(v.data(), at(v.size()));
    };
    observer->sample({t, span(q), span(u), span(gap), span(force), modes, now});
  }

  // --------------------------------------------------------------- one step

  double row_dot(std::size_t k, const double* v) const {
    double sum = 0.0;
    for (int e = rows.start[k]; e < rows.start[k + 1]; ++e) {
      sum += rows.value[at(e)] * v[rows.index[at(e)]];
    }
    return sum;
  }

  void step(double dt, double t_end) {
    system.rates(q, u, rate);
    q_m.noalias() = q + (0.5 * dt) * rate;
    source->look(t + 0.5 * dt, q_m, u, kTouching * size, closed, rows);
    if (!meet_contacts()) return;
    pose(dt);
    if (!solve()) return;
    u_new.noalias() = u + dt * source->acceleration();
    if (!rows.surface.empty()) u_new += change;
    u_theta.noalias() = options.theta * u_new + (1.0 - options.theta) * u;
    system.rates(q_m, u_theta, rate);
    q_new.noalias() = q + dt * rate;
    if (!std::isfinite(q_new.sum() + u_new.sum())) {
      end(EndReason::non_finite,
          fmt::format("velocities or coordinates are not finite after t = {:.17g} s", t));
      return;
    }
    t = t_end;
    q.swap(q_new);
    u.swap(u_new);  // u_new: before the step
    ++step_number;
    ++result.statistics.steps;
    book(dt);
    if (!rows.contact.empty() || !closed.empty()) settle_modes(dt);
    hold(dt);
  }

  /// The contact problem of the step: offset is the q of sparse_coulomb.hpp.
  void pose(double dt) {
    leave_out_masked(dt);
    const std::size_t contacts = rows.contact.size();
    const std::size_t total = rows.surface.size();
    if (before.size() < total) {
      before.resize(total);
      weight.resize(total);
      offset.resize(total);
      L.resize(total);
      eps.resize(total);
      friction.resize(total);
      colliding.resize(total);
      staying.resize(total);
    }
    least_velocity = 0.0;
    for (std::size_t k = 0; k < total; ++k) {
      double velocity = 0.0;
      double force_of_step = 0.0;
      double size_of_sum = std::abs(rows.surface[k]);
      for (int e = rows.start[k]; e < rows.start[k + 1]; ++e) {
        const int j = rows.index[at(e)];
        const double w = rows.value[at(e)];
        velocity += w * u[j];
        force_of_step += w * source->acceleration()[j];
        size_of_sum += std::abs(w) * (std::abs(u[j]) + kAtRest * speed[at(j)]);
      }
      before[k] = velocity - rows.surface[k];
      weight[k] = dt * force_of_step;
      least_velocity = std::max(least_velocity, kRounded * size_of_sum);
    }
    // What is kept is kept by the velocity that moves q.
    const double kept_before = (1.0 - options.theta) / options.theta;
    bool collision = false;
    bool sliding = false;
    for (std::size_t i = 0; i < contacts; ++i) {
      const Contact& c = contact[at(rows.contact[i])];
      const Memory& m = memory[at(rows.contact[i])];
      const bool stays = m.mode != Mode::open && m.feature == rows.feature[i];
      staying[i] = stays;
      colliding[i] = !stays && before[2 * i] < 0.0;
      const bool flew = step_number - m.pressed > kFlight;
      eps[2 * i] = colliding[i] == 0 ? kept_before : flew ? c.eps_N : 0.0;
      eps[2 * i + 1] = stays ? kept_before : c.eps_T;
      friction[i] = (stays && m.mode == Mode::stick) || starts_at_rest(i) ? c.mu_static : c.mu;
      L[2 * i] = m.P_N;
      L[2 * i + 1] = m.P_T;
      collision = collision || colliding[i] != 0;
      sliding = sliding || (stays && m.mode != Mode::stick);
    }
    if (collision && sliding) slide_through_collisions();
    for (std::size_t k = 0; k < 2 * contacts; ++k) {
      offset[k] = before[k] + weight[k] + eps[k] * before[k];
    }
    for (std::size_t k = 2 * contacts; k < total; ++k) {
      offset[k] = before[k] + weight[k] + kept_before * before[k];
      L[k] = joint_impulse[k - 2 * contacts];
    }
  }

  /// In the first step, whose modes nobody knows: no faster than the forces of one step make it.
  bool starts_at_rest(std::size_t i) const {
    return first_modes && step_number == 0 && colliding[i] == 0 &&
           std::abs(before[2 * i + 1]) <= std::abs(weight[2 * i + 1]);
  }

  /// Contacts that slide where another one collides: their velocity jumps, and it is the one after the jump that decides.
  void slide_through_collisions() {
    const std::size_t contacts = rows.contact.size();
    solver.find_islands(problem());
    const std::span<const int> island = solver.island();
    find_collisions(island);
    for (std::size_t i = 0; i < contacts; ++i) {
      const int id = rows.contact[i];
      if (island_collides[at(island[i])] == 0 || memory[at(id)].mode == Mode::stick) continue;
      eps[2 * i + 1] = contact[at(id)].eps_T;
      staying[i] = 0;
    }
  }

  void find_collisions(std::span<const int> island) {
    island_collides.assign(rows.contact.size(), 0);
    for (std::size_t i = 0; i < rows.contact.size(); ++i) {
      if (colliding[i] != 0) island_collides[at(island[i])] = 1;
    }
  }

  /// A point that came round the end of a bounded surface is behind it, and no contact until it is in front again.
  void leave_out_masked(double dt) {
    for (std::size_t i = rows.contact.size(); i-- > 0;) {
      const int id = rows.contact[i];
      if (!contact[at(id)].bounded) continue;
      Memory& m = memory[at(id)];
      if (m.active != step_number - 1) {
        const double approach = row_dot(2 * i, u.data()) - rows.surface[2 * i];
        m.masked = rows.gap[i] < -kJump * size - 2.0 * dt * std::abs(approach);
      }
      m.active = step_number;
      if (m.masked) rows.drop(i);
    }
  }

  /// False, and the motion has ended, if there is no solution.
  bool solve() {
    if (rows.surface.empty()) return true;
    double residual = solved();
    if (residual > kWorstResidual && std::isfinite(residual)) {
      leave_restitution_out();
      residual = solved();
      ++steps_without_restitution;
    }
    if (residual <= kWorstResidual) {
      result.statistics.residual = std::max(result.statistics.residual, residual);
      return true;
    }
    if (!std::isfinite(residual)) {
      end(EndReason::non_finite,
          fmt::format("contact directions, forces or masses are not finite after t = {:.17g} s",
                      t));
    } else if (is_driven(rows)) {
      end(EndReason::no_solution, why_none(residual));
    } else {
      end(EndReason::tolerance,
          fmt::format(
              "the contact problem of the step after t = {:.17g} s was solved to a residual "
              "of {:.3g} only, {:.0e} is needed",
              t, residual, kWorstResidual));
    }
    return false;
  }

  /// By motors, belts or moving grounds. Otherwise rest is a velocity that every condition allows.
  static bool is_driven(const StepRows& list) {
    return std::any_of(list.surface.begin(), list.surface.end(), [](double v) { return v != 0.0; });
  }

  /// A sentence: what is driven cannot go on, even without friction, or because of it.
  std::string why_none(double residual) {
    std::fill(friction.begin(), friction.end(), 0.0);
    std::fill(L.begin(), L.end(), 0.0);
    if (solved() <= kWorstResidual) {
      return fmt::format(
          "contacts jam after t = {:.17g} s: what is driven cannot go on with impulses inside the "
          "friction cones (none were found, residual {:.3g})",
          t, residual);
    }
    double least = 0.0;
    int worst = -1;
    for (std::size_t i = 0; i < rows.contact.size(); ++i) {
      const double left = offset[2 * i] + row_dot(2 * i, change.data());
      if (left >= least) continue;
      least = left;
      worst = rows.contact[i];
    }
    if (worst < 0) {
      return fmt::format("joints, motors and contacts contradict each other after t = {:.17g} s",
                         t);
    }
    return fmt::format("joints drive the contact {} into its surface after t = {:.17g} s",
                       source->contacts()[at(worst)].name, t);
  }

  /// Restitution and the velocity that moves q ask for velocities that rows which depend on each other may not have
  /// together. Velocities after the step that are zero are always possible.
  void leave_restitution_out() {
    for (std::size_t k = 0; k < rows.surface.size(); ++k) {
      offset[k] = before[k] + weight[k];
      L[k] = 0.0;
    }
    for (std::size_t i = 0; i < rows.contact.size(); ++i) eps[2 * i] = eps[2 * i + 1] = 0.0;
  }

  SparseCoulombProblem problem() const {
    return {.dofs = static_cast<int>(f),
            .start = rows.start,
            .index = rows.index,
            .value = rows.value,
            .response = rows.response,
            .q = std::span(offset).first(rows.surface.size()),
            .mu = std::span(friction).first(rows.contact.size()),
            .least_velocity = least_velocity};
  }

  /// The residual of the solution.
  double solved() {
    return solver.solve(problem(), std::span(L).first(rows.surface.size()), {change.data(), at(f)})
        .residual;
  }

  // ------------------------------------------------------------------ books

  void book(double dt) {
    books.damping_loss -= dt * source->damping_power();
    books.force_work += dt * source->force_power();
    const std::size_t contacts = rows.contact.size();
    const std::size_t total = rows.surface.size();
    for (std::size_t k = 2 * contacts; k < total; ++k) {
      books.motion_work += L[k] * rows.surface[k];
      joint_impulse[k - 2 * contacts] = L[k];
    }
    lost_in_impacts = 0.0;
    if (contacts == 0) return;
    const std::span<const int> island = solver.island();
    for (std::size_t i = 0; i < contacts; ++i) {
      colliding[i] = colliding[i] != 0 && L[2 * i] > 0.0;
    }
    find_collisions(island);
    for (std::size_t i = 0; i < contacts; ++i) {
      const auto loss = [&](std::size_t k) {
        if (L[k] == 0.0) return 0.0;
        return -L[k] * (before[k] + 0.5 * (weight[k] + row_dot(k, change.data())));
      };
      const double normal = loss(2 * i);
      const double sliding = loss(2 * i + 1);
      if (island_collides[at(island[i])] != 0) {
        lost_in_impacts += normal + sliding;
      } else {
        books.friction_loss += sliding;
      }
      books.motion_work += L[2 * i] * rows.surface[2 * i];
      books.belt_work += L[2 * i + 1] * rows.surface[2 * i + 1];
    }
    books.impact_loss += lost_in_impacts;
  }

  // ----------------------------------------------------------- modes, events

  void settle_modes(double dt) {
    for (const int id : pressed) {
      memory[at(id)].P_N = memory[at(id)].P_T = 0.0;
      force[2 * id] = force[2 * id + 1] = 0.0;
    }
    pressed.clear();
    for (const int id : closed) memory[at(id)].mode = Mode::open;
    was_closed.swap(closed);
    closed.clear();
    bool impact = false;
    for (std::size_t i = 0; i < rows.contact.size(); ++i) {
      const int id = rows.contact[i];
      Memory& m = memory[at(id)];
      if (m.feature != rows.feature[i]) m.held = kUnknown;
      m.feature = rows.feature[i];
      if (!(L[2 * i] > 0.0)) continue;
      pressed.push_back(id);
      m.pressed = step_number;
      force[2 * id] = L[2 * i] / dt;
      force[2 * id + 1] = L[2 * i + 1] / dt;
      impact = impact || is_impact(i);
      const bool leaves = colliding[i] != 0 && eps[2 * i] > 0.0;
      if (leaves || solver.modes()[i] == Mode::open) continue;
      closed.push_back(id);
      m.mode = comes_to_rest(i) ? Mode::stick : solver.modes()[i];
      if (colliding[i] != 0) continue;  // an impulse of another size than that of the next step
      m.P_N = L[2 * i];
      m.P_T = L[2 * i + 1];
    }
    bool news = false;
    for (const std::vector<int>* list : {&was_closed, &closed}) {
      for (const int id : *list) {
        Memory& m = memory[at(id)];
        if (m.mode == m.old_mode) continue;
        if (m.mode == Mode::open) m.held = kUnknown;
        m.old_mode = m.mode;
        modes[at(id)] = m.mode;
        news = true;
      }
    }
    if (impact) report_impact();
    if (!news) return;
    if (!(first_modes && step_number == 1)) report_mode_changes();
    old_modes = modes;
  }

  /// It slid, in the mean of the step as well, but not to its end.
  bool comes_to_rest(std::size_t i) const {
    const Mode mode = solver.modes()[i];
    if (staying[i] == 0 || (mode != Mode::slip_plus && mode != Mode::slip_minus)) return false;
    const std::size_t k = 2 * i + 1;
    const double after = before[k] + weight[k] + row_dot(k, change.data());
    return mode == Mode::slip_plus ? after < 0.0 : after > 0.0;
  }

  /// It collides, and not only with what the forces of one step have given it.
  bool is_impact(std::size_t i) const {
    return colliding[i] != 0 && -before[2 * i] > std::abs(weight[2 * i]);
  }

  void report_impact() {
    ++result.statistics.impacts;
    std::vector<Index> which;
    VectorXd impulse = VectorXd::Zero(force.size());
    for (std::size_t i = 0; i < rows.contact.size(); ++i) {
      const int id = rows.contact[i];
      if (is_impact(i)) which.push_back(id);
      impulse[2 * id] = L[2 * i];
      impulse[2 * id + 1] = L[2 * i + 1];
    }
    Event event = make_event(EventKind::impact, std::move(which));
    event.velocity_before = u_new;
    event.impulse = std::move(impulse);
    event.dissipation = lost_in_impacts;
    event.law = "moreau";
    for (const Index i : event.contacts) {
      const ContactParameters& p = source->contacts()[at(i)].parameters;
      if (p.mu_static > p.mu) event.warnings.push_back({WarningId::static_friction_unused, i, 0.0});
    }
    report(event);
  }

  // ------------------------------------------------- joints and closed gaps

  /// Moves q so that joints hold and contacts that are closed keep their gap, and then u so that they go on to, and
  /// contacts that stick do.
  void hold(double dt) {
    if (closed.empty() && joint_scale.empty()) return;
    q_new = q;
    u_new = u;
    find_kept();
    if (!keep_gaps(dt) && !let_contacts_go(dt)) return;
    keep_velocities();
  }

  /// Gaps contradict each other or the joints. Joints come first, contacts stay as near as that allows; but not if what is
  /// driven moves them. False, and the motion has ended, if that is so or joints do not hold either.
  bool let_contacts_go(double dt) {
    if (!held.empty() && is_driven(held_rows)) {
      end(EndReason::no_solution, what_comes_apart());
      return false;
    }
    q = q_new;
    u = u_new;
    for (const int id : held) memory[at(id)].held = kUnknown;
    held.clear();
    source->look_at(held, t, q, u, held_rows);
    if (keep_gaps(dt)) return true;
    end(EndReason::tolerance, what_comes_apart());
    return false;
  }

  std::string what_comes_apart() const {
    const std::size_t contacts = held_rows.contact.size();
    if (worst_held < contacts) {
      return fmt::format("joints drive the contact {} into its surface at t = {:.17g} s",
                         source->contacts()[at(held_rows.contact[worst_held])].name, t);
    }
    const std::string& name = system.info().joints[worst_held - contacts].name;
    if (is_driven(held_rows)) {
      return fmt::format("the joints contradict each other at t = {:.17g} s: {} cannot be kept", t,
                         name);
    }
    return fmt::format("the joint {} comes apart at t = {:.17g} s: a smaller step is needed", name,
                       t);
  }

  /// kept: of the closed contacts those on the same edge or corner still; what has come round it meets another surface,
  /// and does so in the next step. held: of them those whose gap is known, not those of this step. The rows of the middle
  /// and of the end become theirs and those of the joints.
  void find_kept() {
    kept.clear();
    held.clear();
    source->look_at(closed, t, q, u, held_rows);
    for (std::size_t i = 0; i < held_rows.contact.size(); ++i) {
      const int id = held_rows.contact[i];
      Memory& m = memory[at(id)];
      if (held_rows.feature[i] != m.feature) {
        m.held = kUnknown;
        continue;
      }
      kept.push_back(id);
      if (!std::isnan(m.held)) held.push_back(id);
    }
    keep_rows_of_held(held_rows);
    keep_rows_of_held(rows);
    rows.keep_normals();
  }

  void keep_rows_of_held(StepRows& list) const {
    std::size_t last = held.size();  // both in the same order
    for (std::size_t i = list.contact.size(); i-- > 0;) {
      if (last > 0 && held[last - 1] == list.contact[i]) {
        --last;
      } else {
        list.drop(i);
      }
    }
  }

  /// Newton's method, from the rows at the end of the step; false if it does not arrive.
  bool keep_gaps(double dt) {
    for (int round = 0;; ++round) {
      if (round > 0) source->look_at(held, t, q, u, held_rows);
      const double worst = measure_held();
      if (worst <= kHeld || (round == kHoldings && worst <= kHeldAtLast)) return true;
      if (round == kHoldings || !std::isfinite(worst)) return false;
      held_rows.keep_normals();
      // By impulses more in the middle of the step: they move u as well, and keep the momentum as all others do.
      const bool same = held_rows.index == rows.index;
      if (same) held_rows.response.swap(rows.response);
      correct();
      system.rates(q, u_theta, rate);
      q += rate;
      if (!same) continue;
      u += u_theta / (options.theta * dt);
      for (std::size_t k = 0; k < holding_L.size(); ++k) {
        books.motion_work += holding_L[k] / (options.theta * dt) * rows.surface[k];
      }
      held_rows.response.swap(rows.response);
    }
  }

  void keep_velocities() {
    if (held.size() != kept.size()) source->look_at(kept, t, q, u, held_rows);
    sticking.clear();
    landing.clear();
    for (std::size_t i = 0; i < held_rows.contact.size(); ++i) {
      Memory& m = memory[at(held_rows.contact[i])];
      landing.push_back(std::isnan(m.held));
      if (landing.back() != 0) m.held = held_rows.gap[i];
      sticking.push_back(m.mode == Mode::stick);
    }
    held_rows.keep_normals(sticking);
    bool moves = false;
    holding.resize(held_rows.surface.size());
    for (std::size_t k = 0; k < holding.size(); ++k) {
      holding[k] = -held_rows.surface[k];
      for (int e = held_rows.start[k]; e < held_rows.start[k + 1]; ++e) {
        holding[k] += held_rows.value[at(e)] * u[held_rows.index[at(e)]];
      }
      moves = moves || holding[k] != 0.0;
    }
    if (!moves) return;
    correct();
    u += u_theta;
    book_held();
  }

  /// What stops a contact that has landed belongs to its landing, what stops its sliding is friction; and what is driven
  /// takes the others along.
  void book_held() {
    std::size_t k = 0;
    const auto loss = [&] { return -0.5 * holding_L[k] * holding[k]; };
    const auto work = [&] { return holding_L[k] * held_rows.surface[k]; };
    for (std::size_t i = 0; i < sticking.size(); ++i, ++k) {
      if (landing[i] != 0) books.impact_loss += loss();
      books.motion_work += work();
      if (sticking[i] == 0) continue;
      ++k;
      books.friction_loss += loss();
      books.belt_work += work();
    }
    for (; k < holding.size(); ++k) books.motion_work += work();
  }

  /// u_theta = the least change, in the metric of M, that takes `holding` away.
  void correct() {
    holding_L.assign(holding.size(), 0.0);
    holder.solve({.dofs = static_cast<int>(f),
                  .start = held_rows.start,
                  .index = held_rows.index,
                  .value = held_rows.value,
                  .response = held_rows.response,
                  .q = holding,
                  .mu = {}},
                 holding_L, {u_theta.data(), at(f)});
  }

  /// By how far they are away, over their sizes; left in `holding`.
  double measure_held() {
    double worst = 0.0;
    holding.clear();
    const auto add = [&](double distance, double scale) {
      holding.push_back(distance);
      if (std::abs(distance) <= worst * scale) return;
      worst = std::abs(distance) / scale;
      worst_held = holding.size() - 1;
    };
    for (std::size_t i = 0; i < held_rows.contact.size(); ++i) {
      add(held_rows.gap[i] - memory[at(held_rows.contact[i])].held, size);
    }
    for (std::size_t j = 0; j < joint_scale.size(); ++j) {
      add(held_rows.joint_gap[j], joint_scale[j]);
    }
    return worst;
  }

  // -------------------------------------------------------------- the motion

  RunResult run(const MotionState& start, MotionObserver& watcher) {
    observer = &watcher;
    if (begin(start)) {
      const double length = options.until - start.t;
      const long steps = static_cast<long>(std::ceil(length / options.step - kClock));
      for (long k = 1; k <= steps && !ended; ++k) {
        const double t_end =
            k == steps ? options.until : start.t + static_cast<double>(k) * options.step;
        step(t_end - t, t_end);
        if (ended) break;
        sample();
        if (k % kStepsPerLook == 0 && !observer->go_on(t)) {
          end(EndReason::cancelled, fmt::format("cancelled at t = {:.17g} s", t));
        }
      }
      end(EndReason::end,
          fmt::format("t = {} s was reached, the contact problem of every step was solved to a "
                      "residual of {:.1e}{}",
                      t, result.statistics.residual, about_restitution()));
    }
    return conclude();
  }

  std::string about_restitution() const {
    if (steps_without_restitution == 0) return {};
    return fmt::format(", in {} step{} only without restitution", steps_without_restitution,
                       steps_without_restitution == 1 ? "" : "s");
  }

  RunResult conclude() {
    result.final.t = t;
    result.final.q = q;
    result.final.u = u;
    result.final.modes = modes;
    result.final.ledger = ledger();
    result.statistics.evaluations = source->evaluations();
    observer->event(make_event(EventKind::end, {}));
    return result;
  }
};

TimeStepper::TimeStepper(const MechanicalSystem& system, const SimulationOptions& options)
    : impl_(std::make_unique<Impl>(system, options)) {}
TimeStepper::~TimeStepper() = default;

RunResult TimeStepper::run(const MotionState& start, MotionObserver& observer) {
  return impl_->run(start, observer);
}

}  // namespace ricochet
