#include <ricochet/system/body_neighbourhood.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet {

namespace {

constexpr double kReach = 0.5;  // of the size of the largest body

}  // namespace

BodyNeighbourhood::BodyNeighbourhood(const BodySystem& bodies)
    : bodies_(bodies), reach_(kReach * bodies.info().size) {
  for (const Body& body : bodies.scene().bodies) {
    double radius = body.radius;
    for (const BodyPoint& point : body.points) radius = std::max(radius, point.at.norm());
    for (const ConvexPart& part : body.parts) radius = std::max(radius, bounding_radius(part));
    radius_.push_back(radius);
  }
  known_ = bodies.info().contacts;
  for (Eigen::Index i = 0; const ContactPair& pair : bodies.pairs()) number_.emplace(pair, i++);
}

void BodyNeighbourhood::gather(double t, const ConstVector& q) {
  q_ = q;
  t_ = t;
  bodies_.near(t, q.data(), reach_, near_);
  bodies_.list(near_);
  ids_.clear();
  for (std::size_t i = 0; i < near_.size(); ++i) {
    const auto next = static_cast<Eigen::Index>(known_.size());
    const auto [found, met] = number_.emplace(near_[i], next);
    if (met) known_.push_back(bodies_.info().contacts[i]);
    // Contacts that were listed may have been given other parameters than those of the rules.
    const ContactInfo& known = known_[static_cast<std::size_t>(found->second)];
    bodies_.set_contact(static_cast<Eigen::Index>(i), known.parameters);
    ids_.push_back(found->second);
  }
}

bool BodyNeighbourhood::left(double t, const ConstVector& q) const {
  const double way = 0.25 * reach_;
  for (const Ground& ground : bodies_.scene().grounds) {
    const Oscillation& o = ground.vibration;
    const double moved =
        std::sin(o.angular_frequency * t + o.phase) - std::sin(o.angular_frequency * t_ + o.phase);
    if (o.amplitude.norm() * std::abs(moved) > way) return true;
  }
  for (std::size_t b = 0; b < radius_.size(); ++b) {
    const auto i = 3 * static_cast<Eigen::Index>(b);
    const double turned = std::abs(q[i + 2] - q_[i + 2]) * radius_[b];
    if (std::hypot(q[i] - q_[i], q[i + 1] - q_[i + 1]) + turned > way) return true;
  }
  return false;
}

double BodyNeighbourhood::sure_step(const ConstVector& u, const ConstVector& a) const {
  const double way = 0.25 * reach_;
  double longest = std::numeric_limits<double>::infinity();
  // v dt + a dt^2 / 2 = way
  const auto limit = [&](double v, double acceleration) {
    const double dt = 2.0 * way / (v + std::sqrt(v * v + 2.0 * acceleration * way));
    longest = std::min(longest, dt);
  };
  for (std::size_t b = 0; b < radius_.size(); ++b) {
    const auto i = 3 * static_cast<Eigen::Index>(b);
    limit(std::hypot(u[i], u[i + 1]) + std::abs(u[i + 2]) * radius_[b],
          std::hypot(a[i], a[i + 1]) + std::abs(a[i + 2]) * radius_[b]);
  }
  for (const Ground& ground : bodies_.scene().grounds) {
    const Oscillation& o = ground.vibration;
    limit(o.amplitude.norm() * std::abs(o.angular_frequency), 0.0);
  }
  return longest;
}

std::unique_ptr<Neighbourhood> BodySystem::neighbourhood() const {
  constexpr Eigen::Index few = 64;  // all of them cost less than gathering
  if (!crowded() && contacts() <= few) return nullptr;
  return std::make_unique<BodyNeighbourhood>(*this);
}

}  // namespace ricochet
