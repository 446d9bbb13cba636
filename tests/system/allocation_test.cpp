// Evaluating a model allocates nothing.

#include <gtest/gtest.h>

#include <ricochet/system/models.hpp>
#include <support/count_allocations.hpp>
#include <support/models.hpp>

namespace ricochet {
namespace {

TEST(Allocation, NoneInEvaluateOfAnyModel) {
  for (const Model& model : all_models()) {
    const ModelInstance m = testing::build(model.name);
    ASSERT_NE(m.system, nullptr) << m.refusal;
    Evaluation e;
    e.fit(m.system->info());
    const long before = allocation_count;
    for (unsigned need = 0; need <= kEverything; ++need) {
      m.system->evaluate(0.0, m.start.q, m.start.u, need, e);
    }
    EXPECT_EQ(allocation_count, before) << model.name;
  }
}

TEST(Allocation, CounterSeesTheSizingOfAnEvaluation) {
  const ModelInstance m = testing::build("disc-ball");
  const long before = allocation_count;
  Evaluation e;
  e.fit(m.system->info());
  EXPECT_GT(allocation_count, before);
}

}  // namespace
}  // namespace ricochet
