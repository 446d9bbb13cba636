#include "lab/study_job.hpp"

#include <fmt/format.h>

#include <optional>
#include <ricochet/files/page.hpp>
#include <ricochet/files/study.hpp>
#include <ricochet/files/study_page.hpp>
#include <ricochet/files/study_plan.hpp>
#include <ricochet/version.hpp>

namespace ricochet::app {

namespace {

// Cells over fixed parameters can be shown before they are all there. Of the others only diagrams can.
std::vector<std::size_t> grid_of(const Study& study) {
  if (study.kind == "orbit" || study.kind == "bifurcate") return {};
  std::vector<std::size_t> sizes;
  for (const PlannedParameter& p : study_plan(study.document({})).parameters) {
    if (p.random) return {};
    sizes.push_back(p.count);
  }
  return sizes;
}

class Job final : public StudyJob, private CellSink {
 public:
  Job(std::unique_ptr<Study> study, const JobLimits& limits, std::string_view shell)
      : StudyJob(limits), study_(std::move(study)), shell_(shell), grid_(grid_of(*study_)) {
    auto task = study_->stage(0, rows_);
    const std::size_t bytes = bytes_of(task->layout());
    if (bytes > limits.bytes) {
      throw BadRequest{
          fmt::format("the study has {} cells, {} MiB; the lab takes {} MiB. The "
                      "command line takes more",
                      task->layout().cells(), bytes >> 20U, limits.bytes >> 20U)};
    }
    begin_stage(std::move(task));
  }

  LabResponse point(std::string_view request) override;

 private:
  std::string_view kind() const override { return "study"; }

  static std::size_t bytes_of(const CellLayout& layout) {
    return layout.cells() * (sizeof(double) * layout.columns + 1);
  }
  void begin_stage(std::unique_ptr<CellTask> task) {
    const std::lock_guard lock(mutex_);
    rows_.emplace_back(task->layout());
    task_ = std::move(task);
    all_ = task_->layout().cells();
    bytes_ += bytes_of(task_->layout());
    unit_ = rows_.size() == 1 ? "cells" : study_->kind == "bifurcate" ? "points" : "boundaries";
    if (rows_.size() > 1 || grid_.empty()) return;
    refining_ = std::make_unique<RefiningCells>(grid_, 2 * threads());
    coarse_left_ = refining_->coarsest();
  }
  static int threads() { return available_threads(); }

  void work() override {
    while (true) {
      if (rows_.size() == 1 && refining_) {
        ricochet::work(*task_, *refining_, *this, threads());
      } else {
        OpenCells open(rows_.back(), static_cast<std::size_t>(threads()));
        ricochet::work(*task_, open, *this, threads());
      }
      if (rows_.back().open() > 0) return cut();
      if (rows_.size() == study_->stages()) break;
      auto task = study_->stage(rows_.size(), rows_);
      if (!LabJob::go_on(bytes_ + bytes_of(task->layout()))) return cut();
      begin_stage(std::move(task));
    }
    auto document = std::make_shared<const StudyDocument>(study_->document(study_->tables(rows_)));
    const std::string why = study_->unanswered(document->tables);
    {
      const std::lock_guard lock(mutex_);
      complete_ = std::move(document);
      rows_.clear();  // they are in its tables
      ++revision_;
    }
    ended("end", why);
  }

  void cut() { ended("cancelled", "cancelled; what was found is kept"); }

  void rows(std::size_t first, std::span<const double> rows) override {
    const std::lock_guard lock(mutex_);
    CellRows& all = rows_.back();
    all.put(first, rows);
    ++revision_;
    if (rows_.size() > 1 || !refining_) return;
    for (std::size_t i = 0; i < rows.size() / all.layout().columns && coarse_left_ > 0; ++i) {
      if (refining_->parent(first + i, refining_->levels()) == first + i) --coarse_left_;
    }
  }
  void chain_ended(std::size_t cell) override {
    const std::lock_guard lock(mutex_);
    rows_.back().end_chain(cell);
    ++revision_;
  }
  bool go_on() override { return LabJob::go_on(bytes_); }

  Progress progress() const override {
    const std::lock_guard lock(mutex_);
    const std::size_t open = complete_ ? 0 : rows_.back().open();
    return {static_cast<double>(all_ - open), static_cast<double>(all_), unit_,
            presentable() ? revision_ : 0};
  }
  /// Whether there is something to see.
  bool presentable() const {
    if (complete_) return true;
    if (refining_) return coarse_left_ == 0;
    return study_->kind == "bifurcate" && revision_ > 0;
  }

  std::vector<std::string> files() const override {
    const std::lock_guard lock(mutex_);
    if (!complete_) return {};
    std::vector<std::string> all = {"study.h5"};
    for (const StudyTable& table : complete_->tables) all.push_back(table.name + ".csv");
    if (!shell_.empty()) all.emplace_back("report.html");
    return all;
  }

  /// Everything found so far. Cells of a grid that are not there yet are shown as their nearest coarser neighbour is.
  std::shared_ptr<const StudyDocument> so_far() const {
    std::vector<CellRows> rows;
    {
      const std::lock_guard lock(mutex_);
      if (complete_) return complete_;
      rows = rows_;
    }
    if (refining_ && rows[0].open() > 0) {
      CellRows& cells = rows[0];
      for (std::size_t cell = 0; cell < cells.layout().cells(); ++cell) {
        for (unsigned level = 1; !cells.has(cell) && level <= refining_->levels(); ++level) {
          const std::size_t parent = refining_->parent(cell, level);
          if (parent < cell && cells.has(parent)) cells.put(cell, cells.row(parent));
        }
      }
    }
    return std::make_shared<const StudyDocument>(study_->document(study_->tables(rows)));
  }

  Json page() override {
    const std::shared_ptr<const StudyDocument> shown = so_far();
    PageColumns columns;
    Json document = study_page(*shown, version, columns);
    const std::lock_guard lock(mutex_);
    document["preview"] = shown != complete_;
    shown_ = shown;
    return {{"document", std::move(document)}, {"columns", columns.blocks()}};
  }

  LabResponse result() override {
    LabResponse response;
    response.body = study_json(*so_far());
    return response;
  }

  LabResponse file(std::string_view name) override {
    const std::shared_ptr<const StudyDocument> whole = so_far();
    if (name == "study.h5") {
      return download(
          std::string(name), "application/x-hdf5",
          made_by_hdf5([&](const std::string& path) { write_study(path, false, *whole); }));
    }
    if (name == "report.html") {
      PageColumns columns;
      const Json document = study_page(*whole, version, columns);
      return download(std::string(name), "text/html; charset=utf-8",
                      page_html(shell_, document, columns));
    }
    const std::string_view stem = name.substr(0, name.rfind('.'));
    std::string text;
    for (const StudyTable& table : whole->tables) {
      if (table.name == stem) text = table_csv(table);
    }
    return download(std::string(name), "text/csv; charset=utf-8", std::move(text));
  }

  std::unique_ptr<Study> study_;
  std::string_view shell_;
  std::vector<std::size_t> grid_;
  std::unique_ptr<RefiningCells> refining_;
  mutable std::mutex mutex_;
  std::unique_ptr<CellTask> task_;
  std::vector<CellRows> rows_;  // of every stage; none when it is complete
  std::size_t all_ = 0;         // cells of the stage
  std::string unit_;
  std::atomic<std::size_t> bytes_ = 0;  // of rows
  std::size_t coarse_left_ = 0;
  std::size_t revision_ = 0;
  std::shared_ptr<const StudyDocument> complete_;
  std::shared_ptr<const StudyDocument> shown_;  // by the last page: what rows are counted in
};

LabResponse Job::point(std::string_view request) {
  const Json asked = parse_request(request, {"table", "row", "parameters"});
  std::optional<StudyPoint> found;
  try {
    if (const auto given = asked.find("parameters"); given != asked.end()) {
      const std::vector<double> values = numbers(*given, "parameters");
      if (values.size() != study_->parameters().count()) {
        throw BadRequest{fmt::format("there are {} parameters, the study has {}", values.size(),
                                     study_->parameters().count())};
      }
      found = study_->point(values);
    } else {
      const std::string name = word(member(asked, "table", "the request"), "table");
      std::shared_ptr<const StudyDocument> shown;
      {
        const std::lock_guard lock(mutex_);
        shown = shown_;
      }
      if (!shown) throw BadRequest{"there is nothing to see yet", 409};
      const StudyTable* table = nullptr;
      for (const StudyTable& t : shown->tables) {
        if (t.name == name) table = &t;
      }
      if (table == nullptr) throw BadRequest{fmt::format("there is no table '{}'", name)};
      const long most = static_cast<long>(table->rows()) - 1;
      const long row = whole(member(asked, "row", "the request"), "row", 0, most);
      found = study_->point(*table, static_cast<std::size_t>(row));
    }
  } catch (const InputError& error) {
    throw BadRequest{fmt::format("these numbers are not allowed: {}", error.what()), 422};
  }
  if (!found) throw BadRequest{"that row does not tell the parameters of the study"};
  Json document = begun("point");
  document["file"] = found->problem ? "problem" : "scene";
  document["text"] = found->text;
  document["law"] = found->law ? Json(*found->law) : Json(nullptr);
  document["start"] = nullptr;
  if (found->start) {
    const auto list = [](const Eigen::VectorXd& v) {
      return std::vector<double>(v.data(), v.data() + v.size());
    };
    document["start"] = {
        {"t", found->start->t}, {"q", list(found->start->q)}, {"u", list(found->start->u)}};
  }
  return answer_with(document);
}

}  // namespace

std::shared_ptr<StudyJob> study_job(std::string_view request, const JobLimits& limits,
                                    const ShippedText& shipped, std::string_view shell) {
  const Json asked = parse_request(request, {"study", "base"});
  StudyPlace place{"study", shipped};
  if (const auto base = asked.find("base"); base != asked.end()) {
    place.base = [text = word(*base, "base")](const std::string&) { return text; };
  }
  std::string text = word(member(asked, "study", "the request"), "study");
  return std::make_shared<Job>(parse_study(std::move(text), place), limits, shell);
}

}  // namespace ricochet::app
