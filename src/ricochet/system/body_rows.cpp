#include <ricochet/system/body_rows.hpp>

#include <algorithm>

namespace ricochet {

void scatter(const ContactRow& row, Eigen::Index i, unsigned need, Evaluation& out) {
  if ((need & kGaps) != 0) {
    out.gap[i] = row.gap;
    out.feature[static_cast<std::size_t>(i)] = row.feature;
    out.inside[i] = row.inside;
  }
  if ((need & kContacts) == 0) return;
  double* normal = out.W.data() + 2 * i * out.W.rows();
  double* tangential = normal + out.W.rows();
  std::copy(row.N.begin(), row.N.end(), normal + row.dof);
  std::copy(row.T.begin(), row.T.end(), tangential + row.dof);
  if (row.other >= 0) {
    std::copy(row.other_N.begin(), row.other_N.end(), normal + row.other);
    std::copy(row.other_T.begin(), row.other_T.end(), tangential + row.other);
  }
  std::copy(row.surface_velocity.begin(), row.surface_velocity.end(),
            out.surface_velocity.data() + 2 * i);
  std::copy(row.bias.begin(), row.bias.end(), out.bias.data() + 2 * i);
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
