// Numbers put in place directly are the numbers of the problem read anew, to the bit, and refused where it is.

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <random>

#include <ricochet/files/direct_problem.hpp>
#include <support/documents.hpp>
#include <support/suite.hpp>

namespace ricochet::test {
namespace {

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool same_bits(const std::optional<double>& a, const std::optional<double>& b) {
  return a.has_value() == b.has_value() && (!a || same_bits(*a, *b));
}
template <class Matrix>
bool same_bits(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    if (!same_bits(a.data()[i], b.data()[i])) return false;
  }
  return true;
}

// The name of the first part that differs; empty if none does.
std::string difference(const ContactProblem& a, const ContactProblem& b) {
  if (!same_bits(a.M, b.M)) return "M";
  if (!same_bits(a.W, b.W)) return "W";
  if (!same_bits(a.u, b.u)) return "u";
  if (!same_bits(a.surface_velocity, b.surface_velocity)) return "surface_velocity";
  if (!same_bits(a.Minv_W, b.Minv_W)) return "Minv_W";
  if (!same_bits(a.G, b.G)) return "G";
  if (!same_bits(a.gamma, b.gamma)) return "gamma";
  if (a.names != b.names) return "names";
  if (a.contact.size() != b.contact.size()) return "contacts";
  for (std::size_t i = 0; i < a.contact.size(); ++i) {
    const ContactParameters &c = a.contact[i], &d = b.contact[i];
    if (!same_bits(c.mu, d.mu) || !same_bits(c.mu_static, d.mu_static)) return "friction";
    if (!same_bits(c.newton, d.newton) || !same_bits(c.poisson, d.poisson) ||
        !same_bits(c.energetic, d.energetic) || !same_bits(c.tangential, d.tangential)) {
      return "restitution";
    }
    if (!same_bits(c.stiffness, d.stiffness)) return "stiffness";
  }
  return {};
}

struct Form {
  const char* name;
  std::string text;
  std::vector<std::string> paths;
};

std::vector<Form> forms() {
  return {
      {"matrices",
       "impact: {mass: [[2, 0.1, 0], [0.1, 3, 0.2], [0, 0.2, 0.7]], velocity: [0.2, -1, 0.1], "
       "contacts: [{normal: [0, 1, 0.35], tangent: [1, 0, -0.35], friction: {static: 0.6, "
       "kinetic: 0.5}, restitution: {newton: 0.5, poisson: 0.4, tangential: 0.1}, "
       "surface_velocity: [0, 0.2]}, {normal: [0, 1, -0.3], restitution: 0.25}, "
       "{normal: [1, 1, 0], tangent: [0, 0, 0], friction: 0, restitution: 0.5}]}",
       {"velocity.0", "velocity.1", "velocity.2", "contacts.0.friction.static",
        "contacts.0.friction.kinetic", "contacts.0.restitution.newton",
        "contacts.0.restitution.poisson", "contacts.0.restitution.energetic",
        "contacts.0.restitution.tangential", "contacts.0.surface_velocity.0",
        "contacts.0.surface_velocity.1", "contacts.1.friction", "contacts.1.restitution",
        "contacts.2.friction", "contacts.0.normal.2", "mass.0.0", "contacts.0.stiffness"}},
      {"contact space",
       testing::text_of("problems/bar_contact_space.yaml"),
       {"velocity.0", "velocity.1", "delassus.0.0", "delassus.0.1", "delassus.1.0", "delassus.1.1",
        "contacts.tip.friction", "contacts.0.restitution.newton",
        "contacts.0.restitution.tangential"}},
      {"two contacts in contact space",
       "impact: {delassus: [[2, 0.1, 0.5, 0], [0.1, 3, 0, 0.2], [0.5, 0, 1, 0], [0, 0.2, 0, 1.5]], "
       "velocity: [-1, 0.2, 0.1, 0.3], contacts: [{friction: 0.5, restitution: 0.5}, "
       "{friction: 0, restitution: 0.2, surface_velocity: [0, 0.1]}]}",
       {"velocity.0", "velocity.3", "delassus.0.2", "delassus.2.0", "contacts.0.friction",
        "contacts.1.friction", "contacts.1.restitution", "contacts.1.surface_velocity.1"}},
      {"singular delassus",
       "impact: {delassus: [[1, 2], [2, 4]], velocity: [-1, -2], "
       "contacts: [{friction: 0.1, restitution: 0.5}]}",
       {"velocity.0", "velocity.1", "delassus.0.0", "delassus.1.1", "contacts.0.friction"}},
      {"bodies",
       testing::text_of("problems/two_vehicles.yaml"),
       {"bodies.car.velocity.0", "bodies.car.velocity.2", "bodies.van.velocity.1",
        "bodies.car.mass", "contacts.0.friction", "contacts.0.restitution",
        "contacts.0.normal_angle_deg", "contacts.0.point.1"}},
      {"many degrees of freedom",
       testing::text_of("problems/bead_chain.yaml"),
       {"velocity.0", "velocity.3", "velocity.9", "contacts.1-2.restitution", "contacts.3.friction",
        "contacts.8.surface_velocity.0"}},
      {"two corners",
       testing::text_of("problems/block_on_two_corners.yaml"),
       {"bodies.block.velocity.0", "bodies.0.velocity.1", "contacts.rear.friction.static",
        "contacts.rear.friction.kinetic", "contacts.front.restitution",
        "contacts.front.surface_velocity.1"}}};
}

class Numbers {
 public:
  double operator()(double before) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr double odd[] = {0.0,   -0.0,     1.0,    -1.0, 2.0,      4.0,
                              1e300, -1.7e308, 1e-300, NAN,  infinity, 1.0 + 2.3e-16};
    switch (random_() % 8) {
      case 0: return odd[random_() % std::size(odd)];
      case 1:
      case 2: return before;
      case 3: return -before;
      case 4: return before * (1.0 + 1e-13 * unit_(random_));
      default: return unit_(random_);
    }
  }
  std::size_t below(std::size_t n) { return random_() % n; }

 private:
  std::mt19937_64 random_{5};
  std::uniform_real_distribution<double> unit_{-0.3, 1.2};
};

TEST(DirectProblems, AreTheProblemsReadAnew) {
  const std::string file = "study";
  const YamlNode node = parse_yaml("here: x\n", file);
  const Value where = Value(node, file).at("here");
  Numbers numbers;
  const long trials = testing::suite_count(3000);
  for (const Form& form : forms()) {
    long allowed = 0, refused = 0;
    for (long trial = 0; trial < trials; ++trial) {
      StudyBase base(form.text, "base");
      const std::size_t slots = 1 + numbers.below(std::min<std::size_t>(4, form.paths.size()));
      while (base.slots() < slots) {
        base.slot(where, form.paths[numbers.below(form.paths.size())]);
      }
      // Delassus entries come in pairs, or nothing would be allowed.
      const bool mirrored = base.slots() == 2 && base.steps(0)[1] == "delassus";
      DirectProblem direct(base);
      std::vector<double> slot(slots, 0.5);
      for (int cell = 0; cell < 8; ++cell) {
        for (double& x : slot) x = numbers(x);
        if (mirrored) slot[1] = slot[0];
        BaseCopy copy(base);
        for (std::size_t i = 0; i < slots; ++i) copy.set(i, slot[i]);
        std::optional<ContactProblem> anew;
        try {
          anew = copy.problem().problem;
        } catch (const InputError&) {
        }
        std::string said;
        try {
          const ContactProblem& problem = direct.at(slot);
          said = anew ? difference(problem, *anew) : "it was allowed";
        } catch (const InputError& error) {
          if (anew) said = error.what();
        }
        std::string shown;
        for (std::size_t i = 0; i < slots; ++i) {
          for (const std::string& step : base.steps(i)) shown += step + '.';
          shown += " = " + std::to_string(slot[i]) + "; ";
        }
        ASSERT_EQ(said, "") << form.name << ": " << shown;
        ++(anew ? allowed : refused);
      }
    }
    EXPECT_GT(allowed, trials / 4) << form.name;
    EXPECT_GT(refused, trials / 4) << form.name;
  }
}

}  // namespace
}  // namespace ricochet::test
