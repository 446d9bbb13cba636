#pragma once
// Initial value problems x' = f(t, x) with event location.
//
// Method: Dormand-Prince 5(4), adaptive step, continuous extension of order 4 inside each step.
//
// Error control. A step is accepted when, for every component i,
//     |estimated error_i| <= tolerance * (scale_i + |x_i|)
// where scale_i > 0 is a typical magnitude of x_i in its own unit.
//
// Events. An event is a zero of a scalar function g_i(t, x) of the solution, crossed in its
// direction:
//     rising    g_i < 0 before, g_i >= 0 after
//     falling   g_i > 0 before, g_i <= 0 after
//     either    one of the two
// - At the start: an event whose function is exactly zero at t0 does not fire there. It stays
//   unarmed until its function has been seen non-zero, and takes its "before" sign from that value.
//   So a motion that begins on an event surface leaves it without an event, and a later return is
//   seen.
// - Later: an armed function that touches exactly zero and turns back has fired (at the touch, if a
//   sample falls on it). Each accepted step is sampled at four equidistant points; a pair of crossings
//   between two samples is not seen, unless the event is rated.
// - Rated events: the first IntegrationOptions::rated events come with their time derivatives. Where the rate of
//   a falling one changes its sign between two samples, the turning point is looked up: a dip through zero from
//   above, and an arch that begins at zero and ends below, are events like any other. Not seen are functions
//   that turn more than once between two samples, and dips more than four times as deep as the tangents at both
//   samples allow a convex function.
// - Location: the root of g_i on the continuous extension, bracketed to the resolution of the clock.
//   The integration ends at the first root, at the end of the bracket where the crossing has
//   happened: t is never before the event.
// - Simultaneity: all events whose own root lies within 8 eps max(|t|, step) of the first one fire
//   together; fired() lists them all and the caller decides their order.
// - The step overshoots an event before it is located, so f must be defined and smooth a little past
//   the event that ends its own validity.
// - A non-finite g_i counts as "no sign": it neither arms nor fires.
//
// Every integration ends with a reason. Nothing here throws for numerical causes. After the first
// call of a given dimension no call allocates.

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include <ricochet/ode/function_ref.hpp>

namespace ricochet {

/// f: fills dxdt from (t, x).
using RightHandSide =
    FunctionRef<void(double t, std::span<const double> x, std::span<double> dxdt)>;
/// Fills g from (t, x): one value per event, then the rates of the rated ones.
using EventFunctions = FunctionRef<void(double t, std::span<const double> x, std::span<double> g)>;

/// An accepted step, or its part up to an event; inside it the solution is known at every time.
class Step {
 public:
  virtual double begin() const = 0;
  virtual double end() const = 0;
  /// The state at t in [begin, end], by the continuous extension.
  virtual void state_at(double t, std::span<double> x) const = 0;

 protected:
  ~Step() = default;
};

enum class StepAction : unsigned char {
  go_on,
  changed,  ///< the state was changed (a projection): f is evaluated anew there
  stop      ///< end the integration here
};
/// Told every accepted step with the state at its end, at an event included. It may change that state, after it
/// has looked inside the step.
using StepHook = FunctionRef<StepAction(const Step& step, std::span<double> x)>;

enum class Crossing : unsigned char { rising, falling, either };

/// largest_step is read anew before every step: a hook may let it follow the motion.
struct IntegrationOptions {
  double tolerance = 1e-10;     ///< relative, see above; > 0
  double initial_step = 0.0;    ///< s; 0 = chosen from f at the start
  double largest_step = 0.0;    ///< s; 0 = no limit
  long step_limit = 1'000'000;  ///< accepted plus rejected steps
  std::size_t rated = 0;        ///< number of events, from the first, that come with rates
};

enum class IntegrationEnd : unsigned char {
  end_time,        ///< t_end reached
  event,           ///< at least one event fired
  stopped,         ///< by the hook
  step_limit,      ///< more steps than allowed
  step_underflow,  ///< the step needed is below 16 eps |t|: stiff or singular here
  non_finite       ///< f is not finite, at the start or after every reduction of the step
};
std::string_view to_string(IntegrationEnd end);

struct IntegrationResult {
  IntegrationEnd end = IntegrationEnd::end_time;
  double t = 0.0;          ///< where it ended; the state is there
  long accepted = 0;       ///< steps
  long rejected = 0;       ///< steps
  long evaluations = 0;    ///< of f
  double last_step = 0.0;  ///< size of the step the controller would try next
};

/// Owns the work arrays; keep one and reuse it.
class Integrator {
 public:
  Integrator();
  ~Integrator();
  Integrator(Integrator&&) noexcept;
  Integrator& operator=(Integrator&&) noexcept;

  /// From (t0, x) to t_end > t0 or the first event. x holds the state at result.t afterwards.
  /// scale: one positive magnitude per component. crossings: one entry per event.
  IntegrationResult integrate(RightHandSide f, double t0, std::span<double> x, double t_end,
                              std::span<const double> scale, const IntegrationOptions& options,
                              EventFunctions events, std::span<const Crossing> crossings,
                              const StepHook* hook = nullptr);

  /// The same without events.
  IntegrationResult integrate(RightHandSide f, double t0, std::span<double> x, double t_end,
                              std::span<const double> scale,
                              const IntegrationOptions& options = {});

  /// The events that ended the last integration, ascending; empty if none did.
  std::span<const std::size_t> fired() const;
  bool has_fired(std::size_t event) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ricochet
