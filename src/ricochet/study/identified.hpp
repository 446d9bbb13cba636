#pragma once
// What identification says about a coefficient: a value with an interval, a bound, or that the data do not tell.

#include <Eigen/Core>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <ricochet/study/least_squares.hpp>

namespace ricochet {

/// The coefficients that can be identified, of one contact or shared by several.
enum class Coefficient : unsigned char {
  restitution,      ///< e, each law in its own sense, in [0, 1]
  friction,         ///< mu, kinetic; also static where the two are equal; >= 0
  static_friction,  ///< mu_s >= 0
  tangential,       ///< eps_T in [0, 1]
  impulse_ratio     ///< L_T / L_N prescribed to `brach`
};
std::string_view to_string(Coefficient coefficient);

enum class IdentifyStatus : unsigned char {
  identified,       ///< `value`, with the interval [low, high]
  lower_bound,      ///< at least `low`: every larger value explains the data as well
  at_bound,         ///< the best value is where physics ends (0 or 1); the interval is one-sided
  not_identifiable  ///< every value explains the data, or none could be tried (message says why)
};
std::string_view to_string(IdentifyStatus status);

struct Identified {
  IdentifyStatus status = IdentifyStatus::not_identifiable;
  double value = std::numeric_limits<double>::quiet_NaN();  ///< best; NaN unless it has one
  double low = std::numeric_limits<double>::quiet_NaN();    ///< of the interval, or the bound
  double high = std::numeric_limits<double>::quiet_NaN();   ///< infinite for a lower bound
  std::string message;                                      ///< a sentence, unless identified

  bool has_value() const { return status != IdentifyStatus::not_identifiable; }
};

/// A coefficient that is looked for: the contacts that share it and the range that is searched.
struct SoughtCoefficient {
  Coefficient coefficient = Coefficient::restitution;
  std::vector<Eigen::Index> contacts;
  double low = 0.0;
  double high = 1.0;
};
/// The range that is searched unless another is given: [0, 1], for friction [0, 10], for impulse ratios [-10, 10].
SoughtCoefficient sought(Coefficient coefficient, std::vector<Eigen::Index> contacts);

/// What the interval of a coefficient's profile means, with its best value.
Identified judge(const SoughtCoefficient& parameter, double value, const ProfileInterval& interval);

/// How well the data are explained: chi^2 against its degrees of freedom.
struct FitTest {
  double chi2 = 0.0;
  long freedom = 0;
  double p_value = 1.0;  ///< probability of a chi^2 this large by the stated noise alone
};

}  // namespace ricochet
