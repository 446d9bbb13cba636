#pragma once
// The figures of the rod and the bounce models, with their data.

#include <papers/leine_brogliato_2001/bounce.hpp>
#include <papers/paper.hpp>

namespace ricochet::papers::leine_brogliato_2001 {

/// Fig. 2.1: the laws of a contact.
void add_complementarity(Reproduction& out);
/// The plane (phi, phi') of the sliding rod at both coefficients of friction, with motions.
void add_regions(Reproduction& out);
/// mu_c over phi.
void add_critical_friction(Reproduction& out);
/// The normal force on the way to P.
void add_approach(Reproduction& out);
/// mu_I over J/m.
void add_small_friction(Reproduction& out);
/// The hopping orbits over time and in the phase plane.
void add_hopping(const Orbit& simplified, const Orbit& full, Reproduction& out);

}  // namespace ricochet::papers::leine_brogliato_2001
