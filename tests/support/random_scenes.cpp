#include <support/random_scenes.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <random>

namespace ricochet::testing {

namespace {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  double between(double a, double b) {
    return std::uniform_real_distribution<double>(a, b)(engine_);
  }
  int integer(int a, int b) { return std::uniform_int_distribution<int>(a, b)(engine_); }
  bool chance(double p) { return between(0.0, 1.0) < p; }

 private:
  std::mt19937_64 engine_;
};

ContactParameters random_parameters(Dice& dice) {
  ContactParameters c;
  c.mu = dice.chance(0.2) ? 0.0 : dice.between(0.0, 1.2);
  c.mu_static = dice.chance(0.2) ? c.mu * dice.between(1.0, 1.5) : c.mu;
  const double e = dice.chance(0.25) ? 0.0 : dice.chance(0.1) ? 1.0 : dice.between(0.0, 0.95);
  c.newton = c.poisson = c.energetic = e;
  c.stiffness = 1e6;
  c.tangential_stiffness = 1e6 * dice.between(0.5, 1.0);
  c.impulse_ratio = ImpulseRatio{1.0, true};
  return c;
}

Body random_body(Dice& dice, int number, bool points) {
  Body body;
  body.name = "b" + std::to_string(number);
  body.mass = dice.between(0.2, 5.0);
  const double size = dice.between(0.1, 0.5);
  body.inertia = body.mass * size * size * dice.between(0.2, 0.8);
  if (!points) {
    body.radius = size;
    return body;
  }
  const int count = dice.integer(1, 3);
  for (int k = 0; k < count; ++k) {
    const double angle = dice.between(0.0, 6.3);
    body.points.push_back(
        {"p" + std::to_string(k), Vector2(size * std::cos(angle), size * std::sin(angle))});
  }
  return body;
}

double reach(const Body& body) {
  double r = body.radius;
  for (const BodyPoint& p : body.points) r = std::max(r, p.at.norm());
  return std::max(r, 0.05);
}

}  // namespace

RandomScene random_scene(std::uint64_t seed) {
  Dice dice(seed);
  BodyScene scene;
  if (dice.chance(0.1)) scene.gravity = Vector2::Zero();
  if (dice.chance(0.1)) scene.gravity = Vector2(dice.between(-5.0, 5.0), dice.between(-10.0, 0.0));
  const int touching = dice.integer(1, 3);
  const bool wall = touching <= 2 && dice.chance(0.4);
  const int others = dice.integer(0, 2);  // masses on springs, without contacts
  for (int k = 0; k < touching; ++k) {
    // A body with points has up to three contacts per ground: only alone, and without a wall.
    scene.bodies.push_back(random_body(dice, k, touching == 1 && !wall && dice.chance(0.6)));
  }
  for (int k = 0; k < others; ++k) {
    Body body;
    body.name = "m" + std::to_string(k);
    body.mass = dice.between(0.2, 2.0);
    body.inertia = dice.between(0.01, 0.2);
    scene.bodies.push_back(body);
  }
  Ground floor;
  floor.name = "floor";
  const double tilt = dice.chance(0.3) ? dice.between(-0.4, 0.4) : 0.0;
  floor.normal = Vector2(std::sin(tilt), std::cos(tilt));
  if (dice.chance(0.2)) floor.belt = dice.between(-2.0, 2.0);
  if (dice.chance(0.15)) {
    floor.vibration = {Vector2(dice.between(-0.01, 0.01), dice.between(-0.02, 0.02)),
                       dice.between(5.0, 40.0), dice.between(0.0, 6.0)};
  }
  scene.grounds.push_back(floor);
  if (wall && dice.chance(0.5)) {
    Ground side;
    side.name = "wall";
    side.point = Vector2(-1.0, 0.0);
    side.normal = Vector2(1.0, 0.0);
    scene.grounds.push_back(side);
  } else if (wall) {
    scene.grounds.push_back(
        segment("shelf", Vector2(0.5, 0.8), Vector2(-0.3, 0.8 + dice.between(-0.2, 0.2))));
  }

  RandomScene result;
  const auto count = static_cast<Eigen::Index>(scene.bodies.size());
  MotionState& start = result.start;
  start.q = Eigen::VectorXd::Zero(3 * count);
  start.u = Eigen::VectorXd::Zero(3 * count);
  for (Eigen::Index k = 0; k < count; ++k) {
    for (int attempt = 0;; ++attempt) {
      const Body& body = scene.bodies[static_cast<std::size_t>(k)];
      const double r = reach(body);
      start.q[3 * k] = dice.between(-0.5, 1.5);
      // Some start on the floor.
      const bool resting = floor.vibration.amplitude.isZero() && tilt == 0.0 && body.radius > 0.0 &&
                           attempt < 20 && dice.chance(0.3);
      start.q[3 * k + 1] =
          resting ? r : r + dice.between(0.02, 2.0 + 0.1 * attempt) + std::abs(tilt) * 2.0;
      start.q[3 * k + 2] = dice.between(-3.0, 3.0);
      BodyScene part = scene;
      part.bodies.resize(static_cast<std::size_t>(k) + 1);
      bool apart = penetration(part, 0.0, start.q.data()) == 0.0;
      for (const Ground& g : scene.grounds) {  // clear of thin segments
        if (std::isfinite(g.length)) {
          apart = apart && std::abs(g.normal.dot(start.q.segment<2>(3 * k) - g.point)) > r;
        }
      }
      if (apart) break;
    }
    if (dice.chance(0.8)) {
      start.u[3 * k] = dice.between(-3.0, 3.0);
      start.u[3 * k + 1] = start.q[3 * k + 1] == reach(scene.bodies[static_cast<std::size_t>(k)])
                               ? 0.0
                               : dice.between(-3.0, 3.0);
      start.u[3 * k + 2] = dice.between(-10.0, 10.0);
    }
  }
  for (int k = 0; k < others + (dice.chance(0.2) ? 1 : 0); ++k) {
    const int a = std::min(touching + k, static_cast<int>(count) - 1);
    const int b = dice.integer(0, touching - 1);
    Spring spring;
    spring.from = {a, Vector2::Zero()};
    spring.to =
        a == b ? Attachment{on_ground, Vector2(0.0, 3.0)} : Attachment{b, Vector2(0.02, 0.01)};
    spring.stiffness = dice.between(5.0, 300.0);
    spring.length = dice.between(0.0, 1.0);
    spring.damping = dice.chance(0.5) ? dice.between(0.0, 3.0) : 0.0;
    scene.springs.push_back(spring);
  }
  result.system = std::make_unique<BodySystem>(scene);
  for (Eigen::Index i = 0; i < result.system->contacts(); ++i) {
    result.system->set_parameters(i, random_parameters(dice));
  }
  return result;
}

double penetration(const BodyScene& scene, double t, const double* q) {
  using Complex = std::complex<double>;
  const auto centre = [&](std::size_t k) { return Complex(q[3 * k], q[3 * k + 1]); };
  double deepest = 0.0;
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    const Body& body = scene.bodies[k];
    for (const Ground& g : scene.grounds) {
      const double wave = std::sin(g.vibration.angular_frequency * t + g.vibration.phase);
      const Complex origin(g.point.x() + g.vibration.amplitude.x() * wave,
                           g.point.y() + g.vibration.amplitude.y() * wave);
      const Complex normal(g.normal.x(), g.normal.y());
      const Complex along = normal * Complex(0.0, -1.0);
      // Signed height over the line and place along it.
      const auto height = [&](Complex p) { return ((p - origin) * std::conj(normal)).real(); };
      const auto place = [&](Complex p) { return ((p - origin) * std::conj(along)).real(); };
      if (body.radius > 0.0) {
        const Complex c = centre(k);
        if (std::isinf(g.length)) {
          deepest = std::max(deepest, body.radius - height(c));
        } else {
          const double s = std::clamp(place(c), 0.0, g.length);
          deepest = std::max(deepest, body.radius - std::abs(c - origin - s * along));
        }
      }
      for (const BodyPoint& p : body.points) {
        const Complex world =
            centre(k) + std::polar(1.0, q[3 * k + 2]) * Complex(p.at.x(), p.at.y());
        // Behind a thin segment is not inside it.
        if (std::isinf(g.length)) deepest = std::max(deepest, -height(world));
      }
    }
    for (std::size_t j = 0; j < k; ++j) {
      if (body.radius > 0.0 && scene.bodies[j].radius > 0.0) {
        deepest = std::max(deepest,
                           body.radius + scene.bodies[j].radius - std::abs(centre(k) - centre(j)));
      }
    }
  }
  return deepest;
}

}  // namespace ricochet::testing
