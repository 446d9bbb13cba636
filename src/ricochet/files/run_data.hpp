#pragma once
// A motion as tables of numbers, wherever they are: in a result file (run_file.hpp) or in memory, where it may still be
// going on (run_record.hpp). Pages are made of this.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <ricochet/files/run_layout.hpp>
#include <ricochet/motion/simulator.hpp>
#include <ricochet/motion/trajectory.hpp>

namespace ricochet {

/// What a motion is made from. Views: the caller keeps them alive.
struct RunSetup {
  const SystemInfo& system;
  std::string_view title;         ///< of the scene, may be empty
  std::string_view scene;         ///< its text
  std::string_view law;           ///< that was used
  std::string_view fallback_law;  ///< "" if there is none
  std::string_view method;
  SimulationOptions options;
};

/// Some rows of a dataset, rows x columns: numbers or codes, the other is empty.
struct RunRows {
  std::vector<double> numbers;
  std::vector<std::uint8_t> codes;
};

/// Something said about a run as a whole: a text, or a number with its unit.
struct RunFact {
  std::string name;
  std::variant<std::string, double, long> value;
  std::string unit{};
};

/// Version, laws, method and options as used.
std::vector<RunFact> facts_of(const RunSetup& setup);
/// How it ended, and counts.
std::vector<RunFact> facts_of(const RunResult& result);

class RunData {
 public:
  virtual ~RunData() = default;

  virtual const std::string& title() const = 0;  ///< of the scene, may be empty
  virtual const std::string& scene() const = 0;  ///< text of the scene
  virtual const std::string& method() const = 0;
  /// Everything that is said about the run as a whole.
  virtual std::vector<RunFact> facts() const = 0;
  /// Names and units of coordinates, velocities and contacts; nothing else is known.
  virtual const SystemInfo& system() const = 0;

  virtual std::size_t rows(RunTable table) const = 0;
  /// Some rows of a dataset of a table. Throws IoError for numbers that no run writes.
  virtual RunRows read(RunTable table, const DatasetLayout& dataset, std::size_t first,
                       std::size_t count) const = 0;
};

}  // namespace ricochet
