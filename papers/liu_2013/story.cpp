#include <papers/liu_2013/paper.hpp>

namespace ricochet::papers::liu_2013 {

namespace {

constexpr auto kSummary = std::to_array<std::string_view>(
    {"A steel disc stands on its rim, and a ball strikes its face. In that instant four contacts "
     "are loaded at once: the ball at D and the line on which the disc stands, taken as three "
     "points A, B and C. The paper follows the impact in the impulse instead of time, with springs "
     "that store and return energy and with Coulomb friction, and it has an experiment to answer "
     "to: nine cases, five trials each, two laser beams.",
     "After the impact the disc hops, slides and sticks on its edge until it lies flat. Which of "
     "these comes first depends on where the ball struck, and is sorted into six modes."});

constexpr auto kFindings = std::to_array<std::string_view>(
    {"Two sets of parameters are computed and kept apart. Model as printed: equations and tables "
     "as they stand. It is the model, and it does not give the numbers of tables 4 and 5. "
     "Reconstruction: settings found by inversion that do give them (friction at D with reversed "
     "sign, a softer ground, r = 37.55 mm, other inputs in cases 6 to 8). Friction that pushes the "
     "way a body slides does not exist: the reconstruction predicts nothing and only shows what "
     "was probably computed.",
     "With the printed model theta' is within 6 % of table 4, v_1 within 6 % and v_2 within 2 % in "
     "cases 2 to 5; in cases 6 to 9 they are up to 25 %, 64 % and 7 % away. Three separate "
     "implementations agree.",
     "The reconstruction gives table 4 within 0.16 % except v_1 of case 9, which is a misprint, "
     "and the boundaries of table 5 within 0.0023 in b/r.",
     "Of the 24 measured numbers, 8 of the printed model and 9 of the paper lie inside the band of "
     "the trials.",
     "After the impact most motions follow the text phase by phase. Where they do not, the "
     "threshold g T_c of eq. 2.37 decides, which is a scale and no sharp number; the table says "
     "which multiples of T_c would do.",
     "Painleve's condition is derived anew: the least friction of the paradox is 2/sqrt(3), for "
     "this disc 3.232. That a falling disc does not detach is right, but for another reason: "
     "energy allows at most 55 % of the squared rotation that detachment needs."});

constexpr auto kFigureNotes = std::to_array<FigureNote>(
    {{"fig1", "Fig. 1",
      "The disc on its rim and the ball, from the side and onto the face. Drawn anew; the "
      "thickness three times too large."},
     {"fig3", "Fig. 3",
      "Two level laser beams gauge the horizontal velocities v_1 and v_2 (eq. 3.1). Drawn anew."},
     {"fig4a", "Fig. 4a",
      "Sliding velocity of A in case 2 from the simulated motion. The paper shows a measured "
      "history here, which is not printed as numbers.",
      "fig4", Basis::both},
     {"fig4b", "Fig. 4b",
      "Ratio of the forces at A in case 2: constant in slip (mu), changing in stick up to the "
      "static friction mu_s, which is how the paper identifies both. From the simulated motion.",
      "fig4", Basis::both},
     {"table4", "Table 4",
      "Angular velocity after the impact: experiment with the band of five trials, printed model, "
      "paper, reconstruction, as they differ from the mean. The long band of case 3 is probably a "
      "misprint (0.507 for 0.0507).",
      "table4_comparison", Basis::both},
     {"table4_v1", "Table 4", "The same for the velocity of p_1, 4 mm above the ground.",
      "table4_comparison", Basis::both},
     {"table4_v2", "Table 4", "The same for the velocity of p_2, 37.5 mm above the ground.",
      "table4_comparison", Basis::both},
     {"fig5a", "Fig. 5a",
      "Normal velocities of A, B and C after the impact over the impact position, in units of g "
      "T_c. Below one a point stays in contact. Not measured in the experiment.",
      "fig5", Basis::printed_model},
     {"fig5a_reconstruction", "Fig. 5a",
      "The same by the reconstruction. Its reversed friction opens the gap at small b and makes "
      "the position b/r = 0.21 to which A is insensitive; the model has neither.",
      "fig5_reconstruction", Basis::reconstruction},
     {"fig5b", "Fig. 5b",
      "Sliding velocity of the rim after the impact over v_b, with the experiment and the paper in "
      "cases 2 to 9 (v_1 + h_1 theta' of table 4; cases 5 and 6 have a friction of their own).",
      "fig5_cases", Basis::both},
     {"fig5b_inset", "Fig. 5b, inset", "The impact positions at which the rim sticks.",
      "fig5_cases", Basis::both},
     {"fig6a", "Fig. 6a",
      "Velocity of p_1 after the impact, cases 2, 3, 4. At the left edge what table 4 prints for "
      "this instant: experiment with its band, and paper. The measured curves are not printed as "
      "numbers.",
      "fig6_fig8", Basis::both},
     {"fig6b", "Fig. 6b", "Case 5, which begins in stick.", "fig6_fig8", Basis::both},
     {"fig7a", "Fig. 7a",
      "Case 6. The inputs printed for it contradict its own row of table 4; the reconstruction has "
      "others.",
      "fig6_fig8", Basis::both},
     {"fig7b", "Fig. 7b", "Case 7: a few impacts at A, then stick.", "fig6_fig8", Basis::both},
     {"fig8a", "Fig. 8a", "Case 8, the ball below the centre.", "fig6_fig8", Basis::both},
     {"fig8a_inset", "Fig. 8a, inset",
      "The first 30 ms: impacts at C in the reconstruction, sliding at C in the model.",
      "fig6_fig8", Basis::both},
     {"fig8b", "Fig. 8b", "Case 9.", "fig6_fig8", Basis::both},
     {"fig8b_inset", "Fig. 8b, inset", "The first 30 ms, with the line impact.", "fig6_fig8",
      Basis::both},
     {"painleve", "",
      "Friction from which sliding on the edge is inconsistent (eq. 2.41), for three shapes.",
      "sliding_disc"},
     {"detachment", "",
      "The rotation that would detach a falling disc (eq. 2.43) and the most that energy allows it "
      "after a start at rest.",
      "sliding_disc"}});

constexpr auto kLeftOut = std::to_array<LeftOut>(
    {{"Fig. 2", "the apparatus: pendulum, electromagnet, pedestal, lasers",
      "a drawing of laboratory equipment; nothing in it is computed"},
     {"Figs. 4, 6, 7, 8, measured curves", "velocity histories of the experiment",
      "printed as curves only; the numbers were never published. Where the paper prints numbers "
      "(table 4), the figures show them with their bands"}});

constexpr auto kCorrections = std::to_array<Correction>(
    {{"eq. 2.1", "(y_b + r_b - y_d) s - h", "(y_b - y_d) s - h - r_b, with the ball's centre",
      "eq. 2.3 is the gradient of the latter"},
     {"eq. 2.20", "sign(tau); F_t <= mu_s F_n", "sign of the sliding velocity; |F_t| <= mu_s F_n",
      "tau is a direction, and friction acts both ways"},
     {"eq. 2.30", "starts every contact by its energy", "contacts at rest need their compression",
      "with E = 0 at the start A, B and C would stay unloaded for ever: the right-hand side is not "
      "Lipschitz there"},
     {"eq. 2.35", "(hc - rs)^2", "(hs - rc)^2", "eqs. 2.36 and 2.39"},
     {"eq. 2.37", "divided by m g", "by g", "eq. 2.36, and the units"},
     {"section 3(e)", "E* = ...; k in N/m", "1/E* = ...; N m^-3/2", "the stiffnesses of table 3"},
     {"section 4(a)", "T_c about 0.1 ms, 50 Hz, five samples in an impact",
      "0.6 ms, 50 kHz, thirty", "eq. 4.1 with its printed constant"},
     {"section 4(a)", "errors below 5 %", "up to 30 % (v_1 of case 6), 14 % for theta' of case 2",
      "table 4 itself"},
     {"table 4, case 9", "v_1 = 0.1670", "0.1749", "v_2 and theta' of the same column by eq. 3.1"},
     {"tables 2 and 4, case 6", "b = 15.5 mm, v_b = 0.311 m/s",
      "not known; the reconstruction has 16.5 mm, 0.353 m/s",
      "its row of table 4 needs a restitution of 0.93 at D instead of 0.7043"},
     {"table 4, case 3", "band of theta' 0.507 downwards", "probably 0.0507", "the other bands"}});

constexpr auto kLinks = std::to_array<Link>(
    {{"rodriguez-bowling-2011",
      "the other paper on several contacts struck at once: four springs here, a velocity "
      "constraint and a minimisation there"},
     {"leine-brogliato-2001",
      "B. Brogliato's question in both: when does sliding on an edge become inconsistent"},
     {"payr-glocker-2005",
      "Painleve's condition of a bar; Stronge's energetic coefficient at one contact"},
     {"brach-1993", "energetic restitution and a compliant surface, at one contact"}});

constexpr auto kShipped = std::to_array<Shipped>(
    {{"impact", "problems/disc_ball_case4.yaml", "case 4 under every law for several contacts"},
     {"simulate", "scenes/disc_ball.yaml", "the impact and the motion after it"},
     {"map", "studies/liu_table5.yaml", "table 5 as a study"},
     {"identify", "studies/identify_disc_ball.yaml",
      "section 3: friction from velocity histories"}});

}  // namespace

const Story kStory = {"Impact-contact dynamics in a disc-ball system",
                      "Liu et al.",
                      "2013",
                      "Proceedings of the Royal Society A 469, 20120741",
                      "A ball strikes a disc that stands on its rim: four contacts at once, an "
                      "experiment, and two ways to read what is printed.",
                      "fig5b",
                      kSummary,
                      kFindings,
                      kFigureNotes,
                      kLeftOut,
                      kCorrections,
                      kLinks,
                      kShipped};

}  // namespace ricochet::papers::liu_2013
