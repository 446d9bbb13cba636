#include <support/random_mechanisms.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

#include <support/random_problems.hpp>
#include <support/random_shapes.hpp>

#include <ricochet/system/joint_start.hpp>

namespace ricochet::testing {

namespace {

using Eigen::Index;
constexpr double pi = std::numbers::pi;

Vector2 direction(double angle) { return {std::cos(angle), std::sin(angle)}; }

struct Convex {
  std::vector<Vector2> corners;
  double radius = 0.0;
};

std::vector<Convex> shapes_of(const Body& body, const double* q) {
  std::vector<Convex> shapes;
  const Pose pose{q[0], q[1], q[2]};
  if (body.radius > 0.0) shapes.push_back({{placed(pose, Vector2::Zero())}, body.radius});
  for (const ConvexPart& part : body.parts) {
    Convex shape{{}, part.radius};
    for (const Vector2& v : part.vertices) shape.corners.push_back(placed(pose, v));
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

class Builder {
 public:
  explicit Builder(std::uint64_t seed) : random_(seed) {}

  RandomMechanism build(std::uint64_t seed) {
    RandomMechanism result;
    const double share = random_.uniform();
    if (seed % 200 == 199) {
      result.family = MechanismFamily::crowd;
      crowd();
    } else if (share < 0.5) {
      result.family = MechanismFamily::tree;
      grounds();
      tree(random_.chance(0.5) ? random_.integer(1, 4) : random_.integer(3, 8), true);
    } else if (share < 0.72) {
      result.family = MechanismFamily::loop;
      loop();
    } else if (share < 0.84) {
      result.family = MechanismFamily::floating;
      scene_.gravity = Vector2::Zero();
      if (random_.chance(0.3)) {
        ring(random_.integer(3, 6), {0.0, 0.0});
      } else {
        tree(random_.integer(2, 8), false);
      }
    } else {
      result.family = MechanismFamily::pile;
      pile();
    }
    if (result.family != MechanismFamily::crowd) springs(result.family);
    rules();
    result.system = std::make_unique<BodySystem>(scene_);
    BodySystem& system = *result.system;
    for (Index i = 0; i < system.contacts(); ++i) {
      if (system.pairs()[static_cast<std::size_t>(i)].joint >= 0) {
        system.set_parameters(i, parameters());
      }
    }
    result.start.q = Eigen::Map<const Eigen::VectorXd>(q_.data(), static_cast<Index>(q_.size()));
    result.start.u = velocities(system, result.start.q, result.family);
    return result;
  }

 private:
  // ---------------------------------------------------------------- bodies

  Body body_of(std::vector<ConvexPart> parts) {
    const MassProperties mass = uniform_mass(parts, random_.uniform(5.0, 40.0));
    Body body;
    body.name = "b" + std::to_string(scene_.bodies.size());
    body.mass = mass.mass;
    body.inertia = mass.inertia;
    for (ConvexPart& part : parts) {
      body.parts.push_back(moved_part(std::move(part), -mass.centre, 0.0));
    }
    return body;
  }

  Body disc(double radius) {
    Body body = body_of({disc_part(radius)});
    body.parts.clear();
    body.radius = radius;
    return body;
  }

  Body random_body() {
    const double size = random_.uniform(0.08, 0.3);
    switch (random_.integer(0, 5)) {
      case 0: return disc(size);
      case 1: return body_of({box_part(2.0 * size, size * random_.uniform(0.3, 2.0))});
      case 2: return body_of({capsule_part(2.0 * size, size * random_.uniform(0.2, 0.6))});
      case 3: {
        ConvexPart part = random_polygon(random_);
        for (Vector2& v : part.vertices) v *= size;
        return body_of({part});
      }
      case 4:  // a hammer
        return body_of({box_part(2.0 * size, 0.3 * size),
                        moved_part(box_part(0.5 * size, 1.2 * size), {size, 0.0}, 0.0)});
      default:  // a dumb-bell without symmetry
        return body_of({box_part(2.0 * size, 0.2 * size), disc_part(0.5 * size, {-size, 0.0}),
                        disc_part(0.3 * size, {size, 0.0})});
    }
  }

  static double reach(const Body& body) {
    double r = body.radius;
    for (const ConvexPart& part : body.parts) r = std::max(r, bounding_radius(part));
    return r;
  }

  int put(Body body, const Vector2& position, double angle) {
    scene_.bodies.push_back(std::move(body));
    q_.insert(q_.end(), {position.x(), position.y(), angle});
    return static_cast<int>(scene_.bodies.size()) - 1;
  }

  // Where nothing is, with a little room around.
  bool fits() const {
    const BodySystem system(scene_);
    const Eigen::Map<const Eigen::VectorXd> q(q_.data(), static_cast<Index>(q_.size()));
    Evaluation e;
    e.fit(system.info());
    system.evaluate(0.0, q, q, kGaps, e);
    return (e.gap.size() == 0 || e.gap.minCoeff() > 1e-4) && overlap(scene_, 0.0, q_.data()) == 0.0;
  }

  // A bar with its ends at two places.
  int bar(const Vector2& from, const Vector2& to) {
    const double length = (to - from).norm();
    const double angle = std::atan2(to.y() - from.y(), to.x() - from.x());
    Body body = random_.chance(0.5) ? body_of({box_part(length, 0.1 * length)})
                                    : body_of({capsule_part(length, 0.06 * length)});
    return put(std::move(body), 0.5 * (from + to), angle);
  }

  // ---------------------------------------------------------------- joints

  void keep_apart(int a, int b) {
    if (a != on_ground && b != on_ground) scene_.apart.push_back(std::minmax(a, b));
  }

  Attachment anchor(int body, const Vector2& world) const {
    if (body == on_ground) return {on_ground, world};
    const double* q = q_.data() + 3 * body;
    return {body, placed({0.0, 0.0, -q[2]}, world - Vector2(q[0], q[1]))};
  }

  Joint& join(Joint::Kind kind, int a, int b, const Vector2& world) {
    Joint joint;
    joint.name = "j" + std::to_string(scene_.joints.size());
    joint.kind = kind;
    joint.first = anchor(a, world);
    joint.second = anchor(b, world);
    joint.angle = angle_of(a, q_.data()) - angle_of(b, q_.data());
    keep_apart(a, b);
    scene_.joints.push_back(joint);
    return scene_.joints.back();
  }

  Joint& slide(int a, int b, const Vector2& world, double angle) {
    Joint& joint = join(Joint::Kind::prismatic, a, b, world);
    joint.axis = direction(angle - angle_of(b, q_.data()));
    return joint;
  }

  void drive(Joint& joint) {
    Motor motor;
    motor.start = displacement(joint, q_.data());
    const bool turns = joint.kind == Joint::Kind::revolute;
    if (turns && random_.chance(0.5)) {
      motor.speed = random_.uniform(-3.0, 3.0);
    } else {
      motor.amplitude = random_.uniform(0.05, turns ? 0.5 : 0.2);
      motor.angular_frequency = random_.uniform(1.0, 6.0);
      motor.phase = random_.uniform(0.0, 6.0);
    }
    joint.motor = motor;
  }

  // Revolute, prismatic or weld, with play, a motor, or a second joint that says the same.
  void random_joint(int a, int b, const Vector2& world) {
    const double share = random_.uniform();
    const double axis = random_.uniform(-pi, pi);
    const auto kind = share < 0.65   ? Joint::Kind::revolute
                      : share < 0.85 ? Joint::Kind::prismatic
                                     : Joint::Kind::weld;
    const auto make = [&]() -> Joint& {
      return kind == Joint::Kind::prismatic ? slide(a, b, world, axis) : join(kind, a, b, world);
    };
    Joint& joint = make();
    if (kind != Joint::Kind::weld && random_.chance(0.15)) {
      Clearance play;
      play.gap = random_.uniform(5e-3, 2e-2);
      play.radius = kind == Joint::Kind::revolute ? 0.03 : 0.0;
      play.length = kind == Joint::Kind::prismatic ? 0.2 : 0.0;
      joint.clearance = play;
      return;
    }
    if (kind != Joint::Kind::weld && random_.chance(0.15)) drive(joint);
    if (scene_.joints.size() < 8 && random_.chance(0.15)) {
      if (random_.chance(0.5)) {
        make();
      } else if (kind != Joint::Kind::prismatic) {
        join(Joint::Kind::revolute, a, b, world);
      }
    }
  }

  // ---------------------------------------------------------------- families

  void half_plane(std::string name, const Vector2& point, const Vector2& normal) {
    Ground ground;
    ground.name = std::move(name);
    ground.point = point;
    ground.normal = normal;
    scene_.grounds.push_back(ground);
  }

  void grounds() {
    const double share = random_.uniform();
    if (share < 0.1) return;
    if (share < 0.4) {
      const double tilt = random_.chance(0.4) ? random_.uniform(-0.3, 0.3) : 0.0;
      half_plane("floor", {0.0, 0.0}, direction(0.5 * pi + tilt));
    } else if (share < 0.7) {
      half_plane("left", {0.0, 0.0}, direction(0.5 * pi - random_.uniform(0.1, 0.9)));
      half_plane("right", {0.0, 0.0}, direction(0.5 * pi + random_.uniform(0.1, 0.9)));
    } else {
      half_plane("floor", {0.0, 0.0}, {0.0, 1.0});
      half_plane("left", {-1.5, 0.0}, {1.0, 0.0});
      half_plane("right", {1.5, 0.0}, {-1.0, 0.0});
    }
    if (random_.chance(0.25)) {
      Ground polygon;
      polygon.name = "rock";
      polygon.corners = random_polygon(random_).vertices;
      const Vector2 place(random_.uniform(-1.0, 1.0), 0.1);
      for (Vector2& v : polygon.corners) v = 0.5 * v + place;
      scene_.grounds.push_back(polygon);
    }
    Ground& first = scene_.grounds.front();
    if (random_.chance(0.15)) first.belt = random_.uniform(-1.5, 1.5);
    if (random_.chance(0.12)) {
      first.vibration = {Vector2(random_.uniform(-0.01, 0.01), random_.uniform(-0.01, 0.01)),
                         random_.uniform(5.0, 30.0), random_.uniform(0.0, 6.0)};
    }
  }

  void tree(int count, bool ground) {
    for (int k = 0; k < count; ++k) {
      const Body body = random_body();
      const BodyScene before = scene_;
      const std::vector<double> q_before = q_;
      for (int attempt = 0; attempt < 60; ++attempt) {
        const double share = random_.uniform();
        const double angle = random_.uniform(-pi, pi);
        if (k > 0 && share < 0.65 && scene_.joints.size() < 8) {
          const int parent = random_.integer(0, k - 1);
          const Vector2 at(q_[3 * static_cast<std::size_t>(parent)],
                           q_[3 * static_cast<std::size_t>(parent) + 1]);
          const Vector2 to = direction(random_.uniform(-pi, pi));
          const double far = reach(scene_.bodies[static_cast<std::size_t>(parent)]);
          const double own = reach(body);
          const int child = put(body, at + (far + own) * random_.uniform(0.6, 1.1) * to, angle);
          random_joint(child, parent, at + far * 0.9 * to);
        } else {
          const double high = 0.5 + 0.05 * attempt;
          const Vector2 at(random_.uniform(-1.2, 1.2), random_.uniform(0.2, 1.0 + high));
          const int free = put(body, at, angle);
          if (ground && share > 0.85 && scene_.joints.size() < 8) {
            random_joint(free, on_ground, at + reach(body) * direction(random_.uniform(-pi, pi)));
          }
        }
        if (fits()) break;
        scene_ = before;
        q_ = q_before;
      }
      if (scene_.bodies.size() == before.bodies.size()) return;  // no room for more
    }
    // A loop now and then: two bodies more are joined where one of them is. Motors might want what it does not allow.
    const int last = static_cast<int>(scene_.bodies.size()) - 1;
    if (last >= 2 && scene_.joints.size() < 8 && random_.chance(0.25)) {
      for (Joint& joint : scene_.joints) joint.motor.reset();
      join(Joint::Kind::revolute, last, random_.integer(0, last - 1),
           {q_[q_.size() - 3], q_[q_.size() - 2]});
    }
  }

  void ring(int count, const Vector2& middle) {
    const double radius = random_.uniform(0.3, 0.6);
    const double turn = random_.uniform(-pi, pi);
    const auto corner = [&](int k) {
      return Vector2(middle + radius * direction(turn + 2.0 * pi * k / count));
    };
    for (int k = 0; k < count; ++k) bar(corner(k), corner(k + 1));
    for (int k = 0; k < count; ++k) {
      join(Joint::Kind::revolute, k, (k + 1) % count, corner(k + 1));
    }
  }

  void loop() {
    const double high = 1.5;
    const double crank = random_.uniform(0.15, 0.3);
    const double start = random_.uniform(-pi, pi);
    const Vector2 axle(0.0, high), arm = crank * direction(start);
    const bool driven = random_.chance(0.4);
    switch (random_.integer(0, 3)) {
      case 0: {  // a table on parallel cranks
        const int cranks = random_.integer(2, 3);
        const Vector2 beside(random_.uniform(0.4, 0.8), random_.uniform(-0.1, 0.1));
        for (int k = 0; k < cranks; ++k) bar(axle + k * beside, axle + k * beside + arm);
        const int table = bar(axle + arm, axle + (cranks - 1) * beside + arm);
        for (int k = 0; k < cranks; ++k) {
          Joint& pivot = join(Joint::Kind::revolute, k, on_ground, axle + k * beside);
          if (k == 0 && driven) drive(pivot);
          join(Joint::Kind::revolute, table, k, axle + k * beside + arm);
        }
        for (int a = 0; a < cranks; ++a) {
          for (int b = 0; b < a; ++b) keep_apart(a, b);
        }
        break;
      }
      case 1: {  // a four-bar by Grashof's rule: crank + frame < coupler + rocker
        const double frame = crank * random_.uniform(3.0, 3.3);
        const double coupler = crank * random_.uniform(2.5, 2.9);
        const double rocker = crank * random_.uniform(2.0, 2.4);
        const Vector2 other = axle + Vector2(frame, 0.0), pin = axle + arm;
        const Vector2 way = other - pin;  // the third corner by the sides of its triangle
        const double d = way.norm();
        const double along = (coupler * coupler - rocker * rocker + d * d) / (2.0 * d);
        const double across = std::sqrt(std::max(0.0, coupler * coupler - along * along));
        const Vector2 tip = pin + along / d * way + across / d * Vector2(-way.y(), way.x());
        bar(axle, pin);
        bar(pin, tip);
        bar(other, tip);
        Joint& pivot = join(Joint::Kind::revolute, 0, on_ground, axle);
        if (driven) drive(pivot);
        join(Joint::Kind::revolute, 1, 0, pin);
        join(Joint::Kind::revolute, 2, 1, tip);
        join(Joint::Kind::revolute, 2, on_ground, other);
        keep_apart(0, 2);
        break;
      }
      case 2: {  // a slider-crank, some with a second guide that says the same
        const double rod = crank * random_.uniform(1.5, 3.0);
        const Vector2 pin = axle + arm;
        const Vector2 piston(std::sqrt(rod * rod - arm.y() * arm.y()) + arm.x(), high);
        bar(axle, pin);
        bar(pin, piston);
        put(body_of({box_part(0.12, 0.08)}), piston, 0.0);
        Joint& pivot = join(Joint::Kind::revolute, 0, on_ground, axle);
        if (driven) drive(pivot);
        join(Joint::Kind::revolute, 1, 0, pin);
        join(Joint::Kind::revolute, 2, 1, piston);
        slide(2, on_ground, piston, 0.0);
        if (random_.chance(0.4)) slide(2, on_ground, piston + Vector2(0.05, 0.0), 0.0);
        keep_apart(0, 2);
        break;
      }
      default: {
        const int count = random_.integer(3, 6);
        ring(count, axle);
        if (random_.chance(0.4)) join(Joint::Kind::revolute, 0, on_ground, {q_[0], q_[1]});
      }
    }
    if (random_.chance(0.7)) {  // a floor, so far below that it may be touched
      double lowest = 0.0;
      for (std::size_t b = 0; b < scene_.bodies.size(); ++b) {
        for (const Convex& shape : shapes_of(scene_.bodies[b], q_.data() + 3 * b)) {
          for (const Vector2& v : shape.corners) {
            lowest = std::max(lowest, high - v.y() + shape.radius);
          }
        }
      }
      half_plane("floor", {0.0, high - lowest - random_.uniform(0.01, 0.4)}, {0.0, 1.0});
    }
    if (random_.chance(0.5)) {  // something falls on it
      const std::size_t bodies = scene_.bodies.size();
      put(random_body(), {random_.uniform(-0.3, 0.9), high + 1.2}, random_.uniform(-pi, pi));
      if (!fits()) {
        scene_.bodies.resize(bodies);
        q_.resize(3 * bodies);
      }
    }
  }

  void pile() {
    if (random_.chance(0.6)) {
      half_plane("floor", {0.0, 0.0}, {0.0, 1.0});
      const bool alike = random_.chance(0.3);
      double width = random_.uniform(0.2, 0.5), height = random_.uniform(0.1, 0.3), top = 0.0;
      const int count = random_.integer(1, 6);
      for (int k = 0; k < count; ++k) {
        put(body_of({box_part(width, height)}),
            {alike ? 0.0 : random_.uniform(-0.08, 0.08), top + 0.5 * height}, 0.0);
        top += height;
        if (alike) continue;
        width = random_.uniform(0.2, 0.5);
        height = random_.uniform(0.1, 0.3);
      }
      return;
    }
    half_plane("left", {0.0, 0.0}, direction(0.5 * pi - random_.uniform(0.3, 0.9)));
    half_plane("right", {0.0, 0.0}, direction(0.5 * pi + random_.uniform(0.3, 0.9)));
    const int count = random_.integer(2, 6);
    for (int k = 0; k < count; ++k) {
      put(random_.chance(0.7) ? disc(random_.uniform(0.08, 0.2)) : random_body(),
          {random_.uniform(-0.05, 0.05), 0.7 + 0.75 * k}, random_.uniform(-pi, pi));
    }
  }

  void crowd() {
    half_plane("floor", {0.0, 0.0}, {0.0, 1.0});
    half_plane("left", {-0.5, 0.0}, {1.0, 0.0});
    half_plane("right", {0.5, 0.0}, {-1.0, 0.0});
    const int rows = random_.integer(5, 7);
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < 5; ++column) {
        const double size = random_.uniform(0.03, 0.06);
        put(random_.chance(0.5) ? disc(size) : body_of({box_part(size, 1.2 * size)}),
            {-0.36 + 0.18 * column + random_.uniform(-0.01, 0.01), 0.12 + 0.18 * row},
            random_.uniform(-pi, pi));
      }
    }
  }

  // ---------------------------------------------------------------- the rest

  void springs(MechanismFamily family) {
    const int bodies = static_cast<int>(scene_.bodies.size());
    while (random_.chance(0.3)) {
      const int a = random_.integer(0, bodies - 1);
      const int b = random_.integer(-1, bodies - 1);
      if (a == b || (b == on_ground && family == MechanismFamily::floating)) continue;
      Spring spring;
      spring.from = {a, Vector2(0.02, 0.05)};
      spring.to = b == on_ground ? Attachment{on_ground, Vector2(0.0, 2.5)}
                                 : Attachment{b, Vector2(-0.03, 0.02)};
      spring.stiffness = random_.uniform(5.0, 200.0);
      spring.length = random_.uniform(0.1, 1.0);
      spring.damping = random_.chance(0.5) ? random_.uniform(0.0, 2.0) : 0.0;
      scene_.springs.push_back(spring);
    }
  }

  ContactParameters parameters() {
    ContactParameters c;
    c.mu = random_.chance(0.2) ? 0.0 : random_.uniform(0.0, 1.0);
    c.mu_static = random_.chance(0.2) ? c.mu * random_.uniform(1.0, 1.5) : c.mu;
    // Near 1 takes thousands of bounces.
    const double e =
        random_.chance(0.4) ? 0.0 : random_.uniform(0.0, random_.chance(0.1) ? 0.95 : 0.6);
    c.newton = c.poisson = c.energetic = e;
    c.stiffness = 1e6;
    return c;
  }

  void rules() {
    scene_.rules.push_back({{}, {}, true, parameters()});
    for (int b = 0; b < static_cast<int>(scene_.bodies.size()); ++b) {
      if (random_.chance(0.3)) {
        scene_.rules.push_back({{.grounds = false, .body = b}, {}, true, parameters()});
      }
    }
  }

  // Those the motors want, and any others that the joints allow: Gram and Schmidt, in the metric of the masses.
  Eigen::VectorXd velocities(const BodySystem& system, const Eigen::VectorXd& q,
                             MechanismFamily family) {
    const auto f = q.size();
    Eigen::VectorXd driven = Eigen::VectorXd::Zero(f), free = driven;
    find_velocities(system, q, std::vector<bool>(static_cast<std::size_t>(f), false), driven);
    const bool at_rest = random_.chance(family == MechanismFamily::pile ? 0.5 : 0.2);
    const double speed = family == MechanismFamily::pile ? 0.3 : 2.0;
    for (Index i = 0; i < f; ++i) {
      free[i] = at_rest ? 0.0 : random_.uniform(-speed, speed) * (i % 3 == 2 ? 2.0 : 1.0);
    }
    Evaluation e;
    e.fit(system.info());
    system.evaluate(0.0, q, free, kMass | kJoints, e);
    const Eigen::VectorXd root = e.M.diagonal().cwiseSqrt();
    free = free.cwiseProduct(root);
    std::vector<Eigen::VectorXd> basis;
    for (Index j = 0; j < system.joints(); ++j) {
      Eigen::VectorXd y = e.J.col(j).cwiseQuotient(root);
      y.normalize();
      for (int pass = 0; pass < 2; ++pass) {
        for (const Eigen::VectorXd& b : basis) y -= b.dot(y) * b;
      }
      if (y.norm() > 1e-9) basis.push_back(y.normalized());
    }
    for (int pass = 0; pass < 2; ++pass) {
      for (const Eigen::VectorXd& b : basis) free -= b.dot(free) * b;
    }
    return driven + free.cwiseQuotient(root);
  }

  Random random_;
  BodyScene scene_;
  std::vector<double> q_;
};

// ------------------------------------------------------------------ measures

double from_segment(const Vector2& P, const Vector2& a, const Vector2& b) {
  const Vector2 way = b - a;
  const double squared = way.squaredNorm();
  const double s = squared > 0.0 ? std::clamp((P - a).dot(way) / squared, 0.0, 1.0) : 0.0;
  return (P - a - s * way).norm();
}

// Of the cores; negative where they overlap.
double separation(const Convex& a, const Convex& b) {
  double axis = -std::numeric_limits<double>::infinity();
  double near = std::numeric_limits<double>::infinity();
  for (const auto& [own, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    const std::size_t m = own->corners.size();
    for (std::size_t i = 0; i < m; ++i) {
      const Vector2& from = own->corners[i];
      const Vector2& to = own->corners[(i + 1) % m];
      for (const Vector2& P : other->corners) near = std::min(near, from_segment(P, from, to));
      if (m == 1) continue;
      const Vector2 way = (to - from).normalized();
      double lowest = std::numeric_limits<double>::infinity();
      for (const Vector2& P : other->corners) {
        lowest = std::min(lowest, way.y() * (P - from).x() - way.x() * (P - from).y());
      }
      axis = std::max(axis, lowest);
    }
  }
  const bool points = a.corners.size() == 1 && b.corners.size() == 1;
  return points || axis >= 0.0 ? near : axis;
}

double depth(const Convex& a, const Convex& b) { return a.radius + b.radius - separation(a, b); }

double play_used(const Joint& joint, const double* q) {
  const Place a = place_of(joint.first, q, q), b = place_of(joint.second, q, q);
  const Vector2 p(a.x - b.x, a.y - b.y);
  if (joint.kind == Joint::Kind::revolute) return p.norm() - joint.clearance->gap;
  const double turn = angle_of(joint.second.body, q);
  const Vector2 e = placed({0.0, 0.0, turn}, joint.axis);
  const double tilt = angle_of(joint.first.body, q) - turn - joint.angle;
  const double end = 0.5 * joint.clearance->length * std::sin(tilt);
  return std::abs(e.x() * p.y() - e.y() * p.x()) + std::abs(end) - joint.clearance->gap;
}

}  // namespace

std::string_view to_string(MechanismFamily family) {
  switch (family) {
    case MechanismFamily::tree: return "tree";
    case MechanismFamily::loop: return "loop";
    case MechanismFamily::floating: return "floating";
    case MechanismFamily::pile: return "pile";
    case MechanismFamily::crowd: return "crowd";
  }
  return "?";
}

RandomMechanism random_mechanism(std::uint64_t seed) { return Builder(seed).build(seed); }

double overlap(const BodyScene& scene, double t, const double* q) {
  double deepest = 0.0;
  std::vector<std::vector<Convex>> shapes;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    shapes.push_back(shapes_of(scene.bodies[b], q + 3 * b));
  }
  for (const Ground& ground : scene.grounds) {
    const Oscillation& o = ground.vibration;
    const Vector2 moved = o.amplitude * std::sin(o.angular_frequency * t + o.phase);
    Convex polygon;
    for (const Vector2& v : ground.corners) polygon.corners.push_back(v + moved);
    for (const std::vector<Convex>& body : shapes) {
      for (const Convex& shape : body) {
        if (!polygon.corners.empty()) {
          deepest = std::max(deepest, depth(shape, polygon));
          continue;
        }
        for (const Vector2& v : shape.corners) {
          deepest = std::max(deepest, shape.radius - ground.normal.dot(v - ground.point - moved));
        }
      }
    }
  }
  for (int a = 0; a < static_cast<int>(shapes.size()); ++a) {
    for (int b = 0; b < a; ++b) {
      if (std::find(scene.apart.begin(), scene.apart.end(), std::pair(b, a)) != scene.apart.end()) {
        continue;
      }
      for (const Convex& one : shapes[static_cast<std::size_t>(a)]) {
        for (const Convex& other : shapes[static_cast<std::size_t>(b)]) {
          deepest = std::max(deepest, depth(one, other));
        }
      }
    }
  }
  for (const Joint& joint : scene.joints) {
    if (joint.clearance) deepest = std::max(deepest, play_used(joint, q));
  }
  return deepest;
}

double joint_opening(const BodyScene& scene, double size, double t, const double* q) {
  double worst = 0.0;
  for (const Joint& joint : scene.joints) {
    if (joint.clearance) continue;
    const Place a = place_of(joint.first, q, q), b = place_of(joint.second, q, q);
    const Vector2 p(a.x - b.x, a.y - b.y);
    const double turned = angle_of(joint.first.body, q) - angle_of(joint.second.body, q);
    const Vector2 e = placed({0.0, 0.0, angle_of(joint.second.body, q)}, joint.axis);
    if (joint.kind == Joint::Kind::prismatic) {
      worst = std::max(worst, std::abs(e.x() * p.y() - e.y() * p.x()));
    } else {
      worst = std::max(worst, p.norm());
    }
    if (joint.kind != Joint::Kind::revolute) {
      worst = std::max(worst, size * std::abs(turned - joint.angle));
    }
    if (!joint.motor) continue;
    const Motor& m = *joint.motor;
    const double s =
        m.start + m.speed * t +
        m.amplitude * (std::sin(m.angular_frequency * t + m.phase) - std::sin(m.phase));
    worst = std::max(worst, joint.kind == Joint::Kind::revolute ? size * std::abs(turned - s)
                                                                : std::abs(e.dot(p) - s));
  }
  return worst;
}

Momentum momentum(const BodyScene& scene, const double* q, const double* u) {
  Momentum sum;
  for (const Body& body : scene.bodies) {
    const Vector2 p = body.mass * Vector2(u[0], u[1]);
    sum.linear += p;
    sum.angular += q[0] * p.y() - q[1] * p.x() + body.inertia * u[2];
    q += 3;
    u += 3;
  }
  return sum;
}

}  // namespace ricochet::testing
