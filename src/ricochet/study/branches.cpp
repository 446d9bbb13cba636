#include <ricochet/study/branches.hpp>

#include <cmath>
#include <utility>

namespace ricochet {

namespace {

using Eigen::Index;

/// Numbers one after the other, into a row or out of it.
class Pen {
 public:
  Pen(double* to, const double* from) : to_(to), from_(from) {}
  template <class Number>
  void operator()(Number& number) {
    if (to_ != nullptr) {
      *to_++ = static_cast<double>(number);
    } else {
      number = static_cast<Number>(*from_++);
    }
  }

 private:
  double* to_;
  const double* from_;
};

}  // namespace

bool BranchRow::regular(std::span<const double> row) const { return std::isfinite(row[kPoints]); }

namespace {

/// Durations of phases, as many as there is room for; of more phases none are kept.
void visit_phases(Pen& pen, BranchPoint& point) {
  auto count = static_cast<double>(point.before.size());
  if (point.before.size() > BranchRow::kMostPhases || point.earlier.size() != point.before.size()) {
    count = 0.0;
  }
  pen(count);
  for (std::vector<double>* durations : {&point.before, &point.earlier}) {
    durations->resize(BranchRow::kMostPhases);
    for (double& d : *durations) pen(d);
    durations->resize(static_cast<std::size_t>(count));
  }
  pen(point.last_step);
  pen(point.earlier_step);
}

/// The one place that knows the order.
void visit(Pen& pen, BranchPoint& point, std::size_t q, std::size_t u, std::size_t contacts,
           std::size_t free) {
  const auto size = [](std::size_t n) { return static_cast<Index>(n); };
  pen(point.p);
  pen(point.period);
  auto special = static_cast<double>(point.special);
  pen(special);
  point.special = static_cast<SpecialKind>(static_cast<unsigned char>(special));
  auto stability = static_cast<double>(point.stability);
  pen(stability);
  point.stability = static_cast<Stability>(static_cast<unsigned char>(stability));
  pen(point.state.t);
  point.state.q.conservativeResize(size(q));
  point.state.u.conservativeResize(size(u));
  for (double& x : point.state.q) pen(x);
  for (double& x : point.state.u) pen(x);
  point.state.modes.resize(contacts);
  for (Mode& mode : point.state.modes) {
    auto code = static_cast<double>(mode);
    pen(code);
    mode = static_cast<Mode>(static_cast<unsigned char>(code));
  }
  point.tangent.resize(free);
  for (double& x : point.tangent) pen(x);
  pen(point.step);
  visit_phases(pen, point);
  point.multipliers.resize(free - 1);
  for (std::complex<double>& m : point.multipliers) {
    double re = m.real(), im = m.imag();
    pen(re);
    pen(im);
    m = {re, im};
  }
  point.x.low.conservativeResize(size(q + u));
  point.x.high.conservativeResize(size(q + u));
  for (double& x : point.x.low) pen(x);
  for (double& x : point.x.high) pen(x);
}

}  // namespace

void BranchRow::put(std::span<double> row, std::size_t number, const BranchPoint& point) const {
  BranchPoint copy = point;
  Pen pen(row.data() + kPoints + number * point_width(), nullptr);
  visit(pen, copy, q_, u_, contacts_, free_ + 1);
}

BranchPoint BranchRow::get(std::span<const double> row, std::size_t number) const {
  BranchPoint point;
  Pen pen(nullptr, row.data() + kPoints + number * point_width());
  visit(pen, point, q_, u_, contacts_, free_ + 1);
  return point;
}

class BranchTask::Worker final : public CellWorker {
 public:
  explicit Worker(const BranchTask& task) : task_(task) {}

  bool compute(std::size_t chain, std::size_t link, std::span<const double> previous,
               std::span<double> row) override {
    if (!previous.empty() && previous[BranchRow::kEnd] != 0.0) return false;
    const BranchStart& start = task_.starts_[chain];
    Section section = task_.section_;
    section.returns = start.returns;
    OrbitOptions orbit = task_.orbit_;
    orbit.settle = start.settle;
    const double p = link == 0 ? start.p : task_.shape_.get(previous, 0).p;
    Branch branch(task_.family_, section, orbit, task_.options_, p, start.direction);
    const bool begun = link == 0 ? branch.begin() : branch.restore(task_.shape_.get(previous, 0));
    std::size_t specials = 0;
    bool regular = false;
    BranchPoint point;
    while (begun && !regular && branch.next(point)) {
      regular = point.special == SpecialKind::none;
      if (regular) {
        task_.shape_.put(row, 0, point);
      } else if (specials < BranchRow::kMostSpecial) {
        task_.shape_.put(row, ++specials, point);
      }
    }
    BranchEnd end = regular ? BranchEnd::none : branch.end();
    if (!regular && end == BranchEnd::none) end = BranchEnd::no_orbit;
    row[BranchRow::kEnd] = static_cast<double>(end);
    row[BranchRow::kSpecials] = static_cast<double>(specials);
    return true;
  }

 private:
  const BranchTask& task_;
};

BranchTask::BranchTask(const SystemFamily& family, const Section& section,
                       const OrbitOptions& orbit, const ContinuationOptions& options,
                       const BranchRow& shape, std::vector<BranchStart> starts)
    : family_(family),
      section_(section),
      orbit_(orbit),
      options_(options),
      shape_(shape),
      starts_(std::move(starts)) {}

CellLayout BranchTask::layout() const {
  return {starts_.size(), static_cast<std::size_t>(options_.points), shape_.width()};
}

std::unique_ptr<CellWorker> BranchTask::worker() const { return std::make_unique<Worker>(*this); }

}  // namespace ricochet
