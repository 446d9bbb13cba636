// Bifurcations from study files: where they are known in closed form, and where the motion itself must tell: a little
// below and a little above a special point it settles to what the name of the point promises.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>
#include <numbers>

#include <ricochet/impact/moreau.hpp>
#include <ricochet/motion/simulator.hpp>
#include <support/models.hpp>
#include <support/studies.hpp>
#include <support/suite.hpp>

namespace ricochet::test {
namespace {

std::vector<StudyTable> run(const std::string& text, int threads = 1) {
  return tables_of(*study_of(text, "bifurcate"), threads);
}

bool same_bits(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

// ------------------------------------------------------------- ball on a vibrating table

/// branches: or a diagram. The section lies in the middle of the flight of the bounce once per shake.
std::string table_study(double e, double from, double to, int count, const std::string& more) {
  return fmt::format(
      "bifurcate:\n"
      "  base: ../scenes/vibrating_table.yaml\n"
      "  parameters: [{{name: G, from: {}, to: {}, count: {}}}]\n"
      "  let:\n"
      "    e: {}\n"
      "    w: 20*pi\n"
      "    A: G*9.81/w^2\n"
      "    s: sqrt(1 - (pi*(1 - e)/(1 + e)/G)^2)\n"
      "  set:\n"
      "    parameters.restitution: e\n"
      "    parameters.angular_frequency: w\n"
      "    parameters.amplitude: A\n"
      "    parameters.phase: pi + asin(s)\n"
      "    parameters.height: 9.81/8*(2*pi/w)^2 + 2*A*s\n"
      "    parameters.vertical_velocity: 0.02\n"
      "  section: {{period: 2*pi/w}}\n"
      "  drifting: [x, phi, v_x, v_phi]\n"
      "  record: [v_y]\n"
      "{}",
      from, to, count, e, more);
}

double first_doubling(double e) {
  const double a = std::numbers::pi * (1.0 - e) / (1.0 + e);
  const double b = 2.0 * (1.0 + e * e) / ((1.0 + e) * (1.0 + e));
  return std::hypot(a, b);
}

TEST(Bifurcate, BounceOnAVibratingTableDoublesItsPeriodAtTheClosedForm) {
  EXPECT_NEAR(first_doubling(0.5), 1.52682370, 5e-9);
  EXPECT_NEAR(first_doubling(0.8), 1.07083647, 5e-9);
  for (const double e : {0.5, 0.8}) {
    const double exact = first_doubling(e);
    const auto tables = run(table_study(e, exact - 0.2, exact + 0.13, 12,
                                        fmt::format("  branches: [{{start: {}, settle: 3}}]\n"
                                                    "  continuation: {{step: 0.1}}\n",
                                                    exact - 0.1)));
    const StudyTable special = table_named(tables, "special");
    ASSERT_EQ(special.rows(), 1U) << e;
    EXPECT_EQ(code(special, 0, "kind"), "period-doubling");
    EXPECT_NEAR(number(special, 0, "G"), exact, 1e-8) << e;
    // The orbit is known, too: it is at the top of its flight, and stable up to there.
    const StudyTable orbits = table_named(tables, "branches");
    for (std::size_t r = 0; r < orbits.rows(); ++r) {
      EXPECT_NEAR(number(orbits, r, "v_y"), 0.0, 1e-8);
      EXPECT_NEAR(number(orbits, r, "period"), 0.1, 1e-12);
      EXPECT_EQ(code(orbits, r, "stability"),
                number(orbits, r, "G") < exact ? "stable" : "unstable");
    }
  }
}

TEST(Bifurcate, DiagramOfTheVibratingTableDoublesWhereTheBranchSays) {
  const double exact = first_doubling(0.5);
  const auto tables = run(table_study(0.5, exact - 0.06, exact + 0.06, 4,
                                      "  diagram: {transient: 1500, returns: 16}\n"));
  const StudyTable diagram = table_named(tables, "diagram");
  ASSERT_EQ(diagram.rows(), 8U);
  for (std::size_t r = 0; r < diagram.rows(); ++r) {
    EXPECT_EQ(code(diagram, r, "status"), "recorded");
    EXPECT_EQ(number(diagram, r, "periodicity"), number(diagram, r, "G") < exact ? 1.0 : 2.0) << r;
    EXPECT_NEAR(number(diagram, r, "return_time"), 0.1, 1e-12);
  }
  EXPECT_EQ(table_named(tables, "points").rows(), 8U * 16U);
}

// At this section the ball lies on the table, and a table of larger amplitude would lie over it.
TEST(Bifurcate, DiagramGoesOnFromTheStartWhereTheSurfaceHasMovedOverTheBody) {
  const auto tables =
      run("bifurcate:\n"
          "  base: ../scenes/vibrating_table.yaml\n"
          "  parameters: [{name: G, from: 0.1, to: 0.9, count: 9}]\n"
          "  set: {parameters.amplitude: G*9.81/(20*pi)^2, parameters.phase: 1.5, "
          "parameters.restitution: 0}\n"
          "  section: {period: 0.1}\n"
          "  record: [y]\n"
          "  diagram: {transient: 20, returns: 3}\n");
  const StudyTable diagram = table_named(tables, "diagram");
  const StudyTable points = table_named(tables, "points");
  ASSERT_EQ(diagram.rows(), 18U);
  for (std::size_t r = 0; r < diagram.rows(); ++r) {
    EXPECT_EQ(code(diagram, r, "status"), "recorded") << r;
    // It stays on the table (A w^2 < g): radius 0.05 m, phase 1.5.
    const double w = 20.0 * std::numbers::pi;
    EXPECT_NEAR(number(points, 3 * r, "y"),
                0.05 + number(diagram, r, "G") * 9.81 / (w * w) * std::sin(1.5), 1e-9);
  }
}

// ------------------------------------------------------------- simplified bounce model

/// What a motion of the simplified bounce model comes to.
struct Settled {
  std::size_t periodicity = 0;     ///< impacts per period; 0: more than 12, or none
  double period = 0.0;             ///< s
  std::vector<std::string> kinds;  ///< of the events of one period, from an impact on
  bool hops = false;
};

Settled settle(double mu, const StudyTable& special, std::size_t row, double time) {
  struct Listener final : MotionObserver {
    std::vector<Event> events;
    bool wants_samples() const override { return false; }
    void event(const Event& e) override {
      if (e.kind != EventKind::end) events.push_back(e);
    }
  } listener;
  ModelInstance model =
      ricochet::testing::build("frictional-bounce-simplified", {{"friction", mu}});
  const char* q[] = {"x", "y", "phi"};
  const char* u[] = {"v_x", "v_y", "v_phi"};
  for (Eigen::Index i = 0; i < 3; ++i) {
    model.start.q[i] = number(special, row, q[i]);
    model.start.u[i] = number(special, row, u[i]);
  }
  model.start.q[1] += 1e-9;  // out of the contact: modes are found anew
  Simulator(*model.system, Moreau(), {.until = time, .tolerance = 1e-11})
      .run(model.start, listener);
  std::vector<std::size_t> impacts;
  for (std::size_t i = 0; i < listener.events.size(); ++i) {
    if (listener.events[i].kind == EventKind::impact) impacts.push_back(i);
  }
  Settled settled;
  settled.hops = impacts.size() > 40 && listener.events.back().time > time - 2.0;
  if (!settled.hops) return settled;
  const std::size_t n = impacts.size();
  const auto at = [&](std::size_t back) -> const Event& {
    return listener.events[impacts[n - 1 - back]];
  };
  for (std::size_t k = 1; k <= 12 && settled.periodicity == 0; ++k) {
    bool repeats = true;
    for (std::size_t j = 0; j < k; ++j) {
      repeats = repeats && (at(j).q - at(j + k).q).norm() < 1e-7;
    }
    if (repeats) settled.periodicity = k;
  }
  if (settled.periodicity == 0) return settled;
  settled.period = at(0).time - at(settled.periodicity).time;
  for (std::size_t i = impacts[n - 1 - settled.periodicity]; i < impacts[n - 1]; ++i) {
    settled.kinds.emplace_back(to_string(listener.events[i].kind));
  }
  return settled;
}

std::string bounce_study(double from, double to, int count, const std::string& more) {
  return fmt::format(
      "bifurcate:\n"
      "  base: ../scenes/frictional_bounce_simplified.yaml\n"
      "  parameters: [{{path: parameters.friction, name: mu, from: {}, to: {}, count: {}}}]\n"
      "  section: {{event: impact, contact: tip}}\n"
      "  longest: 1\n"
      "  record: [phi]\n"
      "{}",
      from, to, count, more);
}

std::size_t slips(const Settled& s) {
  return static_cast<std::size_t>(std::count(s.kinds.begin(), s.kinds.end(), "stick"));
}

/// A special point of the simplified bounce model, and how motions on both sides of it differ.
struct Known {
  const char* name;  ///< of the test
  double from, to;   ///< range of mu around it
  double start, settle;
  int returns;
  const char* kind;
  double mu;      ///< the point, to 1e-6
  double offset;  ///< both sides
  double time;    ///< s, to settle
  void (*compare)(const Settled& below, const Settled& above);
};

void PrintTo(const Known& known, std::ostream* out) { *out << known.name; }

const Known sequence[] = {
    {"HoppingDoublesAt0p4420", 0.441, 0.443, 0.441, 20.0, 1, "period-doubling", 0.441976, 8e-4,
     80.0,
     [](const Settled& below, const Settled& above) {
       EXPECT_EQ(below.periodicity, 1U);
       EXPECT_EQ(above.periodicity, 2U);
     }},
    {"DoubledHoppingTurnsBackAt0p4364", 0.4362, 0.446, 0.446, 20.0, 2, "fold", 0.436351, 1e-4, 80.0,
     [](const Settled& below, const Settled& above) {
       EXPECT_EQ(below.periodicity, 1U) << "the doubled motion is gone";
       EXPECT_EQ(above.periodicity, 2U);
     }},
    {"StickWithOneMoreOscillationBeginsAt0p4735", 0.473, 0.475, 0.475, 5.0, 1, "cone-edge-grazing",
     0.473537, 2e-4, 40.0,
     [](const Settled& below, const Settled& above) {
       EXPECT_EQ(below.periodicity, 2U);
       EXPECT_EQ(above.periodicity, 1U);
       EXPECT_GT(above.period, 1.3 * below.period / 2.0) << "one more oscillation during stick";
     }},
    {"LandingBeginsToSlipAt0p5428", 0.5422, 0.5432, 0.5422, 5.0, 1, "sequence-change", 0.542818,
     2e-4, 20.0,
     [](const Settled& below, const Settled& above) {
       EXPECT_EQ(below.periodicity, 1U);
       EXPECT_EQ(above.periodicity, 1U);
       EXPECT_EQ(slips(below), 0U);
       EXPECT_EQ(slips(above), 1U);
     }},
    {"HoppingDoublesAt0p5616", 0.56, 0.563, 0.56, 40.0, 1, "period-doubling", 0.561591, 3e-3, 100.0,
     [](const Settled& below, const Settled& above) {
       EXPECT_EQ(below.periodicity, 1U);
       EXPECT_EQ(above.periodicity, 2U);
     }},
    {"LongerStickBeginsAt0p5794", 0.579, 0.582, 0.582, 20.0, 1, "cone-edge-grazing", 0.579351, 2e-4,
     60.0,
     [](const Settled& below, const Settled& above) {
       EXPECT_EQ(below.periodicity, 2U);
       EXPECT_EQ(above.periodicity, 1U);
       EXPECT_GT(above.period, 1.1 * below.period / 2.0);
     }},
    {"DoubledHoppingDoublesAgainAt0p5874", 0.5865, 0.5878, 0.5865, 30.0, 2, "period-doubling",
     0.587369, 6e-4, 100.0, [](const Settled& below, const Settled& above) {
       EXPECT_EQ(below.periodicity, 2U);
       EXPECT_NE(above.periodicity, 2U);
     }}};

class BounceSequence : public ::testing::TestWithParam<Known> {};

TEST_P(BounceSequence, IsLocatedAndTheMotionsOnBothSidesDiffer) {
  const Known& known = GetParam();
  const auto tables =
      run(bounce_study(known.from, known.to, 2,
                       fmt::format("  branches: [{{start: {}, settle: {}, returns: {}}}]\n"
                                   "  continuation: {{step: 0.2, points: 16}}\n",
                                   known.start, known.settle, known.returns)));
  const StudyTable special = table_named(tables, "special");
  std::size_t found = special.rows();
  for (std::size_t r = 0; r < special.rows(); ++r) {
    if (std::abs(number(special, r, "mu") - known.mu) < 1e-6 &&
        code(special, r, "kind") == known.kind) {
      found = r;
    }
  }
  ASSERT_LT(found, special.rows()) << known.kind << " at " << known.mu << " is not there:\n"
                                   << table_text(special, 20, 8);
  const double mu = number(special, found, "mu");
  known.compare(settle(mu - known.offset, special, found, known.time),
                settle(mu + known.offset, special, found, known.time));
}

/// All of them; only the first under sanitizers.
std::vector<Known> some_of_the_sequence() {
  const long all = std::size(sequence);
  const long count = std::min(all, ricochet::testing::suite_count(10 * all));
  return {sequence, sequence + count};
}

INSTANTIATE_TEST_SUITE_P(Bifurcate, BounceSequence, ::testing::ValuesIn(some_of_the_sequence()),
                         [](const auto& known) { return std::string(known.param.name); });

// J_e = J + m a^2 - mu m a h, k_e = k_phi + k_y a^2 - mu k_y a h; sliding rests at phi = (mu h - a) F / k_e up to
// mu_I = 0.4, where J_e vanishes.
TEST(Bifurcate, SlidingIsLostAtMuIAndHoppingOutlivesItOnTheWayDown) {
  const auto tables = run(
      bounce_study(0.39525, 0.40225, 15, "  diagram: {transient: 150, returns: 8, settle: 5}\n"));
  const StudyTable diagram = table_named(tables, "diagram");
  const StudyTable points = table_named(tables, "points");
  ASSERT_EQ(diagram.rows(), 30U);
  int both = 0;
  std::size_t point = 0;
  for (std::size_t r = 0; r < 15; ++r) {
    const double mu = number(diagram, r, "mu");
    ASSERT_GT(std::abs(mu - 0.4), 1e-5) << "a grid that avoids the paradox itself";
    EXPECT_EQ(code(diagram, r, "direction"), "up");
    EXPECT_EQ(code(diagram, r, "status"), mu < 0.4 ? "rest" : "recorded") << mu;
    if (mu < 0.4) {
      const double k = 150.0 + 1000.0 * 0.09 - mu * 1000.0 * 0.3;
      EXPECT_NEAR(number(points, point++, "phi"), (mu - 0.3) * 10.0 / k, 1e-8) << mu;
    }
    const std::size_t down = 29 - r;
    EXPECT_EQ(number(diagram, down, "mu"), mu);
    EXPECT_EQ(code(diagram, down, "direction"), "down");
    const std::string status = code(diagram, down, "status");
    EXPECT_TRUE(mu < 0.4 || status == "recorded") << mu;
    EXPECT_TRUE(mu > 0.396 || status == "rest") << mu;
    if (mu < 0.4 && status == "recorded") ++both;
  }
  EXPECT_GE(both, 3) << "both motions below mu_I";
}

// ------------------------------------------------------------- friction oscillator

/// The speed at which the mass, once loose, only just comes back to the speed of the belt.
double last_stick_slip(double c) {
  const double m = 1.0, k = 100.0, g = 9.81, kinetic = 0.3, statics = 0.4;
  const auto surplus = [&](double v) {
    const double damping = c / (2.0 * m), w = std::sqrt(k / m - damping * damping);
    const double x = ((statics - kinetic) * m * g - c * v) / k;
    const double a = -(k * x + c * v) / m, jerk = -(k * v + c * a) / m;
    // a(t) = e^(-damping t) (a cos w t + b sin w t): its second zero is where the speed is largest again.
    const double b = (jerk + damping * a) / w;
    double t = std::atan2(-a, b) / w;
    while (t <= 1e-9) t += std::numbers::pi / w;
    t += std::numbers::pi / w;
    const double s = (v + damping * x) / w;
    return std::exp(-damping * t) *
               ((w * s - damping * x) * std::cos(w * t) - (w * x + damping * s) * std::sin(w * t)) -
           v;
  };
  double low = 0.05, high = 0.5;
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (surplus(middle) > 0.0 ? low : high) = middle;
  }
  return low;
}

TEST(Bifurcate, StickSlipEndsWhereTheMassDoesNotComeBackToTheSpeedOfTheBelt) {
  const double v = last_stick_slip(0.5);
  EXPECT_NEAR(v, 0.162982145, 1e-9) << "as the study file says";
  const auto tables =
      run("bifurcate:\n"
          "  base: ../scenes/friction_oscillator.yaml\n"
          "  parameters: [{path: parameters.belt_speed, name: v, from: 0.12, to: 0.2, count: 41}]\n"
          "  set: {parameters.damping: 0.5}\n"
          "  section: {event: stick, contact: belt}\n"
          "  longest: 5\n"
          "  record: [x]\n"
          "  diagram: {transient: 10, returns: 4}\n"
          "  branches: [{start: 0.13, settle: 5}]\n"
          "  continuation: {step: 0.05}\n");
  const StudyTable ends = table_named(tables, "ends");
  EXPECT_NEAR(number(ends, 0, "to"), v, 1e-5);
  EXPECT_LT(number(ends, 0, "to"), v + 1e-9);
  EXPECT_EQ(code(ends, 1, "end"), "range");
  const StudyTable diagram = table_named(tables, "diagram");
  bool lost = false;
  for (std::size_t r = 0; r < diagram.rows(); ++r) {
    const bool sticks = code(diagram, r, "status") == "recorded";
    const double speed = number(diagram, r, "v");
    // A step of the speed is a kick, and the nearer to the end the smaller the kick that ends stick-slip.
    EXPECT_TRUE(sticks || speed > 0.9 * v || code(diagram, r, "direction") == "down") << speed;
    EXPECT_FALSE(sticks && (lost || speed > v)) << speed;
    lost = lost || !sticks;
  }
}

// ------------------------------------------------------------- rows

/// Rows of a stage, from those that are there.
void finish(const CellTask& task, CellRows& rows, int threads) {
  struct Keeper final : CellSink {
    explicit Keeper(CellRows& r) : to(r) {}
    CellRows& to;
    std::mutex mutex;
    void rows(std::size_t first, std::span<const double> numbers) override {
      const std::lock_guard lock(mutex);
      to.put(first, numbers);
    }
    void chain_ended(std::size_t cell) override {
      const std::lock_guard lock(mutex);
      to.end_chain(cell);
    }
    bool go_on() override { return true; }
  } keeper(rows);
  OpenCells open(rows, static_cast<std::size_t>(threads));
  work(task, open, keeper, threads);
}

// One study with a diagram and branches of which one ends before its last link.
const char* const mixed =
    "  diagram: {transient: 10, returns: 3, settle: 1}\n"
    "  branches: [{start: 0.478, settle: 3}]\n"
    "  continuation: {step: 0.1, points: 8}\n";

TEST(Bifurcate, RowsDoNotDependOnThreads) {
  const std::string text = bounce_study(0.473, 0.479, 5, mixed);
  const auto one = run(text, 1), four = run(text, 4);
  ASSERT_EQ(one.size(), 5U);
  ASSERT_EQ(four.size(), 5U);
  for (std::size_t t = 0; t < one.size(); ++t) {
    EXPECT_GT(one[t].rows(), 0U) << one[t].name;
    EXPECT_TRUE(same_bits(one[t].numbers, four[t].numbers)) << one[t].name;
  }
}

TEST(Bifurcate, WorkThatWasCutGoesOnToTheSameBits) {
  const auto study = study_of(bounce_study(0.473, 0.479, 5, mixed));
  ASSERT_EQ(study->stages(), 2U);
  for (std::size_t stage = 0; stage < 2; ++stage) {
    const auto task = study->stage(stage, {});
    CellRows whole(task->layout());
    finish(*task, whole, 2);
    ASSERT_EQ(whole.open(), 0U);
    const CellLayout& layout = whole.layout();
    ASSERT_EQ(layout.chains, 2U);
    // The first chain is cut after `kept` links, the second one after one more or less.
    for (std::size_t kept = 1; kept < layout.links; kept += 2) {
      CellRows cut(layout);
      for (std::size_t chain = 0; chain < layout.chains; ++chain) {
        const std::size_t links = chain == 0 ? kept : layout.links - kept;
        for (std::size_t link = 0; link < links; ++link) {
          const std::size_t cell = chain * layout.links + link;
          if (whole.has(cell)) {
            cut.put(cell, whole.row(cell));
          } else {
            cut.end_chain(cell);
          }
        }
      }
      ASSERT_GT(cut.open(), 0U);
      finish(*task, cut, 2);
      EXPECT_TRUE(same_bits(cut.packed(), whole.packed())) << "stage " << stage << ", " << kept;
    }
  }
}

TEST(Bifurcate, ValuesThatAreNotPossibleAreMarkedAndTheSweepGoesOn) {
  const auto study = study_of(
      "bifurcate:\n"
      "  base: ../scenes/friction_oscillator.yaml\n"
      "  parameters: [{path: parameters.mass, from: -1, to: 3, count: 5}]\n"
      "  section: {event: stick}\n"
      "  record: [x]\n"
      "  longest: 3\n"
      "  diagram: {transient: 2, returns: 2}\n");
  const auto tables = tables_of(*study);
  const StudyTable diagram = table_named(tables, "diagram");
  ASSERT_EQ(diagram.rows(), 10U);
  for (std::size_t r = 0; r < diagram.rows(); ++r) {
    const bool possible = number(diagram, r, "parameters.mass") > 0.0;
    EXPECT_EQ(code(diagram, r, "status"), possible ? "recorded" : "not-allowed") << r;
    EXPECT_EQ(std::isnan(number(diagram, r, "periodicity")), !possible) << r;
  }
  EXPECT_EQ(study->unanswered(tables), "");
}

TEST(Bifurcate, FigureHasTheSpecialPointsInTheLines) {
  const double exact = first_doubling(0.5);
  const auto study = study_of(table_study(0.5, exact - 0.1, exact + 0.1, 12,
                                          fmt::format("  branches: [{{start: {}, settle: 3}}]\n"
                                                      "  continuation: {{step: 0.1}}\n",
                                                      exact - 0.05)));
  const auto tables = tables_of(*study);
  const StudyTable special = table_named(tables, "special");
  ASSERT_EQ(special.rows(), 1U);
  const auto figure = study->figure(tables);
  ASSERT_TRUE(figure.has_value());
  // Once in the solid line, once in the dashed one, twice (mark and rim) as a point.
  const std::string script = figure->script;
  const std::string place = fmt::format("{:.10g}", number(special, 0, "G")).substr(0, 9);
  std::size_t count = 0;
  for (std::size_t at = 0; (at = script.find(place, at)) != std::string::npos; ++at) ++count;
  EXPECT_GE(count, 3U);
  EXPECT_NE(study->summary(tables).find("period-doubling"), std::string::npos);
}

}  // namespace
}  // namespace ricochet::test
