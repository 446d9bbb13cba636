#pragma once
// stronge-compliant: lumped compliance at one contact in a frozen configuration (Stronge, James & Ravani
// 2001; Payr & Glocker 2005, section 7 and fig. 12).
//
// Between a massless contact foot and the body sit a normal spring, stiffness k while gN < 0 and k / e*^2
// while gN > 0 (so that each compression-expansion cycle returns e*^2 of its work), and a tangential spring
// k_T; the foot sticks or slides with Coulomb friction. Forces F_N >= 0, F_T on the body:
//   gN' = alpha F_N + delta F_T,   gT' = delta F_N + beta F_T,   F_N' = -k_N gN   (k_N: branch in use)
//   stick:  F_T' = -k_T gT,  while |F_T| <= mu F_N
//   slip s: F_T = -s mu F_N, foot velocity  v = gT + s mu kappa gN,  kappa = k_N / k_T,  s = sgn v
// The impact starts in stick iff |gT| <= mu kappa |gN| and ends when F_N returns to 0 (with e* = 0, when
// compression ends). Only eta^2 = k / k_T matters: time is scaled so that k = 1.
//
// Each phase is solved in closed form. In slip everything is a polynomial in the normal impulse I of the
// phase (a = alpha - s mu delta, b = delta - s mu beta),
//   gN = gN0 + a I,  gT = gT0 + b I,  v = v0 + (b + s mu kappa a) I,  F_N^2 = F_N0^2 - k_N (2 gN0 I + a I^2)
// and its events are roots of these, jam or not. Stick has two frequencies, F'' = -K G F; its events are
// found by steps that no root can lie in (value, slope and a bound of the curvature) until the first root
// is certain to be alone ahead, then by steps of fourth order.
// gN- = 0: impulses arise only in a jam, growing exponentially from nothing; the limit gN- -> 0- is taken,
// zero impulse is the other answer.

#include <algorithm>
#include <limits>

#include <ricochet/impact/one_contact.hpp>

namespace ricochet {

namespace compliant {

inline constexpr double never = std::numeric_limits<double>::infinity();

/// z'' = -w^2 z with w >= 0: value, slope and the integral of the value since the start.
struct Oscillator {
  double w2 = 0.0, w = 0.0;
  double z = 0.0, slope = 0.0, sum = 0.0;

  /// On by dt: s = sin(w dt)/w, q = (1 - cos(w dt))/w^2, c = cos(w dt).
  void advance(double dt) {
    const double x = w2 * dt * dt;
    double s = 0.0;
    double q = 0.0;
    if (x < 1.0) {  // series, error below 1e-16; by pairs of terms, which are independent
      const double x2 = x * x;
      const double x4 = x2 * x2;
      const auto series = [=](double a, double b, double c, double d, double e, double f, double g,
                              double h) {
        return ((1.0 - a * x) + x2 * (b - c * x)) + x4 * ((d - e * x) + x2 * (f - g * x) + x4 * h);
      };
      // 1/3!, 1/5!, ... and 2/4!, 2/6!, ...
      s = dt * series(1.0 / 6, 1.0 / 120, 1.0 / 5040, 1.0 / 362880, 1.0 / 39916800,
                      1.0 / 6227020800, 1.0 / 1307674368000, 1.0 / 355687428096000);
      q = 0.5 * dt * dt *
          series(1.0 / 12, 1.0 / 360, 1.0 / 20160, 1.0 / 1814400, 1.0 / 239500800,
                 1.0 / 43589145600, 1.0 / 10461394944000, 1.0 / 3201186852864000);
    } else {
      const double sine = std::sin(0.5 * w * dt);  // half angles: one sine, one cosine
      s = 2.0 * sine * std::cos(0.5 * w * dt) / w;
      q = 2.0 * sine * sine / w2;
    }
    const double c = 1.0 - w2 * q;
    sum += z * s + slope * q;
    const double next = z * c + slope * s;
    slope = slope * c - w2 * z * s;
    z = next;
  }
};

struct State {
  double FN = 0.0, FT = 0.0, gN = 0.0, gT = 0.0;
  double LN = 0.0, LT = 0.0;
};

enum class Event : unsigned char { turn, release, slide_plus, slide_minus, hold, lost };

/// Slip in direction s (0: no friction), to its first event.
inline Event slip(const OneContact& c, double kN, double kT, double s, bool compressing, State& x) {
  const double a = c.alpha - s * c.mu * c.delta;
  const double b = c.delta - s * c.mu * c.beta;
  const double smk = s * c.mu * kN / kT;
  // gN changes sign, or (only while expanding) the force ends.
  Event event = Event::turn;
  double impulse = -x.gN / a;
  if (!(impulse > 0.0)) impulse = never;
  if (!compressing) {
    const double F2 = x.FN * x.FN / kN;
    const double under = x.gN * x.gN + a * F2;
    if (under >= 0.0) {  // else gN turns first
      event = Event::release;
      impulse = F2 / (x.gN + std::sqrt(under));
    }
  }
  // The foot stops: v is linear in the impulse. Of a turn and a stop at once (a lever) the turn comes first.
  const double v = x.gT + smk * x.gN;
  const double slope = b + smk * a;
  if (s != 0.0 && !(s * (v + slope * impulse) > 0.0)) {
    const double stop = s * v > 0.0 ? -v / slope : 0.0;
    const bool together = event == Event::turn && stop >= impulse * (1.0 - 1e-12);
    if (!together) {
      event = Event::hold;
      impulse = stop;
    }
  }
  if (!(impulse < never)) return Event::lost;
  const double FN2 = x.FN * x.FN - kN * impulse * (2.0 * x.gN + a * impulse);
  x.FN = event == Event::release ? 0.0 : std::sqrt(std::max(FN2, 0.0));
  x.FT = -s * c.mu * x.FN;
  x.gN = event == Event::turn ? 0.0 : x.gN + a * impulse;
  x.gT += b * impulse;
  x.LN += impulse;
  x.LT -= s * c.mu * impulse;
  return event;
}

/// What an event of stick waits for: f falls to zero. |f''| <= bound.
struct Watch {
  Event event{};
  double f = 0.0, slope = 0.0, bound = 0.0;

  /// Surely no root within dt.
  bool later_than(double dt) const {
    return f >= 0.0 && f + dt * (slope - 0.5 * bound * dt) >= 0.0;
  }
  /// Surely one root, and only one, within -2 f / slope, where the slope keeps half its value at least. The
  /// last condition (frequencies up to q) makes steps of high order converge.
  bool alone_ahead(double q) const {
    return slope < 0.0 && 4.0 * bound * f <= slope * slope && q * f <= -slope;
  }
};

/// Stick, to its first event. `sigma` is the sign of gN during this stage. `held` is the slip direction
/// it came from (0: none): there the cone condition is zero with zero slope and grows quadratically.
inline Event stick(const OneContact& c, double kN, double kT, double sigma, double held,
                   bool turning, State& x) {
  // y = K^-1/2 F, y'' = -S y with S = K^1/2 G K^1/2; rotation by phi diagonalises S.
  const double rN = std::sqrt(kN);
  const double rT = std::sqrt(kT);
  const double sNN = kN * c.alpha;
  const double sTT = kT * c.beta;
  const double sNT = rN * rT * c.delta;
  const double half = 0.5 * (sNN - sTT);
  const double radius = std::sqrt(half * half + sNT * sNT);
  const double centre = 0.5 * (sNN + sTT);
  const double w1 = centre + radius;
  const double w2 = std::max(0.0, (sNN * sTT - sNT * sNT) / w1);
  double cs = 1.0;  // the larger of the two from the half-angle formula, the other by division
  double sn = 0.0;
  if (radius > 0.0 && half >= 0.0) {
    cs = std::sqrt(0.5 * (1.0 + half / radius));
    sn = 0.5 * sNT / (radius * cs);
  } else if (radius > 0.0) {
    sn = std::sqrt(0.5 * (1.0 - half / radius));
    cs = 0.5 * sNT / (radius * sn);
  }
  const double yN = x.FN / rN;
  const double yT = x.FT / rT;
  const double dN = -rN * x.gN;  // y'
  const double dT = -rT * x.gT;
  const double z1 = cs * yN + sn * yT;
  const double z2 = -sn * yN + cs * yT;
  const double e1 = cs * dN + sn * dT;
  const double e2 = -sn * dN + cs * dT;
  // FN = cN1 Z1(t) + cN2 Z2(t) with Z = z C + e S, and so on; |Z| <= amplitude, |Z''| <= w amplitude.
  const double cN1 = rN * cs;
  const double cN2 = -rN * sn;
  const double cT1 = rT * sn;
  const double cT2 = rT * cs;
  // Largest |Z''| (w times the amplitude); times q once more for |Z'''|.
  const double q1 = std::sqrt(w1);
  const double q2 = std::sqrt(w2);
  const double a1 = q1 * std::sqrt(w1 * z1 * z1 + e1 * e1);
  const double a2 = q2 * std::sqrt(w2 * z2 * z2 + e2 * e2);

  struct Edge {
    double k1, k2;  // f = k1 Z1 + k2 Z2 >= 0
    double bound2;  // of |f''|
  };
  // Cone edges: f = mu FN -+ FT >= 0; slide_plus (FT = -mu FN) when mu FN + FT falls to 0.
  const Edge plus{c.mu * cN1 + cT1, c.mu * cN2 + cT2,
                  std::abs(c.mu * cN1 + cT1) * a1 + std::abs(c.mu * cN2 + cT2) * a2};
  const Edge minus{c.mu * cN1 - cT1, c.mu * cN2 - cT2,
                   std::abs(c.mu * cN1 - cT1) * a1 + std::abs(c.mu * cN2 - cT2) * a2};
  // gN = -FN'/kN; the stage lasts while sigma gN >= 0.
  const double turn_bound = (std::abs(cN1) * a1 * q1 + std::abs(cN2) * a2 * q2) / kN;

  const auto safe = [](double f, double slope, double bound) {
    // Largest dt with f + slope dt - bound dt^2 / 2 >= 0.
    if (f <= 0.0 && slope <= 0.0) return 0.0;
    if (bound <= 0.0) return slope < 0.0 ? -f / slope : never;
    const double root = std::sqrt(slope * slope + 2.0 * bound * std::max(f, 0.0));
    return slope >= 0.0 ? (slope + root) / bound : 2.0 * f / (root - slope);
  };

  double t = 0.0;
  const double scale = 1.0 / q1;
  const auto resolution = [&] { return 4e-16 * (t + scale); };
  Event event = Event::release;
  if (held != 0.0) {
    // f'' at the start over a bound of |f'''|; at the start of the impact (no force yet) f''' over one
    // of |f''''|.
    const Edge& w = held > 0.0 ? plus : minus;
    const double b3 = std::abs(w.k1) * a1 * q1 + std::abs(w.k2) * a2 * q2;
    const double b4 = std::abs(w.k1) * a1 * w1 + std::abs(w.k2) * a2 * w2;
    if (x.FN > 0.0) {
      const double second = -(w.k1 * w1 * z1 + w.k2 * w2 * z2);
      if (second > 0.0 && b3 > 0.0) t = 1.5 * second / b3;
    } else {
      const double third = -(w.k1 * w1 * e1 + w.k2 * w2 * e2);
      if (third > 0.0 && b4 > 0.0) t = 2.0 * third / b4;
    }
    // Never beyond the other events.
    const Edge& o = held > 0.0 ? minus : plus;
    t = std::min(t, safe(o.k1 * z1 + o.k2 * z2, o.k1 * e1 + o.k2 * e2, o.bound2));
    const double accN = c.alpha * x.FN + c.delta * x.FT;
    t = std::min(t, turning ? safe(0.0, sigma * accN, turn_bound)
                            : safe(sigma * x.gN, sigma * accN, turn_bound));
  }
  Oscillator o1{w1, q1, z1, e1};
  Oscillator o2{w2, q2, z2, e2};
  if (t > 0.0) {
    o1.advance(t);
    o2.advance(t);
  }
  const double softness = 1.0 / kN;
  const auto advance = [&](double dt) {
    t += dt;
    o1.advance(dt);
    o2.advance(dt);
  };
  // The root that w has alone ahead, by steps of fourth order (the inverse Taylor series): every derivative
  // is known, as f = U1 + U2 with U'' = -w U; U is made of Z, for the turn of Z'.
  const auto finish = [&](const Watch& w) {
    const bool turn = w.event == Event::turn;
    const Edge& edge = w.event == Event::slide_plus ? plus : minus;
    const double k1 = turn ? -sigma * softness * cN1 : edge.k1;
    const double k2 = turn ? -sigma * softness * cN2 : edge.k2;
    for (int step = 0; step < 6; ++step) {  // three or four reach the rounding errors
      const double U1 = k1 * (turn ? o1.slope : o1.z);
      const double U2 = k2 * (turn ? o2.slope : o2.z);
      const double V1 = k1 * (turn ? -w1 * o1.z : o1.slope);
      const double V2 = k2 * (turn ? -w2 * o2.z : o2.slope);
      const double inverse = 1.0 / (V1 + V2);
      const double h = -(U1 + U2) * inverse;                                   // Newton's step
      const double r2 = -h * inverse * (w1 * U1 + w2 * U2);                    // h f'' / f'
      const double r3 = -h * h * (w1 * (V1 * inverse) + w2 * (V2 * inverse));  // h^2 f''' / f'
      advance(h * (1.0 - 0.5 * r2 * (1.0 - r2) - (1.0 / 6) * r3));
      // What is left is at most of the order of the next term, estimated by its bounds.
      const double bend = std::abs(h * inverse) * w.bound;
      const double rate = bend + q1 * std::abs(h);
      if (bend * rate * rate * std::abs(h) <= resolution()) break;
    }
  };
  for (int iteration = 0;; ++iteration) {
    if (iteration == 1'000'000) return Event::lost;
    const double gN = -(cN1 * o1.slope + cN2 * o2.slope) * softness;
    const double gNd = (cN1 * w1 * o1.z + cN2 * w2 * o2.z) * softness;
    const bool at_turn = turning && iteration == 0 && t == 0.0;
    const Watch watches[3] = {{Event::slide_plus, plus.k1 * o1.z + plus.k2 * o2.z,
                               plus.k1 * o1.slope + plus.k2 * o2.slope, plus.bound2},
                              {Event::slide_minus, minus.k1 * o1.z + minus.k2 * o2.z,
                               minus.k1 * o1.slope + minus.k2 * o2.slope, minus.bound2},
                              {Event::turn, at_turn ? 0.0 : sigma * gN, sigma * gNd, turn_bound}};
    double dt = never;
    const Watch* first = nullptr;
    for (const Watch& w : watches) {
      if (dt < never && w.later_than(dt)) continue;  // without a square root
      const double step = safe(w.f, w.slope, w.bound);
      if (!(step < dt)) continue;
      dt = step;
      first = &w;
    }
    if (first == nullptr) return Event::lost;  // not finite
    event = first->event;
    if (dt <= resolution()) break;
    if (first->alone_ahead(q1)) {
      const double reach = -2.0 * first->f / first->slope;
      bool alone = true;
      for (const Watch& w : watches) alone = alone && (&w == first || w.later_than(reach));
      if (alone) {
        finish(*first);
        break;
      }
    }
    advance(dt);
  }
  const double dLN = cN1 * o1.sum + cN2 * o2.sum;
  const double dLT = cT1 * o1.sum + cT2 * o2.sum;
  x.FN = cN1 * o1.z + cN2 * o2.z;
  x.FT = cT1 * o1.z + cT2 * o2.z;
  x.LN += dLN;
  x.LT += dLT;
  x.gN += c.alpha * dLN + c.delta * dLT;
  x.gT += c.delta * dLN + c.beta * dLT;
  if (event == Event::turn) x.gN = 0.0;
  if (x.FN <= 1e-14 * (std::abs(x.FT) + rN * std::abs(x.gN)) && event != Event::turn) {
    event = Event::release;
  }
  return event;
}

/// The process for alpha = 1 and velocities of order one, added to r (new) in those units.
inline void resolve(const OneContact& c, double eta2, OneContactResult& r) {
  State x;
  x.gN = c.gN;
  x.gT = c.gT;
  const double kT = 1.0 / eta2;
  const bool frictionless = c.mu == 0.0 || c.beta == 0.0;
  const double s = c.gT > 0.0 ? 1.0 : -1.0;
  const double a = c.alpha - s * c.mu * c.delta;
  const double b = c.delta - s * c.mu * c.beta;
  double direction = 0.0;  // of slip; 0: stick
  double held = 0.0;
  bool turning = false;  // gN = 0 at the start of the phase
  double kN = 1.0;
  if (c.gN == 0.0) {
    if (frictionless || c.gT == 0.0 || !(a < 0.0)) return;
    // Along the growing exponential FN = f, gN = -rate f, until the foot stops.
    const double rate = std::sqrt(-a);
    const double f = -c.gT / (b / rate - s * c.mu * eta2 * rate);
    x.FN = f;
    x.FT = -s * c.mu * f;
    x.gN = -rate * f;
    x.LN = f / rate;
    x.LT = -s * c.mu * x.LN;
    x.gT = c.gT + b * x.LN;
    r.add(s > 0.0 ? Mode::slip_plus : Mode::slip_minus, Stage::compression, x.LN, x.LT);
    r.status = Status::one_of_many;
    held = s;
  } else if (!frictionless) {
    const double reach = c.mu * eta2 * std::abs(c.gN);
    const double beyond = std::abs(c.gT) - reach;
    if (std::abs(beyond) <= 1e-13 * reach) {  // just at the limit: does the foot's velocity grow?
      if (s * b + c.mu * eta2 * a > 0.0) {
        direction = s;
      } else {
        held = s;
      }
    } else if (beyond > 0.0) {
      direction = s;
    }
  }
  const bool plastic = c.restitution < 1e-150;  // 1/e*^2 would overflow
  const double expanding = plastic ? 1.0 : 1.0 / (c.restitution * c.restitution);
  Stage stage = Stage::compression;
  int idle = 0;  // phases of no length in a row
  for (int phase = 0; phase < 100'000 && idle < 8; ++phase) {
    const double before = x.LN;
    const double before_T = x.LT;
    const bool compressing = stage == Stage::compression;
    Event event{};
    Mode mode = Mode::stick;
    if (frictionless) {
      event = slip(c, kN, kT, 0.0, compressing, x);
      mode = Mode::frictionless;
    } else if (direction != 0.0) {
      event = slip(c, kN, kT, direction, compressing, x);
      mode = direction > 0.0 ? Mode::slip_plus : Mode::slip_minus;
    } else {
      event = stick(c, kN, kT, compressing ? -1.0 : 1.0, held, turning, x);
    }
    r.add(mode, stage, x.LN - before, x.LT - before_T);
    idle = x.LN > before ? 0 : idle + 1;
    turning = turning && idle > 0;
    held = idle > 0 ? held : 0.0;
    switch (event) {
      case Event::turn:
        turning = true;
        if (compressing && plastic) event = Event::release;
        stage = compressing ? Stage::restitution : Stage::compression;
        kN = compressing ? expanding : 1.0;
        break;
      case Event::slide_plus: direction = 1.0; break;
      case Event::slide_minus: direction = -1.0; break;
      case Event::hold:
        held = direction;
        direction = 0.0;
        break;
      case Event::release: break;
      case Event::lost: idle = 8; break;
    }
    if (event == Event::release) {
      r.L_N = x.LN;
      r.L_T = x.LT;
      return;
    }
  }
  if (c.gN == 0.0) {
    r = {};  // locked from the start: only zero impulse is left
  } else {
    r.status = c.singular() ? Status::no_solution : Status::not_converged;
  }
}

}  // namespace compliant

/// c.restitution is e*; eta2 = k / k_T, the ratio of normal to tangential stiffness.
inline OneContactResult stronge_compliant(const OneContact& c, double eta2) {
  OneContactResult r;  // the one name returned: not copied
  const double v = std::max(std::abs(c.gN), std::abs(c.gT));
  if (c.gN > 0.0 || !(v > 0.0)) return r;
  OneContact unit = c;
  unit.alpha = 1.0;
  unit.beta = c.beta / c.alpha;
  unit.delta = c.delta / c.alpha;
  unit.gN = c.gN / v;
  unit.gT = c.gT / v;
  compliant::resolve(unit, eta2, r);
  r.scale(v / c.alpha);
  return r;
}

}  // namespace ricochet
