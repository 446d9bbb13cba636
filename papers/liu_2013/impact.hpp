#pragma once
// The answers to the impact of the disc and the ball, and what they depend on.

#include <functional>
#include <string>

#include <papers/interval.hpp>
#include <papers/liu_2013/disc.hpp>
#include <papers/liu_2013/printed.hpp>

namespace ricochet::papers::liu_2013 {

/// The law `lzb` with the parameters of the setting; with reversed friction, which the law does not
/// know, the process of this folder.
PostImpact resolve(const Setting& s);

/// A number of table 4 or figure 5.
using Quantity = std::function<double(const PostImpact&)>;

/// The range of a quantity over the rounding of the inputs of a case: the effects of the inputs, each
/// moved alone to both ends of its interval, added up. Printed set: b, v_b, r, and every entry of
/// table 3 (the thickness 6 mm counts as exact). Reconstruction: b and v_b where they are those of
/// table 2; the rest was inferred and has no interval.
Interval over_inputs(int number, ParameterSet set, const Quantity& quantity);

/// What each change from the printed set to the reconstruction does to the quantity, as a sentence.
std::string decomposed(int number, const Quantity& quantity, int decimals);

/// By table 5: normal velocities over g T_c against 1 (eq. 2.37), sign of the sliding velocity (zero
/// below 1e-9 v_b), sign of theta'.
ContactMode mode_of(const PostImpact& o, double v_b);

}  // namespace ricochet::papers::liu_2013
