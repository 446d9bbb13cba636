#include <papers/rodriguez_bowling_2011/ball.hpp>
#include <papers/rodriguez_bowling_2011/tables.hpp>
#include <papers/sketch.hpp>

namespace ricochet::papers::rodriguez_bowling_2011 {

namespace {

constexpr Place kCentre{0.0, 0.0};

Sketch corner(std::string_view title) {
  Sketch s(title, {-1.5, -1.1}, {1.3, 1.0});
  s.wall({kRadius, -kRadius}, {-1.4, -kRadius});
  s.wall({kRadius, 0.85}, {kRadius, -kRadius});
  s.disc(kCentre, kRadius).point(kCentre, "A", {0.6, 0.7});
  s.point({0.0, -kRadius}, "1", {0.6, 0.8}).point({kRadius, 0.0}, "2", {-1.8, 0.7});
  return s;
}

/// The angle of table 1 just before the impact.
Figure ball() {
  Sketch s("Fig. 1: the planar ball, coordinates q_1, q_2, q_3", {-2.7, -0.95}, {1.2, 1.3});
  const double angle = examples().front().angle_deg();
  const Place origin{-2.2, -kRadius};
  s.wall({0.9, -kRadius}, {-2.6, -kRadius});
  s.wall({0.9, 1.1}, {0.9, -kRadius});
  s.disc(kCentre, kRadius)
      .line({kCentre, polar(kRadius, 25.0)}, "lw 1.5")
      .line({kCentre, polar(kRadius, -50.0)}, "lw 1")
      .text({0.26, -0.16}, "R");
  s.arrow(origin, kCentre, "", colour::green, {0.0, 0.0}).text({-1.25, -0.05}, "P_{NA}");
  s.length({-2.2, -0.66}, {0.0, -0.66}, "q_1", {0.0, -0.8})
      .length({-0.75, -kRadius}, {-0.75, 0.0}, "q_2");
  s.line({{-0.8, 0.0}, kCentre}, "lw 1 dt 3");
  s.line({kCentre, {0.46, 0.0}}, "lw 1 dt 3").arc(kCentre, 0.34, 0.0, 25.0, "q_3", 0.78);
  const Place from = polar(1.15, 180.0 - angle);
  s.arrow(from, polar(0.62, 180.0 - angle), "", colour::blue);
  s.line({from, from + Place{0.6, 0.0}}, "lw 1 dt 3").arc(from, 0.4, -angle, 0.0, "θ");
  s.point(kCentre, "A", {-1.8, 0.7}).point(origin, "N", {-1.6, 0.8});
  return std::move(s).finish("fig1", "Fig. 1: the planar ball");
}

Figure forces() {
  Sketch s = corner("Fig. 2: four contact forces, three degrees of freedom");
  const Place ground{0.0, -kRadius}, wall{kRadius, 0.0};
  s.arrow(ground + Place{0.0, -0.45}, ground + Place{0.0, -0.03}, "", colour::vermilion)
      .text(ground + Place{0.17, -0.38}, "F_2");
  s.arrow(ground + Place{-0.55, 0.0}, ground + Place{-0.04, 0.0}, "", colour::vermilion)
      .text(ground + Place{-0.6, 0.12}, "F_1");
  s.arrow(wall + Place{0.5, 0.0}, wall + Place{0.04, 0.0}, "", colour::vermilion)
      .text(wall + Place{0.45, 0.12}, "F_4");
  s.arrow(wall + Place{0.06, -0.5}, wall + Place{0.06, -0.05}, "", colour::vermilion)
      .text(wall + Place{0.22, -0.42}, "F_3");
  return std::move(s).finish("fig2", "Fig. 2: the contact forces");
}

/// v_n2 + v_t2 - v_t1 - v_n1 = 0 (6).
Figure velocities() {
  Sketch s = corner("Fig. 3: velocities at the contact points, v_{n2} + v_{t2} = v_{t1} + v_{n1}");
  const Place ground{0.0, -kRadius}, wall{kRadius, 0.0};
  s.arrow(ground, ground + Place{0.0, 0.36}, "v_{n1}", colour::blue, {-3.2, -0.2});
  s.arrow(ground, ground + Place{0.36, 0.0}, "v_{t1}", colour::blue, {-1.2, -1.0});
  s.arrow(wall, wall + Place{0.36, 0.0}, "v_{n2}", colour::blue, {0.4, -0.1});
  s.arrow(wall, wall + Place{0.0, 0.36}, "v_{t2}", colour::blue, {-3.4, 0.4});
  s.arrow(kCentre, Place{-0.3, 0.22}, "v_A", colour::blue, {-2.2, 0.2});
  s.arc(kCentre, 0.3, 180.0, 250.0, "ω", 0.7);
  s.arrow(polar(0.3, 247.0), polar(0.3, 251.0), "");
  return std::move(s).finish("fig3", "Fig. 3: the velocities at the contact points");
}

}  // namespace

void add_setup(Reproduction& out) {
  for (Figure f : {ball(), forces(), velocities()}) out.figures.push_back(std::move(f));
}

}  // namespace ricochet::papers::rodriguez_bowling_2011
