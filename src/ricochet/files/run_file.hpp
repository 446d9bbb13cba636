#pragma once
// Result files of motions (HDF5, sealed): docs/result-files.md describes the layout.

#include <memory>
#include <string>
#include <vector>

#include <ricochet/files/hdf5.hpp>
#include <ricochet/files/run_data.hpp>

namespace ricochet {

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

/// A finished result file.
class RunFile final : public RunData {
 public:
  /// Looks at everything but the numbers. Throws IoError for a file that is damaged, cut off, or something else.
  explicit RunFile(const std::string& path);

  const std::string& path() const { return reader_.name(); }
  const std::string& title() const override { return title_; }
  const std::string& scene() const override { return scene_; }
  const std::string& law() const { return law_; }
  const std::string& method() const override { return method_; }
  const std::string& reason() const { return reason_; }  ///< why it ended
  std::vector<RunFact> facts() const override;
  const SystemInfo& system() const override { return system_; }

  std::size_t rows(RunTable table) const override;
  RunRows read(RunTable table, const DatasetLayout& dataset, std::size_t first,
               std::size_t count) const override;
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
