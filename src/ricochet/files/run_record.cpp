#include <ricochet/files/run_record.hpp>

#include <algorithm>

#include <ricochet/files/run_rows.hpp>

namespace ricochet {

/// Takes rows, and keeps what is in one dataset. Contacts that came near only later are added: far, or at rest.
class RunRecord::Picked {
 public:
  Picked(const RunRecord& record, std::size_t dataset, const DatasetLayout& layout, bool gaps)
      : record_(record), dataset_(dataset), width_(layout.columns.size()), gaps_(gaps) {}

  void add(std::span<const double> row) {
    if (next_++ != dataset_) return;
    rows_.numbers.insert(rows_.numbers.end(), row.begin(), row.end());
    const std::size_t known = record_.setup_.system.contacts.size();
    for (std::size_t i = row.size(); i < width_; ++i) {
      rows_.numbers.push_back(gaps_ ? record_.met_[i - known].reach : 0.0);
    }
  }
  void add(double number) { add({&number, 1}); }
  void add_codes(std::span<const std::uint8_t> row) {
    if (next_++ != dataset_) return;
    rows_.codes.insert(rows_.codes.end(), row.begin(), row.end());
    rows_.codes.resize(rows_.codes.size() + width_ - row.size(), 0);
  }
  std::vector<std::uint8_t>& scratch() { return codes_; }

  void next_row() { next_ = 0; }
  RunRows take() && { return std::move(rows_); }

 private:
  const RunRecord& record_;
  std::size_t dataset_, width_, next_ = 0;
  bool gaps_;
  RunRows rows_;
  std::vector<std::uint8_t> codes_;
};

class RunRecord::Snapshot final : public RunData {
 public:
  explicit Snapshot(const RunRecord& record)
      : record_(record),
        title_(record.setup_.title),
        scene_(record.setup_.scene),
        method_(record.setup_.method),
        facts_(facts_of(record.setup_)),
        system_(record.setup_.system),
        rows_{record.samples_.size(), record.events_.size(), record.result_ ? 1U : 0U} {
    for (const Met& met : record.met_) system_.contacts.push_back(met.info);
    if (!record.result_) return;
    for (RunFact& fact : facts_of(*record.result_)) facts_.push_back(std::move(fact));
  }

  const std::string& title() const override { return title_; }
  const std::string& scene() const override { return scene_; }
  const std::string& method() const override { return method_; }
  std::vector<RunFact> facts() const override { return facts_; }
  const SystemInfo& system() const override { return system_; }
  std::size_t rows(RunTable table) const override { return rows_[static_cast<std::size_t>(table)]; }
  RunRows read(RunTable table, const DatasetLayout& dataset, std::size_t first,
               std::size_t count) const override {
    const std::vector<DatasetLayout> layout = layout_of(table, system_);
    const auto is = [&](const DatasetLayout& d) { return d.name == dataset.name; };
    const auto it = std::find_if(layout.begin(), layout.end(), is);
    return record_.read(table, static_cast<std::size_t>(it - layout.begin()), *it, first, count);
  }

 private:
  const RunRecord& record_;
  std::string title_, scene_, method_;
  std::vector<RunFact> facts_;
  SystemInfo system_;
  std::size_t rows_[3];
};

RunRecord::RunRecord(const RunSetup& setup) : setup_(setup) {}

void RunRecord::sample(const Sample& sample) {
  Kept kept{
      sample.gap.size(), sample.t, sample.ledger, {}, {sample.modes.begin(), sample.modes.end()}};
  kept.numbers.reserve(sample.q.size() + sample.u.size() + sample.gap.size() + sample.force.size());
  for (const auto& part : {sample.q, sample.u, sample.gap, sample.force}) {
    kept.numbers.insert(kept.numbers.end(), part.begin(), part.end());
  }
  const std::lock_guard lock(mutex_);
  bytes_ += sizeof(Kept) + sizeof(double) * kept.numbers.size() + kept.modes.size() + 48;
  samples_.push_back(std::move(kept));
  order_.push_back(Entry::sample);
}

void RunRecord::event(const Event& event) {
  const std::lock_guard lock(mutex_);
  bytes_ += sizeof(Event) +
            sizeof(double) *
                static_cast<std::size_t>(event.q.size() + event.velocity_before.size() +
                                         event.velocity_after.size() + event.impulse.size()) +
            16 * event.modes.size() + 128;
  events_.push_back(event);
  event_contacts_.push_back(setup_.system.contacts.size() + met_.size());
  order_.push_back(Entry::event);
}

void RunRecord::contact(const ContactInfo& contact, double reach) {
  const std::lock_guard lock(mutex_);
  met_.push_back({contact, reach});
  order_.push_back(Entry::contact);
}

void RunRecord::finish(const RunResult& result) {
  const std::lock_guard lock(mutex_);
  result_ = result;
}

std::size_t RunRecord::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}
std::size_t RunRecord::samples() const {
  const std::lock_guard lock(mutex_);
  return samples_.size();
}
std::size_t RunRecord::events() const {
  const std::lock_guard lock(mutex_);
  return events_.size();
}

Sample RunRecord::shown(const Kept& kept) const {
  std::span<const double> rest = kept.numbers;
  const auto part = [&](std::size_t size) {
    const std::span<const double> first = rest.first(size);
    rest = rest.subspan(size);
    return first;
  };
  const std::span<const double> q = part(setup_.system.q.size());
  const std::span<const double> u = part(setup_.system.u.size());
  const std::span<const double> gap = part(kept.contacts);
  return {kept.t, q, u, gap, rest, kept.modes, kept.ledger};
}

RunRows RunRecord::read(RunTable table, std::size_t dataset, const DatasetLayout& layout,
                        std::size_t first, std::size_t count) const {
  const std::lock_guard lock(mutex_);
  Picked rows(*this, dataset, layout, layout.name == "gap");
  for (std::size_t i = first; i < first + count; ++i) {
    rows.next_row();
    switch (table) {
      case RunTable::samples: add_row(rows, shown(samples_[i]), samples_[i].contacts); break;
      case RunTable::events: add_row(rows, events_[i], event_contacts_[i]); break;
      case RunTable::final:
        add_row(rows, *result_, setup_.system.contacts.size() + met_.size());
        break;
    }
  }
  return std::move(rows).take();
}

std::unique_ptr<const RunData> RunRecord::snapshot() const {
  const std::lock_guard lock(mutex_);
  return std::make_unique<Snapshot>(*this);
}

void RunRecord::replay(MotionObserver& observer) const {
  const std::lock_guard lock(mutex_);
  std::size_t sample = 0, event = 0, contact = 0;
  for (const Entry entry : order_) {
    switch (entry) {
      case Entry::sample: observer.sample(shown(samples_[sample++])); break;
      case Entry::event: observer.event(events_[event++]); break;
      case Entry::contact: {
        const Met& met = met_[contact++];
        observer.contact(met.info, met.reach);
        break;
      }
    }
  }
}

}  // namespace ricochet
