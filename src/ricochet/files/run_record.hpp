#pragma once
// A motion kept in memory while it goes on. One thread moves; others may look at what there is so far.

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>

#include <ricochet/files/run_data.hpp>

namespace ricochet {

class RunRecord final : public MotionObserver {
 public:
  /// What `setup` views must stay.
  explicit RunRecord(const RunSetup& setup);

  void sample(const Sample& sample) override;
  void event(const Event& event) override;
  void contact(const ContactInfo& contact, double reach) override;
  /// How it ended.
  void finish(const RunResult& result);

  std::size_t bytes() const;  ///< of memory, about
  std::size_t samples() const;
  std::size_t events() const;

  /// What there is now: it does not change when the motion goes on. The record outlives it.
  std::unique_ptr<const RunData> snapshot() const;
  /// Shows everything once more, in its order.
  void replay(MotionObserver& observer) const;

 private:
  class Snapshot;
  class Picked;
  enum class Entry : unsigned char { sample, event, contact };
  struct Kept {
    std::size_t contacts;
    double t;
    Ledger ledger;
    std::vector<double> numbers;  // q, u, gap, force
    std::vector<Mode> modes;
  };
  struct Met {
    ContactInfo info;
    double reach;
  };
  Sample shown(const Kept& kept) const;
  RunRows read(RunTable table, std::size_t dataset, const DatasetLayout& layout, std::size_t first,
               std::size_t count) const;

  RunSetup setup_;
  mutable std::mutex mutex_;
  std::deque<Entry> order_;
  std::deque<Kept> samples_;
  std::deque<Event> events_;
  std::deque<std::size_t> event_contacts_;  // how many there were
  std::deque<Met> met_;
  std::optional<RunResult> result_;
  std::size_t bytes_ = 0;
};

}  // namespace ricochet
