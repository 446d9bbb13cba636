#pragma once
// What the sketch of any system must satisfy: parts are drawn in frames that exist, contacts are where the bodies and
// surfaces in the picture are, and as far apart as evaluate() says.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include <ricochet/system/bodies.hpp>
#include <support/models.hpp>

namespace ricochet::testing {

inline Placement placed_at(const MechanicalSystem& system, double t, const Eigen::VectorXd& q) {
  Placement p;
  system.place(t, q, p);
  return p;
}

inline Pose pose_of(const Placement& placement, int frame) {
  return frame == sketch_world ? Pose{} : placement.frames.at(static_cast<std::size_t>(frame));
}

/// Distance of a point of the picture from the edge of a part (not a spring).
inline double distance_to(const SketchPart& part, const Placement& placement, const Vector2& p) {
  const Pose pose = pose_of(placement, part.frame);
  const Vector2 first = placed(pose, part.points.at(0));
  if (part.shape == SketchPart::Shape::disc) return std::abs((p - first).norm() - part.radius);
  if (part.shape == SketchPart::Shape::half_plane) {
    return std::abs((placed({0.0, 0.0, pose.angle}, part.points.at(1))).dot(p - first));
  }
  double least = std::numeric_limits<double>::infinity();
  const std::size_t n = part.points.size();
  const std::size_t edges = part.shape == SketchPart::Shape::outline ? n : n - 1;
  for (std::size_t i = 0; i < edges; ++i) {
    const Vector2 a = placed(pose, part.points[i]);
    const Vector2 ab = placed(pose, part.points[(i + 1) % n]) - a;
    const double along = std::clamp((p - a).dot(ab) / ab.squaredNorm(), 0.0, 1.0);
    least = std::min(least, (p - a - along * ab).norm());
  }
  return least;
}

/// The least distance of a point from what is drawn with one of these roles.
inline double distance_to(const Sketch& sketch, const Placement& placement, const Vector2& p,
                          std::initializer_list<SketchPart::Role> roles) {
  double least = std::numeric_limits<double>::infinity();
  for (const SketchPart& part : sketch.parts) {
    if (std::find(roles.begin(), roles.end(), part.role) != roles.end()) {
      least = std::min(least, distance_to(part, placement, p));
    }
  }
  return least;
}

/// From what is drawn as bodies, or as bodies and ground.
inline double distance_to(const Sketch& sketch, const Placement& placement, const Vector2& p,
                          bool also_ground) {
  using Role = SketchPart::Role;
  return also_ground ? distance_to(sketch, placement, p, {Role::body, Role::ground})
                     : distance_to(sketch, placement, p, {Role::body});
}

/// There is something to draw, in frames that exist, with as many points as its shape needs, all numbers finite.
inline void expect_sound_sketch(const Sketch& sketch) {
  using Shape = SketchPart::Shape;
  using Role = SketchPart::Role;
  const auto exists = [&](int frame) { return frame >= sketch_world && frame < sketch.frames; };
  bool named_body = false;
  for (const SketchPart& part : sketch.parts) {
    EXPECT_TRUE(exists(part.frame) && exists(part.other_frame)) << part.name;
    const std::size_t n = part.points.size();
    EXPECT_GE(n, part.shape == Shape::disc ? 1U : part.shape == Shape::outline ? 3U : 2U);
    for (const Vector2& p : part.points) EXPECT_TRUE(p.allFinite()) << part.name;
    EXPECT_TRUE(std::isfinite(part.radius) && std::isfinite(part.belt)) << part.name;
    if (part.shape == Shape::disc) {
      EXPECT_GT(part.radius, 0.0) << part.name;
    }
    if (part.shape == Shape::half_plane) {
      EXPECT_NEAR(part.points[1].norm(), 1.0, 1e-12) << part.name;
    }
    EXPECT_EQ(part.shape == Shape::spring, part.role == Role::spring) << part.name;
    named_body = named_body || (part.role == Role::body && !part.name.empty());
  }
  EXPECT_TRUE(named_body);
}

/// Poses and contacts at a state: as many as there are, finite, and contacts where the picture has them: on bodies and
/// ground or, those of joints with clearance, on the thin pins and guides.
inline void expect_contacts_in_the_picture(const MechanicalSystem& system, double t,
                                           const Eigen::VectorXd& q) {
  using Role = SketchPart::Role;
  const auto* bodies = dynamic_cast<const BodySystem*>(&system);
  const Sketch sketch = system.sketch();
  const Placement p = placed_at(system, t, q);
  ASSERT_EQ(p.frames.size(), static_cast<std::size_t>(sketch.frames));
  ASSERT_EQ(p.contacts.size(), static_cast<std::size_t>(system.contacts()));
  for (const Pose& pose : p.frames) {
    EXPECT_TRUE(std::isfinite(pose.x) && std::isfinite(pose.y) && std::isfinite(pose.angle));
  }
  const double tiny = 1e-12 * (system.info().size + q.cwiseAbs().maxCoeff());
  for (std::size_t i = 0; i < p.contacts.size(); ++i) {
    const ContactPlace& c = p.contacts[i];
    const std::string& name = system.info().contacts[i].name;
    EXPECT_NEAR(c.normal.norm(), 1.0, 1e-14) << name;
    EXPECT_NEAR(c.tangent.norm(), 1.0, 1e-14) << name;
    EXPECT_NEAR(c.normal.dot(c.tangent), 0.0, 1e-14) << name;
    if (bodies != nullptr && bodies->pairs().at(i).joint >= 0) {
      EXPECT_LT(distance_to(sketch, p, c.point, {Role::guide}), tiny) << name;
      EXPECT_LT(distance_to(sketch, p, c.foot, {Role::guide}), tiny) << name;
    } else {
      EXPECT_LT(distance_to(sketch, p, c.point, false), tiny) << name;
      EXPECT_LT(distance_to(sketch, p, c.foot, true), tiny) << name;
    }
  }
}

/// The largest difference between what is drawn and the gaps. Of shadowed contacts (bodies.hpp) gaps say nothing: the
/// size of the system, and no feature.
inline double gap_error(const MechanicalSystem& system, double t, const Eigen::VectorXd& q) {
  const Placement p = placed_at(system, t, q);
  const Evaluation e = evaluated(system, t, q, Eigen::VectorXd::Zero(system.dofs()), kGaps);
  double worst = 0.0;
  for (Eigen::Index i = 0; i < system.contacts(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const ContactPlace& c = p.contacts.at(k);
    if (e.feature.at(k) == kShadowed) continue;
    worst = std::max(worst, std::abs(c.normal.dot(c.point - c.foot) - e.gap[i]));
  }
  return worst;
}

/// Models for small angles are drawn with angles as they are: gaps agree to second order.
inline bool for_small_angles(std::string_view model) {
  return model == "woodpecker" || model == "frictional-bounce-simplified";
}

}  // namespace ricochet::testing
