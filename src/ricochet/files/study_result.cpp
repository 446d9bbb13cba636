#include <ricochet/files/study_result.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include <ricochet/files/errors.hpp>
#include <ricochet/files/new_file.hpp>
#include <ricochet/files/seal.hpp>
#include <ricochet/version.hpp>

namespace ricochet {

namespace {

constexpr long schema = 1;
constexpr std::uint8_t missing_code = 255;

const std::string& sealed(const std::string& path) {
  check_seal(path);
  return path;
}

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw IoError(fmt::format("{}: cannot be written: {}", path, why));
}

// Slashes divide paths in HDF5.
std::string dataset_of(const StudyTable& table, const std::string& column) {
  std::string name = column;
  std::replace(name.begin(), name.end(), '/', '|');
  return table.name + '/' + name;
}

template <class Number, class Convert>
void write_column(hdf5::Writer& file, const StudyTable& table, std::size_t column,
                  Convert convert) {
  hdf5::Rows<Number> rows(file, dataset_of(table, table.columns[column].name), 1, true, true);
  for (std::size_t r = 0; r < table.rows(); ++r) {
    const Number number = convert(table.at(r, column));
    rows.add({&number, 1});
  }
  rows.finish();
}

void write_table(hdf5::Writer& file, const StudyTable& table) {
  file.group(table.name);
  std::vector<std::string> names;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const StudyColumn& column = table.columns[c];
    names.push_back(column.name);
    if (column.codes.empty()) {
      write_column<double>(file, table, c, [](double x) { return std::isfinite(x) ? x : NAN; });
    } else {
      write_column<std::uint8_t>(file, table, c, [](double x) {
        return std::isfinite(x) ? static_cast<std::uint8_t>(x) : missing_code;
      });
      file.attribute(dataset_of(table, column.name), "names", column.codes);
    }
    file.attribute(dataset_of(table, column.name), "column", column.name);
    file.attribute(dataset_of(table, column.name), "unit", column.unit);
  }
  file.attribute(table.name, "columns", names);
}

}  // namespace

std::string study_json(const StudyDocument& document) {
  // Tables may be long: written piece by piece, never held as a tree.
  const auto quoted = [](std::string_view text) { return nlohmann::json(text).dump(); };
  std::string text = fmt::format(
      "{{\n \"ricochet\": {},\n \"schema\": {},\n \"kind\": {},\n \"title\": {},\n \"tables\": {{",
      quoted(version), schema, quoted(document.kind), quoted(document.title));
  for (std::size_t i = 0; i < document.tables.size(); ++i) {
    const StudyTable& table = document.tables[i];
    text += fmt::format("{}\n  {}: {}", i > 0 ? "," : "", quoted(table.name), table_json(table));
  }
  return text += "\n }\n}\n";
}

void write_study(const std::string& path, bool force, const StudyDocument& document) {
  if (const std::string obstacle = obstacle_to(path, force); !obstacle.empty()) {
    throw IoError(obstacle);
  }
  NewFile file{path};
  {
    hdf5::Writer writer(file.temporary(), path);
    writer.attribute("/", "ricochet", std::string(version));
    writer.attribute("/", "schema", schema);
    writer.attribute("/", "kind", document.kind);
    writer.attribute("/", "title", document.title);
    writer.attribute("/", "study", document.study);
    writer.attribute("/", "base", document.base);
    std::vector<std::string> names;
    for (const StudyTable& table : document.tables) {
      write_table(writer, table);
      names.push_back(table.name);
    }
    writer.attribute("/", "tables", names);
    writer.close();
  }
  if (const std::string why = seal_file(file.temporary()); !why.empty()) fail(path, why);
  if (const std::string why = file.commit(); !why.empty()) fail(path, why);
}

StudyFile::StudyFile(const std::string& path) : reader_(sealed(path)) {
  kind_ = reader_.text("/", "kind");
  if (const long number = reader_.integer("/", "schema"); number != schema) {
    reader_.fail(fmt::format("its schema is {}, this version reads {}", number, schema));
  }
  study_ = reader_.text("/", "study");
  tables_ = reader_.texts("/", "tables");
}

template <class Number>
std::vector<Number> StudyFile::column(const std::string& path) const {
  const hdf5::Shape shape = reader_.shape<Number>(path);
  if (shape.columns != 1) reader_.fail(fmt::format("the size of {} does not fit", path));
  std::vector<Number> numbers(shape.rows);
  reader_.read<Number>(path, 0, numbers.size(), numbers);
  return numbers;
}

StudyTable StudyFile::table(const std::string& name) const {
  StudyTable table{name, {}, {}};
  std::vector<std::vector<double>> columns;
  const std::vector<std::string> names = reader_.texts(name, "columns");
  for (std::size_t c = 0; c < names.size(); ++c) {
    const std::string path = dataset_of(table, names[c]);
    StudyColumn column{names[c], reader_.text(path, "unit"), {}};
    std::vector<double> numbers;
    if (reader_.has(path, "names")) {
      column.codes = reader_.texts(path, "names");
      for (const std::uint8_t code : this->column<std::uint8_t>(path)) {
        if (code != missing_code && code >= column.codes.size()) {
          reader_.fail(fmt::format("a code in {} has no name", path));
        }
        numbers.push_back(code == missing_code ? NAN : code);
      }
    } else {
      numbers = this->column<double>(path);
    }
    if (!columns.empty() && numbers.size() != columns[0].size()) {
      reader_.fail(fmt::format("the columns of '{}' differ in length", name));
    }
    table.columns.push_back(std::move(column));
    columns.push_back(std::move(numbers));
  }
  for (std::size_t r = 0; !columns.empty() && r < columns[0].size(); ++r) {
    for (const std::vector<double>& column : columns) table.numbers.push_back(column[r]);
  }
  return table;
}

StudyDocument StudyFile::document() const {
  StudyDocument all{kind_, reader_.text("/", "title"), study_, reader_.text("/", "base"), {}};
  for (const std::string& name : tables_) all.tables.push_back(table(name));
  return all;
}

std::string StudyFile::version() const { return reader_.text("/", "ricochet"); }

std::string result_kind(const std::string& path) {
  return hdf5::Reader(sealed(path)).text("/", "kind");
}

}  // namespace ricochet
