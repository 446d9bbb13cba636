#include <ricochet/motion/step_rows.hpp>

#include <array>
#include <cmath>

#include <ricochet/motion/mass_factor.hpp>
#include <ricochet/system/bodies.hpp>
#include <ricochet/system/body_rows.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// The contacts with a gap of at most `reach`, and those in `also`.
void choose(const VectorXd& gap, double reach, std::span<const int> also, std::vector<int>& out) {
  auto next = also.begin();
  const auto n = static_cast<int>(gap.size());
  for (int i = 0; i < n; ++i) {
    const bool named = next != also.end() && *next == i;
    if (named) ++next;
    if (named || gap[i] <= reach) out.push_back(i);
  }
}

StepContact listed_contact(const MechanicalSystem& system, int number) {
  const ContactInfo& info = system.info().contacts[at(number)];
  const ContactParameters& p = info.parameters;
  return {p.mu, p.newton.value_or(0.0), p.tangential, info.bounded};
}

// -------------------------------------------------------------------- any system

/// Rows read off the dense evaluation, every row with all coordinates: for systems of few degrees of freedom.
class DenseSource final : public StepSource {
 public:
  explicit DenseSource(const MechanicalSystem& system) : system_(system), f_(system.dofs()) {
    e_.fit(system.info());
    mass_.fit(f_);
    a_.setZero(f_);
    y_.setZero(f_);
  }

  void look(double t, const ConstVector& q, const ConstVector& u, double reach,
            std::span<const int> also, StepRows& rows) override {
    rows.clear();
    evaluate(t, q, u, kMass | kForces | kGaps);
    a_ = e_.h;
    mass_.solve(a_.data());
    choose(e_.gap, reach, also, rows.contact);
    finish(t, q, u, rows);
  }

  void look_at(std::span<const int> contacts, double t, const ConstVector& q, const ConstVector& u,
               StepRows& rows) override {
    rows.clear();
    evaluate(t, q, u, kMass | kGaps);
    rows.contact.assign(contacts.begin(), contacts.end());
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

  int contacts() const override { return static_cast<int>(system_.contacts()); }
  StepContact contact(int number) const override { return listed_contact(system_, number); }

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
  MassFactor mass_;
  VectorXd y_;
  bool mass_known_ = false;
};

// ------------------------------------------------------------------------ bodies

/// Rows of bodies: three entries per body, M diagonal.
class BodySource final : public StepSource {
 public:
  explicit BodySource(const BodySystem& system) : system_(system) {
    const Index f = system.dofs();
    e_.fit(system.info());
    a_.setZero(f);
    inverse_.resize(f);
    Index k = 0;
    for (const Body& body : system.scene().bodies) {
      inverse_.segment<3>(k) =
          Eigen::Vector3d(1.0 / body.mass, 1.0 / body.mass, 1.0 / body.inertia);
      k += 3;
    }
  }

  void look(double t, const ConstVector& q, const ConstVector& u, double reach,
            std::span<const int> also, StepRows& rows) override {
    rows.clear();
    ++evaluations_;
    system_.evaluate(t, q, u, kForces | kGaps, e_);
    a_ = inverse_.cwiseProduct(e_.h);
    choose(e_.gap, reach, also, rows.contact);
    finish(t, q, u, rows);
  }

  void look_at(std::span<const int> contacts, double t, const ConstVector& q, const ConstVector& u,
               StepRows& rows) override {
    rows.clear();
    rows.contact.assign(contacts.begin(), contacts.end());
    ++evaluations_;
    system_.evaluate(t, q, u, kGaps, e_);
    finish(t, q, u, rows);
  }

  void gaps(double t, const ConstVector& q, const ConstVector& u, VectorXd& gap) override {
    ++evaluations_;
    system_.evaluate(t, q, u, kGaps, e_);
    gap = e_.gap;
  }

  double kinetic(double, const ConstVector&, const ConstVector& u) override {
    double sum = 0.0;
    for (Index k = 0; k < u.size(); ++k) sum += 0.5 * u[k] * u[k] / inverse_[k];
    return sum;
  }
  double potential(double t, const ConstVector& q, const ConstVector& u) override {
    ++evaluations_;
    system_.evaluate(t, q, u, kPotential, e_);
    return e_.potential;
  }

  int contacts() const override { return static_cast<int>(system_.contacts()); }
  StepContact contact(int number) const override { return listed_contact(system_, number); }

 private:
  void finish(double t, const ConstVector& q, const ConstVector& u, StepRows& rows) {
    const Index joints = e_.joint_gap.size();
    if (rows.contact.empty() && joints == 0) return;
    ++evaluations_;
    system_.evaluate(t, q, u, kContacts | kJoints, e_);
    ContactRow contact;
    for (const int i : rows.contact) {
      read(i, contact);
      rows.gap.push_back(contact.gap);
      rows.feature.push_back(contact.feature);
      rows.surface.push_back(contact.surface_velocity[0]);
      rows.surface.push_back(contact.surface_velocity[1]);
      add_row(contact.dof, contact.N, contact.other, contact.other_N, rows);
      add_row(contact.dof, contact.T, contact.other, contact.other_T, rows);
    }
    JointRow joint;
    for (Index j = 0; j < joints; ++j) {
      read(j, joint);
      add_row(joint.dof, joint.J, joint.other, joint.other_J, rows);
      rows.add_joint(joint.gap, joint.velocity);
    }
  }

  // The rows as BodySystem has them in its matrices.
  void read(int i, ContactRow& contact) const {
    const ContactPair& pair = system_.pairs()[at(i)];
    contact.dof = 3 * pair.body;
    contact.other = pair.other_body == on_ground ? -1 : 3 * pair.other_body;
    contact.gap = e_.gap[i];
    contact.feature = e_.feature[at(i)];
    contact.surface_velocity = {e_.surface_velocity[2 * i], e_.surface_velocity[2 * i + 1]};
    for (int k = 0; k < 3; ++k) {
      contact.N[at(k)] = e_.W(contact.dof + k, 2 * i);
      contact.T[at(k)] = e_.W(contact.dof + k, 2 * i + 1);
      if (contact.other < 0) continue;
      contact.other_N[at(k)] = e_.W(contact.other + k, 2 * i);
      contact.other_T[at(k)] = e_.W(contact.other + k, 2 * i + 1);
    }
  }
  void read(Index j, JointRow& joint) const {
    joint = {};
    joint.dof = -1;
    joint.gap = e_.joint_gap[j];
    joint.velocity = e_.joint_velocity[j];
    for (int body = 0; 3 * body < e_.J.rows(); ++body) {
      const auto part = e_.J.col(j).segment<3>(3 * body);
      if (part.isZero(0.0)) continue;
      (joint.dof < 0 ? joint.dof : joint.other) = 3 * body;
      std::copy(part.begin(), part.end(), (joint.other < 0 ? joint.J : joint.other_J).begin());
    }
    if (joint.dof < 0) joint.dof = 0;
  }

  void add_row(int dof, const std::array<double, 3>& own, int other,
               const std::array<double, 3>& others, StepRows& rows) const {
    const auto add = [&](int first, const std::array<double, 3>& part) {
      for (int k = 0; k < 3; ++k) {
        rows.index.push_back(first + k);
        rows.value.push_back(part[at(k)]);
        rows.response.push_back(inverse_[first + k] * part[at(k)]);
      }
    };
    add(dof, own);
    if (other >= 0) add(other, others);
    rows.start.push_back(static_cast<int>(rows.index.size()));
  }

  const BodySystem& system_;
  VectorXd inverse_;  // diagonal of M^-1
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

void StepRows::keep_normals() {
  const std::size_t n = contact.size();
  const std::size_t rows = start.size() - 1;
  int to = 0;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < rows; ++k) {
    if (k < 2 * n && k % 2 == 1) continue;
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
