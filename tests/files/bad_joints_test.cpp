// Every key of the joints of a scene, spoiled in every way: an InputError at the right place, or on the list of legal
// cases below, each with its reason.

#include <gtest/gtest.h>

#include <ricochet/files/scene_file.hpp>

#include "bad_input_matrix.hpp"

namespace ricochet::test {
namespace {

// Every documented key of joints, each of two alternatives in one of them. The bodies have room to be moved.
std::map<std::string, Json> documents() {
  const Json joints = Json::parse(R"({"bodies": [
      {"name": "crank", "points": {"tip": [1, 0]}, "mass": 2, "inertia": 0.3, "position": [1, 2]},
      {"name": "rod", "mass": 2, "inertia": 0.3, "position": [3, 2]},
      {"name": "piston", "mass": 2, "inertia": 0.3, "position": [5, 2]},
      {"name": "flag", "mass": 2, "inertia": 0.3, "position": [5, 4]},
      {"name": "wheel", "mass": 2, "inertia": 0.3, "position": [9, 2]},
      {"name": "sledge", "mass": 2, "inertia": 0.3, "position": [9, 9]}],
    "joints": [
      {"name": "axle", "revolute": {"between": ["crank", "ground"], "at": [0.5, 2.5]},
       "motor": {"speed": 3}},
      {"name": "pin", "revolute": {"from": "crank.tip", "to": {"body": "rod", "at": [-1, 0]}}},
      {"name": "wrist", "revolute": {"between": ["rod", "piston"], "at": [5.5, 1.5]}},
      {"name": "bond", "weld": {"between": ["flag", "piston"]}},
      {"name": "loose", "revolute": {"between": ["wheel", "ground"], "at": [9.5, 2.5]},
       "clearance": {"gap": 0.1, "radius": 0.5, "friction": {"static": 0.6, "kinetic": 0.5},
         "restitution": {"newton": 0.5, "poisson": 0.4, "energetic": 0.3, "tangential": 0.2},
         "stiffness": 1e8, "exponent": 1.5, "tangential_stiffness": 2e7, "damping": 0.5,
         "contact_time": 0.001, "impulse_ratio": {"fraction": 0.8}}}],
    "until": 1})");
  const Json sliders = Json::parse(R"({"bodies": [
      {"name": "table", "mass": 2, "inertia": 0.3, "position": [1, 2]},
      {"name": "sledge", "mass": 2, "inertia": 0.3, "position": [9, 9]}],
    "joints": [
      {"name": "shaker", "prismatic": {"between": ["table", "ground"], "axis_deg": 30, "at": [1.5, 2.5]},
       "motor": {"speed": 3, "amplitude": 0.5, "frequency_hz": 3, "phase_deg": 20}},
      {"name": "guide", "prismatic": {"between": ["sledge", "table"], "axis_deg": 30},
       "clearance": {"gap": 0.1, "length": 0.5, "friction": 0.5, "restitution": 0.5}}],
    "until": 1})");
  const Json shaken = Json::parse(R"({"bodies": [
      {"name": "wheel", "mass": 2, "inertia": 0.3, "position": [1, 2]}],
    "joints": [
      {"name": "axle", "revolute": {"from": {"body": "wheel", "at": [0.5, 0.5]}, "to": [1.5, 2.5]},
       "motor": {"amplitude": 0.5, "angular_frequency": 3, "phase": 0.2}}],
    "until": 1})");
  return {{"joints", joints}, {"sliders", sliders}, {"shaken", shaken}};
}

void add_special_cases(BadInputMatrix& matrix) {
  matrix.spoil("joints", "joints.1.name", "duplicate name", R"("axle")");
  matrix.spoil("joints", "joints.1.name", "name of a body", R"("rod")");
  for (const char* name : {"all", "ground", "a.b", "a/b", ""}) {
    matrix.spoil("joints", "joints.1.name", std::string("name ") + name, Json(name).dump());
  }
  matrix.spoil("joints", "joints.0.revolute.between", "unknown", R"(["crak", "ground"])");
  matrix.spoil("joints", "joints.0.revolute.between", "a joint", R"(["pin", "ground"])");
  matrix.spoil("joints", "joints.0.revolute.between", "itself", R"(["crank", "crank"])");
  matrix.spoil("joints", "joints.0.revolute.between", "ground first", R"(["ground", "crank"])");
  matrix.spoil("joints", "joints.0.revolute.between", "ground twice", R"(["ground", "ground"])");
  matrix.spoil("joints", "joints.1.revolute.from", "fixed", "[2, 2]");
  matrix.spoil("joints", "joints.1.revolute.to", "the same body", R"("crank")");
  matrix.spoil("joints", "joints.1.revolute.to", "unknown point", R"("crank.top")");
  matrix.spoil("joints", "joints.1.revolute.to", "apart", R"("rod")");
  const auto with = [&](const char* form, const char* pointer, const char* value) {
    Json changed = matrix.documents().at(form);
    changed[Json::json_pointer(pointer)] = Json::parse(value);
    return changed;
  };
  matrix.add("joints", "joints.3.motor", "of a weld",
             with("joints", "/joints/3/motor", R"({"speed": 1})"));
  matrix.add("joints", "joints.3.clearance", "of a weld",
             with("joints", "/joints/3/clearance", R"({"gap": 1})"));
  matrix.add("joints", "joints.4.motor", "beside clearance",
             with("joints", "/joints/4/motor", R"({"speed": 1})"));
  matrix.add("joints", "joints.1.revolute.at", "beside from",
             with("joints", "/joints/1/revolute/at", "[2, 2]"));
  matrix.add("joints", "joints.0.weld", "second kind",
             with("joints", "/joints/0/weld", R"({"between": ["crank", "ground"]})"));
  matrix.add("joints", "joints.0.motor.phase", "without amplitude",
             with("joints", "/joints/0/motor/phase", "1"));
  matrix.add("shaken", "joints.0.motor.phase_deg", "both alternatives",
             with("shaken", "/joints/0/motor/phase_deg", "1"));
  Json many = matrix.documents().at("shaken");
  const Json joint = many["joints"][0];
  for (int i = 0; i < 100; ++i) many["joints"].push_back(joint);
  matrix.add("shaken", "joints", "101 of them", many);
}

constexpr CasePattern legal_cases[] = {
    {"* joints missing", "bodies may be free"},
    {"joints joints wrong length: one less", "there may be any number"},
    {"sliders joints wrong length: one less", "there may be any number"},
    {"* joints.?.name wrong type: yes", "yes is text, and nobody speaks of joints"},
    {"* joints.?.*[ec].at.? negative", "places have any sign, and those of `between` always meet"},
    {"* joints.?.*[ec].at.? zero", "places have any sign, and those of `between` always meet"},
    {"joints joints.1.revolute.to.at.0 negative", "it is -1"},
    {"joints joints.1.revolute.to.at.1 zero", "it is 0"},
    {"sliders joints.0.prismatic.at missing", "the centre of mass is the default"},
    {"* joints.?.prismatic.axis_deg negative", "angles have any sign"},
    {"* joints.?.prismatic.axis_deg zero", "angles have any sign"},
    // Motors.
    {"* joints.?.motor missing", "joints may move freely"},
    {"sliders joints.?.motor.speed missing", "the oscillation is left"},
    {"* joints.?.motor.speed negative", "velocities have any sign"},
    {"* joints.?.motor.speed zero", "a motor may hold still"},
    {"* joints.?.motor.amplitude negative", "amplitudes have any sign"},
    {"* joints.?.motor.amplitude zero", "amplitudes have any sign"},
    {"* joints.?.motor.phase* missing", "0 is the default"},
    {"* joints.?.motor.phase* negative", "phases have any sign"},
    {"* joints.?.motor.phase* zero", "phases have any sign"},
    // Clearance: the parameters of contacts.
    {"* joints.?.clearance missing", "joints have no play by default"},
    {"* joints.?.clearance.contact_time missing", "0 is the default"},
    {"* joints.?.clearance.contact_time zero", "0 is the default"},
    {"* joints.?.clearance.damping missing", "0 is the default"},
    {"* joints.?.clearance.damping zero", "0 is the default"},
    {"* joints.?.clearance.exponent missing", "a linear spring is the default"},
    {"* joints.?.clearance.friction zero", "a contact may be smooth"},
    {"* joints.?.clearance.friction.kinetic zero", "kinetic friction may vanish before static"},
    {"* joints.?.clearance.impulse_ratio missing", "only `brach` reads it"},
    {"* joints.?.clearance.impulse_ratio negative", "the ratio L_T / L_N has a sign"},
    {"* joints.?.clearance.impulse_ratio zero", "no tangential impulse is a possible process"},
    {"* joints.?.clearance.impulse_ratio.fraction zero", "no tangential impulse is possible"},
    {"* joints.?.clearance.restitution zero", "an impact may be plastic"},
    {"* joints.?.clearance.restitution.* missing", "a law whose coefficient is absent refuses"},
    {"* joints.?.clearance.restitution.* zero", "an impact may be plastic"},
    {"* joints.?.clearance.*stiffness missing", "only some laws need it; they refuse"},
    // Bodies that no ends have to meet.
    {"joints bodies wrong length: one less", "the last body has no joint"},
    {"joints bodies.5.name wrong type: yes", "yes is a name, and no joint speaks of this body"},
    {"joints bodies.0.points.tipx unknown neighbour", "names of points are free"},
    {"joints bodies.0.points.tip.1 zero", "it is zero"},
    {"joints bodies.[2-5].position.? zero", "places have any sign"},
    {"joints bodies.[2-5].position.? negative", "places have any sign"},
    {"sliders bodies.?.position.? zero", "places have any sign"},
    {"sliders bodies.?.position.? negative", "places have any sign"},
};

constexpr CasePattern complained_elsewhere[] = {
    {"* bodies missing", "no form is left: said of the whole file"},
    {"sliders bodies wrong length: one less", "a joint speaks of the body that is gone"},
    {"* bodies.?.name wrong type: yes", "yes is a name, but joints speak of the old one"},
    {"joints bodies.0.points missing", "a joint speaks of the point that is gone"},
    {"joints bodies.?.p*", "ends that met are apart, said of the second"},
    {"shaken bodies.?.position.? *", "ends that met are apart, said of the second"},
    {"shaken joints.0.revolute.from.at*", "ends that met are apart, said of the second"},
    {"* joints.?.motor.amplitude missing", "the frequency is left without it"},
    {"* joints.?.motor.frequency_hz missing", "said of the other one"},
};

std::optional<InputError> complaint_about(const std::string& text) {
  try {
    parse_scene(text, "case.yaml");
  } catch (const InputError& error) {
    return error;
  }
  return std::nullopt;
}

const BadInputMatrix& matrix() {
  static const BadInputMatrix all = [] {
    BadInputMatrix made(documents());
    add_special_cases(made);
    return made;
  }();
  return all;
}

TEST(BadJoints, EverySpoiledKeyIsRefusedAtItsPlaceOrLegalForAReason) {
  expect_refusals(matrix(), complaint_about, legal_cases, complained_elsewhere);
}

TEST(BadJoints, EveryKeyOfTheMatrixIsDocumented) {
  expect_documented(matrix(), "docs/scene-files.md");
}

TEST(BadJoints, ProgramEndsWithCode2AndSaysOnlyWhere) {
  expect_code_2(matrix(), complaint_about, "check");
}

}  // namespace
}  // namespace ricochet::test
