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
// Each phase is solved in closed form. Slip has one frequency: w^2 = k_N (alpha - s mu delta), harmonic,
// linear or (jam) exponential, and its events are closed formulas. Stick has two: F'' = -K G F; its events
// are found by steps that no root can lie in (value, slope and a bound of the curvature), quadratically
// convergent to the first root.
// gN- = 0: impulses arise only in a jam, by the exponential of the slip phase; the limit gN- -> 0- is
// taken, zero impulse is the other answer.

#include <algorithm>
#include <limits>

#include <ricochet/impact/one_contact.hpp>

namespace ricochet {

namespace compliant {

inline constexpr double never = std::numeric_limits<double>::infinity();

/// C, S, Q with C'' = -w2 C: C = cos(wt), S = sin(wt)/w, Q = (1 - cos(wt))/w2, continued to w2 <= 0.
struct Basis {
  double C, S, Q;
};
inline Basis basis(double w2, double t) {
  const double x = w2 * t * t;
  if (std::abs(x) < 1e-6) {  // series, relative error below 1e-19
    return {1.0 - x / 2.0 * (1.0 - x / 12.0), t * (1.0 - x / 6.0 * (1.0 - x / 20.0)),
            t * t / 2.0 * (1.0 - x / 12.0 * (1.0 - x / 30.0))};
  }
  if (w2 > 0.0) {
    const double w = std::sqrt(w2);
    const double sine = std::sin(0.5 * w * t);  // half angles: one sine, one cosine
    const double cosine = std::cos(0.5 * w * t);
    return {1.0 - 2.0 * sine * sine, 2.0 * sine * cosine / w, 2.0 * sine * sine / w2};
  }
  const double w = std::sqrt(-w2);
  const double sine = std::sinh(0.5 * w * t);
  const double cosine = std::cosh(0.5 * w * t);
  return {1.0 + 2.0 * sine * sine, 2.0 * sine * cosine / w, -2.0 * sine * sine / w2};
}

/// First t > 0 with f(t) = f0 + f1 S(t) + f2 Q(t) = 0 (value f0, slope f1, second derivative f2 at t = 0).
/// With `from_zero` f0 is zero by construction and the root t = 0 is left out.
inline double first_root(double w2, double f0, double f1, double f2, bool from_zero) {
  if (from_zero) f0 = 0.0;
  // With T = tan(wt/2)/w (tanh, or t/2): S = 2T/(1+w2 T^2), Q = 2T^2/(1+w2 T^2), so that
  // (f0 w2 + 2 f2) T^2 + 2 f1 T + f0 = 0.
  const double a = f0 * w2 + 2.0 * f2;
  const double b = f1;
  double best = never;
  const auto consider = [&](double T) {
    if (std::isnan(T)) return;
    double t = never;
    if (w2 > 0.0) {
      const double w = std::sqrt(w2);
      const double angle = std::isinf(T) ? M_PI : 2.0 * std::atan(w * T);
      t = (angle > 0.0 ? angle : angle + 2.0 * M_PI) / w;
      if (angle == 0.0) t = never;
    } else if (w2 < 0.0) {
      const double w = std::sqrt(-w2);
      if (T > 0.0 && w * T < 1.0) t = 2.0 * std::atanh(w * T) / w;
    } else if (T > 0.0) {
      t = 2.0 * T;
    }
    best = std::min(best, t);
  };
  if (from_zero) {
    consider(-2.0 * b / a);
    return best;
  }
  const double discriminant = b * b - a * f0;
  if (discriminant < 0.0) return never;
  const double q = -(b + std::copysign(std::sqrt(discriminant), b));
  consider(q / a);
  consider(f0 / q);
  return best;
}

struct State {
  double FN = 0.0, FT = 0.0, gN = 0.0, gT = 0.0;
  double LN = 0.0, LT = 0.0;
};

enum class Event : unsigned char { turn, release, slide_plus, slide_minus, hold, lost };

/// Slip in direction s, to its first event. `turning` says that gN is zero at the start.
inline Event slip(const OneContact& c, double kN, double kT, double s, bool turning, State& x) {
  const double a = c.alpha - s * c.mu * c.delta;
  const double b = c.delta - s * c.mu * c.beta;
  const double w2 = kN * a;
  const double smk = s * c.mu * kN / kT;
  // FN = FN0 C - kN gN0 S; gN = gN0 C + a FN0 S; integral of FN = FN0 S - kN gN0 Q.
  // C = 1 - w2 Q turns each into value + slope S + curvature Q.
  const double t_turn = first_root(w2, x.gN, a * x.FN, -w2 * x.gN, turning);
  const double t_release = first_root(w2, x.FN, -kN * x.gN, -w2 * x.FN, x.FN == 0.0);
  const double v0 = x.gT + smk * x.gN;
  const double t_hold =
      s == 0.0       ? never
      : s * v0 > 0.0 ? first_root(w2, v0, (b + smk * a) * x.FN, -(b * kN + smk * w2) * x.gN, false)
                     : 0.0;
  const double t = std::min({t_turn, t_release, t_hold});
  const Basis f = basis(w2, t);
  const double impulse = x.FN * f.S - kN * x.gN * f.Q;
  const double FN = x.FN * f.C - kN * x.gN * f.S;
  x.gN = x.gN * f.C + a * x.FN * f.S;
  x.FN = std::max(FN, 0.0);
  x.FT = -s * c.mu * x.FN;
  x.gT += b * impulse;
  x.LN += impulse;
  x.LT -= s * c.mu * impulse;
  if (t == t_hold) return Event::hold;
  if (t == t_turn) {
    x.gN = 0.0;
    return Event::turn;
  }
  x.FN = x.FT = 0.0;
  return Event::release;
}

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
  const double radius = std::hypot(half, sNT);
  const double centre = 0.5 * (sNN + sTT);
  const double w1 = centre + radius;
  const double w2 = std::max(0.0, (sNN * sTT - sNT * sNT) / w1);
  double cs = 1.0;
  double sn = 0.0;
  if (radius > 0.0) {
    const double phi = 0.5 * std::atan2(sNT, half);
    cs = std::cos(phi);
    sn = std::sin(phi);
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
  // Bounds of |Z''| and |Z'''|: w z + sqrt(w) |e| and its next power; valid at w = 0 too.
  const double q1 = std::sqrt(w1);
  const double q2 = std::sqrt(w2);
  const double a1 = w1 * std::abs(z1) + q1 * std::abs(e1);
  const double a2 = w2 * std::abs(z2) + q2 * std::abs(e2);

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
  Event event = Event::release;
  if (held != 0.0) {
    // f'' at the start over a bound of |f'''|.
    const Edge& w = held > 0.0 ? plus : minus;
    const double curvature = -(w.k1 * w1 * z1 + w.k2 * w2 * z2);
    const double bound3 = std::abs(w.k1) * a1 * q1 + std::abs(w.k2) * a2 * q2;
    if (curvature > 0.0 && bound3 > 0.0) t = 1.5 * curvature / bound3;
    // Never beyond the other events.
    const Edge& o = held > 0.0 ? minus : plus;
    t = std::min(t, safe(o.k1 * z1 + o.k2 * z2, o.k1 * e1 + o.k2 * e2, o.bound2));
    const double accN = c.alpha * x.FN + c.delta * x.FT;
    t = std::min(t, turning ? safe(0.0, sigma * accN, turn_bound)
                            : safe(sigma * x.gN, sigma * accN, turn_bound));
  }
  Basis f1 = basis(w1, t);
  Basis f2 = basis(w2, t);
  for (int iteration = 0;; ++iteration) {
    if (iteration == 1'000'000) return Event::lost;
    const double Z1 = z1 * f1.C + e1 * f1.S;
    const double Z2 = z2 * f2.C + e2 * f2.S;
    const double D1 = e1 * f1.C - w1 * z1 * f1.S;
    const double D2 = e2 * f2.C - w2 * z2 * f2.S;
    const double gN = -(cN1 * D1 + cN2 * D2) / kN;
    const double gNd = (cN1 * w1 * Z1 + cN2 * w2 * Z2) / kN;
    double dt = safe(plus.k1 * Z1 + plus.k2 * Z2, plus.k1 * D1 + plus.k2 * D2, plus.bound2);
    event = Event::slide_plus;
    const double dm =
        safe(minus.k1 * Z1 + minus.k2 * Z2, minus.k1 * D1 + minus.k2 * D2, minus.bound2);
    if (dm < dt) {
      dt = dm;
      event = Event::slide_minus;
    }
    const bool at_turn = turning && iteration == 0 && t == 0.0;
    const double dn = safe(at_turn ? 0.0 : sigma * gN, sigma * gNd, turn_bound);
    if (dn < dt) {
      dt = dn;
      event = Event::turn;
    }
    if (!(dt > 4e-16 * (t + scale))) break;  // there, or not finite
    t += dt;
    f1 = basis(w1, t);
    f2 = basis(w2, t);
  }
  const double Z1 = z1 * f1.C + e1 * f1.S;
  const double Z2 = z2 * f2.C + e2 * f2.S;
  const double I1 = z1 * f1.S + e1 * f1.Q;
  const double I2 = z2 * f2.S + e2 * f2.Q;
  const double dLN = cN1 * I1 + cN2 * I2;
  const double dLT = cT1 * I1 + cT2 * I2;
  x.FN = cN1 * Z1 + cN2 * Z2;
  x.FT = cT1 * Z1 + cT2 * Z2;
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

}  // namespace compliant

/// c.restitution is e*; eta2 = k / k_T, the ratio of normal to tangential stiffness.
inline OneContactResult stronge_compliant(const OneContact& c, double eta2) {
  using compliant::Event;
  OneContactResult r;
  if (c.gN > 0.0) return r;
  compliant::State x;
  x.gN = c.gN;
  x.gT = c.gT;
  const double kT = 1.0 / eta2;
  const bool frictionless = c.mu == 0.0 || c.beta == 0.0;
  double direction = 0.0;  // of slip; 0: stick
  double held = 0.0;
  bool turning = false;  // gN = 0 at the start of the phase
  double kN = 1.0;
  if (c.gN == 0.0) {
    const double s = c.gT > 0.0 ? 1.0 : -1.0;
    const double a = c.alpha - s * c.mu * c.delta;
    if (frictionless || c.gT == 0.0 || !(a < 0.0)) return r;
    // Along the growing exponential FN = f, gN = -rate f, until the foot stops.
    const double rate = std::sqrt(-a);
    const double b = c.delta - s * c.mu * c.beta;
    const double f = -c.gT / (b / rate - s * c.mu * eta2 * rate);
    x.FN = f;
    x.FT = -s * c.mu * f;
    x.gN = -rate * f;
    x.LN = f / rate;
    x.LT = -s * c.mu * x.LN;
    x.gT = c.gT + b * x.LN;
    r.add(s > 0.0 ? Mode::slip_plus : Mode::slip_minus, Stage::compression, x.LN);
    r.status = Status::one_of_many;
    held = s;
  } else if (!frictionless && std::abs(c.gT) > c.mu * eta2 * std::abs(c.gN)) {
    direction = c.gT > 0.0 ? 1.0 : -1.0;
  }
  const double inverse_e2 = 1.0 / (c.restitution * c.restitution);
  Stage stage = Stage::compression;
  for (int phase = 0; phase < 100'000; ++phase) {
    const double before = x.LN;
    Event event{};
    Mode mode = Mode::stick;
    if (frictionless) {
      event = compliant::slip(c, kN, kT, 0.0, turning, x);
      mode = Mode::frictionless;
    } else if (direction != 0.0) {
      event = compliant::slip(c, kN, kT, direction, turning, x);
      mode = direction > 0.0 ? Mode::slip_plus : Mode::slip_minus;
    } else {
      const double sigma = stage == Stage::compression ? -1.0 : 1.0;
      event = compliant::stick(c, kN, kT, sigma, held, turning, x);
    }
    r.add(mode, stage, x.LN - before);
    turning = false;
    held = 0.0;
    switch (event) {
      case Event::turn:
        turning = true;
        if (stage == Stage::compression) {
          if (c.restitution == 0.0) event = Event::release;
          stage = Stage::restitution;
          kN = inverse_e2;
        } else {
          stage = Stage::compression;
          kN = 1.0;
        }
        break;
      case Event::slide_plus: direction = 1.0; break;
      case Event::slide_minus: direction = -1.0; break;
      case Event::hold:
        held = direction;
        direction = 0.0;
        break;
      case Event::release: break;
      case Event::lost: r.status = Status::not_converged; return r;
    }
    if (event == Event::release) {
      r.L_N = x.LN;
      r.L_T = x.LT;
      return r;
    }
  }
  r.status = Status::not_converged;
  return r;
}

}  // namespace ricochet
