#include <ricochet/files/study_cells.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ricochet {

namespace {

constexpr std::size_t kMostNumbers = std::size_t{1} << 27U;  // of a table: 1 GB

bool is_named(const std::vector<StudyColumn>& columns, const std::string& name) {
  return std::any_of(columns.begin(), columns.end(),
                     [&](const StudyColumn& column) { return column.name == name; });
}

}  // namespace

void StudyCells::check_table(const Value& study) const {
  const std::vector<StudyColumn>& parameters = parameters_.columns();
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    if (!is_named(columns_, parameters[k].name)) continue;
    study.at("parameters")
        .items()[k]
        .fail(fmt::format("'{}' is also a quantity of this study", parameters[k].name),
              "give the parameter another `name`");
  }
  const auto cells = static_cast<std::size_t>(parameters_.plan().cells());
  const std::size_t width = parameters.size() + columns_.size();
  if (cells > kMostNumbers / width) {
    study.at("parameters")
        .fail(fmt::format("there are {} cells of {} numbers", cells, width),
              fmt::format("at most {} numbers are allowed", kMostNumbers));
  }
}

StudyCells::Worker::Worker(const StudyCells& cells)
    : slots_(cells.base_.slots()),
      variables_(cells.parameters_.variables().size()),
      owner_(cells) {}

void StudyCells::Worker::place(std::span<const double> parameters) {
  std::copy(parameters.begin(), parameters.end(), variables_.begin());
  owner_.parameters_.complete(variables_);
  owner_.parameters_.slots(variables_, slots_);
}

std::string StudyCells::Worker::refusal(std::span<const double> parameters) {
  place(parameters);
  std::vector<double> row(owner_.columns().size(), NAN);
  try {
    fill(row);
  } catch (const InputError& error) {
    return fmt::format("{}: {}, {}", error.path(), error.wrong(), error.allowed());
  }
  return {};
}

void StudyCells::Worker::compute(std::span<const double> parameters, std::span<double> row) {
  place(parameters);
  std::fill(row.begin(), row.end(), NAN);
  try {
    fill(row);
  } catch (const InputError&) {
    std::fill(row.begin(), row.end(), NAN);
    refuse(row);
  }
}

}  // namespace ricochet
