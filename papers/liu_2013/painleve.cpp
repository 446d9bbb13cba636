#include <papers/liu_2013/painleve.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include <papers/liu_2013/impact.hpp>
#include <papers/liu_2013/tables.hpp>
#include <papers/report.hpp>
#include <ricochet/files/figure.hpp>

namespace ricochet::papers::liu_2013 {

double TiltedDisc::arm() const { return std::hypot(r, h); }
double TiltedDisc::psi() const { return theta + std::atan2(h, r); }
double TiltedDisc::inertia_per_mass() const { return r * r / 4.0 + h * h / 3.0; }

double TiltedDisc::mass_times_A(double mu) const {
  // From the rows of A, not from eq. 2.39.
  const double normal = h * std::sin(theta) - r * std::cos(theta);
  const double tangent = h * std::cos(theta) + r * std::sin(theta);
  return 1.0 + normal * (normal - mu * tangent) / inertia_per_mass();
}

double TiltedDisc::critical_friction() const {
  const double without = mass_times_A(0.0);
  const double by_friction = mass_times_A(1.0) - without;
  return by_friction < 0.0 ? -without / by_friction : std::numeric_limits<double>::infinity();
}

double TiltedDisc::critical_rotation() const {
  return std::sqrt(kGravity / (arm() * std::sin(psi())));
}

double TiltedDisc::share_of_detachment(double energy) const {
  const double left = std::max(energy - kGravity * arm() * std::sin(psi()), 0.0);
  const double c = arm() * std::cos(psi());
  const double squared = 2.0 * left / (inertia_per_mass() + c * c);
  return squared / std::pow(critical_rotation(), 2);
}

double TiltedDisc::energy_at_balance() const { return kGravity * arm(); }

namespace {

constexpr double kUpright = 0.5 * std::numbers::pi;

TiltedDisc shape(double r_over_h, double theta) { return {r_over_h, 1.0, theta}; }

template <class F>
double least_at(double lo, double hi, F f) {
  for (int i = 0; i < 200; ++i) {
    const double a = lo + (hi - lo) / 3.0;
    const double b = hi - (hi - lo) / 3.0;
    if (f(a) < f(b)) {
      hi = b;
    } else {
      lo = a;
    }
  }
  return 0.5 * (lo + hi);
}

/// The tilt at which least friction jams a disc of that shape, by search.
double easiest_tilt(double r_over_h) {
  const double phi = std::atan2(1.0, r_over_h);
  return least_at(kUpright - phi + 1e-6, kUpright,
                  [&](double theta) { return shape(r_over_h, theta).critical_friction(); });
}

/// Largest share of the rotation of detachment in falls with the energy the nine impacts leave.
double largest_share() {
  double worst = 0.0;
  for (int number = 1; number <= kCases; ++number) {
    const Setting s = setting(number, ParameterSet::printed);
    const PostImpact o = resolve(s);
    const double z = o.normal[kB];  // of the centre at theta = pi/2
    const double T_0 = 0.5 * (o.v_2 * o.v_2 + z * z + s.inertia() / s.m_d * o.theta * o.theta);
    for (int k = 1; k <= 900; ++k) {
      const TiltedDisc disc{s.r, s.h, k * kUpright / 900.0};
      worst = std::max(worst, disc.share_of_detachment(T_0 + kGravity * s.r));
    }
  }
  return worst;
}

double eq_2_39(const TiltedDisc& d, double mu) {
  const double l2 = d.arm() * d.arm();
  const double x = 2.0 * d.psi();
  return 1.0 + 0.5 * l2 / d.inertia_per_mass() * (1.0 + std::cos(x) + mu * std::sin(x));
}

void file_misprint(Table& t, std::string_view row, std::string_view unit, std::string_view printed,
                   double computed, std::string_view from) {
  Entry e = entry(std::string(row), "value", unit, printed, computed);
  e.implications = {{exactly(computed), std::string(from), ""}};
  t.file(std::move(e));
}

}  // namespace

Table painleve_facts() {
  const TiltedDisc disc{.theta = kUpright};
  double fall = 0.0;
  for (const double ratio : {0.1, 0.5, 1.0, 2.0, 4.0, 12.5, 100.0, 1e6}) {
    for (int k = 1; k <= 9000; ++k) {
      const TiltedDisc d = shape(ratio, k * kUpright / 9000.0);
      fall = std::max(fall, d.share_of_detachment(d.energy_at_balance()));
    }
  }
  const double impacts = largest_share();
  Table t{
      "painleve",
      "Eqs. 2.35-2.43: Painleve's paradox and detachment",
      fmt::format(
          "Identities are stated as zero. For this disc, r/h = {:.1f}, the paradox needs mu_A > "
          "{:.3f}. The least friction is at theta = pi/2 exactly for r/h >= 2.187, at a smaller "
          "tilt "
          "for thicker discs ({:.1f} deg for r/h = 1). The rotation that detaches does not go to "
          "infinity as the disc falls but to sqrt(g/h) = {:.1f} rad/s. Detachment is excluded by "
          "energy: a fall from rest has at most {:.1f} % of the squared rotation it needs (any "
          "shape; limit 1 - 1/sqrt(5)), one with the energy of the nine impacts at most {:.1f} %.",
          disc.r / disc.h, disc.critical_friction(), easiest_tilt(1.0) * 180.0 / std::numbers::pi,
          std::sqrt(kGravity / disc.h), 100.0 * fall, 100.0 * impacts),
      {}};
  double A = 0.0, bound = 0.0;
  for (int k = 1; k <= 90; ++k) {
    for (const double mu : {0.0, 0.14, 0.5, 3.0}) {
      for (const double ratio : {0.5, 2.0, 12.5}) {
        const TiltedDisc d = shape(ratio, k * kUpright / 90.0);
        A = std::max(A, std::abs(d.mass_times_A(mu) - eq_2_39(d, mu)));
      }
    }
  }
  for (int k = 1; k <= 200; ++k) {
    const double q = 0.1 * k;
    bound = std::max(
        bound, std::abs(shape(q, kUpright).critical_friction() - (q / 4.0 + 4.0 / (3.0 * q))));
  }
  const auto upright = [](double q) { return shape(q, kUpright).critical_friction(); };
  const double best = least_at(0.5, 20.0, upright);
  const double root3 = std::sqrt(3.0);
  const auto state = [&](std::string_view what, std::string_view zero, double difference) {
    t.file(entry(std::string(what), "difference", "", zero, difference));
  };
  state("eq. 2.39 = rows of the contact, any tilt and shape", "0e-12", A);
  state("eq. 2.42 = least friction of the paradox at pi/2, r/h to 20", "0e-12", bound);
  state("least over all shapes: mu_A = 2 sqrt(3)/3", "0e-12", upright(best) - 2.0 * root3 / 3.0);
  state("the shape: r/h = 4 sqrt(3)/3", "0e-6", best - 4.0 * root3 / 3.0);
  state("no fall detaches: cases with more than it needs, of 9", "0", impacts < 1.0 ? 0.0 : 1.0);
  t.file(entry("tilt of the least friction, this disc", "theta", "deg", "90",
               easiest_tilt(disc.r / disc.h) * 180.0 / std::numbers::pi));
  // Equations evaluated as printed.
  const Setting s;
  const double k2 = s.inertia() / s.m_d;
  file_misprint(t, "eq. 2.35 at pi/2: m_d times the coefficient of F_A", "",
                fmt::format("{:.4f}", 1.0 + s.r * s.r / k2), 1.0 + s.h * s.h / k2,
                "eqs. 2.36 and 2.39, which have (hs - rc)^2,");
  const double turn = s.r * 25.0;
  file_misprint(t, "eq. 2.37 at pi/2, theta' = 5 rad/s: the second term", "",
                fmt::format("{:.4f}", turn / (s.m_d * kGravity)), turn / kGravity,
                "eqs. 2.36 and 2.43, which divide by g alone,");
  file_misprint(t, "eq. 2.1 at 60 deg: delta_D of a touching ball", "mm",
                fmt::format("{:.4f}", 12.5 * (1.0 - std::sin(std::numbers::pi / 3.0))), 0.0,
                "the components of eq. 2.3, the gradient of a gap with -h - r_b,");
  return t;
}

void add_painleve_figures(Reproduction& reproduction) {
  const double degree = std::numbers::pi / 180.0;
  Plot plot("Least friction of Painlevé's paradox, disc sliding on its edge", "tilt θ (deg)",
            "critical coefficient of friction μ_c");
  plot.set("xrange [30:90]").set("yrange [0:6]").set("key bottom left");
  const double easiest = 4.0 / std::sqrt(3.0);
  for (const auto& [ratio, tint, legend] :
       {std::tuple{12.5, colour::blue, "r/h = 12.5, the disc"},
        std::tuple{easiest, colour::vermilion, "r/h = 4/√3, jams most easily"},
        std::tuple{1.0, colour::green, "r/h = 1"}}) {
    std::vector<std::vector<double>> rows;
    for (double theta = 30.0; theta <= 90.0; theta += 0.1) {
      rows.push_back({theta, shape(ratio, theta * degree).critical_friction()});
    }
    plot.draw(fmt::format("{} using 1:2 with lines lw 2.5 lc rgb '{}'", plot.data(rows), tint),
              legend);
  }
  plot.draw(fmt::format("{} using 1:2 with points pt 7 ps 1.2 lc rgb '{}'",
                        plot.data({{90.0, 2.0 / std::sqrt(3.0)}}), colour::vermilion),
            "least of all: 2/√3");
  reproduction.figures.push_back(
      std::move(plot).finish("painleve", "Eq. 2.41: least friction of the paradox"));

  CsvWriter csv({"theta_deg", "mass_times_A_mu_0.14", "mass_times_A_mu_0.185", "critical_friction",
                 "critical_rotation", "fall_from_rest_at_most"});
  std::vector<std::vector<double>> critical, fall;
  for (double theta = 0.5; theta <= 90.0; theta += 0.5) {
    const TiltedDisc d{.theta = theta * degree};
    const double needed = d.critical_rotation();
    const double most = needed * std::sqrt(d.share_of_detachment(d.energy_at_balance()));
    critical.push_back({theta, needed});
    fall.push_back({theta, most});
    const double mu_c = d.critical_friction();
    csv.row({theta, d.mass_times_A(0.14), d.mass_times_A(0.185),
             std::isfinite(mu_c) ? mu_c : std::nan(""), needed, most});
  }
  reproduction.data.push_back(std::move(csv).finish("sliding_disc"));
  Plot rotation("Rotation that detaches the disc, and the most a fall from rest can have",
                "tilt θ (deg)", "angular velocity (rad/s)");
  rotation.set("xrange [0:90]").set("key top right");
  rotation.draw(fmt::format("{} using 1:2 with lines lw 2.5 lc rgb '{}'", rotation.data(critical),
                            colour::vermilion),
                "detachment, eq. 2.43");
  rotation.draw(fmt::format("{} using 1:2 with lines lw 2.5 dt (10,5) lc rgb '{}'",
                            rotation.data(fall), colour::blue),
                "bound by energy");
  reproduction.figures.push_back(
      std::move(rotation).finish("detachment", "Eq. 2.43: no detachment in a fall"));
}

}  // namespace ricochet::papers::liu_2013
