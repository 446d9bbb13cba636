#include <papers/brach_1993/paper.hpp>

namespace ricochet::papers::brach_1993 {

namespace {

constexpr auto kSummary = std::to_array<std::string_view>(
    {"A slender rod (1 kg, 1 m) falls on a surface with its tip, inclined by 45 degrees. What it "
     "does next is asked twice. Classical theory knows two coefficients, restitution e and the "
     "ratio mu of the tangential to the normal impulse, and algebra does the rest. A simulation "
     "integrates the motion on a viscoelastic surface with Coulomb friction, through every stop "
     "and reversal of the tip.",
     "The paper lays the answers side by side: 38 runs of the simulation, three definitions of "
     "restitution (kinematic, kinetic, energetic), and bounds on the impulse ratio beyond which an "
     "impact would gain energy."});

constexpr auto kFindings = std::to_array<std::string_view>(
    {"Every printed number of tables 2 to 7 is recomputed: the classical columns by the laws "
     "`brach` and `routh-*`, the simulated ones by the compliant contact with event location.",
     "Of the simulated runs almost everything without friction or in pure sliding comes out to the "
     "printed digit. Runs that end in stick do not: the paper holds the tip until separation, but "
     "the constraint force stays finite while the normal force vanishes, so the tip must slip "
     "again. Their printed impulse ratios contradict the same row by momentum balance, by up to "
     "0.06.",
     "Runs at a critical friction are as sensitive as can be: f was adjusted by trial until the "
     "course of the contact changed. The tables say how far away the nearest critical friction is.",
     "No misprint is listed by hand. The ten results of a run are linked by momentum and energy; "
     "where the others imply an interval that contains our number and excludes the printed one, "
     "the entry is a misprint and the correction is given.",
     "With no damping the ratio of the works is exactly one. The printed E^2 = 1.054 is the "
     "product e R and no sign of an energetic coefficient above one.",
     "The closing remark, that nothing happens when the tip has no normal velocity, does not hold "
     "when friction is large enough to jam the rod."});

constexpr auto kFigureNotes = std::to_array<FigureNote>(
    {{"fig1", "Fig. 1",
      "A rigid lamina strikes a surface at C: mass m, radius of gyration k, arms x and y of the "
      "impulse components P_n and P_t. Drawn anew from eqs. 1-3."},
     {"fig2", "Fig. 2",
      "The slender rod with its tip on the plane. The arm of the tip is L/2, and theta is measured "
      "from the normal. Drawn anew."},
     {"fig3", "Fig. 3",
      "Energy lost in the tip impact at v_t = 0.2 m/s over the impulse ratio. Thin: the ratio is "
      "free, e is given. Heavy: Coulomb friction with the energetic coefficient E. Allowed impacts "
      "lie inside O, A, A', B, C: no energy is gained (AA') and the tip is not driven back (A'B).",
      "fig3"}});

constexpr auto kCorrections = std::to_array<Correction>(
    {{"eq. 18", "arm of the tip L", "L/2",
      "eq. 21 has it right, and table 1 gives x = y = L/(2 sqrt 2)"},
     {"eq. 19", "two forms that disagree in sign", "F_n = kappa d (1 + zeta d'), d = -n_C >= 0",
      "only this force dissipates; tables 3, 4, 6 follow from it"},
     {"eq. 22", "k^2 + y^2 in the denominator", "k^2 + x^2",
      "the stick condition; harmless at 45 degrees, where x = y"},
     {"tables 3, 4, 6, heading E^2", "energetic coefficient", "the product e R",
      "with zeta = 0 the ratio of works is 1, not 1.054"},
     {"table 2", "e = 0.9941, mu = 1.3564e-4", "0.99402 by Stronge's definition; 1.3554e-4",
      "e follows from e R = 1 (0.99408), mu from e rounded to four digits"},
     {"text of the first example", "v_t = 0.06", "v_t = 0.6", "table 2 and table 3"},
     {"note under table 6", "v_n = 1", "v_n = -1", "table 1 and every row"},
     {"headings of the tables", "impulses in N m, Omega in rad/s", "N s, deg/s",
      "momentum balance of any row"},
     {"end of contact", "n_C >= 0", "F_n = 0, at a tip speed of 1/zeta",
      "with zeta = 20 every printed e is 0.050"},
     {"table 7, v_t = 0.6, e = 1", "labelled mu_0", "mu_T = 0, V_Ct = -0.6",
      "no ratio brakes the tip without a gain of energy"},
     {"table 5, v_t = 0.2, e = 1", "mu_T = 0.456", "5/11 = 0.4545",
      "T_L and V_Ct of the same row follow from 5/11"}});

constexpr auto kLinks = std::to_array<Link>(
    {{"payr-glocker-2005",
      "the same rod and the same question: the critical friction 4/3 of the bar decides whether "
      "Brach's closing remark holds"},
     {"leine-brogliato-2001",
      "a rod jammed by friction without any normal velocity: the impact without collision that the "
      "closing remark rules out"},
     {"liu-2013", "compliance and energetic restitution again, at four contacts instead of one"}});

constexpr auto kShipped =
    std::to_array<Shipped>({{"impact", "problems/brach_rod.yaml", "the tip impact under every law"},
                            {"impact", "problems/two_vehicles.yaml",
                             "the two-body version: delta-v and energy of a collision"},
                            {"map", "studies/brach_fig3.yaml", "the bounds of fig. 3 as a study"}});

}  // namespace

const Story kStory = {"Classical planar impact theory and the tip impact of a slender rod",
                      "Brach",
                      "1993",
                      "International Journal of Impact Engineering 13, 21-33",
                      "A rod falls on its tip; algebra with two coefficients and a simulation of "
                      "the contact are asked for the same answers.",
                      "fig3",
                      kSummary,
                      kFindings,
                      kFigureNotes,
                      {},
                      kCorrections,
                      kLinks,
                      kShipped};

}  // namespace ricochet::papers::brach_1993
