// Piles and mechanisms that jam: contacts that slide and contacts at rest hold each other so that no accelerations are
// consistent (Painleve's paradox of many contacts), or sliding comes to where its equations become singular. The motion goes
// on by the impact that the next instant's forces bring about, loses energy in it, and ends in time.

#include <gtest/gtest.h>

#include <algorithm>

#include <support/motions.hpp>
#include <support/random_mechanisms.hpp>

namespace ricochet {
namespace {

struct Jam {
  std::uint64_t seed;  ///< of support/random_mechanisms.hpp
  const char* law;
  double until;  ///< s
};

class Jams : public ::testing::TestWithParam<Jam> {};

TEST_P(Jams, GoOnWithoutGainOfEnergy) {
  const Jam& jam = GetParam();
  const testing::RandomMechanism m = testing::random_mechanism(jam.seed);
  testing::Motion motion;
  const ImpactLaw* fallback =
      find_law(std::string_view(jam.law) == "moreau" ? "poisson" : "moreau");
  const SimulationOptions options{.until = jam.until, .sample_step = 0.01};
  motion.result = Simulator(*m.system, *find_law(jam.law), options, fallback).run(m.start, motion);
  ASSERT_EQ(motion.result.reason, EndReason::end) << motion.result.message;
  const Ledger& books = motion.result.final.ledger;
  EXPECT_LT(std::abs(books.residual), 1e-7 * (books.impact_loss + books.friction_loss));
  for (const Event& e : motion.of(EventKind::collisionless_impact)) {
    EXPECT_GE(e.dissipation, -1e-12 * books.impact_loss) << e.time;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Jams,
                         ::testing::Values(Jam{16, "poisson", 0.5},  // 8 contacts, one slides
                                           Jam{24, "moreau", 4.0},   // dependent equations
                                           Jam{144, "moreau",
                                               2.5}));  // two contacts that barely slide

}  // namespace
}  // namespace ricochet
