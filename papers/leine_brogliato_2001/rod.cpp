#include <papers/leine_brogliato_2001/rod.hpp>

#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include <papers/motion.hpp>
#include <ricochet/impact/moreau.hpp>
#include <ricochet/motion/contact_dynamics.hpp>
#include <ricochet/system/single_body.hpp>

namespace ricochet::papers::leine_brogliato_2001 {

namespace {

constexpr double kK = 1.0 / 3.0;

ModelInstance rod(double mu, double phi, double rotation, double slip) {
  return model("painleve-rod", {{"friction", mu},
                                {"gravity", kGravity},
                                {"angle", phi},
                                {"angular_velocity", rotation},
                                {"slip_velocity", slip}});
}

double m_A(double mu, double phi) {
  return 1.0 + std::cos(phi) * (std::cos(phi) - mu * std::sin(phi)) / kK;
}

/// Where b = 0.
double lifting_rotation(double phi) { return std::sqrt(kGravity / std::sin(phi)); }

/// The least value of f between lo and hi, by golden section.
template <class F>
Least least(double lo, double hi, F f) {
  const double ratio = 0.5 * (std::sqrt(5.0) - 1.0);
  for (int i = 0; i < 100; ++i) {
    const double a = hi - ratio * (hi - lo);
    const double b = lo + ratio * (hi - lo);
    (f(a) < f(b) ? hi : lo) = f(a) < f(b) ? b : a;
  }
  return {f(0.5 * (lo + hi)), 0.5 * (lo + hi)};
}

/// One body with one point (or disc around it) on the ground.
std::unique_ptr<MechanicalSystem> body_on_ground(double inertia_per_mass,
                                                 std::array<double, 2> point, double radius) {
  SingleBodyParameters p;
  p.inertia = inertia_per_mass;
  p.turn = -1.0;
  p.contacts = {{.name = "tip", .point = point, .radius = radius, .parameters = {}}};
  p.q.resize(3);
  p.u.resize(3);
  return std::make_unique<SingleBody>(std::move(p));
}

}  // namespace

Sliding sliding_by_signs(double mu, double phi, double rotation) {
  const double b = -kGravity + rotation * rotation * std::sin(phi);
  if (m_A(mu, phi) > 0.0) return b < 0.0 ? Sliding::unique_slip : Sliding::detaches;
  return b < 0.0 ? Sliding::inconsistent : Sliding::non_unique;
}

Sliding sliding_by_engine(double mu, double phi, double rotation) {
  const ModelInstance m = rod(mu, phi, rotation, 1.0);
  ContactDynamics dynamics(*m.system);
  std::vector<double> x(static_cast<std::size_t>(dynamics.state_size()), 0.0);
  std::copy(m.start.q.begin(), m.start.q.end(), x.begin());
  std::copy(m.start.u.begin(), m.start.u.end(), x.begin() + m.start.q.size());
  const std::vector<Mode> open(2, Mode::open);
  dynamics.set_modes(0.0, x, open);
  dynamics.look(0.0, x);
  Eigen::MatrixXd G;
  Eigen::VectorXd b;
  const std::array<Eigen::Index, 1> tip = {0};
  dynamics.contact_space(tip, G, b);
  const Eigen::VectorXd friction = Eigen::VectorXd::Constant(1, mu);
  const std::array<signed char, 1> forward = {1};
  const std::array<Mode, 1> slip = {Mode::slip_plus};
  const ModeSearch found = ModeSolver().search(
      {G, b, friction, friction, forward, dynamics.largest_acceleration(0)}, slip, true);
  if (found.solutions.empty()) return Sliding::inconsistent;
  if (found.solutions.size() > 1) return Sliding::non_unique;
  return found.solutions.front().modes[0] == Mode::open ? Sliding::detaches : Sliding::unique_slip;
}

double critical_friction(const MechanicalSystem& system, const Eigen::VectorXd& q) {
  Evaluation e;
  e.fit(system.info());
  system.evaluate(0.0, q, Eigen::VectorXd::Zero(system.dofs()), kMass | kContacts, e);
  // The mass matrices of one body are diagonal.
  const Eigen::VectorXd Y = e.W.col(0).cwiseQuotient(e.M.diagonal());
  return e.W.col(0).dot(Y) / e.W.col(1).dot(Y);
}

Least least_friction_of_rod(double rounding) {
  const auto body = body_on_ground(kK, {1.0, 0.0}, rounding);
  return least(0.05, 0.5 * std::numbers::pi - 0.01, [&](double phi) {
    return critical_friction(*body, Eigen::Vector3d(0.0, std::sin(phi) + rounding, phi));
  });
}

double critical_friction_of_box(double gyration, double ahead, double height) {
  const auto body = body_on_ground(gyration * gyration, {ahead, -height}, 0.0);
  return critical_friction(*body, Eigen::Vector3d(0.0, height, 0.0));
}

SingularPoint singular_point(double mu) {
  const double root = std::sqrt(mu * mu - 16.0 / 9.0);
  SingularPoint p;
  p.phi = std::atan(1.5 * (mu - root));
  p.phi_2 = std::atan(1.5 * (mu + root));
  p.rotation = lifting_rotation(p.phi);
  p.l_1 = -3.0 * (std::sin(2.0 * p.phi) + mu * std::cos(2.0 * p.phi)) * p.rotation;
  p.l_2 = -2.0 * std::tan(p.phi) * p.rotation;
  return p;
}

double friction_of_equal_eigenvalues() {
  double lo = 1.34, hi = 3.0;
  for (int i = 0; i < 60; ++i) {
    const double mid = 0.5 * (lo + hi);
    const SingularPoint p = singular_point(mid);
    (p.l_1 < p.l_2 ? hi : lo) = mid;
  }
  return 0.5 * (lo + hi);
}

Slide slide_from(double mu, double phi, double rotation) {
  const ModelInstance m = rod(mu, phi, rotation, 20.0);
  Recording recording;
  recording.last = [](const Event&) { return true; };
  SimulationOptions options;
  options.until = 2.0;
  options.tolerance = 1e-12;
  const Moreau law;
  record(*m.system, m.start, law, options, recording);
  Slide slide;
  slide.mu = mu;
  for (const Instant& i : recording.instants) {
    if (i.modes[0] != Mode::slip_plus) continue;
    slide.points.push_back({i.t, i.q[2], i.u[2], i.force[0], m_A(mu, i.q[2])});
  }
  const EventKind kind = recording.events.front().kind;
  slide.end = kind == EventKind::open                   ? SlideEnd::detaches
              : kind == EventKind::collisionless_impact ? SlideEnd::reaches_P
                                                        : SlideEnd::sticks;
  return slide;
}

Census census(double mu, int per_side) {
  const double edge = singular_point(mu).phi;
  Census count;
  for (int i = 0; i < per_side; ++i) {
    const double phi = edge * (0.4 + 0.599 * (i + 0.5) / per_side);
    for (int k = 0; k < per_side; ++k) {
      const double rotation = lifting_rotation(phi) * (0.5 + 0.499 * (k + 0.5) / per_side);
      switch (slide_from(mu, phi, rotation).end) {
        case SlideEnd::detaches: ++count.detach; break;
        case SlideEnd::reaches_P: ++count.reach_P; break;
        case SlideEnd::sticks: ++count.stick; break;
      }
    }
  }
  return count;
}

double Slide::singular_time() const {
  const Point& last = points.back();
  const double fall = (std::sin(2.0 * last.phi) + mu * std::cos(2.0 * last.phi)) / kK;
  return last.t + last.A / (fall * last.rotation);
}

double exponent_of(const Slide& slide) {
  if (slide.end != SlideEnd::reaches_P) throw std::logic_error("the slide does not reach P");
  const double t_c = slide.singular_time();
  // log l_N over log(t_c - t), by linear interpolation between the points.
  const auto force_at = [&](double left) {
    for (std::size_t k = slide.points.size() - 1; k > 0; --k) {
      const double near = std::log(t_c - slide.points[k].t);
      const double far = std::log(t_c - slide.points[k - 1].t);
      if (far < left) continue;
      const double share = (left - near) / (far - near);
      return (1.0 - share) * std::log(slide.points[k].normal_force) +
             share * std::log(slide.points[k - 1].normal_force);
    }
    throw std::logic_error("the slide is too short");
  };
  const double octaves = 3.0 * std::numbers::ln2;
  const double end = std::log(1e-6);
  const auto slope = [&](double left) {
    return (force_at(left + octaves) - force_at(left)) / octaves;
  };
  return 2.0 * slope(end) - slope(end + octaves);
}

}  // namespace ricochet::papers::leine_brogliato_2001
