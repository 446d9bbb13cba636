// Result files of motions: what is written is read back to the bit, by us and by h5py; the same motion gives the
// same bytes; and what is not a whole result file is refused with a sentence.

#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include <ricochet/files/errors.hpp>
#include <ricochet/files/hdf5.hpp>
#include <ricochet/files/ledger.hpp>
#include <ricochet/files/new_text_file.hpp>
#include <ricochet/files/run_csv.hpp>
#include <ricochet/files/run_file.hpp>
#include <ricochet/files/seal.hpp>
#include <ricochet/version.hpp>
#include <support/bouncing_ball.hpp>
#include <support/documents.hpp>
#include <support/program.hpp>

namespace ricochet::test {
namespace {

namespace fs = std::filesystem;
using ricochet::testing::BouncingBall;

const std::string scene_text = "# a ball\ngravity: 9.81\nname: \"\xc3\xa4\"\n";

// Keeps what an observer was told.
class Memory final : public MotionObserver {
 public:
  void sample(const Sample& s) override {
    times.push_back(s.t);
    for (const double x : s.q) q.push_back(x);
    for (const double x : s.u) u.push_back(x);
    for (const double x : s.gap) gap.push_back(x);
    for (const double x : s.force) force.push_back(x);
    for (const Mode mode : s.modes) modes.push_back(code_of(mode));
    for (const LedgerEntry& entry : ledger_entries) energy.push_back(s.ledger.*entry.value);
  }
  void event(const Event& event) override { events.push_back(event); }

  std::vector<double> times, q, u, gap, force, energy;
  std::vector<std::uint8_t> modes;
  std::vector<Event> events;
};

class RunFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("ricochet run test " + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name = "run.h5") const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  static RunSetup setup(const SystemInfo& info) {
    SimulationOptions options;
    options.until = 1.0 / 3.0;
    return {info, "a ball", scene_text, "moreau", "", "event", options};
  }

  // The motion of a ball in a file.
  static RunResult write(const std::string& path, const BouncingBall& ball, bool force = false) {
    const SystemInfo info = ball.info();
    RunWriter writer(path, force, setup(info));
    const RunResult result = ball.run(writer);
    writer.finish(result);
    writer.commit();
    return result;
  }

  template <class Action>
  static void expect_error(const Action& action, const std::string& reason) {
    try {
      action();
      ADD_FAILURE() << "no error; expected: " << reason;
    } catch (const IoError& error) {
      EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
      EXPECT_EQ(std::string(error.what()).find(".tmp"), std::string::npos) << error.what();
    }
  }
  void expect_unreadable(const std::string& bytes, const std::string& reason) const {
    std::ofstream(path("bad.h5"), std::ios::binary) << bytes;
    expect_error([&] { RunFile(path("bad.h5")); }, reason);
  }

  fs::path folder_;
};

std::vector<double> numbers(const RunFile& file, RunTable table, std::size_t dataset) {
  const auto layout = layout_of(table, file.system());
  return file.read(table, layout[dataset], 0, file.rows(table)).numbers;
}
std::vector<std::uint8_t> codes(const RunFile& file, RunTable table, std::size_t dataset) {
  const auto layout = layout_of(table, file.system());
  return file.read(table, layout[dataset], 0, file.rows(table)).codes;
}

void expect_round_trip(const RunFile& file, const BouncingBall& ball) {
  Memory memory;
  const RunResult result = ball.run(memory);
  ASSERT_EQ(file.rows(RunTable::samples), memory.times.size());
  ASSERT_EQ(file.rows(RunTable::events), memory.events.size());
  EXPECT_EQ(numbers(file, RunTable::samples, 0), memory.times);
  EXPECT_EQ(numbers(file, RunTable::samples, 1), memory.q);
  EXPECT_EQ(numbers(file, RunTable::samples, 2), memory.u);
  EXPECT_EQ(numbers(file, RunTable::samples, 3), memory.gap);
  EXPECT_EQ(numbers(file, RunTable::samples, 4), memory.force);
  EXPECT_EQ(codes(file, RunTable::samples, 5), memory.modes);
  EXPECT_EQ(numbers(file, RunTable::samples, 6), memory.energy);
  for (std::size_t i = 0; i < memory.events.size(); ++i) {
    const Event& event = memory.events[i];
    const bool impact = event.kind == EventKind::impact;
    EXPECT_EQ(numbers(file, RunTable::events, 0)[i], event.time);
    EXPECT_EQ(codes(file, RunTable::events, 1)[i], static_cast<std::uint8_t>(event.kind));
    EXPECT_EQ(codes(file, RunTable::events, 2)[i], impact ? 1 : 0);
    EXPECT_EQ(numbers(file, RunTable::events, 3)[2 * i + 1], event.q[1]);
    EXPECT_EQ(numbers(file, RunTable::events, 4)[2 * i + 1], event.velocity_before[1]);
    EXPECT_EQ(numbers(file, RunTable::events, 5)[2 * i + 1], event.velocity_after[1]);
    EXPECT_EQ(codes(file, RunTable::events, 6)[i], code_of(Mode::open));
    EXPECT_EQ(numbers(file, RunTable::events, 7)[2 * i], impact ? event.impulse[0] : 0.0);
    EXPECT_EQ(numbers(file, RunTable::events, 8)[i], event.dissipation);
  }
  const MotionState state = file.final_state();
  EXPECT_EQ(state.t, result.final.t);
  EXPECT_EQ(state.q, result.final.q);
  EXPECT_EQ(state.u, result.final.u);
  EXPECT_EQ(state.modes, result.final.modes);
  EXPECT_EQ(state.stretch, result.final.stretch);
  for (const LedgerEntry& entry : ledger_entries) {
    EXPECT_EQ(state.ledger.*entry.value, result.final.ledger.*entry.value) << entry.name;
  }
}

TEST_F(RunFiles, GiveBackEveryNumberToTheBit) {
  const BouncingBall ball;
  write(path(), ball);
  const RunFile file(path());
  EXPECT_EQ(file.scene(), scene_text);
  EXPECT_EQ(file.law(), "moreau");
  EXPECT_EQ(file.method(), "event");
  EXPECT_EQ(file.reason(), "end");
  EXPECT_EQ(file.system().q[1].name, "ball.y");
  EXPECT_EQ(file.system().u[1].unit, "m/s");
  EXPECT_EQ(file.system().contacts[0].name, "ball/ground");
  expect_round_trip(file, ball);
  EXPECT_EQ(files(), 1U);
}

// Blocks are at most 4096 rows: several full ones, and a rest; then whole ones only.
TEST_F(RunFiles, GiveBackLongMotionsToTheBit) {
  BouncingBall ball;
  ball.restitution = 0.999;
  ball.impacts = 4999;
  ball.samples = 2;
  write(path(), ball);
  expect_round_trip(RunFile(path()), ball);
  ball.impacts = 0;
  ball.samples = 2 * 4096 - 1;
  write(path(), ball, true);
  expect_round_trip(RunFile(path()), ball);
}

TEST_F(RunFiles, OfTheSameMotionAreTheSameBytes) {
  BouncingBall ball;
  ball.samples = 5000;
  write(path("a.h5"), ball);
  sleep(1);                // a time in the file would differ
  mallopt(M_PERTURB, 85);  // fresh memory is not zero: none of it gets into the file
  write(path("b.h5"), ball);
  mallopt(M_PERTURB, 0);
  EXPECT_EQ(text_of_file(path("a.h5")), text_of_file(path("b.h5")));
}

TEST_F(RunFiles, HoldSystemsWithoutContactsAndLongNames) {
  SystemInfo info;
  info.q = {{std::string(1000, 'q'), "m", 1.0}};
  info.u = {{"u", "", 1.0}};
  const std::string scene(300'000, '#');
  RunResult result;
  {
    RunWriter writer(path(), false, {info, "", scene, "moreau", "poisson", "event", {}});
    const std::array number = {1.0};
    for (int i = 0; i < 10'000; ++i) {
      writer.sample({1.0 * i, number, number, {}, {}, {}, result.final.ledger});
    }
    result.final.q = result.final.u = Eigen::VectorXd::Ones(1);
    result.message = "";
    result.reason = EndReason::zeno;
    writer.finish(result);
    writer.commit();
  }
  const RunFile file(path());
  EXPECT_EQ(file.scene(), scene);
  EXPECT_EQ(file.reason(), "zeno");
  EXPECT_EQ(file.rows(RunTable::samples), 10'000U);
  EXPECT_EQ(file.rows(RunTable::events), 0U);
  EXPECT_EQ(file.system().q[0].name, info.q[0].name);
  EXPECT_TRUE(file.final_state().modes.empty());
}

TEST_F(RunFiles, HoldMoreContactsThanAnOldAttributeCould) {
  SystemInfo info = BouncingBall().info();
  for (int i = 0; i < 2000; ++i) {
    info.contacts.push_back({"a contact with a rather long name " + std::to_string(i), {}});
  }
  RunResult result;
  result.final.q = result.final.u = Eigen::Vector2d::Zero();
  RunWriter writer(path(), false, setup(info));
  writer.finish(result);
  writer.commit();
  EXPECT_EQ(RunFile(path()).system().contacts.back().name, info.contacts.back().name);
}

TEST_F(RunFiles, KeepUnknownModesUnknown) {
  const SystemInfo info = BouncingBall().info();
  RunResult result;
  result.final.q = result.final.u = Eigen::Vector2d::Zero();
  RunWriter writer(path(), false, setup(info));
  writer.finish(result);
  writer.commit();
  EXPECT_TRUE(RunFile(path()).final_state().modes.empty());
}

TEST_F(RunFiles, AppearAtTheEndOrNotAtAll) {
  const BouncingBall ball;
  const SystemInfo info = ball.info();
  {
    RunWriter writer(path(), false, setup(info));
    writer.finish(ball.run(writer));
    EXPECT_FALSE(fs::exists(path()));
  }
  EXPECT_EQ(files(), 0U);
}

TEST_F(RunFiles, AreReplacedOnlyWithForce) {
  std::ofstream(path()) << "mine";
  expect_error([&] { write(path(), {}); }, "exists; --force replaces it");
  EXPECT_EQ(text_of_file(path()), "mine");
  write(path(), {}, true);
  EXPECT_EQ(RunFile(path()).reason(), "end");
  EXPECT_EQ(files(), 1U);
}

TEST_F(RunFiles, CannotBeAFolderADeviceOrInAFolderThatIsNotThere) {
  expect_error([&] { write(folder_.string(), {}, true); }, "is a folder");
  expect_error([&] { write("/dev/full", {}, true); }, "/dev/full is not a regular file");
  expect_error([&] { write(path("absent/run.h5"), {}); },
               "absent/run.h5: cannot be written: No such file or directory");
  EXPECT_EQ(files(), 0U);
}

TEST_F(RunFiles, NeverContainWhatIsNotANumber) {
  const SystemInfo info = BouncingBall().info();
  const std::array good = {1.0, 2.0};
  const std::array gap = {0.0};
  const std::array mode = {Mode::open};
  for (const double not_finite :
       {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}) {
    const std::array bad = {1.0, not_finite};
    const Ledger books;
    Ledger bad_books;
    bad_books.residual = not_finite;
    const auto write_sample = [&](const Sample& sample) {
      RunWriter writer(path(), false, setup(info));
      writer.sample(sample);
      writer.finish({});
    };
    expect_error(
        [&] {
          write_sample({0.0, good, bad, gap, good, mode, books});
        },
        "a number in samples/u is not finite");
    expect_error(
        [&] {
          write_sample({0.0, good, good, gap, good, mode, bad_books});
        },
        "a number in samples/energy is not finite");
    RunResult result = BouncingBall().run(*std::make_unique<MotionObserver>());
    result.final.q[0] = not_finite;
    RunWriter writer(path(), false, setup(info));
    expect_error([&] { writer.finish(result); }, "a number in final/q is not finite");
  }
  EXPECT_EQ(files(), 0U);
}

// What goes wrong on a disk that is full after `limit` bytes, tried in a process of its own. Empty: nothing.
template <class Action>
std::string error_on_a_disk_of(std::size_t limit, const Action& action) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit room{limit, limit};
    setrlimit(RLIMIT_FSIZE, &room);
    std::string said;
    try {
      action();
    } catch (const IoError& error) {
      said = error.what();
    }
    const bool told = ::write(ends[1], said.data(), said.size()) == static_cast<long>(said.size());
    exit(told ? 0 : 1);  // as a program ends: the library must keep quiet
  }
  close(ends[1]);
  std::string said(1000, '\0');
  said.resize(static_cast<std::size_t>(std::max(0L, read(ends[0], said.data(), said.size()))));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "limit " << limit;
  return said;
}

TEST_F(RunFiles, AFullDiskIsAnErrorThatLeavesNothing) {
  BouncingBall ball;
  ball.samples = 20'000;
  write(path("whole.h5"), ball);
  const std::size_t size = fs::file_size(path("whole.h5"));
  fs::remove(path("whole.h5"));
  for (const std::size_t limit :
       {std::size_t{0}, std::size_t{100}, std::size_t{2048}, std::size_t{30'000}, size / 2,
        size - 20'000, size - 2000, size - 25, size - 24, size - 1}) {
    const std::string said = error_on_a_disk_of(limit, [&] { write(path(), ball); });
    EXPECT_EQ(said, path() + ": cannot be written: File too large") << limit;
    EXPECT_EQ(files(), 0U) << limit;
  }
  // The library takes room in advance and gives it back.
  EXPECT_EQ(error_on_a_disk_of(size + 8192, [&] { write(path(), ball); }), "");
  EXPECT_EQ(files(), 1U);
}

TEST_F(RunFiles, CutOffOrDamagedAreRefused) {
  write(path(), {});
  const std::string whole = text_of_file(path());
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    expect_unreadable(whole.substr(0, size), "it is not a complete result file of ricochet");
  }
  expect_unreadable(whole.substr(0, whole.size() - 1),
                    "it is not a complete result file of ricochet");
  for (std::size_t place = 0; place + 24 < whole.size(); place += 131) {
    std::string bytes = whole;
    bytes[place] = static_cast<char>(bytes[place] ^ 0x10);
    expect_unreadable(bytes, "it was damaged or changed after it was written");
  }
  expect_unreadable(whole + "x", "it is not a complete result file of ricochet");
}

TEST_F(RunFiles, ThatAreSomethingElseAreRefused) {
  expect_unreadable(scene_text, "it is not a complete result file of ricochet");
  expect_error([&] { RunFile(path("absent.h5")); }, "cannot be read: No such file or directory");
  expect_error([&] { RunFile(folder_.string()); }, "cannot be read: Is a directory");

  // Sealed, and yet not ours.
  std::ofstream(path("text.h5")) << "text\n";
  EXPECT_EQ(seal_file(path("text.h5")), "");
  expect_error([&] { RunFile(path("text.h5")); }, "text.h5: cannot be read: ");
  const auto with = [&](const std::string& kind, long schema) {
    hdf5::Writer writer(path("other.h5"), "other");
    writer.attribute("/", "kind", kind);
    writer.attribute("/", "schema", schema);
    writer.close();
    EXPECT_EQ(seal_file(path("other.h5")), "");
    return path("other.h5");
  };
  expect_error([&] { RunFile(with("sweep", 1)); }, "it is a result of 'sweep'");
  expect_error([&] { RunFile(with("simulate", 7)); }, "its schema is 7, this version reads 1");
  expect_error([&] { RunFile(with("simulate", 1)); }, "/ has no attribute 'scene'");
}

// A whole file with one thing changed through the library of others, and sealed again.
TEST_F(RunFiles, WithNamesOrSizesThatDoNotFitAreRefused) {
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"del f['samples/q']", "samples/q has no attribute"},
      {"del f['samples/energy']", "there is no dataset 'samples/energy'"},
      {"f.attrs['contacts'] = ['a', 'b']", "the size of samples/gap does not fit"},
      {"f.attrs['contacts'] = ['b']", "the names of samples/gap are not"},
      {"f['samples/q'].attrs['units'] = ['m']", "not as many units as columns"},
      {"f['events/kind'].attrs['names'] = ['x']", "the names of events/kind are not"},
      {"f.attrs['kind'] = 3", "the attribute 'kind' of / is no text"},
      {"f.attrs['schema'] = 'one'", "the attribute 'schema' of / is no whole number"},
      {"a = f['samples/time'][:-1]; d = f['samples/time']; at = dict(d.attrs); "
       "del f['samples/time']; f['samples/time'] = a; f['samples/time'].attrs.update(at)",
       "the size of samples/q does not fit"},
      {"f['final/q'][0, 0] = float('nan')", "a number in final/q is not finite"},
      {"f['final/mode'][0, 0] = 77", "a code in final/mode has no name"}};
  for (const auto& [change, reason] : changes) {
    write(path(), {}, true);
    const ProgramRun run = run_program(
        "/usr/bin/python3",
        {"-c", "import h5py\nwith h5py.File('run.h5', 'r+') as f:\n  " + change}, folder_.string());
    ASSERT_EQ(run.code, 0) << run.err;
    expect_error([&] { RunFile{path()}; }, "cannot be read");  // the seal is gone or broken
    EXPECT_EQ(seal_file(path()), "");
    expect_error([&] { RunFile(path()).final_state(); }, reason);
  }
}

TEST_F(RunFiles, AreReadByH5py) {
  const BouncingBall ball;
  const RunResult result = write(path(), ball);
  const char* script = R"(
import h5py, json
with h5py.File('run.h5', 'r') as f:
  print(json.dumps({
    'attributes': [f.attrs['ricochet'], int(f.attrs['schema']), f.attrs['kind'], f.attrs['scene'],
                   float(f.attrs['until'])],
    'datasets': sorted(g + '/' + d for g in f for d in f[g]),
    'shape': f['samples/force'].shape,
    'columns': list(f['samples/q'].attrs['columns']) + list(f['samples/u'].attrs['units']),
    'y': f['samples/q'][:, 1].tolist(),
    'kinds': [f['events/kind'].attrs['names'][k] for k in f['events/kind']],
    'final': f['final/time'][0],
    'reason': f['status'].attrs['reason'],
    'steps': int(f['status'].attrs['steps'])}))
)";
  const ProgramRun run = run_program("/usr/bin/python3", {"-c", script}, folder_.string());
  ASSERT_EQ(run.code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  Memory memory;
  ball.run(memory);
  std::vector<double> heights;
  for (std::size_t i = 1; i < memory.q.size(); i += 2) heights.push_back(memory.q[i]);
  EXPECT_EQ(json["attributes"], nlohmann::json({version, 1, "simulate", scene_text, 1.0 / 3.0}));
  EXPECT_EQ(json["datasets"].size(), 7U + 9U + 6U);
  EXPECT_EQ(json["shape"], nlohmann::json({memory.times.size(), 2}));
  EXPECT_EQ(json["columns"], nlohmann::json({"ball.x", "ball.y", "m/s", "m/s"}));
  EXPECT_EQ(json["y"].get<std::vector<double>>(), heights);
  EXPECT_EQ(json["kinds"], nlohmann::json({"impact", "impact", "impact", "end"}));
  EXPECT_EQ(json["final"].get<double>(), result.final.t);
  EXPECT_EQ(json["reason"], "end");
  EXPECT_EQ(json["steps"], result.statistics.steps);
}

std::string csv_of(const RunFile& file, RunTable table) {
  std::string text;
  run_csv(file, table, [&](std::string_view piece) { text += piece; });
  return text;
}

TEST_F(RunFiles, AsCsvHaveNamesUnitsAndExactNumbers) {
  SystemInfo info;
  info.q = {{"a, b", "m", 1.0}};
  info.u = {{"v", "m/s", 1.0}};
  info.contacts = {{"tip", {}}};
  RunWriter writer(path(), false, setup(info));
  Event event;
  event.time = 0.1;
  event.kind = EventKind::collisionless_impact;
  event.contacts = {0};
  event.q = event.velocity_before = Eigen::VectorXd::Constant(1, 1.0 / 3.0);
  event.velocity_after = Eigen::VectorXd::Constant(1, -0.0);
  event.modes = {Mode::slip_minus};
  event.impulse = Eigen::Vector2d(1e300, -5e-324);
  writer.event(event);
  RunResult result;
  result.final.q = result.final.u = Eigen::VectorXd::Ones(1);
  writer.finish(result);
  writer.commit();
  EXPECT_EQ(csv_of(RunFile(path()), RunTable::events),
            "time [s],kind,tip.concerned,\"a, b [m]\",v.before [m/s],v.after [m/s],tip.mode,"
            "tip.normal_impulse [N s],tip.tangential_impulse [N s],dissipation [J]\n"
            "0.1,collisionless-impact,yes,0.3333333333333333,0.3333333333333333,0,slip-,1e+300,"
            "-5e-324,0\n");
  EXPECT_TRUE(csv_of(RunFile(path()), RunTable::samples).ends_with("residual [J]\n"));
}

TEST_F(RunFiles, AsCsvHaveARowPerSampleBeyondABlock) {
  BouncingBall ball;
  ball.samples = 5000;
  write(path(), ball);
  const RunFile file(path());
  const std::string text = csv_of(file, RunTable::samples);
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')),
            file.rows(RunTable::samples) + 1);
  std::size_t line = text.find('\n') + 1;
  for (const double time : numbers(file, RunTable::samples, 0)) {
    ASSERT_EQ(std::stod(text.substr(line, 40)), time);
    line = text.find('\n', line) + 1;
  }
}

TEST_F(RunFiles, AsCsvOnAFullDiskAreAnErrorThatLeavesNothing) {
  for (const std::size_t limit : {10U, 100'000U}) {
    const std::string said = error_on_a_disk_of(limit, [&] {
      NewTextFile file(path("x.csv"), false);
      for (int i = 0; i < 10; ++i) file.add(std::string(20'000, 'x'));
      file.finish();
    });
    EXPECT_EQ(said, path("x.csv") + ": cannot be written: File too large");
    EXPECT_EQ(files(), 0U);
  }
}

TEST_F(RunFiles, AreReadAsTheDocumentShows) {
  write(path(), {});
  const std::string script =
      testing::between(testing::text_of("docs/result-files.md"), "```python\n", "```");
  const ProgramRun run = run_program("/usr/bin/python3", {"-c", script}, folder_.string());
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.out.starts_with("scene: a ball law: moreau\n0.451524 s  impact\n")) << run.out;
  EXPECT_NE(run.out.find("\nended: end\n"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace ricochet::test
