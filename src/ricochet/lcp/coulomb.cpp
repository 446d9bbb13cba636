#include <ricochet/lcp/coulomb.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet {

std::string_view to_string(Mode mode) {
  switch (mode) {
    case Mode::open: return "open";
    case Mode::slip_plus: return "slip+";
    case Mode::slip_minus: return "slip-";
    case Mode::stick: return "stick";
    case Mode::frictionless: return "frictionless";
  }
  return "?";
}

CoulombScale scale_of(const CoulombProblem& problem) {
  CoulombScale scale;
  const Eigen::Index size = problem.q.size();
  if (size == 0) return scale;
  const double speed = problem.q.cwiseAbs().maxCoeff();
  if (speed > 0.0) scale.velocity = speed;
  const double mean = problem.G.diagonal().sum() / static_cast<double>(size);
  if (mean > 0.0) scale.impulse = scale.velocity / mean;
  return scale;
}

double coulomb_residual(const CoulombProblem& problem, const CoulombScale& scale,
                        const Eigen::Ref<const Eigen::VectorXd>& L,
                        const Eigen::Ref<const Eigen::VectorXd>& xi) {
  const double per_velocity = 1.0 / scale.velocity;
  const double per_impulse = 1.0 / scale.impulse;
  double worst = 0.0;
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const double l_n = L[2 * i] * per_impulse;
    const double l_t = L[2 * i + 1] * per_impulse;
    const double x_n = xi[2 * i] * per_velocity;
    const double x_t = xi[2 * i + 1] * per_velocity;
    const double bound = problem.mu[i] * std::max(l_n, 0.0);
    const double normal = std::abs(std::min(l_n, x_n));
    const double tangential = std::abs(l_t - std::clamp(l_t - x_t, -bound, bound));
    const double here = std::max(normal, tangential);
    if (!(here <= worst)) worst = here;  // lets a NaN through, and keeps it
    if (std::isnan(worst)) return worst;
  }
  return worst;
}

double rounding_of(const CoulombProblem& problem, const CoulombScale& scale,
                   const Eigen::Ref<const Eigen::VectorXd>& L) {
  double worst = 0.0;
  for (Eigen::Index i = 0; i < L.size(); ++i) {  // G is symmetric: columns are contiguous
    worst = std::max(worst, problem.G.col(i).cwiseProduct(L).cwiseAbs().sum());
  }
  return 4.0 * std::numeric_limits<double>::epsilon() * worst / scale.velocity;
}

void modes_of(const CoulombProblem& problem, const CoulombScale& scale,
              const Eigen::Ref<const Eigen::VectorXd>& L, std::vector<Mode>& modes) {
  const double tiny = 1e-13;
  modes.resize(static_cast<std::size_t>(problem.contacts()));
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const double l_n = L[2 * i] / scale.impulse;
    const double l_t = L[2 * i + 1] / scale.impulse;
    Mode mode = Mode::stick;
    if (l_n <= tiny) {
      mode = Mode::open;
    } else if (problem.mu[i] == 0.0) {
      mode = Mode::frictionless;
    } else if (std::abs(l_t) >= problem.mu[i] * l_n * (1.0 - tiny)) {
      mode = l_t < 0.0 ? Mode::slip_plus : Mode::slip_minus;
    }
    modes[static_cast<std::size_t>(i)] = mode;
  }
}

}  // namespace ricochet
