#pragma once
// Small dense linear programs over a polyhedron in standard form,
//
//   P = { x >= 0 : A x = b },
//
// by the two-phase tableau simplex method with Bland's rule after a while (so that it ends). Made for a
// few dozen rows and columns of order one, as the enumeration of contact modes poses them.

#include <Eigen/Core>

namespace ricochet {

class Simplex {
 public:
  enum class End : unsigned char { optimal, unbounded, stalled };

  /// Phase 1. True if P is non-empty to `tolerance` (sum of the violations of A x = b, over 1 + max x).
  bool find_point(const Eigen::Ref<const Eigen::MatrixXd>& A,
                  const Eigen::Ref<const Eigen::VectorXd>& b, double tolerance);

  /// Phase 2, from the point found: minimises c . x. After `unbounded`, point() is a vertex and ray()
  /// a direction of P along which c . x falls for ever.
  End minimise(const Eigen::Ref<const Eigen::VectorXd>& c);

  /// The current vertex.
  Eigen::VectorXd point() const;
  void point(Eigen::VectorXd& x) const;
  Eigen::VectorXd ray() const;

 private:
  void exchange(Eigen::Index row, Eigen::Index col);
  End iterate(Eigen::Index allowed_columns);

  Eigen::MatrixXd
      tableau_;  // rows: constraints, then the cost; columns: x, right-hand side (artificials never come back)
  Eigen::VectorXi basis_;
  Eigen::VectorXd column_;
  Eigen::Index variables_ = 0;
  Eigen::Index rows_ = 0;
  Eigen::Index ray_column_ = -1;
};

}  // namespace ricochet
