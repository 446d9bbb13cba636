#include <ricochet/study/identify_impacts.hpp>

#include <algorithm>
#include <cmath>

#include <ricochet/impact/workspace.hpp>
#include <ricochet/lcp/dense.hpp>
#include <ricochet/study/least_squares.hpp>
#include <ricochet/study/quantiles.hpp>

namespace ricochet {

void set_coefficient(ContactParameters& contact, Coefficient coefficient, double value) {
  switch (coefficient) {
    case Coefficient::restitution:
      contact.newton = contact.poisson = contact.energetic = value;
      break;
    case Coefficient::friction:
      if (contact.mu_static <= contact.mu) contact.mu_static = value;
      contact.mu = value;
      break;
    case Coefficient::static_friction: contact.mu_static = value; break;
    case Coefficient::tangential: contact.tangential = value; break;
    case Coefficient::impulse_ratio: contact.impulse_ratio = ImpulseRatio{value, false}; break;
  }
}

namespace {

// Lower triangular L with L L^T = C, of a small positive definite matrix.
Eigen::MatrixXd triangular_root(const Eigen::MatrixXd& C) {
  Eigen::MatrixXd L = Eigen::MatrixXd::Zero(C.rows(), C.cols());
  for (Eigen::Index j = 0; j < C.rows(); ++j) {
    for (Eigen::Index i = j; i < C.rows(); ++i) {
      const double rest = C(i, j) - L.row(i).head(j).dot(L.row(j).head(j));
      L(i, j) = i == j ? std::sqrt(rest) : rest / L(j, j);
    }
  }
  return L;
}

// x = L^-1 x: residuals of unit variance.
template <class Columns>
void whiten(const Eigen::MatrixXd& root, Eigen::MatrixBase<Columns>& x) {
  root.triangularView<Eigen::Lower>().solveInPlace(x);
}

// Values from which the search for a coefficient begins; fewer of them the more coefficients there are.
std::vector<double> starts_of(const SoughtCoefficient& parameter, std::size_t parameters) {
  const std::size_t count = parameters == 1 ? 25 : parameters == 2 ? 13 : parameters <= 4 ? 5 : 3;
  const bool friction = parameter.coefficient == Coefficient::friction ||
                        parameter.coefficient == Coefficient::static_friction;
  std::vector<double> values;
  for (std::size_t k = 0; k < count; ++k) {
    const double s = (static_cast<double>(k) + 0.5) / static_cast<double>(count);
    const double part = friction ? s * s * s : s;  // surfaces are smooth more often than rough
    values.push_back(parameter.low + part * (parameter.high - parameter.low));
  }
  return values;
}

// The impact law as a function of the measured velocities before and of the coefficients.
class Predictor {
 public:
  Predictor(const ContactProblem& problem, const ImpactLaw& law,
            std::span<const SoughtCoefficient> sought, const ImpactData& data)
      : problem_(problem), law_(law), sought_(sought), data_(data) {
    const bool contact_space =
        std::any_of(data.before.begin(), data.before.end(),
                    [](const VelocityComponent& component) { return component.contact; });
    if (contact_space) {  // only G and gamma are known
      problem_.M.resize(0, 0);
      problem_.W.resize(0, 0);
      problem_.Minv_W.resize(0, 0);
      problem_.u.resize(0);
      problem_.bodies.clear();
    }
    u_ = problem_.u;
    gamma_ = problem_.gamma;
    contact_ = problem_.contact;
  }

  const ContactProblem& problem() const { return problem_; }

  void set_coefficients(const Eigen::VectorXd& theta) {
    problem_.contact = contact_;
    // Static friction last: where it was that of sliding, it follows the latter.
    for (const bool of_stick : {false, true}) {
      for (std::size_t k = 0; k < sought_.size(); ++k) {
        if ((sought_[k].coefficient == Coefficient::static_friction) != of_stick) continue;
        for (const Eigen::Index i : sought_[k].contacts) {
          set_coefficient(problem_.contact[static_cast<std::size_t>(i)], sought_[k].coefficient,
                          theta[static_cast<Eigen::Index>(k)]);
        }
      }
    }
  }

  void set_before(const Eigen::VectorXd& before) {
    problem_.u = u_;
    problem_.gamma = gamma_;
    for (std::size_t k = 0; k < data_.before.size(); ++k) {
      const VelocityComponent& component = data_.before[k];
      (component.contact ? problem_.gamma : problem_.u)[component.index] =
          before[static_cast<Eigen::Index>(k)];
    }
    if (!problem_.in_contact_space()) {
      problem_.gamma = problem_.W.transpose() * problem_.u - problem_.surface_velocity;
    }
  }

  // y+; false if the law has no answer.
  bool predict(const Eigen::VectorXd& before, Eigen::VectorXd& after) {
    set_before(before);
    law_.resolve(problem_, outcome_, workspace_);
    if (!has_answer(outcome_.status)) return false;
    pick(outcome_.u, outcome_.gamma, after);
    return after.allFinite();
  }

  // The components of y+ if nothing happened.
  Eigen::VectorXd without_impact(const Eigen::VectorXd& before) {
    Eigen::VectorXd after;
    set_before(before);
    pick(problem_.u, problem_.gamma, after);
    return after;
  }

  // J = dy+/dy- by differences as wide as the noise, which is what the noise sees.
  Eigen::MatrixXd sensitivity(const Eigen::VectorXd& before) {
    const auto rows = static_cast<Eigen::Index>(data_.after.size());
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(rows, before.size());
    Eigen::VectorXd up, down;
    for (Eigen::Index i = 0; i < before.size(); ++i) {
      const double h = data_.before_sigma[i];
      if (h == 0.0) continue;
      Eigen::VectorXd moved = before;
      moved[i] = before[i] + h;
      const bool above = predict(moved, up);
      moved[i] = before[i] - h;
      if (predict(moved, down) && above) J.col(i) = (up - down) / (2.0 * h);
    }
    return J;
  }

  // The impulses enter y+ as y+ = ... + B L.
  Eigen::MatrixXd impulse_columns() const {
    const ContactProblem& p = problem_;
    Eigen::MatrixXd B(static_cast<Eigen::Index>(data_.after.size()), 2 * p.contacts());
    for (std::size_t k = 0; k < data_.after.size(); ++k) {
      const VelocityComponent& component = data_.after[k];
      B.row(static_cast<Eigen::Index>(k)) =
          component.contact ? p.G.row(component.index) : p.Minv_W.row(component.index);
    }
    return B;
  }

 private:
  void pick(const Eigen::VectorXd& u, const Eigen::VectorXd& gamma, Eigen::VectorXd& after) const {
    after.resize(static_cast<Eigen::Index>(data_.after.size()));
    for (std::size_t k = 0; k < data_.after.size(); ++k) {
      const VelocityComponent& component = data_.after[k];
      after[static_cast<Eigen::Index>(k)] = (component.contact ? gamma : u)[component.index];
    }
  }

  ContactProblem problem_;
  const ImpactLaw& law_;
  std::span<const SoughtCoefficient> sought_;
  const ImpactData& data_;
  Eigen::VectorXd u_, gamma_;
  std::vector<ContactParameters> contact_;
  ImpactOutcome outcome_;
  Workspace workspace_;
};

class Identification {
 public:
  Identification(const ContactProblem& problem, const ImpactLaw& law,
                 std::span<const SoughtCoefficient> sought, const ImpactData& data,
                 double confidence)
      : predictor_(problem, law, sought, data),
        law_(law),
        sought_(sought),
        data_(data),
        confidence_(confidence) {
    const Eigen::Index m = data.after_values.cols();
    const bool known = data.after_sigma.size() == m;
    Eigen::MatrixXd root = Eigen::MatrixXd::Identity(m, m);
    if (known) root.diagonal() = data.after_sigma;
    roots_.assign(static_cast<std::size_t>(data.repetitions()), root);
    const auto p = static_cast<Eigen::Index>(sought.size());
    least_.low.resize(p);
    least_.high.resize(p);
    for (std::size_t k = 0; k < sought.size(); ++k) {
      least_.low[static_cast<Eigen::Index>(k)] = sought[k].low;
      least_.high[static_cast<Eigen::Index>(k)] = sought[k].high;
      least_.starts.push_back(starts_of(sought[k], sought.size()));
    }
    least_.residuals = [this](const Eigen::VectorXd& theta, Eigen::VectorXd& z) {
      return residuals(theta, z);
    };
  }

  ImpactIdentification run() {
    out_.parameters.resize(sought_.size());
    minimum_ = minimise(least_);
    if (!std::isfinite(minimum_.chi2)) {
      refuse();
      return std::move(out_);
    }
    weigh();
    find_intervals();
    test_fit();
    return std::move(out_);
  }

 private:
  bool residuals(const Eigen::VectorXd& theta, Eigen::VectorXd& z) {
    predictor_.set_coefficients(theta);
    const Eigen::Index m = data_.after_values.cols();
    z.resize(data_.repetitions() * m);
    for (Eigen::Index k = 0; k < data_.repetitions(); ++k) {
      if (!predictor_.predict(data_.before_values.row(k), after_)) return false;
      auto part = z.segment(k * m, m);
      part = data_.after_values.row(k).transpose() - after_;
      whiten(roots_[static_cast<std::size_t>(k)], part);
    }
    return true;
  }

  // No value has an answer to all impacts: in the words of the law.
  void refuse() {
    predictor_.set_coefficients(0.5 * (least_.low + least_.high));
    predictor_.set_before(data_.before_values.row(0));
    const std::string_view refusal = law_.refusal(predictor_.problem());
    for (Identified& parameter : out_.parameters) {
      parameter.message = refusal.empty()
                              ? "the law has no answer to all impacts for any value that was tried"
                              : "the law refuses the problem: " + std::string(refusal);
    }
  }

  // Noise before the impact: C_k at the estimate, until the estimate stays.
  void weigh() {
    if (data_.before_sigma.size() == 0 || data_.before_sigma.maxCoeff() == 0.0) return;
    constexpr int rounds = 3;
    for (int i = 0; i < rounds; ++i) {
      predictor_.set_coefficients(minimum_.theta);
      for (Eigen::Index k = 0; k < data_.repetitions(); ++k) {
        const Eigen::MatrixXd J = predictor_.sensitivity(data_.before_values.row(k));
        Eigen::MatrixXd C = J * data_.before_sigma.cwiseAbs2().asDiagonal() * J.transpose();
        C.diagonal() += data_.after_sigma.cwiseAbs2();
        roots_[static_cast<std::size_t>(k)] = triangular_root(C);
      }
      minimum_ = minimise_from(least_, minimum_.theta);
    }
  }

  bool sigma_known() const { return data_.after_sigma.size() > 0; }
  Eigen::Index numbers() const { return data_.after_values.size(); }

  // How far chi^2 may rise inside the intervals.
  double rise() const {
    const double z = normal_two_sided(confidence_);
    if (sigma_known()) return z * z;
    const auto freedom = static_cast<double>(numbers() - least_.parameters());
    if (freedom < 1.0) return std::numeric_limits<double>::infinity();
    // Data that fit to the last bit still have rounding errors.
    const double rounding = 1e-12 * data_.after_values.cwiseAbs().maxCoeff();
    const double variance = std::max(minimum_.chi2 / freedom, rounding * rounding);
    const double t = student_two_sided(confidence_, freedom);
    return t * t * variance;
  }

  void find_intervals() {
    // A profile that finds a better minimum on its way makes all of them start again.
    constexpr int restarts = 5;
    for (int attempt = 0; attempt < restarts; ++attempt) {
      const double limit = rise();
      Minimum better = minimum_;
      for (std::size_t k = 0; k < sought_.size(); ++k) {
        const ProfileInterval interval =
            profile_interval(least_, minimum_, static_cast<Eigen::Index>(k), limit);
        if (interval.best.chi2 < better.chi2) better = interval.best;
        out_.parameters[k] =
            judge(sought_[k], minimum_.theta[static_cast<Eigen::Index>(k)], interval);
      }
      if (!(minimum_.chi2 - better.chi2 > 1e-3 * std::min(limit, 1.0))) return;
      minimum_ = minimise_from(least_, better.theta);
    }
  }

  void test_fit() {
    const auto fitted = std::count_if(
        out_.parameters.begin(), out_.parameters.end(),
        [](const Identified& parameter) { return parameter.status == IdentifyStatus::identified; });
    out_.law.chi2 = minimum_.chi2;
    out_.law.freedom = static_cast<long>(numbers()) - fitted;
    test_momentum();
    if (sigma_known()) {
      for (FitTest* test : {&out_.law, &out_.momentum}) {
        test->p_value = chi_square_tail(test->chi2, static_cast<double>(test->freedom));
      }
      return;
    }
    if (out_.law.freedom > 0) {
      out_.sigma = std::sqrt(out_.law.chi2 / static_cast<double>(out_.law.freedom));
    }
  }

  // Least chi^2 over all impulses L, repetition by repetition.
  void test_momentum() {
    const Eigen::Index m = data_.after_values.cols();
    const Eigen::MatrixXd B = predictor_.impulse_columns();
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(B.cols());
    bool determined = true;
    LinearSolution solution;
    for (Eigen::Index k = 0; k < data_.repetitions(); ++k) {
      const Eigen::VectorXd before = data_.before_values.row(k);
      const Eigen::VectorXd unhurt = predictor_.without_impact(before);
      Eigen::MatrixXd A(m, B.cols() + 1);
      A << B, data_.after_values.row(k).transpose() - unhurt;
      whiten(root_without_law(before, unhurt), A);
      // Columns of length 1: impulses of heavy and light bodies side by side.
      Eigen::VectorXd length = A.leftCols(B.cols()).colwise().norm();
      length = (length.array() > 0.0).select(length, 1.0);
      const Eigen::MatrixXd scaled = A.leftCols(B.cols()) * length.cwiseInverse().asDiagonal();
      solve_any(scaled, A.col(B.cols()), 1e-9, solution);
      out_.momentum.chi2 += (A.col(B.cols()) - scaled * solution.x).squaredNorm();
      out_.momentum.freedom += static_cast<long>(m - solution.rank);
      determined = determined && solution.rank == B.cols();
      sum += solution.x.cwiseQuotient(length);
    }
    if (!determined) return;
    sum /= static_cast<double>(data_.repetitions());
    for (Eigen::Index i = 0; i < B.cols(); i += 2) out_.impulses.push_back({sum[i], sum[i + 1]});
  }

  // Root of the covariance of y+ - B L: noise before arrives as if nothing happened.
  Eigen::MatrixXd root_without_law(const Eigen::VectorXd& before, const Eigen::VectorXd& unhurt) {
    if (!sigma_known()) return roots_.front();
    Eigen::MatrixXd C = data_.after_sigma.cwiseAbs2().asDiagonal();
    for (Eigen::Index i = 0; i < before.size(); ++i) {
      Eigen::VectorXd moved = before;
      moved[i] += data_.before_sigma[i];
      const Eigen::VectorXd change = predictor_.without_impact(moved) - unhurt;
      C += change * change.transpose();
    }
    return triangular_root(C);
  }

  Predictor predictor_;
  const ImpactLaw& law_;
  std::span<const SoughtCoefficient> sought_;
  const ImpactData& data_;
  double confidence_;
  std::vector<Eigen::MatrixXd> roots_;  // of C_k
  LeastSquares least_;
  Minimum minimum_;
  Eigen::VectorXd after_;
  ImpactIdentification out_;
};

}  // namespace

ImpactIdentification identify_impacts(const ContactProblem& problem, const ImpactLaw& law,
                                      std::span<const SoughtCoefficient> sought,
                                      const ImpactData& data, double confidence) {
  return Identification(problem, law, sought, data, confidence).run();
}

}  // namespace ricochet
