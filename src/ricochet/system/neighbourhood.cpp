#include <ricochet/system/neighbourhood.hpp>

namespace ricochet {

std::unique_ptr<Neighbourhood> MechanicalSystem::neighbourhood() const { return nullptr; }

}  // namespace ricochet
