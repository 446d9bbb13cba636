#include <ricochet/study/sequence.hpp>

#include <algorithm>

namespace ricochet {

namespace {

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
  return trigger && a.modes_before == b.modes_before && a.modes_after == b.modes_after &&
         a.slid_off == b.slid_off && a.masked == b.masked &&
         std::equal(a.jumps.begin(), a.jumps.end(), b.jumps.begin(), b.jumps.end(),
                    [](const Jump& x, const Jump& y) { return same(x, y); });
}

bool same(const Sequence& a, const Sequence& b) {
  return a.modes == b.modes && a.by_clock == b.by_clock &&
         std::equal(a.passages.begin(), a.passages.end(), b.passages.begin(), b.passages.end(),
                    [](const Passage& x, const Passage& y) { return same(x, y); });
}

double duration(const Sequence& sequence, std::size_t phase) {
  const double from = phase == 0 ? sequence.begin : sequence.passages[phase - 1].t;
  const double to = phase < sequence.passages.size() ? sequence.passages[phase].t : sequence.end;
  return to - from;
}

}  // namespace ricochet
