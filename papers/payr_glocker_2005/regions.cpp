#include <papers/payr_glocker_2005/regions.hpp>

#include <algorithm>
#include <cmath>

namespace ricochet::papers::payr_glocker_2005 {

namespace {

constexpr int kRows = 180;
constexpr double kFlat = 1e-4;        ///< a curve may leave its chord by this part of the width
constexpr double kLeastBend = 1e-3;   ///< deg: no rows closer than this for a bend
constexpr double kLeastBreak = 1e-6;  ///< deg: nor for a change of the sequence

/// One angle: pieces between cuts[i] and cuts[i + 1] are of class codes[i].
struct Row {
  double phi = 0.0;
  std::vector<double> cuts;
  std::vector<int> codes;
};

class Sweep {
 public:
  Sweep(const Parameters& parameters, double width,
        const std::function<int(const RegimeMap::Cell&)>& code)
      : parameters_(parameters), width_(width), code_(code) {}

  std::vector<Region> run() && {
    Row last = row(0.0);
    begin(last);
    for (int k = 1; k <= kRows; ++k) {
      Row next = row(180.0 * k / kRows);
      join(last, next);
      last = std::move(next);
    }
    end();
    return std::move(done_);
  }

 private:
  using Chain = std::vector<std::array<double, 2>>;
  struct Open {
    int code = 0;
    Chain left, right;
  };

  Row row(double phi) const {
    const Boundaries b = boundaries(contact(parameters_, radians(phi), -1.0, 0.0));
    const double zero = 1.0 + parameters_.eps_T;
    std::vector<double> cuts = {-width_, width_};
    for (const double cut : {0.0, b.backward, b.forward, zero * b.backward, zero * b.forward}) {
      if (std::abs(cut) < width_) cuts.push_back(cut);  // not if NaN
    }
    std::sort(cuts.begin(), cuts.end());
    Row r{phi, {-width_}, {}};
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      if (cuts[i + 1] - cuts[i] < 1e-9 * width_) continue;
      const int code = code_(cell_at(parameters_, 0.5 * (cuts[i] + cuts[i + 1]), phi));
      if (!r.codes.empty() && r.codes.back() == code) {
        r.cuts.back() = cuts[i + 1];
      } else {
        r.codes.push_back(code);
        r.cuts.push_back(cuts[i + 1]);
      }
    }
    r.cuts.back() = width_;
    return r;
  }

  /// Everything above `low` up to and including `high`.
  // NOLINTNEXTLINE(misc-no-recursion): halves an angle, at most thirty times
  void join(const Row& low, const Row& high) {
    const bool same = low.codes == high.codes;
    const double height = high.phi - low.phi;
    if (height < (same ? kLeastBend : kLeastBreak)) {
      if (same) {
        extend(high);
      } else {
        end();
        begin(high);
      }
      return;
    }
    const Row middle = row(0.5 * (low.phi + high.phi));
    if (same && middle.codes == low.codes && straight(low, middle, high)) {
      extend(high);
      return;
    }
    join(low, middle);
    join(middle, high);
  }

  bool straight(const Row& low, const Row& middle, const Row& high) const {
    for (std::size_t i = 0; i < middle.cuts.size(); ++i) {
      const double chord = 0.5 * (low.cuts[i] + high.cuts[i]);
      if (std::abs(middle.cuts[i] - chord) > kFlat * width_) return false;
    }
    return true;
  }

  void begin(const Row& r) {
    for (const int code : r.codes) open_.push_back({code, {}, {}});
    extend(r);
  }

  void extend(const Row& r) {
    // The inner point of three on an upright line is not needed.
    const auto append = [](Chain& chain, double ratio, double phi) {
      const std::size_t n = chain.size();
      if (n >= 2 && chain[n - 1][0] == ratio && chain[n - 2][0] == ratio) chain.pop_back();
      chain.push_back({ratio, phi});
    };
    for (std::size_t i = 0; i < open_.size(); ++i) {
      append(open_[i].left, r.cuts[i], r.phi);
      append(open_[i].right, r.cuts[i + 1], r.phi);
    }
  }

  void end() {
    for (Open& o : open_) {
      if (o.left.size() < 2) continue;
      Region region{o.code, std::move(o.left)};
      region.outline.insert(region.outline.end(), o.right.rbegin(), o.right.rend());
      done_.push_back(std::move(region));
    }
    open_.clear();
  }

  Parameters parameters_;
  double width_;
  const std::function<int(const RegimeMap::Cell&)>& code_;
  std::vector<Open> open_;
  std::vector<Region> done_;
};

}  // namespace

std::vector<Region> regions(const Parameters& parameters, double width,
                            const std::function<int(const RegimeMap::Cell&)>& code) {
  return Sweep(parameters, width, code).run();
}

}  // namespace ricochet::papers::payr_glocker_2005
