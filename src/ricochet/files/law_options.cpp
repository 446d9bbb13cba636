#include <ricochet/files/law_options.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include <ricochet/files/names.hpp>
#include <ricochet/impact/registry.hpp>

namespace ricochet {

namespace {

using Names = std::vector<std::string>;
using Json = nlohmann::ordered_json;

// `lzb`.

constexpr std::array<std::string_view, 2> method_names = {"adaptive", "euler"};
constexpr std::array<LzbMethod, 2> methods = {LzbMethod::adaptive, LzbMethod::euler};

LzbMethod read_method(const Value& value) { return methods[value.choice(method_names, "method")]; }

std::string_view name_of(LzbMethod method) {
  const auto* const it = std::find(methods.begin(), methods.end(), method);
  return method_names[static_cast<std::size_t>(it - methods.begin())];
}

// Fails if the option is given although the method does not use it.
void refuse_unused(const Value& lzb, std::string_view option, LzbMethod method, LzbMethod user) {
  if (method == user || !lzb.has(option)) return;
  lzb.fail_key(option, fmt::format("the method is {}, which does not use it", name_of(method)),
               fmt::format("it goes with method {} only", name_of(user)));
}

void read_lzb(const Value& lzb, const Names&, LawOptions& options) {
  lzb.allow_only({"tolerance", "method", "steps", "step_limit"});
  LzbOptions& o = options.lzb;
  if (const auto method = lzb.find("method")) o.method = read_method(*method);
  refuse_unused(lzb, "tolerance", o.method, LzbMethod::adaptive);
  refuse_unused(lzb, "steps", o.method, LzbMethod::euler);
  if (const auto v = lzb.find("tolerance")) o.tolerance = v->number(within(1e-12, 1e-2));
  if (const auto v = lzb.find("steps")) o.steps = v->whole_number(within(10, 1e9));
  if (const auto v = lzb.find("step_limit")) o.step_limit = v->whole_number(within(1, 1e15));
}

Json lzb_json(const LawOptions& options, const Names&) {
  const LzbOptions& o = options.lzb;
  Json json{{"method", name_of(o.method)}};
  if (o.method == LzbMethod::adaptive) json["tolerance"] = o.tolerance;
  if (o.method == LzbMethod::euler) json["steps"] = o.steps;
  json["step_limit"] = o.step_limit;
  return json;
}

// `bowling`.

Eigen::Index read_contact(const Value& value, const Names& contact_names) {
  const std::string name = value.string();
  const auto it = std::find(contact_names.begin(), contact_names.end(), name);
  if (it == contact_names.end()) {
    const std::vector<std::string_view> names(contact_names.begin(), contact_names.end());
    value.fail(fmt::format("there is no contact '{}'", name), allowed_names(name, names));
  }
  return it - contact_names.begin();
}

std::vector<Eigen::Index> read_objective(const Value& value, const Names& contact_names) {
  if (!value.is_sequence()) return {read_contact(value, contact_names)};
  std::vector<Eigen::Index> contacts;
  for (const Value& item : value.items()) {
    const Eigen::Index contact = read_contact(item, contact_names);
    if (std::find(contacts.begin(), contacts.end(), contact) != contacts.end()) {
      item.fail(fmt::format("the contact '{}' is given twice", item.string()), "each contact once");
    }
    contacts.push_back(contact);
  }
  if (contacts.empty()) value.fail("the list is empty", "name at least one contact");
  return contacts;
}

void read_bowling(const Value& bowling, const Names& contact_names, LawOptions& options) {
  bowling.allow_only({"objective", "slip_speed", "slip_exponent"});
  BowlingOptions& o = options.bowling;
  if (const auto v = bowling.find("objective")) o.objective = read_objective(*v, contact_names);
  if (const auto v = bowling.find("slip_speed")) o.slip_speed = v->number(above(0.0));
  if (const auto v = bowling.find("slip_exponent")) o.slip_exponent = v->number(above(0.0));
}

Json bowling_json(const LawOptions& options, const Names& contact_names) {
  const BowlingOptions& o = options.bowling;
  Json json;
  for (const Eigen::Index contact : o.objective) {
    json["objective"].push_back(contact_names[static_cast<std::size_t>(contact)]);
  }
  json["slip_speed"] = o.slip_speed;
  json["slip_exponent"] = o.slip_exponent;
  return json;
}

// Every law that has options.
struct LawWithOptions {
  std::string_view name;
  void (*read)(const Value&, const Names& contact_names, LawOptions&);
  Json (*json)(const LawOptions&, const Names& contact_names);
};
constexpr LawWithOptions laws_with_options[] = {{"lzb", read_lzb, lzb_json},
                                                {"bowling", read_bowling, bowling_json}};

const LawWithOptions* find_law_with_options(std::string_view name) {
  for (const LawWithOptions& law : laws_with_options) {
    if (law.name == name) return &law;
  }
  return nullptr;
}

}  // namespace

LawOptions read_law_options(const Value& laws, const Names& contact_names) {
  std::vector<std::string_view> names;
  for (const LawWithOptions& law : laws_with_options) names.push_back(law.name);
  LawOptions options;
  for (const YamlKey& key : laws.keys()) {
    const LawWithOptions* law = find_law_with_options(key.text);
    if (law == nullptr) {
      const bool known = find_law(key.text) != nullptr;
      laws.fail_key(key.text,
                    known ? fmt::format("{} has no options", key.text)
                          : fmt::format("there is no law '{}'", key.text),
                    allowed_names(known ? "" : key.text, names));
    }
    law->read(laws.at(key.text), contact_names, options);
  }
  return options;
}

std::string law_options_json(std::string_view law, const LawOptions& options,
                             const Names& contact_names) {
  const LawWithOptions* found = find_law_with_options(law);
  return found == nullptr ? std::string() : found->json(options, contact_names).dump();
}

}  // namespace ricochet
