#include <ricochet/files/study_cells.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ricochet {

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
