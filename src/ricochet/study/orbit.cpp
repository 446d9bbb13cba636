#include <ricochet/study/orbit.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <ricochet/lcp/dense.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kSingular = 1e-10;  // of the largest pivot of D - I
constexpr double kRepeats =
    1e3;  // of the tolerance: how well the motion must repeat the orbit of the frozen map
constexpr double kShortest = 1.0 / 128.0;  // damped step of Newton's method

Orbit incomplete(const Cycle& cycle) {
  Orbit orbit;
  const bool late = cycle.run.reason == EndReason::end;
  orbit.status = late ? OrbitStatus::no_return : OrbitStatus::ended;
  orbit.message = late ? fmt::format("the motion has not come back to its section at t = {:.9g} s",
                                     cycle.run.final.t)
                       : cycle.run.message;
  orbit.state = cycle.run.final;
  return orbit;
}

}  // namespace

std::string_view to_string(OrbitStatus status) {
  switch (status) {
    case OrbitStatus::found: return "found";
    case OrbitStatus::not_converged: return "not-converged";
    case OrbitStatus::no_return: return "no-return";
    case OrbitStatus::ended: return "ended";
    case OrbitStatus::sequence_changed: return "sequence-changed";
    case OrbitStatus::misfit: return "misfit";
  }
  return "?";
}

VectorXd state_vector(const MotionState& state) {
  VectorXd x(state.q.size() + state.u.size());
  x << state.q, state.u;
  return x;
}

void set_state(MotionState& state, const VectorXd& x) {
  state.q = x.head(state.q.size());
  state.u = x.tail(state.u.size());
}

double residual_of(const VectorXd& end, const VectorXd& x, const VectorXd& scale,
                   const std::vector<Index>& free) {
  double largest = 0.0;
  for (const Index i : free) {
    largest = std::max(largest, std::abs(end[i] - x[i]) / (scale[i] + std::abs(x[i])));
  }
  return largest;
}

MatrixXd part_of(const MatrixXd& D, const std::vector<Index>& free) {
  const auto m = static_cast<Index>(free.size());
  MatrixXd part(m, m);
  for (Index i = 0; i < m; ++i) {
    for (Index j = 0; j < m; ++j) {
      part(i, j) = D(free[static_cast<std::size_t>(i)], free[static_cast<std::size_t>(j)]);
    }
  }
  return part;
}

void update_times(Sequence& sequence, const FrozenResult& result) {
  for (std::size_t k = 0; k < result.times.size(); ++k) sequence.passages[k].t = result.times[k];
  sequence.end = result.t;
}

OrbitFinder::OrbitFinder(const MechanicalSystem& system, const ImpactLaw& law,
                         const Section& section, const SimulationOptions& simulation,
                         const OrbitOptions& options, const ImpactLaw* fallback)
    : system_(system),
      law_(law),
      fallback_(fallback),
      section_(section),
      simulation_(simulation),
      options_(options) {
  for (Index i = 0; i < system.coordinates() + system.dofs(); ++i) {
    if (std::find(options.drifting.begin(), options.drifting.end(), i) == options.drifting.end()) {
      free_.push_back(i);
    }
  }
}

Orbit OrbitFinder::find(const MotionState& start) const {
  const ReturnRun run(system_, law_, fallback_, section_,
                      {simulation_, options_.settle, options_.longest_return});
  return search(run.from(start));
}

Orbit OrbitFinder::refine(const MotionState& start, const Sequence* sequence) const {
  if (sequence == nullptr) {
    const ReturnRun run(system_, law_, fallback_, section_,
                        {simulation_, 0.0, options_.longest_return});
    return search(run.on(start));
  }
  Cycle cycle;
  cycle.complete = true;
  cycle.start = start;
  cycle.sequence = *sequence;
  return search(std::move(cycle));
}

Orbit OrbitFinder::search(Cycle cycle) const {
  if (!cycle.complete) return incomplete(cycle);
  Orbit out;
  out.message = misfit(system_, section_, cycle.start, cycle.sequence.end - cycle.sequence.begin);
  if (!out.message.empty()) {
    out.status = OrbitStatus::misfit;
    return out;
  }
  const ReturnRun run(system_, law_, fallback_, section_,
                      {simulation_, 0.0, options_.longest_return});
  FrozenFlow flow(system_, law_, fallback_,
                  {.tolerance = simulation_.tolerance, .largest_step = simulation_.largest_step});
  Cycle motion = cycle;  // the true one, which goes on from attempt to attempt
  bool trusted = true;   // `cycle` is part of it, not of what Newton's method proposed
  for (int attempt = 0; attempt < options_.attempts; ++attempt) {
    VectorXd x = state_vector(cycle.start);
    FrozenResult at;
    out.state = cycle.start;
    out.sequence = cycle.sequence;
    if (newton(flow, out.sequence, x, at, out)) {
      set_state(out.state, x);
      const Cycle again = run.on(out.state);
      if (again.complete) {
        out.residual = residual_of(state_vector(again.end), x, flow.scale(), free_);
      }
      if (again.complete && same(again.sequence, out.sequence) &&
          out.residual <= kRepeats * options_.tolerance) {
        describe(flow, x, at, out);
        return out;
      }
      out.status = OrbitStatus::sequence_changed;
      out.message = again.complete
                        ? "the motion from the orbit of the frozen sequence has another sequence"
                        : "the orbit of the frozen sequence is no motion: " + again.run.message;
      if (again.complete && trusted) {
        cycle = again;
        trusted = false;
        continue;
      }
    }
    motion = cycle = run.on(next_start(motion));
    trusted = true;
    if (!motion.complete) return incomplete(motion);
  }
  return out;
}

/// Fills in what follows from x and the derivative there.
void OrbitFinder::describe(FrozenFlow& flow, const VectorXd& x, const FrozenResult& at,
                           Orbit& out) const {
  const VectorXd& s = flow.scale();
  out.period = out.sequence.end - out.sequence.begin;
  out.monodromy = s.asDiagonal() * at.D * s.cwiseInverse().asDiagonal();
  out.multipliers = multipliers_of(part_of(at.D, free_));
  out.stability = stability_of(out.multipliers, options_.marginal);
  out.drift = VectorXd::Zero(x.size());
  for (const Index i : options_.drifting) out.drift[i] = at.x[i] - x[i];
  examine(flow, out.sequence, x, out);
  out.status = OrbitStatus::found;
  out.message =
      fmt::format("an orbit of period {:.10g} s, {}", out.period, to_string(out.stability));
}

/// Where the motion is one cycle later, if it has been followed.
MotionState OrbitFinder::next_start(const Cycle& cycle) const {
  if (cycle.end.q.size() == 0) return cycle.start;
  MotionState next = cycle.end;
  next.t = cycle.start.t;
  VectorXd x = state_vector(next);
  for (const Index i : options_.drifting) x[i] = state_vector(cycle.start)[i];
  set_state(next, x);
  return next;
}

/// Newton's method on the frozen map; sequence and `at` belong to x afterwards.
bool OrbitFinder::newton(FrozenFlow& flow, Sequence& sequence, VectorXd& x, FrozenResult& at,
                         Orbit& out) const {
  const auto m = static_cast<Index>(free_.size());
  const VectorXd& s = flow.scale();
  flow.follow(sequence, x, true, at);
  out.status = OrbitStatus::not_converged;
  if (!at.ok) {
    out.message = at.message;
    return false;
  }
  update_times(sequence, at);
  out.residual = residual_of(at.x, x, s, free_);
  for (int i = 0; i < options_.iterations; ++i) {
    MatrixXd J = part_of(at.D, free_);
    J.diagonal().array() -= 1.0;
    VectorXd r(m);
    for (Index a = 0; a < m; ++a) {
      const Index row = free_[static_cast<std::size_t>(a)];
      r[a] = (x[row] - at.x[row]) / s[row];
    }
    LinearSolution step;
    solve_any(J, r, kSingular, step);
    FrozenResult next;
    bool better = false;
    const bool converged = out.residual <= options_.tolerance;
    for (double part = 1.0; part >= (converged ? 1.0 : kShortest); part *= 0.5) {
      VectorXd trial = x;
      for (Index a = 0; a < m; ++a) {
        const Index row = free_[static_cast<std::size_t>(a)];
        trial[row] += part * s[row] * step.x[a];
      }
      flow.follow(sequence, trial, true, next);
      if (!next.ok) continue;
      const double residual = residual_of(next.x, trial, s, free_);
      if (residual >= (converged ? 0.5 : 1.0 - 0.25 * part) * out.residual) continue;
      better = true;
      x = trial;
      at = next;
      out.residual = residual;
      ++out.iterations;
      update_times(sequence, at);
      break;
    }
    if (!better) break;
  }
  if (out.residual <= options_.tolerance) return true;
  out.message = fmt::format("Newton's method ended with P(x) - x = {:.3g}", out.residual);
  return false;
}

}  // namespace ricochet
