#include <papers/liu_2013/printed.hpp>

#include <papers/reproduction.hpp>

namespace ricochet::papers::liu_2013 {

std::string_view to_string(ContactMode mode) {
  constexpr std::array<std::string_view, 7> names = {"none", "I", "II", "III", "IV", "V", "VI"};
  return names[static_cast<std::size_t>(mode)];
}

double PrintedPair::mean() const { return Printed(measured).value(); }
Interval PrintedPair::band() const {
  return {mean() - Printed(down).value(), mean() + Printed(up).value()};
}
double PrintedPair::by_paper() const { return Printed(computed).value(); }

std::span<const PrintedCase> printed_cases() {
  using enum ContactMode;
  static constexpr std::array<PrintedCase, 9> cases = {{
      {1, "0", "0", "0.292", {}, {}, {}, II},
      {2,
       "2.0",
       "0.053",
       "0.275",
       {"0.0895", "0.0020", "0.0022", "0.0918"},
       {"-0.6324", "0.0172", "0.0303", "-0.7208"},
       {"0.1095", "0.0017", "0.0020", "0.1160"},
       IV},
      {3,
       "4.5",
       "0.12",
       "0.285",
       {"0.0625", "0.0006", "0.0014", "0.0660"},
       {"-1.5985", "0.0332", "0.507", "-1.5743"},
       {"0.1142", "0.0018", "0.0017", "0.1188"},
       IV},
      {4,
       "6.5",
       "0.173",
       "0.284",
       {"0.0415", "0.0030", "0.0012", "0.0427"},
       {"-2.1750", "0.0364", "0.0681", "-2.2012"},
       {"0.1135", "0.0020", "0.0010", "0.1166"},
       IV},
      {5,
       "9.5",
       "0.253",
       "0.433",
       {"0.0194", "0.0017", "0.0013", "0.0184"},
       {"-4.5613", "0.1096", "0.0439", "-4.5943"},
       {"0.1722", "0.0021", "0.0027", "0.1725"},
       V},
      {6,
       "15.5",
       "0.413",
       "0.311",
       {"-0.0796", "0.0057", "0.0042", "-0.0559"},
       {"-6.0726", "0.2424", "0.1481", "-5.4828"},
       {"0.1206", "0.0038", "0.0025", "0.1280"},
       VI},
      {7,
       "18.5",
       "0.493",
       "0.305",
       {"-0.0485", "0.0003", "0.0029", "-0.0521"},
       {"-4.6367", "0.0863", "0.1161", "-4.7004"},
       {"0.1025", "0.0012", "0.0010", "0.1056"},
       III},
      {8,
       "-2.5",
       "-0.067",
       "0.353",
       {"0.1733", "0.0006", "0.0008", "0.1750"},
       {"0.9205", "0.0136", "0.1171", "0.8854"},
       {"0.1413", "0.0014", "0.0007", "0.1453"},
       I},
      {9,
       "-6.5",
       "-0.173",
       "0.293",
       {"0.1683", "0.0041", "0.0033", "0.1670"},
       {"1.6234", "0.0822", "0.0130", "1.7274"},
       {"0.1143", "0.0012", "0.0022", "0.1170"},
       I},
  }};
  return cases;
}

std::span<const PrintedBoundary> printed_boundaries() {
  using enum ContactMode;
  static constexpr std::array<PrintedBoundary, 4> boundaries = {
      {{III, IV, "0.0507"}, {IV, V, "0.244"}, {V, VI, "0.254"}, {VI, III, "0.4344"}}};
  return boundaries;
}

}  // namespace ricochet::papers::liu_2013
