// `bifurcate`: how motions change with one parameter: a diagram by brute force, up and down, and branches of periodic
// orbits with their bifurcations (study/diagram.hpp, study/continuation.hpp have the theory).
//
//   bifurcate:
//     base                                      a scene
//     parameters: [one grid], let, set          as in study_parameters.hpp
//     section, longest, drifting                as in study_section.hpp
//     record: [phi]                             coordinates or velocities at the section; the first is drawn
//     diagram: {transient: 50, returns: 50, settle: 0, directions: [up, down]}       all may be left out
//     branches:                                 of orbits; each is followed both ways from its start
//       - {start: 0.52, settle: 10}             also returns: 2 (the doubled orbit)
//     continuation: {step: 0.01, points: 400}   of the range; largest number of points per branch and direction
//
// Tables: `diagram`, a row per value and direction; `points`, a row per recorded state; `branches`, a row per orbit;
// `special`, the bifurcations, each after so many orbits of its branch; `ends`, a row per branch and direction: from where
// to where, and why it ended.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <ricochet/files/study.hpp>
#include <ricochet/files/study_cells.hpp>
#include <ricochet/files/study_figures.hpp>
#include <ricochet/files/study_section.hpp>
#include <ricochet/study/branches.hpp>
#include <ricochet/study/diagram.hpp>

namespace ricochet {

namespace {

using Eigen::Index;

/// The scenes of a study, over its parameter.
class SceneFamily final : public SystemFamily {
 public:
  SceneFamily(const StudyBase& base, const StudyParameters& parameters, const StudySection& section,
              const Scene& scene)
      : base_(base),
        parameters_(parameters),
        section_(section),
        laws_(scene.laws),
        law_(laws_.find(scene.law)),
        fallback_(scene.fallback_law ? laws_.find(*scene.fallback_law) : nullptr) {}

  FamilyMember at(double p) const override {
    std::vector<double> variables(parameters_.variables().size());
    variables[0] = p;
    parameters_.complete(variables);
    std::vector<double> slots(base_.slots());
    parameters_.slots(variables, slots);
    BaseCopy copy(base_);
    for (std::size_t i = 0; i < slots.size(); ++i) copy.set(i, slots[i]);
    FamilyMember member;
    member.law = law_;
    member.fallback = fallback_;
    member.period = section_.at(variables).period;
    if (!section_.possible(variables)) {
      member.refusal = fmt::format("section.period: it is {:.6g} s, more than 0", member.period);
      return member;
    }
    try {
      Scene scene = copy.scene();
      member.system = std::move(scene.system);
      member.start = std::move(scene.start);
      member.simulation = scene.options;
      member.simulation.sample_step = 0.0;
    } catch (const InputError& error) {
      member.refusal = fmt::format("{}: {}, {}", error.path(), error.wrong(), error.allowed());
    }
    return member;
  }

 private:
  const StudyBase& base_;
  const StudyParameters& parameters_;
  const StudySection& section_;
  LawSet laws_;
  const ImpactLaw* law_;
  const ImpactLaw* fallback_;
};

/// Orbits need more than a diagram.
class FineFamily final : public SystemFamily {
 public:
  explicit FineFamily(const SystemFamily& family) : family_(family) {}
  FamilyMember at(double p) const override {
    FamilyMember member = family_.at(p);
    member.simulation.tolerance = std::min(member.simulation.tolerance, 1e-12);
    return member;
  }

 private:
  const SystemFamily& family_;
};

class Bifurcations final : public Study {
 public:
  Bifurcations(const Value& study, const StudyPlace& place)
      : base_(study.at("base"), place),
        parameters_(study, base_),
        scene_(scene_of(study)),
        section_(study, scene_, parameters_.variables()),
        family_(base_, parameters_, section_, scene_),
        fine_(family_) {
    base = base_.text();
    const auto spreads = parameters_.plan().spreads();
    if (spreads.size() != 1 || !std::holds_alternative<GridValues>(spreads[0].values) ||
        std::get<GridValues>(spreads[0].values).logarithmic) {
      study.at("parameters")
          .fail("bifurcations are sought in one parameter on a grid",
                "one parameter with from, to and count (not scale: log)");
    }
    read_record(study.at("record"));
    const auto diagram = study.find("diagram");
    const auto branches = study.find("branches");
    if (!diagram && !branches) {
      study.fail("neither a diagram nor branches are asked for", "diagram, branches, or both");
    }
    if (!branches && study.has("continuation")) {
      study.fail_key("continuation", "there are no branches", "leave it out, or ask for branches");
    }
    section_.check(study, first_variables());
    if (diagram) read_diagram(*diagram);
    if (branches) read_branches(study, *branches);
  }

  const StudyBase& base_file() const override { return base_; }
  const StudyParameters& parameters() const override { return parameters_; }
  std::string description() const override {
    return fmt::format(
        "base: {}\nparameter: {} ({} values)\ndiagram: {} directions\nbranches: {}\n", base_.name(),
        parameters_.columns()[0].name, grid().count, backwards_.size(), starts_.size() / 2);
  }

  std::size_t stages() const override {
    return (backwards_.empty() ? 0U : 1U) + (starts_.empty() ? 0U : 1U);
  }
  std::unique_ptr<CellTask> stage(std::size_t number, std::span<const CellRows>) const override {
    if (number == 0 && !backwards_.empty()) return diagram_task();
    return std::make_unique<BranchTask>(fine_, section(), orbit_options(), continuation_, shape(),
                                        starts_);
  }

  std::vector<StudyTable> tables(std::span<const CellRows> rows) const override {
    std::vector<StudyTable> all;
    std::size_t stage = 0;
    if (!backwards_.empty()) {
      all.push_back(diagram_table(rows[stage]));
      all.push_back(point_table(rows[stage]));
      ++stage;
    }
    if (!starts_.empty() && stage < rows.size()) {
      all.push_back(branch_table(rows[stage]));
      all.push_back(special_table(rows[stage]));
      all.push_back(end_table(rows[stage]));
    }
    return all;
  }

  std::string summary(const std::vector<StudyTable>& tables) const override {
    std::string lines = title.empty() ? "" : title + "\n\n";
    for (const StudyTable& table : tables) {
      if (table.name == "diagram") {
        lines += fmt::format("diagram: {} values\n\n", table.rows()) + describe_columns(table, 1);
      } else if (table.name == "branches") {
        lines += fmt::format("branches: {} orbits\n\n", table.rows());
      } else if (table.name == "ends") {
        lines += table_text(table, 100, 10) + '\n';
      }
    }
    for (const StudyTable& table : tables) {
      if (table.name != "special") continue;
      lines += fmt::format("special points: {}\n", table.rows());
      if (table.rows() > 0) lines += '\n' + table_text(table, 200, 12);
    }
    return lines;
  }

  std::optional<Figure> figure(const std::vector<StudyTable>& tables) const override {
    BifurcationData data;
    for (const StudyTable& table : tables) {
      if (table.name == "points") {
        for (std::size_t r = 0; r < table.rows(); ++r) {
          const bool down = table.at(r, 1) == 1.0;
          (down ? data.down_x : data.up_x).push_back(table.at(r, 0));
          (down ? data.down_y : data.up_y).push_back(table.at(r, 3));
        }
      } else if (table.name == "special") {
        for (std::size_t r = 0; r < table.rows(); ++r) {
          data.special.push_back(
              {table.at(r, 0), table.at(r, kSpecialHead),
               std::string(code_name(table.columns[kSpecialKind], table.at(r, kSpecialKind))), ""});
        }
      }
    }
    add_lines(tables, data);
    const StudyColumn& x = parameters_.columns()[0];
    const StudyColumn& y = columns_[static_cast<std::size_t>(diagram_.columns[0])];
    return bifurcation_diagram(kind, title, {x.name, x.unit}, {y.name, y.unit}, data);
  }

  std::string unanswered(const std::vector<StudyTable>& tables) const override {
    for (const StudyTable& table : tables) {
      if (table.name == "points" && table.rows() > 0) return {};
      if (table.name == "branches" && table.rows() > 0) return {};
    }
    return "nothing was recorded and no orbit was found";
  }

 private:
  static constexpr std::size_t kBranchHead = 6;   // columns of `branches` before the state
  static constexpr std::size_t kSpecialHead = 5;  // columns of `special` before the state
  static constexpr std::size_t kSpecialKind = 3;

  Scene scene_of(const Value& study) const {
    if (base_.is_problem()) {
      study.at("base").fail("this is a problem", "bifurcations are those of a scene");
    }
    return parse_scene(base_.text(), base_.name());
  }

  const GridValues& grid() const {
    return std::get<GridValues>(parameters_.plan().spreads()[0].values);
  }

  void read_record(const Value& list) {
    columns_ = state_columns(scene_.system->info());
    std::vector<std::string_view> names;
    for (const StudyColumn& column : columns_) names.push_back(column.name);
    const std::vector<Value> items = list.items();
    if (items.empty()) list.fail("the list is empty", "at least one coordinate or velocity");
    for (const Value& item : items) {
      const auto index = static_cast<Index>(item.choice(names, "coordinate"));
      if (std::find(diagram_.columns.begin(), diagram_.columns.end(), index) !=
          diagram_.columns.end()) {
        item.fail("this coordinate is named twice", "each once");
      }
      diagram_.columns.push_back(index);
    }
  }

  void read_diagram(const Value& diagram) {
    diagram.allow_only({"transient", "returns", "settle", "directions"});
    diagram_.longest = section_.longest();
    if (const auto v = diagram.find("transient")) {
      diagram_.transient = static_cast<int>(v->whole_number(within(0, 1e6)));
    }
    if (const auto v = diagram.find("returns")) {
      diagram_.recorded = static_cast<int>(v->whole_number(within(1, 10000)));
    }
    if (const auto v = diagram.find("settle")) diagram_.settle = v->number(at_least(0.0));
    backwards_ = {false, true};
    if (const auto list = diagram.find("directions")) {
      constexpr std::array<std::string_view, 2> names = {"up", "down"};
      backwards_.clear();
      for (const Value& item : list->items()) {
        const bool down = item.choice(names, "direction") == 1;
        if (std::find(backwards_.begin(), backwards_.end(), down) != backwards_.end()) {
          item.fail("this direction is named twice", "each once");
        }
        backwards_.push_back(down);
      }
      if (backwards_.empty()) list->fail("the list is empty", "up, down, or both");
    }
  }

  void read_branches(const Value& study, const Value& branches) {
    const double low = std::min(grid().from, grid().to), high = std::max(grid().from, grid().to);
    continuation_.low = low;
    continuation_.high = high;
    continuation_.points = 400;
    if (const auto c = study.find("continuation")) {
      c->allow_only({"step", "points"});
      if (const auto v = c->find("step")) continuation_.step = v->number(within(1e-6, 0.2));
      if (const auto v = c->find("points")) {
        continuation_.points = static_cast<int>(v->whole_number(within(2, 100000)));
      }
    }
    for (const Value& item : branches.items()) {
      item.allow_only({"start", "settle", "returns"});
      BranchStart start;
      start.p = item.at("start").number(within(low, high));
      if (const auto v = item.find("settle")) start.settle = v->number(at_least(0.0));
      if (const auto v = item.find("returns")) {
        start.returns = static_cast<int>(v->whole_number(within(1, 1000)));
      }
      for (const int direction : {1, -1}) {
        start.direction = direction;
        starts_.push_back(start);
      }
    }
    if (starts_.empty()) branches.fail("the list is empty", "at least one start");
  }

  std::vector<double> first_variables() const {
    std::vector<double> variables(parameters_.variables().size());
    variables[0] = grid().from;
    parameters_.complete(variables);
    return variables;
  }
  Section section() const { return section_.at(first_variables()); }

  OrbitOptions orbit_options() const {
    OrbitOptions options;
    options.longest_return = section_.longest();
    options.drifting = section_.drifting();
    return options;
  }

  BranchRow shape() const {
    const SystemInfo& info = scene_.system->info();
    return {info.q.size(), info.u.size(), info.contacts.size(), section_.drifting().size()};
  }

  std::unique_ptr<DiagramTask> diagram_task() const {
    std::vector<double> values;
    for (std::int64_t i = 0; i < grid().count; ++i)
      values.push_back(parameters_.plan().value(i, 0));
    return std::make_unique<DiagramTask>(family_, section(), diagram_, values, backwards_);
  }

  StudyColumn direction_column() const { return {"direction", "", {"up", "down"}}; }

  StudyTable diagram_table(const CellRows& rows) const {
    StudyTable table{"diagram", {parameters_.columns()[0], direction_column()}};
    table.columns.push_back({"status", "", code_names(DiagramStatus::not_allowed)});
    table.columns.push_back({"periodicity"});
    table.columns.push_back({"return_time", "s"});
    const auto task = diagram_task();
    for (std::size_t cell = 0; cell < rows.layout().cells(); ++cell) {
      if (!rows.has(cell)) continue;
      const std::span<const double> row = rows.row(cell);
      const std::size_t chain = cell / rows.layout().links;
      table.numbers.insert(
          table.numbers.end(),
          {task->value(chain, cell % rows.layout().links), backwards_[chain] ? 1.0 : 0.0,
           row[DiagramRow::kStatus], row[DiagramRow::kPeriodicity], row[DiagramRow::kReturnTime]});
    }
    return table;
  }

  StudyTable point_table(const CellRows& rows) const {
    StudyTable table{"points", {parameters_.columns()[0], direction_column(), {"return"}}};
    for (const Index column : diagram_.columns) {
      table.columns.push_back(columns_[static_cast<std::size_t>(column)]);
    }
    const auto task = diagram_task();
    const std::size_t first = DiagramRow::first_value(columns_.size());
    const std::size_t width = diagram_.columns.size();
    for (std::size_t cell = 0; cell < rows.layout().cells(); ++cell) {
      if (!rows.has(cell)) continue;
      const std::span<const double> row = rows.row(cell);
      const std::size_t chain = cell / rows.layout().links;
      if (!std::isfinite(row[DiagramRow::kCount])) continue;
      for (std::size_t i = 0; i < static_cast<std::size_t>(row[DiagramRow::kCount]); ++i) {
        table.numbers.insert(table.numbers.end(),
                             {task->value(chain, cell % rows.layout().links),
                              backwards_[chain] ? 1.0 : 0.0, static_cast<double>(i)});
        for (std::size_t k = 0; k < width; ++k) table.numbers.push_back(row[first + i * width + k]);
      }
    }
    return table;
  }

  StudyTable branch_table(const CellRows& rows) const {
    StudyTable table{"branches", {parameters_.columns()[0], {"branch"}, {"returns"}}};
    table.columns.push_back({"stability", "", code_names(Stability::marginal)});
    table.columns.push_back({"period", "s"});
    table.columns.push_back({"largest_multiplier"});
    add_state_columns(table);
    for (const char* part : {"re", "im"}) {
      for (std::size_t k = 0; k < 2; ++k) {
        table.columns.push_back({fmt::format("multiplier{}.{}", k, part)});
      }
    }
    const BranchRow shape = this->shape();
    for (std::size_t chain = 0; chain < rows.layout().chains; ++chain) {
      for (std::size_t link = 0; link < rows.layout().links; ++link) {
        const std::size_t cell = chain * rows.layout().links + link;
        if (!rows.has(cell) || !shape.regular(rows.row(cell))) continue;
        const BranchPoint point = shape.get(rows.row(cell), 0);
        const auto multiplier = [&](std::size_t k) {
          return k < point.multipliers.size() ? point.multipliers[k] : std::complex<double>();
        };
        table.numbers.insert(
            table.numbers.end(),
            {point.p, static_cast<double>(chain), static_cast<double>(starts_[chain].returns),
             static_cast<double>(point.stability), point.period, std::abs(multiplier(0))});
        add_state(table, point);
        table.numbers.insert(table.numbers.end(), {multiplier(0).real(), multiplier(1).real(),
                                                   multiplier(0).imag(), multiplier(1).imag()});
      }
    }
    return table;
  }

  StudyTable special_table(const CellRows& rows) const {
    StudyTable table{"special", {parameters_.columns()[0], {"branch"}, {"after"}}};
    table.columns.push_back({"kind", "", code_names(SpecialKind::sequence_change)});
    table.columns.push_back({"period", "s"});
    add_state_columns(table);
    const BranchRow shape = this->shape();
    for (std::size_t cell = 0; cell < rows.layout().cells(); ++cell) {
      if (!rows.has(cell)) continue;
      const std::span<const double> row = rows.row(cell);
      for (std::size_t k = 1; k <= static_cast<std::size_t>(row[BranchRow::kSpecials]); ++k) {
        const BranchPoint point = shape.get(row, k);
        table.numbers.insert(table.numbers.end(),
                             {point.p, static_cast<double>(cell / rows.layout().links),
                              static_cast<double>(cell % rows.layout().links),
                              static_cast<double>(point.special), point.period});
        add_state(table, point);
      }
    }
    return table;
  }

  /// Those asked for first, then all others.
  std::vector<Index> state_order() const {
    std::vector<Index> order = diagram_.columns;
    for (Index i = 0; i < static_cast<Index>(columns_.size()); ++i) {
      if (std::find(order.begin(), order.end(), i) == order.end()) order.push_back(i);
    }
    return order;
  }
  void add_state_columns(StudyTable& table) const {
    for (const Index i : state_order()) {
      table.columns.push_back(columns_[static_cast<std::size_t>(i)]);
    }
  }
  void add_state(StudyTable& table, const BranchPoint& point) const {
    const Eigen::VectorXd x = state_vector(point.state);
    for (const Index i : state_order()) table.numbers.push_back(x[i]);
  }

  StudyTable end_table(const CellRows& rows) const {
    StudyTable table{"ends", {{"branch"}, {"returns"}, {"orbits"}, {"stable"}, {"from"}, {"to"}}};
    table.columns.push_back({"end", "", code_names(BranchEnd::no_orbit)});
    const BranchRow shape = this->shape();
    const std::size_t links = rows.layout().links;
    for (std::size_t chain = 0; chain < rows.layout().chains; ++chain) {
      double count = 0.0, stable = 0.0, from = NAN, to = NAN;
      double end = static_cast<double>(BranchEnd::none);
      for (std::size_t link = 0; link < links && rows.has(chain * links + link); ++link) {
        const std::span<const double> row = rows.row(chain * links + link);
        end = row[BranchRow::kEnd];
        if (!shape.regular(row)) continue;
        const BranchPoint point = shape.get(row, 0);
        if (count++ == 0.0) from = point.p;
        to = point.p;
        if (point.stability == Stability::stable) ++stable;
      }
      if (count == static_cast<double>(links)) end = static_cast<double>(BranchEnd::points);
      table.numbers.insert(table.numbers.end(),
                           {static_cast<double>(chain), static_cast<double>(starts_[chain].returns),
                            count, stable, from, to, end});
    }
    return table;
  }

  /// Branches as lines, with their special points in their places: there stability changes, and there they end.
  void add_lines(const std::vector<StudyTable>& tables, BifurcationData& data) const {
    const auto named = [&](std::string_view name) {
      return std::find_if(tables.begin(), tables.end(),
                          [&](const StudyTable& table) { return table.name == name; });
    };
    const auto orbits = named("branches"), special = named("special");
    if (orbits == tables.end()) return;
    std::size_t next = 0;  // special point
    OrbitBranch* line = nullptr;
    const auto add = [&](const StudyTable& table, std::size_t row, std::size_t head, bool stable) {
      line->x.push_back(table.at(row, 0));
      line->y.push_back(table.at(row, head));
      line->stable.push_back(stable);
    };
    const auto add_special = [&](double branch, double before) {
      for (; next < special->rows() && special->at(next, 1) <= branch; ++next) {
        if (special->at(next, 1) == branch && special->at(next, 2) >= before) break;
        if (line != nullptr) add(*special, next, kSpecialHead, true);
      }
    };
    double branch = -1.0, count = 0.0;
    for (std::size_t r = 0; r < orbits->rows(); ++r) {
      if (orbits->at(r, 1) != branch) {
        add_special(branch, HUGE_VAL);
        branch = orbits->at(r, 1);
        count = 0.0;
        line = &data.branches.emplace_back();
      }
      add_special(branch, ++count);
      add(*orbits, r, kBranchHead, orbits->at(r, 3) == static_cast<double>(Stability::stable));
    }
    add_special(branch, HUGE_VAL);
  }

  StudyBase base_;
  StudyParameters parameters_;
  Scene scene_;
  StudySection section_;
  SceneFamily family_;
  FineFamily fine_;
  std::vector<StudyColumn> columns_;  // of x = (q, u)
  DiagramOptions diagram_;
  std::vector<bool> backwards_;
  std::vector<BranchStart> starts_;
  ContinuationOptions continuation_;
};

}  // namespace

std::unique_ptr<Study> read_bifurcate(const Value& study, const StudyPlace& place) {
  constexpr std::array<std::string_view, 5> own = {"base", "record", "diagram", "branches",
                                                   "continuation"};
  allow_study_keys(study, {own, StudySection::keys, parameter_keys});
  if (study.has("returns")) {
    study.fail_key("returns", "every branch has its own", "branches: [{start: ..., returns: 2}]");
  }
  return std::make_unique<Bifurcations>(study, place);
}

}  // namespace ricochet
