#include <ricochet/study/cells.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <utility>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace ricochet {

namespace {

constexpr std::size_t kMostCells = 1U << 14U;  // of one block
constexpr auto kHeldBack = std::chrono::milliseconds(250);

/// Who wants the cell that a thread is computing.
class Wanted {
 public:
  Wanted(CellSink& sink, const std::atomic<bool>& stop) : sink_(sink), stop_(stop) { here = this; }
  ~Wanted() { here = nullptr; }
  Wanted(const Wanted&) = delete;
  Wanted& operator=(const Wanted&) = delete;

  bool ask() {
    wanted_ = wanted_ && !stop_ && sink_.go_on();
    return wanted_;
  }
  /// A cell has been told to end: what it has made is not its row.
  bool was_cut() const { return !wanted_; }

  static thread_local Wanted* here;

 private:
  CellSink& sink_;
  const std::atomic<bool>& stop_;
  bool wanted_ = true;
};
thread_local Wanted* Wanted::here = nullptr;

/// One thread's share of the work.
void work_alone(const CellTask& task, CellSource& source, CellSink& sink,
                const std::atomic<bool>& stop) {
  using Clock = std::chrono::steady_clock;
  const CellLayout layout = task.layout();
  const std::unique_ptr<CellWorker> worker = task.worker();
  Wanted wanted(sink, stop);
  CellBlock block;
  std::vector<double> rows;
  while (!stop && source.next(block)) {
    rows.assign(block.count * layout.columns, std::numeric_limits<double>::quiet_NaN());
    const std::span<double> all(rows);
    std::size_t sent = 0;
    Clock::time_point last = Clock::now();  // rows were sent
    std::span<const double> previous(block.previous);
    std::size_t finished = 0;
    const auto send = [&] {
      if (finished > sent) {
        sink.rows(block.first + sent,
                  all.subspan(sent * layout.columns, (finished - sent) * layout.columns));
      }
      sent = finished;
      last = Clock::now();
    };
    for (std::size_t i = 0; i < block.count; ++i) {
      const std::size_t cell = block.first + i;
      const std::span<double> row = all.subspan(i * layout.columns, layout.columns);
      const std::size_t link = cell % layout.links;
      if (link == 0) previous = {};
      const bool there = worker->compute(cell / layout.links, link, previous, row);
      if (wanted.was_cut()) return send();
      if (!there) {
        send();
        sink.chain_ended(cell);
        break;
      }
      previous = row;
      finished = i + 1;
      // A look at the clock after every cell: how long the next ones take cannot be known from the last.
      if (Clock::now() - last >= kHeldBack) send();
      if (!wanted.ask()) return send();
    }
    send();
  }
}

}  // namespace

CellRows::CellRows(const CellLayout& layout)
    : layout_(layout),
      data_(layout.cells() * layout.columns, std::numeric_limits<double>::quiet_NaN()),
      state_(layout.cells(), State::open),
      open_(layout.cells()) {}

void CellRows::settle(std::size_t cell, State state) {
  if (state_[cell] == State::open) --open_;
  state_[cell] = state;
}

void CellRows::put(std::size_t first, std::span<const double> rows) {
  const std::size_t count = rows.size() / layout_.columns;
  if (first + count > layout_.cells()) throw std::logic_error("rows of cells that do not exist");
  std::copy(rows.begin(), rows.end(),
            data_.begin() + static_cast<std::ptrdiff_t>(first * layout_.columns));
  for (std::size_t i = 0; i < count; ++i) settle(first + i, State::row);
}

void CellRows::end_chain(std::size_t cell) {
  const std::size_t end = (cell / layout_.links + 1) * layout_.links;
  for (; cell < end; ++cell) settle(cell, State::none);
}

std::vector<double> CellRows::packed() const {
  std::vector<double> numbers = data_;
  for (const State state : state_) numbers.push_back(static_cast<double>(state));
  return numbers;
}

void CellRows::unpack(std::span<const double> numbers) {
  if (numbers.size() != data_.size() + state_.size()) throw std::logic_error("rows of other cells");
  std::copy_n(numbers.begin(), data_.size(), data_.begin());
  for (std::size_t cell = 0; cell < state_.size(); ++cell) {
    state_[cell] = static_cast<State>(static_cast<unsigned char>(numbers[data_.size() + cell]));
  }
  open_ = static_cast<std::size_t>(std::count(state_.begin(), state_.end(), State::open));
}

OpenCells::OpenCells(const CellRows& rows, std::size_t shares)
    : shares_(std::max<std::size_t>(1, shares)), chains_(rows.layout().links > 1) {
  const CellLayout& layout = rows.layout();
  for (std::size_t cell = 0; cell < layout.cells(); ++cell) {
    if (rows.settled(cell)) continue;
    ++left_;
    const bool first_of_chain = cell % layout.links == 0;
    const bool joined = !blocks_.empty() && blocks_.back().first + blocks_.back().count == cell &&
                        (!chains_ || !first_of_chain);
    if (joined) {
      ++blocks_.back().count;
      continue;
    }
    CellBlock block{cell, 1, {}};
    if (!first_of_chain) {
      const std::span<const double> before = rows.row(cell - 1);
      block.previous.assign(before.begin(), before.end());
    }
    blocks_.push_back(std::move(block));
  }
}

bool OpenCells::next(CellBlock& block) {
  const std::lock_guard lock(mutex_);
  if (at_ == blocks_.size()) return false;
  CellBlock& run = blocks_[at_];
  if (chains_) {
    block = std::move(run);
    ++at_;
    return true;
  }
  const std::size_t fair = std::clamp<std::size_t>(left_ / (8 * shares_), 1, kMostCells);
  block = {run.first, std::min(fair, run.count), {}};
  run.first += block.count;
  run.count -= block.count;
  left_ -= block.count;
  if (run.count == 0) ++at_;
  return true;
}

RefiningCells::RefiningCells(std::vector<std::size_t> sizes, std::size_t shares)
    : sizes_(std::move(sizes)), shares_(std::max<std::size_t>(1, shares)) {
  constexpr std::size_t few = 1024;  // on the coarsest level
  for (const std::size_t size : sizes_) cells_ *= size;
  const auto count = [&](unsigned level) {
    std::size_t cells = 1;
    for (const std::size_t size : sizes_) cells *= (size + (std::size_t{1} << level) - 1) >> level;
    return cells;
  };
  while (levels_ < 6 && count(levels_) > few) ++levels_;
  coarsest_ = count(levels_);
  level_ = levels_;
}

std::size_t RefiningCells::parent(std::size_t cell, unsigned level) const {
  std::size_t stride = 1, found = 0;
  for (std::size_t k = sizes_.size(); k-- > 0;) {
    found += (cell % sizes_[k] >> level << level) * stride;
    cell /= sizes_[k];
    stride *= sizes_[k];
  }
  return found;
}

unsigned RefiningCells::level_of(std::size_t cell) const {
  unsigned level = levels_;
  while (level > 0 && parent(cell, level) != cell) --level;
  return level;
}

bool RefiningCells::next(CellBlock& block) {
  const std::lock_guard lock(mutex_);
  while (true) {
    while (at_ < cells_ && level_of(at_) != level_) ++at_;
    if (at_ < cells_) break;
    if (level_ == 0) return false;
    --level_;
    at_ = 0;
  }
  const std::size_t most = std::clamp<std::size_t>(cells_ / (64 * shares_), 1, kMostCells);
  block = {at_, 0, {}};
  while (at_ < cells_ && block.count < most && level_of(at_) == level_) {
    ++at_;
    ++block.count;
  }
  return true;
}

bool cell_is_wanted() { return Wanted::here == nullptr || Wanted::here->ask(); }

void work(const CellTask& task, CellSource& source, CellSink& sink, int threads) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(std::max(threads, available_threads())));
  tbb::task_arena arena(threads);
  std::atomic<bool> stop = false;
  arena.execute([&] {
    tbb::parallel_for(
        0, threads,
        [&](int) {
          try {
            work_alone(task, source, sink, stop);
          } catch (...) {
            stop = true;
            throw;
          }
        },
        tbb::simple_partitioner());
  });
}

int available_threads() { return tbb::info::default_concurrency(); }

}  // namespace ricochet
