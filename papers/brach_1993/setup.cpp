#include <papers/brach_1993/tables.hpp>
#include <papers/sketch.hpp>

namespace ricochet::papers::brach_1993 {

namespace {

/// Axes on the surface: t along it, n out of it. Omega turns clockwise, so that V_Cn = V_n + y Omega.
void axes(Sketch& s, Place at) {
  s.arrow(at, at + Place{0.34, 0.0}, "t").arrow(at, at + Place{0.0, 0.34}, "n");
}

Figure lamina() {
  Sketch s("Fig. 1: a lamina strikes a surface at C", {-1.5, -0.75}, {1.7, 1.75});
  const Place centre{0.15, 0.75};
  const Place contact{-0.5, 0.0};
  s.wall({1.6, 0.0}, {-1.4, 0.0});
  s.body({contact,
          {-0.2, 0.12},
          {0.25, 0.2},
          {0.75, 0.45},
          {0.95, 0.9},
          {0.7, 1.3},
          {0.2, 1.42},
          {-0.3, 1.25},
          {-0.58, 0.9},
          {-0.62, 0.45}});
  s.point(centre, "m, m k^2").point(contact, "C", {-1.8, -0.9});
  s.line({contact, {contact.x, centre.y}}, "lw 1 dt 3")
      .line({centre, {contact.x, centre.y}}, "lw 1 dt 3");
  s.length({contact.x, 0.86}, {centre.x, 0.86}, "y", {-0.5, 0.6});
  s.length({0.3, 0.0}, {0.3, centre.y}, "x");
  s.arrow(contact + Place{0.0, -0.6}, contact + Place{0.0, -0.04}, "", colour::vermilion);
  s.text(contact + Place{0.14, -0.5}, "P_n");
  s.arrow(contact + Place{-0.6, 0.05}, contact + Place{-0.05, 0.05}, "", colour::vermilion);
  s.text(contact + Place{-0.45, 0.16}, "P_t");
  s.arrow(centre, centre + Place{0.0, -0.5}, "v_n", colour::blue, {-2.4, 0.6});
  s.arrow(centre, centre + Place{0.5, 0.0}, "v_t", colour::blue);
  axes(s, {-1.3, 0.9});
  return std::move(s).finish("fig1", "Fig. 1: a lamina strikes a surface");
}

Figure rod() {
  Sketch s("Fig. 2: the slender rod strikes a plane with its tip, θ = 45°", {-1.5, -0.7},
           {2.0, 1.6});
  const double theta = 45.0;
  const double slope = 90.0 - theta;  // from the t axis
  const Place tip{0.0, 0.0};
  const Place centre = polar(0.95, slope);
  const Place end = polar(1.9, slope);
  const Place across = polar(0.035, slope + 90.0);
  const Place away{-across.x, -across.y};
  s.wall({1.9, 0.0}, {-1.4, 0.0});
  s.body({tip + Place{0.0, 0.0}, tip + across + polar(0.04, slope), end + across, end + away,
          tip + away + polar(0.04, slope)});
  s.line({tip, {0.0, 1.1}}, "lw 1 dt 3").arc(tip, 0.8, slope, 90.0, "θ", 0.72);
  s.point(centre, "").point(tip, "C", {-1.8, -0.9});
  const Place aside = polar(0.2, slope + 90.0);
  s.length(centre + aside, end + aside, "L/2", {-3.2, 0.6});
  s.arrow({0.0, -0.55}, {0.0, -0.04}, "", colour::vermilion).text({0.14, -0.5}, "F_n");
  s.arrow({-0.6, 0.05}, {-0.06, 0.05}, "", colour::vermilion).text({-0.45, 0.16}, "F_t");
  s.arrow(centre, centre + Place{0.0, -0.42}, "v_n = -1 m/s", colour::blue, {0.8, 0.2});
  s.arrow(centre, centre + Place{0.5, 0.0}, "v_t", colour::blue);
  axes(s, {-1.3, 0.8});
  return std::move(s).finish("fig2", "Fig. 2: the slender rod");
}

}  // namespace

void add_setup(Reproduction& out) {
  out.figures.push_back(lamina());
  out.figures.push_back(rod());
}

}  // namespace ricochet::papers::brach_1993
