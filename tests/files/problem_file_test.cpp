// Problem files: what the three forms mean.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include <ricochet/files/matrices.hpp>
#include <ricochet/files/problem_file.hpp>

namespace ricochet {
namespace {

ContactProblem read(const std::string& impact) {
  return parse_problem("impact: " + impact, "f").problem;
}

void expect_refused(const std::string& impact, const std::string& message) {
  try {
    read(impact);
    ADD_FAILURE() << "accepted: " << impact;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(message), std::string::npos)
        << error.what() << "\n  does not say: " << message;
  }
}

TEST(ProblemFile, MatricesGiveDelassusAndContactVelocities) {
  const ContactProblem p = read(R"({mass: [[2, 0], [0, 4]], velocity: [1, -3],
    contacts: [{normal: [0, 1], tangent: [1, 0.5], friction: 0.3, restitution: 0.4,
                surface_velocity: [0.1, 0.2]}]})");
  EXPECT_EQ(p.dofs(), 2);
  EXPECT_EQ(p.contacts(), 1);
  EXPECT_DOUBLE_EQ(p.G(0, 0), 0.25);
  EXPECT_DOUBLE_EQ(p.G(0, 1), 0.125);
  EXPECT_DOUBLE_EQ(p.G(1, 1), 0.5 + 0.0625);
  EXPECT_DOUBLE_EQ(p.gamma[0], -3.0 - 0.1);
  EXPECT_DOUBLE_EQ(p.gamma[1], 1.0 - 1.5 - 0.2);
  EXPECT_EQ(p.names[0], "contact0");
}

TEST(ProblemFile, ContactSpaceTakesVelocityAsRelativeAlready) {
  const ContactProblem p = read(R"({delassus: [[2.5, -1.5], [-1.5, 2.5]], velocity: [-1, 0.2],
    contacts: [{name: tip, friction: 0.8, restitution: 0.5, surface_velocity: [0, 3]}]})");
  EXPECT_TRUE(p.in_contact_space());
  EXPECT_EQ(p.gamma[0], -1.0);
  EXPECT_EQ(p.gamma[1], 0.2);
  EXPECT_EQ(p.surface_velocity[1], 3.0);
  EXPECT_EQ(p.G(0, 1), -1.5);
  EXPECT_EQ(p.names[0], "tip");
}

TEST(ProblemFile, BodiesGiveTheirOwnKinematics) {
  const ContactProblem p = read(R"({bodies: [
    {name: a, mass: 2, inertia: 3, velocity: [1, 2, 0.5], centre: [0, 0]},
    {name: b, mass: 5, inertia: 7, velocity: [-1, 0.5, 0.25], centre: [2, 3]}],
    contacts: [{between: [a, b], point: [0.5, 1], normal_angle_deg: 180, friction: 0.1, restitution: 1}]})");
  // Normal (-1, 0), tangent (0, 1).
  const double va[2] = {1 - 0.5 * 1, 2 + 0.5 * 0.5};
  const double vb[2] = {-1 - 0.25 * (1 - 3), 0.5 + 0.25 * (0.5 - 2)};
  EXPECT_DOUBLE_EQ(p.gamma[0], -(va[0] - vb[0]));
  EXPECT_DOUBLE_EQ(p.gamma[1], va[1] - vb[1]);
  EXPECT_DOUBLE_EQ(p.G(0, 0), 1.0 / 2 + 1.0 / 3 + 1.0 / 5 + 4.0 / 7);
  EXPECT_DOUBLE_EQ(p.G(1, 1), 1.0 / 2 + 0.25 / 3 + 1.0 / 5 + 2.25 / 7);
  ASSERT_EQ(p.bodies.size(), 2u);
  EXPECT_EQ(p.bodies[1].name, "b");
  EXPECT_EQ(p.bodies[1].first_dof, 3);
  EXPECT_EQ(p.bodies[1].inertia, 7.0);
}

TEST(ProblemFile, BodyOnGroundEqualsTheSameProblemInMatricesAndInContactSpace) {
  const char* contact = "friction: 0.5, restitution: 0.5";
  const ContactProblem bodies = read(fmt::format(
      R"({{bodies: [{{name: rod, mass: 1, inertia: 0.25, velocity: [0.2, -1, 0.3], centre: [0, 0.5]}}],
      contacts: [{{between: [rod, ground], point: [0.25, 0], normal_angle_deg: 90, {}}}]}})",
      contact));
  const ContactProblem matrices = read(fmt::format(
      R"({{mass: [[1, 0, 0], [0, 1, 0], [0, 0, 0.25]], velocity: [0.2, -1, 0.3],
      contacts: [{{normal: [0, 1, 0.25], tangent: [1, 0, 0.5], {}}}]}})",
      contact));
  EXPECT_EQ(bodies.G, matrices.G);
  EXPECT_EQ(bodies.gamma, matrices.gamma);
  const ContactProblem space = read(fmt::format(
      "{{delassus: [[1.25, 0.5], [0.5, 2]], velocity: [-0.925, 0.35], contacts: [{{{}}}]}}",
      contact));
  EXPECT_LT((bodies.G - space.G).norm(), 1e-15);
  EXPECT_LT((bodies.gamma - space.gamma).norm(), 1e-15);
}

TEST(ProblemFile, RightAnglesAreExact) {
  const double expected[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  for (int turns = -8; turns <= 8; ++turns) {
    const ContactProblem p = read(fmt::format(
        R"({{bodies: [{{name: a, mass: 1, inertia: 1, velocity: [0, 0, 0], centre: [0, 0]}}],
        contacts: [{{between: [a, ground], point: [0, 0], normal_angle_deg: {}, friction: 0, restitution: 0}}]}})",
        90 * turns));
    const double* n = expected[(turns + 8) % 4];
    EXPECT_EQ(p.W(0, 0), n[0]) << turns;
    EXPECT_EQ(p.W(1, 0), n[1]) << turns;
    EXPECT_EQ(p.W(0, 1), n[1]) << turns;  // tangent = normal turned by -90 degrees
    EXPECT_EQ(p.W(1, 1), -n[0]) << turns;
  }
}

TEST(ProblemFile, AnyAngleIsItsCosineAndSine) {
  for (const double degrees : {30.0, 45.0, 60.0, -110.0, 200.5, 359.0, 1e6 + 0.25}) {
    const ContactProblem p = read(fmt::format(
        R"({{bodies: [{{name: a, mass: 1, inertia: 1, velocity: [0, 0, 0], centre: [0, 0]}}],
        contacts: [{{between: [a, ground], point: [0, 0], normal_angle_deg: {}, friction: 0, restitution: 0}}]}})",
        degrees));
    const double radians = std::remainder(degrees, 360.0) * std::numbers::pi / 180.0;
    EXPECT_NEAR(p.W(0, 0), std::cos(radians), 2e-16) << degrees;
    EXPECT_NEAR(p.W(1, 0), std::sin(radians), 2e-16) << degrees;
  }
}

TEST(ProblemFile, ScalarsSpeakForAllLawsAndMapsOnlyForThoseTheyName) {
  const ContactProblem p = read(R"({delassus: [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]],
    velocity: [-1, 0, -1, 0], contacts: [
    {friction: 0.8, restitution: 0.5, impulse_ratio: -0.3},
    {friction: {static: 0.9, kinetic: 0.7}, restitution: {poisson: 0.25, tangential: 0.1},
     impulse_ratio: {fraction: 0.8}, stiffness: 1.0e8, exponent: 1.5, tangential_stiffness: 3}]})");
  const ContactParameters& scalar = p.contact[0];
  EXPECT_EQ(scalar.mu, 0.8);
  EXPECT_EQ(scalar.mu_static, 0.8);
  EXPECT_EQ(scalar.newton, 0.5);
  EXPECT_EQ(scalar.poisson, 0.5);
  EXPECT_EQ(scalar.energetic, 0.5);
  EXPECT_EQ(scalar.tangential, 0.0);
  EXPECT_EQ(scalar.impulse_ratio->value, -0.3);
  EXPECT_FALSE(scalar.impulse_ratio->fraction_of_mu0);
  EXPECT_FALSE(scalar.stiffness);
  EXPECT_EQ(scalar.exponent, 1.0);
  const ContactParameters& map = p.contact[1];
  EXPECT_EQ(map.mu, 0.7);
  EXPECT_EQ(map.mu_static, 0.9);
  EXPECT_FALSE(map.newton);
  EXPECT_EQ(map.poisson, 0.25);
  EXPECT_FALSE(map.energetic);
  EXPECT_EQ(map.tangential, 0.1);
  EXPECT_TRUE(map.impulse_ratio->fraction_of_mu0);
  EXPECT_EQ(map.stiffness, 1e8);
  EXPECT_EQ(map.tangential_stiffness, 3.0);
  EXPECT_EQ(map.exponent, 1.5);
}

TEST(ProblemFile, AnyPositiveExponentIsAForceLaw) {
  const auto exponent = [](const char* text) {
    return read(fmt::format("{{mass: [[1]], velocity: [-1], contacts: [{{normal: [1], restitution: "
                            "1, stiffness: 1, exponent: {}}}]}}",
                            text))
        .contact[0]
        .exponent;
  };
  for (const char* text : {"0.5", "1", "1.5", "1e-3"}) EXPECT_EQ(exponent(text), std::stod(text));
  for (const char* text : {"0", "-1.5"}) EXPECT_THROW(exponent(text), InputError) << text;
}

TEST(ProblemFile, SmoothContactNeedsNeitherTangentNorFriction) {
  const ContactProblem p =
      read("{mass: [[1]], velocity: [-1], contacts: [{normal: [1], restitution: 1}]}");
  EXPECT_EQ(p.contact[0].mu, 0.0);
  EXPECT_EQ(p.G(1, 1), 0.0);
  EXPECT_NO_THROW(read(
      "{mass: [[1]], velocity: [-1], contacts: [{normal: [1], friction: 0, restitution: 1}]}"));
  expect_refused(
      "{mass: [[1]], velocity: [-1], contacts: [{normal: [1], friction: 0.1, restitution: 1}]}",
      "impact.contacts.0.tangent: the key is missing");
  expect_refused(
      "{mass: [[1]], velocity: [-1], contacts: [{normal: [1], tangent: [1], restitution: 1}]}",
      "impact.contacts.0.friction: the key is missing");
}

TEST(ProblemFile, SymmetryIsToRoundingAndTheResultIsSymmetricToTheBit) {
  const ContactProblem p = read(R"({mass: [[1, 0.3], [0.30000000000000004, 2]], velocity: [0, -1],
    contacts: [{normal: [0, 1], restitution: 1}]})");
  EXPECT_EQ(p.M(0, 1), p.M(1, 0));
}

TEST(ProblemFile, SingularDelassusIsLegalWithAVelocityInItsRange) {
  const ContactProblem p = read(R"({delassus: [[0.72, 1.2], [1.2, 2]], velocity: [-1.2, -2],
    contacts: [{friction: 0.8, restitution: 0.5}]})");
  EXPECT_EQ(spectrum_of(p.G).rank, 1);
  expect_refused(
      "{delassus: [[0.72, 1.2], [1.2, 2]], velocity: [-1.2, 2], contacts: [{friction: 0.8, "
      "restitution: 0.5}]}",
      "impact.velocity: the velocity is outside the range");
  // A surface that moves by itself brings the velocity out of the range, legally.
  EXPECT_NO_THROW(read(R"({delassus: [[0.72, 1.2], [1.2, 2]], velocity: [-1.2, 2],
    contacts: [{friction: 0.8, restitution: 0.5, surface_velocity: [0, -4]}]})"));
}

TEST(ProblemFile, RankDoesNotDependOnMasses) {
  const char* contact = "{friction: 0.5, restitution: 0.5}";
  for (const char* diagonal : {"1.0e-8, 1.0e8", "1.0e-300, 1.0e300", "5.0e-324, 1.7e308"}) {
    const std::string text(diagonal);
    const std::size_t comma = text.find(',');
    const ContactProblem p =
        read(fmt::format("{{delassus: [[{}, 0], [0,{}]], velocity: [-1, 0.5], contacts: [{}]}}",
                         text.substr(0, comma), text.substr(comma + 1), contact));
    EXPECT_EQ(spectrum_of(p.G).rank, 2) << diagonal;
  }
  // Singular, and outside the range, at every scale of the second contact.
  for (const double scale : {1.0, 1e-14, 1e14}) {
    const std::string G = fmt::format(
        "[[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, {0:.17g}, {0:.17g}], [0, 0, {0:.17g}, {0:.17g}]]",
        scale);
    const std::string rest = fmt::format("contacts: [{}, {}]", contact, contact);
    const ContactProblem p =
        read(fmt::format("{{delassus: {}, velocity: [-1, 0.5, -1, -1], {}}}", G, rest));
    EXPECT_EQ(spectrum_of(p.G).rank, 3) << scale;
    expect_refused(fmt::format("{{delassus: {}, velocity: [-1, 0.5, -1, -0.9], {}}}", G, rest),
                   "outside the range");
    expect_refused(fmt::format("{{delassus: [[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, {0:.17g}, "
                               "{1:.17g}], [0, 0, {1:.17g}, {0:.17g}]], velocity: [-1, 0, -1, "
                               "0], {2}}}",
                               scale, 1.5 * scale, rest),
                   "indefinite");
  }
  expect_refused(fmt::format("{{delassus: [[1.0e-300, 1.0e300], [1.0e300, 1.0e-300]], velocity: "
                             "[-1, 0], contacts: [{}]}}",
                             contact),
                 "indefinite");
  // A smooth contact may have no tangential row at all; then it cannot slide.
  EXPECT_NO_THROW(
      read("{delassus: [[1.0e8, 0], [0, 0]], velocity: [-1, 0], contacts: [{friction: 0, "
           "restitution: 1}]}"));
  expect_refused(
      "{delassus: [[1.0e8, 0], [0, 0]], velocity: [-1, 0.001], contacts: [{friction: 0, "
      "restitution: 1}]}",
      "outside the range");
}

TEST(ProblemFile, ShortAndHalfKeysAreUnderstood) {
  expect_refused("{bodies: [{name: a, m: 1}]}", "did you mean 'mass'?");
  expect_refused(R"({bodies: [{name: a, mass: 1, inertia: 1, velocity: [0, 0, 0], centre: [0, 0]}],
    contacts: [{normal: [0, 1]}]})",
                 "did you mean 'normal_angle_deg'?");
}

TEST(ProblemFile, GeneratedContactNamesGiveWayToGivenOnes) {
  const ContactProblem p = read(R"({delassus: [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]],
    velocity: [-1, 0, -1, 0],
    contacts: [{friction: 0, restitution: 0}, {name: contact0, friction: 0, restitution: 0}]})");
  EXPECT_NE(p.names[0], p.names[1]);
  EXPECT_EQ(p.names[1], "contact0");
}

TEST(ProblemFile, NumbersThatOverflowTogetherAreRefused) {
  expect_refused(
      "{mass: [[1.0e-300]], velocity: [-1], contacts: [{normal: [1.0e10], restitution: 1}]}",
      "overflow");
  expect_refused(
      "{mass: [[1.0e300]], velocity: [-1], contacts: [{normal: [1.0e-20], restitution: 1}]}",
      "vanish");
  expect_refused(
      "{mass: [[1]], velocity: [-1.0e300], contacts: [{normal: [1.0e10], restitution: 1}]}",
      "overflow");
  EXPECT_NO_THROW(
      read("{delassus: [[1.0e308, -1.0e308], [-1.0e308, 1.0e308]], velocity: [-1.0e308, 1.0e308], "
           "contacts: [{friction: 0.8, restitution: 0.5}]}"));
}

TEST(ProblemFile, FormatIsOptionalAndMayStandAnywhere) {
  const std::string impact =
      "impact: {mass: [[1]], velocity: [-1], contacts: [{normal: [1], restitution: 1}]}\n";
  EXPECT_NO_THROW(parse_problem("format: 1\n" + impact, "f"));
  EXPECT_NO_THROW(parse_problem(impact + "format: 1\n", "f"));
  EXPECT_THROW(parse_problem("format: 2\n" + impact, "f"), InputError);
}

TEST(ProblemFile, MissingFileIsAnIoError) {
  EXPECT_THROW(read_problem("/nonexistent/x.yaml"), IoError);
  EXPECT_THROW(read_problem("/"), IoError);
}

}  // namespace
}  // namespace ricochet
