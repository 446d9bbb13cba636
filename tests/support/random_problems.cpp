#include "random_problems.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Each draw is a statement of its own where there are several: the order of evaluation of operands
// and arguments differs between compilers.

namespace ricochet::testing {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;

constexpr double kMuMax = 1.5;

double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }
Vector2d tangent_of(const Vector2d& normal) { return {normal.y(), -normal.x()}; }

// A direction, uniform on the circle: a point of the disc, away from its centre, normalized.
Vector2d random_direction(Random& random) {
  while (true) {
    const double x = random.uniform(-1.0, 1.0);
    const double y = random.uniform(-1.0, 1.0);
    const Vector2d d(x, y);
    const double square = d.squaredNorm();
    if (square > 0.01 && square < 1.0) return d / std::sqrt(square);
  }
}

double random_mu(Random& random) { return random.chance(0.1) ? 0.0 : random.uniform(0.0, kMuMax); }

void set_restitution(Random& random, ContactParameters& parameters) {
  const double kind = random.uniform();
  const double normal = kind < 0.2 ? 0.0 : kind < 0.35 ? 1.0 : random.uniform();
  parameters.newton = parameters.poisson = parameters.energetic = normal;
  const double tangential = random.uniform();
  parameters.tangential = tangential < 0.35 ? normal : tangential < 0.7 ? 0.0 : random.uniform();
}

struct Body {
  double mass = 1.0;
  double gyration = 0.5;  // radius of gyration, m
  Vector2d centre{0.0, 0.0};

  double inertia() const { return mass * gyration * gyration; }
};

Body random_body(Random& random) {
  Body body;
  body.mass = random.uniform(0.5, 3.0);
  body.gyration = random.uniform(0.3, 1.0);
  body.centre.x() = random.dyadic(-1.0, 1.0);
  body.centre.y() = random.dyadic(-1.0, 1.0);
  return body;
}

// What a contact shall do before the impact.
enum class Wish : unsigned char { approach, open, zero, jam_zero, jam_open };

struct Touch {
  int first = 0;    // body
  int second = -1;  // body, or -1: the ground
  Vector2d point{0.0, 0.0};
  Vector2d normal{0.0, 1.0};
  double mu = 0.0;
  Wish wish = Wish::approach;
};

Wish random_wish(Random& random) { return random.chance(0.85) ? Wish::approach : Wish::open; }

Touch random_touch(Random& random, int bodies) {
  Touch touch;
  touch.first = random.integer(0, bodies - 1);
  if (bodies > 1 && random.chance(0.5)) {
    touch.second = (touch.first + random.integer(1, bodies - 1)) % bodies;
  }
  touch.point.x() = random.dyadic(-1.5, 1.5);
  touch.point.y() = random.dyadic(-1.5, 1.5);
  touch.normal = random_direction(random);
  touch.mu = random_mu(random);
  touch.wish = random_wish(random);
  return touch;
}

// A contact with the ground below (n = (0,1)) of a new body for which alpha < mu |delta|:
// with r = (a,b),
//   m alpha = 1 + a^2/k^2,  m delta = -a b/k^2,  m beta = 1 + b^2/k^2 :  (k^2 + a^2) < mu |a b|.
// All numbers that enter gamma_N are dyadic.
Touch supercritical_touch(Random& random, std::vector<Body>& bodies) {
  Body body;
  Touch touch;
  touch.first = static_cast<int>(bodies.size());
  while (true) {
    body.mass = random.uniform(0.5, 3.0);
    body.gyration = random.uniform(0.15, 0.5);
    touch.mu = random.uniform(0.3, kMuMax);
    const double side = random.chance(0.5) ? 1.0 : -1.0;
    const double a = side * random.dyadic(0.1, 1.0);
    const double b = -random.dyadic(0.6, 1.5);
    const double k2 = body.gyration * body.gyration;
    if (k2 + a * a < 0.98 * touch.mu * std::abs(a * b)) {
      touch.point = {a, b};
      break;
    }
  }
  bodies.push_back(body);
  touch.wish = Wish::approach;
  return touch;
}

// Rows N and T of a contact are columns 2i and 2i+1 of W.
MatrixXd directions(const std::vector<Body>& bodies, const std::vector<Touch>& touches) {
  MatrixXd W =
      MatrixXd::Zero(3 * static_cast<Index>(bodies.size()), 2 * static_cast<Index>(touches.size()));
  for (std::size_t i = 0; i < touches.size(); ++i) {
    const Touch& touch = touches[i];
    const Vector2d tangent = tangent_of(touch.normal);
    const auto add = [&](int body, double sign) {
      if (body < 0) return;
      const Vector2d r = touch.point - bodies[static_cast<std::size_t>(body)].centre;
      const Index column = 2 * static_cast<Index>(i);
      W.block(3 * body, column, 2, 1) += sign * touch.normal;
      W(3 * body + 2, column) += sign * cross(r, touch.normal);
      W.block(3 * body, column + 1, 2, 1) += sign * tangent;
      W(3 * body + 2, column + 1) += sign * cross(r, tangent);
    };
    add(touch.first, 1.0);
    add(touch.second, -1.0);
  }
  return W;
}

VectorXd random_velocity(Random& random, Index size) {
  VectorXd u(size);
  for (Index k = 0; k < size; ++k) u(k) = random.dyadic(-1.0, 1.0);
  return u;
}

// Best of eight draws.
VectorXd wished_velocity(Random& random, const MatrixXd& W, const std::vector<Wish>& wishes) {
  VectorXd best;
  int most = -1;
  for (int draw = 0; draw < 8; ++draw) {
    const VectorXd u = random_velocity(random, W.rows());
    int fulfilled = 0;
    for (std::size_t i = 0; i < wishes.size(); ++i) {
      const double normal = W.col(2 * static_cast<Index>(i)).dot(u);
      if (wishes[i] == Wish::approach ? normal < 0.0 : normal > 0.0) ++fulfilled;
    }
    if (fulfilled > most) {
      most = fulfilled;
      best = u;
    }
  }
  return best;
}

// Gives the body of a contact with the ground below (normal (0,1), r = (a,b) dyadic) the velocity
// its wish asks for: gamma_N = y' + a angle', exactly, gamma_T = x' - b angle', delta of the sign
// of -a b.
void grant(Random& random, const Touch& touch, const Body& body, VectorXd& u) {
  const Vector2d r = touch.point - body.centre;
  const Index k = 3 * touch.first;
  double normal = 0.0;
  if (touch.wish == Wish::jam_open) normal = random.dyadic(0.01, 0.5);
  u(k + 1) = normal - r.x() * u(k + 2);
  if (touch.wish == Wish::jam_zero || touch.wish == Wish::jam_open) {
    const double slide = random.dyadic(0.05, 1.5) * (r.x() * r.y() < 0.0 ? 1.0 : -1.0);
    u(k) = slide + r.y() * u(k + 2);
  }
}

// Mass, directions and parameters of the bodies; velocities by the wishes of the contacts.
ContactProblem pose(Random& random, const std::vector<Body>& bodies,
                    const std::vector<Touch>& touches) {
  ContactProblem problem;
  const Index f = 3 * static_cast<Index>(bodies.size());
  problem.M = MatrixXd::Zero(f, f);
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const Index first = 3 * static_cast<Index>(k);
    problem.M(first, first) = problem.M(first + 1, first + 1) = bodies[k].mass;
    problem.M(first + 2, first + 2) = bodies[k].inertia();
    problem.bodies.push_back(
        {"body" + std::to_string(k + 1), first, bodies[k].mass, bodies[k].inertia()});
  }
  problem.W = directions(bodies, touches);
  std::vector<Wish> wishes;
  for (const Touch& touch : touches) {
    wishes.push_back(touch.wish);
    ContactParameters parameters;
    parameters.mu = parameters.mu_static = touch.mu;
    problem.contact.push_back(parameters);
  }
  problem.u = wished_velocity(random, problem.W, wishes);
  for (const Touch& touch : touches) {
    if (touch.wish == Wish::zero || touch.wish == Wish::jam_zero || touch.wish == Wish::jam_open) {
      grant(random, touch, bodies[static_cast<std::size_t>(touch.first)], problem.u);
    }
  }
  return problem;
}

// With some share one contact with the ground per body gets gamma_N- = 0: its normal is turned
// upright.
void graze(Random& random, std::vector<Touch>& touches, std::size_t bodies) {
  for (std::size_t body = 0; body < bodies; ++body) {
    if (!random.chance(0.06)) continue;
    for (Touch& touch : touches) {
      if (touch.first != static_cast<int>(body) || touch.second >= 0) continue;
      touch.normal = {0.0, 1.0};
      touch.wish = Wish::zero;
      break;
    }
  }
}

ContactProblem generic(Random& random, int contacts, int bodies_low, int bodies_high) {
  std::vector<Body> bodies(static_cast<std::size_t>(random.integer(bodies_low, bodies_high)));
  for (Body& body : bodies) body = random_body(random);
  std::vector<Touch> touches(static_cast<std::size_t>(contacts));
  for (Touch& touch : touches) touch = random_touch(random, static_cast<int>(bodies.size()));
  graze(random, touches, bodies.size());
  return pose(random, bodies, touches);
}

// One or two generalized coordinates with a dense mass matrix. For det G = 0 with two coordinates
// and one contact, W_T is a multiple of W_N.
ContactProblem linkage(Random& random, int contacts, Index coordinates) {
  ContactProblem problem;
  problem.M.resize(coordinates, coordinates);
  problem.M(0, 0) = random.uniform(0.5, 3.0);
  if (coordinates == 2) {
    problem.M(1, 1) = random.uniform(0.5, 3.0);
    problem.M(0, 1) = problem.M(1, 0) =
        random.uniform(-0.8, 0.8) * std::sqrt(problem.M(0, 0) * problem.M(1, 1));
  }
  const auto component = [&random] {
    const double size = random.dyadic(0.1, 1.5);
    return random.chance(0.5) ? size : -size;
  };
  problem.W.resize(coordinates, 2 * contacts);
  std::vector<Wish> wishes;
  for (int i = 0; i < contacts; ++i) {
    for (Index k = 0; k < coordinates; ++k) {
      problem.W(k, 2 * i) = component();
      problem.W(k, 2 * i + 1) = component();
    }
    if (contacts == 1 && coordinates == 2) problem.W.col(1) = component() * problem.W.col(0);
    ContactParameters parameters;
    parameters.mu = parameters.mu_static = random_mu(random);
    problem.contact.push_back(parameters);
    wishes.push_back(random_wish(random));
  }
  problem.u = wished_velocity(random, problem.W, wishes);
  if (random.chance(0.04)) problem.u.setZero();
  return problem;
}

// A mass in a guide along the normal: the tangent does not move.
ContactProblem guided_slider(Random& random) {
  ContactProblem problem = linkage(random, 1, 1);
  problem.W(0, 1) = 0.0;
  return problem;
}

ContactProblem rank_deficient(Random& random, int contacts) {
  const double kind = random.uniform();
  if (contacts == 1) {
    if (kind < 0.02) return guided_slider(random);
    return linkage(random, 1, kind < 0.27 ? 2 : 1);
  }
  if (kind < 0.2) return linkage(random, contacts, 1);
  if (kind < 0.4) return linkage(random, contacts, 2);
  if (kind < 0.8) return generic(random, contacts, 1, 1);
  return generic(random, contacts, 1, std::max(1, (2 * contacts - 1) / 3));
}

// One contact exactly at the Painleve threshold, alpha = mu |delta|, without normal velocity: any
// normal impulse up to the one that stops slip is a solution. All numbers are exact:
// m = 1, J = k^2, a = k, mu = 2k/|b| with powers of two k, b give alpha = 2, |delta| = |b|/k.
ContactProblem critical(Random& random) {
  Body body;
  body.gyration = random.chance(0.5) ? 0.5 : 0.25;
  Touch touch;
  const double b = random.chance(0.5) ? 1.0 : 2.0;
  touch.point = {random.chance(0.5) ? body.gyration : -body.gyration, -b};
  touch.mu = 2.0 * body.gyration / b;
  touch.wish = Wish::jam_zero;
  return pose(random, {body}, {touch});
}

ContactProblem supercritical(Random& random, int contacts, bool jam) {
  if (jam && contacts == 1 && random.chance(0.02)) return critical(random);
  std::vector<Body> bodies;
  std::vector<Touch> touches;
  for (int i = 0; i < contacts; ++i) {
    if (i == 0 || random.chance(0.5)) {
      touches.push_back(supercritical_touch(random, bodies));
      if (jam && (i == 0 || random.chance(0.5))) {
        touches.back().wish = random.chance(0.5) ? Wish::jam_zero : Wish::jam_open;
      }
    } else {
      if (random.chance(0.3)) bodies.push_back(random_body(random));
      touches.push_back(random_touch(random, static_cast<int>(bodies.size())));
    }
  }
  return pose(random, bodies, touches);
}

// The line between the two contact points of a body, P1 = -h n + s1 t and P2 = h n + s2 t, makes
// with the normals n1 = n and n2 = -n (turned by the small angle of tangent w) angles whose
// tangents are (s2 - s1)/(2h) and at most that + |w|, to first order: both are kept below 0.9 of
// the smaller mu.
void add_wedge(Random& random, std::vector<Body>& bodies, std::vector<Touch>& touches) {
  const Body body = random_body(random);
  const Vector2d n = random_direction(random);
  const Vector2d t = tangent_of(n);
  Touch low, high;
  low.first = high.first = static_cast<int>(bodies.size());
  low.mu = random.uniform(0.15, kMuMax);
  high.mu = random.uniform(0.15, kMuMax);
  const double bound = 0.9 * std::min({low.mu, high.mu, 1.0});
  const double w = random.chance(0.5) ? 0.0 : random.uniform(-0.3, 0.3) * bound;
  const double slant = random.uniform(-0.6, 0.6) * bound;
  const double h = random.uniform(0.3, 1.0);
  const double s1 = random.uniform(-0.8, 0.8);
  low.point = body.centre - h * n + s1 * t;
  low.normal = n;
  high.point = body.centre + h * n + (s1 + 2.0 * h * slant) * t;
  high.normal = (w * t - n) / std::sqrt(1.0 + w * w);
  low.wish = random_wish(random);
  high.wish = random_wish(random);
  bodies.push_back(body);
  touches.push_back(low);
  touches.push_back(high);
}

// A body that does not turn (two coordinates) between parallel walls, n = (0,1) and -n: the piston
// in its guide. Normal impulses of opposite contacts cancel, so friction of any size can brake it:
// where the normal equations are consistent and it slides, the solutions are a continuum.
ContactProblem piston(Random& random, int contacts) {
  ContactProblem problem;
  problem.M = MatrixXd::Identity(2, 2) * random.uniform(0.5, 3.0);
  problem.W = MatrixXd::Zero(2, 2 * contacts);
  for (int i = 0; i < contacts; ++i) {
    const double side = i == 0 ? 1.0 : i == 1 || random.chance(0.5) ? -1.0 : 1.0;
    problem.W(1, 2 * i) = side;
    problem.W(0, 2 * i + 1) = side;
    ContactParameters parameters;
    parameters.mu = parameters.mu_static = random_mu(random);
    problem.contact.push_back(parameters);
  }
  problem.u = random_velocity(random, 2);
  if (random.chance(0.5)) problem.u(1) = 0.0;
  return problem;
}

ContactProblem wedged(Random& random, int contacts) {
  if (contacts == 1) {
    // alpha = a^2/J, delta = ab/J, beta = b^2/J: locks iff mu |b| >= |a|.
    while (true) {
      ContactProblem problem = linkage(random, 1, 1);
      if (problem.contact[0].mu * std::abs(problem.W(0, 1)) > 1.02 * std::abs(problem.W(0, 0))) {
        return problem;
      }
    }
  }
  if (random.chance(0.2)) return piston(random, contacts);
  std::vector<Body> bodies;
  std::vector<Touch> touches;
  while (static_cast<int>(touches.size()) + 1 < contacts) {
    if (!bodies.empty() && random.chance(0.3)) {
      touches.push_back(random_touch(random, static_cast<int>(bodies.size())));
    } else {
      add_wedge(random, bodies, touches);
    }
  }
  while (static_cast<int>(touches.size()) < contacts) {
    touches.push_back(random_touch(random, static_cast<int>(bodies.size())));
  }
  return pose(random, bodies, touches);
}

}  // namespace

std::string_view to_string(ProblemFamily family) {
  switch (family) {
    case ProblemFamily::generic: return "generic";
    case ProblemFamily::rank_deficient: return "rank-deficient";
    case ProblemFamily::supercritical: return "supercritical";
    case ProblemFamily::wedged: return "wedged";
    case ProblemFamily::opening_jam: return "opening-jam";
  }
  return "?";
}

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) {  // splitmix64
    seed += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    word = z ^ (z >> 31);
  }
}

std::uint64_t Random::bits() {  // xoshiro256**
  const auto rotate = [](std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); };
  const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
  const std::uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = rotate(state_[3], 45);
  return result;
}

double Random::uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }

double Random::uniform(double low, double high) { return low + (high - low) * uniform(); }

double Random::dyadic(double low, double high) {
  return std::floor(uniform(low, high) * 1024.0 + 0.5) / 1024.0;
}

int Random::integer(int low, int high) {
  return low + std::min(high - low, static_cast<int>(uniform() * (high - low + 1)));
}

GeneratedProblem ProblemGenerator::next(int contacts) {
  const bool one = contacts == 1;
  const std::array<double, 5> shares =
      one ? std::array{0.42, 0.20, 0.13, 0.09, 0.16} : std::array{0.36, 0.20, 0.13, 0.15, 0.16};
  double x = random_.uniform();
  for (std::size_t k = 0; k + 1 < shares.size(); ++k) {
    if (x < shares[k]) return next(contacts, all_families[k]);
    x -= shares[k];
  }
  return next(contacts, all_families.back());
}

GeneratedProblem ProblemGenerator::next(int contacts, ProblemFamily family) {
  GeneratedProblem generated;
  generated.family = family;
  ContactProblem& problem = generated.problem;
  switch (family) {
    case ProblemFamily::generic:
      problem = generic(random_, contacts, std::max(1, (2 * contacts + 2) / 3), contacts + 1);
      break;
    case ProblemFamily::rank_deficient: problem = rank_deficient(random_, contacts); break;
    case ProblemFamily::supercritical: problem = supercritical(random_, contacts, false); break;
    case ProblemFamily::wedged: problem = wedged(random_, contacts); break;
    case ProblemFamily::opening_jam: problem = supercritical(random_, contacts, true); break;
  }
  for (ContactParameters& parameters : problem.contact) set_restitution(random_, parameters);
  const double alike = random_.uniform();
  if (contacts > 1 && alike < 0.55) {
    ContactParameters first = problem.contact.front();
    if (alike < 0.15) {
      first.newton = 0.0;
      first.tangential = 0.0;
    }
    for (ContactParameters& parameters : problem.contact) {
      parameters.newton = parameters.poisson = parameters.energetic = first.newton;
      parameters.tangential = first.tangential;
    }
  }
  problem.surface_velocity = VectorXd::Zero(2 * contacts);
  if (random_.chance(0.04)) problem.surface_velocity(1) = random_.uniform(-1.0, 1.0);
  for (int i = 0; i < contacts; ++i) problem.names.push_back("contact" + std::to_string(i + 1));
  if (!problem.assemble()) throw std::logic_error("random problem with a bad mass matrix");
  return generated;
}

MoreauData moreau_data(const ContactProblem& problem) {
  MoreauData data;
  const Index n = problem.contacts();
  data.q.resize(2 * n);
  data.mu.resize(n);
  for (Index i = 0; i < n; ++i) {
    const ContactParameters& parameters = problem.contact[static_cast<std::size_t>(i)];
    const double normal = problem.gamma(2 * i);
    const double restitution = normal > 0.0 ? 0.0 : parameters.newton.value();
    data.q(2 * i) = (1.0 + restitution) * normal;
    data.q(2 * i + 1) = (1.0 + parameters.tangential) * problem.gamma(2 * i + 1);
    data.mu(i) = parameters.mu;
  }
  return data;
}

}  // namespace ricochet::testing
