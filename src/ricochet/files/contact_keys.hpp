#pragma once
// The keys of a contact in problem files and scenes, whatever their form.

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include <ricochet/contact/problem.hpp>
#include <ricochet/files/value.hpp>

namespace ricochet {

/// Which keys of a contact must be given.
struct ContactNeeds {
  bool friction = true;
  bool restitution = true;
};

/// The parameters of one contact: friction, restitution, stiffness, exponent, tangential_stiffness,
/// impulse_ratio, and, where the caller allows them (motions), damping and contact_time.
ContactParameters read_contact_parameters(const Value& contact, const ContactNeeds& needs);

/// The names of the contacts: those given, each once, and generated ones.
std::vector<std::string> read_contact_names(const std::vector<Value>& contacts);

/// Of an impact: reads name, parameters and surface_velocity of each entry of `contacts` into names,
/// contact and surface_velocity of `problem`. `needs_friction(i)` says whether contact i must have the
/// key `friction`.
void read_contact_keys(const std::vector<Value>& contacts, ContactProblem& problem,
                       bool (*needs_friction)(const Value& contact));

/// One line of 1 to 64 bytes.
bool can_be_name(std::string_view name);

/// A contact's or body's name, not one that `taken` holds already.
std::string read_name(const Value& value, const std::vector<std::string>& taken);

}  // namespace ricochet
