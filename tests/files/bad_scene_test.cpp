// Every key of a scene file, spoiled in every way: an InputError at the right place, or on the list of legal
// cases below, each with its reason.

#include <gtest/gtest.h>

#include <ricochet/files/scene_file.hpp>

#include "bad_input_matrix.hpp"

namespace ricochet::test {
namespace {

// Complete documents: every documented key is in one of them, each of two alternatives in one.
std::map<std::string, Json> documents() {
  const Json time = Json::parse(R"({"title": "a scene", "format": 1, "law": "lzb",
    "fallback_law": "poisson", "laws": {"lzb": {"tolerance": 1e-9}}, "painleve": "detach",
    "until": 2, "tolerance": 1e-9, "chatter_height": 1e-9, "event_limit": 100, "largest_step": 0.1,
    "output": {"step": 0.1}})");
  const Json contact = Json::parse(R"({"friction": {"static": 0.6, "kinetic": 0.5},
    "restitution": {"newton": 0.5, "poisson": 0.4, "energetic": 0.3, "tangential": 0.2},
    "stiffness": 1e8, "exponent": 1.5, "tangential_stiffness": 2e7, "damping": 0.5,
    "contact_time": 0.001, "impulse_ratio": {"fraction": 0.8}})");
  const auto joined = [](Json a, const Json& b) {
    a.update(b);
    return a;
  };

  Json bodies = joined(Json::parse(R"({"gravity": [0.1, -9.81], "bodies": [
      {"name": "disc", "shape": {"disc": 0.5}, "density": 4, "position": [3, 2], "angle_deg": 20,
       "velocity": [0.5, -1.5], "angular_velocity": 0.4},
      {"name": "rod", "points": {"tip": [0.5, -0.1]}, "mass": 2, "inertia": 0.3,
       "position": [0.2, 3], "angle": 0.1, "velocity": [0.5, -1.5], "angular_velocity": 0.4}],
    "ground": [
      {"name": "floor", "half_plane": {"point": [0.1, -2], "normal_angle_deg": 80}, "belt": 0.3,
       "vibration": {"amplitude": [0.01, 0.02], "frequency_hz": 5, "phase_deg": 30}},
      {"name": "step", "segment": {"from": [-5, -4], "to": [-6, -3]}, "belt": 0.3,
       "vibration": {"amplitude": [0.01, 0.02], "angular_frequency": 5, "phase": 0.3}}],
    "springs": [
      {"from": {"body": "disc", "at": [0.1, 0.2]}, "to": "rod.tip", "stiffness": 50, "length": 0.5,
       "damping": 0.1},
      {"from": [0.5, 6], "to": "rod", "stiffness": 50, "length": 0.5, "damping": 0.1}],
    "dampers": [{"from": [0.5, 6], "to": "rod", "damping": 0.1}],
    "torsion_springs": [
      {"between": ["disc", "rod"], "stiffness": 5, "angle": 0.2, "damping": 0.1},
      {"between": ["disc", "ground"], "stiffness": 5, "angle_deg": 20, "damping": 0.1}],
    "forces": [
      {"body": "rod", "at": [0.1, 0.2], "force": [0.5, 0.3], "amplitude": [0.5, 0.2], "torque": 0.1,
       "torque_amplitude": 0.2, "frequency_hz": 3, "phase_deg": 20},
      {"body": "rod", "amplitude": [0.5, 0.2], "angular_frequency": 3, "phase": 0.2}]})"),
                       time);
  bodies["contacts"] = Json::array({joined({{"between", {"all", "all"}}}, contact),
                                    joined({{"between", {"rod.tip", "floor"}}}, contact)});
  bodies["method"] = "event";
  const Json shapes = Json::parse(R"({"bodies": [
      {"name": "box", "shape": {"box": [0.5, 0.4]}, "density": 4, "position": [3, 12]},
      {"name": "pill", "shape": {"capsule": {"length": 0.5, "radius": 0.2}}, "density": 4,
       "position": [8, 12]},
      {"name": "wedge", "shape": {"polygon": [[0.5, 0.2], [1.5, 0.3], [0.8, 1.2]]}, "mass": 2,
       "inertia": 0.3, "position": [13, 12]},
      {"name": "hammer", "shape": {"compound": [
         {"disc": 0.5, "at": [0.5, 0.1], "angle_deg": 20},
         {"box": [0.5, 0.4], "at": [0.5, 0.1], "angle": 0.2}]}, "density": 4,
       "position": [18, 12]}],
    "ground": [{"name": "step", "polygon": [[0.5, 0.2], [1.5, 0.3], [0.8, 1.2]], "belt": 0.3}],
    "contacts": [{"between": ["all", "all"], "friction": 0.5, "restitution": 0.5},
                 {"between": ["box", "pill"], "touch": false}],
    "until": 1})");
  Json compliant = Json::parse(R"({"bodies": [
      {"name": "ball", "shape": {"disc": 0.5}, "mass": 2, "inertia": 0.3, "position": [3, 2]}],
    "ground": [{"name": "floor", "half_plane": {"point": [0.5, 0.2], "normal_angle_deg": 80}}],
    "contacts": [{"between": ["ball", "floor"], "friction": 0.5, "stiffness": 1e5,
                  "restitution": 0.5, "impulse_ratio": 0.5, "exponent": 1.5}],
    "method": "compliant", "until": 1})");
  Json system = time;
  system["system"] =
      Json::parse(R"({"mass": [[1, 0.1], [0.1, 2]], "stiffness": [[3, 0.5], [0.5, 4]],
    "damping": [[0.3, 0.1], [0.1, 0.4]],
    "force": {"constant": [0.5, 0.2], "amplitude": [0.5, 0.2], "angular_frequency": 3, "phase": 0.2},
    "q": [0.5, 0.2], "velocity": [0.5, 0.2]})");
  system["system"]["contacts"] = Json::array(
      {joined(Json::parse(R"({"name": "tip", "gap": 3, "normal": [0.1, 0.5], "tangent": [0.5, 0.1],
                              "surface_velocity": [0.1, 0.2]})"),
              contact)});
  const Json forced =
      Json::parse(R"({"system": {"mass": [[1]], "force": [0.5], "contacts": [{"name": "stop",
        "gap": 3, "normal": [0.5], "restitution": 0.5}]}, "until": 1})");
  Json model = time;
  model["model"] = "bar";
  model["parameters"] = Json::parse(R"({"mass": 2, "friction": 0.3, "restitution": 0.5})");
  const Json stepped =
      Json::parse(R"({"model": "bar", "method": "moreau", "step": 0.01, "theta": 0.75,
                      "law": "moreau", "fallback_law": "moreau", "until": 1})");
  return {{"bodies", bodies},   {"shapes", shapes}, {"compliant", compliant},
          {"stepped", stepped}, {"system", system}, {"system-forced", forced},
          {"model", model}};
}

void add_special_cases(BadInputMatrix& matrix) {
  matrix.spoil("bodies", "bodies.1.name", "duplicate body name", R"("disc")");
  matrix.spoil("bodies", "ground.0.name", "name of a body", R"("disc")");
  for (const char* name : {"all", "ground", "a.b", "a/b", ""}) {
    matrix.spoil("bodies", "bodies.0.name", std::string("name ") + name, Json(name).dump());
  }
  matrix.spoil("bodies", "bodies.1.points", "point with a dot", R"({"a.b": [0, 0]})");
  matrix.spoil("bodies", "bodies.1.points", "no points", "{}");
  matrix.spoil("bodies", "bodies.0.position", "deep in the floor", "[3, -9]");
  matrix.spoil("bodies", "ground.1.segment.to", "no length", "[-5, -4]");
  matrix.spoil("bodies", "springs.0.to", "unknown point", R"("rod.tipp")");
  matrix.spoil("bodies", "springs.0.to", "the same body", R"("disc")");
  matrix.spoil("bodies", "springs.1.to", "both fixed", "[1, 1]");
  matrix.spoil("bodies", "torsion_springs.0.between", "the same body", R"(["rod", "rod"])");
  matrix.spoil("bodies", "torsion_springs.0.between", "ground first", R"(["ground", "rod"])");
  matrix.spoil("bodies", "contacts.1.between", "unknown name", R"(["rod", "flor"])");
  matrix.spoil("bodies", "contacts.1.between", "points and discs never touch",
               R"(["rod.tip", "disc"])");
  matrix.spoil("bodies", "contacts.0.between", "the rest is without parameters",
               R"(["disc", "floor"])");
  matrix.spoil("shapes", "bodies.2.shape.polygon", "not convex",
               "[[0, 0], [2, 0], [0.5, 0.5], [0, 2]]");
  matrix.spoil("shapes", "bodies.2.shape.polygon", "no area", "[[0, 0], [1, 1], [3, 3]]");
  matrix.spoil("shapes", "bodies.2.shape.polygon", "a bow tie", "[[0, 0], [2, 2], [2, 0], [0, 1]]");
  matrix.spoil("shapes", "ground.0.polygon", "the same point twice",
               "[[0, 0], [1, 0], [1, 0], [0, 1]]");
  matrix.spoil("shapes", "bodies.0.shape", "two kinds", R"({"box": [1, 1], "disc": 1})");
  matrix.spoil("shapes", "bodies.0.shape", "none", "{}");
  matrix.spoil("shapes", "bodies.3.shape.compound", "no parts", "[]");
  matrix.spoil("shapes", "bodies.3.position", "deep in the wedge", "[14, 12.5]");
  matrix.spoil("shapes", "contacts.1.touch", "true", "true");
  matrix.spoil("compliant", "contacts.0.exponent", "below 1", "0.9");
  matrix.spoil("compliant", "method", "unknown", R"("events")");
  matrix.spoil("stepped", "step", "zero", "0");
  matrix.spoil("stepped", "step", "negative", "-1e-3");
  matrix.spoil("stepped", "step", "too many steps", "1e-13");
  matrix.spoil("stepped", "theta", "below a half", "0.49");
  matrix.spoil("stepped", "theta", "above 1", "1.01");
  matrix.spoil("stepped", "law", "another law", R"("poisson")");
  matrix.spoil("stepped", "fallback_law", "another law", R"("lzb")");
  matrix.spoil("system", "system.stiffness", "asymmetric", "[[3, 0.5], [0.6, 4]]");
  matrix.spoil("system", "system.damping", "feeds energy", "[[0.3, 5], [5, 0.4]]");
  matrix.spoil("system", "system.mass", "indefinite", "[[1, 2], [2, 1]]");
  matrix.spoil("system", "system.contacts.0.gap", "deep", "-3");
  matrix.spoil("system", "system.contacts.0.normal", "zero row", "[0, 0]");
  matrix.spoil("system", "system.contacts.0.tangent", "zero row with friction", "[0, 0]");
  matrix.spoil("model", "model", "unknown", R"("barr")");
  matrix.spoil("model", "parameters.restitution", "out of range", "1.1");
  for (const char* form : {"bodies", "system", "model"}) {
    matrix.spoil(form, "law", "unknown", R"("moreaux")");
    matrix.spoil(form, "painleve", "unknown", R"("explode")");
    matrix.spoil(form, "tolerance", "too small", "0.9e-13");
    matrix.spoil(form, "tolerance", "too large", "1.1e-3");
    matrix.spoil(form, "event_limit", "a fraction", "1.5");
    matrix.spoil(form, "output.step", "too many samples", "1e-9");
    matrix.spoil(form, "title", "two lines", R"("a\nb")");
    matrix.spoil(form, "format", "unknown number", "2");
  }
  Json two_forms = matrix.documents().at("model");
  two_forms["bodies"] = matrix.documents().at("bodies")["bodies"];
  matrix.add("model", "bodies", "second form", two_forms);
  Json foreign = matrix.documents().at("model");
  foreign["gravity"] = Json::parse("[0, 0]");
  matrix.add("model", "gravity", "key of another form", foreign);
  Json weighed = matrix.documents().at("bodies");
  weighed["bodies"][0]["mass"] = 1;
  matrix.add("bodies", "bodies.0.mass", "beside density", weighed);
  Json shapeless = matrix.documents().at("bodies");
  shapeless["bodies"][0].erase("shape");
  matrix.add("bodies", "bodies.0.density", "without a disc", shapeless);
  for (const char* path : {"bodies.0.angle", "ground.0.vibration.phase", "forces.0.phase",
                           "ground.0.vibration.angular_frequency", "torsion_springs.1.angle"}) {
    Json both = matrix.documents().at("bodies");
    std::string pointer = std::string("/") + path;
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    both[Json::json_pointer(pointer)] = 1;
    // The second of the two is the one complained of.
    const std::string of_deg = std::string(path).find("frequency") == std::string::npos
                                   ? std::string(path) + "_deg"
                                   : "ground.0.vibration.frequency_hz";
    matrix.add("bodies", of_deg, "both alternatives", both);
  }
}

constexpr CasePattern legal_cases[] = {
    // How to go through time.
    {"* title missing", "a title is optional"},
    {"* title wrong type: yes", "yes is text"},
    {"* format missing", "the format number is optional"},
    {"bodies method missing", "event is the default"},
    {"compliant method missing", "event is the default; the contact has a restitution too"},
    {"stepped method missing", "event is the default"},
    {"stepped theta missing", "1/2 is the default"},
    {"* law missing", "moreau is the default"},
    {"* fallback_law missing", "without it a law without answer ends the motion"},
    {"* laws missing", "options have defaults"},
    {"* laws.lzb missing", "options have defaults"},
    {"* laws.lzb.tolerance missing", "options have defaults"},
    {"* painleve missing", "detach is the default"},
    {"* tolerance missing", "it has a default"},
    {"* chatter_height missing", "it has a default"},
    {"* event_limit missing", "it has a default"},
    {"* largest_step missing", "steps are free by default"},
    {"* output missing", "every step is a sample by default"},
    // Bodies.
    {"bodies gravity missing", "9.81 m/s^2 downwards is the default"},
    {"bodies gravity.? zero", "gravity has any direction"},
    {"bodies gravity.? negative", "gravity has any direction"},
    {"* bodies.?.angle* missing", "0 is the default"},
    {"* bodies.?.angular_velocity missing", "0 is the default"},
    {"* bodies.?.velocity missing", "rest is the default"},
    {"* bodies.?.angle* negative", "angles have any sign"},
    {"* bodies.?.angle* zero", "angles have any sign"},
    {"* bodies.?.angular_velocity negative", "velocities have any sign"},
    {"* bodies.?.angular_velocity zero", "velocities have any sign"},
    {"* bodies.?.velocity.? negative", "velocities have any sign"},
    {"* bodies.?.velocity.? zero", "velocities have any sign"},
    {"* bodies.?.position.? negative", "the floor is lower still, or contacts may be compressed"},
    {"* bodies.?.position.? zero", "the floor is lower still, or contacts may be compressed"},
    {"* bodies.?.points.tip.? negative", "places have any sign"},
    {"* bodies.?.points.tip.? zero", "places have any sign"},
    {"* bodies.?.points.tipx unknown neighbour", "names of points are free"},
    {"bodies ground wrong length: one less", "nobody speaks of the second ground"},
    {"* ground.?.half_plane.point.? negative", "places have any sign"},
    {"* ground.?.half_plane.point.? zero", "places have any sign"},
    {"* ground.?.half_plane.normal_angle_deg negative",
     "angles have any sign; the discs are outside"},
    {"* ground.?.half_plane.normal_angle_deg zero", "angles have any sign; the discs are outside"},
    {"* ground.?.segment.*.? negative", "places have any sign"},
    {"* ground.?.segment.*.? zero", "places have any sign"},
    {"* ground.1.name wrong type: yes", "yes is text, and nobody speaks of this ground"},
    {"* ground.?.belt missing", "surfaces are at rest by default"},
    {"* ground.?.belt negative", "velocities have any sign"},
    {"* ground.?.belt zero", "velocities have any sign"},
    {"* ground.?.vibration missing", "surfaces are at rest by default"},
    {"* ground.?.vibration.amplitude.? negative", "directions have any sign"},
    {"* ground.?.vibration.amplitude.? zero", "directions have any sign"},
    {"* ground.?.vibration.phase* missing", "0 is the default"},
    {"* ground.?.vibration.phase* negative", "phases have any sign"},
    {"* ground.?.vibration.phase* zero", "phases have any sign"},
    // Shapes.
    {"shapes bodies wrong length: one less", "nobody speaks of the last body"},
    {"shapes bodies.[23].name wrong type: yes", "yes is text, and nobody speaks of this body"},
    {"shapes bodies.2.shape missing", "a body may be without a shape"},
    {"shapes *.polygon.?.? negative", "places have any sign; these three are still a triangle"},
    {"shapes *.polygon.?.? zero", "places have any sign; these three are still a triangle"},
    {"shapes *.compound wrong length: one *", "there may be any number of parts up to 16"},
    {"shapes *.compound.?.at missing", "the origin is the default"},
    {"shapes *.compound.?.at.? negative", "places have any sign"},
    {"shapes *.compound.?.at.? zero", "places have any sign"},
    {"shapes *.compound.?.angle* missing", "0 is the default"},
    {"shapes *.compound.?.angle* negative", "angles have any sign"},
    {"shapes *.compound.?.angle* zero", "angles have any sign"},
    {"shapes ground missing", "the bodies are left"},
    {"shapes ground.0.name wrong type: yes", "yes is text, and nobody speaks of this ground"},
    {"shapes contacts wrong length: one *", "the first entry speaks of all contacts"},
    // Forces.
    {"* springs missing", "there may be none"},
    {"* dampers missing", "there may be none"},
    {"* torsion_springs missing", "there may be none"},
    {"* forces missing", "there may be none"},
    {"* springs wrong length: one *", "there may be any number"},
    {"* dampers wrong length: one more", "there may be any number"},
    {"* torsion_springs wrong length: one *", "there may be any number"},
    {"* forces wrong length: one *", "there may be any number"},
    {"* springs.?.length missing", "the distance at the start is the default"},
    {"* springs.?.length zero", "the force may be proportional to the distance"},
    {"*springs.?.damping missing", "0 is the default"},
    {"*springs.?.damping zero", "0 is the default"},
    {"* springs.0.from.at missing", "the centre of mass is the default"},
    {"* springs.0.from wrong type: list", "[1, 2] is a fixed place"},
    {"* springs.0.to wrong type: list", "[1, 2] is a fixed place"},
    {"* springs.?.from*.? negative", "places have any sign"},
    {"* springs.?.from*.? zero", "places have any sign"},
    {"* dampers.?.from.? negative", "places have any sign"},
    {"* dampers.?.from.? zero", "places have any sign"},
    {"* torsion_springs.?.stiffness zero", "it is a damper then"},
    {"* torsion_springs.?.angle* missing", "the angle at the start is the default"},
    {"* torsion_springs.?.angle* negative", "angles have any sign"},
    {"* torsion_springs.?.angle* zero", "angles have any sign"},
    {"* forces.0.at missing", "the centre of mass is the default"},
    {"* forces.0.force missing", "the amplitudes are left"},
    {"* forces.0.amplitude missing", "the amplitude of the torque is left"},
    {"* forces.0.torque* missing", "the force is left"},
    {"* forces.?.phase* missing", "0 is the default"},
    {"* forces.?.*.? negative", "places and forces have any sign"},
    {"* forces.?.*.? zero", "places and forces have any sign"},
    {"* forces.?.torque* negative", "torques have any sign"},
    {"* forces.?.torque* zero", "torques have any sign"},
    {"* forces.?.phase* negative", "phases have any sign"},
    {"* forces.?.phase* zero", "phases have any sign"},
    // Contacts, in two forms.
    {"bodies contacts wrong length: one *", "the first entry speaks of all contacts"},
    {"compliant contacts wrong length: one more", "the last entry counts"},
    {"*contacts.?.contact_time missing", "0 is the default"},
    {"*contacts.?.contact_time zero", "0 is the default"},
    {"*contacts.?.damping missing", "0 is the default"},
    {"*contacts.?.damping zero", "0 is the default"},
    {"*contacts.?.exponent missing", "a linear spring is the default"},
    {"*contacts.?.friction zero", "a contact may be smooth"},
    {"*contacts.?.friction.kinetic zero", "kinetic friction may vanish before static"},
    {"*contacts.?.impulse_ratio missing", "only `brach` reads it"},
    {"*contacts.?.impulse_ratio negative", "the ratio L_T / L_N has a sign"},
    {"*contacts.?.impulse_ratio zero", "no tangential impulse is a possible process"},
    {"*contacts.?.impulse_ratio.fraction zero", "no tangential impulse is possible"},
    {"compliant contacts.0.restitution missing", "compliant contacts have no law"},
    {"*contacts.?.restitution zero", "an impact may be plastic"},
    {"*contacts.?.restitution.* missing", "a law whose coefficient is absent refuses"},
    {"*contacts.?.restitution.* zero", "an impact may be plastic"},
    {"bodies contacts.?.stiffness missing", "only some laws need it; they refuse"},
    {"system system.contacts.?.stiffness missing", "only some laws need it; they refuse"},
    {"*contacts.?.tangential_stiffness missing", "only some laws need it; they refuse"},
    // Linear systems.
    {"system* system.stiffness missing", "0 is the default"},
    {"system* system.damping missing", "0 is the default"},
    {"system* system.force missing", "0 is the default"},
    {"system* system.q missing", "0 is the default"},
    {"system* system.velocity missing", "rest is the default"},
    {"system* system.contacts missing", "a system may be free"},
    {"system system.stiffness.0.0 negative", "an equilibrium may be unstable"},
    {"system system.stiffness.1.1 negative", "an equilibrium may be unstable"},
    {"system system.stiffness.0.0 zero", "a coordinate may be free"},
    {"system system.stiffness.1.1 zero", "a coordinate may be free"},
    {"system system.damping.0.1 zero", "there is a gyroscopic part then"},
    {"system system.damping.1.0 zero", "there is a gyroscopic part then"},
    {"system system.force wrong type: list", "[1, 2] is a constant force"},
    {"system system.force.constant missing", "0 is the default"},
    {"system system.force.phase missing", "0 is the default"},
    {"system* system.force*.? negative", "forces have any sign"},
    {"system* system.force*.? zero", "forces have any sign"},
    {"system system.force.phase negative", "phases have any sign"},
    {"system system.force.phase zero", "phases have any sign"},
    {"system system.q.? negative", "coordinates have any sign"},
    {"system system.q.? zero", "coordinates have any sign"},
    {"system system.velocity.? negative", "velocities have any sign"},
    {"system system.velocity.? zero", "velocities have any sign"},
    {"system* system.contacts.0.name missing", "a name is generated"},
    {"system* system.contacts.0.name wrong type: yes", "yes is text, and a name"},
    {"system* system.contacts.0.gap zero", "the contact is closed, or opened by q"},
    {"system* system.contacts.0.normal.? negative", "entries of a direction have any sign"},
    {"system system.contacts.0.normal.? zero", "only the whole row must not vanish"},
    {"system system.contacts.0.tangent.? negative", "entries of a direction have any sign"},
    {"system system.contacts.0.tangent.? zero", "only the whole row must not vanish"},
    {"system system.contacts.0.surface_velocity missing", "surfaces are at rest by default"},
    {"system system.contacts.0.surface_velocity.? negative", "velocities have any sign"},
    {"system system.contacts.0.surface_velocity.? zero", "velocities have any sign"},
    // Models.
    {"model parameters missing", "models have defaults"},
    {"model parameters.* missing", "models have defaults"},
    {"model parameters.friction zero", "a contact may be smooth"},
    {"model parameters.restitution zero", "an impact may be plastic"},
};

constexpr CasePattern complained_elsewhere[] = {
    {"* bodies missing", "no form is left: said of the whole file"},
    {"* system missing", "no form is left: said of the whole file"},
    {"* model missing", "no form is left: said of the whole file"},
    {"model bodies second form", "of two forms the later in the list is one too many"},
    {"bodies bodies wrong length: one less", "a spring hangs on the body that is gone"},
    {"* bodies.?.shape missing", "there is no shape to have a density, or to touch the floor"},
    {"* bodies.?.density missing", "mass and inertia are the alternative"},
    {"shapes contacts.1.touch missing", "parameters are the alternative"},
    {"bodies bodies.1.points missing", "a spring hangs on the point that is gone"},
    {"* bodies.?.name wrong type: yes", "yes is a name, but others speak of the old one"},
    {"* ground missing", "a contact speaks of it"},
    {"* ground.0.name wrong type: yes", "yes is a name, but a contact speaks of the old one"},
    {"*.frequency_hz missing", "said of the other one"},
    {"bodies forces.1.amplitude missing", "the frequency is left without it"},
    {"system system.mass.0.1 *", "asymmetry is reported below the diagonal"},
    {"system system.stiffness.0.1 *", "asymmetry is reported below the diagonal"},
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

TEST(BadScene, EverySpoiledKeyIsRefusedAtItsPlaceOrLegalForAReason) {
  expect_refusals(matrix(), complaint_about, legal_cases, complained_elsewhere);
}

TEST(BadScene, EveryKeyOfTheMatrixIsDocumented) {
  expect_documented(matrix(), "docs/scene-files.md");
}

TEST(BadScene, ProgramEndsWithCode2AndSaysOnlyWhere) {
  expect_code_2(matrix(), complaint_about, "check");
}

}  // namespace
}  // namespace ricochet::test
