#pragma once
// The list `joints` of scenes of bodies: docs/scene-files.md.

#include <Eigen/Core>
#include <string>
#include <vector>

#include <ricochet/files/scene_forms.hpp>
#include <ricochet/system/bodies.hpp>

namespace ricochet {

/// Reads the joints into `scene`, whose bodies (written in `bodies`) are there and start with q and u, and the pairs of
/// bodies they keep apart; `names` are taken already and grow. Then makes the start fit them: q is moved by what the
/// numbers of the file were rounded, and velocities the file does not give follow from those it gives. Returns the
/// parameters of the contacts of each joint with clearance. Throws InputError.
std::vector<ContactParameters> read_joints(const Value& root, const std::vector<Value>& bodies,
                                           MotionMethod method, std::vector<std::string>& names,
                                           BodyScene& scene, Eigen::VectorXd& q,
                                           Eigen::VectorXd& u);

}  // namespace ricochet
