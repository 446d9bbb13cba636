#include <ricochet/impact/registry.hpp>

#include <array>

#include <ricochet/impact/moreau.hpp>
#include <ricochet/impact/one_contact_laws.hpp>

namespace ricochet {

std::span<const ImpactLaw* const> all_laws() {
  static const Moreau moreau;
  static const auto laws = [] {
    std::array<const ImpactLaw*, 7> list{&moreau};
    for (std::size_t k = 0; k < one_contact_laws().size(); ++k) list[k + 1] = one_contact_laws()[k];
    return list;
  }();
  return laws;
}

const ImpactLaw* find_law(std::string_view name) {
  for (const ImpactLaw* law : all_laws()) {
    if (law->info().name == name) return law;
  }
  return nullptr;
}

}  // namespace ricochet
