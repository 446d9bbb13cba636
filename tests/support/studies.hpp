#pragma once
// Studies made of texts in tests, computed here.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <ricochet/files/study.hpp>

namespace ricochet::test {

/// The study in `text`; a path that begins with `../` is one of the source tree, as in the folder studies.
std::unique_ptr<Study> study_of(std::string text, std::string_view kind = {});

/// All stages, on so many threads.
std::vector<StudyTable> tables_of(const Study& study, int threads = 1);

/// A table by name; an empty one if there is none.
StudyTable table_named(const std::vector<StudyTable>& tables, const std::string& name);

/// A column by name: a failure of the test if there is none.
std::size_t column_named(const StudyTable& table, const std::string& name);

/// The number, or the name behind the code, in a row. A missing code is "".
double number(const StudyTable& table, std::size_t row, const std::string& column);
std::string code(const StudyTable& table, std::size_t row, const std::string& column);

}  // namespace ricochet::test
