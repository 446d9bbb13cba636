#pragma once
// Buffers of the laws. The caller owns one per thread and reuses it: once it has grown to the size of the
// problems no law allocates.

#include <Eigen/Core>

#include <ricochet/impact/bowling.hpp>
#include <ricochet/impact/lzb_process.hpp>
#include <ricochet/impact/settle.hpp>

namespace ricochet {

/// The restitution phase of `poisson`, posed (impact/poisson.hpp).
struct RestitutionProblem {
  Eigen::MatrixXd
      G;  ///< of the contacts, then of the twins that hold the friction of known impulses
  Eigen::VectorXd q;
  Eigen::VectorXd mu;
  Eigen::VectorXd floor;              ///< n, least normal impulse R C_N
  std::vector<Eigen::Index> twin_of;  ///< the contact each twin belongs to
  Eigen::VectorXd L;
  std::vector<Mode> modes;
  CoulombWorkspace coulomb;
  Settled settled;
};

struct Workspace {
  Eigen::VectorXd q;   ///< right-hand side of the complementarity problem
  Eigen::VectorXd mu;  ///< friction per contact
  CoulombWorkspace coulomb;
  Settled settled;
  RestitutionProblem restitution;
  Eigen::VectorXd compression, expansion;  ///< impulses of the two phases of `poisson`
  LzbProcess lzb;
  BowlingWorkspace bowling;
};

}  // namespace ricochet
