#include <ricochet/files/direct_problem.hpp>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

#include <ricochet/files/matrices.hpp>

namespace ricochet {

namespace {

using Eigen::Index;

Index index_of(const std::string& step) {
  Index index = -1;
  std::from_chars(step.data(), step.data() + step.size(), index);
  return index;
}

// Of two zeros, too: the problem must not depend on the one before.
bool same(double x, double y) {
  return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}

bool share(double x) { return x >= 0.0 && x <= 1.0; }

}  // namespace

DirectProblem::DirectProblem(const StudyBase& base) : copy_(base) {
  for (std::size_t i = 0; i < base.slots(); ++i) targets_.push_back(target_of(base.steps(i)));
}

DirectProblem::Target DirectProblem::target_of(const std::vector<std::string>& s) const {
  // s[0] is "impact".
  if (s.size() == 3 && s[1] == "velocity") return {Place::velocity, index_of(s[2])};
  if (s.size() == 5 && s[1] == "bodies" && s[3] == "velocity") {
    return {Place::velocity, 3 * index_of(s[2]) + index_of(s[4])};
  }
  if (s.size() == 4 && s[1] == "delassus") return {Place::delassus, index_of(s[2]), index_of(s[3])};
  if (s.size() < 4 || s[1] != "contacts") return {};
  const Index contact = index_of(s[2]);
  if (s.size() == 4 && s[3] == "friction") return {Place::friction, contact};
  if (s.size() == 4 && s[3] == "restitution") return {Place::restitution, contact};
  if (s.size() != 5) return {};
  if (s[3] == "surface_velocity") return {Place::surface_velocity, 2 * contact + index_of(s[4])};
  if (s[3] == "friction" && s[4] == "kinetic") return {Place::kinetic_friction, contact};
  if (s[3] == "friction" && s[4] == "static") return {Place::static_friction, contact};
  if (s[3] != "restitution") return {};
  if (s[4] == "newton") return {Place::newton, contact};
  if (s[4] == "poisson") return {Place::poisson, contact};
  if (s[4] == "energetic") return {Place::energetic, contact};
  if (s[4] == "tangential") return {Place::tangential, contact};
  return {};
}

void DirectProblem::read(std::span<const double> slots) {
  last_.clear();
  for (std::size_t i = 0; i < slots.size(); ++i) copy_.set(i, slots[i]);
  ProblemFile file = copy_.problem();
  problem_ = std::move(file.problem);
  laws_ = std::move(file.laws);
  // A matrix that was not symmetric to the bit has other numbers than the slots: nothing can be built upon it.
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Target& t = targets_[i];
    if (t.place == Place::delassus && !same(problem_.G(t.i, t.j), slots[i])) return;
  }
  last_.assign(slots.begin(), slots.end());
}

/// False: this number is better judged by reading the problem.
bool DirectProblem::put(const Target& target, double x) {
  if (!std::isfinite(x)) return false;
  const Index k = target.i;
  const auto contact = [&]() -> ContactParameters& {
    return problem_.contact[static_cast<std::size_t>(k)];
  };
  switch (target.place) {
    case Place::read_again: return false;
    case Place::velocity:
      (problem_.in_contact_space() ? problem_.gamma : problem_.u)[k] = x;
      return true;
    case Place::surface_velocity:
      if (problem_.in_contact_space()) return false;
      problem_.surface_velocity[k] = x;
      return true;
    case Place::delassus:
      if (problem_.contacts() != 1) return false;
      problem_.G(k, target.j) = x;
      return true;
    case Place::friction: contact().mu = contact().mu_static = x; return x >= 0.0;
    case Place::kinetic_friction: contact().mu = x; return x >= 0.0;
    case Place::static_friction: contact().mu_static = x; return x >= 0.0;
    case Place::restitution:
      contact().newton = contact().poisson = contact().energetic = x;
      return share(x);
    case Place::newton: contact().newton = x; return share(x);
    case Place::poisson: contact().poisson = x; return share(x);
    case Place::energetic: contact().energetic = x; return share(x);
    case Place::tangential: contact().tangential = x; return share(x);
  }
  return false;
}

/// What follows from the numbers. False: they are better judged by reading the problem.
bool DirectProblem::complete() {
  for (Index i = 0; i < problem_.contacts(); ++i) {
    const ContactParameters& c = problem_.contact[static_cast<std::size_t>(i)];
    const bool rubs = c.mu_static > 0.0;
    if (c.mu_static < c.mu || (rubs && !(problem_.G(2 * i + 1, 2 * i + 1) > 0.0))) return false;
  }
  if (!problem_.in_contact_space()) {
    problem_.assemble_velocities();
    return problem_.gamma.allFinite();
  }
  // Of several contacts only the velocity may have changed, and any velocity will do only where G is regular.
  if (problem_.contacts() != 1) return false;
  const double alpha = problem_.G(0, 0), beta = problem_.G(1, 1), delta = problem_.G(0, 1);
  return alpha > 0.0 && beta > 0.0 && delta == problem_.G(1, 0) &&
         alpha * beta - delta * delta > 1e-6 * alpha * beta && alpha < 1e100 && beta < 1e100;
}

const ContactProblem& DirectProblem::at(std::span<const double> slots) {
  bool direct = !last_.empty();
  for (std::size_t i = 0; direct && i < slots.size(); ++i) {
    if (!same(slots[i], last_[i])) direct = put(targets_[i], slots[i]);
  }
  if (direct && complete()) {
    last_.assign(slots.begin(), slots.end());
  } else {
    read(slots);
  }
  return problem_;
}

}  // namespace ricochet
