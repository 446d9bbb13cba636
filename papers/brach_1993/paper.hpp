#pragma once
// R. M. Brach: Classical planar impact theory and the tip impact of a slender rod (1993).

#include <papers/paper.hpp>

namespace ricochet::papers::brach_1993 {

Reproduction reproduce();

}  // namespace ricochet::papers::brach_1993
