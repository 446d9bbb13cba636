// Every key of a study file, spoiled in every way: an InputError at the right place, or on the list of legal cases
// below, each with its reason. And what is said of paths, names and formulas that lead nowhere.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ricochet/files/file_kind.hpp>
#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/files/study.hpp>

#include <support/program.hpp>

#include "bad_input_matrix.hpp"

namespace ricochet::test {
namespace {

Json base_of(const std::string& name) { return std::string(RICOCHET_SOURCE_DIR "/") + name; }

// Complete documents: every key is in one of them, each of two alternatives in one.
std::map<std::string, Json> documents() {
  Json map = Json::parse(R"({"format": 1, "map": {"title": "a map", "base": "",
    "law": ["moreau", "poisson"],
    "parameters": [
      {"path": "contacts.0.friction", "name": "mu", "unit": "1", "from": 0.1, "to": 1, "count": 3,
       "scale": "log"},
      {"path": "velocity.0", "name": "v", "unit": "m/s", "from": -1, "to": 2, "count": 3}],
    "let": {"k": "2*mu"},
    "quantities": ["mode", {"name": "twice", "formula": "k*normal_velocity", "unit": "m/s"},
      {"name": "fast", "formula": "v > 0", "names": ["no", "yes"]}, {"difference": "mode"}],
    "refine": {"quantity": "moreau.mode", "tolerance": 1e-9}, "figure": "moreau.twice"}})");
  map["map"]["base"] = base_of("problems/oblique_bar.yaml");
  Json plain = Json::parse(R"({"map": {"base": "", "law": "moreau", "parameters": [
      {"path": "contacts.0.friction", "from": 0.1, "to": 1, "count": 3},
      {"path": "contacts.0.restitution", "from": 0.1, "to": 1, "count": 3}],
    "quantities": ["mode"], "refine": "mode", "seed": 3}})");
  plain["map"]["base"] = base_of("problems/oblique_bar.yaml");
  Json sweep = Json::parse(R"({"format": 1, "sweep": {"title": "a sweep", "base": "",
    "parameters": [
      {"path": "contacts.0.restitution", "name": "e", "unit": "1", "values": [0.5, 0.6]},
      {"name": "a", "uniform": {"low": 0.5, "high": 0.9}},
      {"name": "b", "normal": {"mean": 0.5, "sd": 0.2, "low": 0.4, "high": 3}},
      {"name": "c", "triangular": {"low": 0.5, "mode": 0.6, "high": 1.5}}],
    "let": {"end": "a + 0.1*b"}, "set": {"until": "end*c"}, "samples": 4, "design": "latin",
    "seed": 7, "percentiles": [0.25, 0.75], "confidence": 0.9, "law": "moreau",
    "quantities": ["time", "count.impact"], "figure": "time"}})");
  sweep["sweep"]["base"] = base_of("scenes/bouncing_ball.yaml");
  Json painleve = Json::parse(R"({"format": 1, "painleve": {"title": "a rod", "base": "",
    "contacts": ["tip", 1], "sliding": ["+", "rest"],
    "parameters": [{"path": "parameters.angle", "name": "phi", "unit": "rad", "from": 0.1,
                    "to": 1.5, "count": 4, "scale": "linear"}],
    "let": {"long": "1 + phi"}, "set": {"until": "long"},
    "refine": {"quantity": "verdict", "tolerance": 1e-6}, "figure": "verdict"}})");
  painleve["painleve"]["base"] = base_of("scenes/painleve_rod.yaml");
  return {{"map", map}, {"plain", plain}, {"sweep", sweep}, {"painleve", painleve}};
}

void add_special_cases(BadInputMatrix& matrix) {
  matrix.spoil("map", "map.base", "is not there", R"("absent.yaml")");
  matrix.spoil("map", "map.base", "a folder", R"("/")");
  matrix.spoil("map", "map.law", "unknown", R"("moreaux")");
  matrix.spoil("map", "map.law", "twice", R"(["moreau", "moreau"])");
  matrix.spoil("map", "map.parameters.0.path", "unknown", R"("contacts.0.frictoin")");
  matrix.spoil("map", "map.parameters.0.path", "of the other", R"("velocity.0")");
  matrix.spoil("map", "map.parameters.0.name", "a function", R"("sin")");
  matrix.spoil("map", "map.parameters.1.name", "of the other", R"("mu")");
  matrix.spoil("map", "map.parameters.0.name", "of a column", R"("moreau.twice")");
  matrix.spoil("map", "map.parameters.0.to", "empty range", "0.1");
  matrix.spoil("map", "map.parameters.0.from", "logarithm of zero", "-0.1");
  matrix.spoil("map", "map.parameters.0.count", "a fraction", "2.5");
  matrix.spoil("map", "map.parameters.0.count", "too many", "1e10");
  matrix.spoil("map", "map.parameters.0.count", "more than memory", "1e9");
  matrix.spoil("map", "map.parameters.0.scale", "unknown", R"("logarithmic")");
  matrix.spoil("map", "map.let", "of a parameter", R"({"mu": "1"})");
  matrix.spoil("map", "map.let", "a function", R"({"cos": "1"})");
  matrix.spoil("map", "map.let.k", "itself", R"("k + 1")");
  matrix.spoil("map", "map.let.k", "unfinished", R"("2*(mu")");
  matrix.spoil("map", "map.quantities.0", "unknown", R"("modus")");
  matrix.spoil("map", "map.quantities.0", "twice", R"("twice")");
  matrix.spoil("map", "map.quantities.1.name", "of another", R"("mode")");
  matrix.spoil("map", "map.quantities.1.name", "of the status", R"("status")");
  matrix.spoil("map", "map.quantities.1.name", "empty", R"("")");
  matrix.spoil("map", "map.quantities.1.name", "of no file", R"(".")");
  matrix.spoil("map", "map.quantities.1.formula", "unknown name", R"("kk*normal_velocity")");
  matrix.spoil("map", "map.quantities.3.difference", "unknown", R"("modus")");
  matrix.spoil("map", "map.refine.quantity", "without regions", R"("moreau.twice")");
  matrix.spoil("map", "map.refine.tolerance", "too small", "1e-16");
  matrix.spoil("map", "map.figure", "unknown", R"("twice")");
  matrix.spoil("map", "map.title", "two lines", R"("a\nb")");
  matrix.spoil("map", "format", "unknown number", "2");
  matrix.spoil("plain", "map.refine", "without regions", R"("normal_velocity")");
  matrix.spoil("plain", "map.quantities", "difference of one law", R"([{"difference": "mode"}])");
  matrix.spoil("plain", "map.parameters.0", "of a quantity", R"({"name": "mode", "from": 0, "to": 1,
    "count": 2})");
  matrix.spoil("sweep", "sweep.parameters.1.uniform.high", "empty range", "0.5");
  matrix.spoil("sweep", "sweep.parameters.2.normal.high", "below the lower", "0.3");
  matrix.spoil("sweep", "sweep.parameters.2.normal.low", "nothing is left", "2.9");
  matrix.spoil("sweep", "sweep.parameters.3.triangular.mode", "outside", "2");
  matrix.spoil("sweep", "sweep.design", "unknown", R"("sobol")");
  matrix.spoil("sweep", "sweep.seed", "a fraction", "1.5");
  matrix.spoil("sweep", "sweep.percentiles", "beyond one", "[0.5, 1.01]");
  matrix.spoil("sweep", "sweep.confidence", "certain", "1");
  matrix.spoil("sweep", "sweep.quantities.0", "unknown", R"("tme")");
  matrix.spoil("painleve", "painleve.base", "a problem", base_of("problems/sphere.yaml").dump());
  matrix.spoil("painleve", "painleve.contacts", "one twice", R"(["tip", 0])");
  matrix.spoil("painleve", "painleve.contacts.0", "unknown", R"("tipp")");
  matrix.spoil("painleve", "painleve.contacts.1", "beyond the last", "2");
  matrix.spoil("painleve", "painleve.sliding.0", "unknown", R"("forwards")");
  for (const char* kind : {"map", "painleve"}) {
    Json both = matrix.documents().at(kind);
    both[kind]["parameters"][0]["values"] = {1, 2};
    matrix.add(kind, fmt::format("{}.parameters.0.values", kind), "beside from", both);
    Json list = matrix.documents().at(kind);
    list[kind]["parameters"][0] = {{"name", "x"}, {"values", {1, 2}}};
    matrix.add(kind, fmt::format("{}.parameters.0", kind), "not a grid", list);
    Json random = matrix.documents().at(kind);
    random[kind]["samples"] = 5;
    matrix.add(kind, fmt::format("{}.samples", kind), "of nothing random", random);
  }
  Json nothing = matrix.documents().at("sweep");
  nothing["sweep"]["parameters"][1] = {{"name", "a"}};
  matrix.add("sweep", "sweep.parameters.1", "without values", nothing);
  Json nameless = matrix.documents().at("sweep");
  nameless["sweep"]["parameters"][1] = {{"values", {1, 2}}};
  matrix.add("sweep", "sweep.parameters.1", "without path and name", nameless);
  Json counted = matrix.documents().at("sweep");
  counted["sweep"]["parameters"][1]["count"] = 3;
  matrix.add("sweep", "sweep.parameters.1.count", "of a distribution", counted);
  Json sure = matrix.documents().at("sweep");
  for (std::size_t k = 1; k < 4; ++k) {
    const std::string name = sure["sweep"]["parameters"][k]["name"];
    sure["sweep"]["parameters"][k] = {{"name", name}, {"values", {1}}};
  }
  for (const char* key : {"samples", "design"}) sure["sweep"].erase(key);
  matrix.add("sweep", "sweep.percentiles", "of nothing random", sure);
}

const BadInputMatrix& matrix() {
  static const BadInputMatrix cases = [] {
    BadInputMatrix made(documents());
    add_special_cases(made);
    return made;
  }();
  return cases;
}

constexpr CasePattern legal_cases[] = {
    {"*.title missing", "a title is optional"},
    {"*.title wrong type: yes", "yes is text"},
    {"* format missing", "the format number is optional"},
    {"plain map.law missing", "moreau is the default"},
    {"sweep sweep.law missing", "that of the scene is the default"},
    {"*.figure missing", "it has a default"},
    // Parameters.
    {"[!p]* *.parameters.?.path missing", "the name is left, for formulas"},
    {"painleve *.parameters.?.path missing", "the name is left, for formulas"},
    {"sweep sweep.parameters.0.name missing", "the path is its name then"},
    {"sweep sweep.parameters.0.name wrong type: yes",
     "yes is a name, and no formula has the old one"},
    {"*.parameters.?.unit missing", "a unit is optional"},
    {"*.parameters.?.unit wrong type: yes", "yes is text"},
    {"*.parameters.?.scale missing", "linear is the default"},
    {"map map.parameters.1.from negative", "this entry is -1 already"},
    {"map map.parameters.1.from zero", "a range may begin anywhere"},
    {"map map.parameters.1.to zero", "a range may end anywhere"},
    {"plain map.parameters.?.from negative", "cells that are not possible are marked"},
    {"plain map.parameters.?.to negative", "cells that are not possible are marked"},
    {"plain map.parameters.?.from zero", "a range may begin anywhere"},
    {"plain map.parameters.?.to zero", "a range may end anywhere"},
    {"painleve painleve.parameters.0.from negative", "cells that are not possible are marked"},
    {"painleve painleve.parameters.0.to negative", "cells that are not possible are marked"},
    {"painleve painleve.parameters.0.from zero", "a range may begin anywhere"},
    {"painleve painleve.parameters.0.to zero", "a range may end anywhere"},
    {"*.values wrong length: one *", "there may be any number"},
    {"*.values.? negative", "cells that are not possible are marked"},
    {"*.values.? zero", "numbers have any sign"},
    {"*.low negative", "numbers have any sign"},
    {"*.low zero", "numbers have any sign"},
    {"*.normal.low missing", "a normal distribution has no limits by default"},
    {"*.normal.high missing", "a normal distribution has no limits by default"},
    {"*.normal.mean negative", "numbers have any sign"},
    {"*.normal.mean zero", "numbers have any sign"},
    {"*.let.*x unknown neighbour", "names are free"},
    {"*.let.* negative", "a number is a formula"},
    {"*.let.* zero", "a number is a formula"},
    {"*.set missing", "nothing need be set"},
    {"*.set.until missing", "nothing need be set"},
    {"*.set.until negative", "cells that are not possible are marked"},
    {"*.set.until zero", "a number is a formula"},
    {"*.design missing", "random is the default"},
    {"*.seed missing", "it has a default"},
    {"*.seed zero", "0 is a seed"},
    {"*.percentiles missing", "they have defaults"},
    {"*.percentiles wrong length: one *", "there may be any number"},
    {"*.percentiles.? zero", "the least value is percentile 0"},
    {"*.confidence missing", "it has a default"},
    // Quantities.
    {"[!p]* *.quantities wrong length: one less", "nobody speaks of the last quantity"},
    {"*.quantities.?.formula negative", "a number is a formula"},
    {"*.quantities.?.formula zero", "a number is a formula"},
    {"*.quantities.?.unit missing", "a unit is optional"},
    {"*.quantities.?.unit wrong type: yes", "yes is text"},
    {"*.quantities.2.name wrong type: yes", "yes is a name, and nobody speaks of this quantity"},
    {"*.quantities.?.names missing", "it is a number then"},
    {"*.quantities.?.names wrong length: one *", "a value without a name is missing"},
    {"*.quantities.?.names.? wrong type: yes", "yes is text"},
    {"*.refine missing", "boundaries are located on request"},
    {"*.refine.tolerance missing", "it has a default"},
    {"painleve painleve.contacts.0 zero", "0 is the index of a contact"},
};
// Refused, but the complaint is rightly made at a place that is neither inside nor around what was spoiled.
constexpr CasePattern complained_elsewhere[] = {
    {"plain map missing", "nothing is left of the file"},
    {"map map missing", "nothing is left of the file"},
    {"sweep sweep missing", "nothing is left of the file"},
    {"painleve painleve missing", "nothing is left of the file"},
    {"map map.law missing", "a difference needs two laws"},
    {"map map.law wrong length: one less", "a difference needs two laws"},
    {"sweep sweep.parameters wrong length: one less", "formulas use the one that is gone"},
    {"map map.parameters wrong length: one less", "formulas use the one that is gone"},
    {"*.parameters.?.name missing", "formulas use the name that is gone"},
    {"*.parameters.?.name wrong type: yes", "formulas use the name that is gone"},
    {"map map.parameters.0.to negative", "both ends of the logarithmic range are at fault"},
    {"map map.parameters.0.to zero", "both ends of the logarithmic range are at fault"},
    {"*.let missing", "formulas use the name that is gone"},
    {"*.let.* missing", "formulas use the name that is gone"},
    {"map map.quantities.1.name wrong type: yes", "the figure shows the name that is gone"},
    {"map map.quantities.3.difference missing", "it is a formula without name then"},
    {"map map.parameters.0.path of the other", "the second of the two is complained of"},
    {"map map.parameters.0.name of a column", "formulas use the name that is gone"},
    {"* not a grid", "formulas use the name that is gone"},
    {"painleve painleve.base a problem", "the paths of a scene are not in it"},
    {"painleve painleve [!m]*", "without keys of its own it is an option of a scene"},
    {"painleve painleve.contacts wrong length: one less",
     "there are more directions than contacts"},
};

std::optional<InputError> complaint(const std::string& text, const std::string& file) {
  try {
    switch (file_kind(text, file)) {  // as `check` does
      case FileKind::problem: parse_problem(text, file); break;
      case FileKind::scene: parse_scene(text, file); break;
      case FileKind::study: parse_study(text, {file});
    }
  } catch (const InputError& error) {
    return error;
  }
  return std::nullopt;
}

std::optional<InputError> complaint_about(const std::string& text) {
  return complaint(text, RICOCHET_SOURCE_DIR "/studies/case.yaml");
}

TEST(BadStudy, EverySpoiledKeyIsRefusedAtItsPlaceOrLegalForAReason) {
  expect_refusals(matrix(), complaint_about, legal_cases, complained_elsewhere);
}

// What a user meets most: names that are nearly right.
TEST(BadStudy, SuggestsWhatWasMeant) {
  const auto says = [](const std::string& text, const std::string& part) {
    const auto error = complaint_about(text);
    ASSERT_TRUE(error) << text;
    EXPECT_NE(std::string(error->what()).find(part), std::string::npos) << error->what();
  };
  const std::string head = "map:\n  base: ../problems/oblique_bar.yaml\n";
  const std::string grids =
      "  parameters:\n    - {path: contacts.0.friction, from: 0, to: 1, count: 2}\n"
      "    - {path: velocity.0, from: 0, to: 1, count: 2}\n";
  says(head + "  parameters: [{path: contacts.0.frction, from: 0, to: 1, count: 2}]\n",
       ":3:23: map.parameters.0.path: unknown key 'frction', did you mean 'friction'?");
  says(head + "  parameters: [{path: contacts.tpi.friction, from: 0, to: 1, count: 2}]\n",
       ":3:23: map.parameters.0.path: the list 'impact.contacts' of the base has no entry 'tpi', "
       "did "
       "you mean 'tip'? allowed: tip");
  says(head + "  parameters: [{path: contacts.0.friction, from: 1, to: 1, count: 2}]\n",
       ":3:57: map.parameters.0.to: the range is empty: from 1 to 1, from and to must differ, or "
       "count must be 1");
  says(head +
           "  parameters: [{name: mu, from: 0, to: 1, count: 2}]\n  set: {contacts.0.friktion: "
           "mu}\n",
       "unknown key 'friktion', did you mean 'friction'?");
  says(head + grids + "  quantities: [normal_velocty]\n",
       ":6:16: map.quantities.0: there is no quantity 'normal_velocty', did you mean "
       "'normal_velocity'?");
  says(head + grids + "  quantities: [{name: x, formula: normal_velocity / gT}]\n",
       ":6:35: map.quantities.0.formula: there is nothing called 'gT' (at character 19), ");
  says(head + grids + "  quantities: [mode]\n  refine: mod\n",
       ":7:11: map.refine: there is no quantity 'mod' with regions in this study, did you mean "
       "'mode'? allowed: status, mode");
  says(head + grids + "  law: moreu\n  quantities: [mode]\n",
       "map.law: there is no law 'moreu', did you mean 'moreau'?");
  says("mapp: {base: x}\n", ":1:1: mapp: 'mapp' is not a kind of file, did you mean 'map'?");
  says("map: {base: absent.yaml, parameters: []}\n", "No such file or directory");
  says("map: {base: payr_glocker_fig4.yaml, parameters: []}\n",
       "payr_glocker_fig4.yaml:9:1: map: 'map' begins a study, and this must be a scene");
}

// A motion by time stepping would otherwise be the same under every name.
TEST(BadStudy, NamesNoOtherLawOverASceneThatIsSteppedByItsOwn) {
  const TemporaryFile scene(
      "model: bouncing-ball\nmethod: moreau\nstep: 1e-3\nuntil: 0.1\nparameters: {restitution: "
      "0.5}\n");
  const auto study = [&](const std::string& law) {
    return "sweep:\n  base: " + scene.path() + "\n  law: " + law +
           "\n  parameters: [{path: parameters.restitution, from: 0, to: 1, count: 2}]\n"
           "  quantities: [time]\n";
  };
  const auto error = complaint_about(study("[moreau, poisson]"));
  ASSERT_TRUE(error);
  EXPECT_NE(std::string(error->what())
                .find(":3:17: sweep.law.1: 'poisson' cannot be used: the base has method moreau, "
                      "that method contains its own law, only moreau is allowed"),
            std::string::npos)
      << error->what();
  EXPECT_FALSE(complaint_about(study("moreau")));
}

TEST(BadStudy, OfAnotherKindIsRefusedByACommand) {
  try {
    parse_study("map: {base: x}\n", {"f"}, "sweep");
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(error.wrong(), "'map' begins a study of another kind");
    EXPECT_EQ(error.allowed(),
              "a study for `ricochet sweep` begins with sweep; this one is for `ricochet map`");
  }
}

TEST(BadStudy, APainleveOptionBeginsAScene) {
  const std::string scene =
      "painleve: detach\nmodel: painleve-rod\nuntil: 1\nparameters: {friction: 0.3}\n";
  EXPECT_EQ(file_kind(scene, "f"), FileKind::scene);
  EXPECT_NO_THROW(parse_scene(scene, "f"));
  EXPECT_EQ(file_kind("painleve: {base: x}\n", "f"), FileKind::study);
}

TEST(BadStudy, ProgramEndsWithCode2AndSaysOnlyWhere) {
  const auto beside_the_case = [](const std::string& text) {
    return complaint(text, TemporaryFile(text).path());
  };
  expect_code_2(matrix(), beside_the_case, "check");
}

}  // namespace
}  // namespace ricochet::test
