#include <cmath>

#include <papers/payr_glocker_2005/maps.hpp>
#include <papers/sketch.hpp>

namespace ricochet::papers::payr_glocker_2005 {

namespace {

void axes(Sketch& s, Place origin, std::string_view x, std::string_view y) {
  s.axis(origin + Place{-1.5, 0.0}, origin + Place{1.5, 0.0}, x, {-1.4, -0.9});
  s.axis(origin + Place{0.0, -1.5}, origin + Place{0.0, 1.5}, y, {0.8, -0.2});
}

constexpr std::string_view kHeavy = "lw 4";

/// Upr(x): {0} for x > 0, (-inf, 0] at 0. Sgn(x): {-1}, [-1, 1], {1}.
Figure set_valued_maps() {
  Sketch s("Fig. 1: the set-valued maps Upr and Sgn", {-1.8, -1.8}, {5.8, 1.9});
  const Place upr{0.0, 0.0}, sgn{4.0, 0.0};
  axes(s, upr, "x", "Upr(x)");
  axes(s, sgn, "x", "Sgn(x)");
  s.line({{0.0, -1.3}, {0.0, 0.0}, {1.3, 0.0}}, kHeavy);
  s.line({{2.7, -1.0}, {4.0, -1.0}, {4.0, 1.0}, {5.3, 1.0}}, kHeavy);
  s.text({3.75, 1.0}, "+1").text({4.25, -1.0}, "-1");
  return std::move(s).finish("fig1", "Fig. 1: the maps Upr and Sgn");
}

/// -y in Sgn(x) <=> -y in Upr(x_R) + 1, -y in -Upr(x_L) - 1, x = x_R - x_L (eq. 4).
Figure decomposition() {
  Sketch s("Fig. 2: Sgn as a sum of two Upr, x = x_R - x_L", {-1.8, -1.8}, {10.2, 1.9});
  axes(s, {0.0, 0.0}, "x", "-y");
  axes(s, {4.2, 0.0}, "x_R", "-y");
  axes(s, {8.4, 0.0}, "x_L", "-y");
  s.line({{-1.3, -1.0}, {0.0, -1.0}, {0.0, 1.0}, {1.3, 1.0}}, kHeavy);
  s.line({{4.2, -1.3}, {4.2, 1.0}, {5.5, 1.0}}, kHeavy).text({3.85, 1.0}, "+1");
  s.line({{8.4, 1.3}, {8.4, -1.0}, {9.7, -1.0}}, kHeavy).text({8.05, -1.0}, "-1");
  s.text({2.1, 0.35}, "⇔").text({6.3, 0.35}, "and");
  return std::move(s).finish("fig2", "Fig. 2: Sgn from two Upr");
}

/// C = S + s (cos phi, -sin phi), eq. 16.
Figure bar() {
  Sketch s("Fig. 3: the bar strikes the half-plane at C", {-2.7, -0.75}, {5.6, 2.2});
  const double phi = 40.0;
  const auto draw = [&](Place tip) {
    const Place back = polar(2.0, 180.0 - phi);
    const Place across = polar(0.05, 90.0 - phi);
    const Place away{-across.x, -across.y};
    s.body({tip + away, tip + across, tip + back + across, tip + back + away});
    s.point(tip + polar(1.0, 180.0 - phi), "S", {-2.0, -0.7}).point(tip, "C", {0.6, -0.9});
  };
  draw({0.0, 0.0});
  s.wall({0.9, 0.0}, {-2.5, 0.0});
  s.arc({0.0, 0.0}, 1.0, 180.0 - phi, 180.0, "φ", 0.75);
  s.length(polar(1.0, 180.0 - phi) + polar(0.25, 90.0 - phi),
           polar(2.0, 180.0 - phi) + polar(0.25, 90.0 - phi), "s", {0.6, 0.7});
  s.text({-1.9, 1.85}, "m, Θ_S = K m s²");
  const Place tip{4.2, 0.3};
  draw(tip);
  s.arrow(tip + Place{0.0, -0.75}, tip + Place{0.0, -0.07}, "", colour::vermilion)
      .text(tip + Place{0.28, -0.55}, "Λ_N");
  s.arrow(tip + Place{0.06, 0.0}, tip + Place{0.75, 0.0}, "Λ_T", colour::vermilion, {0.2, -0.9});
  s.arrow(tip + Place{0.12, 0.12}, tip + Place{0.12, 0.8}, "γ_N", colour::blue);
  s.arrow(tip + Place{0.12, 0.12}, tip + Place{0.8, 0.12}, "γ_T", colour::blue);
  return std::move(s).finish("fig3", "Fig. 3: the bar and its free body diagram");
}

/// Left: the massless elements at C. Right: the normal force over the compression, weak while it grows, stiffer
/// by 1/e*^2 while it ends, so that the area given back is e*^2 of the area taken.
Figure lumped_contact() {
  Sketch s("Fig. 12: Stronge's contact, and its normal force for e* = 0.5", {-2.6, -0.9},
           {5.4, 2.4});
  s.wall({1.6, 0.0}, {-2.4, 0.0});
  s.body({{-1.2, 1.5}, {-1.5, 2.2}, {0.5, 2.2}, {0.3, 1.5}}).text({-0.5, 1.9}, "body");
  const auto spring = [&](Place from, Place to) {
    std::vector<Place> zigzag{from};
    const Place way{to.x - from.x, to.y - from.y};
    for (int k = 0; k < 6; ++k) {
      const double at = 0.2 + 0.6 * (k + 0.5) / 6.0;
      const double side = k % 2 == 0 ? 0.12 : -0.12;
      const double norm = std::abs(way.x) + std::abs(way.y);  // along an axis
      zigzag.push_back(from +
                       Place{at * way.x + side * way.y / norm, at * way.y + side * way.x / norm});
    }
    zigzag.push_back(to);
    s.line(zigzag, "lw 1.8");
  };
  const Place C{-0.45, 0.45};
  spring({-0.45, 1.5}, C);
  s.point(C, "C'", {0.8, 0.6});
  spring({-1.6, 0.45}, C);
  s.line({{-1.6, 0.45}, {-1.6, 1.75}, {-1.38, 1.75}}, "lw 1.8");
  s.body({{-0.75, 0.06}, {-0.75, 0.24}, {-0.15, 0.24}, {-0.15, 0.06}}, "#EEEEEE");
  s.line({C, {-0.45, 0.24}}, "lw 1.8")
      .text({0.5, 0.2}, "slider, μ")
      .text({0.3, 1.05}, "normal, e_*")
      .text({-2.15, 0.75}, "tangential");
  const Place o{2.6, 0.2};
  s.axis(o, o + Place{2.5, 0.0}, "compression u_3", {-12.0, -1.0});
  s.axis(o, o + Place{0.0, 2.0}, "force F_3", {0.8, -0.2});
  const double e = 0.5, depth = 1.9, force = 1.6;
  const Place peak = o + Place{depth, force};
  s.line({o, peak}, kHeavy).line({peak, o + Place{depth * (1.0 - e * e), 0.0}}, kHeavy);
  s.text(o + Place{0.7, 1.15}, "k").text(o + Place{2.2, 0.7}, "k / e_*^2");
  return std::move(s).finish("fig12", "Fig. 12: Stronge's lumped contact");
}

}  // namespace

void add_setup(Reproduction& out) {
  for (Figure f : {set_valued_maps(), decomposition(), bar()}) out.figures.push_back(std::move(f));
}
Figure figure12() { return lumped_contact(); }

}  // namespace ricochet::papers::payr_glocker_2005
