#pragma once
// What the user may choose about a law, beyond the parameters of the contacts. Each law takes its own
// struct when it is made; the defaults are those of the laws in all_laws().

#include <Eigen/Core>
#include <vector>

namespace ricochet {

enum class LzbMethod : unsigned char {
  adaptive,  ///< regular form in the compressions, Dormand-Prince with event location
  euler      ///< explicit Euler in the primary impulse (Liu et al. 2013), for comparison
};

struct LzbOptions {
  /// Error of the result relative to it: of impulses and velocities. In [1e-12, 1e-2]. Adaptive only.
  double tolerance = 1e-8;
  LzbMethod method = LzbMethod::adaptive;
  /// Euler only: steps into which the impulse m v of the fastest approach is divided (m = 1 / mean
  /// diagonal of the normal Delassus entries). In [10, 1e9].
  long steps = 100'000;
  /// The impact counts as not resolved after so many steps (Euler: at least 100 times `steps`). At
  /// least 1.
  long step_limit = 1'000'000;
};

struct BowlingOptions {
  /// Contacts whose tangential velocities after the impact enter the objective (27), one per free
  /// tangential velocity. Empty: those with the larger slip speeds before the impact.
  std::vector<Eigen::Index> objective{};
  double slip_speed = 1.4e-4;  ///< v_s of the friction curve (33), m/s, > 0
  double slip_exponent = 1.0;  ///< a of the friction curve (33), > 0
};

struct LawOptions {
  LzbOptions lzb;
  BowlingOptions bowling;
};

}  // namespace ricochet
