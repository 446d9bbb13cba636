#include <ricochet/motion/step_rows.hpp>

#include <algorithm>
#include <array>

#include <ricochet/motion/mass_factor.hpp>
#include <ricochet/system/bodies.hpp>
#include <ricochet/system/body_rows.hpp>
#include <ricochet/system/neighbourhood.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

constexpr double kFar =
    0.1;  // of the size: contacts that touched and are this far away, or out of action

// -------------------------------------------------------------------- any system

/// Rows read off the dense evaluation, every row with all coordinates: for systems of few degrees of freedom.
class DenseSource final : public StepSource {
 public:
  explicit DenseSource(const MechanicalSystem& system)
      : system_(system), f_(system.dofs()), far_(kFar * system.info().size) {
    e_.fit(system.info());
    mass_.fit(f_);
    a_.setZero(f_);
    y_.setZero(f_);
  }

  void start(double, const ConstVector&) override { evaluations_ = 0; }

  void look(double t, const ConstVector& q, const ConstVector& u, double reach,
            std::span<const int> also, StepRows& rows) override {
    rows.clear();
    evaluate(t, q, u, kMass | kForces | kGaps);
    a_ = e_.h;
    mass_.solve(a_.data());
    const auto n = static_cast<int>(e_.gap.size());
    for (int i = 0; i < n; ++i) {
      if (e_.gap[i] <= reach) rows.contact.push_back(i);
    }
    for (const int i : also) {
      if (e_.gap[i] > reach && e_.gap[i] <= far_) rows.contact.push_back(i);
    }
    finish(t, q, u, rows);
  }

  void look_at(std::span<const int> contacts, double t, const ConstVector& q, const ConstVector& u,
               StepRows& rows) override {
    rows.clear();
    evaluate(t, q, u, kMass | kGaps);
    for (const int i : contacts) {
      if (e_.gap[i] <= far_) rows.contact.push_back(i);
    }
    finish(t, q, u, rows);
  }

  void gaps(double t, const ConstVector& q, const ConstVector& u, VectorXd& gap) override {
    evaluate(t, q, u, kGaps);
    gap = e_.gap;
  }

  double kinetic(double t, const ConstVector& q, const ConstVector& u) override {
    evaluate(t, q, u, kMass);
    double sum = 0.0;
    for (Index j = 0; j < f_; ++j) sum += 0.5 * u[j] * e_.M.col(j).dot(u);
    return sum;
  }
  double potential(double t, const ConstVector& q, const ConstVector& u) override {
    evaluate(t, q, u, kPotential);
    return e_.potential;
  }

  const std::vector<ContactInfo>& contacts() const override { return system_.info().contacts; }

 private:
  void evaluate(double t, const ConstVector& q, const ConstVector& u, unsigned need) {
    if (mass_known_ && system_.info().constant_mass) need &= ~static_cast<unsigned>(kMass);
    if (need == 0) return;
    ++evaluations_;
    system_.evaluate(t, q, u, need, e_);
    if ((need & kMass) == 0) return;
    mass_.factor(e_.M);  // not positive definite: not finite, which ends the motion
    mass_known_ = true;
  }

  void finish(double t, const ConstVector& q, const ConstVector& u, StepRows& rows) {
    const bool joints = e_.joint_gap.size() > 0;
    if (rows.contact.empty() && !joints) return;
    evaluate(t, q, u,
             (rows.contact.empty() ? 0U : unsigned{kContacts}) | (joints ? unsigned{kJoints} : 0U));
    for (const int i : rows.contact) {
      rows.gap.push_back(e_.gap[i]);
      rows.feature.push_back(e_.feature[at(i)]);
      for (const int k : {2 * i, 2 * i + 1}) {
        add_row(e_.W.data() + k * f_, rows);
        rows.surface.push_back(e_.surface_velocity[k]);
      }
    }
    for (Index j = 0; j < e_.joint_gap.size(); ++j) {
      add_row(e_.J.data() + j * f_, rows);
      rows.add_joint(e_.joint_gap[j], e_.joint_velocity[j]);
    }
  }

  void add_row(const double* column, StepRows& rows) {
    for (Index k = 0; k < f_; ++k) {
      y_[k] = column[k];
      rows.index.push_back(static_cast<int>(k));
      rows.value.push_back(column[k]);
    }
    mass_.solve(y_.data());
    rows.response.insert(rows.response.end(), y_.begin(), y_.end());
    rows.start.push_back(static_cast<int>(rows.index.size()));
  }

  const MechanicalSystem& system_;
  Index f_;
  double far_;
  MassFactor mass_;
  VectorXd y_;
  bool mass_known_ = false;
};

// ------------------------------------------------------------------------ bodies

/// Rows of bodies: three entries per body, M diagonal, no matrices. Contacts of a crowded system are those that are near,
/// gathered anew when something has moved too far.
class BodySource final : public StepSource {
 public:
  explicit BodySource(const BodySystem& system)
      : system_(system), bodies_(&system), far_(kFar * system.info().size) {
    const Index f = system.dofs();
    e_.h.setZero(f);
    a_.setZero(f);
    inverse_.resize(f);
    Index k = 0;
    for (const Body& body : system.scene().bodies) {
      inverse_.segment<3>(k) =
          Eigen::Vector3d(1.0 / body.mass, 1.0 / body.mass, 1.0 / body.inertia);
      k += 3;
    }
    joints_.resize(system.info().joints.size());
    fit();
  }

  void start(double t, const ConstVector& q) override {
    evaluations_ = 0;
    near_ = system_.neighbourhood();
    if (near_ == nullptr) return;
    bodies_ = dynamic_cast<const BodySystem*>(&near_->system());
    gather(t, q);
  }

  void look(double t, const ConstVector& q, const ConstVector& u, double reach,
            std::span<const int> also, StepRows& rows) override {
    if (near_ != nullptr && near_->left(t, q)) gather(t, q);
    rows.clear();
    ++evaluations_;
    bodies_->evaluate(t, q, u, kForces | kGaps, e_);
    a_ = inverse_.cwiseProduct(e_.h);
    const auto n = static_cast<int>(e_.gap.size());
    for (int i = 0; i < n; ++i) {
      if (e_.gap[i] <= reach) add(i, t, q, u, rows);
    }
    for (const int number : also) {
      const int i = place(number);
      if (i >= 0 && e_.gap[i] > reach && e_.gap[i] <= far_) add(i, t, q, u, rows);
    }
    add_joints(t, q, u, rows);
  }

  void look_at(std::span<const int> contacts, double t, const ConstVector& q, const ConstVector& u,
               StepRows& rows) override {
    rows.clear();
    ++evaluations_;
    for (const int number : contacts) {
      const int i = place(number);
      if (i < 0) continue;
      bodies_->contact_row(bodies_->pairs()[at(i)], t, q.data(), u.data(), kNearestFeature,
                           contact_);
      if (contact_.gap <= far_) add_contact(number, q, rows);
    }
    add_joints(t, q, u, rows);
  }

  void gaps(double t, const ConstVector& q, const ConstVector& u, VectorXd& gap) override {
    ++evaluations_;
    bodies_->evaluate(t, q, u, kGaps, e_);
    if (near_ == nullptr) {
      gap = e_.gap;
      return;
    }
    gap.setConstant(static_cast<Index>(contacts().size()), near_->reach());
    for (std::size_t i = 0; i < near_->ids().size(); ++i) {
      double& here = gap[near_->ids()[i]];
      here = std::min(here, e_.gap[static_cast<Index>(i)]);
    }
  }

  double reach() const override { return near_ != nullptr ? near_->reach() : StepSource::reach(); }

  double kinetic(double, const ConstVector&, const ConstVector& u) override {
    double sum = 0.0;
    for (Index k = 0; k < u.size(); ++k) sum += 0.5 * u[k] * u[k] / inverse_[k];
    return sum;
  }
  double potential(double t, const ConstVector& q, const ConstVector& u) override {
    ++evaluations_;
    bodies_->evaluate(t, q, u, kPotential, e_);
    return e_.potential;
  }

  const std::vector<ContactInfo>& contacts() const override {
    return near_ != nullptr ? near_->known() : system_.info().contacts;
  }

 private:
  /// Room for the gaps of the contacts that are listed now.
  void fit() {
    const std::size_t n = bodies_->pairs().size();
    e_.gap.setZero(static_cast<Index>(n));
    e_.inside.setZero(static_cast<Index>(n));
    e_.hold.assign(n, kNearestFeature);
    e_.feature.assign(n, kNearestFeature);
  }

  void gather(double t, const ConstVector& q) {
    near_->gather(t, q);
    fit();
    place_.assign(near_->known().size(), -1);
    for (std::size_t i = 0; i < near_->ids().size(); ++i) {
      place_[at(near_->ids()[i])] = static_cast<int>(i);
    }
  }
  /// Of a number among the contacts that are listed now; -1: it is not.
  int place(int number) const { return near_ != nullptr ? place_[at(number)] : number; }

  void add(int i, double t, const ConstVector& q, const ConstVector& u, StepRows& rows) {
    bodies_->contact_row(bodies_->pairs()[at(i)], t, q.data(), u.data(), kNearestFeature, contact_);
    add_contact(near_ != nullptr ? static_cast<int>(near_->ids()[at(i)]) : i, q, rows);
  }

  void add_contact(int number, const ConstVector& q, StepRows& rows) {
    rows.contact.push_back(number);
    rows.gap.push_back(contact_.gap);
    rows.feature.push_back(contact_.feature);
    rows.surface.push_back(contact_.surface_velocity[0]);
    rows.surface.push_back(contact_.surface_velocity[1]);
    balance(contact_.dof, contact_.T, contact_.other, contact_.other_T, q);
    add_row(contact_.dof, contact_.N, contact_.other, contact_.other_N, rows);
    add_row(contact_.dof, contact_.T, contact_.other, contact_.other_T, rows);
  }

  void add_joints(double t, const ConstVector& q, const ConstVector& u, StepRows& rows) {
    if (joints_.empty()) return;
    system_.joint_rows(t, q.data(), u.data(), joints_);
    for (JointRow& joint : joints_) {
      balance(joint.dof, joint.J, joint.other, joint.other_J, q);
      add_row(joint.dof, joint.J, joint.other, joint.other_J, rows);
      rows.add_joint(joint.gap, joint.velocity);
    }
  }

  /// Two bodies act on each other at one point. Where a gap or a joint is not quite closed there are two points, and the
  /// moment of what acts there would not vanish: half of it is taken from either body. This is the derivative of the
  /// same distance, seen from a frame that turns with them.
  static void balance(int dof, std::array<double, 3>& own, int other, std::array<double, 3>& others,
                      const ConstVector& q) {
    if (other < 0) return;
    const double moment =
        own[2] + others[2] + (q[dof] - q[other]) * own[1] - (q[dof + 1] - q[other + 1]) * own[0];
    own[2] -= 0.5 * moment;
    others[2] -= 0.5 * moment;
  }

  void add_row(int dof, const std::array<double, 3>& own, int other,
               const std::array<double, 3>& others, StepRows& rows) const {
    const auto append = [&](int first, const std::array<double, 3>& part) {
      for (int k = 0; k < 3; ++k) {
        rows.index.push_back(first + k);
        rows.value.push_back(part[at(k)]);
        rows.response.push_back(inverse_[first + k] * part[at(k)]);
      }
    };
    append(dof, own);
    if (other >= 0) append(other, others);
    rows.start.push_back(static_cast<int>(rows.index.size()));
  }

  const BodySystem& system_;
  const BodySystem* bodies_;             // with the contacts that are listed now
  std::unique_ptr<Neighbourhood> near_;  // of a crowded system
  double far_;
  std::vector<int> place_;
  VectorXd inverse_;  // diagonal of M^-1
  std::vector<JointRow> joints_;
  ContactRow contact_;
};

}  // namespace

void StepRows::clear() {
  contact.clear();
  feature.clear();
  gap.clear();
  joint_gap.clear();
  start.assign(1, 0);
  index.clear();
  value.clear();
  response.clear();
  surface.clear();
}

void StepRows::drop(std::size_t i) {
  const auto rows = static_cast<std::ptrdiff_t>(2 * i);
  const int from = start[2 * i];
  const int to = start[2 * i + 2];
  const auto cut = [](auto& list, std::ptrdiff_t first, std::ptrdiff_t last) {
    list.erase(list.begin() + first, list.begin() + last);
  };
  const auto one = static_cast<std::ptrdiff_t>(i);
  cut(contact, one, one + 1);
  cut(feature, one, one + 1);
  cut(gap, one, one + 1);
  cut(surface, rows, rows + 2);
  cut(index, from, to);
  cut(value, from, to);
  cut(response, from, to);
  cut(start, rows, rows + 2);
  for (std::size_t k = 2 * i; k < start.size(); ++k) start[k] -= to - from;
}

void StepRows::keep_normals(std::span<const unsigned char> tangential) {
  const std::size_t n = contact.size();
  const std::size_t rows = start.size() - 1;
  int to = 0;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < rows; ++k) {
    if (k < 2 * n && k % 2 == 1 && (tangential.empty() || tangential[k / 2] == 0)) continue;
    const int from = start[k];
    const int end = start[k + 1];
    start[kept] = to;
    surface[kept++] = surface[k];
    for (int e = from; e < end; ++e, ++to) {
      index[at(to)] = index[at(e)];
      value[at(to)] = value[at(e)];
      response[at(to)] = response[at(e)];
    }
  }
  start[kept] = to;
  start.resize(kept + 1);
  surface.resize(kept);
}

void StepRows::add_joint(double joint_gap_of, double velocity) {
  joint_gap.push_back(joint_gap_of);
  surface.push_back(velocity);
}

std::unique_ptr<StepSource> step_source(const MechanicalSystem& system) {
  if (const auto* bodies = dynamic_cast<const BodySystem*>(&system)) {
    return std::make_unique<BodySource>(*bodies);
  }
  return std::make_unique<DenseSource>(system);
}

}  // namespace ricochet
