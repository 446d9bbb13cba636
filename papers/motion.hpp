#pragma once
// Motions for the papers: a named model with some of its parameters set, run by the simulator and kept in memory.

#include <functional>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include <ricochet/motion/simulator.hpp>
#include <ricochet/system/models.hpp>

namespace ricochet::papers {

/// The model with these parameters, the others as they are by default. Throws std::logic_error if it does not exist,
/// has no such parameter, or refuses: a slip of this program.
ModelInstance model(std::string_view name,
                    std::initializer_list<std::pair<std::string_view, double>> values = {});

/// A Sample that outlives the call.
struct Instant {
  double t = 0.0;
  Eigen::VectorXd q, u, gap, force;
  std::vector<Mode> modes;
  Ledger ledger;
};

/// Keeps a motion: every sample and every event, up to and with the first event for which `last` holds.
class Recording final : public MotionObserver {
 public:
  std::function<bool(const Event&)> last;
  std::vector<Instant> instants;
  std::vector<Event> events;

  void sample(const Sample& s) override;
  void event(const Event& e) override;
  bool go_on(double) override { return !over_; }
  bool over() const { return over_; }  ///< `last` was met

 private:
  bool over_ = false;
};

/// The motion from `start`.
RunResult record(const MechanicalSystem& system, const MotionState& start, const ImpactLaw& law,
                 const SimulationOptions& options, Recording& recording);

}  // namespace ricochet::papers
