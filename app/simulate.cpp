#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <optional>
#include <ricochet/files/run_report.hpp>
#include <ricochet/files/simulation.hpp>
#include <ricochet/files/text_file.hpp>
#include <ricochet/files/yaml.hpp>
#include <utility>

#include "commands.hpp"
#include "progress.hpp"
#include "streams.hpp"

namespace ricochet::app {

namespace {

bool same_contacts(const SystemInfo& a, const SystemInfo& b) {
  return std::equal(a.contacts.begin(), a.contacts.end(), b.contacts.begin(), b.contacts.end(),
                    [](const ContactInfo& x, const ContactInfo& y) { return x.name == y.name; });
}

// The end of the run in `path`, if it is one of this scene.
MotionState end_of(const std::string& path, const Scene& scene) {
  const RunFile old(path);
  const SystemInfo& known = old.system();
  const SystemInfo& info = scene.system->info();
  if (old.scene() != scene.text || known.q.size() != info.q.size() ||
      known.u.size() != info.u.size() || !(info.crowded || same_contacts(known, info))) {
    throw UsageError(fmt::format(
        "--continue: {} is the result of another scene, it must be the same to the byte", path));
  }
  MotionState end = old.final_state();
  if (info.crowded) end.modes.clear();  // contacts get other numbers
  return end;
}

void start_at(const SimulateOptions& options, Scene& scene) {
  if (!options.continue_from) return check_until(scene);
  scene.start = end_of(*options.continue_from, scene);
  if (scene.options.until <= scene.start.t) {
    throw UsageError(
        fmt::format("--until: {} has reached t = {} s already, it must be more than that",
                    *options.continue_from, scene.start.t));
  }
  check_until(scene);
}

// The result file, if one is wanted: before the work, so that nobody waits for what cannot be.
std::optional<RunWriter> result_file(const SimulateOptions& options, const RunSetup& setup) {
  if (!options.output) return std::nullopt;
  if (options.output->empty()) throw UsageError("-o: the name of the file is empty");
  std::error_code ignored;
  if (options.continue_from &&
      std::filesystem::equivalent(*options.output, *options.continue_from, ignored)) {
    throw UsageError(
        fmt::format("-o: {} is the file to go on from, which is never changed", *options.output));
  }
  return std::make_optional<RunWriter>(*options.output, options.force, setup);
}

// Passes everything on, shows how far the motion is, and ends it at Ctrl-C.
class Watch final : public MotionObserver {
 public:
  Watch(EventLog& log, RunWriter* writer, Progress& progress)
      : log_(log), writer_(writer), progress_(progress) {}
  void sample(const Sample& sample) override {
    if (writer_ != nullptr) writer_->sample(sample);
  }
  void event(const Event& event) override {
    ++events_;
    log_.event(event);
    if (writer_ != nullptr) writer_->event(event);
  }
  void contact(const ContactInfo& contact, double reach) override {
    log_.contact(contact, reach);
    if (writer_ != nullptr) writer_->contact(contact, reach);
  }
  bool go_on(double t) override {
    progress_.show(t, events_);
    return !Interruptible::interrupted();
  }

 private:
  EventLog& log_;
  RunWriter* writer_;
  Progress& progress_;
  long events_ = 0;
};

// A table shows this many events at its beginning and at its end.
constexpr std::size_t events_at_ends = 20;

}  // namespace

int run_simulate(const SimulateOptions& options) {
  Scene scene = scene_with(read_text_file(options.file, yaml_size_limit), options.file, options);
  start_at(options, scene);
  const RunSetup setup = setup_of(scene);
  std::optional<RunWriter> writer = result_file(options, setup);
  const bool json = options.format == Format::json;
  EventLog log(json ? std::numeric_limits<std::size_t>::max() : events_at_ends);
  RunResult result;
  {
    const Interruptible until_ctrl_c;
    Progress progress(options.common, scene.start.t, scene.options.until);
    Watch watch(log, writer ? &*writer : nullptr, progress);
    result = simulate(scene, watch);
  }
  if (writer) writer->finish(result);
  const std::unique_ptr<MechanicalSystem> met =
      log.met().empty() ? nullptr : scene.system->with_contacts(log.met());
  const RunReport report{met ? *met : *scene.system, setup, log, result};
  write_data(json ? run_json(report) : run_table(report));
  if (writer) writer->commit();
  if (result.reason == EndReason::end) return 0;
  talk(options.common,
       fmt::format("{}: {}: {}", options.file, to_string(result.reason), result.message));
  return 1;
}

}  // namespace ricochet::app
