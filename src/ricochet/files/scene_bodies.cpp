// The form `bodies` of scene files.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <ricochet/files/body_names.hpp>
#include <ricochet/files/contact_keys.hpp>
#include <ricochet/files/geometry.hpp>
#include <ricochet/files/names.hpp>
#include <ricochet/files/scene_forms.hpp>
#include <ricochet/files/scene_joints.hpp>
#include <ricochet/files/scene_shapes.hpp>
#include <ricochet/system/bodies.hpp>

namespace ricochet {

namespace {

constexpr std::size_t most_things = 100;  // bodies, grounds, points of a body, springs, ...
constexpr std::size_t most_stepped_bodies = 300;

// As BodySystem names vertices and parts.
bool is_vertex_name(std::string_view name) {
  return name.size() > 1 && (name[0] == 'v' || name[0] == 'p') &&
         name.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

Vector2 pair_or(const Value& map, std::string_view key, const Vector2& standard) {
  const auto value = map.find(key);
  return value ? read_pair(*value) : standard;
}

double number_or(const Value& map, std::string_view key, double standard,
                 Range range = any_number()) {
  const auto value = map.find(key);
  return value ? value->number(range) : standard;
}

// Reads what hangs together by names: bodies first, then everything that speaks of them.
class BodySceneReader {
 public:
  BodySceneReader(const Value& root, MotionMethod method) : root_(root), method_(method) {}

  SceneSystem read() {
    scene_.gravity = pair_or(root_, "gravity", scene_.gravity);
    bodies_ = list_of(root_, "bodies",
                      method_ == MotionMethod::moreau ? most_stepped_bodies : most_things);
    q_.resize(3 * static_cast<Eigen::Index>(bodies_.size()));
    u_.resize(q_.size());
    for (const Value& body : bodies_) read_body(body);
    const auto read_each = [&](std::string_view key, void (BodySceneReader::*one)(const Value&)) {
      for (const Value& value : list_of(root_, key, most_things)) (this->*one)(value);
    };
    read_each("ground", &BodySceneReader::read_ground);
    read_joints(root_, bodies_, method_, names_, scene_, q_, u_);
    read_each("springs", &BodySceneReader::read_spring);
    read_each("dampers", &BodySceneReader::read_damper);
    read_each("torsion_springs", &BodySceneReader::read_torsion_spring);
    read_each("forces", &BodySceneReader::read_force);

    read_rules();
    auto system = std::make_unique<BodySystem>(std::move(scene_));
    check_rules(*system);
    check_depths(*system);
    SceneSystem read{std::move(system), {}};
    read.start.q = std::move(q_);
    read.start.u = std::move(u_);
    return read;
  }

 private:
  void read_body(const Value& value) {
    value.allow_only({"name", "shape", "points", "mass", "inertia", "density", "position", "angle",
                      "angle_deg", "velocity", "angular_velocity"});
    Body body;
    body.name = read_own_name(value.at("name"), names_);
    if (const auto shape = value.find("shape")) read_shape(*shape, body);
    if (const auto points = value.find("points")) read_points(*points, body);
    read_mass(value, body);
    const auto i = 3 * static_cast<Eigen::Index>(scene_.bodies.size());
    const Vector2 position = read_pair(value.at("position"));
    const Vector2 velocity = pair_or(value, "velocity", Vector2::Zero());
    const double angle = read_angle(value, "angle").value_or(0.0);
    const double omega = number_or(value, "angular_velocity", 0.0);
    q_.segment<3>(i) = Eigen::Vector3d(position.x(), position.y(), angle);
    u_.segment<3>(i) = Eigen::Vector3d(velocity.x(), velocity.y(), omega);
    scene_.bodies.push_back(std::move(body));
  }

  static void read_points(const Value& points, Body& body) {
    for (const YamlKey& key : points.keys()) {
      if (!can_be_name(key.text) || !can_be_joined(key.text)) {
        points.fail_key(key.text, "this cannot be the name of a point",
                        fmt::format("1 to 64 bytes on one line; {}", joined_names));
      }
      body.points.push_back({key.text, read_pair(points.at(key.text))});
    }
    const bool has_shape = body.radius > 0.0 || !body.parts.empty();
    for (const BodyPoint& point : body.points) {
      if (has_shape && is_vertex_name(point.name)) {
        points.fail_key(point.name, "this is the name of a corner or part of the shape",
                        "names that are not v or p and a number");
      }
    }
    if (body.points.empty() || body.points.size() > most_things) {
      points.fail(fmt::format("there are {} points", body.points.size()),
                  fmt::format("1 to {} are allowed", most_things));
    }
  }

  void read_ground(const Value& value) {
    value.allow_only({"name", "half_plane", "segment", "polygon", "belt", "vibration"});
    Ground ground;
    const std::string name = read_own_name(value.at("name"), names_);
    auto shape = value.either("half_plane", "segment");
    if (const auto polygon = value.find("polygon")) {
      if (shape) {
        value.fail_key("polygon", fmt::format("it stands beside '{}'", shape->key()),
                       "one of half_plane, segment, polygon");
      }
      shape = polygon;
    }
    if (!shape) value.fail("the ground has no shape", "half_plane, segment or polygon is required");
    if (shape->key() == "polygon") {
      ground.name = name;
      ground.corners = read_polygon(*shape);
    } else if (shape->key() == "segment") {
      shape->allow_only({"from", "to"});
      const Vector2 from = read_pair(shape->at("from"));
      const Vector2 to = read_pair(shape->at("to"));
      ground = segment(name, from, to);
      if (!(ground.length > 0.0 && std::isfinite(ground.length))) {
        shape->at("to").fail(fmt::format("the segment has the length {}", ground.length),
                             "its ends must be two different points");
      }
    } else {
      shape->allow_only({"point", "normal_angle_deg"});
      ground.name = name;
      ground.point = read_pair(shape->at("point"));
      ground.normal = direction_at(shape->at("normal_angle_deg").number());
    }
    ground.belt = number_or(value, "belt", 0.0);
    if (const auto vibration = value.find("vibration")) {
      vibration->allow_only(
          {"amplitude", "frequency_hz", "angular_frequency", "phase", "phase_deg"});
      ground.vibration = read_oscillation(*vibration, read_pair(vibration->at("amplitude")));
    }
    scene_.grounds.push_back(std::move(ground));
  }

  static Oscillation read_oscillation(const Value& map, const Vector2& amplitude) {
    return {amplitude, read_frequency(map), read_angle(map, "phase").value_or(0.0)};
  }

  // Between two attachments, of which one at least is of a body.
  Spring read_ends(const Value& value) const {
    Spring spring;
    spring.from = read_attachment(value.at("from"), scene_.bodies);
    spring.to = read_attachment(value.at("to"), scene_.bodies);
    if (spring.from.body == spring.to.body) {
      value.at("to").fail(
          spring.to.body == on_ground ? "both ends are fixed" : "both ends are of the same body",
          "the ends must be able to move apart");
    }
    return spring;
  }

  void read_spring(const Value& value) {
    value.allow_only({"from", "to", "stiffness", "length", "damping"});
    Spring spring = read_ends(value);
    spring.stiffness = value.at("stiffness").number(above(0.0));
    const auto length = value.find("length");
    spring.length = length ? length->number(at_least(0.0)) : distance(spring.from, spring.to, q_);
    spring.damping = number_or(value, "damping", 0.0, at_least(0.0));
    scene_.springs.push_back(spring);
  }

  void read_damper(const Value& value) {
    value.allow_only({"from", "to", "damping"});
    Spring damper = read_ends(value);
    damper.damping = value.at("damping").number(above(0.0));
    scene_.springs.push_back(damper);
  }

  void read_torsion_spring(const Value& value) {
    value.allow_only({"between", "stiffness", "angle", "angle_deg", "damping"});
    const auto [first, second] = read_two(value.at("between"));
    TorsionSpring spring;
    spring.first = read_body_name(first, scene_.bodies, false);
    spring.second = read_body_name(second, scene_.bodies, true);
    if (spring.first == spring.second) {
      second.fail("both ends are of the same body", "two different ones, or a body and ground");
    }
    spring.stiffness = value.at("stiffness").number(at_least(0.0));
    const double other = spring.second == on_ground ? 0.0 : q_[3 * spring.second + 2];
    spring.angle = read_angle(value, "angle").value_or(q_[3 * spring.first + 2] - other);
    spring.damping = number_or(value, "damping", 0.0, at_least(0.0));
    scene_.torsion_springs.push_back(spring);
  }

  void read_force(const Value& value) {
    value.allow_only({"body", "at", "force", "amplitude", "torque", "torque_amplitude",
                      "frequency_hz", "angular_frequency", "phase", "phase_deg"});
    BodyForce force;
    force.body = read_body_name(value.at("body"), scene_.bodies, false);
    force.at = pair_or(value, "at", Vector2::Zero());
    force.constant = pair_or(value, "force", Vector2::Zero());
    force.torque = number_or(value, "torque", 0.0);
    force.torque_amplitude = number_or(value, "torque_amplitude", 0.0);
    if (value.has("amplitude") || value.has("torque_amplitude")) {
      force.oscillation = read_oscillation(value, pair_or(value, "amplitude", Vector2::Zero()));
    } else {
      for (const char* key : {"frequency_hz", "angular_frequency", "phase", "phase_deg"}) {
        if (value.has(key)) {
          value.fail_key(key, "there is no amplitude",
                         "it goes with amplitude or torque_amplitude");
        }
      }
      if (!value.has("force") && !value.has("torque")) {
        value.fail("the force does nothing",
                   "at least one of force, amplitude, torque, torque_amplitude is required");
      }
    }
    scene_.forces.push_back(force);
  }

  // What a name in `between` means.
  struct Sides {
    std::vector<std::string> names;
    std::vector<ContactSide> sides;
    ContactSide read(const Value& value) const {
      const std::vector<std::string_view> views(names.begin(), names.end());
      return sides[value.choice(views, "body, point or ground")];
    }
  };

  static Sides sides_of(const BodyScene& scene) {
    Sides all;
    const auto add = [&](std::string name, const ContactSide& side) {
      all.names.push_back(std::move(name));
      all.sides.push_back(side);
    };
    add(std::string(any_side), {});
    add(std::string(any_ground), {.bodies = false});
    for (int g = 0; const Ground& ground : scene.grounds) {
      add(ground.name, {.bodies = false, .ground = g++});
    }
    for (int b = 0; const Body& body : scene.bodies) {
      add(body.name, {.grounds = false, .body = b});
      for (int p = 0; const BodyPoint& point : body.points) {
        add(body.name + '.' + point.name, {.grounds = false, .body = b, .point = p++});
      }
      ++b;
    }
    return all;
  }

  void read_rules() {
    const Sides sides = sides_of(scene_);
    for (const Value& entry : list_of(root_, "contacts", most_listed_contacts)) {
      entry.allow_only(with_contact_keys({"between", "touch"}));
      const auto [first, second] = read_two(entry.at("between"));
      ContactRule rule{sides.read(first), sides.read(second), true, {}};
      if (const auto touch = entry.find("touch")) {
        if (touch->scalar() != "false") {
          touch->fail(fmt::format("it is '{}'", touch->scalar()), "only false is allowed");
        }
        rule.touch = false;
        for (const YamlKey& key : entry.keys()) {
          if (key.text != "between" && key.text != "touch") {
            entry.fail_key(key.text, "it stands beside 'touch: false'",
                           "contacts that are not there have no parameters");
          }
        }
      } else {
        rule.parameters = read_scene_contact(entry, true, method_);
      }
      scene_.rules.push_back(std::move(rule));
    }
  }

  static bool speaks_of_all(const ContactRule& rule) {
    return rule.touch && rule.one == ContactSide{} && rule.other == ContactSide{};
  }

  // Every contact has a rule, and every rule a contact.
  void check_rules(const BodySystem& system) const {
    const std::size_t possible = system.possible_contacts();
    if (system.crowded() && method_ == MotionMethod::compliant) {
      root_.at("bodies").fail(
          fmt::format("{} contacts are possible", possible),
          fmt::format("at most {} are allowed with the method compliant", most_listed_contacts));
    }
    const std::vector<ContactRule>& rules = system.scene().rules;
    if (possible > most_searched_contacts) {
      if (!rules.empty() && speaks_of_all(rules.front())) return;
      const std::string wrong =
          fmt::format("{} contacts are possible, and may be without parameters", possible);
      const std::string allowed = "the first entry must be of [all, all]";
      if (!root_.has("contacts")) root_.fail_missing("contacts", wrong, allowed);
      root_.at("contacts").fail(wrong, allowed);
    }
    const std::vector<ContactPair> all = system.all_possible();
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const auto spoken_of = [&](const ContactPair& pair) { return speaks_of(rules[i], pair); };
      if (std::any_of(all.begin(), all.end(), spoken_of)) continue;
      root_.at("contacts")
          .items()[i]
          .at("between")
          .fail("these never touch",
                "a shape or point and a ground, two shapes, or all are needed");
    }
    for (const ContactPair& pair : all) {
      if (pair.joint >= 0) continue;
      const auto speaks = [&](const ContactRule& rule) { return speaks_of(rule, pair); };
      if (std::any_of(rules.begin(), rules.end(), speaks)) continue;
      const std::string wrong =
          fmt::format("the contact '{}' has no parameters", system.name_of(pair));
      const std::string allowed = "every contact needs an entry; [all, all] speaks of all of them";
      if (!root_.has("contacts")) root_.fail_missing("contacts", wrong, allowed);
      root_.at("contacts").fail(wrong, allowed);
    }
  }

  void check_depths(const BodySystem& system) const {
    if (method_ == MotionMethod::compliant) return;  // contacts may start compressed
    const double allowed = allowed_depth * system.info().size;
    const auto position = [&](const ContactPair& pair) {
      return bodies_[static_cast<std::size_t>(pair.body)].at("position");
    };
    Evaluation e;
    e.fit(system.info());
    system.evaluate(0.0, q_, u_, kGaps, e);
    for (Eigen::Index i = 0; i < system.contacts(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (system.info().contacts[k].bounded) continue;  // a point may start behind a segment
      if (e.gap[i] < -allowed) {
        fail_depth(position(system.pairs()[k]), system.info().contacts[k].name, -e.gap[i]);
      }
    }
    if (system.crowded()) {
      std::vector<ContactPair> deep;
      system.near(0.0, q_.data(), -allowed, deep);
      for (const ContactPair& pair : deep) {
        ContactRow row;
        system.contact_row(pair, 0.0, q_.data(), u_.data(), kNearestFeature, row);
        if (row.gap < -allowed) fail_depth(position(pair), system.name_of(pair), -row.gap);
      }
    }
    const BodySystem::Crossing crossing = system.deepest_crossing(0.0, q_.data());
    if (crossing.depth > allowed) {
      fail_depth(position(crossing.pair), system.name_of(crossing.pair), crossing.depth);
    }
  }

  const Value& root_;
  MotionMethod method_;
  std::vector<Value> bodies_;
  BodyScene scene_;
  Eigen::VectorXd q_, u_;
  std::vector<std::string> names_;  // of bodies, grounds and joints
};

}  // namespace

SceneSystem read_body_scene(const Value& root, MotionMethod method) {
  return BodySceneReader(root, method).read();
}

}  // namespace ricochet
