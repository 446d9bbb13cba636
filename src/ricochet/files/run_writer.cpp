#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include <ricochet/files/errors.hpp>
#include <ricochet/files/ledger.hpp>
#include <ricochet/files/new_file.hpp>
#include <ricochet/files/run_file.hpp>
#include <ricochet/files/seal.hpp>
#include <ricochet/version.hpp>

namespace ricochet {

namespace {

std::string_view name_of(PainleveRule rule) {
  switch (rule) {
    case PainleveRule::detach: return "detach";
    case PainleveRule::impact: return "impact";
    case PainleveRule::stop: break;
  }
  return "stop";
}

std::span<const double> numbers(const Eigen::VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

// One table in the making: its datasets in the order of the layout. A row is added dataset by dataset.
class TableWriter {
 public:
  TableWriter(hdf5::Writer& file, RunTable table, const SystemInfo& system)
      : file_(file), table_(table), layout_(layout_of(table, system)) {
    file.group(std::string(run_table_names[static_cast<std::size_t>(table)]));
    for (const DatasetLayout& dataset : layout_) {
      const std::string path = path_in(table, dataset);
      auto& slot = datasets_.emplace_back();
      if (dataset.bytes) {
        slot.codes.emplace(file, path, dataset.columns.size(), dataset.flat);
      } else {
        slot.numbers.emplace(file, path, dataset.columns.size(), dataset.flat);
      }
    }
  }

  /// More contacts than the layout had: `far` is the gap they had until now.
  void widen(const SystemInfo& system, double far) {
    std::vector<DatasetLayout> wider = layout_of(table_, system);
    for (std::size_t i = 0; i < wider.size(); ++i) {
      if (wider[i].columns.size() == layout_[i].columns.size()) continue;
      if (datasets_[i].codes) {
        datasets_[i].codes->make_wider_later(0);  // open; not concerned
        datasets_[i].codes->widen(wider[i].columns.size());
      } else {
        datasets_[i].numbers->make_wider_later(wider[i].name == "gap" ? far : 0.0);
        datasets_[i].numbers->widen(wider[i].columns.size());
      }
    }
    layout_ = std::move(wider);
  }

  TableWriter& add(std::span<const double> row) {
    next().numbers.value().add(row);
    return *this;
  }
  TableWriter& add(double number) { return add({&number, 1}); }
  TableWriter& add_codes(std::span<const std::uint8_t> row) {
    next().codes.value().add(row);
    return *this;
  }

  TableWriter& add(std::span<const Mode> modes, std::size_t contacts) {
    codes_.assign(contacts, unknown_mode);
    if (!modes.empty()) std::transform(modes.begin(), modes.end(), codes_.begin(), code_of);
    return add_codes(codes_);
  }

  TableWriter& add(const Ledger& ledger) {
    std::array<double, ledger_entries.size()> row{};
    std::transform(ledger_entries.begin(), ledger_entries.end(), row.begin(),
                   [&](const LedgerEntry& entry) { return ledger.*entry.value; });
    return add(std::span<const double>(row));
  }

  void finish() {
    for (std::size_t i = 0; i < layout_.size(); ++i) {
      if (datasets_[i].codes) {
        datasets_[i].codes->finish();
      } else {
        datasets_[i].numbers->finish();
      }
      const std::string path = path_in(table_, layout_[i]);
      file_.attribute(path, "columns", layout_[i].columns);
      file_.attribute(path, "units", layout_[i].units);
      if (layout_[i].bytes) file_.attribute(path, "names", layout_[i].names);
    }
  }

 private:
  struct Dataset {
    std::optional<hdf5::Rows<double>> numbers;
    std::optional<hdf5::Rows<std::uint8_t>> codes;
  };

  Dataset& next() {
    Dataset& dataset = datasets_[next_];
    next_ = (next_ + 1) % datasets_.size();
    return dataset;
  }

  hdf5::Writer& file_;
  RunTable table_;
  std::vector<DatasetLayout> layout_;
  std::vector<Dataset> datasets_;
  std::size_t next_ = 0;
  std::vector<std::uint8_t> codes_;
};

void write_setup(hdf5::Writer& file, const RunSetup& setup) {
  const auto text = [&](const char* name, std::string_view value) {
    file.attribute("/", name, std::string(value));
  };
  text("ricochet", version);
  file.attribute("/", "schema", 1L);
  text("kind", "simulate");
  text("title", setup.title);
  text("scene", setup.scene);
  text("law", setup.law);
  text("fallback_law", setup.fallback_law);
  text("method", setup.method);
  const SimulationOptions& options = setup.options;
  file.attribute("/", "until", options.until);
  file.attribute("/", "tolerance", options.tolerance);
  text("painleve", name_of(options.painleve));
  file.attribute("/", "chatter_height", options.chatter_height);
  file.attribute("/", "sample_step", options.sample_step);
  file.attribute("/", "largest_step", options.largest_step);
  file.attribute("/", "event_limit", options.event_limit);
  file.attribute("/", "step_limit", options.step_limit);
  if (setup.method != "moreau") return;  // others have no fixed step
  file.attribute("/", "step", options.step);
  file.attribute("/", "theta", options.theta);
}

// What stands in the way, before anything is made.
const std::string& free_path(const std::string& path, bool force) {
  if (const std::string why = obstacle_to(path, force); !why.empty()) throw IoError(why);
  return path;
}

}  // namespace

struct RunWriter::Impl {
  Impl(const std::string& path, bool force, const RunSetup& setup)
      : new_file(free_path(path, force)),
        file(new_file.temporary(), path),
        system(setup.system),
        contacts(setup.system.contacts.size()),
        samples(file, RunTable::samples, setup.system),
        events(file, RunTable::events, setup.system),
        final(file, RunTable::final, setup.system) {
    write_setup(file, setup);
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw IoError(fmt::format("{}: cannot be written: {}", file.name(), why));
  }

  NewFile new_file;
  hdf5::Writer file;
  SystemInfo system;  // with the contacts that come near only later
  std::size_t contacts;
  TableWriter samples;
  TableWriter events;
  TableWriter final;
  std::vector<std::uint8_t> concerned;
  std::vector<double> impulse;
};

RunWriter::RunWriter(const std::string& path, bool force, const RunSetup& setup)
    : impl_(std::make_unique<Impl>(path, force, setup)) {}

RunWriter::~RunWriter() = default;

void RunWriter::sample(const Sample& sample) {
  impl_->samples.add(sample.t)
      .add(sample.q)
      .add(sample.u)
      .add(sample.gap)
      .add(sample.force)
      .add(sample.modes, impl_->contacts)
      .add(sample.ledger);
}

void RunWriter::contact(const ContactInfo& contact, double reach) {
  Impl& impl = *impl_;
  impl.system.contacts.push_back(contact);
  ++impl.contacts;
  for (TableWriter* table : {&impl.samples, &impl.events, &impl.final}) {
    table->widen(impl.system, reach);
  }
}

void RunWriter::event(const Event& event) {
  Impl& impl = *impl_;
  const auto kind = static_cast<std::uint8_t>(event.kind);
  impl.concerned.assign(impl.contacts, 0);
  for (const Eigen::Index i : event.contacts) impl.concerned.at(static_cast<std::size_t>(i)) = 1;
  impl.impulse.assign(event.impulse.begin(), event.impulse.end());
  if (impl.impulse.empty()) impl.impulse.assign(2 * impl.contacts, 0.0);
  impl.events.add(event.time)
      .add_codes({&kind, 1})
      .add_codes(impl.concerned)
      .add(numbers(event.q))
      .add(numbers(event.velocity_before))
      .add(numbers(event.velocity_after))
      .add(event.modes, impl.contacts)
      .add(std::span<const double>(impl.impulse))
      .add(event.dissipation);
}

void RunWriter::finish(const RunResult& result) {
  Impl& impl = *impl_;
  const MotionState& state = result.final;
  std::vector<double> stretch = state.stretch;
  stretch.resize(impl.contacts, 0.0);  // empty: no springs
  impl.final.add(state.t)
      .add(numbers(state.q))
      .add(numbers(state.u))
      .add(state.modes, impl.contacts)
      .add(state.ledger)
      .add(std::span<const double>(stretch));
  impl.samples.finish();
  impl.events.finish();
  impl.final.finish();

  hdf5::Writer& file = impl.file;
  std::vector<std::string> contacts;
  for (const ContactInfo& contact : impl.system.contacts) contacts.push_back(contact.name);
  file.attribute("/", "contacts", contacts);
  file.group("status");
  file.attribute("status", "reason", std::string(to_string(result.reason)));
  file.attribute("status", "message", result.message);
  file.attribute("status", "steps", result.statistics.steps);
  file.attribute("status", "rejected", result.statistics.rejected);
  file.attribute("status", "evaluations", result.statistics.evaluations);
  file.attribute("status", "events", result.statistics.events);
  file.attribute("status", "impacts", result.statistics.impacts);
  file.close();
  if (const std::string why = seal_file(impl.new_file.temporary()); !why.empty()) impl.fail(why);
}

void RunWriter::commit() {
  if (const std::string why = impl_->new_file.commit(); !why.empty()) impl_->fail(why);
}

}  // namespace ricochet
