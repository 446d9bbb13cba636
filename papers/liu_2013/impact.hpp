#pragma once
// The answers to the impact of the disc and the ball, and what they depend on.

#include <functional>
#include <span>
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

/// A number that the impact depends on, known to half a unit of its last digit.
struct Input {
  std::function<void(Setting&, double)> shift;
  double half;
};
/// The range of a value when each input is moved alone to both ends of its interval and the effects
/// are added up.
Interval spread(const Setting& nominal, std::span<const Input> inputs,
                const std::function<double(const Setting&)>& value);

/// The range of a quantity over the rounding of the inputs of a case. Printed set: b, v_b, r, and every
/// entry of table 3 (the thickness 6 mm counts as exact). Reconstruction: b and v_b where they are
/// those of table 2; the rest was inferred and has no interval.
Interval over_inputs(int number, ParameterSet set, const Quantity& quantity);
/// The range over half a unit of the digits to which the reconstruction gives b, v_b and r.
Interval over_inferred(int number, const Quantity& quantity);
/// The range over the rounding of the coefficients of friction of cases 1-4.
Interval over_friction(const Setting& nominal, const std::function<double(const Setting&)>& value);

/// What each change from the printed set to the reconstruction does to the quantity, as a sentence.
std::string decomposed(int number, const Quantity& quantity, int decimals);

/// By table 5: normal velocities over g T_c against 1 (eq. 2.37), sign of the sliding velocity (zero
/// below 1e-9 v_b), sign of theta'.
ContactMode mode_of(const PostImpact& o, double v_b);

}  // namespace ricochet::papers::liu_2013
