#include <papers/payr_glocker_2005/paper.hpp>

namespace ricochet::papers::payr_glocker_2005 {

namespace {

constexpr auto kSummary = std::to_array<std::string_view>(
    {"A bar strikes a rough half-plane with its tip. Newton's restitution and Coulomb's friction "
     "are written as inequalities with set-valued maps; together they are a complementarity "
     "problem of dimension three, and the paper solves it in closed form. The answer has three "
     "regimes, backward slip, stick and forward slip, whose borders in the plane of velocity ratio "
     "and angle are explicit curves.",
     "Two well-known operators are then found inside: Walton's for spheres, which is the same, and "
     "Stronge's lumped compliant contact, which is the same as long as the contact slips "
     "throughout. Above a critical friction one slip regime disappears for a band of angles, and a "
     "bar that merely slides must jam: an impact without collision."});

constexpr auto kFindings = std::to_array<std::string_view>(
    {"All 37 statements come out, three of them as misprints of sign.",
     "The closed forms and the complementarity solver agree to twelve decimals over 100 000 random "
     "bars, and in every one of 28 800 cells of each regime map.",
     "The least critical friction is 2 sqrt(K (1 + K)) for any inertia K m s^2: 4/3 for the "
     "slender bar, at 63.435 degrees.",
     "At gN- = 0 with supercritical friction there are two answers, no impulse and a locking "
     "impact. The paper takes the limit gN- -> 0-, and so does the law `moreau`, which reports "
     "both.",
     "The absence of sign reversal in fig. 11 is a statement about 90 degrees only; with eps_N = "
     "1, eps_T = 0 that map also contains impacts that gain energy, which are marked.",
     "Simulated, the bar of section 6 slides on with mu = 1/2 at every angle; with mu = 5/3 it "
     "meets the impact without collision in the two bands of fig. 5 and nowhere else."});

constexpr auto kFigureNotes = std::to_array<FigureNote>(
    {{"fig1", "Fig. 1",
      "The two set-valued maps: Upr, by which a contact pushes and never pulls, and Sgn, by which "
      "friction is limited and opposes sliding. Drawn anew from eqs. 1 and 3."},
     {"fig2", "Fig. 2",
      "Sgn from two Upr (eq. 4): the step that makes friction a complementarity problem."},
     {"fig3", "Fig. 3",
      "The bar and its free body diagram; C = S + s (cos phi, -sin phi). Drawn anew from eq. 16."},
     {"fig4", "Fig. 4",
      "Regimes for sub-critical friction. The borders are the closed forms; the areas are filled "
      "as the engine answers.",
      "fig4_fig7"},
     {"fig5", "Fig. 5",
      "Super-critical friction: between the dotted angles one slip regime is gone and the bar "
      "sticks whatever its velocity.",
      "fig5_fig8"},
     {"fig6", "Fig. 6", "Critical friction over the angle of impact, least 4/3 at 63.435 degrees.",
      "fig6"},
     {"fig7", "Fig. 7",
      "Where the tangential velocity changes its sign in the impact, sub-critical.", "fig4_fig7"},
     {"fig8", "Fig. 8", "The same for super-critical friction.", "fig5_fig8"},
     {"fig9", "Fig. 9", "Velocity ratio after the impact over the ratio before, at two angles.",
      "fig9"},
     {"fig10", "Fig. 10", "The same for all angles: a continuous surface of three pieces.",
      "fig10"},
     {"fig11", "Fig. 11",
      "A bar with the inertia of a sphere, eps_N = 1, eps_T = 0. Dotted: impacts that gain energy, "
      "which the paper does not mention.",
      "fig11"},
     {"fig12", "Fig. 12",
      "Stronge's contact: massless springs, the normal one stiffer by 1/e*^2 when it gives back, "
      "and a slider. Drawn anew; the diagram is for e* = 0.5."},
     {"fig13", "Fig. 13",
      "A sphere: slip after over slip before, by Stronge's model and by Walton's operator. They "
      "agree where both slip throughout.",
      "fig13"},
     {"sliding_bar", "",
      "Section 6 as a motion: the sliding bar goes on with mu = 1/2 and is stopped at once with mu "
      "= 5/3.",
      "sliding_bar"}});

constexpr auto kCorrections = std::to_array<Correction>(
    {{"eq. 53", "forward slip up to +mu (1 + 1/K) ...", "minus that",
      "eqs. 46 and 47 at delta = 0"},
     {"eqs. 58, 59", "+ sgn(v1(0))", "- sgn(v1(0))",
      "eq. 50; as printed a sphere with v1 = 5, v3 = -1, e = 1, mu = 0.5 would leave with 8.5 "
      "instead of 1.5"},
     {"section 6", "L_T positive", "negative", "eq. 36 at gN- = 0"},
     {"end of section 7", "mu eta^2 = eps_T = 0.605",
      "eta^2 = 1.21, the ratio of the stiffnesses; mu eta^2 is Stronge's limit of initial stick",
      "fig. 13 comes out with it"}});

constexpr auto kLinks = std::to_array<Link>(
    {{"leine-brogliato-2001",
      "Painleve's rod: the same bar slides, the same critical friction 4/3, the same impact "
      "without collision"},
     {"brach-1993",
      "the same bar at 45 degrees, solved with an impulse ratio; the two-coefficient view of the "
      "regimes"},
     {"rodriguez-bowling-2011",
      "the law `moreau` of this paper is computed beside theirs: the same corner, one answer, "
      "inside the friction cone"},
     {"liu-2013",
      "Stronge's compliant contact grown to four contacts; Painleve's condition for a disc"}});

constexpr auto kShipped = std::to_array<Shipped>(
    {{"impact", "problems/oblique_bar.yaml", "the bar under every law"},
     {"impact", "problems/sphere.yaml", "Walton's sphere"},
     {"impact", "problems/painleve_rod.yaml", "impact without collision: both answers"},
     {"map", "studies/payr_glocker_fig4.yaml", "fig. 4 as a study; also figs. 5, 7, 8, 11"}});

}  // namespace

const Story kStory = {
    "Oblique frictional impact of a bar: analysis and comparison of different impact laws",
    "Payr & Glocker",
    "2005",
    "Nonlinear Dynamics 41, 361-383",
    "A bar strikes a half-plane; inequalities decide between slip and stick, in closed form and "
    "for every angle.",
    "fig5",
    kSummary,
    kFindings,
    kFigureNotes,
    {},
    kCorrections,
    kLinks,
    kShipped};

}  // namespace ricochet::papers::payr_glocker_2005
