#pragma once
// Result files of studies (HDF5, sealed): docs/result-files.md describes the layout. One group per table, one dataset
// per column; the texts of the study and of its base are in it.

#include <string>
#include <string_view>
#include <vector>

#include <ricochet/files/hdf5.hpp>
#include <ricochet/files/study_table.hpp>

namespace ricochet {

struct StudyDocument {
  std::string kind;   ///< map, sweep, ...
  std::string title;  ///< may be empty
  std::string study;  ///< text of the study file
  std::string base;   ///< text of its base
  std::vector<StudyTable> tables;
};

/// One JSON document {"ricochet", "schema", "kind", "title", "tables": {name: {columns, rows}}}.
std::string study_json(const StudyDocument& document);

/// Writes it whole, or not at all. Throws IoError if `path` is taken (without `force`) or cannot be written.
void write_study(const std::string& path, bool force, const StudyDocument& document);

/// A finished result file.
class StudyFile {
 public:
  /// Throws IoError for a file that is damaged, cut off, or something else.
  explicit StudyFile(const std::string& path);

  const std::string& name() const { return reader_.name(); }
  const std::string& kind() const { return kind_; }
  const std::string& study() const { return study_; }
  const std::vector<std::string>& tables() const { return tables_; }
  StudyTable table(const std::string& name) const;
  /// All of it.
  StudyDocument document() const;
  /// The version of the program that wrote it.
  std::string version() const;

 private:
  template <class Number>
  std::vector<Number> column(const std::string& path) const;

  hdf5::Reader reader_;
  std::string kind_;
  std::string study_;
  std::vector<std::string> tables_;
};

/// The kind of result in a sealed file: simulate, map, ... Throws IoError.
std::string result_kind(const std::string& path);

}  // namespace ricochet
