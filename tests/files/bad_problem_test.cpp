// Every key of a problem file, spoiled in every way: an InputError at the right place, or on the list of
// legal cases below, each with its reason.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <ricochet/files/problem_file.hpp>

#include "bad_input_matrix.hpp"

namespace ricochet::test {
namespace {

std::map<std::string, Json> documents() {
  const Json common = Json::parse(R"({
      "name": "tip", "friction": {"static": 0.6, "kinetic": 0.5},
      "restitution": {"newton": 0.5, "poisson": 0.4, "energetic": 0.3, "tangential": 0.2},
      "stiffness": 1e8, "exponent": 1.5, "tangential_stiffness": 2e7,
      "surface_velocity": [0.1, 0.2], "impulse_ratio": {"fraction": 0.8}})");
  Json plain = common;
  plain["friction"] = 0.5;
  plain["restitution"] = 0.5;
  plain["impulse_ratio"] = 0.3;
  const auto contact = [](Json keys, const char* more) {
    keys.update(Json::parse(more));
    return keys;
  };
  const Json laws = Json::parse(R"({"lzb": {"tolerance": 1e-9, "method": "adaptive",
      "step_limit": 1000}, "bowling": {"objective": ["tip"], "slip_speed": 1e-3,
      "slip_exponent": 0.5}})");
  const Json plain_laws = Json::parse(R"({"lzb": {"method": "euler", "steps": 5000}})");
  const auto laws_for = [&](const Json& keys) {
    return keys["friction"].is_number() ? plain_laws : laws;
  };
  const char* rows = R"({"normal": [0.1, 1, 0.35], "tangent": [1, 0.2, -0.35]})";
  const char* touch =
      R"({"between": ["car", "van"], "point": [0.7, 0.8], "normal_angle_deg": -110})";
  const auto matrices = [&](const Json& keys) {
    Json document = Json::parse(R"({"format": 1, "impact": {
        "mass": [[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.3, 3]], "velocity": [0.2, -1.0, 0.5]}})");
    document["impact"]["contacts"] = Json::array({contact(keys, rows)});
    document["impact"]["laws"] = laws_for(keys);
    return document;
  };
  const auto space = [&](const Json& keys, const char* impact) {
    Json document{{"format", 1}, {"impact", Json::parse(impact)}};
    document["impact"]["contacts"] = Json::array({keys});
    document["impact"]["laws"] = laws_for(keys);
    return document;
  };
  const auto bodies = [&](const Json& keys) {
    Json document = Json::parse(R"({"format": 1, "impact": {"bodies": [
        {"name": "car", "mass": 1350, "inertia": 2150, "velocity": [13.9, 0.5, 0.1], "centre": [0.1, 0.2]},
        {"name": "van", "mass": 1980, "inertia": 3900, "velocity": [0.5, -10, 0.1], "centre": [0.9, 3.1]}
        ]}})");
    document["impact"]["contacts"] = Json::array({contact(keys, touch)});
    document["impact"]["laws"] = laws_for(keys);
    return document;
  };
  const char* regular = R"({"delassus": [[2.5, -1.5], [-1.5, 2.5]], "velocity": [-1, 0.2]})";
  // velocity + surface_velocity = (-0.9, -0.9) is in the range of the singular matrix.
  const char* singular = R"({"delassus": [[2, 2], [2, 2]], "velocity": [-1, -1.1]})";
  return std::map<std::string, Json>{{"matrices", matrices(common)},
                                     {"matrices-plain", matrices(plain)},
                                     {"contact-space", space(common, regular)},
                                     {"contact-space-plain", space(plain, regular)},
                                     {"contact-space-singular", space(common, singular)},
                                     {"bodies", bodies(common)},
                                     {"bodies-plain", bodies(plain)}};
}

void add_special_cases(BadInputMatrix& matrix) {
  const auto spoil = [&](const std::string& form, const std::string& path,
                         const std::string& operation,
                         const char* by) { matrix.spoil(form, path, operation, by); };
  const auto& documents = matrix.documents();
  spoil("matrices", "impact.mass", "asymmetric mass",
        "[[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.31, 3]]");
  spoil("matrices", "impact.mass", "barely asymmetric mass",
        "[[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.30000000001, 3]]");
  spoil("matrices", "impact.mass", "singular mass", "[[1, 1, 0], [1, 1, 0], [0, 0, 1]]");
  spoil("matrices", "impact.mass", "singular mass to rounding",
        "[[0.01, 0.03, 0], [0.03, 0.09, 0], [0, 0, 1]]");
  spoil("matrices", "impact.mass", "indefinite mass", "[[1, 2, 0], [2, 1, 0], [0, 0, 1]]");
  spoil("matrices", "impact.contacts.0.normal", "zero normal row", "[0, 0, 0]");
  spoil("matrices", "impact.contacts.0.tangent", "zero tangent with friction", "[0, 0, 0]");
  spoil("contact-space", "impact.delassus", "asymmetric delassus", "[[2.5, -1.5], [-1.4, 2.5]]");
  spoil("contact-space", "impact.delassus", "indefinite delassus", "[[2.5, -3], [-3, 2.5]]");
  spoil("contact-space", "impact.delassus", "barely indefinite delassus",
        "[[1, 1.0000000001], [1.0000000001, 1]]");
  spoil("contact-space", "impact.delassus", "alpha = 0", "[[0, 0], [0, 2.5]]");
  spoil("contact-space", "impact.delassus", "beta = 0 with friction", "[[2.5, 0], [0, 0]]");
  spoil("contact-space-singular", "impact.velocity", "velocity outside the range", "[-1, 0.2]");
  spoil("contact-space-singular", "impact.velocity", "velocity barely outside the range",
        "[-1, -1.100000001]");
  for (const char* form : {"matrices", "contact-space", "bodies"}) {
    spoil(form, "impact.contacts.0.friction", "static below kinetic",
          R"({"static": 0.4, "kinetic": 0.5})");
    spoil(form, "impact.contacts.0.restitution", "above 1", "1.0000001");
    spoil(form, "impact.contacts.0.restitution.newton", "above 1", "1.5");
    spoil(form, "impact.contacts.0.restitution", "no normal coefficient", R"({"tangential": 0.5})");
    spoil(form, "impact.contacts.0.impulse_ratio.fraction", "above 1", "1.1");
    spoil(form, "format", "unknown number", "2");
    spoil(form, "impact", "not a map", "[]");
    Json many = documents.at(form);
    Json& contacts = many["impact"]["contacts"];
    contacts[0].erase("name");
    while (contacts.size() <= 100) contacts.push_back(contacts[0]);
    matrix.add(form, "impact.contacts", "101 contacts", many);
    spoil(form, "impact.contacts", "no contact", "[]");
    spoil(form, "impact.laws.lzb.tolerance", "too small", "0.9e-12");
    spoil(form, "impact.laws.lzb.tolerance", "too large", "0.011");
    spoil(form, "impact.laws.lzb.method", "unknown name", R"("Adaptive")");
    spoil(form, "impact.laws.lzb.step_limit", "a fraction", "10.5");
    spoil(form, "impact.laws.lzb.step_limit", "too large", "1e16");
    spoil(form, "impact.laws.lzb", "steps without a method", R"({"steps": 1000})");
    spoil(form, "impact.laws.lzb", "steps with method adaptive",
          R"({"method": "adaptive", "steps": 1000})");
    spoil(form, "impact.laws.lzb", "tolerance with method euler",
          R"({"tolerance": 1e-8, "method": "euler"})");
    for (const char* steps : {"9", "1000000001", "100.5"}) {
      spoil(form, "impact.laws.lzb", std::string("steps ") + steps,
            fmt::format(R"({{"method": "euler", "steps": {}}})", steps).c_str());
    }
    spoil(form, "impact.laws.bowling.objective", "unknown contact", R"(["tipp"])");
    spoil(form, "impact.laws.bowling.objective", "unknown single contact", R"("tipp")");
    spoil(form, "impact.laws.bowling.objective", "a contact twice", R"(["tip", "tip"])");
    spoil(form, "impact.laws", "unknown law", R"({"lbz": {}})");
    spoil(form, "impact.laws", "law without options", R"({"moreau": {}})");
  }
  spoil("bodies", "impact.bodies.1.name", "duplicate body name", R"("car")");
  spoil("bodies", "impact.bodies.1.name", "body called ground", R"("ground")");
  spoil("bodies", "impact.bodies.1.name", "empty name", R"("")");
  spoil("bodies", "impact.bodies.1.name", "two lines", R"("a\nb")");
  spoil("bodies", "impact.contacts.0.between", "unknown body", R"(["car", "vann"])");
  spoil("bodies", "impact.contacts.0.between", "a body and itself", R"(["car", "car"])");
  spoil("bodies", "impact.contacts.0.between", "ground first", R"(["ground", "car"])");
  Json twice = documents.at("bodies");
  twice["impact"]["contacts"].push_back(twice["impact"]["contacts"][0]);
  matrix.add("bodies", "impact.contacts.1.name", "duplicate contact name", twice);
  Json rubbing = documents.at("matrices");
  rubbing["impact"]["contacts"][0].erase("tangent");
  matrix.add("matrices", "impact.contacts.0.tangent", "missing with friction", rubbing);
  Json two_forms = documents.at("matrices");
  two_forms["impact"]["delassus"] = Json::parse("[[1, 0], [0, 1]]");
  matrix.add("matrices", "impact.delassus", "second form", two_forms);
  for (const char* kind : {"scene", "sweep", "impacts"}) {
    Json other{{kind, documents.at("bodies")["impact"]}};
    matrix.add("bodies", kind, "another kind of file", other);
  }
}

const BadInputMatrix& matrix() {
  static const BadInputMatrix all = [] {
    BadInputMatrix made(documents());
    add_special_cases(made);
    return made;
  }();
  return all;
}

constexpr CasePattern legal_cases[] = {
    {"* format missing", "the format number is optional"},
    {"*-plain impact.contacts.0.name missing", "a name is generated"},
    {"* impact.contacts.0.stiffness missing", "only some laws need it; they refuse"},
    {"* impact.contacts.0.tangential_stiffness missing", "only some laws need it; they refuse"},
    {"* impact.contacts.0.exponent missing", "a linear spring is the default"},
    {"* impact.contacts.0.impulse_ratio missing", "only `brach` reads it"},
    {"* impact.contacts.0.restitution.* missing", "a law whose coefficient is absent refuses"},
    {"* impact.laws missing", "options have defaults"},
    {"* impact.laws.lzb missing", "options have defaults"},
    {"* impact.laws.lzb.[ts]* missing", "options have defaults"},
    {"*[!n] impact.laws.lzb.method missing", "the default goes with the rest, but not in -plain"},
    {"* impact.laws.bowling missing", "options have defaults"},
    {"* impact.laws.bowling.* missing", "options have defaults"},
    {"[mb]* impact.contacts.0.surface_velocity missing", "surfaces are at rest by default"},
    {"contact-space impact.contacts.0.surface_velocity missing", "surfaces are at rest by default"},
    {"contact-space-plain impact.contacts.0.surface_velocity missing",
     "surfaces are at rest by default"},
    {"*-plain impact.contacts.0.name wrong type: yes", "yes is text, and a name"},
    {"* impact.contacts.0.friction zero", "a contact may be smooth"},
    {"* impact.contacts.0.friction.kinetic zero", "kinetic friction may vanish before static"},
    {"* impact.contacts.0.restitution zero", "an impact may be plastic"},
    {"* impact.contacts.0.restitution.* zero", "an impact may be plastic"},
    {"* impact.contacts.0.impulse_ratio zero", "no tangential impulse is a possible process"},
    {"* impact.contacts.0.impulse_ratio negative", "the ratio L_T / L_N has a sign"},
    {"* impact.contacts.0.impulse_ratio.fraction zero", "no tangential impulse is possible"},
    {"[mb]* impact.contacts.0.surface_velocity.? negative", "velocities have any sign"},
    {"[mb]* impact.contacts.0.surface_velocity.? zero", "velocities have any sign"},
    {"contact-space impact.contacts.0.surface_velocity.? negative", "velocities have any sign"},
    {"contact-space impact.contacts.0.surface_velocity.? zero", "velocities have any sign"},
    {"contact-space-plain impact.contacts.0.surface_velocity.? negative",
     "velocities have any sign"},
    {"contact-space-plain impact.contacts.0.surface_velocity.? zero", "velocities have any sign"},
    {"matrices* impact.velocity.? negative", "velocities have any sign"},
    {"matrices* impact.velocity.? zero", "velocities have any sign"},
    {"contact-space impact.velocity.? negative", "velocities have any sign; opening is legal"},
    {"contact-space impact.velocity.? zero", "velocities have any sign; opening is legal"},
    {"contact-space-plain impact.velocity.? negative",
     "velocities have any sign; opening is legal"},
    {"contact-space-plain impact.velocity.? zero", "velocities have any sign; opening is legal"},
    {"contact-space-singular impact.velocity.0 negative", "this entry is -1 already"},
    {"bodies* impact.bodies.?.velocity.? negative", "velocities have any sign"},
    {"bodies* impact.bodies.?.velocity.? zero", "velocities have any sign"},
    {"bodies* impact.bodies.?.centre.? negative", "places have any sign"},
    {"bodies* impact.bodies.?.centre.? zero", "places have any sign"},
    {"bodies* impact.contacts.0.point.? negative", "places have any sign"},
    {"bodies* impact.contacts.0.point.? zero", "places have any sign"},
    {"bodies* impact.contacts.0.normal_angle_deg negative", "angles have any sign"},
    {"bodies* impact.contacts.0.normal_angle_deg zero", "angles have any sign"},
    {"matrices* impact.contacts.0.normal.? negative", "entries of a direction have any sign"},
    {"matrices* impact.contacts.0.normal.? zero", "only the whole row must not vanish"},
    {"matrices* impact.contacts.0.tangent.? negative", "entries of a direction have any sign"},
    {"matrices* impact.contacts.0.tangent.? zero", "only the whole row must not vanish"},
};

// Refused, but the complaint is rightly made at a place that is neither inside nor around what was
// spoiled.
constexpr CasePattern complained_elsewhere[] = {
    {"matrices* impact.mass.0.[12] *", "asymmetry is reported below the diagonal"},
    {"matrices* impact.mass.1.2 *", "asymmetry is reported below the diagonal"},
    {"contact-space* impact.delassus.0.1 *", "asymmetry is reported below the diagonal"},
    {"contact-space-singular impact.contacts.0.surface_velocity*",
     "velocity + surface velocity leaves the range of G: said at velocity"},
    {"bodies* impact.bodies.?.name wrong type: yes", "yes is a name, but nobody touches that body"},
    {"* impact.contacts.0.name missing", "the objective names the contact that is gone"},
    {"* impact.contacts.0.name wrong type: yes", "the objective has the old name"},
    {"*-plain impact.laws.lzb.method missing", "steps is left without its method"},
    {"bodies* impact.bodies wrong length: one less", "the contact names the body that is gone"},
};

// Reading `text`: the complaint, or nothing.
std::optional<InputError> complaint_about(const std::string& text) {
  try {
    parse_problem(text, "case.yaml");
  } catch (const InputError& error) {
    return error;
  }
  return std::nullopt;
}

TEST(BadInput, EverySpoiledKeyIsRefusedAtItsPlaceOrLegalForAReason) {
  expect_refusals(matrix(), complaint_about, legal_cases, complained_elsewhere);
}

TEST(BadInput, EveryKeyOfTheMatrixIsDocumented) {
  expect_documented(matrix(), "docs/problem-files.md");
}

TEST(BadInput, ProgramEndsWithCode2AndSaysOnlyWhere) {
  expect_code_2(matrix(), complaint_about, "impact");
}

}  // namespace
}  // namespace ricochet::test
