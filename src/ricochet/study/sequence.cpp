#include <ricochet/study/sequence.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace ricochet {

namespace {

/// Sliding that has just come to rest may be seen a rounding too late, as sliding the other way that is inconsistent: an
/// impact without collision that changes nothing.
constexpr double kNothing = 1e-4;

std::vector<const Jump*> real_jumps(const Passage& passage) {
  std::vector<const Jump*> jumps;
  for (const Jump& jump : passage.jumps) {
    if (jump.kind == EventKind::impact || jump.change > kNothing) jumps.push_back(&jump);
  }
  return jumps;
}

bool same(const Jump& a, const Jump& b) {
  return a.kind == b.kind && a.touching == b.touching && a.colliding == b.colliding &&
         a.modes_before == b.modes_before && a.law == b.law && a.softly == b.softly &&
         a.modes_after == b.modes_after;
}

}  // namespace

bool same(const Passage& a, const Passage& b) {
  // Of several triggers at one instant the first counts: the others may be a rounding away.
  const bool trigger =
      a.fired.empty() == b.fired.empty() && (a.fired.empty() || a.fired.front() == b.fired.front());
  const std::vector<const Jump*> left = real_jumps(a), right = real_jumps(b);
  return trigger && a.modes_before == b.modes_before && a.modes_after == b.modes_after &&
         a.slid_off == b.slid_off && a.masked == b.masked &&
         std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const Jump* x, const Jump* y) { return same(*x, *y); });
}

bool same(const Sequence& a, const Sequence& b) {
  return a.modes == b.modes && a.by_clock == b.by_clock &&
         std::equal(a.passages.begin(), a.passages.end(), b.passages.begin(), b.passages.end(),
                    [](const Passage& x, const Passage& y) { return same(x, y); });
}

std::string describe(const Passage& passage) {
  std::string text;
  for (const Watched& w : passage.fired) {
    text += fmt::format("{}{} of contact {}", text.empty() ? "" : ", ", to_string(w.what),
                        w.contact + 1);
    break;
  }
  for (const Jump& jump : passage.jumps) text += fmt::format(", {}", to_string(jump.kind));
  text += " ->";
  for (const Mode mode : passage.modes_after) text += fmt::format(" {}", to_string(mode));
  return text;
}

std::string difference(const Sequence& now, const Sequence& before) {
  const std::size_t most = std::max(now.passages.size(), before.passages.size());
  for (std::size_t k = 0; k < most; ++k) {
    const auto tell = [k](const Sequence& s) {
      return k < s.passages.size() ? describe(s.passages[k]) : std::string("none");
    };
    if (k < now.passages.size() && k < before.passages.size() &&
        same(now.passages[k], before.passages[k])) {
      continue;
    }
    return fmt::format("event {} is {} instead of {}", k + 1, tell(now), tell(before));
  }
  return "";
}

double duration(const Sequence& sequence, std::size_t phase) {
  const double from = phase == 0 ? sequence.begin : sequence.passages[phase - 1].t;
  const double to = phase < sequence.passages.size() ? sequence.passages[phase].t : sequence.end;
  return to - from;
}

}  // namespace ricochet
