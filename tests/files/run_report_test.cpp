// What `ricochet simulate` prints, from a motion in closed form and events made by hand.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include <ricochet/files/ledger.hpp>
#include <ricochet/files/run_report.hpp>
#include <ricochet/version.hpp>
#include <support/bouncing_ball.hpp>

namespace ricochet {
namespace {

using Json = nlohmann::ordered_json;
using testing::BallSystem;
using testing::BouncingBall;
constexpr std::size_t all = static_cast<std::size_t>(-1);

// A motion and what is needed to print it.
struct Printed {
  explicit Printed(const BouncingBall& motion, std::size_t ends = all)
      : ball(motion), system(ball), log(ends), result(ball.run(log)) {}
  RunReport report() const { return {system, setup, log, result}; }
  std::string json() const { return run_json(report()); }
  std::string table() const { return run_table(report()); }

  BouncingBall ball;
  BallSystem system;
  RunSetup setup{system.info(), "a ball", "text", "moreau", "", "event", {}};
  EventLog log;
  RunResult result;
};

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& item : object.items()) keys.push_back(item.key());
  return keys;
}
using Keys = std::vector<std::string>;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(RunJson, HasTheKeysOfItsSchemaInOrder) {
  const Json json = Json::parse(Printed(BouncingBall()).json());
  EXPECT_EQ(keys_of(json), (Keys{"ricochet", "schema", "kind", "status", "events", "final",
                                 "energy", "statistics"}));
  EXPECT_EQ(json["ricochet"], version);
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["kind"], "simulate");
  EXPECT_EQ(keys_of(json["status"]), (Keys{"reason", "message"}));
  EXPECT_EQ(json["status"]["reason"], "end");
  ASSERT_EQ(json["events"].size(), 4U);
  EXPECT_EQ(keys_of(json["events"][0]),
            (Keys{"time", "kind", "contacts", "q", "velocity_before", "velocity_after", "modes",
                  "impulse", "dissipation", "law", "status", "warnings"}));
  EXPECT_EQ(json["events"][0]["kind"], "impact");
  EXPECT_EQ(json["events"][0]["contacts"], Json({"ball/ground"}));
  EXPECT_EQ(json["events"][0]["modes"], Json({"open"}));
  EXPECT_EQ(keys_of(json["events"][3]),
            (Keys{"time", "kind", "contacts", "q", "velocity_before", "velocity_after", "modes"}));
  EXPECT_EQ(json["events"][3]["kind"], "end");
  EXPECT_EQ(json["events"][3]["contacts"], Json::array());
  EXPECT_EQ(keys_of(json["final"]), (Keys{"time", "q", "velocity", "modes"}));
  EXPECT_EQ(json["energy"].size(), ledger_entries.size());
  EXPECT_EQ(keys_of(json["statistics"]),
            (Keys{"steps", "rejected", "evaluations", "events", "impacts"}));
  EXPECT_EQ(json["statistics"]["impacts"], 3);
}

TEST(RunJson, NumbersReadBackToTheSameBits) {
  BouncingBall ball;
  ball.impacts = 50;
  const Printed printed(ball);
  const Json json = Json::parse(printed.json());
  ASSERT_EQ(json["events"].size(), printed.log.first().size());
  for (std::size_t i = 0; i < printed.log.first().size(); ++i) {
    const Event& event = printed.log.first()[i];
    const Json& read = json["events"][i];
    EXPECT_EQ(read["time"].get<double>(), event.time);
    for (const Eigen::Index k : {0, 1}) {
      const auto j = static_cast<std::size_t>(k);
      EXPECT_EQ(read["q"][j].get<double>(), event.q[k]);
      EXPECT_EQ(read["velocity_before"][j].get<double>(), event.velocity_before[k]);
      EXPECT_EQ(read["velocity_after"][j].get<double>(), event.velocity_after[k]);
      if (event.kind != EventKind::impact) continue;
      EXPECT_EQ(read["impulse"][j].get<double>(), event.impulse[k]);
      EXPECT_EQ(read["dissipation"].get<double>(), event.dissipation);
    }
  }
  const MotionState& state = printed.result.final;
  EXPECT_EQ(json["final"]["time"].get<double>(), state.t);
  EXPECT_EQ(json["final"]["velocity"][1].get<double>(), state.u[1]);
  for (const LedgerEntry& entry : ledger_entries) {
    EXPECT_EQ(json["energy"][std::string(entry.name)].get<double>(), state.ledger.*entry.value);
  }
}

// A contact that slides where friction leaves two continuations, and one where it leaves none.
Event paradox(EventKind kind) {
  Event event;
  event.time = 0.25;
  event.kind = kind;
  event.contacts = {0};
  event.q = Eigen::Vector2d(1.0, 0.0);
  event.velocity_before = event.velocity_after = Eigen::Vector2d(2.0, 0.0);
  event.modes = {Mode::open};
  event.painleve.contacts = {0};
  event.painleve.A = {-0.5};
  event.painleve.b = {kind == EventKind::non_unique ? 3.0 : -3.0};
  if (kind == EventKind::non_unique) {
    event.painleve.solutions = {{{Mode::open}, Eigen::Vector2d(0.0, 0.0)},
                                {{Mode::slip_plus}, Eigen::Vector2d(6.0, -1.5)}};
  } else {
    event.velocity_after[0] = 0.0;
    event.impulse = Eigen::Vector2d(4.0, -1.0);
    event.dissipation = 1.0;
    event.warnings = {{WarningId::energy_gain, 0, 2.0}};
  }
  return event;
}

TEST(RunJson, PainleveEventsComeWithTheirNumbers) {
  Printed printed{BouncingBall{}};
  EventLog log(all);
  log.event(paradox(EventKind::non_unique));
  log.event(paradox(EventKind::collisionless_impact));
  const Json events =
      Json::parse(run_json({printed.system, printed.setup, log, printed.result}))["events"];
  EXPECT_EQ(events[0]["kind"], "non-unique");
  EXPECT_FALSE(events[0].contains("impulse"));
  EXPECT_EQ(events[0]["painleve"], Json::parse(R"({"contacts": ["ball/ground"], "A": [-0.5],
    "b": [3.0], "solutions": [{"modes": ["open"], "force": [0.0, 0.0]},
                              {"modes": ["slip+"], "force": [6.0, -1.5]}]})"));
  EXPECT_EQ(events[1]["kind"], "collisionless-impact");
  EXPECT_EQ(events[1]["painleve"]["solutions"], Json::array());
  EXPECT_EQ(events[1]["impulse"], Json({4.0, -1.0}));
  EXPECT_EQ(events[1]["warnings"][0]["id"], "energy-gain");
}

TEST(RunJson, OfAMotionWithoutEventsIsADocument) {
  const Printed printed{BouncingBall{}};
  const EventLog none(all);
  const Json json = Json::parse(run_json({printed.system, printed.setup, none, printed.result}));
  EXPECT_EQ(json["events"], Json::array());
}

TEST(RunTable, TellsTheMotionWithUnits) {
  BouncingBall ball;
  ball.height = 1.962;  // falls for sqrt(0.4) s, lands with 1.962 sqrt(10) m/s
  ball.restitution = 0.5;
  ball.impacts = 1;
  const std::string table = Printed(ball).table();
  const std::vector<std::string> lines = lines_of(table);
  EXPECT_EQ(lines[0], "a ball");
  EXPECT_EQ(lines[1],
            "2 coordinates (ball.x, ball.y), 1 contact; law moreau, method event, tolerance 1e-10");
  EXPECT_EQ(lines[3], "        time  event   contacts     change                         loss");
  EXPECT_EQ(lines[4], "         [s]                                                       [J]");
  EXPECT_EQ(lines[5], " 0.632455532  impact  ball/ground  gN -6.20439 -> 3.10219 m/s  7.21771");
  EXPECT_TRUE(contains(table, "\nstate at t = 0.9486832981 s\nball.x ")) << table;
  EXPECT_TRUE(contains(table, "m/s\n")) << table;
  EXPECT_TRUE(contains(table, "\nball/ground      open\n")) << table;
  EXPECT_TRUE(contains(table, "dissipated by impacts\n")) << table;
  EXPECT_FALSE(contains(table, "belt_work")) << table;
  EXPECT_EQ(lines[lines.size() - 2], "end: the time asked for was reached");
}

TEST(RunTable, IsShortenedInTheMiddleAndSaysSo) {
  BouncingBall ball;
  ball.impacts = 999;
  const std::string whole = Printed(ball, 500).table();
  EXPECT_FALSE(contains(whole, "..."));
  const Printed printed(ball, 3);
  EXPECT_EQ(printed.log.first().size(), 3U);
  EXPECT_EQ(printed.log.last().size(), 3U);
  EXPECT_EQ(printed.log.left_out(), 994U);
  EXPECT_EQ(printed.log.last().back().kind, EventKind::end);
  const std::string table = printed.table();
  EXPECT_TRUE(contains(table, "...  (994 more)\n")) << table;
  EXPECT_TRUE(contains(table, "all events: --format json, or -o FILE.h5")) << table;
  EXPECT_LT(lines_of(table).size(), 40U);
}

TEST(RunTable, ShowsParadoxesAndCountsWarnings) {
  const Printed printed{BouncingBall{}};
  EventLog log(1);
  for (int i = 0; i < 5; ++i) log.event(paradox(EventKind::collisionless_impact));
  log.event(paradox(EventKind::non_unique));
  const std::string table = run_table({printed.system, printed.setup, log, printed.result});
  EXPECT_TRUE(contains(table, "gT 2 -> 0 m/s, ball/ground: A = -0.5 1/kg, b = -3 m/s^2")) << table;
  EXPECT_TRUE(contains(table, "open, ball/ground: A = -0.5 1/kg, b = 3 m/s^2, 2 continuations"))
      << table;
  EXPECT_TRUE(
      contains(table, "energy-gain: the impact creates 2 J of energy (at 0.25 s, the first of 5)"))
      << table;
}

TEST(RunTable, ShowsVelocitiesThatAreZeroToRoundingAsZero) {
  const Printed printed{BouncingBall{}};
  EventLog log(all);
  Event event = paradox(EventKind::collisionless_impact);
  event.kind = EventKind::impact;
  event.velocity_before = Eigen::Vector2d(0.0, -3.0);
  event.velocity_after = Eigen::Vector2d(0.0, -2e-16);
  log.event(event);
  const std::string table = run_table({printed.system, printed.setup, log, printed.result});
  EXPECT_TRUE(contains(table, "gN -3 -> 0 m/s")) << table;
}

}  // namespace
}  // namespace ricochet
