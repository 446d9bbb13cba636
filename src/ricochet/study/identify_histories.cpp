#include <ricochet/study/identify_histories.hpp>

#include <algorithm>
#include <cmath>

#include <ricochet/study/quantiles.hpp>
#include <ricochet/study/slip_onset.hpp>

namespace ricochet {

double Onset::sd(double value) const {
  const double t = growth != 0.0 ? time.t + (value - ratio) / growth : time.t;
  return std::hypot(growth * time.sd(t), ratio_sd);
}

namespace {

constexpr int kOrder = 2;

bool holds(const std::vector<Eigen::Index>& list, Eigen::Index i) {
  return std::find(list.begin(), list.end(), i) != list.end();
}

double sign_of(ContactPhase phase) {
  return phase == ContactPhase::slip_plus ? 1.0 : phase == ContactPhase::slip_minus ? -1.0 : 0.0;
}

// x + theta y = 0 with the covariance of (x, y): one equation about a coefficient.
struct Equation {
  double x = 0.0, y = 0.0;
  double xx = 0.0, xy = 0.0, yy = 0.0;
};

class Identification {
 public:
  Identification(const MechanicalSystem& system, const History& history,
                 std::span<const SoughtCoefficient> sought, const HistoryOptions& options)
      : system_(system),
        history_(history),
        sought_(sought),
        options_(options),
        forces_(system, options.sigma),
        z_(normal_two_sided(options.confidence)) {}

  HistoryIdentification run() {
    read();
    estimate_forces();
    find_onsets();
    measure_impacts();
    out_.smoothing.p_value =
        chi_square_tail(out_.smoothing.chi2, static_cast<double>(out_.smoothing.freedom));
    for (const SoughtCoefficient& parameter : sought_) identify(parameter);
    return std::move(out_);
  }

 private:
  bool carries(Eigen::Index contact) const {
    return options_.contacts.empty() || holds(options_.contacts, contact);
  }

  void read() {
    reading_ = read_phases(system_, history_, options_.sigma, options_.phases);
    for (Eigen::Index i = 0; i < system_.contacts(); ++i) {
      if (!carries(i)) reading_.phase.col(i).setConstant(ContactPhase::open);
    }
    for (const PhaseRun& run : reading_.runs) {
      if (carries(run.contact) && run.phase != ContactPhase::unclear) out_.phases.push_back(run);
    }
  }

  std::vector<ContactPhase> phases_at(Eigen::Index sample) const {
    const auto row = reading_.phase.row(sample);
    return {row.begin(), row.end()};
  }

  // Fits of coordinates and velocities to samples [first, last).
  bool fit(Eigen::Index first, Eigen::Index last) {
    return last - first >= kOrder + 2 &&
           q_fit_.fit(history_.t, history_.q, first, last - first, kOrder) &&
           u_fit_.fit(history_.t, history_.u, first, last - first, kOrder);
  }

  // Windows within every time in which no phase changes.
  void estimate_forces() {
    for (const Stretch& stretch : reading_.stretches) {
      for (Eigen::Index first = stretch.first; first < stretch.last;) {
        Eigen::Index last = first + 1;
        while (last < stretch.last && reading_.phase.row(last) == reading_.phase.row(first)) ++last;
        const std::vector<ContactPhase> phases = phases_at(first);
        const auto closed = [](ContactPhase phase) { return phase != ContactPhase::open; };
        if (std::any_of(phases.begin(), phases.end(), closed)) divide(first, last, phases);
        first = last;
      }
    }
  }

  void divide(Eigen::Index first, Eigen::Index last, const std::vector<ContactPhase>& phases) {
    const double from = history_.t[first];
    const double length = history_.t[last - 1] - from;
    const auto count = static_cast<long>(std::floor(length / options_.phases.window + 1e-9));
    for (long k = 0; k < count; ++k) {
      const double end = from + length * static_cast<double>(k + 1) / static_cast<double>(count);
      Eigen::Index stop = first;
      while (stop < last && (k == count - 1 || history_.t[stop] < end)) ++stop;
      ForceWindow window;
      window.phases = phases;
      if (fit(first, stop) &&
          forces_.at(u_fit_.middle(), q_fit_, u_fit_, phases, window.estimate)) {
        out_.windows.push_back(std::move(window));
        count_residuals(stop - first);
      }
      first = stop;
    }
  }

  void count_residuals(Eigen::Index samples) {
    out_.smoothing.chi2 += (u_fit_.residual().array() / options_.sigma.array().square()).sum();
    out_.smoothing.freedom += static_cast<long>((samples - kOrder - 1) * options_.sigma.size());
  }

  // Every stick of a contact that slip follows in the same stretch.
  void find_onsets() {
    for (std::size_t k = 0; k + 2 < reading_.runs.size(); ++k) {
      const PhaseRun& stick = reading_.runs[k];
      const PhaseRun& between = reading_.runs[k + 1];
      const PhaseRun& slip = reading_.runs[k + 2];
      if (!carries(stick.contact) || stick.phase != ContactPhase::stick) continue;
      if (slip.contact != stick.contact || slip.first != between.last) continue;
      if (between.phase != ContactPhase::unclear || between.first != stick.last) continue;
      if (sign_of(slip.phase) != 0.0 && same_stretch(stick.first, slip.first))
        add_onset(stick, slip);
    }
  }

  bool same_stretch(Eigen::Index a, Eigen::Index b) const {
    return std::any_of(reading_.stretches.begin(), reading_.stretches.end(),
                       [&](const Stretch& s) { return s.first <= a && b < s.last; });
  }

  void add_onset(const PhaseRun& stick, const PhaseRun& slip) {
    const double window = options_.phases.window;
    const Eigen::Index i = stick.contact;
    const double s = sign_of(slip.phase);
    // From the stick to one window after sliding is clear.
    Eigen::Index first = stick.last - 1;
    while (first > stick.first && history_.t[first] > history_.t[stick.last - 1] - 3.0 * window) {
      --first;
    }
    Eigen::Index last = slip.first;
    while (last < slip.last && history_.t[last] < history_.t[slip.first] + 0.5 * window) ++last;
    const auto times = history_.t.segment(first, last - first);
    const OnsetFit found =
        find_onset(times, reading_.sliding.col(i).segment(first, last - first),
                   reading_.spread.col(i).segment(first, last - first), s, z_ * z_);
    if (!found.found) return;
    // The last window before the earliest onset.
    Eigen::Index end = last;
    while (end > first && history_.t[end - 1] >= found.low) --end;
    Eigen::Index begin = end;
    while (begin > stick.first && history_.t[begin - 1] > found.low - window) --begin;
    const std::vector<ContactPhase> phases = phases_at(stick.last - 1);
    Onset onset{.contact = i, .time = found};
    double early = 0.0, late = 0.0;
    if (!fit(begin, end) || !ratio_at(found.low, phases, i, s, early, onset.ratio_sd) ||
        !ratio_at(found.high, phases, i, s, late, onset.ratio_sd) ||
        !ratio_at(found.t, phases, i, s, onset.ratio, onset.ratio_sd)) {
      return;
    }
    onset.growth = (late - early) / (found.high - found.low);
    out_.onsets.push_back(onset);
  }

  // -s F_T / F_N of the fits at time t.
  bool ratio_at(double t, std::span<const ContactPhase> phases, Eigen::Index i, double s,
                double& ratio, double& sd) {
    ContactForceEstimate estimate;
    if (!forces_.at(t, q_fit_, u_fit_, phases, estimate)) return false;
    const double N = estimate.force[2 * i];
    if (!(N > 3.0 * std::sqrt(estimate.covariance(2 * i, 2 * i)))) return false;
    ratio = -s * estimate.force[2 * i + 1] / N;
    const Eigen::Vector2d slope(-ratio / N, -s / N);
    const Eigen::Matrix2d V = estimate.covariance.block<2, 2>(2 * i, 2 * i);
    sd = std::sqrt(std::max(slope.dot(V * slope), 0.0));
    return true;
  }

  // The contacts that approach when two stretches meet.
  void measure_impacts() {
    for (std::size_t k = 0; k + 1 < reading_.stretches.size(); ++k) {
      const Stretch& before = reading_.stretches[k];
      const Stretch& after = reading_.stretches[k + 1];
      const double t = history_.t[after.first];
      Eigen::Index first = before.last;
      while (first > before.first && history_.t[first - 1] >= t - options_.phases.window) --first;
      Eigen::Index last = after.first;
      while (last < after.last && history_.t[last] <= t + options_.phases.window) ++last;
      LocalFit q_before, u_before, u_after;
      if (before.last - first < kOrder + 2 || last - after.first < kOrder + 2) continue;
      if (!q_before.fit(history_.t, history_.q, first, before.last - first, kOrder) ||
          !u_before.fit(history_.t, history_.u, first, before.last - first, kOrder) ||
          !u_after.fit(history_.t, history_.u, after.first, last - after.first, kOrder)) {
        continue;
      }
      add_impacts(t, q_before.value(t), u_before, u_after);
    }
  }

  void add_impacts(double t, const Eigen::VectorXd& q, const LocalFit& before,
                   const LocalFit& after) {
    Evaluation e;
    e.fit(system_.info());
    const Eigen::VectorXd u = before.value(t);
    system_.evaluate(t, q, u, kGaps | kContacts, e);
    const Eigen::VectorXd u_after = after.value(t);
    const double sd_before = std::sqrt(before.covariance(t)(0, 0));
    const double sd_after = std::sqrt(after.covariance(t)(0, 0));
    const double touch = 0.1 * system_.info().size;
    for (Eigen::Index i = 0; i < system_.contacts(); ++i) {
      if (!carries(i) || e.gap[i] > touch) continue;
      const auto W_N = e.W.col(2 * i);
      const double spread = W_N.cwiseProduct(options_.sigma).norm();
      const MeasuredImpact impact{i,
                                  t,
                                  W_N.dot(u) - e.surface_velocity[2 * i],
                                  W_N.dot(u_after) - e.surface_velocity[2 * i],
                                  spread * sd_before,
                                  spread * sd_after};
      if (impact.before < -4.0 * impact.before_sigma) out_.impacts.push_back(impact);
    }
  }

  void identify(const SoughtCoefficient& parameter) {
    switch (parameter.coefficient) {
      case Coefficient::friction: return solve(parameter, slip_equations(parameter));
      case Coefficient::restitution: return solve(parameter, impact_equations(parameter));
      case Coefficient::static_friction: return join_onsets(parameter);
      case Coefficient::tangential:
      case Coefficient::impulse_ratio: break;
    }
    add({.message = "histories do not give this coefficient"}, {});
  }

  void add(const Identified& found, const FitTest& test) {
    out_.parameters.push_back(found);
    out_.tests.push_back(test);
  }

  std::vector<Equation> slip_equations(const SoughtCoefficient& parameter) const {
    std::vector<Equation> equations;
    for (const ForceWindow& window : out_.windows) {
      for (const Eigen::Index i : parameter.contacts) {
        const double s = sign_of(window.phases[static_cast<std::size_t>(i)]);
        const double N = window.estimate.force[2 * i];
        const Eigen::Matrix2d V = window.estimate.covariance.block<2, 2>(2 * i, 2 * i);
        if (s == 0.0 || !(N > 3.0 * std::sqrt(V(0, 0)))) continue;
        equations.push_back(
            {window.estimate.force[2 * i + 1], s * N, V(1, 1), s * V(0, 1), V(0, 0)});
      }
    }
    return equations;
  }

  std::vector<Equation> impact_equations(const SoughtCoefficient& parameter) const {
    std::vector<Equation> equations;
    for (const MeasuredImpact& impact : out_.impacts) {
      if (!holds(parameter.contacts, impact.contact)) continue;
      equations.push_back({impact.after, impact.before, impact.after_sigma * impact.after_sigma,
                           0.0, impact.before_sigma * impact.before_sigma});
    }
    return equations;
  }

  void solve(const SoughtCoefficient& parameter, const std::vector<Equation>& equations) {
    if (equations.empty()) {
      add({.message = parameter.coefficient == Coefficient::friction
                          ? "the contact never slides clearly for one window"
                          : "there is no impact with enough samples on both sides"},
          {});
      return;
    }
    minimise_sum(parameter, equations.size(), [&](double theta, std::size_t k) {
      const Equation& e = equations[k];
      return (e.x + theta * e.y) / std::sqrt(e.xx + theta * (2.0 * e.xy + theta * e.yy));
    });
  }

  // One coefficient from `count` residuals z(theta, k).
  template <class Residual>
  void minimise_sum(const SoughtCoefficient& parameter, std::size_t count, const Residual& z_of) {
    LeastSquares least;
    least.low.setConstant(1, parameter.low);
    least.high.setConstant(1, parameter.high);
    constexpr int starts = 40;
    least.starts.emplace_back();
    for (int k = 0; k <= starts; ++k) {
      const double part = std::pow(static_cast<double>(k) / starts, 2);
      least.starts[0].push_back(parameter.low + part * (parameter.high - parameter.low));
    }
    least.residuals = [&](const Eigen::VectorXd& theta, Eigen::VectorXd& z) {
      z.resize(static_cast<Eigen::Index>(count));
      for (std::size_t k = 0; k < count; ++k) z[static_cast<Eigen::Index>(k)] = z_of(theta[0], k);
      return true;
    };
    const Minimum minimum = minimise(least);
    const ProfileInterval interval = profile_interval(least, minimum, 0, z_ * z_);
    FitTest test{minimum.chi2, static_cast<long>(count) - 1, 1.0};
    test.p_value = chi_square_tail(test.chi2, static_cast<double>(test.freedom));
    add(judge(parameter, minimum.theta[0], interval), test);
  }

  void join_onsets(const SoughtCoefficient& parameter) {
    std::vector<const Onset*> onsets;
    for (const Onset& onset : out_.onsets) {
      if (holds(parameter.contacts, onset.contact)) onsets.push_back(&onset);
    }
    if (onsets.empty()) return bound_by_stick(parameter);
    minimise_sum(parameter, onsets.size(), [&](double theta, std::size_t k) {
      return (theta - onsets[k]->ratio) / onsets[k]->sd(theta);
    });
  }

  // The largest ratio of a stick is a lower bound. Many windows were looked at: each counts with its share of the
  // probability to be wrong.
  void bound_by_stick(const SoughtCoefficient& parameter) {
    std::vector<std::pair<double, double>> ratios;  // with standard deviation
    for (const ForceWindow& window : out_.windows) {
      for (const Eigen::Index i : parameter.contacts) {
        if (window.phases[static_cast<std::size_t>(i)] != ContactPhase::stick) continue;
        const double N = window.estimate.force[2 * i];
        const Eigen::Matrix2d V = window.estimate.covariance.block<2, 2>(2 * i, 2 * i);
        if (!(N > 3.0 * std::sqrt(V(0, 0)))) continue;
        const double ratio = window.estimate.force[2 * i + 1] / N;
        const Eigen::Vector2d slope(-ratio / N, 1.0 / N);
        ratios.emplace_back(std::abs(ratio), std::sqrt(std::max(slope.dot(V * slope), 0.0)));
      }
    }
    if (ratios.empty()) {
      add({.message = "the contact never sticks clearly"}, {});
      return;
    }
    const double wrong = (1.0 - options_.confidence) / static_cast<double>(ratios.size());
    const double z = normal_two_sided(1.0 - std::min(2.0 * wrong, 1.0 - 1e-9));
    Identified found{.status = IdentifyStatus::lower_bound,
                     .low = 0.0,
                     .high = std::numeric_limits<double>::infinity(),
                     .message = "no stick ends in sliding: it is at least what stick has borne"};
    for (const auto& [ratio, sd] : ratios) found.low = std::max(found.low, ratio - z * sd);
    add(found, {});
  }

  const MechanicalSystem& system_;
  const History& history_;
  std::span<const SoughtCoefficient> sought_;
  const HistoryOptions& options_;
  ContactForces forces_;
  double z_;  // two-sided normal quantile of the confidence
  PhaseReading reading_;
  LocalFit q_fit_, u_fit_;
  HistoryIdentification out_;
};

}  // namespace

HistoryIdentification identify_histories(const MechanicalSystem& system, const History& history,
                                         std::span<const SoughtCoefficient> sought,
                                         const HistoryOptions& options) {
  return Identification(system, history, sought, options).run();
}

}  // namespace ricochet
