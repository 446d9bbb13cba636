#include <ricochet/files/names.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace ricochet {

namespace {

// Optimal string alignment distance, by rows.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names) {
  constexpr std::size_t longest_worth_comparing = 64;
  if (typed.empty() || typed.size() > longest_worth_comparing) return {};
  std::string_view best;
  if (typed.find_first_not_of('-') != std::string_view::npos) {
    for (const std::string_view name : names) {
      if (name.starts_with(typed) && (best.empty() || name.size() < best.size())) best = name;
    }
    if (!best.empty()) return best;
  }
  std::size_t best_distance = longest_worth_comparing;
  for (const std::string_view name : names) {
    const std::size_t longer = std::max(typed.size(), name.size());
    const std::size_t tolerated = typed.front() == name.front() ? longer / 2 : longer / 3;
    const std::size_t distance = edit_distance(typed, name);
    if (distance <= tolerated && distance < best_distance) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

std::string allowed_names(std::string_view typed, std::span<const std::string_view> names) {
  const std::string_view near = nearest_name(typed, names);
  const std::string question = near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
  constexpr std::size_t most = 40;  // in one message
  if (names.size() <= most) {
    return fmt::format("{}allowed: {}", question, fmt::join(names, ", "));
  }
  return fmt::format("{}allowed: {} and {} more", question, fmt::join(names.first(most / 2), ", "),
                     names.size() - most / 2);
}

}  // namespace ricochet
