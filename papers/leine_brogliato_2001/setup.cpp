#include <papers/leine_brogliato_2001/figures.hpp>
#include <papers/sketch.hpp>

namespace ricochet::papers::leine_brogliato_2001 {

/// Normal: g'' >= 0, lambda >= 0, one of them zero (2.5, 2.6). Tangential: (2.8).
void add_complementarity(Reproduction& out) {
  Sketch s("Fig. 2.1: contact laws in the normal and the tangential direction", {-0.7, -1.9},
           {6.4, 1.9});
  s.axis({-0.4, 0.0}, {1.7, 0.0}, "g″_N", {-1.4, -1.0});
  s.axis({0.0, -0.4}, {0.0, 1.7}, "λ_N", {0.6, -0.4});
  s.line({{0.0, 1.4}, {0.0, 0.0}, {1.4, 0.0}}, "lw 4");
  s.text({0.75, 0.75}, "contact stays").text({1.0, 0.2}, "detaches");
  s.axis({2.5, 0.0}, {6.0, 0.0}, "g″_T", {-1.4, -1.0});
  s.axis({4.2, -1.7}, {4.2, 1.7}, "-λ_T", {0.6, -0.4});
  s.line({{2.6, -1.0}, {4.2, -1.0}, {4.2, 1.0}, {5.8, 1.0}}, "lw 4");
  s.text({3.75, 1.0}, "+μλ_N").text({4.65, -1.0}, "-μλ_N");
  s.text({5.1, 1.2}, "begins to slide forward")
      .text({3.3, -1.25}, "begins to slide back")
      .text({4.55, 0.3}, "sticks");
  out.figures.push_back(std::move(s).finish("fig2_1", "Fig. 2.1: complementarity of contacts"));
}

}  // namespace ricochet::papers::leine_brogliato_2001
