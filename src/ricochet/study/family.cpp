#include <ricochet/study/family.hpp>

#include <algorithm>
#include <cmath>

#include <ricochet/lcp/dense.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kMostIterations = 12;
constexpr double kSlopeStep = 1e-6;  // of the range: differences in p
constexpr double kArmed = 0.8;       // events are near those of a neighbouring orbit
constexpr double kArmedForLeast =
    0.92;  // their least values are as near, and others are not to be taken for them
constexpr double kLargestStep = 1.0;  // of Newton's method, in z
constexpr double kBest = 1e-12;       // residual below which nothing is gained
constexpr double kDifference = 1e-6;  // of z, where everything is differenced

/// J dz = r with rows brought to one size. False if singular.
bool solve(MatrixXd J, VectorXd r, VectorXd& dz) {
  for (Index i = 0; i < J.rows(); ++i) {
    const double size = J.row(i).cwiseAbs().maxCoeff();
    if (!(size > 0.0) || !std::isfinite(size)) return false;
    J.row(i) /= size;
    r[i] /= size;
  }
  LinearSolution solution;
  solve_any(J, r, 1e-13, solution);
  dz = solution.x;
  return dz.allFinite();
}

}  // namespace

/// A member with the map that goes with it.
struct OrbitFamily::Member {
  FamilyMember own;
  FrozenFlow flow;

  Member(FamilyMember member, const FlowOptions& options)
      : own(std::move(member)), flow(*own.system, *own.law, own.fallback, options) {}
};

OrbitFamily::OrbitFamily(const SystemFamily& family, const Section& section,
                         const OrbitOptions& options, double low, double high, double p)
    : family_(family), section_(section), options_(options), low_(low), high_(high) {
  const auto m = member(p);
  if (m == nullptr) {
    refusal_ = family.at(p).refusal;
    return;
  }
  scale_ = m->flow.scale();
  for (Index i = 0; i < scale_.size(); ++i) {
    if (std::find(options.drifting.begin(), options.drifting.end(), i) == options.drifting.end()) {
      free_.push_back(i);
    }
  }
}

std::unique_ptr<OrbitFamily::Member> OrbitFamily::member(double p, int least_at) const {
  FamilyMember m = family_.at(p);
  if (!m.refusal.empty()) return nullptr;
  FlowOptions flow;
  flow.tolerance = m.simulation.tolerance;
  flow.largest_step = m.simulation.largest_step;
  flow.armed = least_at < 0 ? kArmed : kArmedForLeast;
  flow.least_at = least_at;
  return std::make_unique<Member>(std::move(m), flow);
}

Orbit OrbitFamily::find(double p, const MotionState* start) const {
  const FamilyMember m = family_.at(p);
  if (!m.refusal.empty()) {
    Orbit none;
    none.status = OrbitStatus::misfit;
    none.message = m.refusal;
    return none;
  }
  Section section = section_;
  section.period = m.period;
  const OrbitFinder finder(*m.system, *m.law, section, m.simulation, options_, m.fallback);
  return start != nullptr ? finder.refine(*start) : finder.find(m.start);
}

FamilyOrbit OrbitFamily::from(double p, const Orbit& orbit) const {
  FamilyOrbit f;
  f.p = p;
  f.state = orbit.state;
  f.sequence = orbit.sequence;
  f.x = state_vector(orbit.state);
  return f;
}

VectorXd OrbitFamily::z_of(const FamilyOrbit& orbit) const {
  VectorXd z(unknowns());
  for (std::size_t i = 0; i < free_.size(); ++i) {
    z[static_cast<Index>(i)] = orbit.x[free_[i]] / scale_[free_[i]];
  }
  z[z.size() - 1] = (orbit.p - low_) / range();
  return z;
}

void OrbitFamily::place(const VectorXd& z, FamilyOrbit& orbit) const {
  for (std::size_t i = 0; i < free_.size(); ++i) {
    orbit.x[free_[i]] = z[static_cast<Index>(i)] * scale_[free_[i]];
  }
  orbit.p = low_ + z[z.size() - 1] * range();
  set_state(orbit.state, orbit.x);
}

VectorXd OrbitFamily::free_part(const VectorXd& end, const VectorXd& x) const {
  VectorXd r(free_.size());
  for (std::size_t i = 0; i < free_.size(); ++i) {
    r[static_cast<Index>(i)] = (end[free_[i]] - x[free_[i]]) / scale_[free_[i]];
  }
  return r;
}

bool OrbitFamily::follow(FamilyOrbit& orbit, bool derivative, FrozenResult& out,
                         int least_at) const {
  const auto m = member(orbit.p, least_at);
  if (m == nullptr) return false;
  if (orbit.sequence.by_clock) {
    orbit.sequence.end = orbit.sequence.begin + section_.returns * m->own.period;
  }
  m->flow.follow(orbit.sequence, orbit.x, derivative, out);
  if (!out.ok) return false;
  if (derivative) {  // in the sizes of the family
    const VectorXd ratio = m->flow.scale().cwiseQuotient(scale_);
    out.D = (ratio.asDiagonal() * out.D * ratio.cwiseInverse().asDiagonal()).eval();
  }
  return true;
}

/// (D - I, dP/dp; c) at an orbit whose D is known.
bool OrbitFamily::bordered(const FamilyOrbit& orbit, const VectorXd& c, MatrixXd& J) const {
  const Index m = unknowns() - 1;
  J.resize(m + 1, m + 1);
  J.topLeftCorner(m, m) = part_of(orbit.at.D, free_);
  J.topLeftCorner(m, m).diagonal().array() -= 1.0;
  FamilyOrbit side = orbit;
  FrozenResult forth, back;
  side.p = orbit.p + kSlopeStep * range();
  if (!follow(side, false, forth)) return false;
  side.p = orbit.p - kSlopeStep * range();
  if (!follow(side, false, back)) return false;
  J.col(m).head(m) = free_part(forth.x, back.x) / (2.0 * kSlopeStep);
  J.row(m) = c.transpose();
  return true;
}

int OrbitFamily::correct(const VectorXd& guess, const VectorXd& c, FamilyOrbit& orbit) const {
  const Index m = unknowns() - 1;
  VectorXd z = guess, dz, r(m + 1);
  const double d = c.dot(z);
  MatrixXd J;
  double before = 0.0;
  for (int i = 0; i < kMostIterations; ++i) {
    place(z, orbit);
    if (!follow(orbit, true, orbit.at)) return -1;
    update_times(orbit.sequence, orbit.at);
    r.head(m) = -free_part(orbit.at.x, orbit.x);
    r[m] = d - c.dot(z);
    orbit.residual = r.cwiseAbs().maxCoeff();
    if (!std::isfinite(orbit.residual)) return -1;
    const bool good = orbit.residual <= options_.tolerance;
    if (orbit.residual <= kBest || (good && i > 0 && orbit.residual > 0.1 * before)) {
      orbit.multipliers = multipliers_of(part_of(orbit.at.D, free_));
      return i;
    }
    before = orbit.residual;
    if (i % 4 == 0) {
      if (!bordered(orbit, c, J)) return -1;
    } else {  // dP/dp is taken as it was
      J.topLeftCorner(m, m) = part_of(orbit.at.D, free_);
      J.topLeftCorner(m, m).diagonal().array() -= 1.0;
    }
    if (!solve(J, r, dz) || dz.norm() > kLargestStep) return -1;
    z += dz;
  }
  return -1;
}

VectorXd OrbitFamily::tangent(const FamilyOrbit& orbit, const VectorXd& along) const {
  MatrixXd J;
  VectorXd t;
  if (!bordered(orbit, along, J)) return {};
  if (!solve(J, VectorXd::Unit(unknowns(), unknowns() - 1), t)) return {};
  return t / t.norm();
}

bool OrbitFamily::tangency(std::size_t passage, FamilyOrbit& orbit) const {
  const Index m = unknowns() - 1;
  VectorXd z = z_of(orbit);
  const auto F = [&](const VectorXd& where, VectorXd& f, bool keep) {
    FamilyOrbit there = orbit;
    place(where, there);
    FrozenResult result;
    if (!follow(there, false, result, static_cast<int>(passage))) return false;
    f.resize(m + 1);
    f.head(m) = free_part(result.x, there.x);
    f[m] = result.rates[passage];
    if (keep) {
      orbit.x = there.x;
      orbit.p = there.p;
      orbit.state = there.state;
      update_times(orbit.sequence, result);
    }
    return true;
  };
  VectorXd f, forth, back, dz;
  MatrixXd J(m + 1, m + 1);
  for (int i = 0; i < kMostIterations; ++i) {
    if (!F(z, f, true)) return false;
    for (Index j = 0; j <= m; ++j) {
      const VectorXd d = kDifference * (1.0 + std::abs(z[j])) * VectorXd::Unit(m + 1, j);
      if (!F(z + d, forth, false) || !F(z - d, back, false)) return false;
      J.col(j) = (forth - back) / (2.0 * d[j]);
    }
    if (!solve(J, -f, dz) || dz.norm() > kLargestStep) return false;
    z += dz;
    if (dz.norm() < 1e-10) return F(z, f, true);
  }
  return false;
}

void OrbitFamily::examine_at(const FamilyOrbit& orbit, Orbit& margins, Cycle& motion) const {
  const auto m = member(orbit.p);
  if (m == nullptr) return;
  examine(m->flow, orbit.sequence, orbit.x, margins);
  Section section = section_;
  section.period = m->own.period;
  motion = ReturnRun(*m->own.system, *m->own.law, m->own.fallback, section,
                     {m->own.simulation, 0.0, options_.longest_return})
               .on(orbit.state);
}

}  // namespace ricochet
