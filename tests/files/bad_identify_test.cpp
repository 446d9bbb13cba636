// Every key of a study of the kind identify, spoiled in every way: an InputError at the right place, or on the list of
// legal cases below, each with its reason.

#include <gtest/gtest.h>

#include <ricochet/files/identify_file.hpp>

#include "bad_input_matrix.hpp"

namespace ricochet::test {
namespace {

std::map<std::string, Json> documents() {
  const Json impacts = Json::parse(R"({"format": 1, "identify": {"title": "drops",
    "base": "../problems/oblique_bar.yaml", "law": "moreau", "confidence": 0.9, "sigma": 0.01,
    "parameters": [{"contact": "tip", "coefficient": "restitution", "range": [0.1, 0.9]},
                   {"contacts": ["tip"], "coefficient": "friction"}],
    "data": {"columns": ["tip.gN-", "tip.gN+"], "rows": [[-1, 0.5], [-2, 1.5]]}}})");
  const Json histories = Json::parse(R"({"format": 1, "identify": {"title": "a belt",
    "base": "../scenes/friction_oscillator.yaml", "confidence": 0.9,
    "sigma": {"v_x": 0.001, "v_y": 0.002}, "noise": {"velocity": 0.001, "seed": 3},
    "parameters": [{"contact": "belt", "coefficient": "friction"}],
    "data": {"simulate": {"step": 0.001, "until": 2}}, "window": 0.02, "contacts": ["belt"],
    "gap": 0.001, "slip_speed": 0.01, "impacts": [0.5, 1.5]}})");
  return {{"impacts", impacts}, {"histories", histories}};
}

std::optional<InputError> complain(const std::string& text) {
  try {
    parse_identify(text, std::string(RICOCHET_SOURCE_DIR) + "/studies/test.yaml");
  } catch (const InputError& error) {
    return error;
  }
  return std::nullopt;
}

BadInputMatrix matrix() {
  BadInputMatrix all(documents());
  all.spoil("impacts", "identify.base", "no such file", R"("../problems/nothing.yaml")");
  all.spoil("impacts", "identify.law", "unknown", R"("moreaux")");
  all.spoil("impacts", "identify.parameters.0.contact", "unknown", R"("top")");
  all.spoil("impacts", "identify.parameters.0.range", "empty", "[0.9, 0.1]");
  all.spoil("impacts", "identify.parameters.0.range.1", "beyond physics", "1.1");
  all.spoil("impacts", "identify.parameters.1.coefficient", "sought twice", R"("restitution")");
  all.spoil("impacts", "identify.parameters.1.contacts", "empty", "[]");
  all.spoil("impacts", "identify.data.columns.1", "unknown", R"("tip.gX+")");
  all.spoil("impacts", "identify.data.columns.1", "twice", R"("tip.gN-")");
  all.spoil("impacts", "identify.data.rows.1", "short", "[1]");
  all.spoil("impacts", "identify.confidence", "certain", "1");
  all.spoil("impacts", "identify.title", "two lines", R"("a\nb")");
  all.spoil("impacts", "format", "unknown number", "2");
  all.spoil("histories", "identify.parameters.0.coefficient", "of impacts", R"("tangential")");
  all.spoil("histories", "identify.data.simulate.step", "too many samples", "1e-9");
  all.spoil("histories", "identify.data", "both",
            R"({"file": "x.csv", "simulate": {"step": 0.1}})");
  all.spoil("histories", "identify.data", "no such file", R"({"file": "x.csv"})");
  all.spoil("histories", "identify.impacts", "backwards", "[1.5, 0.5]");
  Json law = all.documents().at("histories");
  law["identify"]["law"] = "moreau";
  all.add("histories", "identify.law", "key of the other kind", law);
  return all;
}

constexpr CasePattern legal_cases[] = {
    {"* format missing", "the format number is optional"},
    {"* identify.title missing", "a title is optional"},
    {"* identify.title wrong type: yes", "yes is text"},
    {"* identify.confidence missing", "0.95 is the default"},
    {"impacts identify.sigma missing", "it is then estimated"},
    {"impacts identify.parameters.0.range missing", "the physical range is the default"},
    {"impacts identify.parameters.0.range.0 zero", "restitution may be 0"},
    {"impacts identify.parameters wrong length: one less", "one parameter is enough"},
    {"impacts identify.data.rows wrong length: one*", "any number of impacts"},
    {"impacts identify.data.rows.?.? negative", "velocities have any sign"},
    {"impacts identify.data.rows.?.? zero", "velocities have any sign"},
    {"histories identify.sigma missing", "it is then that of the noise"},
    {"histories identify.noise missing", "data have noise of their own"},
    {"histories identify.noise.seed missing", "1 is the default"},
    {"histories identify.noise.seed zero", "any seed will do"},
    {"histories identify.data.simulate.until missing", "that of the scene"},
    {"histories identify.contacts missing", "all can carry a force"},
    {"histories identify.gap missing", "it has a default"},
    {"histories identify.slip_speed missing", "it has a default"},
    {"histories identify.impacts missing", "impacts are found where two samples share a time"},
    {"histories identify.impacts wrong length: one less", "any number of impacts"},
    {"histories identify.impacts wrong length: none", "any number of impacts"},
    {"histories identify.impacts.0 negative", "times have any sign"},
    {"histories identify.impacts.0 zero", "times have any sign"},
};

constexpr CasePattern elsewhere_cases[] = {
    {"impacts identify.parameters.1.contacts missing", "contact would do as well"},
    {"impacts identify.data.columns wrong length: one less", "the rows are then too long"},
};

TEST(BadIdentify, EveryKeySpoiledInEveryWayIsRefusedAtItsPlace) {
  expect_refusals(matrix(), complain, legal_cases, elsewhere_cases);
}

TEST(BadIdentify, EveryKeyIsDocumented) { expect_documented(matrix(), "docs/identification.md"); }

}  // namespace
}  // namespace ricochet::test
