#pragma once
// What can be asked of a motion in a study, by name: how it ended (`time`, `final.x`, `mode.tip`, `energy.impact_loss`),
// what happened (`events`, `count.impact`, `first.stick`, `last.impact`), what was reached on the way (`min.y`,
// `max.tip.normal_force`). docs/studies.md lists them.

#include <array>
#include <vector>

#include <ricochet/files/study_table.hpp>
#include <ricochet/motion/trajectory.hpp>
#include <ricochet/study/cells.hpp>
#include <ricochet/system/system.hpp>

namespace ricochet {

/// A motion as studies see it.
class MotionOutcome final : public MotionObserver {
 public:
  /// extremes: they are asked for, so every step is looked at.
  explicit MotionOutcome(bool extremes) : extremes_(extremes) {}

  void sample(const Sample& sample) override;
  bool wants_samples() const override { return extremes_; }
  bool go_on(double) override { return cell_is_wanted(); }
  void event(const Event& event) override;

  static constexpr std::size_t kinds = static_cast<std::size_t>(EventKind::end) + 1;
  struct Tally {
    long count = 0;
    double first = 0.0, last = 0.0;  ///< s
  };
  std::array<Tally, kinds> tally{};
  std::vector<double> low{},
      high{};          ///< of q, u, gap, force, one after the other; empty: never seen
  RunResult result{};  ///< set after the run

 private:
  void widen(std::size_t at, std::span<const double> values);
  bool extremes_;
};

struct MotionQuantity {
  StudyColumn column;
  double (*value)(const MotionOutcome& outcome, std::size_t index);
  std::size_t index = 0;
  bool extreme = false;  ///< needs every step
};

/// Every quantity of motions of such a system.
std::vector<MotionQuantity> motion_quantities(const SystemInfo& system);

/// The reasons why motions end, as a column of codes.
StudyColumn reason_column(std::string name);

}  // namespace ricochet
