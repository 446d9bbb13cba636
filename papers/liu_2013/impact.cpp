#include <papers/liu_2013/impact.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include <papers/liu_2013/process.hpp>
#include <papers/reproduction.hpp>
#include <ricochet/impact/lzb.hpp>
#include <ricochet/impact/workspace.hpp>

namespace ricochet::papers::liu_2013 {

PostImpact resolve(const Setting& s) {
  if (s.reversed_friction) return follow(s).after;
  static const Lzb law({.tolerance = 1e-9});
  const ContactProblem problem = contact_problem(s);
  Workspace workspace;
  ImpactOutcome out;
  law.resolve(problem, out, workspace);
  if (!has_answer(out.status)) throw std::logic_error("lzb has no answer for the disc");
  return post_impact(s, problem, out.impulse);
}

namespace {

std::vector<Input> inputs(int number, ParameterSet set) {
  const PrintedCase& c = printed_cases()[static_cast<std::size_t>(number - 1)];
  const bool inferred_b = set == ParameterSet::reconstruction && number >= 6 && number <= 8;
  const bool inferred_v = set == ParameterSet::reconstruction && (number == 6 || number == 7);
  std::vector<Input> list;
  if (!inferred_b) {
    list.push_back({[](Setting& s, double d) { s.b += d; }, 0.5e-3 * Printed(c.b).unit()});
  }
  if (!inferred_v) {
    list.push_back({[](Setting& s, double d) { s.v_b += d; }, 0.5 * Printed(c.v_b).unit()});
  }
  if (set == ParameterSet::reconstruction) return list;
  const auto add = [&](std::function<void(Setting&, double)> shift, double unit) {
    list.push_back({std::move(shift), 0.5 * unit});
  };
  add([](Setting& s, double d) { s.r += d; }, 1e-4);
  add([](Setting& s, double d) { s.ground.e += d; }, 1e-4);
  add([](Setting& s, double d) { s.ball.e += d; }, 1e-4);
  add([](Setting& s, double d) { s.ground.mu += d; }, number == 5 ? 1e-3 : 1e-2);
  add([](Setting& s, double d) { s.ground.mu_static += d; }, 1e-2);
  add([](Setting& s, double d) { s.ball.mu += d; }, 1e-2);
  add([](Setting& s, double d) { s.ball.mu_static += d; }, 1e-3);
  add([](Setting& s, double d) { s.ground.k += d; }, 1e6);
  add([](Setting& s, double d) { s.ball.k += d; }, 1e4);
  return list;
}

}  // namespace

Interval spread(const Setting& nominal, std::span<const Input> inputs,
                const std::function<double(const Setting&)>& value) {
  const double centre = value(nominal);
  Interval range = exactly(centre);
  for (const Input& input : inputs) {
    Interval effect = exactly(0.0);
    for (const double sign : {-1.0, 1.0}) {
      Setting s = nominal;
      input.shift(s, sign * input.half);
      effect.include(value(s) - centre);
    }
    range = range + effect;
  }
  return range;
}

Interval over_inputs(int number, ParameterSet set, const Quantity& quantity) {
  return spread(setting(number, set), inputs(number, set),
                [&](const Setting& s) { return quantity(resolve(s)); });
}

Interval over_inferred(int number, const Quantity& quantity) {
  const std::array inferred = {Input{[](Setting& s, double d) { s.b += d; }, 0.05e-3},
                               Input{[](Setting& s, double d) { s.v_b += d; }, 0.0005},
                               Input{[](Setting& s, double d) { s.r = s.laser_2 += d; }, 0.005e-3}};
  return spread(setting(number, ParameterSet::reconstruction), inferred,
                [&](const Setting& s) { return quantity(resolve(s)); });
}

Interval over_friction(const Setting& nominal, const std::function<double(const Setting&)>& value) {
  const std::array friction = {Input{[](Setting& s, double d) { s.ground.mu += d; }, 0.005},
                               Input{[](Setting& s, double d) { s.ground.mu_static += d; }, 0.005},
                               Input{[](Setting& s, double d) { s.ball.mu += d; }, 0.005}};
  return spread(nominal, friction, value);
}

std::string decomposed(int number, const Quantity& quantity, int decimals) {
  const Setting goal = setting(number, ParameterSet::reconstruction);
  Setting s = setting(number, ParameterSet::printed);
  double last = quantity(resolve(s));
  std::string text = "from the printed settings to the reconstruction:";
  const auto change = [&](std::string_view what) {
    const double next = quantity(resolve(s));
    text += fmt::format(" {} {:+.{}f},", what, next - last, decimals);
    last = next;
  };
  s.reversed_friction = goal.reversed_friction;
  change("friction of reversed sign at D");
  s.ground.k = goal.ground.k;
  change("stiffness of the ground");
  s.r = goal.r;
  s.laser_2 = goal.laser_2;
  change("r");
  if (s.b != goal.b || s.v_b != goal.v_b) {
    s.b = goal.b;
    s.v_b = goal.v_b;
    change("b and v_b");
  }
  return text + fmt::format(" which gives {:.{}f}", last, decimals);
}

ContactMode mode_of(const PostImpact& o, double v_b) {
  using enum ContactMode;
  const double limit = kGravity * contact_time(v_b);
  const auto down = [&](Point p) { return o.normal[static_cast<std::size_t>(p)] < limit; };
  const double at_rest = 1e-9 * v_b;
  if (down(kA) && down(kB) && down(kC)) {
    return o.tangential > at_rest && std::abs(o.theta) < at_rest ? II : none;
  }
  if (down(kB) || down(kC)) return none;
  if (!down(kA)) return o.theta > 0.0 ? I : III;
  if (o.theta >= 0.0) return none;
  return o.tangential > at_rest ? IV : o.tangential < -at_rest ? VI : V;
}

}  // namespace ricochet::papers::liu_2013
