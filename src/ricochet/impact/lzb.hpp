#pragma once
// Temporary: LzbSample only, until the law itself is here.

#include <Eigen/Core>
#include <span>

#include <ricochet/contact/outcome.hpp>

namespace ricochet {

struct LzbSample {
  double time;
  double primary_impulse;
  Eigen::Index primary;
  std::span<const double> energy;
  std::span<const double> impulse;
  std::span<const double> gamma;
  std::span<const Mode> modes;
  std::span<const Stage> stages;
};

}  // namespace ricochet
