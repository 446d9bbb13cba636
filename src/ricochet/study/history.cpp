#include <ricochet/study/history.hpp>

#include <algorithm>

#include <ricochet/study/normal_numbers.hpp>

namespace ricochet {

namespace {

class Recorder final : public MotionObserver {
 public:
  void sample(const Sample& sample) override {
    t_.push_back(sample.t);
    q_.insert(q_.end(), sample.q.begin(), sample.q.end());
    u_.insert(u_.end(), sample.u.begin(), sample.u.end());
  }

  History history(Eigen::Index coordinates, Eigen::Index velocities) const {
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const auto samples = static_cast<Eigen::Index>(t_.size());
    return {Eigen::Map<const Eigen::VectorXd>(t_.data(), samples),
            Eigen::Map<const Rows>(q_.data(), samples, coordinates),
            Eigen::Map<const Rows>(u_.data(), samples, velocities)};
  }

 private:
  std::vector<double> t_, q_, u_;
};

}  // namespace

History simulate_history(const MechanicalSystem& system, const ImpactLaw& law,
                         const SimulationOptions& options, const MotionState& start,
                         const ImpactLaw* fallback, RunResult* result) {
  Recorder recorder;
  RunResult ended = Simulator(system, law, options, fallback).run(start, recorder);
  if (result != nullptr) *result = std::move(ended);
  return recorder.history(system.coordinates(), system.dofs());
}

void add_noise(History& history, const Eigen::VectorXd& sigma, std::uint64_t seed) {
  NormalNumbers noise(seed);
  for (Eigen::Index k = 0; k < history.samples(); ++k) {
    for (Eigen::Index i = 0; i < sigma.size(); ++i) history.u(k, i) += sigma[i] * noise.next();
  }
}

void integrate_coordinates(const MechanicalSystem& system, const Eigen::VectorXd& start,
                           History& history) {
  history.q.resize(history.samples(), start.size());
  Eigen::VectorXd q = start;
  Eigen::VectorXd rate_before(start.size());
  Eigen::VectorXd rate_after(start.size());
  for (Eigen::Index k = 0; k < history.samples(); ++k) {
    if (k > 0) {
      const double h = history.t[k] - history.t[k - 1];
      system.rates(q, history.u.row(k - 1).transpose(), rate_before);
      system.rates(q + h * rate_before, history.u.row(k).transpose(), rate_after);
      q += 0.5 * h * (rate_before + rate_after);
    }
    history.q.row(k) = q;
  }
}

}  // namespace ricochet
