#include <ricochet/study/contact_phases.hpp>

#include <algorithm>
#include <cmath>

namespace ricochet {

std::string_view to_string(ContactPhase phase) {
  switch (phase) {
    case ContactPhase::open: return "open";
    case ContactPhase::slip_plus: return "slip+";
    case ContactPhase::slip_minus: return "slip-";
    case ContactPhase::stick: return "stick";
    case ContactPhase::unclear: return "unclear";
  }
  return "";
}

namespace {

std::vector<Stretch> divide(const History& history, const Eigen::VectorXd& sigma,
                            const std::vector<double>& impacts) {
  std::vector<Stretch> stretches;
  Stretch now{0, 0};
  std::size_t listed = 0;
  for (Eigen::Index k = 0; k < history.samples(); ++k) {
    bool jump = false;
    if (k > 0 && history.t[k] == history.t[k - 1]) {
      const Eigen::ArrayXd change = (history.u.row(k) - history.u.row(k - 1)).transpose().array();
      const double largest = history.u.row(k).cwiseAbs().maxCoeff();
      jump = (change.abs() > 6.0 * std::sqrt(2.0) * sigma.array() + 1e-9 * largest).any();
    }
    // A listed time falls before the first sample at or after it; of two at that time, between them.
    const bool twice = k + 1 < history.samples() && history.t[k + 1] == history.t[k];
    while (listed < impacts.size() && history.t[k] >= impacts[listed] &&
           !(twice && history.t[k] == impacts[listed])) {
      jump = true;
      ++listed;
    }
    if (jump && k > now.first) {
      now.last = k;
      stretches.push_back(now);
      now.first = k;
    }
  }
  now.last = history.samples();
  stretches.push_back(now);
  return stretches;
}

class Reader {
 public:
  Reader(const MechanicalSystem& system, const History& history, const Eigen::VectorXd& sigma,
         const PhaseOptions& options)
      : system_(system), history_(history), options_(options) {
    const Eigen::Index n = system.contacts();
    const Eigen::Index samples = history.samples();
    out_.stretches = divide(history, sigma, options.impacts);
    out_.sliding.resize(samples, n);
    out_.spread.resize(samples, n);
    out_.phase.setConstant(samples, n, ContactPhase::open);
    gap_.resize(samples, n);
    Evaluation e;
    e.fit(system.info());
    for (Eigen::Index k = 0; k < samples; ++k) {
      system.evaluate(history.t[k], history.q.row(k).transpose(), history.u.row(k).transpose(),
                      kGaps | kContacts, e);
      gap_.row(k) = e.gap;
      for (Eigen::Index i = 0; i < n; ++i) {
        const auto W_T = e.W.col(2 * i + 1);
        out_.sliding(k, i) = history.u.row(k).dot(W_T) - e.surface_velocity[2 * i + 1];
        out_.spread(k, i) = W_T.cwiseProduct(sigma).norm();
      }
    }
  }

  PhaseReading read() {
    const double gap = options_.gap > 0.0 ? options_.gap : 1e-3 * system_.info().size;
    for (Eigen::Index i = 0; i < system_.contacts(); ++i) {
      floor_ = options_.slip_speed > 0.0 ? options_.slip_speed : 1e-3 * fastest(i, gap);
      for (const Stretch& stretch : out_.stretches) {
        for (Eigen::Index a = stretch.first; a < stretch.last;) {
          const bool closed = gap_(a, i) <= gap;
          Eigen::Index b = a + 1;
          while (b < stretch.last && (gap_(b, i) <= gap) == closed) ++b;
          if (closed) read_closed(i, a, b, stretch);
          a = b;
        }
      }
    }
    list_runs();
    return std::move(out_);
  }

 private:
  double fastest(Eigen::Index i, double gap) const {
    double speed = 0.0;
    for (Eigen::Index k = 0; k < history_.samples(); ++k) {
      if (gap_(k, i) <= gap) speed = std::max(speed, std::abs(out_.sliding(k, i)));
    }
    return speed;
  }

  // Samples [a, b) are closed without an impact.
  void read_closed(Eigen::Index i, Eigen::Index a, Eigen::Index b, const Stretch& stretch) {
    auto phase = out_.phase.col(i);
    for (Eigen::Index k = a; k < b; ++k) phase[k] = moving(i, k, a, b);
    for (Eigen::Index first = a; first < b;) {
      Eigen::Index last = first + 1;
      while (last < b && phase[last] == phase[first]) ++last;
      changes_.push_back({phase[first], i, first, last});
      first = last;
    }
    // Half a window on both sides of every change is unclear; impacts are sharp.
    for (const PhaseRun& run : changes_) {
      Eigen::Index first = run.first;
      Eigen::Index last = run.last;
      const double from = history_.t[first] + 0.5 * options_.window;
      const double to = history_.t[last - 1] - 0.5 * options_.window;
      if (first != stretch.first) {
        while (first < last && history_.t[first] < from) phase[first++] = ContactPhase::unclear;
      }
      if (last != stretch.last) {
        while (last > first && history_.t[last - 1] > to) phase[--last] = ContactPhase::unclear;
      }
      if (run.phase == ContactPhase::stick && !rests(i, run, first, last)) {
        std::fill(phase.begin() + first, phase.begin() + last, ContactPhase::unclear);
      }
    }
    changes_.clear();
  }

  // Phase by the moving average of gamma_T round sample k of the closed samples [a, b).
  ContactPhase moving(Eigen::Index i, Eigen::Index k, Eigen::Index a, Eigen::Index b) const {
    Eigen::Index first = k;
    Eigen::Index last = k + 1;
    const double half = 0.5 * options_.window;
    while (first > a && history_.t[first - 1] >= history_.t[k] - half) --first;
    while (last < b && history_.t[last] <= history_.t[k] + half) ++last;
    const auto n = static_cast<double>(last - first);
    const double mean = out_.sliding.col(i).segment(first, last - first).sum() / n;
    const double limit = std::max(floor_, 4.0 * out_.spread(k, i) / std::sqrt(n));
    if (std::abs(mean) <= limit) return ContactPhase::stick;
    return mean > 0.0 ? ContactPhase::slip_plus : ContactPhase::slip_minus;
  }

  // Does gamma_T of [first, last) scatter about zero as the noise does, and the whole run last two windows?
  bool rests(Eigen::Index i, const PhaseRun& run, Eigen::Index first, Eigen::Index last) const {
    if (last <= first) return false;
    if (history_.t[run.last - 1] - history_.t[run.first] < 2.0 * options_.window) return false;
    const auto n = static_cast<double>(last - first);
    const double scatter = out_.sliding.col(i).segment(first, last - first).squaredNorm() / n;
    const double noise = out_.spread.col(i).segment(first, last - first).squaredNorm() / n;
    return scatter <= noise * (1.0 + 5.0 * std::sqrt(2.0 / n)) + std::pow(0.05 * floor_, 2);
  }

  void list_runs() {
    for (Eigen::Index i = 0; i < system_.contacts(); ++i) {
      for (const Stretch& stretch : out_.stretches) {
        for (Eigen::Index first = stretch.first; first < stretch.last;) {
          Eigen::Index last = first + 1;
          while (last < stretch.last && out_.phase(last, i) == out_.phase(first, i)) ++last;
          out_.runs.push_back({out_.phase(first, i), i, first, last});
          first = last;
        }
      }
    }
  }

  const MechanicalSystem& system_;
  const History& history_;
  const PhaseOptions& options_;
  Eigen::MatrixXd gap_;
  double floor_ = 0.0;  // limit of |gamma_T| in stick, noise apart
  std::vector<PhaseRun> changes_;
  PhaseReading out_;
};

}  // namespace

PhaseReading read_phases(const MechanicalSystem& system, const History& history,
                         const Eigen::VectorXd& sigma, const PhaseOptions& options) {
  return Reader(system, history, sigma, options).read();
}

}  // namespace ricochet
