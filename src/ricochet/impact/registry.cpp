#include <ricochet/impact/registry.hpp>

#include <ricochet/impact/bowling.hpp>
#include <ricochet/impact/lzb.hpp>
#include <ricochet/impact/moreau.hpp>
#include <ricochet/impact/one_contact_laws.hpp>
#include <ricochet/impact/poisson.hpp>

namespace ricochet {

LawSet::LawSet(const LawOptions& options) {
  own_.push_back(std::make_unique<Moreau>());
  own_.push_back(std::make_unique<Poisson>());
  for (const auto& law : own_) laws_.push_back(law.get());
  for (const ImpactLaw* law : one_contact_laws()) laws_.push_back(law);
  laws_.push_back(own_.emplace_back(std::make_unique<Lzb>(options.lzb)).get());
  laws_.push_back(own_.emplace_back(std::make_unique<Bowling>(options.bowling)).get());
}

const ImpactLaw* LawSet::find(std::string_view name) const {
  for (const ImpactLaw* law : laws_) {
    if (law->info().name == name) return law;
  }
  return nullptr;
}

namespace {

const LawSet& default_laws() {
  static const LawSet laws;
  return laws;
}

}  // namespace

std::span<const ImpactLaw* const> all_laws() { return default_laws().all(); }

const ImpactLaw* find_law(std::string_view name) { return default_laws().find(name); }

}  // namespace ricochet
