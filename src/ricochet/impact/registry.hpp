#pragma once
// All laws by name.

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <ricochet/impact/law.hpp>
#include <ricochet/impact/options.hpp>
#include <ricochet/impact/workspace.hpp>

namespace ricochet {

/// Every law, made with the options of one user.
class LawSet {
 public:
  explicit LawSet(const LawOptions& options = {});
  /// In the order they are listed to users.
  std::span<const ImpactLaw* const> all() const { return laws_; }
  /// The law of that name, or nullptr.
  const ImpactLaw* find(std::string_view name) const;

 private:
  std::vector<std::unique_ptr<const ImpactLaw>> own_;
  std::vector<const ImpactLaw*> laws_;
};

/// Every law with its default options.
std::span<const ImpactLaw* const> all_laws();
/// The law of that name with its default options, or nullptr.
const ImpactLaw* find_law(std::string_view name);

}  // namespace ricochet
