#include <ricochet/files/course.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include <ricochet/files/thinning.hpp>

namespace ricochet {

namespace {

using Vector = Eigen::VectorXd;

class Bends {
 public:
  Bends(const MechanicalSystem& system, const SampleColumns& samples)
      : system_(system),
        samples_(samples),
        nq_(system.coordinates()),
        nu_(system.dofs()),
        n_(system.contacts()) {
    evaluation_.fit(system.info());
    std::vector<std::string> units;
    for (Eigen::Index i = 0; i < nq_; ++i) {
      const std::vector<double>& numbers = column(i);
      const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
      range_.push_back(numbers.empty() ? 0.0 : *high - *low);
      units.push_back(system.info().q[static_cast<std::size_t>(i)].unit);
    }
    range_ = visible_ranges(std::move(range_), units);
  }

  SampleColumns course(std::size_t most_rows) {
    const std::vector<double> wanted = pieces();
    const double sum = std::accumulate(wanted.begin(), wanted.end(), 0.0);
    const double share = std::min(1.0, static_cast<double>(most_rows) / std::max(1.0, sum));
    out_.numbers.resize(samples_.numbers.size());
    out_.codes.resize(samples_.codes.size());
    for (std::size_t r = 0; r < samples_.time.size(); ++r) {
      copy(r);
      if (r + 1 < samples_.time.size()) {
        fill(r, static_cast<int>(std::ceil(share * wanted[r])));
      }
    }
    return std::move(out_);
  }

 private:
  const std::vector<double>& column(Eigen::Index i) const {
    return samples_.numbers[static_cast<std::size_t>(i)];
  }
  Vector part(std::size_t row, Eigen::Index first, Eigen::Index count) const {
    Vector v(count);
    for (Eigen::Index i = 0; i < count; ++i) v[i] = column(first + i)[row];
    return v;
  }
  Vector rates(std::size_t row) const {
    Vector q_dot(nq_);
    system_.rates(part(row, 0, nq_), part(row, nq_, nu_), q_dot);
    return q_dot;
  }

  // In how many pieces a stretch looks smooth. In the middle the cubic is (m0 - m1) / 8 off the straight line, and in
  // each of n pieces n^2 times less: no more than this share of the range, or a few pieces for one that is small but
  // bent, as the last bounces of a ball.
  std::vector<double> pieces() const {
    constexpr double unseen = 5e-4, bent = 0.05, few = 6.0, most = 64.0;
    std::vector<double> list(samples_.time.size(), 1.0);
    for (std::size_t r = 0; r + 1 < samples_.time.size(); ++r) {
      const double h = samples_.time[r + 1] - samples_.time[r];
      if (!(h > 0.0)) continue;
      const Vector m0 = h * rates(r), m1 = h * rates(r + 1);
      for (Eigen::Index i = 0; i < nq_; ++i) {
        const double bend = std::abs(m0[i] - m1[i]);
        const double range = range_[static_cast<std::size_t>(i)];
        if (!(bend > 1e-9 * range)) continue;
        list[r] = std::max(list[r], std::sqrt(bend / (8.0 * unseen * range)));
        if (bend > bent * (std::abs(m0[i]) + std::abs(m1[i]))) list[r] = std::max(list[r], few);
      }
      list[r] = std::min(list[r], most);
    }
    return list;
  }

  void copy(std::size_t row) {
    out_.time.push_back(samples_.time[row]);
    for (std::size_t i = 0; i < out_.numbers.size(); ++i) {
      out_.numbers[i].push_back(samples_.numbers[i][row]);
    }
    copy_codes(row);
  }
  void copy_codes(std::size_t row) {
    for (std::size_t i = 0; i < out_.codes.size(); ++i) {
      out_.codes[i].push_back(samples_.codes[i][row]);
    }
  }

  void fill(std::size_t r, int pieces) {
    if (pieces < 2) return;
    const double t = samples_.time[r], h = samples_.time[r + 1] - t;
    const Vector q0 = part(r, 0, nq_), u0 = part(r, nq_, nu_), u1 = part(r + 1, nq_, nu_);
    const Vector d = part(r + 1, 0, nq_) - q0;
    const Vector a = h * rates(r) - d, b = h * rates(r + 1) - d;
    const bool plain = nq_ == nu_ && rates(r) == u0 && rates(r + 1) == u1;
    for (int k = 1; k < pieces; ++k) {
      const double s = static_cast<double>(k) / pieces;
      const Vector q = q0 + s * d + s * (1.0 - s) * ((1.0 - s) * a - s * b);
      const Vector slope = d + (1.0 - s) * (1.0 - 3.0 * s) * a - s * (2.0 - 3.0 * s) * b;  // dq/ds
      const Vector u = plain ? Vector(slope / h) : Vector(u0 + s * (u1 - u0));
      put(r, t + s * h, s, q, u);
    }
  }

  void put(std::size_t r, double t, double s, const Vector& q, const Vector& u) {
    system_.evaluate(t, q, u, kMass | kGaps | kPotential, evaluation_);
    out_.time.push_back(t);
    for (std::size_t i = 0; i < out_.numbers.size(); ++i) {
      const std::vector<double>& numbers = samples_.numbers[i];
      out_.numbers[i].push_back(numbers[r] + s * (numbers[r + 1] - numbers[r]));
    }
    copy_codes(r);
    // In the order of the datasets: q, u, gap, force, then the ledger, which begins with T and V.
    const auto last = [&](Eigen::Index i) -> double& {
      return out_.numbers[static_cast<std::size_t>(i)].back();
    };
    for (Eigen::Index i = 0; i < nq_; ++i) last(i) = q[i];
    for (Eigen::Index i = 0; i < nu_; ++i) last(nq_ + i) = u[i];
    for (Eigen::Index i = 0; i < n_; ++i) last(nq_ + nu_ + i) = evaluation_.gap[i];
    const Eigen::Index ledger = nq_ + nu_ + 3 * n_;
    last(ledger) = 0.5 * u.dot(evaluation_.M * u);
    last(ledger + 1) = evaluation_.potential;
  }

  const MechanicalSystem& system_;
  const SampleColumns& samples_;
  Eigen::Index nq_, nu_, n_;
  Evaluation evaluation_;
  std::vector<double> range_;  // of the coordinates
  SampleColumns out_;
};

}  // namespace

SampleColumns with_bends(const MechanicalSystem& system, const SampleColumns& samples,
                         std::size_t most_rows) {
  return Bends(system, samples).course(most_rows);
}

}  // namespace ricochet
