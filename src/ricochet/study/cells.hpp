#pragma once
// The work of a study: many cells, each computed into one row of numbers.
//
// Cells are ordered in chains. Chains do not depend on each other. Inside a chain the row of a cell may depend on the
// row of the cell before it (a motion that goes on while a parameter moves, a branch of orbits), and on nothing else:
// a row holds everything the next cell needs. The cells of a map are chains of one link.
//
//   cell = chain * links + link,   row = f(chain, link, row before)
//
// So the rows do not depend on who computes them, in which order, on how many threads or machines; and work that was
// cut short goes on from the rows that are there. A missing number in a row is NaN.

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace ricochet {

struct CellLayout {
  std::size_t chains = 0;
  std::size_t links = 1;  ///< of each chain, at most
  std::size_t columns = 1;

  std::size_t cells() const { return chains * links; }
};

/// Computes cells on one thread.
class CellWorker {
 public:
  virtual ~CellWorker() = default;
  /// Fills `row`. previous: the row of the link before; empty at the first. False: the chain ends before this link.
  virtual bool compute(std::size_t chain, std::size_t link, std::span<const double> previous,
                       std::span<double> row) = 0;
};

class CellTask {
 public:
  virtual ~CellTask() = default;
  virtual CellLayout layout() const = 0;
  /// A worker for one thread; called from several at once.
  virtual std::unique_ptr<CellWorker> worker() const = 0;
};

/// The rows that are there, each in its place.
class CellRows {
 public:
  explicit CellRows(const CellLayout& layout);

  const CellLayout& layout() const { return layout_; }
  /// Rows of the cells from `first` on.
  void put(std::size_t first, std::span<const double> rows);
  /// The chain of this cell ends before it.
  void end_chain(std::size_t cell);

  /// Everything as plain numbers, and back, for a process that has not computed it.
  std::vector<double> packed() const;
  void unpack(std::span<const double> numbers);

  bool has(std::size_t cell) const { return state_[cell] == State::row; }
  /// Nothing is left to do for this cell.
  bool settled(std::size_t cell) const { return state_[cell] != State::open; }
  std::size_t open() const { return open_; }  ///< cells not settled
  std::span<const double> row(std::size_t cell) const {
    return std::span(data_).subspan(cell * layout_.columns, layout_.columns);
  }

 private:
  enum class State : unsigned char { open, row, none };
  void settle(std::size_t cell, State state);

  CellLayout layout_;
  std::vector<double> data_;
  std::vector<State> state_;
  std::size_t open_;
};

/// A piece of work: cells that follow each other; with several links, the rest of one chain.
struct CellBlock {
  std::size_t first = 0;
  std::size_t count = 0;
  std::vector<double>
      previous{};  ///< row before the first, if the first is not the first of its chain
};

/// Where work comes from. Called from many threads.
class CellSource {
 public:
  virtual ~CellSource() = default;
  /// False: there is no more.
  virtual bool next(CellBlock& block) = 0;
};

/// Where rows go. Called from many threads. What it throws ends the work and is thrown again by work().
class CellSink {
 public:
  virtual ~CellSink() = default;
  virtual void rows(std::size_t first, std::span<const double> rows) = 0;
  virtual void chain_ended(std::size_t cell) = 0;
  /// False: stop; asked after every cell, and by long ones on the way (cell_is_wanted).
  virtual bool go_on() = 0;
};

/// The open cells of `rows`, in order, in blocks that shrink towards the end so that nobody waits long for others.
class OpenCells final : public CellSource {
 public:
  /// shares: about how many take from it. The rows before the open cells are read once, here.
  OpenCells(const CellRows& rows, std::size_t shares);
  bool next(CellBlock& block) override;

 private:
  std::mutex mutex_;
  std::vector<CellBlock> blocks_;  // runs of open cells; long ones are cut as they are given out
  std::size_t at_ = 0;
  std::size_t left_ = 0;
  std::size_t shares_;
  bool chains_;
};

/// The cells of a grid, coarse ones first: those whose position is a multiple of 2^level along every axis, then those of
/// the next level, down to all of them. Chains of one link.
///   level = largest k with  2^k | i  for every axis,  at most `levels`
/// `parent` of a cell that is not there yet is the nearest before it that belongs to a coarser level.
class RefiningCells final : public CellSource {
 public:
  /// sizes: cells along each axis, the last one fastest.
  RefiningCells(std::vector<std::size_t> sizes, std::size_t shares);
  bool next(CellBlock& block) override;

  /// Cells of the coarsest level: when they are there, all others have a parent.
  std::size_t coarsest() const { return coarsest_; }
  /// The same position on the grid of this level: the cell itself on level 0.
  std::size_t parent(std::size_t cell, unsigned level) const;
  unsigned levels() const { return levels_; }

 private:
  unsigned level_of(std::size_t cell) const;

  std::mutex mutex_;
  std::vector<std::size_t> sizes_;
  std::size_t cells_ = 1, coarsest_ = 0, at_ = 0;
  std::size_t shares_;
  unsigned levels_ = 0, level_ = 0;
};

/// Whether the cell that this thread is computing is still wanted by its sink; true where no cell is computed. Motions
/// inside cells ask it now and then (MotionObserver::go_on), so that a long one can be stopped. After a false the cell
/// may end with anything: its row is dropped.
bool cell_is_wanted();

/// Takes blocks until there are none, on so many threads. Rows reach the sink at the end of a block, and at least
/// four times a second.
void work(const CellTask& task, CellSource& source, CellSink& sink, int threads);

/// As many threads as this process may use.
int available_threads();

}  // namespace ricochet
