#pragma once
// Buffers of the laws. The caller owns one per thread and reuses it: once it has grown to the size of the
// problems no law allocates.

#include <Eigen/Core>

#include <ricochet/impact/bowling.hpp>
#include <ricochet/lcp/solve.hpp>

namespace ricochet {

struct Workspace {
  Eigen::VectorXd q;   ///< right-hand side of the complementarity problem
  Eigen::VectorXd mu;  ///< friction per contact
  CoulombWorkspace coulomb;
  BowlingWorkspace bowling;
};

}  // namespace ricochet
