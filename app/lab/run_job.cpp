#include "lab/run_job.hpp"

#include <fmt/format.h>

#include <limits>
#include <ricochet/files/run_csv.hpp>
#include <ricochet/files/run_file.hpp>
#include <ricochet/files/run_page.hpp>
#include <ricochet/files/run_record.hpp>
#include <ricochet/files/run_report.hpp>
#include <ricochet/files/simulation.hpp>

#include "commands.hpp"

namespace ricochet::app {

namespace {

class RunJob final : public LabJob, private MotionObserver {
 public:
  RunJob(Scene scene, const JobLimits& limits, std::string_view shell)
      : LabJob(limits),
        scene_(std::move(scene)),
        shell_(shell),
        setup_(setup_of(scene_)),
        record_(setup_),
        t_(scene_.start.t) {}

 private:
  std::string_view kind() const override { return "run"; }

  void work() override {
    result_ = simulate(scene_, *this);
    record_.finish(result_);
    t_ = result_.final.t;
    ended(to_string(result_.reason), result_.message);
  }

  void sample(const Sample& sample) override { record_.sample(sample); }
  void event(const Event& event) override { record_.event(event); }
  void contact(const ContactInfo& contact, double reach) override {
    record_.contact(contact, reach);
  }
  bool go_on(double t) override {
    t_ = t;
    return LabJob::go_on(record_.bytes());
  }

  Progress progress() const override {
    const double from = scene_.start.t;
    // One more at the end: how it ended is there to be seen, too.
    return {t_ - from, scene_.options.until - from, "s",
            record_.samples() + record_.events() + (running() ? 0U : 1U)};
  }

  std::vector<std::string> files() const override {
    std::vector<std::string> all = {"run.h5", "samples.csv", "events.csv", "final.csv"};
    if (!shell_.empty()) all.emplace_back("report.html");
    return all;
  }

  Json page() override {
    PageColumns columns;
    Json document = run_page(*record_.snapshot(), columns);
    return {{"document", std::move(document)}, {"columns", columns.blocks()}};
  }

  LabResponse result() override {
    EventLog log(std::numeric_limits<std::size_t>::max());
    record_.replay(log);
    const std::unique_ptr<MechanicalSystem> met =
        log.met().empty() ? nullptr : scene_.system->with_contacts(log.met());
    LabResponse response;
    response.body = run_json({met ? *met : *scene_.system, setup_, log, result_});
    return response;
  }

  LabResponse file(std::string_view name) override {
    if (name == "run.h5") {
      return download(std::string(name), "application/x-hdf5",
                      made_by_hdf5([this](const std::string& path) {
                        RunWriter writer(path, false, setup_);
                        record_.replay(writer);
                        writer.finish(result_);
                        writer.commit();
                      }));
    }
    if (name == "report.html") {
      PageColumns columns;
      const Json document = run_page(*record_.snapshot(), columns);
      return download(std::string(name), "text/html; charset=utf-8",
                      page_html(shell_, document, columns));
    }
    const std::string_view table = name.substr(0, name.find('.'));
    std::string text;
    for (std::size_t i = 0; i < std::size(run_table_names); ++i) {
      if (run_table_names[i] != table) continue;
      run_csv(*record_.snapshot(), static_cast<RunTable>(i),
              [&](std::string_view piece) { text += piece; });
    }
    return download(std::string(name), "text/csv; charset=utf-8", std::move(text));
  }

  Scene scene_;
  std::string_view shell_;
  RunSetup setup_;
  RunRecord record_;
  RunResult result_;
  std::atomic<double> t_;
};

void start_at(const Json& start, Scene& scene) {
  only(start, "start", {"t", "q", "u"});
  const auto vector = [&](const char* key, std::size_t size) {
    const std::vector<double> given = numbers(member(start, key, "start"), key);
    if (given.size() != size) {
      throw BadRequest{
          fmt::format("start.{} has {} numbers, the scene has {}", key, given.size(), size)};
    }
    return Eigen::VectorXd::Map(given.data(), static_cast<Eigen::Index>(size)).eval();
  };
  MotionState state;
  state.q = vector("q", scene.system->info().q.size());
  state.u = vector("u", scene.system->info().u.size());
  const auto t = start.find("t");
  state.t = t == start.end() ? scene.start.t : number(*t, "start.t");
  // The scene says how long the motion is, wherever it begins.
  scene.options.until += state.t - scene.start.t;
  scene.start = std::move(state);
}

}  // namespace

std::shared_ptr<LabJob> run_job(std::string_view request, const JobLimits& limits,
                                std::string_view shell) {
  const Json asked =
      parse_request(request, {"scene", "law", "method", "step", "until", "tolerance", "start"});
  const auto text_in = [&](const char* key) -> std::optional<std::string> {
    const auto it = asked.find(key);
    return it == asked.end() ? std::nullopt : std::optional(word(*it, key));
  };
  const auto number_in = [&](const char* key) -> std::optional<double> {
    const auto it = asked.find(key);
    return it == asked.end() ? std::nullopt : std::optional(number(*it, key));
  };
  SceneOverrides overrides;
  overrides.law = text_in("law");
  overrides.method = text_in("method");
  overrides.step = number_in("step");
  overrides.until = number_in("until");
  overrides.tolerance = number_in("tolerance");
  try {
    Scene scene =
        scene_with(word(member(asked, "scene", "the request"), "scene"), "scene", overrides);
    if (const auto start = asked.find("start"); start != asked.end()) start_at(*start, scene);
    check_until(scene);
    return std::make_shared<RunJob>(std::move(scene), limits, shell);
  } catch (const UsageError& error) {
    std::string_view message = error.what();
    if (message.starts_with("--")) message.remove_prefix(2);
    throw BadRequest{std::string(message)};
  }
}

}  // namespace ricochet::app
