#include <ricochet/lcp/sparse_lu.hpp>

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

namespace ricochet {

struct SparseLu::Impl {
  Eigen::SparseMatrix<double> A;
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu;
  std::vector<Eigen::Triplet<double>> triplets;
  Eigen::VectorXd x;
};

SparseLu::SparseLu() : impl_(std::make_unique<Impl>()) {}
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

bool SparseLu::factor(int size, const std::vector<SparseEntry>& entries) {
  Impl& i = *impl_;
  i.triplets.clear();
  for (const SparseEntry& e : entries) i.triplets.emplace_back(e.row, e.column, e.value);
  i.A.resize(size, size);
  i.A.setFromTriplets(i.triplets.begin(), i.triplets.end());
  i.lu.compute(i.A);
  return i.lu.info() == Eigen::Success;
}

void SparseLu::solve(Eigen::VectorXd& x) {
  impl_->x = impl_->lu.solve(x);
  x = impl_->x;
}

}  // namespace ricochet
