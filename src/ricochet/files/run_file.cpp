#include <ricochet/files/run_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include <ricochet/files/ledger.hpp>
#include <ricochet/files/seal.hpp>

namespace ricochet {

namespace {

constexpr long schema = 1;

const std::string& sealed(const std::string& path) {
  check_seal(path);
  return path;
}

std::vector<Quantity> quantities(const hdf5::Reader& file, const std::string& dataset) {
  const std::vector<std::string> names = file.texts(dataset, "columns");
  const std::vector<std::string> units = file.texts(dataset, "units");
  if (names.size() != units.size()) {
    file.fail(dataset + ": there are not as many units as columns");
  }
  std::vector<Quantity> list;
  for (std::size_t i = 0; i < names.size(); ++i) list.push_back({names[i], units[i], 1.0});
  return list;
}

}  // namespace

RunFile::RunFile(const std::string& path) : reader_(sealed(path)) {
  const std::string kind = reader_.text("/", "kind");
  if (kind != "simulate") reader_.fail(fmt::format("it is a result of '{}'", kind));
  if (const long number = reader_.integer("/", "schema"); number != schema) {
    reader_.fail(fmt::format("its schema is {}, this version reads {}", number, schema));
  }
  scene_ = reader_.text("/", "scene");
  title_ = reader_.text("/", "title");
  law_ = reader_.text("/", "law");
  method_ = reader_.text("/", "method");
  reason_ = reader_.text("status", "reason");
  // The names of the system as the file tells them; every other name follows from these.
  system_.q = quantities(reader_, "samples/q");
  system_.u = quantities(reader_, "samples/u");
  for (const std::string& name : reader_.texts("/", "contacts")) {
    system_.contacts.push_back({name, {}});
  }
  check(RunTable::samples);
  check(RunTable::events);
  check(RunTable::final);
  if (rows(RunTable::final) != 1) reader_.fail("it has no final state");
}

void RunFile::check(RunTable table) {
  std::optional<std::size_t> rows;
  for (const DatasetLayout& dataset : layout_of(table, system_)) {
    const std::string path = path_in(table, dataset);
    const hdf5::Shape shape =
        dataset.bytes ? reader_.shape<std::uint8_t>(path) : reader_.shape<double>(path);
    if (shape.flat != dataset.flat || shape.columns != dataset.columns.size() ||
        shape.rows != rows.value_or(shape.rows)) {
      reader_.fail(fmt::format("the size of {} does not fit the others", path));
    }
    rows = shape.rows;
    if (reader_.texts(path, "columns") != dataset.columns ||
        reader_.texts(path, "units") != dataset.units ||
        (dataset.bytes && reader_.texts(path, "names") != dataset.names)) {
      reader_.fail(fmt::format("the names of {} are not those of this version", path));
    }
  }
  rows_[static_cast<std::size_t>(table)] = rows.value_or(0);
}

std::vector<RunFact> RunFile::facts() const {
  std::vector<RunFact> facts;
  const auto text = [&](const char* object, const char* name) {
    facts.push_back({name, reader_.text(object, name)});
  };
  const auto real = [&](const char* name, const char* unit) {
    facts.push_back({name, reader_.real("/", name), unit});
  };
  const auto integer = [&](const char* object, const char* name) {
    facts.push_back({name, reader_.integer(object, name)});
  };
  for (const char* name : {"ricochet", "law", "fallback_law", "method"}) text("/", name);
  real("until", "s");
  real("tolerance", "");
  text("/", "painleve");
  real("chatter_height", "m");
  real("sample_step", "s");
  real("largest_step", "s");
  for (const char* name : {"event_limit", "step_limit"}) integer("/", name);
  if (method_ == "moreau") {
    real("step", "s");
    real("theta", "");
  }
  for (const char* name : {"reason", "message"}) text("status", name);
  for (const char* name : {"steps", "rejected", "evaluations", "events", "impacts"}) {
    integer("status", name);
  }
  return facts;
}

std::size_t RunFile::rows(RunTable table) const { return rows_[static_cast<std::size_t>(table)]; }

RunRows RunFile::read(RunTable table, const DatasetLayout& dataset, std::size_t first,
                      std::size_t count) const {
  const std::string path = path_in(table, dataset);
  const std::size_t size = count * dataset.columns.size();
  RunRows rows;
  if (dataset.bytes) {
    rows.codes.resize(size);
    reader_.read<std::uint8_t>(path, first, count, rows.codes);
    const auto known = [&](std::uint8_t code) { return code < dataset.names.size(); };
    if (!std::all_of(rows.codes.begin(), rows.codes.end(), known)) {
      reader_.fail(fmt::format("a code in {} has no name", path));
    }
  } else {
    rows.numbers.resize(size);
    reader_.read<double>(path, first, count, rows.numbers);
    const auto finite = [](double x) { return std::isfinite(x); };
    if (!std::all_of(rows.numbers.begin(), rows.numbers.end(), finite)) {
      reader_.fail(fmt::format("a number in {} is not finite", path));
    }
  }
  return rows;
}

MotionState RunFile::final_state() const {
  const std::vector<DatasetLayout> layout = layout_of(RunTable::final, system_);
  std::vector<RunRows> rows;
  rows.reserve(layout.size());
  for (const DatasetLayout& dataset : layout) rows.push_back(read(RunTable::final, dataset, 0, 1));
  const auto vector = [](const std::vector<double>& numbers) {
    return Eigen::VectorXd::Map(numbers.data(), static_cast<Eigen::Index>(numbers.size())).eval();
  };
  MotionState state;
  state.t = rows[0].numbers[0];
  state.q = vector(rows[1].numbers);
  state.u = vector(rows[2].numbers);
  const std::vector<std::uint8_t>& codes = rows[3].codes;
  if (std::find(codes.begin(), codes.end(), unknown_mode) == codes.end()) {
    for (const std::uint8_t code : codes) state.modes.push_back(static_cast<Mode>(code));
  }
  for (std::size_t i = 0; i < ledger_entries.size(); ++i) {
    state.ledger.*ledger_entries[i].value = rows[4].numbers[i];
  }
  state.stretch = rows[5].numbers;
  return state;
}

}  // namespace ricochet
