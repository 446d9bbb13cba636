#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <optional>
#include <ricochet/files/names.hpp>
#include <ricochet/files/run_report.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/files/simulation.hpp>
#include <ricochet/impact/registry.hpp>
#include <utility>

#include "commands.hpp"
#include "progress.hpp"
#include "streams.hpp"

namespace ricochet::app {

namespace {

MotionMethod method_named(std::string_view name) {
  for (std::size_t i = 0; i < method_names.size(); ++i) {
    if (method_names[i] == name) return static_cast<MotionMethod>(i);
  }
  throw UsageError(fmt::format("--method: there is no method '{}', {}", name,
                               allowed_names(name, method_names)));
}

const ImpactLaw& law_named(const LawSet& laws, const std::string& name) {
  if (const ImpactLaw* law = laws.find(name)) return *law;
  std::vector<std::string_view> names;
  for (const ImpactLaw* law : laws.all()) names.push_back(law->info().name);
  throw UsageError(
      fmt::format("--law: there is no law '{}', {}", name, allowed_names(name, names)));
}

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

// What the command line says in place of the scene.
void apply(const SimulateOptions& options, Scene& scene) {
  if (options.law) scene.law = *options.law;
  if (scene.method == MotionMethod::moreau && scene.law != "moreau") {
    throw UsageError(
        fmt::format("--law: method moreau contains its own law, '{}' cannot be used", scene.law));
  }
  if (options.step && scene.method != MotionMethod::moreau) {
    throw UsageError("--step: only method moreau has steps of a fixed length");
  }
  if (options.until) scene.options.until = *options.until;
  if (options.tolerance) {
    scene.options.tolerance = *options.tolerance;
    if (*options.tolerance < 1e-13 || *options.tolerance > 1e-3) {
      throw UsageError(fmt::format(
          "--tolerance: {} is not allowed, it must be between 1e-13 and 1e-3", *options.tolerance));
    }
  }
  if (!options.continue_from) {
    if (scene.options.until < scene.start.t) {
      throw UsageError(fmt::format("--until: {} s is before the start at {} s", scene.options.until,
                                   scene.start.t));
    }
    return;
  }
  scene.start = end_of(*options.continue_from, scene);
  if (scene.options.until <= scene.start.t) {
    throw UsageError(
        fmt::format("--until: {} has reached t = {} s already, it must be more than that",
                    *options.continue_from, scene.start.t));
  }
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
  // The method decides what the contacts of a scene must have.
  if (options.step && !(*options.step > 0.0)) {
    throw UsageError(
        fmt::format("--step: {} is not allowed, it must be more than 0", *options.step));
  }
  Scene scene = read_scene(
      options.file, options.method ? std::optional(method_named(*options.method)) : std::nullopt,
      options.step);
  apply(options, scene);
  const LawSet laws(scene.laws);
  law_named(laws, scene.law);
  const ImpactLaw* fallback = scene.fallback_law ? &law_named(laws, *scene.fallback_law) : nullptr;
  const RunSetup setup{scene.system->info(),
                       scene.title,
                       scene.text,
                       scene.law,
                       fallback != nullptr ? fallback->info().name : std::string_view(),
                       method_names[static_cast<std::size_t>(scene.method)],
                       scene.options};
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
