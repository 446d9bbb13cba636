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
  s.arrow(centre, centre + Place{0.0, -0.5}, "v_n", colour::blue, {0.6, 0.6});
  s.arrow(centre, centre + Place{0.5, 0.0}, "v_t", colour::blue);
  axes(s, {-1.3, 0.9});
  return std::move(s).finish("fig1", "Fig. 1: a lamina strikes a surface");
}

Figure rod() {
  Sketch s("Fig. 2: the slender rod strikes a plane with its tip, θ = 45°", {-1.2, -0.7},
           {1.9, 1.75});
  const double theta = 45.0;
  const Place tip{0.0, 0.0};
  const Place end = polar(1.9, 90.0 - theta);
  const Place across = polar(0.035, 180.0 - theta);
  s.wall({1.8, 0.0}, {-1.1, 0.0});
  s.body({tip, tip + across, end + across, end + Place{-across.x, -across.y},
          tip + Place{-across.x, -across.y}});
  s.line({tip, {0.0, 1.1}}, "lw 1 dt 3").arc(tip, 0.55, 90.0 - theta, 90.0, "θ");
  s.point(polar(0.95, 90.0 - theta), "m, L²/12", {1.0, -0.8}).point(tip, "C", {-1.8, -0.9});
  s.length(polar(0.0, 0.0) + Place{0.14, -0.14}, polar(0.95, 45.0) + Place{0.14, -0.14}, "L/2",
           {0.8, -0.6});
  s.arrow({0.0, -0.55}, {0.0, -0.04}, "", colour::vermilion).text({0.14, -0.45}, "F_n");
  s.arrow({-0.6, 0.05}, {-0.06, 0.05}, "", colour::vermilion).text({-0.45, 0.16}, "F_t");
  s.arrow(polar(0.95, 45.0), polar(0.95, 45.0) + Place{0.0, 0.5}, "v_n = -1 m/s is downwards",
          colour::blue, {-1.0, 0.8});
  axes(s, {-1.05, 0.9});
  return std::move(s).finish("fig2", "Fig. 2: the slender rod");
}

}  // namespace

void add_setup(Reproduction& out) {
  out.figures.push_back(lamina());
  out.figures.push_back(rod());
}

}  // namespace ricochet::papers::brach_1993
