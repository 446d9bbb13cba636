#include <tuple>

#include <papers/liu_2013/disc.hpp>
#include <papers/liu_2013/tables.hpp>
#include <papers/sketch.hpp>

namespace ricochet::papers::liu_2013 {

namespace {

/// Lengths in radii of the disc; the thickness is drawn three times too large.
constexpr double kThick = 3.0 * 3.0 / 37.5;

/// From the side (the disc is a rectangle) and onto its face.
Figure disc_and_ball() {
  Sketch s("Fig. 1: disc and ball, from the side and onto the face", {-2.3, -0.75}, {4.7, 2.4});
  const double ball = 12.5 / 37.5, b = 0.5;
  s.wall({1.5, 0.0}, {-2.1, 0.0});
  s.body({{-kThick, 0.0}, {-kThick, 2.0}, {kThick, 2.0}, {kThick, 0.0}});
  s.disc({-kThick - ball, 1.0 + b}, ball, "#F7E0C4");
  s.point({kThick, 0.0}, "A", {0.7, 0.8})
      .point({0.0, 0.0}, "B", {-0.4, 0.9})
      .point({-kThick, 0.0}, "C", {-1.9, 0.8});
  s.point({-kThick, 1.0 + b}, "D", {0.8, 0.2}).point({0.0, 1.0}, "O", {-0.5, -1.0});
  s.arrow({-1.75, 1.0 + b}, {-0.98, 1.0 + b}, "", colour::blue).text({-1.5, 1.68}, "v_b");
  s.length({0.45, 1.0}, {0.45, 1.0 + b}, "b")
      .length({-kThick, 2.15}, {kThick, 2.15}, "2h", {-0.8, 0.7});
  s.line({{0.0, 1.0}, {0.6, 1.0}}, "lw 1 dt 3")
      .line({{-kThick, 1.0 + b}, {0.6, 1.0 + b}}, "lw 1 dt 3");
  s.arrow({1.1, 0.55}, {1.55, 0.55}, "y").arrow({1.1, 0.55}, {1.1, 1.0}, "z");
  const Place face{3.2, 1.0};
  s.wall({4.6, 0.0}, {1.9, 0.0});
  s.disc(face, 1.0).disc(face + Place{0.0, b}, ball, "#F7E0C4").point(face, "O", {0.6, -0.9});
  s.point(face + Place{0.0, b}, "D", {0.6, 0.5}).point({3.2, 0.0}, "A, B, C", {0.6, 0.9});
  s.length(face, face + polar(1.0, 200.0), "r", {-0.6, 0.9});
  return std::move(s).finish("fig1", "Fig. 1: disc and ball");
}

/// v_2 = v_1 - theta' (h_2 - h_1), eq. 3.1.
Figure two_lasers() {
  Sketch s("Fig. 3: two laser beams gauge the velocities of p_1 and p_2", {-2.0, -0.55},
           {2.6, 2.2});
  const double lean = 78.0;
  const Place foot{0.15, 0.0};
  const Place up = polar(2.0, lean), side = polar(2.0 * kThick, lean + 90.0);
  s.wall({2.4, 0.0}, {-1.8, 0.0});
  s.body({foot, foot + up, foot + up + side, foot + side});
  // Where a level beam meets the right face.
  const auto on_face = [&](double height) { return foot + Place{height * up.x / up.y, height}; };
  for (const auto& [height, name, beam] :
       {std::tuple{0.22, "p_1", "laser 1"}, std::tuple{1.0, "p_2", "laser 2"}}) {
    const Place p = on_face(height);
    s.line({p, {2.3, height}}, "lw 1.5 dt (8,5)")
        .point(p, name, {-2.8, 0.0})
        .text({2.0, height + 0.12}, beam);
  }
  s.length({1.35, 0.0}, {1.35, 0.22}, "h_1 = 4 mm", {0.6, -0.1})
      .length({1.05, 0.0}, {1.05, 1.0}, "h_2 = 37.5 mm", {0.6, 0.0});
  s.arrow({-1.1, 1.4}, {-0.6, 1.4}, "v_1, v_2 > 0", colour::blue, {-6.0, 1.0});
  s.arc(foot, 0.5, 0.0, lean, "θ");
  return std::move(s).finish("fig3", "Fig. 3: the two laser beams");
}

}  // namespace

void add_setup(Reproduction& out) {
  out.figures.push_back(disc_and_ball());
  out.figures.push_back(two_lasers());
}

}  // namespace ricochet::papers::liu_2013
