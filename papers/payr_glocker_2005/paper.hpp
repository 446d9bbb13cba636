#pragma once
// M. Payr, Ch. Glocker: Oblique frictional impact of a bar (2005).

#include <papers/paper.hpp>

namespace ricochet::papers::payr_glocker_2005 {

Reproduction reproduce();

}  // namespace ricochet::papers::payr_glocker_2005
