#pragma once
// The keys every contact of a problem file has, whatever the form of the problem.

#include <Eigen/Core>
#include <vector>

#include <ricochet/contact/problem.hpp>
#include <ricochet/files/value.hpp>

namespace ricochet {

/// Reads name, friction, restitution, stiffness, exponent, tangential_stiffness, surface_velocity and
/// impulse_ratio of each entry of `contacts` into names, contact and surface_velocity of `problem`.
/// `needs_friction(i)` says whether contact i must have the key `friction`.
void read_contact_keys(const std::vector<Value>& contacts, ContactProblem& problem,
                       bool (*needs_friction)(const Value& contact));

/// A contact's or body's name: one line of text, not one that `taken` holds already.
std::string read_name(const Value& value, const std::vector<std::string>& taken);

}  // namespace ricochet
