#pragma once
// Sparse linear equations A x = b of any kind, by LU with a fill-reducing order of columns. The heavy templates are
// instantiated in the source file and nowhere else.

#include <Eigen/Core>
#include <memory>
#include <vector>

namespace ricochet {

struct SparseEntry {
  int row = 0;
  int column = 0;
  double value = 0.0;
};

class SparseLu {
 public:
  SparseLu();
  ~SparseLu();
  SparseLu(SparseLu&&) noexcept;
  SparseLu& operator=(SparseLu&&) noexcept;

  /// A of `size` rows and columns; entries in the same place add up. False if it is singular. Allocates.
  [[nodiscard]] bool factor(int size, const std::vector<SparseEntry>& entries);
  /// x = A^-1 x, after factor().
  void solve(Eigen::VectorXd& x);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ricochet
