#pragma once
// Contacts that come and go. A system with many contacts (dominoes, stacks), perhaps more than can be listed, has them
// gathered around a state: all whose gap is below `reach` there. Until something has moved by a quarter of it no other contact can
// close, as long as no step moves anything by more than a quarter.
//
//   not gathered:  g_N >= reach     both bodies move by less than reach / 4 until left() and by less than reach / 4 in
//   the step in which that happens, so that g_N > 0 still.

#include <Eigen/Core>
#include <vector>

#include <ricochet/system/system.hpp>

namespace ricochet {

class Neighbourhood {
 public:
  virtual ~Neighbourhood() = default;

  /// From here on the contacts of system() are those near this state.
  virtual void gather(double t, const ConstVector& q) = 0;
  /// Has the gathered contacts, in the order of ids(); the same object all the time.
  virtual const MechanicalSystem& system() const = 0;
  /// Gaps of contacts that are not gathered are not below this, m.
  virtual double reach() const = 0;
  /// The numbers of the gathered contacts in known().
  virtual const std::vector<Eigen::Index>& ids() const = 0;
  /// The contacts that the system lists, then the others that have ever been gathered, in the order in which they were
  /// first met.
  virtual const std::vector<ContactInfo>& known() const = 0;

  /// Something has moved so far since gather() that it is to be called again.
  virtual bool left(double t, const ConstVector& q) const = 0;
  /// s: in a step of that length nothing moves by more than a quarter of the reach, with velocities u and about the
  /// accelerations a.
  virtual double sure_step(const ConstVector& u, const ConstVector& a) const = 0;
};

}  // namespace ricochet
