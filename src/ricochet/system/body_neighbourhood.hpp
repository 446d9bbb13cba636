#pragma once
// The contacts of planar bodies that are near, by the broad phase BodySystem::near.

#include <map>
#include <vector>

#include <ricochet/system/bodies.hpp>
#include <ricochet/system/neighbourhood.hpp>

namespace ricochet {

class BodyNeighbourhood final : public Neighbourhood {
 public:
  explicit BodyNeighbourhood(const BodySystem& bodies);

  void gather(double t, const ConstVector& q) override;
  const MechanicalSystem& system() const override { return bodies_; }
  double reach() const override { return reach_; }
  const std::vector<Eigen::Index>& ids() const override { return ids_; }
  const std::vector<ContactInfo>& known() const override { return known_; }
  bool left(double t, const ConstVector& q) const override;
  double sure_step(const ConstVector& u, const ConstVector& a) const override;

 private:
  BodySystem bodies_;  // with the gathered contacts
  double reach_;
  std::vector<double> radius_;  // of the bodies, around their centres of mass
  Eigen::VectorXd q_;           // where they were gathered
  double t_ = 0.0;
  std::vector<ContactPair> near_;
  std::vector<Eigen::Index> ids_;
  std::map<ContactPair, Eigen::Index> number_;  // in known_
  std::vector<ContactInfo> known_;
};

}  // namespace ricochet
