// Properties of the reader over random numbers, names and bytes.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/files/value.hpp>

namespace ricochet {
namespace {

RC_GTEST_PROP(NumberProperty, ShortestTextReadsBackToTheSameBits, (std::uint64_t bits)) {
  const double x = std::bit_cast<double>(bits);
  RC_PRE(std::isfinite(x));
  const auto back = parse_number(nlohmann::json(x).dump());
  RC_ASSERT(back.has_value());
  RC_ASSERT(std::bit_cast<std::uint64_t>(*back) == bits);
}

// The two readers must agree on what a number is; nlohmann's follows the JSON standard.
RC_GTEST_PROP(NumberProperty, GrammarIsThatOfJson, ()) {
  const auto text =
      *rc::gen::container<std::string>(rc::gen::elementOf(std::string("0123456789..--++eE")));
  const auto json = nlohmann::json::parse(text, nullptr, false);
  bool out_of_range = false;
  const auto number = parse_number(text, &out_of_range);
  if (number) {
    RC_ASSERT(json.is_number());
    RC_ASSERT(*number == json.get<double>());
  } else if (!out_of_range) {
    RC_ASSERT(!json.is_number());
  }
}

// A text with a few characters changed or inserted.
std::string damaged(std::string text) {
  const auto edits = *rc::gen::inRange(1, 6);
  for (int i = 0; i < edits; ++i) {
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    const auto character =
        *rc::gen::elementOf(std::string("{}[]:,-\"'#&*!|>%@ \n\t0129.eEax\xC3\x80"));
    if (*rc::gen::arbitrary<bool>()) {
      text.insert(at, 1, character);
    } else {
      text[at] = character;
    }
  }
  return text;
}

RC_GTEST_PROP(SceneFileProperty, AnyTextIsASceneOrAnInputError, ()) {
  const std::string text = damaged(
      "{bodies: [{name: a, shape: {disc: 1}, points: {p: [0, 1]}, mass: 1, inertia: 2, position: "
      "[0, 2]}], ground: [{name: g, segment: {from: [0, 0], to: [1, 0]}}], springs: [{from: a.p, "
      "to: [1, 1], stiffness: 9}], contacts: [{between: [a, g], friction: 0.5, restitution: 1}], "
      "law: moreau, until: 1}");
  try {
    const Scene scene = parse_scene(text, "f");
    RC_ASSERT(scene.start.q.allFinite());
    RC_ASSERT(scene.options.until > 0.0);
  } catch (const InputError& error) {
    RC_ASSERT(error.position().line >= 1);
    RC_ASSERT(error.position().column >= 1);
  }
}

RC_GTEST_PROP(ProblemFileProperty, AnyTextIsAProblemOrAnInputError, ()) {
  const std::string text = damaged(
      "impact: {mass: [[1, 0], [0, 2]], velocity: [0.5, -1], contacts: [{normal: [0, 1], tangent: "
      "[1, 0], friction: 0.5, restitution: {newton: 0.5}}]}");
  try {
    const ContactProblem problem = parse_problem(text, "f").problem;
    RC_ASSERT(problem.G.allFinite());
  } catch (const InputError& error) {
    RC_ASSERT(error.position().line >= 1);
    RC_ASSERT(error.position().column >= 1);
  }
}

RC_GTEST_PROP(ProblemFileProperty, RandomBodiesGiveASymmetricPositiveDelassus, ()) {
  const auto number =
      rc::gen::map(rc::gen::inRange(-1000000, 1000000), [](int i) { return i / 1000.0; });
  const auto positive =
      rc::gen::map(rc::gen::inRange(1, 1000000), [](int i) { return i / 1000.0; });
  const std::string text = fmt::format(
      "impact: {{bodies: [{{name: a, mass: {}, inertia: {}, velocity: [{}, {}, {}], centre: [{}, "
      "{}]}}], "
      "contacts: [{{between: [a, ground], point: [{}, {}], normal_angle_deg: {}, friction: 0.5, "
      "restitution: 0.5}}]}}",
      *positive, *positive, *number, *number, *number, *number, *number, *number, *number, *number);
  const ContactProblem p = parse_problem(text, "f").problem;
  RC_ASSERT(p.G(0, 1) == p.G(1, 0));
  RC_ASSERT(p.G(0, 0) > 0.0);
  RC_ASSERT(p.G(1, 1) > 0.0);
  // Normal and tangent are orthonormal.
  RC_ASSERT(std::abs(p.W.block<2, 1>(0, 0).norm() - 1.0) < 1e-15);
  RC_ASSERT(std::abs(p.W.block<2, 1>(0, 0).dot(p.W.block<2, 1>(0, 1))) < 1e-15);
}

}  // namespace
}  // namespace ricochet
