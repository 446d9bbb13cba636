#include <papers/rodriguez_bowling_2011/paper.hpp>

namespace ricochet::papers::rodriguez_bowling_2011 {

namespace {

constexpr auto kSummary = std::to_array<std::string_view>(
    {"A ball is thrown into a corner and strikes ground and wall in the same instant: four contact "
     "forces, three degrees of freedom. The motion after the impact does not determine the forces. "
     "The paper removes the indeterminacy with the rigidity of the ball itself, which ties the "
     "four contact velocities together (eq. 6), and finds the one velocity that stays free by a "
     "constrained minimisation.",
     "Two throws are computed, flat and steep, from the hand to the second bounce, with the energy "
     "watched throughout."});

constexpr auto kFindings = std::to_array<std::string_view>(
    {"Radius, restitution, gravity and inertia are not stated. The tables imply R = 0.5 m, e = "
     "0.5, g = 9.8 m/s^2 and I = m R^2/2; with these both tables come out.",
     "The constraint need not be derived by hand: it is the null space of the contact Jacobian, "
     "and the impulses (24) are the pseudo-inverse, the same to 1e-15 whichever velocity is "
     "eliminated.",
     "The answer depends on which tangential velocity stands in the objective (27). Table 1 needs "
     "that of the ground, table 2 that of the wall: in both the contact that slides faster before "
     "the impact, which is the default of the law `bowling`.",
     "Condition (29), |p_t| >= mu p_n, is the reverse of Coulomb's law. With <= neither example "
     "has a solution; as printed every answer leaves the friction cone, and in table 1 the wall "
     "drives the sliding.",
     "Energy decreases in both examples but not in general: in 20 % of 10 000 random corner "
     "impacts it grows.",
     "`moreau` has one answer in both examples, inside the cone; it takes the same way out of the "
     "corner with another spin."});

constexpr auto kFigureNotes = std::to_array<FigureNote>(
    {{"fig1", "Fig. 1",
      "The planar ball and its coordinates; theta is the angle of impact. Drawn anew."},
     {"fig2", "Fig. 2",
      "In the corner: a normal and a tangential force at the ground (1) and at the wall (2). Drawn "
      "anew."},
     {"fig3", "Fig. 3",
      "The velocities at the two contact points and what rigidity says of them (eq. 6). Drawn "
      "anew."},
     {"fig4", "Fig. 4",
      "First throw, 8 m/s from 1.5 m, up to the second impact on the ground. `moreau` leaves the "
      "corner on the same way, `poisson` lower and slower.",
      "fig4_fig7"},
     {"fig5", "Fig. 5", "Energy of the first throw: it drops at the corner and never grows.",
      "fig4_fig7"},
     {"fig6", "Fig. 6", "Second throw, 4 m/s from 5 m.", "fig4_fig7"},
     {"fig7", "Fig. 7", "Energy of the second throw.", "fig4_fig7"},
     {"objective1", "",
      "First throw: the objective over the free spin for either choice of the tangential velocity "
      "in it, with the spins that conditions (29) and (30) allow. The printed 8.0 rad/s is the "
      "choice of the ground.",
      "objective1"},
     {"objective2", "",
      "Second throw: the printed -7.823 rad/s is the choice of the wall, at the edge of what is "
      "allowed.",
      "objective2"}});

constexpr auto kCorrections =
    std::to_array<Correction>({{"table 1, q2' before and after", "-4.430, 2.215", "-4.427, 2.214",
                                "the distance 3.614 m printed beside them, by free flight"},
                               {"table 2, q3' after", "-7.823", "-7.8255",
                                "the minimum lies where the wall's normal impulse vanishes"},
                               {"section 5.2", "the wall sticks", "it slides with 0.783 m/s",
                                "the printed velocities of table 2 give 0.784 to 0.785 m/s"},
                               {"angles of impact", "about 30 and 60 degrees",
                                "28.96 and 66.93 degrees", "the velocities before the impact"},
                               {"eq. 29", "|p_t| >= mu p_n",
                                "as printed it is needed: with <= neither example has a solution",
                                "all feasible spins scanned; figures of the objective"}});

constexpr auto kLinks = std::to_array<Link>(
    {{"liu-2013",
      "several contacts struck at once: there springs in the impulse domain and an experiment"},
     {"payr-glocker-2005",
      "the law `moreau` beside theirs: inequalities instead of a minimisation"}});

constexpr auto kShipped = std::to_array<Shipped>(
    {{"impact", "problems/ball_in_corner.yaml", "the corner under every law"},
     {"simulate", "scenes/ball_in_corner.yaml", "the throw, the corner, the bounce"}});

}  // namespace

const Story kStory = {
    "Simulation of indeterminate multi-point impact and contact with friction",
    "Rodriguez & Bowling",
    "2011",
    "University of Texas at Arlington",
    "A ball in a corner: four contact forces, three equations, and a minimisation that decides.",
    "fig4",
    kSummary,
    kFindings,
    kFigureNotes,
    {},
    kCorrections,
    kLinks,
    kShipped};

}  // namespace ricochet::papers::rodriguez_bowling_2011
