#include <ricochet/system/body_rows.hpp>

namespace ricochet {

namespace {

// Three assignments: a call of std::copy costs more.
void put(const std::array<double, 3>& entries, double* column) {
  column[0] = entries[0];
  column[1] = entries[1];
  column[2] = entries[2];
}

}  // namespace

void scatter(const ContactRow& row, Eigen::Index i, unsigned need, Evaluation& out) {
  if ((need & kGaps) != 0) {
    out.gap[i] = row.gap;
    out.feature[static_cast<std::size_t>(i)] = row.feature;
    out.inside[i] = row.inside;
  }
  if ((need & kContacts) == 0) return;
  double* normal = out.W.data() + 2 * i * out.W.rows();
  double* tangential = normal + out.W.rows();
  put(row.N, normal + row.dof);
  put(row.T, tangential + row.dof);
  if (row.other >= 0) {
    put(row.other_N, normal + row.other);
    put(row.other_T, tangential + row.other);
  }
  out.surface_velocity[2 * i] = row.surface_velocity[0];
  out.surface_velocity[2 * i + 1] = row.surface_velocity[1];
  out.bias[2 * i] = row.bias[0];
  out.bias[2 * i + 1] = row.bias[1];
}

void scatter(const JointRow& row, Eigen::Index i, Evaluation& out) {
  for (Eigen::Index k = 0; k < 3; ++k) {
    out.J(row.dof + k, i) = row.J[static_cast<std::size_t>(k)];
    if (row.other >= 0) out.J(row.other + k, i) = row.other_J[static_cast<std::size_t>(k)];
  }
  out.joint_gap[i] = row.gap;
  out.joint_velocity[i] = row.velocity;
  out.joint_bias[i] = row.bias;
}

}  // namespace ricochet
