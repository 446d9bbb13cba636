// Studies that are cut short: by Ctrl-C, kill -9, a full disk, a rank that dies. What was finished is kept, and the
// same command gives the same bytes in the end, whoever computed them.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <random>
#include <thread>

#include <support/suite.hpp>

#include "study_folder.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RICOCHET_CLANG_ASAN
#endif
#endif

namespace ricochet::test {
namespace {

using std::chrono::milliseconds;

// A program under way.
class Running {
 public:
  Running(const std::string& program, const Words& arguments, const std::filesystem::path& folder) {
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& word : arguments) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    child_ = fork();
    if (child_ != 0) return;
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int stream : {0, 1, 2}) dup2(nowhere, stream);
    if (chdir(folder.c_str()) == 0) execv(program.c_str(), argv.data());
    _exit(127);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() {
    if (child_ > 0) signal(SIGKILL), wait();
  }

  void signal(int number) const { kill(child_, number); }
  pid_t id() const { return child_; }
  // Exit code, 128 + signal if it was killed.
  int wait() {
    int status = 0;
    rusage used{};
    wait4(child_, &status, 0, &used);
    child_ = 0;
    const auto seconds = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    processor_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  double processor_seconds = 0.0;  ///< after wait()

 private:
  pid_t child_ = 0;
};

class CutShort : public StudyFolder {
 protected:
  // Cells in the journal of the toy; none if there is no journal.
  std::size_t cells_in(const std::string& journal) const {
    const std::string file = bytes(journal);
    std::size_t cells = 0, at = 27;
    while (at + 16 <= file.size()) {
      std::uint32_t length = 0;
      std::memcpy(&length, file.data() + at + 8, 4);
      if (at + 16 + length > file.size()) break;
      cells += length / 8 / columns;
      at += 16 + length;
    }
    return cells;
  }
  // Until a journal holds some cells.
  void wait_for_cells(const std::string& journal, std::size_t cells) const {
    for (int i = 0; i < 2000 && cells_in(journal) < cells; ++i) {
      std::this_thread::sleep_for(milliseconds(10));
    }
    EXPECT_GE(cells_in(journal), cells);
  }
  // The result of a study without interruption.
  std::string whole(const Words& command) const {
    Words words = command;
    words.insert(words.end(), {"-o", "whole.h5", "--quiet"});
    const ProgramRun run = ricochet(words);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_FALSE(exists("whole.h5.part"));
    return bytes("whole.h5");
  }

  // Enough to be cut short, few where checks make everything slow.
  static int many() { return static_cast<int>(std::clamp(testing::suite_count(2000), 30L, 120L)); }

  static constexpr std::size_t columns = 4;  // of the toy's cells: status and three quantities
};

class Ranks : public CutShort {
 protected:
  void SetUp() override {
    CutShort::SetUp();
#if defined(__SANITIZE_ADDRESS__) || defined(RICOCHET_CLANG_ASAN)
    GTEST_SKIP() << "MPI itself leaks";
#endif
    const ProgramRun linked = run_program("/usr/bin/ldd", {RICOCHET_PROGRAM});
    if (!std::filesystem::exists(mpirun) || linked.out.find("libmpi") == std::string::npos) {
      GTEST_SKIP() << "mpirun is not installed";
    }
  }
  static Words on_ranks(int count, const Words& command) {
    Words words = {"--allow-run-as-root", "--oversubscribe", "-n", std::to_string(count),
                   RICOCHET_PROGRAM};
    words.insert(words.end(), command.begin(), command.end());
    return words;
  }
  ProgramRun run(int count, const Words& command) const {
    Words words = on_ranks(count, command);
    words.insert(words.begin(), {"100", mpirun});  // a rank that waits for ever is found out
    return run_program("/usr/bin/timeout", words, folder_.string());
  }
  static constexpr const char* mpirun = "/usr/bin/mpirun";
};

TEST_F(CutShort, TheSameBytesForAnyNumberOfThreads) {
  const std::vector<Words> studies = {{"map", "studies/payr_glocker_fig4.yaml"},
                                      {"sweep", "studies/two_vehicles.yaml"},
                                      {"painleve", "studies/painleve_rod.yaml"},
                                      {"sweep", toy_study(40, "0.2")}};
  for (const Words& study : studies) {
    std::string one;
    for (const char* threads : {"1", "2", "4"}) {
      Words words = study;
      words.insert(words.end(), {"-o", "out.h5", "--force", "--threads", threads});
      ASSERT_EQ(ricochet(words).code, 0);
      if (one.empty()) one = bytes("out.h5");
      EXPECT_FALSE(one.empty());
      EXPECT_EQ(bytes("out.h5"), one) << study[1] << ' ' << threads;
    }
  }
}

// Twenty times kill -9 at random, a few after more than a second.
TEST_F(CutShort, KilledAtRandomTheyGoOnToTheSameBytes) {
  const int cells = 2 * many();
  const Words study = {"sweep", toy_study(cells, "1.0")};
  Running first(RICOCHET_PROGRAM, {study[0], study[1], "-o", "whole.h5", "--threads", "1"},
                folder_);
  ASSERT_EQ(first.wait(), 0);
  const std::string expected = bytes("whole.h5");
  const double cost = first.processor_seconds / cells;

  std::mt19937_64 random(20);
  int kills = 0, finished = 0;
  double most_lost = 0.0;
  while (kills < 20) {
    const int threads = kills % 4 == 3 ? 2 : 1;
    const std::size_t before = cells_in("out.h5.part");
    Running run(RICOCHET_PROGRAM,
                {study[0], study[1], "-o", "out.h5", "--threads", std::to_string(threads)},
                folder_);
    const long delay = kills % 10 == 4 ? 1200 : 20 + static_cast<long>(random() % 250);
    std::this_thread::sleep_for(milliseconds(delay));
    run.signal(SIGKILL);
    const int code = run.wait();
    // Killed while it wrote its result, a run leaves the temporary file: nobody is there to remove it.
    for (const auto& file : std::filesystem::directory_iterator(folder_)) {
      if (file.path().extension() == ".tmp") std::filesystem::remove(file.path());
    }
    if (exists("out.h5")) {  // it was complete: the next run begins anew
      EXPECT_EQ(bytes("out.h5"), expected);
      std::filesystem::remove(folder_ / "out.h5");
      std::filesystem::remove(folder_ / "out.h5.part");
      ++finished;
      if (code == 0) continue;
    } else {
      EXPECT_EQ(code, 128 + SIGKILL);
      const std::size_t after = cells_in("out.h5.part");
      EXPECT_GE(after, before);
      const double lost =
          (run.processor_seconds - cost * static_cast<double>(after - before)) / threads;
      most_lost = std::max(most_lost, lost);
    }
    ++kills;
  }
  std::printf("20 kills, %d studies completed between them, at most %.2f s of work lost\n",
              finished, most_lost);
  EXPECT_LE(most_lost, 1.0);
  const ProgramRun last = ricochet({study[0], study[1], "-o", "out.h5"});
  EXPECT_EQ(last.code, 0) << last.err;
  EXPECT_EQ(bytes("out.h5"), expected);
  EXPECT_FALSE(exists("out.h5.part"));
  EXPECT_EQ(files(), 3);  // no temporary file is left either: the study, the whole, the result
}

// Boundaries are a second stage with cells of their own.
TEST_F(CutShort, StudiesOfTwoStagesGoOnInEither) {
  write("map.yaml",
        "map:\n  base: scenes/woodpecker.yaml\n  parameters:\n"
        "    - {path: until, from: 0.1, to: 0.4, count: 12}\n    - {path: tolerance, from: 1.0e-9, "
        "to: 1.0e-6, count: 3, scale: log}\n"
        "  quantities:\n    - {name: many, formula: count.impact > 4, names: [no, yes]}\n"
        "  refine: {quantity: many, tolerance: 1.0e-9}\n");
  const std::string expected = whole({"map", "map.yaml"});
  int runs = 0;
  for (; !exists("out.h5") && runs < 100; ++runs) {
    Running run(RICOCHET_PROGRAM, {"map", "map.yaml", "-o", "out.h5", "--threads", "1"}, folder_);
    std::this_thread::sleep_for(milliseconds(60 + 40 * runs));
    run.signal(SIGKILL);
    run.wait();
  }
  EXPECT_GT(runs, 1);
  EXPECT_EQ(bytes("out.h5"), expected);
}

TEST_F(CutShort, CtrlCKeepsWhatIsFinished) {
  const Words study = {"sweep", toy_study(many(), "1.0")};
  for (const int number : {SIGINT, SIGTERM}) {
    const std::size_t before = cells_in("out.h5.part");
    Running run(RICOCHET_PROGRAM, {study[0], study[1], "-o", "out.h5", "--threads", "2"}, folder_);
    wait_for_cells("out.h5.part", before + 10);
    run.signal(number);
    EXPECT_EQ(run.wait(), 1);
    EXPECT_FALSE(exists("out.h5"));
  }
  const std::size_t there = cells_in("out.h5.part");
  const ProgramRun rest = ricochet({study[0], study[1], "-o", "out.h5"});
  EXPECT_EQ(rest.code, 0);
  EXPECT_EQ(rest.err, "ricochet: going on from out.h5.part: " + std::to_string(there) + " of " +
                          std::to_string(many()) + " cells are there\n");
  EXPECT_EQ(bytes("out.h5"), whole(study));
}

TEST_F(CutShort, CtrlCSaysHowToGoOnOrPrintsWhatIsThere) {
  const std::string study = toy_study(2000, "1.0");
  const auto interrupted = [&](const Words& more) {
    Words words = {"--preserve-status", "--foreground", "-s", "INT", "0.6",
                   RICOCHET_PROGRAM,    "sweep",        study};
    words.insert(words.end(), more.begin(), more.end());
    return run_program("/usr/bin/timeout", words, folder_.string());
  };
  const ProgramRun kept = interrupted({"-o", "out.h5"});
  EXPECT_EQ(kept.code, 1);
  EXPECT_EQ(kept.out, "");
  EXPECT_EQ(
      kept.err,
      "ricochet: cancelled; the cells finished so far are in out.h5.part, and the same command "
      "goes on from there\n");
  const ProgramRun printed = interrupted({"--format", "csv"});
  EXPECT_EQ(printed.code, 1);
  EXPECT_EQ(printed.err, "ricochet: cancelled\n");
  EXPECT_TRUE(printed.out.starts_with("until,status,time [s],count.impact,energy.kinetic [J]\n"))
      << printed.out;
  EXPECT_LT(std::count(printed.out.begin(), printed.out.end(), '\n'), 2001);
}

TEST_F(CutShort, JournalOfAnotherStudyIsRefusedUntouched) {
  const std::string study = toy_study(many(), "1.0");
  {
    Running run(RICOCHET_PROGRAM, {"sweep", study, "-o", "out.h5"}, folder_);
    wait_for_cells("out.h5.part", 5);
    const ProgramRun second = ricochet({"sweep", study, "-o", "out.h5"});
    EXPECT_EQ(second.code, 2);
    EXPECT_EQ(second.err, "ricochet: -o: out.h5.part: another run is writing this journal\n");
  }
  const std::string before = bytes("out.h5.part");
  EXPECT_GT(before.size(), 27U);
  toy_study(6, "0.1");
  expect_refused(
      {"sweep", study, "-o", "out.h5"},
      "ricochet: -o: out.h5.part: this is the journal of another study, base or version; "
      "remove it, or begin anew with --force");
  EXPECT_EQ(bytes("out.h5.part"), before);
  EXPECT_EQ(ricochet({"sweep", study, "-o", "out.h5", "--force"}).code, 0);
  EXPECT_EQ(bytes("out.h5"), whole({"sweep", study}));
  EXPECT_FALSE(exists("out.h5.part"));
}

TEST_F(CutShort, AFullDiskKeepsWhatIsFinished) {
  const std::string study = toy_study(300, "0.1");
  const std::string expected = whole({"sweep", study});
  const auto on_a_disk_of = [&](const std::string& blocks) {
    const std::string script = "ulimit -f " + blocks + "; exec \"$0\" \"$@\"";
    return run_program(
        "/bin/sh",
        {"-c", script, RICOCHET_PROGRAM, "sweep", study, "-o", "out.h5", "--threads", "2"},
        folder_.string());
  };
  // 4 kB of journal: the work ends when they are full.
  const ProgramRun early = on_a_disk_of("8");
  EXPECT_EQ(early.code, 2);
  EXPECT_EQ(early.out, "");
  EXPECT_EQ(early.err, "ricochet: out.h5.part: cannot be written: File too large\n");
  EXPECT_FALSE(exists("out.h5"));
  const std::size_t there = cells_in("out.h5.part");
  EXPECT_GT(there, 0U);
  EXPECT_LT(there, 300U);
  // Room for the journal, none for the result: no cell has to be computed again.
  const ProgramRun late = on_a_disk_of("30");
  EXPECT_EQ(late.code, 2);
  EXPECT_NE(late.err.find("ricochet: out.h5: cannot be written: File too large\n"),
            std::string::npos)
      << late.err;
  EXPECT_FALSE(exists("out.h5"));
  EXPECT_EQ(cells_in("out.h5.part"), 300U);
  EXPECT_EQ(files(), 3);
  const ProgramRun last = ricochet({"sweep", study, "-o", "out.h5"});
  EXPECT_EQ(last.code, 0) << last.err;
  EXPECT_EQ(bytes("out.h5"), expected);
}

TEST_F(CutShort, AFullStandardOutputLosesNothing) {
  const std::string study = toy_study(6, "0.1");
  const ProgramRun run = ricochet({"sweep", study, "-o", "out.h5"}, "/dev/full");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err, "ricochet: standard output: cannot be written: No space left on device\n");
  EXPECT_EQ(bytes("out.h5"), whole({"sweep", study}));
}

// ------------------------------------------------------------------------------------------------ ranks

TEST_F(Ranks, GiveTheSameBytes) {
  const std::vector<Words> studies = {{"map", "studies/payr_glocker_fig4.yaml"},
                                      {"sweep", toy_study(40, "0.2")}};
  for (const Words& study : studies) {
    const std::string expected = whole(study);
    for (const int count : {2, 3}) {
      Words words = study;
      // Threads of a rank share its connection.
      words.insert(words.end(),
                   {"-o", "out.h5", "--force", "--threads", std::to_string(count - 1)});
      const ProgramRun done = run(count, words);
      EXPECT_EQ(done.code, 0) << done.err;
      EXPECT_EQ(bytes("out.h5"), expected) << study[1] << ' ' << count;
    }
    std::filesystem::remove(folder_ / "whole.h5");
  }
}

TEST_F(Ranks, SpeakWithOneVoiceAndRefuseTogether) {
  const std::string study = toy_study(6, "0.1");
  const ProgramRun printed = run(3, {"sweep", study, "--format", "csv"});
  EXPECT_EQ(printed.code, 0) << printed.err;
  EXPECT_EQ(printed.out, ricochet({"sweep", study, "--format", "csv"}).out);
  // What only rank 0 can know is known to all before they wait for each other.
  const ProgramRun refused = run(2, {"sweep", study, "-o", "toy.yaml"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.out, "");
  const std::string part = "ricochet: -o: toy.yaml exists; --force replaces it\n";
  const std::size_t at = refused.err.find(part);
  EXPECT_NE(at, std::string::npos) << refused.err;
  EXPECT_EQ(refused.err.find("ricochet: ", at + 1), std::string::npos) << refused.err;
  EXPECT_EQ(files(), 1);
}

// The process of this rank among the descendants of mpirun.
pid_t process_of_rank(pid_t mpirun, const std::string& rank) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string id = entry.path().filename().string();
    if (id.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string status = text_of_file("/proc/" + id + "/status");
    if (status.find("\nPPid:\t" + std::to_string(mpirun) + '\n') == std::string::npos) continue;
    const std::string environment = text_of_file("/proc/" + id + "/environ");
    const std::string wanted = "OMPI_COMM_WORLD_RANK=" + rank;
    if (environment.find(wanted + '\0') != std::string::npos) return std::stoi(id);
  }
  return 0;
}

TEST_F(Ranks, WhereOneIsKilledKeepTheJournalAndGoOn) {
  const bool both = testing::suite_count(100) == 100;
  // Enough cells that none of the runs can end before its rank is killed.
  const Words study = {
      "sweep", toy_study((both ? 6 : 1) * many(), "1.0"), "-o", "out.h5", "--threads", "1"};
  std::vector<std::string> ranks = {"1"};
  if (both) ranks.emplace_back("0");
  for (const std::string& rank : ranks) {
    const std::size_t before = cells_in("out.h5.part");
    Running all(mpirun, on_ranks(2, study), folder_);
    wait_for_cells("out.h5.part", before + 10);
    const pid_t one = process_of_rank(all.id(), rank);
    ASSERT_GT(one, 0);
    kill(one, SIGKILL);
    EXPECT_NE(all.wait(), 0);
    EXPECT_FALSE(exists("out.h5"));
    EXPECT_GE(cells_in("out.h5.part"), before + 10);
  }
  const ProgramRun rest = run(2, study);
  EXPECT_EQ(rest.code, 0) << rest.err;
  EXPECT_NE(rest.err.find("going on from out.h5.part: "), std::string::npos) << rest.err;
  EXPECT_EQ(bytes("out.h5"), whole({study[0], study[1]}));
  EXPECT_FALSE(exists("out.h5.part"));
}

TEST_F(Ranks, GoOnFromAJournalOfOneProcessAndBack) {
  const Words study = {"sweep", toy_study(many(), "1.0"), "-o", "out.h5", "--threads", "1"};
  {
    Running alone(RICOCHET_PROGRAM, study, folder_);
    wait_for_cells("out.h5.part", 10);
  }
  {
    Running all(mpirun, on_ranks(2, study), folder_);
    wait_for_cells("out.h5.part", cells_in("out.h5.part") + 10);
    kill(process_of_rank(all.id(), "0"), SIGINT);
    EXPECT_EQ(all.wait(), 1);
  }
  EXPECT_FALSE(exists("out.h5"));
  EXPECT_EQ(ricochet(study).code, 0);
  EXPECT_EQ(bytes("out.h5"), whole({study[0], study[1]}));
}

}  // namespace
}  // namespace ricochet::test
