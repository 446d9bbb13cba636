#include <ricochet/files/scene_joints.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <ricochet/files/body_names.hpp>
#include <ricochet/files/geometry.hpp>
#include <ricochet/system/joint_start.hpp>

namespace ricochet {

namespace {

constexpr std::size_t most_joints = 100;
// Anchors that are nearer than this part of the size are meant to meet.
constexpr double allowed_distance = 1e-6;

class JointReader {
 public:
  JointReader(const Value& root, MotionMethod method, std::vector<std::string>& names,
              BodyScene& scene, Eigen::VectorXd& q, Eigen::VectorXd& u)
      : entries_(list_of(root, "joints", most_joints)),
        method_(method),
        names_(names),
        scene_(scene),
        q_(q),
        u_(u) {}

  std::vector<ContactParameters> read(const std::vector<Value>& bodies) {
    for (const Value& entry : entries_) read_joint(entry);
    if (scene_.joints.empty()) return {};
    check_distances();
    put_bodies_together();
    find_start_velocities(bodies);
    return std::move(parameters_);
  }

 private:
  void read_joint(const Value& entry) {
    entry.allow_only({"name", "revolute", "prismatic", "weld", "motor", "clearance"});
    Joint joint;
    joint.name = read_own_name(entry.at("name"), names_);
    const Value kind = read_kind(entry, joint);
    if (joint.kind == Joint::Kind::revolute) {
      read_revolute(kind, joint);
    } else {
      read_aligned(kind, joint);
    }
    ContactParameters parameters;
    if (const auto motor = entry.find("motor")) {
      if (joint.kind == Joint::Kind::weld) {
        entry.fail_key("motor", "it stands beside 'weld'", "a weld does not move");
      }
      if (entry.has("clearance")) {
        entry.fail_key("motor", "it stands beside 'clearance'", "a driven joint has no play");
      }
      joint.motor = read_motor(*motor);
    }
    if (const auto clearance = entry.find("clearance")) {
      if (joint.kind == Joint::Kind::weld) {
        entry.fail_key("clearance", "it stands beside 'weld'", "a weld has no play");
      }
      joint.clearance = read_clearance(*clearance, joint.kind, parameters);
    }
    keep_apart(joint.first.body, joint.second.body);
    scene_.joints.push_back(std::move(joint));
    parameters_.push_back(parameters);
  }

  static Value read_kind(const Value& entry, Joint& joint) {
    std::optional<Value> chosen;
    for (const Joint::Kind kind :
         {Joint::Kind::revolute, Joint::Kind::prismatic, Joint::Kind::weld}) {
      const auto value = entry.find(name_of(kind));
      if (!value) continue;
      if (chosen) {
        entry.fail_key(name_of(kind), fmt::format("it stands beside '{}'", chosen->key()),
                       "exactly one of revolute, prismatic, weld is allowed");
      }
      chosen = value;
      joint.kind = kind;
    }
    if (!chosen) {
      entry.fail("the joint has no kind", "one of revolute, prismatic, weld is required");
    }
    return *chosen;
  }

  void read_revolute(const Value& kind, Joint& joint) {
    kind.allow_only({"between", "at", "from", "to"});
    if (!kind.has("from") && !kind.has("to")) {
      read_sides(kind, joint);
      set_anchors(joint, read_pair(kind.at("at")));
      return;
    }
    for (const char* key : {"between", "at"}) {
      if (kind.has(key)) {
        kind.fail_key(key, "it stands beside 'from' or 'to'", "between and at, or from and to");
      }
    }
    joint.first = read_attachment(kind.at("from"), scene_.bodies);
    joint.second = read_attachment(kind.at("to"), scene_.bodies);
    if (joint.first.body == on_ground) {
      kind.at("from").fail("it is a fixed place", "the first end is of a body");
    }
    check_different(kind.at("to"), joint);
  }

  // Prismatic and weld: the bodies stay aligned as they start.
  void read_aligned(const Value& kind, Joint& joint) {
    const bool prismatic = joint.kind == Joint::Kind::prismatic;
    if (prismatic) {
      kind.allow_only({"between", "axis_deg", "at"});
    } else {
      kind.allow_only({"between"});
    }
    read_sides(kind, joint);
    const auto at = kind.find("at");
    set_anchors(joint, at ? read_pair(*at) : Vector2(q_.segment<2>(3 * joint.first.body)));
    const double turn = angle_of(joint.second.body, q_.data());
    joint.angle = angle_of(joint.first.body, q_.data()) - turn;
    if (prismatic) {
      joint.axis = placed({0.0, 0.0, -turn}, direction_at(kind.at("axis_deg").number()));
    }
  }

  void read_sides(const Value& kind, Joint& joint) const {
    const auto [first, second] = read_two(kind.at("between"));
    joint.first.body = read_body_name(first, scene_.bodies, false);
    joint.second.body = read_body_name(second, scene_.bodies, true);
    check_different(second, joint);
  }

  static void check_different(const Value& second, const Joint& joint) {
    if (joint.first.body != joint.second.body) return;
    second.fail("both sides are of the same body", "two different ones, or a body and ground");
  }

  void set_anchors(Joint& joint, const Vector2& world) const {
    for (Attachment* end : {&joint.first, &joint.second}) {
      end->at = world;
      if (end->body == on_ground) continue;
      const auto body = q_.segment<3>(3 * end->body);
      end->at = placed({0.0, 0.0, -body[2]}, world - body.head<2>());
    }
  }

  static Motor read_motor(const Value& value) {
    value.allow_only(
        {"speed", "amplitude", "frequency_hz", "angular_frequency", "phase", "phase_deg"});
    Motor motor;
    const auto speed = value.find("speed");
    if (speed) motor.speed = speed->number();
    if (const auto amplitude = value.find("amplitude")) {
      motor.amplitude = amplitude->number();
      motor.angular_frequency = read_frequency(value);
      motor.phase = read_angle(value, "phase").value_or(0.0);
      return motor;
    }
    for (const char* key : {"frequency_hz", "angular_frequency", "phase", "phase_deg"}) {
      if (value.has(key)) {
        value.fail_key(key, "there is no amplitude", "it goes with amplitude");
      }
    }
    if (!speed) {
      value.fail("the motor prescribes nothing", "speed, amplitude or both are required");
    }
    return motor;
  }

  Clearance read_clearance(const Value& value, Joint::Kind kind,
                           ContactParameters& parameters) const {
    const bool pin = kind == Joint::Kind::revolute;
    value.allow_only(with_contact_keys({"gap", pin ? "radius" : "length"}));
    parameters = read_scene_contact(value, true, method_);
    Clearance clearance;
    clearance.gap = value.at("gap").number(above(0.0));
    (pin ? clearance.radius : clearance.length) =
        value.at(pin ? "radius" : "length").number(above(0.0));
    return clearance;
  }

  void keep_apart(int a, int b) {
    if (b == on_ground) return;
    const std::pair<int, int> pair = std::minmax(a, b);
    auto& apart = scene_.apart;
    if (std::find(apart.begin(), apart.end(), pair) == apart.end()) apart.push_back(pair);
  }

  // The joints alone: contacts and forces do not matter for the start.
  BodySystem linkage() const {
    BodyScene alone;
    alone.bodies = scene_.bodies;
    alone.joints = scene_.joints;
    return BodySystem(std::move(alone));
  }

  void check_distances() const {
    const double size = linkage().info().size;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const Joint& joint = scene_.joints[i];
      if (joint.clearance) continue;  // its contacts say whether it fits
      const double apart = distance(joint.first, joint.second, q_);
      if (apart <= allowed_distance * size) continue;
      const Value kind = entries_[i].at(name_of(joint.kind));
      (kind.has("to") ? kind.at("to") : kind)
          .fail(fmt::format("the ends are {:.3g} m apart", apart),
                fmt::format("they must meet at the start, to {:.3g} m", allowed_distance * size));
    }
  }

  // Motors start where the bodies are, so they have no say here.
  void put_bodies_together() {
    std::vector<std::optional<Motor>> motors;
    for (Joint& joint : scene_.joints) motors.push_back(std::exchange(joint.motor, std::nullopt));
    const BodySystem system = linkage();
    const JointFit fit = put_together(system, q_);
    if (!fit.holds) {
      entry_of(system, fit)
          .fail(fmt::format("the joints cannot all be put together: '{}' is {:.3g} {} from it",
                            name_in(system, fit), std::abs(fit.error), unit_in(system, fit)),
                "move the bodies, or give places by between and at, which always meet");
    }
    for (std::size_t i = 0; i < motors.size(); ++i) {
      Joint& joint = scene_.joints[i];
      joint.motor = motors[i];
      if (joint.motor) joint.motor->start = displacement(joint, q_.data());
    }
  }

  void find_start_velocities(const std::vector<Value>& bodies) {
    const BodySystem system = linkage();
    std::vector<bool> given(static_cast<std::size_t>(q_.size()), false);
    Eigen::VectorXd possible(q_.size());
    const auto fail_motors = [&](const JointFit& fit, const char* what) {
      entry_of(system, fit)
          .fail(fmt::format("joints and motors contradict each other: '{}' {}",
                            name_in(system, fit), what),
                "their prescribed motions must be possible together");
    };
    if (const JointFit fit = find_velocities(system, q_, given, possible); !fit.holds) {
      fail_motors(fit, "cannot have its velocity");
    }
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      given[3 * b] = given[3 * b + 1] = bodies[b].has("velocity");
      given[3 * b + 2] = bodies[b].has("angular_velocity");
    }
    if (const JointFit fit = find_velocities(system, q_, given, u_); !fit.holds) {
      entry_of(system, fit)
          .fail(fmt::format("with the velocities given, '{}' would open with {:.3g} {}/s",
                            name_in(system, fit), fit.error, unit_in(system, fit)),
                "velocities that are left out follow from the joints");
    }
    if (const JointFit fit = find_accelerations(system, q_, u_); !fit.holds) {
      fail_motors(fit, "cannot have its acceleration");
    }
  }

  static const std::string& name_in(const BodySystem& system, const JointFit& fit) {
    return system.info().joints[static_cast<std::size_t>(fit.equation)].name;
  }
  static const std::string& unit_in(const BodySystem& system, const JointFit& fit) {
    return system.info().joints[static_cast<std::size_t>(fit.equation)].unit;
  }
  // Where the joint of an equation is written.
  const Value& entry_of(const BodySystem& system, const JointFit& fit) const {
    auto before = static_cast<std::size_t>(fit.equation);
    std::size_t i = 0;
    while (before >= equations_of(system.scene().joints[i])) {
      before -= equations_of(system.scene().joints[i++]);
    }
    return entries_[i];
  }

  std::vector<Value> entries_;
  MotionMethod method_;
  std::vector<std::string>& names_;
  BodyScene& scene_;
  Eigen::VectorXd& q_;
  Eigen::VectorXd& u_;
  std::vector<ContactParameters> parameters_;
};

}  // namespace

std::vector<ContactParameters> read_joints(const Value& root, const std::vector<Value>& bodies,
                                           MotionMethod method, std::vector<std::string>& names,
                                           BodyScene& scene, Eigen::VectorXd& q,
                                           Eigen::VectorXd& u) {
  return JointReader(root, method, names, scene, q, u).read(bodies);
}

}  // namespace ricochet
