#pragma once
// What can end a phase in which every contact keeps its mode: scalar functions of the state, positive inside the phase,
// whose falling through zero is the event.
//
//   gap            g_N of an open contact (behind a bounded surface: -g_N)
//   normal_force   lambda_N of a closed contact that does not stick
//   sliding        gamma_T in slip+, -gamma_T in slip-
//   edge_plus      mu_s lambda_N + lambda_T of a sticking contact: its edge towards slip+
//   edge_minus     mu_s lambda_N - lambda_T: towards slip-
//   edge_end       how far the foot of a closed contact is inside the edge (or corner) it touches
//   overlap        the least gap of all, where surfaces have edges: the gap of a corner jumps where its foot leaves an
//                  edge, but there the corner at the end of that edge takes over: the least does not jump.
//                  Without contacts that touch at the beginning and leave
//   margin         of the widest forces, where forces are not unique; stands for all forces and edges
//   determinant    of the equations while something slides, less kSingularSliding (Painleve)

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <ricochet/lcp/modes.hpp>
#include <ricochet/motion/contact_dynamics.hpp>
#include <ricochet/ode/integrator.hpp>

namespace ricochet {

/// Sliding whose determinant is below this is singular: forces grow without bound (one contact: A -> 0).
inline constexpr double kSingularSliding = 1e-7;
/// Of the size: gaps below are closed.
inline constexpr double kTouching = 1e-10;

enum class Trigger : unsigned char {
  gap,
  normal_force,
  sliding,
  edge_plus,
  edge_minus,
  edge_end,
  overlap,
  margin,
  determinant
};

std::string_view to_string(Trigger trigger);

struct Watched {
  Trigger what = Trigger::gap;
  Eigen::Index contact = 0;  ///< 0 where it is about all
  bool operator==(const Watched&) const = default;
};

class PhaseEvents {
 public:
  explicit PhaseEvents(ContactDynamics& dynamics);

  /// Forgets what an earlier motion left.
  void reset();

  /// Contacts behind a bounded surface (ContactInfo::bounded) do not count until they are in front again.
  bool masked(Eigen::Index contact) const { return masked_[static_cast<std::size_t>(contact)]; }
  std::span<const char> masked() const { return masked_; }
  void mask(Eigen::Index contact, bool on) { masked_[static_cast<std::size_t>(contact)] = on; }

  /// Open contacts that touch and do not leave, or hop lower than gaps are resolved: their gap is zero or a rounding
  /// below, and may never be seen positive. Their event is that they sink by a little. Looks at the state.
  void place_offsets(double t, std::span<const double> x);
  /// One that has visibly left closes at zero, and may overlap. After look().
  void drop_offsets();

  /// Collects the events of the modes that `dynamics` has.
  void watch();
  std::span<const Watched> watched() const { return watched_; }
  std::span<const Crossing> crossings() const { return crossings_; }
  /// Number of gaps: they come first, and with rates.
  std::size_t gaps() const { return gaps_; }

  /// The functions, then the rates of the gaps, as ode/integrator.hpp wants them.
  void values(double t, std::span<const double> x, std::span<double> g);

  /// What an event is about: of an overlap, the contact with the least gap. After values() there.
  Watched cause(const Watched& event) const;

  /// After look(): forces with the largest margin (ContactDynamics::widest).
  double widest() { return dynamics_.widest(margin_solver_); }

 private:
  double value(const Watched& event, double margin) const;
  std::size_t nearest()
      const;  ///< of the gaps that count for an overlap; their number if none does

  ContactDynamics& dynamics_;
  const SystemInfo& info_;
  ModeSolver margin_solver_;
  std::vector<char> masked_;
  std::vector<double> offset_;  ///< of the gap whose zero is an event
  std::vector<char>
      touched_;  ///< open contacts that did at the beginning, and have not been seen to leave
  std::vector<Watched> watched_;
  std::vector<Crossing> crossings_;
  std::size_t gaps_ = 0;
};

}  // namespace ricochet
