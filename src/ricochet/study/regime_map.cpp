#include <ricochet/study/regime_map.hpp>

#include <tbb/parallel_for.h>

#include <algorithm>
#include <map>

#include <ricochet/impact/workspace.hpp>

namespace ricochet {

namespace {

// The phases of an outcome, 4 bits each, the first ones lowest: mode + 1, and 8 in restitution. 0: none more. The highest
// bit: one of many.
using Key = std::uint64_t;
constexpr int kBits = 4;
constexpr int kMostPhases = 15;
constexpr Key kMany = Key{1} << 63U;
constexpr Key kNone = ~Key{0};

Key key_of(const ImpactOutcome& outcome) {
  if (!has_answer(outcome.status)) return kNone;
  Key key = outcome.status == Status::one_of_many ? kMany : 0;
  if (outcome.phases.empty()) {
    return key | (static_cast<Key>(outcome.modes.front()) + 1);
  }
  int k = 0;
  for (const Phase& phase : outcome.phases) {
    if (k == kMostPhases) break;
    const Key code = static_cast<Key>(phase.mode) + 1 + (phase.stage == Stage::restitution ? 8 : 0);
    key |= code << static_cast<unsigned>(kBits * k++);
  }
  return key;
}

std::string name_of(Key key) {
  std::string name;
  bool restitution = false, first = true;
  for (Key rest = key & ~kMany; rest != 0; rest >>= kBits) {
    const Key code = rest & 15U;
    if (!restitution && code >= 8) {
      name += first ? "| " : " | ";
      restitution = true;
      first = true;
    }
    if (!first) name += ", ";
    name += to_string(static_cast<Mode>((code & 7U) - 1));
    first = false;
  }
  if ((key & kMany) != 0) name += " (one of many)";
  return name;
}

void set(ContactProblem& problem, RegimeOrdinate what, double value) {
  ContactParameters& contact = problem.contact.front();
  switch (what) {
    case RegimeOrdinate::friction: contact.mu = contact.mu_static = value; break;
    case RegimeOrdinate::restitution:
      contact.newton = contact.poisson = contact.energetic = value;
      break;
    case RegimeOrdinate::ratio: problem.gamma[1] = -value * problem.gamma[0]; break;
  }
}

}  // namespace

RegimeMap regime_map(std::span<const ContactProblem> columns, const ImpactLaw& law,
                     RegimeOrdinate what, double from, double to, int rows,
                     const std::atomic<bool>& stop) {
  const auto nx = columns.size();
  const auto ny = static_cast<std::size_t>(rows);
  std::vector<Key> keys(nx * ny, kNone);
  tbb::parallel_for(std::size_t{0}, nx, [&](std::size_t i) {
    if (stop) return;
    ContactProblem problem = columns[i];
    ImpactOutcome outcome;
    Workspace workspace;
    for (std::size_t j = 0; j < ny; ++j) {
      const double part = static_cast<double>(j) / static_cast<double>(ny - 1);
      set(problem, what, (1.0 - part) * from + part * to);
      law.resolve(problem, outcome, workspace);
      keys[j * nx + i] = key_of(outcome);
    }
  });
  RegimeMap map;
  map.codes.reserve(keys.size());
  std::map<Key, std::uint8_t> known;
  Key last = kNone;
  std::uint8_t code = RegimeMap::no_answer;
  for (const Key key : keys) {
    if (key != last) {
      last = key;
      code = RegimeMap::no_answer;
      if (const auto found = known.find(key); found != known.end()) {
        code = found->second;
      } else if (key != kNone && known.size() < RegimeMap::no_answer) {
        code = static_cast<std::uint8_t>(known.size());
        known.emplace(key, code);
        map.regimes.push_back(name_of(key));
      }
    }
    map.codes.push_back(code);
  }
  return map;
}

}  // namespace ricochet
