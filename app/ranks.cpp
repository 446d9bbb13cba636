#include "ranks.hpp"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

#ifdef RICOCHET_MPI
#include <mpi.h>
#endif

namespace ricochet::app {

#ifdef RICOCHET_MPI

namespace {

// One conversation at a time: several threads of a rank share the connection.
std::mutex connection;

// Messages are numbers; the first says what follows.
enum Tag : int { kAsk = 1, kBlock, kRows, kEnded, kDone };

void send(int to, Tag tag, const std::vector<double>& numbers) {
  MPI_Send(numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, to, tag, MPI_COMM_WORLD);
}

std::vector<double> receive(int from, int tag) {
  MPI_Status status;
  MPI_Probe(from, tag, MPI_COMM_WORLD, &status);
  int count = 0;
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  std::vector<double> numbers(static_cast<std::size_t>(count));
  MPI_Recv(numbers.data(), count, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return numbers;
}

// Cells are numbered below 2^53: a double holds their number exactly.
double number(std::size_t cell) { return static_cast<double>(cell); }
std::size_t cell(double number) { return static_cast<std::size_t>(number); }

class RemoteSource final : public CellSource {
 public:
  bool next(CellBlock& block) override {
    const std::lock_guard lock(connection);
    send(0, kAsk, {});
    const std::vector<double> answer = receive(0, kBlock);
    if (answer.empty()) return false;
    block = {cell(answer[0]), cell(answer[1]), {answer.begin() + 2, answer.end()}};
    return true;
  }
};

class RemoteSink final : public CellSink {
 public:
  void rows(std::size_t first, std::span<const double> rows) override {
    std::vector<double> message = {number(first)};
    message.insert(message.end(), rows.begin(), rows.end());
    const std::lock_guard lock(connection);
    send(0, kRows, message);
  }
  void chain_ended(std::size_t at) override {
    const std::lock_guard lock(connection);
    send(0, kEnded, {number(at)});
  }
  bool go_on() override { return true; }
};

// Starting MPI takes a while; without mpirun there is no need to.
bool under_mpirun() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"}) {
    if (std::getenv(name) != nullptr) return true;
  }
  return false;
}

}  // namespace

Ranks::Ranks() {
  if (!under_mpirun()) return;
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  if (provided < MPI_THREAD_SERIALIZED) abort(3);
}

Ranks::~Ranks() {
  int started = 0;
  MPI_Initialized(&started);
  if (started != 0) MPI_Finalize();
}

void Ranks::serve(CellSource& source, CellSink& sink, const std::function<bool()>& idle) {
  int working = size_ - 1;
  while (working > 0) {
    int arrived = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, &status);
    const bool go_on = idle();
    if (arrived == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
      continue;
    }
    const std::vector<double> message = receive(status.MPI_SOURCE, status.MPI_TAG);
    if (status.MPI_TAG == kRows) {
      sink.rows(cell(message[0]), std::span(message).subspan(1));
    } else if (status.MPI_TAG == kEnded) {
      sink.chain_ended(cell(message[0]));
    } else if (status.MPI_TAG == kDone) {
      --working;
    } else {
      CellBlock block;
      std::vector<double> answer;
      if (go_on && source.next(block)) {
        answer = {number(block.first), number(block.count)};
        answer.insert(answer.end(), block.previous.begin(), block.previous.end());
      }
      send(status.MPI_SOURCE, kBlock, answer);
    }
  }
}

void Ranks::done() { send(0, kDone, {}); }
std::unique_ptr<CellSource> Ranks::source() { return std::make_unique<RemoteSource>(); }
std::unique_ptr<CellSink> Ranks::sink() { return std::make_unique<RemoteSink>(); }

bool Ranks::everywhere(bool here) {
  if (size_ == 1) return here;
  int mine = here ? 1 : 0;
  int least = 0;
  MPI_Allreduce(&mine, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return least != 0;
}

void Ranks::share(std::vector<double>& numbers) {
  if (size_ == 1) return;
  unsigned long long count = numbers.size();
  MPI_Bcast(&count, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);
  numbers.resize(count);
  constexpr std::size_t most = std::size_t{1} << 26U;  // of one message
  for (std::size_t at = 0; at < count; at += most) {
    MPI_Bcast(numbers.data() + at, static_cast<int>(std::min<std::size_t>(most, count - at)),
              MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
}

void Ranks::abort(int code) {
  if (size_ > 1) MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

#else

Ranks::Ranks() = default;
Ranks::~Ranks() = default;
void Ranks::serve(CellSource&, CellSink&, const std::function<bool()>&) {}
void Ranks::done() {}
std::unique_ptr<CellSource> Ranks::source() { return nullptr; }
std::unique_ptr<CellSink> Ranks::sink() { return nullptr; }
bool Ranks::everywhere(bool here) { return here; }
void Ranks::share(std::vector<double>&) {}
void Ranks::abort(int code) { std::_Exit(code); }

#endif

}  // namespace ricochet::app
