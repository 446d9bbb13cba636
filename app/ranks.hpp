#pragma once
// The processes of one run under MPI (`mpirun -n 4 ricochet sweep study.yaml`). Rank 0 reads, hands out the work,
// gathers the rows and writes; the others compute. Without mpirun, or built without MPI, there is rank 0 alone.
//
// Every rank runs the same command. Rank 0 calls serve() while its own threads work; the others work() with source()
// and sink() until there is no more for any of their threads, and say done().

#include <functional>
#include <ricochet/study/cells.hpp>
#include <vector>

namespace ricochet::app {

class Ranks {
 public:
  Ranks();
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  // Rank 0: answers the others until all of them are done. `idle` is called all the time; false: no more work is given
  // out.
  void serve(CellSource& source, CellSink& sink, const std::function<bool()>& idle);
  // The others.
  std::unique_ptr<CellSource> source();
  std::unique_ptr<CellSink> sink();
  void done();

  /// Whether it holds on all of them.
  bool everywhere(bool here);
  /// The same numbers on every rank, those of rank 0.
  void share(std::vector<double>& numbers);
  /// Ends all ranks at once.
  [[noreturn]] void abort(int code);

 private:
  int rank_ = 0;
  int size_ = 1;
};

}  // namespace ricochet::app
