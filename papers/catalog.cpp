#include <array>

#include <papers/brach_1993/paper.hpp>
#include <papers/leine_brogliato_2001/paper.hpp>
#include <papers/liu_2013/paper.hpp>
#include <papers/paper.hpp>
#include <papers/payr_glocker_2005/paper.hpp>
#include <papers/rodriguez_bowling_2011/paper.hpp>

namespace ricochet::papers {

std::span<const Paper> all_papers() {
  static constexpr std::array papers = {
      Paper{
          "payr-glocker-2005",
          "M. Payr, Ch. Glocker: Oblique frictional impact of a bar. Nonlinear Dynamics 41 (2005) "
          "361-383",
          "the numeric facts of the text, figures 1-13, the sliding bar of section 6",
          payr_glocker_2005::reproduce, payr_glocker_2005::kTables, payr_glocker_2005::kFigures,
          &payr_glocker_2005::kStory},
      Paper{"brach-1993",
            "R. M. Brach: Classical planar impact theory and the tip impact of a slender rod. Int. "
            "J. Impact Engineering 13 (1993) 21-33",
            "tables 2-7, critical friction coefficients, figures 1-3", brach_1993::reproduce,
            brach_1993::kTables, brach_1993::kFigures, &brach_1993::kStory},
      Paper{
          "liu-2013",
          "C. Liu, H. Zhang, Z. Zhao, B. Brogliato: Impact-contact dynamics in a disc-ball system. "
          "Proc. R. Soc. A 469 (2013) 20120741",
          "tables 2-5, figures 1 and 3-8, eqs. 2.35-2.43; printed parameters and a reconstruction",
          liu_2013::reproduce, liu_2013::kTables, liu_2013::kFigures, &liu_2013::kStory},
      Paper{"rodriguez-bowling-2011",
            "A. Rodriguez, A. Bowling: Simulation of indeterminate multi-point impact and contact "
            "with "
            "friction. University of Texas at Arlington (2011)",
            "tables 1-2, both objectives, other laws beside them, figures 1-7",
            rodriguez_bowling_2011::reproduce, rodriguez_bowling_2011::kTables,
            rodriguez_bowling_2011::kFigures, &rodriguez_bowling_2011::kStory},
      Paper{"leine-brogliato-2001",
            "R. Leine, B. Brogliato: Bifurcations and periodic motion induced by the Painleve "
            "paradox. "
            "INRIA RR-4322 (2001)",
            "critical friction of rod, box and bounce models; slides of the rod, hopping orbits (a "
            "reconstruction)",
            leine_brogliato_2001::reproduce, leine_brogliato_2001::kTables,
            leine_brogliato_2001::kFigures, &leine_brogliato_2001::kStory}};
  return papers;
}

const Paper* find_paper(std::string_view name) {
  for (const Paper& paper : all_papers()) {
    if (paper.name == name) return &paper;
  }
  return nullptr;
}

}  // namespace ricochet::papers
