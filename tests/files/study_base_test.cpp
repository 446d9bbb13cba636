// The base of a study: which number a path leads to, and what is said of paths that lead nowhere.

#include <gtest/gtest.h>

#include <filesystem>

#include <ricochet/files/study_base.hpp>
#include <support/documents.hpp>
#include <support/program.hpp>

namespace ricochet::test {
namespace {

using Steps = std::vector<std::string>;

const std::string problem_text =
    "impact:\n"
    "  bodies:\n"
    "    - {name: car, mass: 1500, inertia: 2500, velocity: [10, 0, 0], centre: [0, 0]}\n"
    "    - {name: '7', mass: 1000, inertia: 2000, velocity: [0, 0, 0], centre: [1, 0]}\n"
    "  contacts:\n"
    "    - {name: bumper, between: [car, '7'], point: [0.5, 0], normal_angle_deg: 180,\n"
    "       friction: 0.4, restitution: {newton: 0.3}}\n";

const std::string scene_text =
    "bodies:\n"
    "  - {name: ball, shape: {disc: 0.1}, mass: 1, inertia: 0.005, position: [0, 1]}\n"
    "ground: [{name: floor, half_plane: {point: [0, 0], normal_angle_deg: 90}}]\n"
    "contacts: [{between: [ball, floor], friction: 0.5, restitution: 0.5}]\n"
    "until: 1\n";

class Bases : public ::testing::Test {
 protected:
  // The steps of a path.
  static Steps steps(const std::string& text, const std::string& path) {
    StudyBase base(text, "base.yaml");
    return base.steps(base.slot(where(), path));
  }
  static std::string complaint(const std::string& text, const std::string& path) {
    try {
      StudyBase base(text, "base.yaml");
      base.slot(where(), path);
    } catch (const InputError& error) {
      EXPECT_EQ(error.file(), "study.yaml");
      EXPECT_EQ(error.path(), "here");
      EXPECT_EQ(error.position().line, 2);
      EXPECT_EQ(error.position().column, 7);
      return error.wrong() + ", " + error.allowed();
    }
    return "";
  }
  // What check() says of numbers at paths.
  static std::string checked(const std::string& text, const Steps& paths,
                             const std::vector<double>& numbers) {
    StudyBase base(text, "base.yaml");
    std::vector<Value> places;
    for (const std::string& path : paths) {
      base.slot(where(), path);
      places.push_back(where());
    }
    try {
      base.check(places, numbers);
    } catch (const InputError& error) {
      EXPECT_EQ(error.file(), "study.yaml");
      return error.wrong() + ", " + error.allowed();
    }
    return "";
  }

  // A place in a study.
  static Value where() {
    static const std::string file = "study.yaml";
    static const YamlNode node = parse_yaml("# a study\nhere: x\n", file);
    return Value(node, file).at("here");
  }
};

TEST_F(Bases, AreProblemsOrScenes) {
  EXPECT_TRUE(StudyBase(problem_text, "b").is_problem());
  EXPECT_FALSE(StudyBase(scene_text, "b").is_problem());
  EXPECT_EQ(StudyBase(scene_text, "b").text(), scene_text);
}

TEST_F(Bases, PathsGoByKeyIndexAndName) {
  const Steps speed = {"impact", "bodies", "0", "velocity", "1"};
  EXPECT_EQ(steps(problem_text, "bodies.0.velocity.1"), speed);
  EXPECT_EQ(steps(problem_text, "bodies.car.velocity.1"), speed);
  EXPECT_EQ(steps(problem_text, "impact.bodies.car.velocity.1"), speed);
  EXPECT_EQ(steps(problem_text, "bodies.7.mass"), (Steps{"impact", "bodies", "1", "mass"}));
  EXPECT_EQ(steps(problem_text, "contacts.bumper.restitution.newton"),
            (Steps{"impact", "contacts", "0", "restitution", "newton"}));
  EXPECT_EQ(steps(scene_text, "ground.floor.half_plane.point.1"),
            (Steps{"ground", "0", "half_plane", "point", "1"}));
  EXPECT_EQ(steps(scene_text, "until"), (Steps{"until"}));
}

TEST_F(Bases, KeysThatAreNotWrittenAreAdded) {
  EXPECT_EQ(steps(problem_text, "contacts.0.restitution.tangential"),
            (Steps{"impact", "contacts", "0", "restitution", "tangential"}));
  EXPECT_EQ(steps(scene_text, "output.step"), (Steps{"output", "step"}));
  StudyBase base(problem_text, "b");
  base.slot(where(), "contacts.0.restitution.tangential");
  base.slot(where(), "contacts.0.stiffness");
  base.slot(where(), "laws.lzb.tolerance");
  BaseCopy copy(base);
  copy.set(0, 0.25);
  copy.set(1, 1e7);
  copy.set(2, 1e-9);
  const ContactParameters contact = copy.problem().problem.contact[0];
  EXPECT_EQ(contact.tangential, 0.25);
  EXPECT_EQ(contact.stiffness, 1e7);
  EXPECT_EQ(contact.newton, 0.3);
}

TEST_F(Bases, TheSamePlaceIsTheSameSlot) {
  StudyBase base(problem_text, "b");
  EXPECT_EQ(base.slot(where(), "bodies.car.mass"), 0U);
  EXPECT_EQ(base.slot(where(), "bodies.1.mass"), 1U);
  EXPECT_EQ(base.slot(where(), "impact.bodies.0.mass"), 0U);
  EXPECT_EQ(base.slots(), 2U);
}

TEST_F(Bases, NumbersGoInExactly) {
  StudyBase base(scene_text, "b");
  base.slot(where(), "bodies.ball.position.0");
  base.slot(where(), "contacts.0.friction");
  BaseCopy copy(base);
  for (const double x : {1.0 / 3.0, 1e-300, 5e-324, 1e22, 123456789.123456789, -0.0}) {
    copy.set(0, x);
    copy.set(1, std::abs(x));
    const Scene scene = copy.scene();
    EXPECT_EQ(scene.start.q[0], x);
    EXPECT_EQ(scene.system->info().contacts[0].parameters.mu, std::abs(x));
  }
  copy.set(1, -0.1);
  EXPECT_THROW(copy.scene(), InputError);
  copy.set(1, NAN);
  EXPECT_THROW(copy.scene(), InputError);
  copy.set(1, INFINITY);
  EXPECT_THROW(copy.scene(), InputError);
  copy.set(1, 0.1);
  EXPECT_NO_THROW(copy.scene());
}

TEST_F(Bases, PathsThatLeadNowhereAreExplained) {
  const auto says = [](const std::string& path) { return complaint(problem_text, path); };
  EXPECT_EQ(says(""), "'' is no path, keys and indices, separated by single dots");
  EXPECT_EQ(says("contacts..friction"),
            "'contacts..friction' is no path, keys and indices, separated by single dots");
  EXPECT_EQ(says("contacts.0.friction."),
            "'contacts.0.friction.' is no path, keys and indices, separated by single dots");
  EXPECT_EQ(says("bodies.bus.mass"),
            "the list 'impact.bodies' of the base has no entry 'bus', allowed: car, 7");
  EXPECT_EQ(says("bodies.cra.mass"),
            "the list 'impact.bodies' of the base has no entry 'cra', did you mean 'car'? allowed: "
            "car, 7");
  EXPECT_EQ(says("bodies.2.mass"),
            "the list 'impact.bodies' of the base has no entry '2', allowed: car, 7");
  EXPECT_EQ(says("bodies.-1.mass"),
            "the list 'impact.bodies' of the base has no entry '-1', allowed: car, 7");
  EXPECT_EQ(says("bodies.0.velocity.3"),
            "the list 'impact.bodies.0.velocity' of the base has no entry '3', allowed: 0, 1, 2");
  EXPECT_EQ(says("contacts.0.friction.kinetic"),
            "'impact.contacts.0.friction' is a single value in the base, "
            "'contacts.0.friction.kinetic' leads on from it, end at "
            "'impact.contacts.0.friction', or write the base differently");
  EXPECT_EQ(says("bodies.0.velocity"),
            "'bodies.0.velocity' leads to a list of the base, not to a number, go on with one of: "
            "0, 1, 2");
  EXPECT_EQ(says("contacts.0.restitution"),
            "'contacts.0.restitution' leads to a map of the base, not to a number, go on with one "
            "of: newton");
  EXPECT_EQ(says("bodies.0.name"),
            "'bodies.0.name' is 'car' in the base, a path must lead to a number");
  EXPECT_EQ(says("contacts.0.between.1"),  // a quoted number is a name
            "'contacts.0.between.1' is '7' in the base, a path must lead to a number");
}

TEST_F(Bases, OnePlaceCannotBeANumberAndHoldOne) {
  const std::string text =
      "impact: {mass: [[1]], velocity: [-1], contacts: [{normal: [1], restitution: 0.5}]}\n";
  StudyBase base(text, "b");
  base.slot(where(), "contacts.0.friction");
  try {
    base.slot(where(), "contacts.0.friction.kinetic");
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(error.wrong(),
              "'impact.contacts.0.friction' is a number of this study, "
              "'contacts.0.friction.kinetic' leads on from it");
  }
}

TEST_F(Bases, KeysThatCannotBeAreFoundByTheCheck) {
  EXPECT_EQ(checked(problem_text, {"contacts.0.friction"}, {0.5}), "");
  EXPECT_TRUE(checked(problem_text, {"contacts.0.frictoin"}, {0.5})
                  .starts_with("unknown key 'frictoin', did you mean 'friction'? allowed: "));
  EXPECT_TRUE(checked(problem_text, {"contacts.0.restitution.newtno"}, {0.5})
                  .starts_with("unknown key 'newtno', did you mean 'newton'? allowed: "));
  EXPECT_TRUE(checked(problem_text, {"contact.0.friction"}, {0.5})
                  .starts_with("unknown key 'contact', did you mean 'contacts'? allowed: "));
  EXPECT_TRUE(checked(scene_text, {"gravty.1"}, {0.5})
                  .starts_with("unknown key 'gravty', did you mean 'gravity'? allowed: "));
  // Numbers that are not allowed are a matter of the cell, and do not hide a key that is wrong.
  EXPECT_EQ(checked(problem_text, {"contacts.0.friction"}, {-0.5}), "");
  EXPECT_EQ(checked(problem_text, {"contacts.0.friction"}, {NAN}), "");
  EXPECT_TRUE(checked(problem_text, {"bodies.car.mass", "contacts.0.stifness"}, {-1.0, 1.0})
                  .starts_with("unknown key 'stifness', did you mean 'stiffness'? allowed: "));
}

TEST_F(Bases, AreFoundBesideTheStudy) {
  const std::string file = std::string(RICOCHET_SOURCE_DIR) + "/studies/none.yaml";
  const auto named = [&](const std::string& base) {
    const YamlNode node = parse_yaml("base: '" + base + "'\n", file);
    return StudyBase(Value(node, file).at("base"), {file});
  };
  EXPECT_TRUE(named("../problems/sphere.yaml").is_problem());
  EXPECT_FALSE(named("../scenes/rolling_disc.yaml").is_problem());
  EXPECT_EQ(named("../problems/sphere.yaml").name(), "../problems/sphere.yaml");
  EXPECT_EQ(named("../problems/sphere.yaml").text(), testing::text_of("problems/sphere.yaml"));
  EXPECT_TRUE(named(std::string(RICOCHET_SOURCE_DIR) + "/problems/sphere.yaml").is_problem());

  const auto error_of = [&](const std::string& base) -> std::pair<std::string, std::string> {
    try {
      named(base);
    } catch (const InputError& error) {
      return {error.file(), error.what()};
    }
    return {};
  };
  const auto [at, absent] = error_of("../problems/absent.yaml");
  EXPECT_EQ(at, file);
  EXPECT_NE(absent.find(":1:7: base: "), std::string::npos) << absent;
  EXPECT_NE(
      absent.find("cannot be read: No such file or directory, the base is a problem or scene"),
      std::string::npos)
      << absent;
  EXPECT_NE(error_of("..").second.find("cannot be read: Is a directory"), std::string::npos);
  // A base that is no base is wrong at its own place.
  const auto [inside, study] = error_of("payr_glocker_fig4.yaml");
  EXPECT_TRUE(inside.ends_with("studies/payr_glocker_fig4.yaml"));
  EXPECT_NE(study.find("'map' begins a study, and this must be a scene"), std::string::npos)
      << study;
}

TEST_F(Bases, ThatAreWrongThemselvesAreRefused) {
  const auto error_of = [](const std::string& text) -> std::string {
    try {
      const StudyBase base(text, "base.yaml");
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of(""), "base.yaml:1:1: the file is empty, a map of keys is expected");
  std::string text = problem_text;
  text.replace(text.find("0.4"), 3, "-0.4");
  EXPECT_TRUE(error_of(text).starts_with("base.yaml:7:18: impact.contacts.0.friction: "))
      << error_of(text);
}

}  // namespace
}  // namespace ricochet::test
