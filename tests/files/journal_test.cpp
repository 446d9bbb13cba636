// The journal of a study: whatever happens to the file, the records that were complete come back, and work goes on.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>

#include <ricochet/files/errors.hpp>
#include <ricochet/files/journal.hpp>
#include <support/program.hpp>

namespace ricochet::test {
namespace {

namespace fs = std::filesystem;

struct Record {
  std::uint64_t index = 0;
  std::vector<double> payload;

  // To the bit: a missing number is NaN.
  bool operator==(const Record& other) const {
    return index == other.index &&
           std::equal(payload.begin(), payload.end(), other.payload.begin(), other.payload.end(),
                      [](double a, double b) {
                        return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
                      });
  }
};
using Records = std::vector<Record>;

class Journals : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("ricochet journal test " + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    path_ = folder_ / "out.h5.part";
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Opens it, and gives back what it holds.
  Records open(std::optional<Journal>& journal, bool replace = false,
               std::uint64_t hash = own_hash) const {
    Records found;
    journal.emplace(path_, hash, replace,
                    [&](std::uint64_t index, std::span<const double> payload) {
                      found.push_back({index, {payload.begin(), payload.end()}});
                    });
    return found;
  }
  Records content() const {
    std::optional<Journal> journal;
    return open(journal);
  }
  void write(const Records& records) const {
    fs::remove(path_);
    std::optional<Journal> journal;
    EXPECT_TRUE(open(journal).empty());
    for (const Record& record : records) journal->add(record.index, record.payload);
  }
  std::string bytes() const { return text_of_file(path_.string()); }
  void put_bytes(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
  }
  std::string error_of_opening(bool replace = false, std::uint64_t hash = own_hash) const {
    std::optional<Journal> journal;
    try {
      open(journal, replace, hash);
    } catch (const IoError& error) {
      return error.what();
    }
    return "";
  }

  static constexpr std::uint64_t own_hash = 0x123456789abcdef0U;
  fs::path folder_, path_;
};

constexpr double infinity = std::numeric_limits<double>::infinity();
const Records some = {{0, {1.0, -0.0, 5e-324}},
                      {7, {}},
                      {(std::uint64_t{1} << 56U) | 3U, {NAN, infinity}},
                      {std::numeric_limits<std::uint64_t>::max(), {1.0 / 3.0}}};

TEST_F(Journals, GiveBackWhatWasAddedToTheBit) {
  write(some);
  EXPECT_EQ(content(), some);
  EXPECT_EQ(content(), some);  // reading changes nothing
  Records many;
  for (std::uint64_t i = 0; i < 2000; ++i) many.push_back({i, std::vector<double>(i % 50, 0.1)});
  write(many);
  EXPECT_EQ(content(), many);
}

TEST_F(Journals, GoOnWhereTheyEnded) {
  write(some);
  {
    std::optional<Journal> journal;
    open(journal);
    journal->add(99, some[0].payload);
  }
  Records more = some;
  more.push_back({99, some[0].payload});
  EXPECT_EQ(content(), more);
}

// Wherever the file was cut off, exactly the complete records come back and the next one follows them.
TEST_F(Journals, CutAnywhereKeepTheCompleteRecords) {
  write(some);
  const std::string whole = bytes();
  std::vector<std::size_t> ends;  // of the records, and of the header
  ends.push_back(whole.size());
  for (auto it = some.rbegin(); it != some.rend(); ++it) {
    ends.insert(ends.begin(), ends.front() - 16 - 8 * it->payload.size());
  }
  EXPECT_EQ(ends.front(), 27U);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    put_bytes(whole.substr(0, size));
    const auto complete = static_cast<std::size_t>(
        std::upper_bound(ends.begin() + 1, ends.end(), size) - ends.begin() - 1);
    Records expected(some.begin(), some.begin() + static_cast<std::ptrdiff_t>(complete));
    {
      std::optional<Journal> journal;
      ASSERT_EQ(open(journal), expected) << size;
      journal->add(5, some[3].payload);
    }
    expected.push_back({5, some[3].payload});
    ASSERT_EQ(content(), expected) << size;
  }
}

TEST_F(Journals, WithAFlippedBitKeepTheRecordsBeforeIt) {
  write(some);
  const std::string whole = bytes();
  std::size_t begin = 27;
  for (std::size_t r = 0; r < some.size(); ++r) {
    const std::size_t end = begin + 16 + 8 * some[r].payload.size();
    const Records before(some.begin(), some.begin() + static_cast<std::ptrdiff_t>(r));
    for (std::size_t place = begin; place < end; ++place) {
      for (unsigned bit = 0; bit < 8; ++bit) {
        std::string damaged = whole;
        damaged[place] =
            static_cast<char>(static_cast<unsigned char>(damaged[place]) ^ (1U << bit));
        put_bytes(damaged);
        ASSERT_EQ(content(), before) << "byte " << place << " bit " << bit;
      }
    }
    begin = end;
  }
  EXPECT_EQ(begin, whole.size());
}

TEST_F(Journals, OfAnotherStudyAreRefusedUntouchedOrReplacedOnRequest) {
  const std::string complaint = path_.string() +
                                ": this is the journal of another study, base or version; remove "
                                "it, or begin anew with --force";
  write(some);
  const std::string whole = bytes();
  EXPECT_EQ(error_of_opening(false, own_hash + 1), complaint);
  EXPECT_EQ(bytes(), whole);
  for (std::size_t place = 0; place < 27; ++place) {  // any damage to the header is another study
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 1);
    put_bytes(damaged);
    EXPECT_EQ(error_of_opening(), complaint);
    EXPECT_EQ(bytes(), damaged);
  }
  put_bytes("my own file\n");
  EXPECT_EQ(error_of_opening(), complaint);
  EXPECT_EQ(bytes(), "my own file\n");

  put_bytes(whole);
  {
    std::optional<Journal> journal;
    EXPECT_TRUE(open(journal, true, own_hash + 1).empty());
    journal->add(1, some[0].payload);
  }
  EXPECT_EQ(error_of_opening(), complaint);
  std::optional<Journal> journal;
  EXPECT_EQ(open(journal, false, own_hash + 1), (Records{{1, some[0].payload}}));
}

// `replace` is for that of another study; the own one goes on.
TEST_F(Journals, OfTheSameStudyAreNotReplaced) {
  write(some);
  std::optional<Journal> journal;
  EXPECT_EQ(open(journal, true), some);
}

TEST_F(Journals, BelongToOneRunAtATime) {
  std::optional<Journal> first;
  open(first);
  first->add(1, some[0].payload);
  const std::string whole = bytes();
  const std::string complaint = path_.string() + ": another run is writing this journal";
  EXPECT_EQ(error_of_opening(), complaint);
  EXPECT_EQ(error_of_opening(true), complaint);
  EXPECT_EQ(bytes(), whole);
  first->add(2, {});
  first.reset();
  EXPECT_EQ(content(), (Records{{1, some[0].payload}, {2, {}}}));
}

TEST_F(Journals, GoWhenTheStudyIsComplete) {
  std::optional<Journal> journal;
  open(journal);
  journal->add(1, some[0].payload);
  journal->remove();
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(Journals, CannotBeInAFolderThatIsNotThere) {
  path_ = folder_ / "absent" / "out.h5.part";
  EXPECT_EQ(error_of_opening(), path_.string() + ": cannot be opened: No such file or directory");
  path_ = folder_;
  EXPECT_EQ(error_of_opening(), path_.string() + ": cannot be opened: Is a directory");
}

TEST_F(Journals, OnAFullDiskKeepWhatWasAddedBefore) {
  const Record record{3, {1.0, 2.0}};  // 32 bytes
  for (const std::size_t limit : {0U, 10U, 26U, 27U, 50U, 59U, 60U, 200U}) {
    fs::remove(path_);
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit room{limit, limit};
      setrlimit(RLIMIT_FSIZE, &room);
      try {
        std::optional<Journal> journal;
        open(journal);
        for (int i = 0; i < 100; ++i) journal->add(record.index, record.payload);
      } catch (const IoError& error) {
        const std::string expected = path_.string() + ": cannot be written: File too large";
        _exit(error.what() == expected ? 7 : 8);
      }
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7) << limit;
    if (limit < 27) {  // not even the header: nothing is left behind
      EXPECT_FALSE(fs::exists(path_)) << limit;
      continue;
    }
    EXPECT_EQ(content(), Records((limit - 27) / 32, record)) << limit;
  }
}

TEST(JournalHash, TellsTextsApart) {
  EXPECT_EQ(hash_of({}), 0xcbf29ce484222325U);
  EXPECT_EQ(hash_of({"a", "b"}), hash_of({"a", "b"}));
  const std::vector<std::uint64_t> all = {
      hash_of({"a", "b"}), hash_of({"ab"}),         hash_of({"ab", ""}), hash_of({"", "ab"}),
      hash_of({"b", "a"}), hash_of({"a", "b", ""}), hash_of({""}),       hash_of({})};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(all[i], all[j]) << i << ' ' << j;
  }
}

}  // namespace
}  // namespace ricochet::test
