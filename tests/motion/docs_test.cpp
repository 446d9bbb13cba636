// The example of docs/compliant-contact.md, compiled and run.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>
#include <ricochet/motion/tip_impact.hpp>
#include <string>
#include <support/documents.hpp>

namespace {

TEST(Docs, CompliantContactExampleRunsAndIsTheOneShown) {
  // [example]
  ricochet::TipImpact impact;           // a slender rod, 1 kg, 1 m
  impact.angle = std::numbers::pi / 4;  // from the normal
  impact.v_n = -1.0;                    // m/s
  impact.v_t = 0.6;
  impact.contact.normal = {.stiffness = 1000.0, .damping = 1.69, .exponent = 1.0};
  impact.contact.friction = 0.01;
  const ricochet::TipImpactResult result = ricochet::simulate(impact, {.tolerance = 1e-10});
  if (result.status == ricochet::TipImpactStatus::separated) {
    fmt::print("{:.4f} s, P_n = {:.4f} N s, e = {:.4f}\n", result.duration, result.P_n,
               result.kinematic);
  }
  // [end]
  using namespace ricochet::testing;
  const std::string page = text_of("docs/compliant-contact.md");
  const std::string own = text_of("tests/motion/docs_test.cpp");
  EXPECT_EQ(squeezed(between(page, "```cpp\n", "```")),
            squeezed(between(own, "// [example]\n", "// [end]")));
  EXPECT_NE(page.find(fmt::format("`{:.4f} s, P_n = {:.4f} N s, e = {:.4f}`", result.duration,
                                  result.P_n, result.kinematic)),
            std::string::npos);
}

}  // namespace
