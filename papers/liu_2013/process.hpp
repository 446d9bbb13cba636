#pragma once
// The impact of the disc and the ball as a process in time, for its four contacts only: a second
// implementation of the law `lzb`, apart from the library's, which can also do what the law must not:
// friction of reversed sign at D.
//
//   P_N' = F = k x^(3/2),   P_T' = F_T,   x' = -gamma_N / eta,   gamma = gamma- + G P
//   eta = 1 while loading (gamma_N < 0), e^2 while unloading (gamma_N > 0); off: x = 0, gamma_N > 0
//
// Friction acts at two places: the rim, where A, B, C slide as one (only their total friction matters,
// it sticks iff |sum F_T| <= mu_s sum F), and D. Each slips with mu or sticks with what mu_s allows.
// Dormand-Prince steps; every change of phase or mode is an event that is located.

#include <vector>

#include <papers/liu_2013/disc.hpp>

namespace ricochet::papers::liu_2013 {

enum class Sliding : unsigned char { minus, stick, plus };

struct Process {
  bool ended = false;       ///< every spring is released and nothing approaches
  Eigen::VectorXd impulse;  ///< 8
  PostImpact after;
  Sliding rim = Sliding::stick;   ///< at the last instant of load on the rim
  bool rim_loaded_again = false;  ///< one of A, B, C was loaded a second time
  double duration = 0.0;          ///< s
  long evaluations = 0;
};

Process follow(const Setting& s, double tolerance = 1e-11);

}  // namespace ricochet::papers::liu_2013
