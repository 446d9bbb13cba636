// Any bytes at all are a study whose first and last cells can be computed, or an InputError with a sensible place.
// Everything else that can happen (another exception, a crash, a sanitizer's complaint, a hang) is a bug of the reader.
// Run in the folder of the sources: the bases are the shipped problems and scenes.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <ricochet/files/file_kind.hpp>
#include <ricochet/files/study.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ricochet;
  try {
    const std::unique_ptr<Study> study =
        parse_study(std::string(reinterpret_cast<const char*>(data), size), {"studies/fuzz.yaml"});
    if (study->description().empty()) std::abort();
    // A motion may take as long as its scene says.
    if (file_kind(study->base, "base") != FileKind::problem) return 0;
    const std::unique_ptr<CellTask> task = study->stage(0, {});
    const CellLayout layout = task->layout();
    const std::unique_ptr<CellWorker> worker = task->worker();
    std::vector<double> row(layout.columns);
    for (const std::size_t cell : {std::size_t{0}, layout.chains - 1}) {
      if (!worker->compute(cell, 0, {}, row)) std::abort();
      if (std::isnan(row[0])) std::abort();  // every cell has a status
    }
  } catch (const InputError& error) {
    if (error.position().line < 1 || error.position().column < 1) std::abort();
  }
  return 0;
}
