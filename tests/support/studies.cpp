#include <support/studies.hpp>

#include <gtest/gtest.h>

#include <utility>

namespace ricochet::test {

namespace {

class Keeper final : public CellSink {
 public:
  explicit Keeper(CellRows& rows) : rows_(rows) {}
  void rows(std::size_t first, std::span<const double> rows) override {
    const std::lock_guard lock(mutex_);
    rows_.put(first, rows);
  }
  void chain_ended(std::size_t cell) override {
    const std::lock_guard lock(mutex_);
    rows_.end_chain(cell);
  }
  bool go_on() override { return true; }

 private:
  std::mutex mutex_;
  CellRows& rows_;
};

}  // namespace

std::unique_ptr<Study> study_of(std::string text, std::string_view kind) {
  return parse_study(std::move(text), {RICOCHET_SOURCE_DIR "/studies/study.yaml"}, kind);
}

std::vector<StudyTable> tables_of(const Study& study, int threads) {
  std::vector<CellRows> rows;
  std::vector<std::unique_ptr<CellTask>> tasks;
  for (std::size_t stage = 0; stage < study.stages(); ++stage) {
    tasks.push_back(study.stage(stage, rows));
    rows.emplace_back(tasks.back()->layout());
    OpenCells open(rows.back(), static_cast<std::size_t>(threads));
    Keeper keeper(rows.back());
    work(*tasks.back(), open, keeper, threads);
  }
  return study.tables(rows);
}

StudyTable table_named(const std::vector<StudyTable>& tables, const std::string& name) {
  for (const StudyTable& table : tables) {
    if (table.name == name) return table;
  }
  ADD_FAILURE() << "there is no table " << name;
  return {};
}

std::size_t column_named(const StudyTable& table, const std::string& name) {
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (table.columns[c].name == name) return c;
  }
  ADD_FAILURE() << table.name << " has no column " << name;
  return 0;
}

double number(const StudyTable& table, std::size_t row, const std::string& column) {
  return table.at(row, column_named(table, column));
}

std::string code(const StudyTable& table, std::size_t row, const std::string& column) {
  const std::size_t c = column_named(table, column);
  return std::string(code_name(table.columns[c], table.at(row, c)));
}

}  // namespace ricochet::test
