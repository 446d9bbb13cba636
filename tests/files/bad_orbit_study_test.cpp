// Every key of a study of orbits or bifurcations, spoiled in every way: an InputError at the right place, or on the list
// of legal cases below, each with its reason.

#include <gtest/gtest.h>

#include <ricochet/files/study.hpp>
#include <support/program.hpp>

#include "bad_input_matrix.hpp"

namespace ricochet::test {
namespace {

Json base_of(const std::string& name) { return std::string(RICOCHET_SOURCE_DIR "/") + name; }

std::map<std::string, Json> documents() {
  Json orbit = Json::parse(R"({"format": 1, "orbit": {"title": "stick-slip", "base": "",
    "section": {"event": "stick", "contact": "belt"}, "returns": 2, "longest": 4,
    "drifting": ["x"], "settle": 3, "tolerance": 1e-8, "figure": "x",
    "parameters": [{"path": "parameters.mass", "name": "m", "unit": "kg", "values": [1, 2]}],
    "let": {"v": "m/10"}, "set": {"until": "v"}}})");
  orbit["orbit"]["base"] = base_of("scenes/friction_oscillator.yaml");
  Json clock = Json::parse(R"({"orbit": {"base": "", "section": {"period": 0.1}}})");
  clock["orbit"]["base"] = base_of("scenes/vibrating_table.yaml");
  Json bifurcate = Json::parse(R"({"format": 1, "bifurcate": {"title": "a table", "base": "",
    "parameters": [{"name": "G", "unit": "1", "from": 0.5, "to": 1.5, "count": 11}],
    "let": {"w": "20*pi"}, "set": {"until": "G*9.81/w^2"},
    "section": {"period": "2*pi/w"}, "longest": 3, "drifting": ["x", "phi", "v_x", "v_phi"],
    "record": ["v_y", "y"],
    "diagram": {"transient": 20, "returns": 30, "settle": 2, "directions": ["up", "down"]},
    "branches": [{"start": 0.8, "settle": 4, "returns": 2}],
    "continuation": {"step": 0.02, "points": 50}}})");
  bifurcate["bifurcate"]["base"] = base_of("scenes/vibrating_table.yaml");
  return {{"orbit", orbit}, {"clock", clock}, {"bifurcate", bifurcate}};
}

const BadInputMatrix& matrix() {
  static const BadInputMatrix cases = [] {
    BadInputMatrix all(documents());
    all.spoil("clock", "orbit.base", "a problem", base_of("problems/sphere.yaml").dump());
    all.spoil("clock", "orbit.base", "not from event to event",
              base_of("scenes/soft_landing.yaml").dump());
    all.spoil("orbit", "orbit.section.event", "unknown", R"("stuck")");
    all.spoil("orbit", "orbit.section.event", "no passage", R"("chatter")");
    all.spoil("orbit", "orbit.section.contact", "unknown", R"("bolt")");
    all.spoil("orbit", "orbit.drifting.0", "unknown", R"("xx")");
    all.spoil("orbit", "orbit.returns", "a fraction", "1.5");
    all.spoil("orbit", "orbit.returns", "too many", "1e6");
    all.spoil("orbit", "orbit.tolerance", "too small", "1e-15");
    all.spoil("orbit", "orbit.figure", "unknown", R"("z")");
    Json both = all.documents().at("orbit");
    both["orbit"]["section"]["period"] = 0.1;
    all.add("orbit", "orbit.section", "beside an event", both);
    all.spoil("clock", "orbit.section.period", "a name that is not there", R"("2*pi/w")");
    all.spoil("bifurcate", "bifurcate.base", "a problem", base_of("problems/sphere.yaml").dump());
    all.spoil("bifurcate", "bifurcate.record.0", "unknown", R"("v_z")");
    all.spoil("bifurcate", "bifurcate.record", "empty", "[]");
    all.spoil("bifurcate", "bifurcate.diagram.directions.1", "twice", R"("up")");
    all.spoil("bifurcate", "bifurcate.diagram.directions.1", "unknown", R"("back")");
    all.spoil("bifurcate", "bifurcate.branches.0.start", "outside", "1.6");
    all.spoil("bifurcate", "bifurcate.branches", "empty", "[]");
    all.spoil("bifurcate", "bifurcate.continuation.step", "too large", "0.5");
    all.spoil("bifurcate", "bifurcate.parameters.0.to", "empty range", "0.5");
    Json returns = all.documents().at("bifurcate");
    returns["bifurcate"]["returns"] = 2;
    all.add("bifurcate", "bifurcate.returns", "of no branch", returns);
    Json nothing = all.documents().at("bifurcate");
    for (const char* key : {"diagram", "branches", "continuation"}) nothing["bifurcate"].erase(key);
    all.add("bifurcate", "bifurcate", "asks for nothing", nothing);
    Json steps = all.documents().at("bifurcate");
    steps["bifurcate"].erase("branches");
    all.add("bifurcate", "bifurcate.continuation", "of no branch", steps);
    const auto parameters = [&](const char* what, const char* list) {
      all.spoil("bifurcate", "bifurcate.parameters", what, list);
    };
    parameters("a list", R"([{"name": "G", "values": [0.5, 1, 1.5]}])");
    parameters("two", R"([{"name": "G", "from": 0.5, "to": 1.5, "count": 3},
                          {"name": "H", "from": 0.5, "to": 1.5, "count": 3}])");
    parameters("logarithmic",
               R"([{"name": "G", "from": 0.5, "to": 1.5, "count": 3, "scale": "log"}])");
    return all;
  }();
  return cases;
}

constexpr CasePattern legal_cases[] = {
    {"* format missing", "the format number is optional"},
    {"*.title missing", "a title is optional"},
    {"*.title wrong type: yes", "yes is text"},
    {"*.figure missing", "it has a default"},
    {"*.section.contact missing", "the event counts at any contact"},
    {"*.returns missing", "1 is the default"},
    {"*.longest missing", "10 s is the default"},
    {"*.drifting missing", "nothing drifts"},
    {"*.drifting wrong length: one less", "any of them may drift"},
    {"*.drifting wrong length: none", "any of them may drift"},
    {"*.settle missing", "none is needed"},
    {"*.settle zero", "none is needed"},
    {"orbit orbit.tolerance missing", "1e-9 is the default"},
    {"*.section.period wrong type: quoted number", "it is a formula"},
    {"*.section.period wrong grammar: +1", "it is a formula"},
    {"*.parameters.0.path missing", "the name is left, for formulas"},
    {"*.parameters.0.unit missing", "a unit is optional"},
    {"*.parameters.0.unit wrong type: yes", "yes is text"},
    {"*.parameters.0.values wrong length: one *", "there may be any number"},
    {"*.parameters.0.values.? negative", "cells that are not possible are marked"},
    {"*.parameters.0.values.? zero", "cells that are not possible are marked"},
    {"*.parameters.0.from negative", "cells that are not possible are marked"},
    {"*.parameters.0.from zero", "a range may begin anywhere"},
    {"*.let.?x unknown neighbour", "names are free"},
    {"orbit orbit.let.v negative", "a number is a formula"},
    {"orbit orbit.let.v zero", "a number is a formula"},
    {"*.set missing", "nothing need be set"},
    {"*.set.until missing", "nothing need be set"},
    {"*.set.until negative", "cells that are not possible are marked"},
    {"*.set.until zero", "cells that are not possible are marked"},
    {"*.record wrong length: one less", "one is enough"},
    {"bifurcate bifurcate.diagram missing", "branches are left"},
    {"*.diagram.transient missing", "50 is the default"},
    {"*.diagram.transient zero", "none is needed"},
    {"*.diagram.directions missing", "both are the default"},
    {"*.diagram.directions wrong length: one less", "one is enough"},
    {"*.branches wrong length: one more", "the same again does no harm"},
    {"bifurcate bifurcate.continuation missing", "it has defaults"},
    {"*.continuation.* missing", "they have defaults"},
};
constexpr CasePattern complained_elsewhere[] = {
    {"* orbit missing", "nothing is left of the file"},
    {"bifurcate bifurcate missing", "nothing is left of the file"},
    {"*.parameters missing", "formulas use the name that is gone"},
    {"*.parameters.0.name missing", "formulas use the name that is gone"},
    {"*.parameters.0.name wrong type: yes", "formulas use the name that is gone"},
    {"*.parameters.0.to negative", "the start of the branch is outside"},
    {"*.parameters.0.to zero", "the start of the branch is outside"},
    {"*.let missing", "formulas use the name that is gone"},
    {"*.let.? missing", "formulas use the name that is gone"},
    {"bifurcate bifurcate.let.w negative", "the period follows from it"},
    {"bifurcate bifurcate.let.w zero", "the period follows from it"},
    {"*.section.period missing", "an event is missing then"},
    {"bifurcate bifurcate.base a problem", "the paths of the parameters lead nowhere there"},
    {"bifurcate bifurcate.branches missing", "continuation is that of branches"},
};

std::optional<InputError> complaint_about(const std::string& text) {
  const TemporaryFile file(text);
  try {
    read_study(file.path());
  } catch (const InputError& error) {
    return error;
  }
  return std::nullopt;
}

TEST(BadOrbitStudy, EverySpoiledKeyIsRefusedAtItsPlaceOrLegalForAReason) {
  expect_refusals(matrix(), complaint_about, legal_cases, complained_elsewhere);
}

}  // namespace
}  // namespace ricochet::test
