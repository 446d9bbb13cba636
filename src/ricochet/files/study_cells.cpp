#include <ricochet/files/study_cells.hpp>

#include <algorithm>
#include <cmath>

namespace ricochet {

StudyCells::Worker::Worker(const StudyCells& cells)
    : slots_(cells.base_.slots()),
      variables_(cells.parameters_.variables().size()),
      owner_(cells) {}

void StudyCells::Worker::compute(std::span<const double> parameters, std::span<double> row) {
  std::copy(parameters.begin(), parameters.end(), variables_.begin());
  owner_.parameters_.complete(variables_);
  owner_.parameters_.slots(variables_, slots_);
  std::fill(row.begin(), row.end(), NAN);
  try {
    fill(row);
  } catch (const InputError&) {
    std::fill(row.begin(), row.end(), NAN);
    refuse(row);
  }
}

}  // namespace ricochet
