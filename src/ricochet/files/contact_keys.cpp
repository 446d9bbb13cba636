#include <ricochet/files/contact_keys.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <ricochet/files/matrices.hpp>

namespace ricochet {

namespace {

void read_friction(const Value& value, ContactParameters& contact) {
  if (!value.is_map()) {
    contact.mu = contact.mu_static = value.number(at_least(0.0));
    return;
  }
  value.allow_only({"static", "kinetic"});
  contact.mu = value.at("kinetic").number(at_least(0.0));
  contact.mu_static = value.at("static").number(at_least(0.0));
  if (contact.mu_static < contact.mu) {
    value.at("static").fail(
        fmt::format("{} is below the kinetic {}", contact.mu_static, contact.mu),
        "static friction must be >= kinetic friction");
  }
}

void read_restitution(const Value& value, ContactParameters& contact) {
  constexpr Range unit = within(0.0, 1.0);
  if (!value.is_map()) {
    contact.newton = contact.poisson = contact.energetic = value.number(unit);
    return;
  }
  value.allow_only({"newton", "poisson", "energetic", "tangential"});
  const auto read = [&](std::string_view key, std::optional<double>& coefficient) {
    if (const auto member = value.find(key)) coefficient = member->number(unit);
  };
  read("newton", contact.newton);
  read("poisson", contact.poisson);
  read("energetic", contact.energetic);
  if (const auto member = value.find("tangential")) contact.tangential = member->number(unit);
  if (!contact.newton && !contact.poisson && !contact.energetic) {
    value.fail("no coefficient for the normal direction is given",
               "at least one of newton, poisson, energetic is required");
  }
}

ImpulseRatio read_impulse_ratio(const Value& value) {
  if (!value.is_map()) return {value.number(), false};
  value.allow_only({"fraction"});
  return {value.at("fraction").number(within(0.0, 1.0)), true};
}

}  // namespace

ContactParameters read_contact_parameters(const Value& value, const ContactNeeds& needs) {
  ContactParameters contact;
  if (needs.friction || value.has("friction")) read_friction(value.at("friction"), contact);
  if (needs.restitution || value.has("restitution")) {
    read_restitution(value.at("restitution"), contact);
  }
  if (const auto k = value.find("stiffness")) contact.stiffness = k->number(above(0.0));
  if (const auto k = value.find("tangential_stiffness")) {
    contact.tangential_stiffness = k->number(above(0.0));
  }
  if (const auto p = value.find("exponent")) contact.exponent = p->number(above(0.0));
  if (const auto r = value.find("impulse_ratio")) contact.impulse_ratio = read_impulse_ratio(*r);
  if (const auto z = value.find("damping")) contact.damping = z->number(at_least(0.0));
  if (const auto s = value.find("contact_time")) contact.contact_time = s->number(at_least(0.0));
  return contact;
}

bool can_be_name(std::string_view name) {
  const bool printable = std::none_of(name.begin(), name.end(),
                                      [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  return !name.empty() && printable && name.size() <= 64;
}

std::string read_name(const Value& value, const std::vector<std::string>& taken) {
  std::string name = value.string();
  if (!can_be_name(name)) {
    value.fail("this cannot be a name", "a name is one line of 1 to 64 bytes");
  }
  if (std::find(taken.begin(), taken.end(), name) != taken.end()) {
    value.fail(fmt::format("the name '{}' is taken", name), "each name once");
  }
  return name;
}

std::vector<std::string> read_contact_names(const std::vector<Value>& contacts) {
  // Given names first: a generated one gives way to them.
  std::vector<std::string> given;
  for (const Value& contact : contacts) {
    if (const auto name = contact.find("name")) given.push_back(read_name(*name, given));
  }
  std::vector<std::string> names;
  for (const Value& contact : contacts) {
    if (const auto name = contact.find("name")) {
      names.push_back(name->string());
    } else {
      std::string generated = fmt::format("contact{}", names.size());
      while (std::find(given.begin(), given.end(), generated) != given.end()) generated += '\'';
      names.push_back(std::move(generated));
    }
  }
  return names;
}

void read_contact_keys(const std::vector<Value>& contacts, ContactProblem& problem,
                       bool (*needs_friction)(const Value& contact)) {
  problem.names = read_contact_names(contacts);
  const auto n = static_cast<Eigen::Index>(contacts.size());
  problem.surface_velocity = Eigen::VectorXd::Zero(2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Value& contact = contacts[static_cast<std::size_t>(i)];
    problem.contact.push_back(
        read_contact_parameters(contact, {.friction = needs_friction(contact)}));
    if (const auto surface = contact.find("surface_velocity")) {
      problem.surface_velocity.segment<2>(2 * i) = read_vector(*surface, 2);
    }
  }
}

}  // namespace ricochet
