// The work of a study: rows are the same whoever computes them, and nothing that was finished is lost.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <mutex>
#include <random>
#include <stdexcept>
#include <thread>

#include <ricochet/study/cells.hpp>
#include <support/suite.hpp>

namespace ricochet::test {
namespace {

// Row of a link: what the row before holds, stirred with the number of the cell. A chain may end early.
class StirredTask : public CellTask {
 public:
  explicit StirredTask(const CellLayout& layout) : layout_(layout) {}
  CellLayout layout() const override { return layout_; }
  std::unique_ptr<CellWorker> worker() const override { return std::make_unique<Worker>(*this); }

  // Links of a chain.
  std::size_t length(std::size_t chain) const {
    return layout_.links == 1 || chain % 3 != 0 ? layout_.links : chain % layout_.links;
  }
  void fill(std::size_t chain, std::size_t link, std::span<const double> previous,
            std::span<double> row) const {
    for (std::size_t c = 0; c < row.size(); ++c) {
      const double before = previous.empty() ? 0.5 : previous[c];
      row[c] = std::sin(1.0 + 13.0 * before + static_cast<double>(7 * chain + 3 * link + c));
    }
    if (chain % 5 == 1 && !row.empty()) row[0] = NAN;  // missing numbers go from link to link, too
  }

 private:
  class Worker final : public CellWorker {
   public:
    explicit Worker(const StirredTask& task) : task_(task) {}
    bool compute(std::size_t chain, std::size_t link, std::span<const double> previous,
                 std::span<double> row) override {
      EXPECT_EQ(previous.size(), link == 0 ? 0 : task_.layout_.columns);
      EXPECT_TRUE(std::all_of(row.begin(), row.end(), [](double x) { return std::isnan(x); }));
      if (link >= task_.length(chain)) return false;
      task_.fill(chain, link, previous, row);
      return true;
    }
    const StirredTask& task_;
  };
  CellLayout layout_;
};

// What one loop gives.
CellRows by_hand(const StirredTask& task) {
  const CellLayout layout = task.layout();
  CellRows rows(layout);
  for (std::size_t chain = 0; chain < layout.chains; ++chain) {
    std::vector<double> previous;
    for (std::size_t link = 0; link < layout.links; ++link) {
      const std::size_t cell = chain * layout.links + link;
      if (link >= task.length(chain)) {
        rows.end_chain(cell);
        break;
      }
      std::vector<double> row(layout.columns);
      task.fill(chain, link, previous, row);
      rows.put(cell, row);
      previous = row;
    }
  }
  return rows;
}

// Keeps rows; cells that come twice are counted.
class Keeper : public CellSink {
 public:
  explicit Keeper(CellRows& rows) : rows_(rows) {}
  void rows(std::size_t first, std::span<const double> rows) override {
    const std::lock_guard lock(mutex_);
    const std::size_t count = rows.size() / rows_.layout().columns;
    for (std::size_t i = 0; i < count; ++i) twice_ += rows_.settled(first + i) ? 1U : 0U;
    rows_.put(first, rows);
    computed_ += count;
  }
  void chain_ended(std::size_t cell) override {
    const std::lock_guard lock(mutex_);
    twice_ += rows_.settled(cell) ? 1U : 0U;
    rows_.end_chain(cell);
  }
  bool go_on() override { return true; }

  std::size_t computed() const { return computed_; }
  std::size_t twice() const { return twice_; }

 protected:
  std::mutex mutex_;
  CellRows& rows_;
  std::size_t computed_ = 0, twice_ = 0;
};

void expect_same(const CellRows& a, const CellRows& b) {
  ASSERT_EQ(a.layout().cells(), b.layout().cells());
  EXPECT_EQ(a.open(), b.open());
  for (std::size_t cell = 0; cell < a.layout().cells(); ++cell) {
    ASSERT_EQ(a.has(cell), b.has(cell)) << cell;
    ASSERT_EQ(a.settled(cell), b.settled(cell)) << cell;
    if (!a.has(cell)) continue;
    for (std::size_t c = 0; c < a.layout().columns; ++c) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(a.row(cell)[c]),
                std::bit_cast<std::uint64_t>(b.row(cell)[c]))
          << cell << ' ' << c;
    }
  }
}

void copy_cell(const CellRows& from, CellRows& to, std::size_t cell) {
  if (from.has(cell)) {
    to.put(cell, from.row(cell));
  } else {
    to.end_chain(cell);
  }
}

const std::vector<CellLayout> layouts = {
    {1, 1, 1}, {1, 40, 2}, {5000, 1, 3}, {60, 7, 2}, {9, 1, 4}};

TEST(Cells, DoNotDependOnTheNumberOfThreads) {
  for (const CellLayout& layout : layouts) {
    const StirredTask task(layout);
    const CellRows expected = by_hand(task);
    EXPECT_EQ(expected.open(), 0U);
    for (const int threads : {1, 2, 3, 8}) {
      CellRows rows(layout);
      OpenCells open(rows, static_cast<std::size_t>(threads));
      Keeper keeper(rows);
      work(task, open, keeper, threads);
      expect_same(rows, expected);
      EXPECT_EQ(keeper.twice(), 0U);
    }
  }
}

// Any cells can be there already: of plain cells any, of a chain also holes.
TEST(Cells, DoNotDependOnWhatWasThereBefore) {
  std::mt19937_64 random(7);
  const long trials = testing::suite_count(300);
  for (long trial = 0; trial < trials; ++trial) {
    const CellLayout& layout = layouts[static_cast<std::size_t>(trial) % layouts.size()];
    const StirredTask task(layout);
    const CellRows expected = by_hand(task);
    CellRows rows(layout);
    std::size_t there = 0;
    const bool holes = trial % 2 == 0;
    for (std::size_t chain = 0; chain < layout.chains; ++chain) {
      const std::size_t begun = random() % (layout.links + 1);
      for (std::size_t link = 0; link < layout.links; ++link) {
        const std::size_t cell = chain * layout.links + link;
        if (rows.settled(cell) || (holes ? random() % 3 == 0 : link >= begun)) continue;
        copy_cell(expected, rows, cell);
        there += expected.has(cell) ? 1U : 0U;
      }
    }
    OpenCells open(rows, static_cast<std::size_t>(1 + trial % 4));
    Keeper keeper(rows);
    work(task, open, keeper, 1 + static_cast<int>(trial % 3));
    expect_same(rows, expected);
    EXPECT_EQ(keeper.twice(), 0U);
    std::size_t all = 0;
    for (std::size_t cell = 0; cell < layout.cells(); ++cell) all += expected.has(cell) ? 1U : 0U;
    EXPECT_EQ(keeper.computed(), all - there);
  }
}

TEST(Cells, AreGivenOutOnceInOrderWithTheRowBefore) {
  std::mt19937_64 random(11);
  for (const CellLayout& layout : layouts) {
    const StirredTask task(layout);
    const CellRows expected = by_hand(task);
    for (const std::size_t shares : {0U, 1U, 2U, 16U}) {
      CellRows rows(layout);
      for (std::size_t cell = 0; cell < layout.cells(); ++cell) {
        if (!rows.settled(cell) && random() % 4 != 0) copy_cell(expected, rows, cell);
      }
      std::vector<int> given(layout.cells());
      OpenCells open(rows, shares);
      CellBlock block;
      std::size_t last = 0;
      while (open.next(block)) {
        ASSERT_GT(block.count, 0U);
        ASSERT_GE(block.first, last);
        last = block.first + block.count;
        ASSERT_LE(last, layout.cells());
        for (std::size_t i = 0; i < block.count; ++i) ++given[block.first + i];
        if (layout.links > 1) {  // of one chain, with the row before
          EXPECT_EQ(block.first / layout.links, (last - 1) / layout.links);
          if (block.first % layout.links == 0) {
            EXPECT_TRUE(block.previous.empty());
          } else {
            const auto row = expected.row(block.first - 1);
            ASSERT_EQ(block.previous.size(), row.size());
            for (std::size_t c = 0; c < row.size(); ++c) {
              EXPECT_TRUE(block.previous[c] == row[c] ||
                          (std::isnan(block.previous[c]) && std::isnan(row[c])));
            }
          }
        } else {
          EXPECT_TRUE(block.previous.empty());
          EXPECT_LE(block.count, std::max<std::size_t>(1, layout.cells() / 8));
        }
      }
      EXPECT_FALSE(open.next(block));
      for (std::size_t cell = 0; cell < layout.cells(); ++cell) {
        EXPECT_EQ(given[cell], rows.settled(cell) ? 0 : 1) << cell;
      }
    }
  }
}

TEST(Cells, BlocksShrinkTowardsTheEnd) {
  const CellRows rows({100'000, 1, 1});
  OpenCells open(rows, 4);
  CellBlock block;
  std::size_t before = rows.layout().cells(), blocks = 0;
  while (open.next(block)) {
    EXPECT_LE(block.count, before);
    before = block.count;
    ++blocks;
  }
  EXPECT_EQ(before, 1U);
  EXPECT_GT(blocks, 32U);
  EXPECT_LT(blocks, 500U);
}

class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class FailingTask final : public CellTask {
 public:
  FailingTask(std::size_t cells, std::size_t bad) : cells_(cells), bad_(bad) {}
  CellLayout layout() const override { return {cells_, 1, 1}; }
  std::unique_ptr<CellWorker> worker() const override {
    class Worker final : public CellWorker {
     public:
      explicit Worker(std::size_t bad) : bad_(bad) {}
      bool compute(std::size_t chain, std::size_t, std::span<const double>,
                   std::span<double> row) override {
        if (chain == bad_) throw Failure("of the worker");
        row[0] = static_cast<double>(chain);
        return true;
      }
      std::size_t bad_;
    };
    return std::make_unique<Worker>(bad_);
  }
  std::size_t cells_, bad_;
};

TEST(Cells, WhatAWorkerThrowsEndsTheWork) {
  for (const int threads : {1, 2, 3, 8}) {
    const FailingTask task(10'000, 5000);
    CellRows rows(task.layout());
    OpenCells open(rows, static_cast<std::size_t>(threads));
    Keeper keeper(rows);
    EXPECT_THROW(work(task, open, keeper, threads), Failure);
    EXPECT_FALSE(rows.has(5000));
    for (std::size_t cell = 0; cell < task.cells_; ++cell) {
      if (rows.has(cell)) {
        ASSERT_EQ(rows.row(cell)[0], static_cast<double>(cell));
      }
    }
  }
}

TEST(Cells, WhatMakingAWorkerThrowsEndsTheWork) {
  class NoWorker final : public CellTask {
   public:
    CellLayout layout() const override { return {10, 1, 1}; }
    std::unique_ptr<CellWorker> worker() const override { throw Failure("no worker"); }
  };
  const NoWorker task;
  CellRows rows(task.layout());
  OpenCells open(rows, 2);
  Keeper keeper(rows);
  EXPECT_THROW(work(task, open, keeper, 2), Failure);
  EXPECT_EQ(rows.open(), 10U);
}

// A cell may take for ever, as long as it asks.
TEST(Cells, OneThatIsNotWantedAnyMoreEndsAndLeavesNoRow) {
  class Patient final : public CellTask {
   public:
    CellLayout layout() const override { return {1, 5, 1}; }
    std::unique_ptr<CellWorker> worker() const override {
      class Worker final : public CellWorker {
       public:
        bool compute(std::size_t, std::size_t link, std::span<const double>,
                     std::span<double> row) override {
          row[0] = static_cast<double>(link);
          while (link == 3 && cell_is_wanted()) {
          }
          return link < 3;
        }
      };
      return std::make_unique<Worker>();
    }
  };
  class Impatient final : public Keeper {
   public:
    using Keeper::Keeper;
    bool go_on() override { return ++asked_ < 1000; }

   private:
    std::atomic<int> asked_ = 0;
  };
  EXPECT_TRUE(cell_is_wanted()) << "where there is none";
  const Patient task;
  CellRows rows(task.layout());
  OpenCells open(rows, 1);
  Impatient keeper(rows);
  work(task, open, keeper, 1);
  EXPECT_TRUE(rows.has(2));
  EXPECT_EQ(rows.open(), 2U) << "its chain has not ended there";
  EXPECT_TRUE(cell_is_wanted()) << "where there is none any more";
}

// Takes so many rows, then fails or wants no more.
class Limited final : public Keeper {
 public:
  Limited(CellRows& rows, std::size_t limit, bool fails)
      : Keeper(rows), limit_(limit), fails_(fails) {}
  void rows(std::size_t first, std::span<const double> rows) override {
    Keeper::rows(first, rows);
    const std::lock_guard lock(mutex_);
    if (fails_ && computed_ >= limit_) throw Failure("of the sink");
  }
  bool go_on() override {
    const std::lock_guard lock(mutex_);
    return fails_ || computed_ < limit_;
  }

 private:
  std::size_t limit_;
  bool fails_;
};

TEST(Cells, WhatTheSinkThrowsEndsTheWork) {
  for (const int threads : {1, 2, 3, 8}) {
    const FailingTask task(100'000, 100'000);
    CellRows rows(task.layout());
    OpenCells open(rows, static_cast<std::size_t>(threads));
    Limited sink(rows, 1000, true);
    EXPECT_THROW(work(task, open, sink, threads), Failure);
    EXPECT_GE(sink.computed(), 1000U);
    EXPECT_GT(rows.open(), 0U);
  }
}

// Cancelled, the work keeps what was finished; going on gives the rest.
TEST(Cells, CancelledGoOnWhereTheyWere) {
  for (const CellLayout& layout : {CellLayout{4000, 1, 2}, CellLayout{200, 9, 2}}) {
    const StirredTask task(layout);
    const CellRows expected = by_hand(task);
    for (const int threads : {1, 2, 3, 8}) {
      CellRows rows(layout);
      std::size_t computed = 0;
      int runs = 0;
      for (; rows.open() > 0 && runs < 1000; ++runs) {
        OpenCells open(rows, static_cast<std::size_t>(threads));
        Limited sink(rows, 300, false);
        work(task, open, sink, threads);
        EXPECT_EQ(sink.twice(), 0U);
        computed += sink.computed();
      }
      EXPECT_GT(runs, 1);
      expect_same(rows, expected);
      std::size_t all = 0;
      for (std::size_t cell = 0; cell < layout.cells(); ++cell) all += expected.has(cell) ? 1U : 0U;
      EXPECT_EQ(computed, all);  // nothing was computed twice
    }
  }
}

// Cells that are quick first and slow later: rows reach the sink four times a second, however long the block is, and
// the end of the work is asked for after every cell.
TEST(Cells, SlowOnesAreNotHeldBackBehindQuickOnes) {
  static constexpr std::size_t quick = 3000, slow = 12;
  class Task final : public CellTask {
   public:
    CellLayout layout() const override { return {1, quick + slow, 1}; }
    std::unique_ptr<CellWorker> worker() const override {
      class Worker final : public CellWorker {
       public:
        bool compute(std::size_t, std::size_t link, std::span<const double>,
                     std::span<double> row) override {
          if (link >= quick) std::this_thread::sleep_for(std::chrono::milliseconds(100));
          row[0] = 1.0;
          return true;
        }
      };
      return std::make_unique<Worker>();
    }
  };
  class Sink final : public CellSink {
   public:
    void rows(std::size_t first, std::span<const double> rows) override {
      if (first + rows.size() <= quick) return;
      largest = std::max(largest, first + rows.size() - std::max(first, quick));
    }
    void chain_ended(std::size_t) override {}
    bool go_on() override { return ++asked > 0; }
    std::size_t largest = 0;
    std::size_t asked = 0;
  };
  const Task task;
  const CellRows rows(task.layout());
  OpenCells open(rows, 1);
  Sink sink;
  work(task, open, sink, 1);
  EXPECT_GE(sink.largest, 1U);
  EXPECT_LE(sink.largest, 3U);  // 250 ms are over after the third at the latest
  EXPECT_EQ(sink.asked, quick + slow);
}

TEST(CellRows, PackedAndUnpackedAreTheSame) {
  const CellLayout layout{30, 4, 2};
  const StirredTask task(layout);
  const CellRows expected = by_hand(task);
  CellRows some(layout);
  for (std::size_t cell = 0; cell < layout.cells(); cell += 3) {
    if (!some.settled(cell)) copy_cell(expected, some, cell);
  }
  for (const CellRows* rows : {&expected, static_cast<const CellRows*>(&some)}) {
    CellRows copy(layout);
    copy.unpack(rows->packed());
    expect_same(copy, *rows);
    CellRows other = expected;  // whatever was there before
    other.unpack(rows->packed());
    expect_same(other, *rows);
  }
  EXPECT_THROW(some.unpack(std::vector<double>(3)), std::logic_error);
}

TEST(CellRows, BeginMissingAndCountWhatIsOpen) {
  CellRows rows({3, 4, 2});
  EXPECT_EQ(rows.open(), 12U);
  EXPECT_TRUE(std::isnan(rows.row(11)[1]));
  rows.put(4, std::vector<double>{1, 2, 3, 4});
  rows.put(4, std::vector<double>{1, 2});  // again: no cell less
  EXPECT_EQ(rows.open(), 10U);
  EXPECT_TRUE(rows.has(5) && !rows.has(6) && !rows.settled(6));
  rows.end_chain(6);
  EXPECT_EQ(rows.open(), 8U);
  EXPECT_TRUE(rows.settled(7) && !rows.has(7) && rows.has(5) && !rows.settled(8));
  EXPECT_THROW(rows.put(11, std::vector<double>{1, 2, 3, 4}), std::logic_error);
  EXPECT_THROW(rows.put(12, std::vector<double>{1, 2}), std::logic_error);
  EXPECT_EQ(rows.open(), 8U);
}

// Coarse cells first: every cell once, and none before the coarser cell that stands for it.
TEST(RefiningCells, GiveEveryCellOnceAndItsParentsBefore) {
  for (const std::vector<std::size_t>& sizes : {std::vector<std::size_t>{},
                                                {1},
                                                {7},
                                                {5000},
                                                {100, 90},
                                                {1, 4000},
                                                {241, 180},
                                                {30, 4, 50}}) {
    RefiningCells source(sizes, 2);
    std::size_t cells = 1;
    for (const std::size_t size : sizes) cells *= size;
    std::vector<int> given(cells);
    std::size_t count = 0;
    for (CellBlock block; source.next(block);) {
      ASSERT_GT(block.count, 0U);
      for (std::size_t cell = block.first; cell < block.first + block.count; ++cell, ++count) {
        ASSERT_LT(cell, cells);
        EXPECT_EQ(source.parent(cell, 0), cell);
        const std::size_t coarsest = source.parent(cell, source.levels());
        if (count < source.coarsest()) {
          EXPECT_EQ(coarsest, cell);
        } else {
          EXPECT_EQ(given[coarsest], 1) << cell;
        }
        ++given[cell];
      }
    }
    EXPECT_EQ(count, cells);
    EXPECT_TRUE(std::all_of(given.begin(), given.end(), [](int n) { return n == 1; }));
    EXPECT_LE(source.coarsest(), 1024U * (sizes.size() > 2 ? 2U : 1U));
  }
}

TEST(RefiningCells, AreTheSameRowsAsInOrder) {
  const StirredTask task({100 * 60, 1, 3});
  struct Keep final : CellSink {
    explicit Keep(CellRows& r) : all(r) {}
    void rows(std::size_t first, std::span<const double> rows) override {
      const std::lock_guard lock(mutex);
      all.put(first, rows);
    }
    void chain_ended(std::size_t) override {}
    bool go_on() override { return true; }
    CellRows& all;
    std::mutex mutex;
  };
  CellRows rows(task.layout());
  Keep keep(rows);
  RefiningCells source({100, 60}, 2);
  work(task, source, keep, 2);
  const CellRows expected = by_hand(task);
  EXPECT_EQ(rows.open(), 0U);
  for (std::size_t cell = 0; cell < task.layout().cells(); ++cell) {
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(rows.row(cell)[c]),
                std::bit_cast<std::uint64_t>(expected.row(cell)[c]));
    }
  }
}

}  // namespace
}  // namespace ricochet::test
