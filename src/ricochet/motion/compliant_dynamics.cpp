#include <ricochet/motion/compliant_dynamics.hpp>

#include <algorithm>
#include <cmath>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

// What the others leave of a direction of stick: as in lcp/modes.cpp, whose pivots are its square.
constexpr double kDependent = 3e-6;

double sign_of(Mode mode) {
  return mode == Mode::slip_plus ? 1.0 : mode == Mode::slip_minus ? -1.0 : 0.0;
}

TangentialMode tangential(Mode mode) {
  return mode == Mode::slip_plus ? TangentialMode::slip_plus : TangentialMode::slip_minus;
}

std::vector<double> stretch_scales(const MechanicalSystem& system) {
  return std::vector<double>(system.info().contacts.size(), system.info().size);
}

}  // namespace

CompliantDynamics::CompliantDynamics(const MechanicalSystem& system)
    : EvaluatedSystem(system, stretch_scales(system)) {
  for (const ContactInfo& info : system.info().contacts) {
    const ContactParameters& p = info.parameters;
    contact_.push_back({{p.stiffness.value_or(1.0), p.damping, p.exponent}, p.mu});
    static_friction_.push_back(p.static_friction());
    spring_.push_back(p.static_friction() > 0.0 ? p.tangential_stiffness.value_or(0.0) : 0.0);
  }
  modes_.assign(at(n_), Mode::open);
  outrun_.assign(at(n_), 0);
  stick_.reserve(at(n_));
  Y_.setZero(f_, std::max<Index>(1, n_));
  A_.setZero(n_, n_);
  l_.setZero(n_);
  work_.setZero(f_);
}

void CompliantDynamics::set_modes(double t, State x, std::span<const Mode> modes,
                                  std::span<const unsigned char> outrun) {
  modes_.assign(modes.begin(), modes.end());
  outrun_.assign(outrun.begin(), outrun.end());
  choose_joints(t, x);
  evaluate(t, x, kMass | kContacts);
  stick_.clear();
  singular_ = false;
  any_loaded_ = false;
  for (Index i = 0; i < n_; ++i) {
    any_loaded_ = any_loaded_ || modes_[at(i)] != Mode::open || outrun_[at(i)] != 0;
    if (!rigid_stick(i)) continue;
    if (extend_basis(2 * i + 1, static_cast<Index>(stick_.size()), kDependent)) {
      stick_.push_back(i);
    } else {
      singular_ = true;
    }
  }
}

/// Y_ = M^-1 W_T and A_ = W_T . Y_ of the independent sticking contacts.
void CompliantDynamics::stick_equations() {
  const auto k = static_cast<Index>(stick_.size());
  for (Index c = 0; c < k; ++c) {
    auto y = Y_.col(c);
    y = e_.W.col(2 * stick_[at(c)] + 1);
    solve_mass(y);
    for (Index r = 0; r < k; ++r) A_(r, c) = e_.W.col(2 * stick_[at(r)] + 1).dot(y);
  }
}

/// l_ in place of its right-hand side, by Cholesky factors. A direction that has become dependent since the phase began
/// is left out, like those that were so from the start.
void CompliantDynamics::solve_stick() {
  const auto k = static_cast<Index>(stick_.size());
  for (Index j = 0; j < k; ++j) {
    double d = A_(j, j);
    for (Index c = 0; c < j; ++c) d -= A_(j, c) * A_(j, c);
    const bool left = d > kDependent * kDependent * A_(j, j);
    A_(j, j) = left ? std::sqrt(d) : 0.0;
    for (Index i = j + 1; i < k; ++i) {
      double sum = A_(i, j);
      for (Index c = 0; c < j; ++c) sum -= A_(i, c) * A_(j, c);
      A_(i, j) = left ? sum / A_(j, j) : 0.0;
    }
  }
  for (Index i = 0; i < k; ++i) {
    double sum = l_[i];
    for (Index c = 0; c < i; ++c) sum -= A_(i, c) * l_[c];
    l_[i] = A_(i, i) > 0.0 ? sum / A_(i, i) : 0.0;
  }
  for (Index i = k - 1; i >= 0; --i) {
    double sum = l_[i];
    for (Index c = i + 1; c < k; ++c) sum -= A_(c, i) * l_[c];
    l_[i] = A_(i, i) > 0.0 ? sum / A_(i, i) : 0.0;
  }
}

void CompliantDynamics::solve_forces(State x) {
  force_.setZero();
  a_ = e_.h;
  for (Index i = 0; i < n_; ++i) {
    const Mode mode = modes_[at(i)];
    if (mode == Mode::open) continue;
    const CompliantContact& c = contact_[at(i)];
    const double normal = c.normal.continued(compression(i), rate(i));
    force_[2 * i] = normal;
    if (mode == Mode::slip_plus || mode == Mode::slip_minus) {
      force_[2 * i + 1] = c.tangential_force(tangential(mode), {}, normal);
    } else if (mode == Mode::stick && has_spring(i)) {
      force_[2 * i + 1] = -spring_[at(i)] * x[stretch_index(i)];
    }
    a_ += normal * e_.W.col(2 * i) + force_[2 * i + 1] * e_.W.col(2 * i + 1);
  }
  solve_mass(a_);
  a_ += a_joint_;
  if (stick_.empty()) return;
  const auto k = static_cast<Index>(stick_.size());
  stick_equations();
  for (Index r = 0; r < k; ++r) {
    const Index row = 2 * stick_[at(r)] + 1;
    l_[r] = -(e_.W.col(row).dot(a_) + e_.bias[row]);
  }
  solve_stick();
  for (Index c = 0; c < k; ++c) {
    a_ += l_[c] * Y_.col(c);
    force_[2 * stick_[at(c)] + 1] = l_[c];
  }
}

void CompliantDynamics::look(double t, State x) {
  evaluate(t, x, kMass | kForces | kGaps | kContacts);
  find_gamma(x);
  solve_forces(x);
}

void CompliantDynamics::derivative(double t, State x, std::span<double> dxdt) {
  if (any_loaded_) {
    look(t, x);
  } else {
    evaluate(t, x, kMass | kForces);
    a_ = e_.h;
    solve_mass(a_);
    a_ += a_joint_;
  }
  system_.rates(q_of(x), u_of(x), q_rate_);
  std::copy(q_rate_.begin(), q_rate_.end(), dxdt.begin());
  std::copy(a_.begin(), a_.end(), dxdt.begin() + nq_);
  double friction = 0.0, damping = -e_.damping_power, belt = 0.0, motion = 0.0;
  for (Index i = 0; i < n_; ++i) {
    const Mode mode = modes_[at(i)];
    dxdt[stretch_index(i)] = 0.0;
    if (mode == Mode::open && outrun_[at(i)] == 0) continue;
    const double normal = force_[2 * i];
    const double tangent = force_[2 * i + 1];
    const double elastic = contact_[at(i)].normal.continued(compression(i), 0.0);
    damping += (normal - elastic) * rate(i);
    motion += normal * e_.surface_velocity[2 * i];
    belt += tangent * e_.surface_velocity[2 * i + 1];
    if (sign_of(mode) != 0.0) {
      const double v = has_spring(i) ? slider_velocity(i, sign_of(mode)) : gamma_[2 * i + 1];
      friction -= tangent * v;
    } else if (mode == Mode::stick && has_spring(i)) {
      dxdt[stretch_index(i)] = gamma_[2 * i + 1];
    }
  }
  const std::span<double> books = books_of(dxdt);
  books[kFriction] = friction;
  books[kDamping] = damping;
  books[kBelt] = belt;
  books[kMotion] = motion + joint_power();
  books[kForce] = e_.force_power;
}

double CompliantDynamics::compression_acceleration(Index i) const {
  return -(e_.W.col(2 * i).dot(a_) + e_.bias[2 * i]);
}

double CompliantDynamics::slider_velocity(Index i, double sign) const {
  const CompliantContact& c = contact_[at(i)];
  const double force_rate =
      c.normal.continued_rate(compression(i), rate(i), compression_acceleration(i));
  return gamma_[2 * i + 1] - sign * c.friction * force_rate / spring_[at(i)];
}

double CompliantDynamics::stretch(Index i, State x) const {
  if (!has_spring(i)) return 0.0;
  const double sign = sign_of(modes_[at(i)]);
  if (sign == 0.0) return x[stretch_index(i)];
  return sign * contact_[at(i)].friction * force_[2 * i] / spring_[at(i)];
}

double CompliantDynamics::time_scale(Index i) {
  double v = std::abs(gamma_[2 * i]);
  for (Index j = 0; j < f_; ++j) {
    v = std::max(v, 1e-6 * std::abs(e_.W(j, 2 * i)) * system_.info().u[at(j)].scale);
  }
  work_ = e_.W.col(2 * i);
  solve_mass(work_);
  const double alpha = e_.W.col(2 * i).dot(work_);
  const HuntCrossley& normal = contact_[at(i)].normal;
  // kappa d^(p+1) / (p+1) = v^2 / (2 alpha)
  const double p = normal.exponent;
  return std::pow(0.5 * (p + 1.0) * v * v / (alpha * normal.stiffness), 1.0 / (p + 1.0)) / v;
}

Ledger CompliantDynamics::ledger(State x, double t) {
  double stored = 0.0;
  for (Index i = 0; i < n_; ++i) {
    if (modes_[at(i)] == Mode::open && outrun_[at(i)] == 0) continue;
    const double s = stretch(i, x);
    stored += contact_[at(i)].normal.energy(compression(i)) + 0.5 * spring_[at(i)] * s * s;
  }
  Ledger ledger = EvaluatedSystem::ledger(x, t);
  ledger.contact_energy = stored;
  return ledger;
}

void CompliantDynamics::friction_problem(std::span<const Index> contacts,
                                         std::span<const double> load, Eigen::MatrixXd& G,
                                         VectorXd& b) {
  const auto m = static_cast<Index>(contacts.size());
  G.setZero(2 * m, 2 * m);
  b.resize(2 * m);
  // Accelerations without the tangential forces of these contacts, and with their loads.
  work_ = e_.h;
  for (Index i = 0; i < n_; ++i) {
    const auto found = std::find(contacts.begin(), contacts.end(), i);
    if (found != contacts.end()) {
      work_ += load[static_cast<std::size_t>(found - contacts.begin())] * e_.W.col(2 * i);
    } else {
      work_ += force_[2 * i] * e_.W.col(2 * i) + force_[2 * i + 1] * e_.W.col(2 * i + 1);
    }
  }
  solve_mass(work_);
  work_ += a_joint_;
  for (Index c = 0; c < m; ++c) {
    const Index row = 2 * contacts[at(c)] + 1;
    b[2 * c + 1] = e_.W.col(row).dot(work_) + e_.bias[row];
  }
  for (Index c = 0; c < m; ++c) {
    work_ = e_.W.col(2 * contacts[at(c)] + 1);
    solve_mass(work_);
    for (Index r = 0; r < m; ++r) {
      G(2 * r + 1, 2 * c + 1) = e_.W.col(2 * contacts[at(r)] + 1).dot(work_);
    }
    // A normal direction of its own, of the same mobility, whose force is the load.
    G(2 * c, 2 * c) = G(2 * c + 1, 2 * c + 1);
    b[2 * c] = -G(2 * c, 2 * c) * load[at(c)];
  }
}

double CompliantDynamics::widest(ModeSolver& solver) {
  group_.clear();
  loads_.clear();
  group_modes_.clear();
  for (Index i = 0; i < n_; ++i) {
    if (!rigid_stick(i)) continue;
    group_.push_back(i);
    loads_.push_back(force_[2 * i]);
    group_modes_.push_back(Mode::stick);
  }
  const auto m = static_cast<Index>(group_.size());
  sliding_.assign(group_.size(), 0);
  mu_.resize(m);
  for (Index i = 0; i < m; ++i) mu_[i] = static_friction(group_[at(i)]);
  friction_problem(group_, loads_, G_, b_);
  const double scale = std::max(b_.cwiseAbs().maxCoeff(), 1e-300);
  solver.forces_alone({G_, b_, mu_, mu_, sliding_, scale}, group_modes_, wide_);
  for (Index i = 0; i < m; ++i) force_[2 * group_[at(i)] + 1] = wide_.l[2 * i + 1];
  return std::max(wide_.margin, -1.0);  // finite, also where the equations contradict each other
}

void CompliantDynamics::project(double t, std::span<double> x) {
  if (stick_.empty() && m_ == 0) return;
  if (!close_joints(t, x) || !follow_joints(t, x)) return;
  const auto k = static_cast<Index>(stick_.size());
  find_gamma(x);
  stick_equations();
  for (Index r = 0; r < k; ++r) l_[r] = -gamma_[2 * stick_[at(r)] + 1];
  solve_stick();
  for (Index c = 0; c < k; ++c) {
    for (Index j = 0; j < f_; ++j) x[at(nq_ + j)] += l_[c] * Y_(j, c);
  }
}

}  // namespace ricochet
