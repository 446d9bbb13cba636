// Ten thousand random scenes under every law: each ends with a reason, nothing penetrates, no law creates energy
// that claims not to, and the books close.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>

#include <fmt/format.h>

#include <support/random_scenes.hpp>
#include <support/suite.hpp>

#include <ricochet/impact/registry.hpp>
#include <ricochet/motion/simulator.hpp>

namespace ricochet {
namespace {

class Auditor : public MotionObserver {
 public:
  explicit Auditor(const BodyScene& scene) : scene_(scene) {}
  void sample(const Sample& s) override {
    ++samples;
    deepest = std::max(deepest, testing::penetration(scene_, s.t, s.q.data()));
    residual = std::max(residual, std::abs(s.ledger.residual));
    energy = std::max(
        {energy, s.ledger.kinetic, std::abs(s.ledger.potential), std::abs(s.ledger.belt_work)});
    for (const double x : s.q) finite = finite && std::isfinite(x);
    for (const double x : s.force) finite = finite && std::isfinite(x);
  }
  void event(const Event& e) override {
    if (e.law.empty() || !find_law(e.law)->info().claims.dissipative) return;
    // `lzb` is an integration: it keeps energies to its own tolerance, 1e-8.
    double& most = e.law == "lzb" ? created_by_lzb : created;
    most = std::max(most, -e.dissipation);
  }
  long samples = 0;
  double deepest = 0.0, residual = 0.0, energy = 0.0, created = 0.0, created_by_lzb = 0.0;
  bool finite = true;

 private:
  const BodyScene& scene_;
};

TEST(RandomScenes, AllEndWithAReasonAndNothingPenetrates) {
  const long count = testing::suite_count(10'000);
  const auto laws = all_laws();
  std::map<std::string, long> reasons;
  std::map<std::string, std::string> examples;
  double deepest = 0.0, residual = 0.0, created = 0.0;
  long contacts = 0, events = 0;
  for (long k = 0; k < count; ++k) {
    const testing::RandomScene scene = testing::random_scene(static_cast<std::uint64_t>(k));
    const ImpactLaw& law = *laws[static_cast<std::size_t>(k) % laws.size()];
    const ImpactLaw* fallback = find_law(law.info().name == "moreau" ? "poisson" : "moreau");
    SimulationOptions options;
    options.until = 5.0;
    options.sample_step = 0.005;
    options.tolerance = 1e-9;
    Auditor auditor(scene.system->scene());
    const RunResult r = Simulator(*scene.system, law, options, fallback).run(scene.start, auditor);
    const std::string reason(to_string(r.reason));
    ++reasons[reason];
    if (r.reason != EndReason::end) {
      examples[reason] = fmt::format("seed {} ({}): {}", k, law.info().name, r.message);
    }
    EXPECT_FALSE(r.message.empty());
    EXPECT_TRUE(auditor.finite) << "seed " << k;
    const double size = scene.system->info().size;
    EXPECT_LT(auditor.deepest, 1e-8 * size) << "seed " << k << " law " << law.info().name;
    EXPECT_LE(auditor.created, 1e-12 * auditor.energy)
        << "seed " << k << " law " << law.info().name;
    EXPECT_LE(auditor.created_by_lzb, 1e-8 * auditor.energy) << "seed " << k;
    EXPECT_LT(auditor.residual, 1e-6 * std::max(1e-3, auditor.energy))
        << "seed " << k << " law " << law.info().name;
    if (r.reason == EndReason::end) {
      EXPECT_GE(auditor.samples, 1000);
    }
    deepest = std::max(deepest, auditor.deepest / size);
    residual = std::max(residual, auditor.residual / std::max(1e-3, auditor.energy));
    created = std::max(created, auditor.created / std::max(1e-3, auditor.energy));
    contacts += scene.system->contacts();
    events += r.statistics.events;
  }
  std::string text;
  for (const auto& [reason, number] : reasons) text += fmt::format(" {} {}", reason, number);
  fmt::print(
      "{} scenes, {} contacts, {} events:{}; penetration {:.1e} of the size, residual {:.1e} and "
      "energy "
      "created {:.1e} of the energy\n",
      count, contacts, events, text, deepest, residual, created);
  for (const auto& [reason, example] : examples) fmt::print("  {}: {}\n", reason, example);
  EXPECT_GE(reasons["end"], (count * 95 + 99) / 100);
}

}  // namespace
}  // namespace ricochet
