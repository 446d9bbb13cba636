#include <ricochet/files/impact_scene.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <nlohmann/json.hpp>

namespace ricochet {

namespace {

using Json = nlohmann::ordered_json;
using Eigen::Vector2d;

Json json(const Vector2d& p) { return {p.x(), p.y()}; }

/// What has to be in the picture.
struct Extent {
  Vector2d low = Vector2d::Constant(std::numeric_limits<double>::infinity());
  Vector2d high = -low;

  void add(const Vector2d& p, double radius = 0.0) {
    low = low.cwiseMin((p.array() - radius).matrix());
    high = high.cwiseMax((p.array() + radius).matrix());
  }
  double size() const { return (high - low).norm(); }
};

class Picture {
 public:
  Picture(const ProblemFile& file, std::span<const LawResult> results)
      : problem_(file.problem), places_(file.places) {
    for (std::size_t b = 0; b < bodies(); ++b) extent_.add(places_.centres[b], radius(b));
    for (const ProblemPlaces::Touch& touch : places_.contacts) extent_.add(touch.point);
    const double size = extent_.size();
    double fastest = speed_of(problem_.u);
    double turning = turning_of(problem_.u);
    double strongest = 0.0;
    for (const LawResult& result : results) {
      if (!has_answer(result.outcome.status)) continue;
      fastest = std::max(fastest, speed_of(result.outcome.u));
      turning = std::max(turning, turning_of(result.outcome.u));
      for (Eigen::Index i = 0; i < problem_.contacts(); ++i) {
        strongest = std::max(strongest, result.outcome.impulse.segment<2>(2 * i).norm());
      }
    }
    const auto per = [](double length, double largest) {
      return largest > 0.0 ? length / largest : 0.0;
    };
    seconds_ = per(0.35 * size, fastest);
    per_impulse_ = per(0.25 * size, strongest);
    turn_per_speed_ = per(1.5 * std::numbers::pi, turning);
  }

  Json document(std::span<const LawResult> results) {
    Json scene{{"bodies", body_list()}, {"contacts", contact_list()}};
    scene["before"] = motions(problem_.u, 0.58);
    Json after = Json::array();
    for (const LawResult& result : results) {
      if (!has_answer(result.outcome.status)) continue;
      after.push_back({{"law", result.law->info().name},
                       {"motions", motions(result.outcome.u, 0.72)},
                       {"impulses", impulses(result.outcome)}});
    }
    scene["after"] = std::move(after);
    scene["seconds"] = seconds_;
    scene["per_impulse"] = per_impulse_;
    const double margin = 0.04 * extent_.size();
    scene["box"] = {extent_.low.x() - margin, extent_.high.x() + margin, extent_.low.y() - margin,
                    extent_.high.y() + margin};
    return scene;
  }

 private:
  std::size_t bodies() const { return places_.centres.size(); }
  double radius(std::size_t b) const {
    const BodyInfo& body = problem_.bodies[b];
    return std::sqrt(body.inertia / body.mass);
  }
  double speed_of(const Eigen::VectorXd& u) const {
    double most = 0.0;
    for (const BodyInfo& body : problem_.bodies) {
      most = std::max(most, u.segment<2>(body.first_dof).norm());
    }
    return most;
  }
  double turning_of(const Eigen::VectorXd& u) const {
    double most = 0.0;
    for (const BodyInfo& body : problem_.bodies) {
      most = std::max(most, std::abs(u[body.first_dof + 2]));
    }
    return most;
  }

  Json body_list() const {
    Json list = Json::array();
    for (std::size_t b = 0; b < bodies(); ++b) {
      Json levers = Json::array();
      Vector2d away = Vector2d::Zero();  // from the contacts, where there is room for a name
      for (const ProblemPlaces::Touch& touch : places_.contacts) {
        const int index = static_cast<int>(b);
        if (touch.first != index && touch.second != index) continue;
        levers.push_back(json(touch.point));
        away += places_.centres[b] - touch.point;
      }
      if (!(away.norm() > 1e-6 * radius(b))) away = {-1.0, 1.0};  // contacts all around
      const BodyInfo& body = problem_.bodies[b];
      list.push_back({{"name", body.name},
                      {"label", json(places_.centres[b] + 0.7 * radius(b) * away.normalized())},
                      {"centre", json(places_.centres[b])},
                      {"radius", radius(b)},
                      {"levers", std::move(levers)}});
    }
    return list;
  }

  /// Normal and tangent as arrows, and the surface itself.
  Json contact_list() {
    const double length = 0.16 * extent_.size();
    Json list = Json::array();
    for (std::size_t i = 0; i < places_.contacts.size(); ++i) {
      const ProblemPlaces::Touch& touch = places_.contacts[i];
      const Vector2d tangent(touch.normal.y(), -touch.normal.x());
      const Vector2d& p = touch.point;
      list.push_back(
          {{"name", problem_.names[i]},
           {"point", json(p)},
           {"normal", json(p + length * touch.normal)},
           {"tangent", json(p + length * tangent)},
           {"surface", {json(p - 1.5 * length * tangent), json(p + 1.5 * length * tangent)}},
           {"below", json(-touch.normal)},
           {"ground", touch.second < 0}});
    }
    return list;
  }

  Json motions(const Eigen::VectorXd& u, double share) {
    Json list = Json::array();
    for (std::size_t b = 0; b < bodies(); ++b) {
      const Eigen::Index first = problem_.bodies[b].first_dof;
      const Vector2d head = places_.centres[b] + seconds_ * u.segment<2>(first);
      extent_.add(head);
      list.push_back({{"velocity", {u[first], u[first + 1], u[first + 2]}},
                      {"speed", u.segment<2>(first).norm()},
                      {"head", json(head)},
                      {"arc", arc(b, u[first + 2], share)}});
    }
    return list;
  }

  /// From the top of the body, the way it turns; at this share of its radius.
  Json arc(std::size_t b, double omega, double share) const {
    constexpr int steps = 32;
    const double turn = turn_per_speed_ * omega;
    Json points = Json::array();
    if (turn == 0.0) return points;
    for (int k = 0; k <= steps; ++k) {
      const double angle = 0.5 * std::numbers::pi + turn * k / steps;
      const Vector2d out(std::cos(angle), std::sin(angle));
      points.push_back(json(places_.centres[b] + share * radius(b) * out));
    }
    return points;
  }

  Json impulses(const ImpactOutcome& outcome) {
    Json list = Json::array();
    for (std::size_t i = 0; i < places_.contacts.size(); ++i) {
      const ProblemPlaces::Touch& touch = places_.contacts[i];
      const Vector2d tangent(touch.normal.y(), -touch.normal.x());
      const auto row = 2 * static_cast<Eigen::Index>(i);
      const Vector2d impulse =
          outcome.impulse[row] * touch.normal + outcome.impulse[row + 1] * tangent;
      const Vector2d head = touch.point + per_impulse_ * impulse;
      extent_.add(head);
      list.push_back({{"head", json(head)}, {"impulse", json(impulse)}});
    }
    return list;
  }

  const ContactProblem& problem_;
  const ProblemPlaces& places_;
  Extent extent_;
  double seconds_ = 0.0;
  double per_impulse_ = 0.0;
  double turn_per_speed_ = 0.0;
};

}  // namespace

nlohmann::ordered_json impact_scene(const ProblemFile& file, std::span<const LawResult> results) {
  if (file.places.centres.empty()) return nullptr;
  return Picture(file, results).document(results);
}

}  // namespace ricochet
