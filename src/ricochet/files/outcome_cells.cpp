#include <ricochet/files/outcome_cells.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include <ricochet/files/direct_problem.hpp>
#include <ricochet/files/impact_quantities.hpp>
#include <ricochet/files/motion_quantities.hpp>
#include <ricochet/files/simulation.hpp>

namespace ricochet {

namespace {

std::vector<std::string> read_laws(const Value& study, const StudyBase& base) {
  std::vector<std::string_view> names;
  for (const ImpactLaw* law : all_laws()) names.push_back(law->info().name);
  const auto law = study.find("law");
  bool stepped = false;
  if (!base.is_problem()) {
    const Scene scene = parse_scene(base.text(), base.name());
    if (!law) return {scene.law};
    stepped = scene.method == MotionMethod::moreau;
  }
  if (!law) return {"moreau"};
  std::vector<std::string> laws;
  const std::vector<Value> items = law->is_sequence() ? law->items() : std::vector<Value>{*law};
  if (items.empty()) law->fail("the list is empty", "at least one law is needed");
  for (const Value& item : items) {
    laws.emplace_back(names[item.choice(names, "law")]);
    if (std::find(laws.begin(), laws.end() - 1, laws.back()) != laws.end() - 1) {
      item.fail(fmt::format("'{}' is named twice", laws.back()), "each law once");
    }
    if (stepped && laws.back() != "moreau") {
      item.fail(fmt::format("'{}' cannot be used: the base has method moreau", laws.back()),
                "that method contains its own law, only moreau is allowed");
    }
  }
  return laws;
}

std::string status_name(const std::string& law, std::size_t laws) {
  return laws > 1 ? law + ".status" : "status";
}

}  // namespace

/// What impacts and motions share: statuses first, then the quantities asked for.
class OutcomeCells::OutcomeWorker : public StudyCells::Worker {
 protected:
  explicit OutcomeWorker(const OutcomeCells& cells)
      : Worker(cells),
        cells_(cells),
        needed_(cells.laws_.size() * cells.quantities_.needed().size()) {}

  /// Status of each law and, in needed_, its quantities. Throws InputError.
  virtual void resolve(std::span<double> status) = 0;

  void fill(std::span<double> row) override {
    std::fill(needed_.begin(), needed_.end(), NAN);
    const std::size_t laws = cells_.laws_.size();
    resolve(row.first(laws));
    cells_.quantities_.fill(variables_, needed_, row.subspan(laws), scratch_);
  }
  void refuse(std::span<double> row) override {
    const double not_allowed = static_cast<double>(cells_.columns()[0].codes.size() - 1);
    std::fill_n(row.begin(), cells_.laws_.size(), not_allowed);
  }

  const OutcomeCells& cells_;
  std::vector<double> needed_;  // of law after law

 private:
  std::vector<double> scratch_;
};

class OutcomeCells::ImpactWorker final : public OutcomeCells::OutcomeWorker {
 public:
  explicit ImpactWorker(const OutcomeCells& cells)
      : OutcomeWorker(cells),
        problem_(cells.base_),
        laws_(parse_problem(cells.base_.text(), cells.base_.name()).laws) {
    find_laws();
    for (std::size_t i = 0; i < cells.base_.slots(); ++i) {
      options_vary_ = options_vary_ || cells.base_.steps(i)[1] == "laws";
    }
    const std::vector<ImpactQuantity> all =
        impact_quantities(parse_problem(cells.base_.text(), cells.base_.name()).problem);
    for (const std::size_t index : cells.quantities_.needed()) {
      quantities_.push_back(all[index]);
      if (all[index].enumerates) ask_ = Ask::uniqueness;
    }
  }

 private:
  void resolve(std::span<double> status) override {
    const ContactProblem& problem = problem_.at(slots_);
    if (options_vary_) {
      laws_ = LawSet(problem_.laws());
      find_laws();
    }
    const std::size_t width = quantities_.size();
    for (std::size_t l = 0; l < law_.size(); ++l) {
      law_[l]->resolve(problem, outcome_, workspace_, ask_);
      status[l] = static_cast<double>(outcome_.status);
      if (!has_answer(outcome_.status)) continue;
      for (std::size_t k = 0; k < width; ++k) {
        needed_[l * width + k] = quantities_[k].value(problem, outcome_, quantities_[k].index);
      }
    }
  }

  void find_laws() {
    law_.clear();
    for (const std::string& name : cells_.laws_) law_.push_back(laws_.find(name));
  }

  DirectProblem problem_;
  LawSet laws_;
  std::vector<const ImpactLaw*> law_;
  bool options_vary_ = false;
  std::vector<ImpactQuantity> quantities_;
  Ask ask_ = Ask::answer;
  ImpactOutcome outcome_;
  Workspace workspace_;
};

class OutcomeCells::MotionWorker final : public OutcomeCells::OutcomeWorker {
 public:
  explicit MotionWorker(const OutcomeCells& cells) : OutcomeWorker(cells), copy_(cells.base_) {
    const Scene scene = parse_scene(cells.base_.text(), cells.base_.name());
    const std::vector<MotionQuantity> all = motion_quantities(scene.system->info());
    for (const std::size_t index : cells.quantities_.needed()) {
      quantities_.push_back(all[index]);
      extremes_ = extremes_ || all[index].extreme;
    }
  }

 private:
  void resolve(std::span<double> status) override {
    for (std::size_t i = 0; i < slots_.size(); ++i) copy_.set(i, slots_[i]);
    Scene scene = copy_.scene();
    scene.options.sample_step = 0.0;
    const std::size_t width = quantities_.size();
    for (std::size_t l = 0; l < cells_.laws_.size(); ++l) {
      scene.law = cells_.laws_[l];
      MotionOutcome outcome(extremes_);
      outcome.result = simulate(scene, outcome);
      status[l] = static_cast<double>(outcome.result.reason);
      for (std::size_t k = 0; k < width; ++k) {
        needed_[l * width + k] = quantities_[k].value(outcome, quantities_[k].index);
      }
    }
  }

  BaseCopy copy_;
  std::vector<MotionQuantity> quantities_;
  bool extremes_ = false;
};

OutcomeCells::OutcomeCells(const Value& study, const StudyPlace& place)
    : StudyCells(study, place),
      laws_(read_laws(study, base_)),
      quantities_(study.at("quantities"), available(), parameters_.variables(), laws_) {
  for (const std::string& law : laws_) {
    const std::string name = status_name(law, laws_.size());
    columns_.push_back(base_.is_problem() ? status_column(name) : reason_column(name));
    columns_.back().codes.emplace_back("not-allowed");
  }
  columns_.insert(columns_.end(), quantities_.columns().begin(), quantities_.columns().end());
  check_table(study);
}

std::vector<StudyColumn> OutcomeCells::available() const {
  std::vector<StudyColumn> columns;
  if (base_.is_problem()) {
    const ProblemFile file = parse_problem(base_.text(), base_.name());
    for (const ImpactQuantity& q : impact_quantities(file.problem)) columns.push_back(q.column);
  } else {
    const Scene scene = parse_scene(base_.text(), base_.name());
    for (const MotionQuantity& q : motion_quantities(scene.system->info())) {
      columns.push_back(q.column);
    }
  }
  return columns;
}

bool OutcomeCells::answered(std::span<const double> row) const {
  return std::any_of(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(laws_.size()),
                     [&](double code) {
                       if (code == static_cast<double>(columns_[0].codes.size() - 1)) return false;
                       return base_.is_problem() ? has_answer(static_cast<Status>(code))
                                                 : static_cast<EndReason>(code) == EndReason::end;
                     });
}

std::unique_ptr<StudyCells::Worker> OutcomeCells::worker() const {
  if (base_.is_problem()) return std::make_unique<ImpactWorker>(*this);
  return std::make_unique<MotionWorker>(*this);
}

}  // namespace ricochet
