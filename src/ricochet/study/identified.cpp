#include <ricochet/study/identified.hpp>

#include <utility>

namespace ricochet {

std::string_view to_string(Coefficient coefficient) {
  switch (coefficient) {
    case Coefficient::restitution: return "restitution";
    case Coefficient::friction: return "friction";
    case Coefficient::static_friction: return "static_friction";
    case Coefficient::tangential: return "tangential";
    case Coefficient::impulse_ratio: return "impulse_ratio";
  }
  return "";
}

std::string_view to_string(IdentifyStatus status) {
  switch (status) {
    case IdentifyStatus::identified: return "identified";
    case IdentifyStatus::lower_bound: return "lower-bound";
    case IdentifyStatus::at_bound: return "at-bound";
    case IdentifyStatus::not_identifiable: return "not-identifiable";
  }
  return "";
}

SoughtCoefficient sought(Coefficient coefficient, std::vector<Eigen::Index> contacts) {
  constexpr double most = 10.0;  // of friction: far above what surfaces have
  switch (coefficient) {
    case Coefficient::friction:
    case Coefficient::static_friction: return {coefficient, std::move(contacts), 0.0, most};
    case Coefficient::impulse_ratio: return {coefficient, std::move(contacts), -most, most};
    case Coefficient::restitution:
    case Coefficient::tangential: break;
  }
  return {coefficient, std::move(contacts), 0.0, 1.0};
}

Identified judge(const SoughtCoefficient& parameter, double value,
                 const ProfileInterval& interval) {
  Identified found;
  if (interval.low_open && interval.high_open) {
    found.message = "the data do not depend on it, or too little: no value can be excluded";
    return found;
  }
  found.low = interval.low;
  found.high = interval.high;
  const bool bounded_above = parameter.coefficient == Coefficient::restitution ||
                             parameter.coefficient == Coefficient::tangential;
  if (interval.high_open && !bounded_above) {
    found.status = IdentifyStatus::lower_bound;
    found.high = std::numeric_limits<double>::infinity();
    found.message = "every larger value explains the data as well, as where the contact sticks";
    return found;
  }
  found.value = value;
  const double close = 1e-9 * (parameter.high - parameter.low);
  const bool at_bound = value - parameter.low <= close || parameter.high - value <= close;
  found.status = at_bound ? IdentifyStatus::at_bound : IdentifyStatus::identified;
  if (at_bound) found.message = "the best value is at the end of its range";
  return found;
}

}  // namespace ricochet
