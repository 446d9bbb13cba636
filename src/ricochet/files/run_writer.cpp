#include <fmt/format.h>

#include <optional>
#include <span>

#include <ricochet/files/errors.hpp>
#include <ricochet/files/new_file.hpp>
#include <ricochet/files/run_file.hpp>
#include <ricochet/files/run_rows.hpp>
#include <ricochet/files/seal.hpp>

namespace ricochet {

namespace {

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

  void add(std::span<const double> row) { next().numbers.value().add(row); }
  void add(double number) { add({&number, 1}); }
  void add_codes(std::span<const std::uint8_t> row) { next().codes.value().add(row); }
  std::vector<std::uint8_t>& scratch() { return codes_; }

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

void write_facts(hdf5::Writer& file, const std::string& object, std::span<const RunFact> facts) {
  for (const RunFact& fact : facts) {
    std::visit([&](const auto& value) { file.attribute(object, fact.name, value); }, fact.value);
  }
}

void write_setup(hdf5::Writer& file, const RunSetup& setup) {
  const std::vector<RunFact> facts = facts_of(setup);
  write_facts(file, "/", std::span(facts).first(1));  // the version
  file.attribute("/", "schema", 1L);
  file.attribute("/", "kind", std::string("simulate"));
  file.attribute("/", "title", std::string(setup.title));
  file.attribute("/", "scene", std::string(setup.scene));
  write_facts(file, "/", std::span(facts).subspan(1));
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
};

RunWriter::RunWriter(const std::string& path, bool force, const RunSetup& setup)
    : impl_(std::make_unique<Impl>(path, force, setup)) {}

RunWriter::~RunWriter() = default;

void RunWriter::sample(const Sample& sample) { add_row(impl_->samples, sample, impl_->contacts); }

void RunWriter::contact(const ContactInfo& contact, double reach) {
  Impl& impl = *impl_;
  impl.system.contacts.push_back(contact);
  ++impl.contacts;
  for (TableWriter* table : {&impl.samples, &impl.events, &impl.final}) {
    table->widen(impl.system, reach);
  }
}

void RunWriter::event(const Event& event) { add_row(impl_->events, event, impl_->contacts); }

void RunWriter::finish(const RunResult& result) {
  Impl& impl = *impl_;
  add_row(impl.final, result, impl.contacts);
  impl.samples.finish();
  impl.events.finish();
  impl.final.finish();

  hdf5::Writer& file = impl.file;
  std::vector<std::string> contacts;
  for (const ContactInfo& contact : impl.system.contacts) contacts.push_back(contact.name);
  file.attribute("/", "contacts", contacts);
  file.group("status");
  write_facts(file, "status", facts_of(result));
  file.close();
  if (const std::string why = seal_file(impl.new_file.temporary()); !why.empty()) impl.fail(why);
}

void RunWriter::commit() {
  if (const std::string why = impl_->new_file.commit(); !why.empty()) impl_->fail(why);
}

}  // namespace ricochet
