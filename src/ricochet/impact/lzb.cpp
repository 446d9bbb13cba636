#include <ricochet/impact/lzb.hpp>

#include <algorithm>
#include <cmath>

#include <ricochet/impact/workspace.hpp>

namespace ricochet {

namespace {

using Eigen::Index;

// Errors of steps add up. The first run has this share of the tolerance in each step; if the energy that
// the process loses and the energy that is gone then differ by more than a fifth of the tolerance, the
// next one has a tenth of it.
constexpr double kLocal = 5e-4;
constexpr int kMostRuns = 4;
constexpr double kSmallestLocal = 1e-14;  // rounding is not far below

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Turns states of the process into samples.
class Recorder {
 public:
  Recorder(const ContactProblem& problem, const LzbProcess& process,
           FunctionRef<void(const LzbSample&)> record)
      : problem_(problem),
        process_(process),
        record_(record),
        modes_(problem.contact.size()),
        stages_(problem.contact.size()),
        energy_(problem.contact.size()) {}

  void operator()(double time, std::span<const double> y) {
    const Index n = problem_.contacts();
    process_.impulses(y, impulse_);
    gamma_ = problem_.gamma + problem_.G * impulse_;
    Index most = 0;
    for (Index i = 0; i < n; ++i) {
      energy_[at(i)] = process_.energy(i, y) * process_.energy_unit();
      modes_[at(i)] = process_.mode(i);
      stages_[at(i)] = process_.stage(i);
      if (energy_[at(i)] > energy_[at(most)]) most = i;
    }
    if (previous_.size() > 0) primary_ += impulse_[2 * most] - previous_[2 * most];
    previous_ = impulse_;
    record_({time * process_.time_unit(), primary_, most, energy_,
             std::span(impulse_.data(), at(2 * n)), std::span(gamma_.data(), at(2 * n)), modes_,
             stages_});
  }

 private:
  const ContactProblem& problem_;
  const LzbProcess& process_;
  FunctionRef<void(const LzbSample&)> record_;
  std::vector<Mode> modes_;
  std::vector<Stage> stages_;
  std::vector<double> energy_;
  Eigen::VectorXd impulse_, previous_, gamma_;
  double primary_ = 0.0;
};

std::string_view sentence(LzbEnd end) {
  switch (end) {
    case LzbEnd::separated: return {};
    case LzbEnd::step_limit: return "the contacts have not separated within the step limit";
    case LzbEnd::stalled: return "the process does not come to an end";
    case LzbEnd::no_consistent_forces:
      return "no combination of stick, slip and rest is consistent with the contact forces";
    case LzbEnd::non_finite: return "the process overflows";
  }
  return {};
}

Status status_of(LzbEnd end) {
  if (end == LzbEnd::non_finite) return Status::non_finite;
  return end == LzbEnd::no_consistent_forces ? Status::undecided : Status::not_converged;
}

/// How far the energy that is gone differs from what the process lost, over the energy.
double defect(const ContactProblem& problem, const LzbProcess& process, const ImpactOutcome& out) {
  const Eigen::VectorXd& L = out.impulse;
  double gone = 0.0;
  double reference = process.energy_unit();
  for (Index i = 0; i < L.size(); ++i) {
    const double after = problem.gamma[i] + problem.G.col(i).dot(L);
    gone -= 0.5 * L[i] * (problem.gamma[i] + after);
  }
  reference = std::max(reference, 0.5 * L.cwiseProduct(problem.gamma).cwiseAbs().sum());
  return std::abs(gone - process.dissipation() * process.energy_unit()) / reference;
}

/// True if the differential equations have one solution only.
bool unique_process(const ContactProblem& problem, const LzbProcess& process) {
  if (process.rested()) return false;
  return std::all_of(
      problem.contact.begin(), problem.contact.end(),
      [](const ContactParameters& c) { return c.static_friction() == c.mu && c.exponent >= 1.0; });
}

/// Of contacts that stuck together: the shortest tangential impulses with the same velocities and work
/// inside the static cones, by Dykstra's projections. False, L unchanged, if they do not converge.
bool shorten(const ContactProblem& problem, const std::vector<bool>& shared, double scale,
             Eigen::VectorXd& L) {
  std::vector<Index> group;
  for (Index i = 0; i < problem.contacts(); ++i) {
    if (shared[at(i)]) group.push_back(i);
  }
  const auto m = static_cast<Index>(group.size());
  Eigen::MatrixXd effect(L.size() + 1, m);  // of each impulse on the velocities and on the work
  Eigen::VectorXd start(m), most(m);
  const double speed = std::max(problem.gamma.cwiseAbs().maxCoeff(), 1e-300);
  for (Index k = 0; k < m; ++k) {
    const Index i = group[at(k)];
    const Index t = 2 * i + 1;
    effect.col(k) << problem.G.col(t) / problem.G(t, t), problem.gamma[t] / speed;
    start[k] = L[t];
    most[k] = problem.contact[at(i)].static_friction() * std::max(0.0, L[2 * i]);
  }
  LinearSolution solution;
  solve_any(effect, Eigen::VectorXd::Zero(effect.rows()), 1e-11, solution);
  const Eigen::MatrixXd& N = solution.null_space;
  start -= N * (N.transpose() * start);  // the shortest of all; now into the cones
  Eigen::VectorXd x = start;
  Eigen::VectorXd correction = Eigen::VectorXd::Zero(m);
  for (int round = 0; round < 10'000; ++round) {
    const Eigen::VectorXd y = (x + correction).cwiseMin(most).cwiseMax(-most);
    correction += x - y;
    x = start + N * (N.transpose() * y);
    if ((x - y).cwiseAbs().maxCoeff() > 1e-14 * scale) continue;
    for (Index k = 0; k < m; ++k) L[2 * group[at(k)] + 1] = x[k];
    return true;
  }
  return false;
}

}  // namespace

const LawInfo& Lzb::info() const noexcept {
  static const LawInfo info{"lzb",
                            "contacts as springs that share the impact and lose energy",
                            "any",
                            "friction, restitution.energetic, stiffness, exponent",
                            "Liu, Zhao & Brogliato 2008; Liu et al. 2013",
                            {.dissipative = true, .inside_cone = true, .unique = true}};
  return info;
}

std::string_view Lzb::refusal(const ContactProblem& problem) const noexcept {
  if (!(options_.tolerance >= 1e-12 && options_.tolerance <= 1e-2) || options_.steps < 10 ||
      options_.step_limit < 1) {
    return "needs a tolerance in [1e-12, 1e-2], at least 10 steps and a step limit of at least 1";
  }
  for (const ContactParameters& c : problem.contact) {
    if (!c.possible()) return kImpossible;
    if (!c.energetic)
      return "needs the energetic coefficient restitution.energetic at every contact";
    if (!c.stiffness) return "needs the stiffness of every contact";
    if (!(*c.stiffness > 0.0) || !(c.exponent > 0.0)) return "needs stiffness > 0 and exponent > 0";
  }
  return {};
}

void Lzb::resolve(const ContactProblem& problem, ImpactOutcome& out, Workspace& workspace,
                  Ask ask) const {
  run(problem, out, workspace, nullptr);
  if (ask != Ask::uniqueness || out.status != Status::unique) return;
  ImpactSolution only;
  only.impulse = out.impulse;
  only.gamma = out.gamma;
  only.u = out.u;
  only.modes = out.modes;
  only.impulses_unique = out.impulses_unique;
  only.least_norm = out.least_norm;
  out.solutions.push_back(std::move(only));
}

void Lzb::resolve_with_history(const ContactProblem& problem, ImpactOutcome& out,
                               Workspace& workspace,
                               FunctionRef<void(const LzbSample&)> record) const {
  run(problem, out, workspace, &record);
}

void Lzb::run(const ContactProblem& problem, ImpactOutcome& out, Workspace& w,
              const Record* record) const {
  if (!begin(*this, problem, out)) return;
  LzbProcess& process = w.lzb;
  double local = std::max(kLocal * options_.tolerance, kSmallestLocal);
  const bool euler = options_.method == LzbMethod::euler;
  const auto follow = [&](const StepObserver* observer) {
    process.pose(problem);
    const LzbEnd end =
        euler ? process.run_euler(1.0 / static_cast<double>(options_.steps),
                                  std::max(options_.step_limit, 100 * options_.steps), observer)
              : process.run(local, options_.step_limit, observer);
    process.impulses(process.state(), out.impulse);
    return end;
  };
  LzbEnd end = LzbEnd::separated;
  if (!euler || !record) end = follow(nullptr);
  for (int run = 1; run < kMostRuns && !euler && end == LzbEnd::separated; ++run) {
    if (defect(problem, process, out) <= 0.2 * options_.tolerance) break;
    if (local <= kSmallestLocal) break;
    local = std::max(0.1 * local, kSmallestLocal);
    end = follow(nullptr);
  }
  if (record) {
    process.pose(problem);
    Recorder recorder(problem, process, *record);
    recorder(0.0, process.state());
    const StepObserver observer(recorder);
    end = follow(&observer);
  }
  if (end != LzbEnd::separated) {
    out.impulse.setZero();
    out.status = status_of(end);
    out.message = sentence(end);
    return;
  }
  for (const Phase& phase : process.phases()) {
    out.phases.push_back(phase);
    out.modes[at(phase.contact)] = phase.mode;
  }
  out.status = !euler && unique_process(problem, process) ? Status::unique : Status::solved;
  const std::vector<bool>& shared = process.shared();
  if (std::find(shared.begin(), shared.end(), true) != shared.end()) {
    out.impulses_unique = false;
    out.least_norm = shorten(problem, shared, process.impulse_unit(), out.impulse);
  }
  if (const double locked = process.locked(); locked > options_.tolerance) {
    out.impulses_unique = false;  // the springs go on pushing against each other
    out.warnings.push_back({WarningId::locked, 0, locked * process.energy_unit()});
  }
  if (const Index i = process.static_band(); i >= 0) {
    out.warnings.push_back({WarningId::stick_in_static_band, i, 0.0});
  }
  complete(problem, out);
  if (!has_answer(out.status)) return;
  // No approach at the end, and the energy the process lost is the energy that is gone.
  for (Index i = 0; i < problem.contacts(); ++i) {
    out.residual = std::max(out.residual, -out.gamma[2 * i] / process.velocity_unit());
  }
  const double known = std::max(out.energy.reference, process.energy_unit());
  out.residual = std::max(out.residual, defect(problem, process, out));
  // The process itself only loses energy: a gain within its own error is that error.
  std::erase_if(out.warnings, [&](const Warning& warning) {
    return warning.id == WarningId::energy_gain && warning.value <= out.residual * known;
  });
  if (euler) {
    out.warnings.push_back({WarningId::approximate, 0, out.residual});
  } else {
    certify(out, std::max(1e-8, options_.tolerance));
  }
}

}  // namespace ricochet
