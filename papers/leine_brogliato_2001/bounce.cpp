#include <papers/leine_brogliato_2001/bounce.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

#include <ricochet/impact/moreau.hpp>
#include <ricochet/motion/contact_dynamics.hpp>

namespace ricochet::papers::leine_brogliato_2001 {

namespace {

// R1, as the models have it.
constexpr double kArm = 0.3, kDrop = 1.0, kStiffness_x = 500.0, kStiffness_y = 1000.0,
                 kStiffness_phi = 150.0, kLoad = 10.0;

/// Where `holds` begins; it fails at lo and holds at hi.
double begins(double lo, double hi, const std::function<bool(double)>& holds) {
  for (int i = 0; i < 50; ++i) {
    const double mid = 0.5 * (lo + hi);
    (holds(mid) ? hi : lo) = mid;
  }
  return 0.5 * (lo + hi);
}

struct Arms {
  double a, h;
};
Arms arms(std::string_view name, double phi) {
  if (name == kSimplified) return {kArm, kDrop};
  return {kArm * std::cos(phi) - kDrop * std::sin(phi),
          kDrop * std::cos(phi) + kArm * std::sin(phi)};
}
/// y of the centre with the tip on the ground.
double height(std::string_view name, double phi) {
  return name == kSimplified ? kArm * phi : arms(name, phi).h - kDrop;
}

/// phi of the sliding equilibrium: k_phi phi = (mu h - a) (F + k_y y).
double equilibrium(std::string_view name, double mu) {
  return begins(-0.2, 0.2, [&](double phi) {
    const auto [a, h] = arms(name, phi);
    return kStiffness_phi * phi >= (mu * h - a) * (kLoad + kStiffness_y * height(name, phi));
  });
}

/// True if the simulator does not simply slide on from the start: Painleve's paradox, none or several modes.
bool paradox(const ModelInstance& m) {
  Recording recording;
  SimulationOptions options;
  options.until = 0.0;
  const Moreau law;
  record(*m.system, m.start, law, options, recording);
  return recording.events.front().kind != EventKind::end;
}

/// phi'' in sliding at the mu of the model, times A / G_NN, which takes its poles away.
double regular_acceleration(std::string_view name, const ModelInstance& m, double phi,
                            double rotation) {
  ContactDynamics dynamics(*m.system);
  std::vector<double> x(static_cast<std::size_t>(dynamics.state_size()), 0.0);
  x[0] = m.start.q[0];
  x[1] = height(name, phi);
  x[2] = phi;
  x[4] = arms(name, phi).a * rotation;
  x[5] = rotation;
  const std::vector<Mode> slip = {Mode::slip_plus};
  dynamics.set_modes(0.0, x, slip);
  dynamics.look(0.0, x);
  return dynamics.determinant() * dynamics.acceleration()[2];
}

ModelInstance bounce(std::string_view name, double mu, double damping_phi, double phi) {
  const double y = height(name, phi);
  return model(name, {{"friction", mu},
                      {"damping_phi", damping_phi},
                      {"x", -mu * (kLoad + kStiffness_y * y) / kStiffness_x},
                      {"y", y},
                      {"phi", phi}});
}

}  // namespace

Criticals critical_frictions(std::string_view name, double damping_phi) {
  const auto at = [&](double mu) { return bounce(name, mu, damping_phi, equilibrium(name, mu)); };
  Criticals c;
  c.mu_I = begins(0.2, 0.6, [&](double mu) { return paradox(at(mu)); });
  c.phi_I = equilibrium(name, c.mu_I);
  c.mu_C = begins(0.2, 0.6, [&](double mu) {
    const double phi = equilibrium(name, mu);
    const ModelInstance m = at(mu);
    return regular_acceleration(name, m, phi, 0.01) > regular_acceleration(name, m, phi, -0.01);
  });
  c.phi_C = equilibrium(name, c.mu_C);
  c.mu_K = std::numeric_limits<double>::quiet_NaN();
  if (name != kSimplified) return c;
  c.mu_K = begins(0.4, 1.6, [&](double mu) {  // linear: any phi will do
    const ModelInstance m = bounce(name, mu, damping_phi, 0.0);
    return regular_acceleration(name, m, 0.01, 0.0) > regular_acceleration(name, m, -0.01, 0.0);
  });
  return c;
}

double inconsistent_from(double inertia_per_mass, double arm) {
  return begins(0.0, 10.0, [&](double mu) {
    return paradox(
        model(kSimplified, {{"inertia", inertia_per_mass}, {"arm", arm}, {"friction", mu}}));
  });
}

Orbit hopping_orbit(std::string_view name, double mu) {
  ModelInstance m = model(name, {{"friction", mu}});
  const Moreau law;
  SimulationOptions options;
  options.tolerance = 1e-13;
  options.until = 15.0;
  options.sample_step = 100.0;  // none but those of events
  Recording settling;
  const RunResult settled = record(*m.system, m.start, law, options, settling);

  // Two more lift-offs, closely sampled.
  Recording recording;
  int exits = 0;
  recording.last = [&](const Event& e) { return e.kind == EventKind::open && ++exits == 2; };
  options.until = settled.final.t + 2.0;
  options.sample_step = 2e-5;
  record(*m.system, settled.final, law, options, recording);
  if (!recording.over()) throw std::logic_error("the bounce model does not hop");

  const auto kind = [](EventKind k) { return [k](const Event& e) { return e.kind == k; }; };
  const auto first =
      std::find_if(recording.events.begin(), recording.events.end(), kind(EventKind::open));
  const auto landing = std::find_if(first, recording.events.end(), kind(EventKind::impact));
  const Event& exit = recording.events.back();
  Orbit o;
  o.period = exit.time - first->time;
  o.flight = landing->time - first->time;
  o.stick = exit.time - landing->time;
  o.exit_q = exit.q;
  o.exit_u = exit.velocity_after;
  o.landing_q = landing->q;
  o.landing_u = landing->velocity_after;
  o.landing_impulse = landing->impulse[0];
  o.change = std::max((exit.q - first->q).cwiseAbs().maxCoeff(),
                      (exit.velocity_after - first->velocity_after).cwiseAbs().maxCoeff());
  for (const Instant& i : recording.instants) {
    if (i.t < first->time) continue;
    if (o.instants.empty()) {
      o.x_low = o.x_high = i.q[0];
      o.phi_low = o.phi_high = i.q[2];
    }
    o.instants.push_back(i);
    o.x_low = std::min(o.x_low, i.q[0]);
    o.x_high = std::max(o.x_high, i.q[0]);
    o.phi_low = std::min(o.phi_low, i.q[2]);
    o.phi_high = std::max(o.phi_high, i.q[2]);
    o.highest_gap = std::max(o.highest_gap, i.gap[0]);
    o.largest_force = std::max(o.largest_force, i.force[0]);
  }
  return o;
}

std::vector<Event> first_events(std::string_view name, double mu) {
  const ModelInstance m = model(name, {{"friction", mu}});
  Recording recording;
  recording.last = [](const Event& e) { return e.kind == EventKind::impact; };
  SimulationOptions options;
  options.tolerance = 1e-13;
  const Moreau law;
  record(*m.system, m.start, law, options, recording);
  return recording.events;
}

}  // namespace ricochet::papers::leine_brogliato_2001
