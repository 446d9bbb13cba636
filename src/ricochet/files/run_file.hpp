#pragma once
// Result files of motions (HDF5, sealed): docs/result-files.md describes the layout.

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <ricochet/files/hdf5.hpp>
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

/// Writes a motion as it goes on, in blocks. The file has its name after commit(), and without it nothing is left.
class RunWriter final : public MotionObserver {
 public:
  /// Throws IoError if `path` is taken (without `force`) or cannot be written.
  RunWriter(const std::string& path, bool force, const RunSetup& setup);
  ~RunWriter() override;

  // Both throw IoError: a full disk, or a number that is not finite.
  void sample(const Sample& sample) override;
  void event(const Event& event) override;
  void contact(const ContactInfo& contact, double reach) override;

  /// How it ended: the last of what is written. Throws IoError if not everything could be.
  void finish(const RunResult& result);
  /// After finish(): gives the file its name. Throws IoError.
  void commit();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
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

/// A finished result file.
class RunFile {
 public:
  /// Looks at everything but the numbers. Throws IoError for a file that is damaged, cut off, or something else.
  explicit RunFile(const std::string& path);

  const std::string& path() const { return reader_.name(); }
  const std::string& title() const { return title_; }  ///< of the scene, may be empty
  const std::string& scene() const { return scene_; }  ///< text of the scene
  const std::string& law() const { return law_; }
  const std::string& method() const { return method_; }
  const std::string& reason() const { return reason_; }  ///< why it ended
  /// Everything that is said about the run as a whole: version, law, options as used, how it ended, counts.
  std::vector<RunFact> facts() const;
  /// Names and units of coordinates, velocities and contacts; nothing else is known.
  const SystemInfo& system() const { return system_; }

  std::size_t rows(RunTable table) const;
  /// Some rows of a dataset of a table. Throws IoError for numbers that no run writes.
  RunRows read(RunTable table, const DatasetLayout& dataset, std::size_t first,
               std::size_t count) const;
  /// The state at the end, from which the motion can go on.
  MotionState final_state() const;

 private:
  void check(RunTable table);

  hdf5::Reader reader_;
  std::string title_;
  std::string scene_;
  std::string law_;
  std::string method_;
  std::string reason_;
  SystemInfo system_;
  std::size_t rows_[3] = {0, 0, 0};
};

}  // namespace ricochet
