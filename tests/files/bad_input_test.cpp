// Every key of a problem file, spoiled in every way: an InputError at the right place, or on the list of
// legal cases below, each with its reason.

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fnmatch.h>

#include <optional>
#include <set>

#include <ricochet/files/problem_file.hpp>
#include <support/program.hpp>

#include "bad_input_cases.hpp"

namespace ricochet::test {
namespace {

// A set of cases by BadInputCase::id(), as a shell pattern, and what is to be said of them.
struct CasePattern {
  const char* pattern;
  const char* reason;
  bool matches(const BadInputCase& c) const { return fnmatch(pattern, c.id().c_str(), 0) == 0; }
};

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

TEST(BadInput, CompleteDocumentsAreLegal) {
  for (const auto& [form, text] : complete_documents()) {
    const auto error = complaint_about(text);
    EXPECT_FALSE(error) << form << ": " << error->what();
  }
}

bool is_within(const std::string& inner, const std::string& outer) {
  return inner == outer || inner.starts_with(outer + '.');
}

bool same(Position a, Position b) { return a.line == b.line && a.column == b.column; }

// True if the complaint's line and column are those of its key path: the key or the value, or, if the
// path is not in the text, the key of its parent.
bool is_in_place(const BadInputCase& spoiled, const InputError& error) {
  if (const auto it = spoiled.places.find(error.path()); it != spoiled.places.end()) {
    return same(error.position(), it->second.key) || same(error.position(), it->second.value);
  }
  const std::size_t dot = error.path().rfind('.');
  const std::string parent = dot == std::string::npos ? "" : error.path().substr(0, dot);
  const auto it = spoiled.places.find(parent);
  return it != spoiled.places.end() && same(error.position(), it->second.key);
}

template <std::size_t Size>
const CasePattern* find_pattern(const CasePattern (&patterns)[Size], const BadInputCase& spoiled,
                                std::set<const CasePattern*>& used) {
  for (const CasePattern& pattern : patterns) {
    if (!pattern.matches(spoiled)) continue;
    used.insert(&pattern);
    return &pattern;
  }
  return nullptr;
}

TEST(BadInput, EverySpoiledKeyIsRefusedAtItsPlaceOrLegalForAReason) {
  std::set<const CasePattern*> used;
  std::map<std::string, std::pair<int, int>> counts;  // operation -> refused, legal
  int refused = 0;
  int legal = 0;
  for (const BadInputCase& spoiled : bad_input_cases()) {
    auto& [refused_here, legal_here] =
        counts[spoiled.operation.substr(0, spoiled.operation.find(':'))];
    const auto error = complaint_about(spoiled.text);
    if (find_pattern(legal_cases, spoiled, used) != nullptr) {
      ++legal, ++legal_here;
      EXPECT_FALSE(error) << spoiled.id() << " is on the legal list, but: " << error->what();
      continue;
    }
    ++refused, ++refused_here;
    if (!error) {
      ADD_FAILURE() << spoiled.id() << " was accepted and is not on the legal list";
      continue;
    }
    EXPECT_TRUE(is_in_place(spoiled, *error)) << spoiled.id() << ": " << error->what();
    if (!is_within(error->path(), spoiled.path) && !is_within(spoiled.path, error->path())) {
      EXPECT_NE(find_pattern(complained_elsewhere, spoiled, used), nullptr)
          << spoiled.id() << ": " << error->what();
    }
    EXPECT_FALSE(error->wrong().empty()) << spoiled.id();
  }
  for (const CasePattern& pattern : legal_cases) {
    EXPECT_TRUE(used.count(&pattern)) << "no case is like '" << pattern.pattern << "'";
  }
  for (const CasePattern& pattern : complained_elsewhere) {
    EXPECT_TRUE(used.count(&pattern)) << "no case is like '" << pattern.pattern << "'";
  }
  fmt::print("bad input: {} cases refused, {} legal\n", refused, legal);
  for (const auto& [operation, count] : counts) {
    fmt::print("  {:32} {:4} refused {:4} legal\n", operation, count.first, count.second);
  }
}

TEST(BadInput, EveryKeyOfTheMatrixIsDocumented) {
  const std::string manual = text_of_file(RICOCHET_SOURCE_DIR "/docs/problem-files.md");
  for (const BadInputCase& spoiled : bad_input_cases()) {
    if (spoiled.operation != "duplicate") continue;  // one per key
    const std::string key = spoiled.path.substr(spoiled.path.rfind('.') + 1);
    const bool documented = manual.find('`' + key + '`') != std::string::npos ||
                            manual.find('`' + key + ":") != std::string::npos ||
                            manual.find("`{" + key + ":") != std::string::npos;
    EXPECT_TRUE(documented) << key;
  }
}

TEST(BadInput, ProgramEndsWithCode2AndSaysOnlyWhere) {
  const std::vector<BadInputCase> cases = bad_input_cases();
  int runs = 0;
  for (std::size_t i = 0; i < cases.size(); i += 25) {
    const auto error = complaint_about(cases[i].text);
    if (!error) continue;
    const TemporaryFile file(cases[i].text);
    const ProgramRun run = run_program(RICOCHET_PROGRAM, {"impact", file.path()});
    ++runs;
    const std::string complaint(error->what());
    EXPECT_EQ(run.code, 2) << cases[i].id();
    EXPECT_EQ(run.out, "") << cases[i].id();
    EXPECT_EQ(run.err, file.path() + complaint.substr(complaint.find(':')) + '\n') << cases[i].id();
  }
  fmt::print("bad input: {} of the refused cases given to the program\n", runs);
}

}  // namespace
}  // namespace ricochet::test
