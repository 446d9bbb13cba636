#include <ricochet/study/diagram.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <ricochet/motion/simulator.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kSame = 1e-6;  // of the typical sizes: recorded states that repeat

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Watches a motion at an event section, and ends it when enough was seen, or too little.
class Passages final : public MotionObserver {
 public:
  Passages(const Section& section, int wanted, double longest, double start)
      : section_(section), wanted_(wanted), longest_(longest), last_(start) {}

  bool wants_samples() const override { return false; }
  void event(const Event& event) override {
    if (event.kind != section_.event) return;
    if (section_.contact >= 0 && std::find(event.contacts.begin(), event.contacts.end(),
                                           section_.contact) == event.contacts.end()) {
      return;
    }
    last_ = event.time;
    times.push_back(event.time);
    VectorXd x(event.q.size() + event.velocity_after.size());
    x << event.q, event.velocity_after;
    states.push_back(std::move(x));
  }
  bool go_on(double t) override {
    return static_cast<int>(times.size()) < wanted_ && t - last_ <= longest_ && cell_is_wanted();
  }
  bool enough() const { return static_cast<int>(times.size()) >= wanted_; }

  std::vector<double> times;
  std::vector<VectorXd> states;

 private:
  const Section& section_;
  int wanted_;
  double longest_;
  double last_;
};

/// Passages after which the states repeat; 0: never.
std::size_t periodicity(const std::vector<VectorXd>& states, const VectorXd& scale) {
  for (std::size_t k = 1; 2 * k <= states.size(); ++k) {
    bool repeats = true;
    for (std::size_t i = k; repeats && i < states.size(); ++i) {
      const VectorXd& a = states[i];
      const VectorXd& b = states[i - k];
      for (Index j = 0; repeats && j < a.size(); ++j) {
        repeats = std::abs(a[j] - b[j]) <= kSame * (scale[j] + std::abs(a[j]));
      }
    }
    if (repeats) return k;
  }
  return 0;
}

VectorXd scale_of(const SystemInfo& info) {
  VectorXd scale(static_cast<Index>(info.q.size() + info.u.size()));
  Index i = 0;
  for (const Quantity& q : info.q) scale[i++] = q.scale;
  for (const Quantity& u : info.u) scale[i++] = u.scale;
  return scale;
}

}  // namespace

std::string_view to_string(DiagramStatus status) {
  switch (status) {
    case DiagramStatus::recorded: return "recorded";
    case DiagramStatus::rest: return "rest";
    case DiagramStatus::ended: return "ended";
    case DiagramStatus::not_allowed: break;
  }
  return "not-allowed";
}

std::size_t DiagramRow::width(std::size_t states, const DiagramOptions& options) {
  return first_value(states) + static_cast<std::size_t>(options.recorded) * options.columns.size();
}

class DiagramTask::Worker final : public CellWorker {
 public:
  explicit Worker(const DiagramTask& task) : task_(task) {}

  bool compute(std::size_t chain, std::size_t link, std::span<const double> previous,
               std::span<double> row) override {
    const DiagramOptions& o = task_.options_;
    FamilyMember member = task_.family_.at(task_.value(chain, link));
    MotionState start = member.start;
    const bool known = !previous.empty() && std::isfinite(previous[DiagramRow::kTime]);
    if (known && member.system != nullptr) start = state_of(previous, member);
    if (member.system == nullptr) {
      row[DiagramRow::kStatus] = static_cast<double>(DiagramStatus::not_allowed);
      // The state before is passed on.
      if (known) {
        std::copy_n(previous.begin() + DiagramRow::kTime, 1 + task_.states_,
                    row.begin() + DiagramRow::kTime);
      }
      return true;
    }
    const auto keep = [&](const MotionState& state) {
      row[DiagramRow::kTime] = state.t;
      std::copy(state.q.begin(), state.q.end(), row.begin() + DiagramRow::kState);
      std::copy(state.u.begin(), state.u.end(), row.begin() + DiagramRow::kState + state.q.size());
    };
    Section section = task_.section_;
    if (section.by_clock()) section.period = member.period;
    std::vector<double> times;
    std::vector<VectorXd> states;
    const auto go = [&](const MotionState& from, double settle) {
      times.clear();
      states.clear();
      return section.by_clock() ? by_clock(member, section, from, settle, times, states)
                                : by_event(member, section, from, settle, times, states);
    };
    const auto broken = [](const RunResult& result) {
      return result.reason != EndReason::end && result.reason != EndReason::cancelled;
    };
    RunResult run = go(start, known ? 0.0 : o.settle);
    if (known && broken(run)) run = go(member.start, o.settle);
    DiagramStatus status = DiagramStatus::recorded;
    if (broken(run)) {
      status = DiagramStatus::ended;
      keep(start);
    } else {
      keep(run.final);
      const auto wanted = static_cast<std::size_t>(o.transient + o.recorded);
      if (states.size() < wanted) {
        status = DiagramStatus::rest;
        VectorXd x(run.final.q.size() + run.final.u.size());
        x << run.final.q, run.final.u;
        states.assign(1, std::move(x));
        times.clear();
      } else {
        states.erase(states.begin(), states.begin() + o.transient);
        times.erase(times.begin(), times.begin() + o.transient);
      }
      write(states, times, scale_of(member.system->info()), row);
    }
    row[DiagramRow::kStatus] = static_cast<double>(status);
    return true;
  }

 private:
  MotionState state_of(std::span<const double> row, const FamilyMember& member) const {
    MotionState state = member.start;
    state.modes.clear();  // found anew: the parameter has moved
    state.ledger = {};
    // By the clock every cell begins at the same phase; otherwise time does not matter.
    for (Index i = 0; i < state.q.size(); ++i) state.q[i] = row[DiagramRow::kState + at(i)];
    for (Index i = 0; i < state.u.size(); ++i) {
      state.u[i] = row[DiagramRow::kState + at(state.q.size() + i)];
    }
    return state;
  }

  RunResult by_event(const FamilyMember& member, const Section& section, MotionState start,
                     double settle, std::vector<double>& times,
                     std::vector<VectorXd>& states) const {
    const DiagramOptions& o = task_.options_;
    SimulationOptions options = member.simulation;
    if (settle > 0.0) {
      options.until = start.t + settle;
      const RunResult run = simulate(member, options, start);
      if (run.reason != EndReason::end) return run;
      start = run.final;
    }
    const int wanted = o.transient + o.recorded;
    options.until = start.t + o.longest * (wanted + 1);
    Passages passages(section, wanted, o.longest, start.t);
    RunResult run =
        Simulator(*member.system, *member.law, options, member.fallback).run(start, passages);
    times = std::move(passages.times);
    states = std::move(passages.states);
    return run;
  }

  RunResult by_clock(const FamilyMember& member, const Section& section, MotionState start,
                     double settle, std::vector<double>& times,
                     std::vector<VectorXd>& states) const {
    const DiagramOptions& o = task_.options_;
    SimulationOptions options = member.simulation;
    const double phase = start.t;
    const int settling = static_cast<int>(std::ceil(settle / section.period));
    RunResult run;
    for (int k = -settling; k < o.transient + o.recorded; ++k) {
      start.t = phase;
      options.until = phase + section.period;
      run = simulate(member, options, start);
      if (run.reason != EndReason::end) return run;
      start = run.final;
      start.ledger = {};
      if (k < 0) continue;
      times.push_back(section.period * k);
      VectorXd x(start.q.size() + start.u.size());
      x << start.q, start.u;
      states.push_back(std::move(x));
    }
    return run;
  }

  static RunResult simulate(const FamilyMember& member, const SimulationOptions& options,
                            const MotionState& start) {
    struct Nobody final : MotionObserver {
      bool wants_samples() const override { return false; }
      bool go_on(double) override { return cell_is_wanted(); }
    } nobody;
    return Simulator(*member.system, *member.law, options, member.fallback).run(start, nobody);
  }

  void write(const std::vector<VectorXd>& states, const std::vector<double>& times,
             const VectorXd& scale, std::span<double> row) const {
    const DiagramOptions& o = task_.options_;
    row[DiagramRow::kCount] = static_cast<double>(states.size());
    row[DiagramRow::kPeriodicity] = static_cast<double>(periodicity(states, scale));
    if (times.size() > 1) {
      row[DiagramRow::kReturnTime] =
          (times.back() - times.front()) / static_cast<double>(times.size() - 1);
    }
    std::size_t to = DiagramRow::first_value(task_.states_);
    for (const VectorXd& x : states) {
      for (const Index column : o.columns) row[to++] = x[column];
    }
  }

  const DiagramTask& task_;
};

DiagramTask::DiagramTask(const SystemFamily& family, const Section& section,
                         const DiagramOptions& options, std::vector<double> values,
                         std::vector<bool> backwards)
    : family_(family),
      section_(section),
      options_(options),
      values_(std::move(values)),
      backwards_(std::move(backwards)),
      states_(0) {
  for (const double p : values_) {
    const FamilyMember member = family_.at(p);
    if (member.system == nullptr) continue;
    states_ = member.system->info().q.size() + member.system->info().u.size();
    break;
  }
}

CellLayout DiagramTask::layout() const {
  return {backwards_.size(), values_.size(), DiagramRow::width(states_, options_)};
}

std::unique_ptr<CellWorker> DiagramTask::worker() const { return std::make_unique<Worker>(*this); }

double DiagramTask::value(std::size_t chain, std::size_t link) const {
  return values_[backwards_[chain] ? values_.size() - 1 - link : link];
}

}  // namespace ricochet
