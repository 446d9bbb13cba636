#include <papers/leine_brogliato_2001/paper.hpp>

namespace ricochet::papers::leine_brogliato_2001 {

namespace {

constexpr auto kSummary = std::to_array<std::string_view>(
    {"A rod slides with its tip on rough ground. With enough friction the equations of rigid "
     "bodies have no solution, or two: Painleve's paradox. The report asks what motions it causes, "
     "and proposes a body on springs over a moving belt, the Frictional Bounce Model, that hops "
     "for ever because of it.",
     "The text that is available ends in section 2. It states two numbers, the critical friction "
     "4/3 of the rod and 0.63 of a rod with a rounded tip, and that the critical friction of a "
     "bounce model can be as small as one likes."});

constexpr auto kFindings = std::to_array<std::string_view>(
    {"4/3 is reproduced. 0.63 is not: the shape of the rounded tip is not known, and a disc of "
     "some radius gives any number near it.",
     "The equations of the bounce models, their parameters and everything about hopping on this "
     "page are a reconstruction. Those numbers are compared with a separate computation of the "
     "same equations, which checks the numerics and not the model, and they are not counted.",
     "The rod: sliding is inconsistent between two angles once mu > 4/3. Its singular point is "
     "reached only if mu > 8/(3 sqrt 3) = 1.5396; there the normal force grows as (t_c - "
     "t)^(-1/3).",
     "Asked for every feasible mode at 9600 states, the engine agrees with the signs of A and b in "
     "all of them.",
     "The bounce model (reconstruction): above mu_I the tip hops, flight, landing, stick up to the "
     "edge of the friction cone, where sliding is impossible and the contact lets go. One period "
     "later the state is the same to 1e-13."});

constexpr auto kFigureNotes = std::to_array<FigureNote>(
    {{"fig2_1", "Fig. 2.1",
      "The laws of a closed contact: pressing or detaching, sticking or beginning to slide. Drawn "
      "anew from eqs. 2.5 to 2.8."},
     {"critical_friction", "",
      "Critical friction of the sliding rod over its angle; the stated 4/3 is the least.",
      "critical_friction"},
     {"regions", "",
      "What Coulomb's law allows a rod that slides with mu = 5/3, and 144 slides by the simulator: "
      "82 of them reach the singular point P."},
     {"regions_low", "", "The same with mu = 1.45: every slide detaches before P."},
     {"approach", "", "The normal force on the way to P grows as (t_c - t)^(-1/3).", "approach"},
     {"small_friction", "",
      "Where sliding becomes inconsistent in the simplified bounce model, over J/m: as small as "
      "one likes if the arm is chosen best.",
      "small_friction", Basis::reconstruction},
     {"hopping", "", "Two periods of the hopping orbit of the simplified bounce model.",
      "hopping_orbits", Basis::reconstruction},
     {"hopping_phase", "", "The hopping orbits of both bounce models in the phase plane.",
      "hopping_orbits", Basis::reconstruction}});

constexpr auto kLeftOut = std::to_array<LeftOut>(
    {{"Figures of sections 3 to 6",
      "the Frictional Bounce Model, its bifurcations and periodic motion",
      "the text that is available ends in section 2: neither figures nor parameters are known. "
      "What is shown instead is a reconstruction and says so"}});

constexpr auto kLinks = std::to_array<Link>(
    {{"payr-glocker-2005",
      "the same rod and the same critical friction 4/3, met by an impact instead of a slide; the "
      "impact without collision of its section 6"},
     {"liu-2013", "Painleve's condition for a disc on its edge, by one of the same authors"},
     {"brach-1993", "the jammed rod that the closing remark there says does not exist"}});

constexpr auto kShipped = std::to_array<Shipped>(
    {{"simulate", "scenes/painleve_rod.yaml", "the sliding rod"},
     {"simulate", "scenes/frictional_bounce.yaml", "the hopping tip (reconstruction)"},
     {"painleve", "studies/painleve_rod.yaml", "where sliding is inconsistent or not unique"},
     {"orbit", "studies/bounce_orbit.yaml", "the periodic hop and its multipliers"},
     {"bifurcate", "studies/bounce_friction.yaml", "hopping over the coefficient of friction"}});

}  // namespace

const Story kStory = {"Bifurcations and periodic motion induced by the Painlevé paradox",
                      "Leine & Brogliato",
                      "2001",
                      "INRIA Research Report 4322",
                      "A sliding rod for which the equations have no solution, or two; and a tip "
                      "that hops for ever because of it.",
                      "regions",
                      kSummary,
                      kFindings,
                      kFigureNotes,
                      kLeftOut,
                      {},
                      kLinks,
                      kShipped};

}  // namespace ricochet::papers::leine_brogliato_2001
