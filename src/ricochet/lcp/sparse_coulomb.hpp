#pragma once
// The planar Coulomb complementarity problem (coulomb.hpp) of many contacts, with equations beside them (joints), in
// sparse form: the Delassus operator G = C M^-1 C^T is never written down.
//
//   xi = C d + q,   d = M^-1 C^T L        d: change of the velocities u
//   rows 2i, 2i+1 of C, q, L, xi          contact i: normal, tangential; the conditions of coulomb.hpp
//   rows 2n+j                             equation j: xi = 0, L free
//
// A row of C is a list of (coordinate, value); beside every value stands its `response`, the entry of M^-1 C^T in the
// same place. So a list holds every coordinate that M^-1 couples to the row: three per body, or all of a small system.
//
// How. Rows that share coordinates, directly or through others, make an island; islands are solved one by one. A
// contact alone: closed form. Otherwise
//  1. the start, if it is a solution already (bodies at rest);
//  2. Gauss-Seidel sweeps, each contact exactly in its own plane, each equation in its own direction;
//  3. where modes settle, and now and then, Newton's method: the equations of the modes are solved directly, the result
//     points to other modes, and so on. Equations may depend on each other, and impulses need not be unique; so it is
//     the proximal problem  xi + E (L - centre),  E = e diag G,  that is solved, again and again with its last solution
//     as the centre: then E moves nothing. Small islands: dense LU. Large ones: LU of the sparse equations in d and L.
//  4. where that goes in circles: Lemke's method (solve.hpp) for the contact with the largest residual and its
//     neighbours together, all of them in a small island, and at last in one of up to 250 contacts.
// Certified by the natural map of coulomb.hpp with the scales of the island (its velocity at least `least_velocity`), xi formed anew from L; of an equation
// |xi| sqrt(mean G / G_jj) / velocity, whatever its unit.
//
// No allocation once arrays have grown, except inside sparse LU and Lemke's method.

#include <Eigen/Core>
#include <memory>
#include <span>

#include <ricochet/lcp/coulomb.hpp>

namespace ricochet {

/// The data of one problem. Views: the caller keeps the arrays alive.
struct SparseCoulombProblem {
  int dofs = 0;  ///< coordinates are 0 ... dofs - 1
  std::span<const int>
      start{};  ///< 2n + m + 1: row k has the entries start[k] ... start[k + 1] - 1
  std::span<const int> index{};  ///< coordinate; the same list for both rows of a contact
  std::span<const double> value{}, response{};
  std::span<const double> q{};   ///< 2n + m
  std::span<const double> mu{};  ///< n
  /// The velocity scale of an island is at least this: where q is nothing but rounding, it is not to be solved as if it
  /// meant something.
  double least_velocity = 0.0;

  int contacts() const { return static_cast<int>(mu.size()); }
  int equations() const { return static_cast<int>(q.size()) - 2 * contacts(); }
};

struct SparseCoulombOptions {
  double target = 1e-10;  ///< residual at which a large island is solved
  double fine = 1e-12;    ///< the same for a small one
  double enough =
      1e-7;  ///< above it Lemke's method is asked for islands of up to 250 contacts as a whole, which takes long
  double least_proximal = 1e-9;  ///< e of step 3
  /// Proximal steps of an island without contacts, at most. One, with a larger e: damped, where equations depend on each
  /// other so nearly that their solution is far away.
  int equation_steps = 40;
  int sweeps = 1000;  ///< per island, at most
  int small = 48;     ///< most equations in modes (closed directions, joints) of a small island
};

struct SparseCoulombAnswer {
  double residual = 0.0;  ///< the largest of an island; infinite if something is not finite
  long sweeps = 0;        ///< of all islands
  long direct = 0;        ///< direct solves
};

class SparseCoulombSolver {
 public:
  explicit SparseCoulombSolver(const SparseCoulombOptions& options = {});
  ~SparseCoulombSolver();

  /// L (2n + m) holds the start on entry, e.g. the impulses of the last step, and the solution, or what sweeps have
  /// reached, on return; d (dofs) the change of the velocities that belongs to it, zero where no row reaches.
  SparseCoulombAnswer solve(const SparseCoulombProblem& problem, std::span<double> L,
                            std::span<double> d);
  /// n, of the last solve(): by the impulses, but slip only where |xi_T| is above 1e-8 of the velocity scale.
  std::span<const Mode> modes() const;
  /// The islands alone; q and mu may be anything.
  void find_islands(const SparseCoulombProblem& problem);
  /// n, of the last solve() or find_islands(): the island of each contact.
  std::span<const int> island() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ricochet
