// Regime maps of one contact: every cell is what the law says there alone.

#include <gtest/gtest.h>

#include <atomic>

#include <ricochet/impact/registry.hpp>
#include <ricochet/study/regime_map.hpp>

namespace ricochet {
namespace {

const std::atomic<bool> go_on{false};

/// alpha = 2.5, beta = 2, approaching with 1 m/s and sliding with gT.
ContactProblem struck(double delta, double gT) {
  ContactProblem p;
  p.G.resize(2, 2);
  p.G << 2.5, delta, delta, 2.0;
  p.gamma.resize(2);
  p.gamma << -1.0, gT;
  p.surface_velocity.setZero(2);
  p.contact.resize(1);
  p.contact[0].mu = p.contact[0].mu_static = 0.3;
  p.contact[0].newton = p.contact[0].poisson = p.contact[0].energetic = 0.6;
  p.names = {"tip"};
  return p;
}

std::vector<ContactProblem> row_of_problems(double gT) {
  std::vector<ContactProblem> columns;
  for (int i = 0; i < 9; ++i) columns.push_back(struck(-2.0 + 0.5 * i, gT));
  return columns;
}

std::string regime_at(const RegimeMap& map, std::size_t cell) {
  return map.codes[cell] == RegimeMap::no_answer ? "" : map.regimes.at(map.codes[cell]);
}

/// Modes of the phases, written as the header says.
std::string regime_of(const ImpactLaw& law, const ContactProblem& problem) {
  ImpactOutcome outcome;
  Workspace workspace;
  law.resolve(problem, outcome, workspace);
  if (!has_answer(outcome.status)) return "";
  std::string text[2];
  for (const Phase& phase : outcome.phases) {
    std::string& part = text[phase.stage == Stage::restitution ? 1 : 0];
    part += (part.empty() ? "" : ", ") + std::string(to_string(phase.mode));
  }
  std::string all = outcome.phases.empty() ? std::string(to_string(outcome.modes[0])) : text[0];
  if (!text[1].empty()) all += (all.empty() ? "| " : " | ") + text[1];
  return all + (outcome.status == Status::one_of_many ? " (one of many)" : "");
}

TEST(RegimeMap, EveryCellIsWhatTheLawSaysThere) {
  const std::vector<ContactProblem> columns = row_of_problems(0.4);
  for (const char* name : {"moreau", "routh-newton", "routh-poisson", "routh-stronge", "lzb"}) {
    const ImpactLaw& law = *find_law(name);
    const RegimeMap friction =
        regime_map(columns, law, RegimeOrdinate::friction, 0.0, 2.0, 11, go_on);
    const RegimeMap restitution =
        regime_map(columns, law, RegimeOrdinate::restitution, 0.0, 1.0, 11, go_on);
    const RegimeMap ratio = regime_map(columns, law, RegimeOrdinate::ratio, -1.0, 1.0, 11, go_on);
    for (std::size_t cell = 0; cell < 99; ++cell) {
      const double part = static_cast<double>(cell / 9) / 10.0;
      ContactProblem p = columns[cell % 9];
      p.contact[0].mu = p.contact[0].mu_static = (1.0 - part) * 0.0 + part * 2.0;
      EXPECT_EQ(regime_at(friction, cell), regime_of(law, p)) << name << " " << cell;
      p = columns[cell % 9];
      p.contact[0].newton = p.contact[0].poisson = p.contact[0].energetic = part;
      EXPECT_EQ(regime_at(restitution, cell), regime_of(law, p)) << name << " " << cell;
      p = columns[cell % 9];
      p.gamma[1] = (1.0 - part) * -1.0 + part * 1.0;
      EXPECT_EQ(regime_at(ratio, cell), regime_of(law, p)) << name << " " << cell;
    }
  }
}

TEST(RegimeMap, OfTheMirroredImpactSlidesTheOtherWay) {
  const ImpactLaw& law = *find_law("routh-stronge");
  std::vector<ContactProblem> columns = row_of_problems(0.4);
  const RegimeMap map = regime_map(columns, law, RegimeOrdinate::friction, 0.0, 2.0, 21, go_on);
  for (ContactProblem& p : columns) {
    p.gamma[1] = -p.gamma[1];
    p.G(0, 1) = p.G(1, 0) = -p.G(0, 1);
  }
  const RegimeMap mirror = regime_map(columns, law, RegimeOrdinate::friction, 0.0, 2.0, 21, go_on);
  ASSERT_GE(map.regimes.size(), 3U);
  for (std::size_t cell = 0; cell < map.codes.size(); ++cell) {
    std::string expected = regime_at(map, cell);
    for (char& c : expected) c = c == '+' ? '-' : c == '-' ? '+' : c;
    EXPECT_EQ(regime_at(mirror, cell), expected);
  }
}

TEST(RegimeMap, ThatIsStoppedHasNoAnswers) {
  const std::atomic<bool> stop{true};
  const RegimeMap map = regime_map(row_of_problems(0.4), *find_law("moreau"),
                                   RegimeOrdinate::friction, 0.0, 1.0, 5, stop);
  EXPECT_TRUE(map.regimes.empty());
  EXPECT_EQ(map.codes, std::vector<std::uint8_t>(45, RegimeMap::no_answer));
}

}  // namespace
}  // namespace ricochet
