#pragma once
// The numeric statements of Payr & Glocker 2005, checked.

#include <papers/reproduction.hpp>

namespace ricochet::papers::payr_glocker_2005 {

/// Numbers the paper states, in the text or by evaluating one of its equations as printed.
Table stated_numbers();
/// Statements that two things are equal: the largest difference found over a sweep, stated as zero.
Table identities();

/// Smallest |gT-/gN-| from which the sphere slips throughout (gross slip), e = e* given.
double gross_slip_from_walton(double e, double mu, double eps_T);
double gross_slip_from_stronge(double e, double mu, double eta2);

}  // namespace ricochet::papers::payr_glocker_2005
