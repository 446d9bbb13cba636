// `orbit`: periodic orbits of a scene, with multipliers and stability (study/orbit.hpp has the theory).
//
//   orbit:
//     base                                      a scene; the motion from its start leads to the orbit
//     section, returns, longest, drifting       as in study_section.hpp
//     settle: 5                                 s of motion before the search begins
//     tolerance: 1e-9                           of P(x) - x, over |x| plus typical size
//     parameters (if any), let, set             as in study_parameters.hpp: an orbit for each cell
//
// Tables: `orbits`, a row per cell; `events` and `samples` of one period, of the first orbits found.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <ricochet/files/plan_task.hpp>
#include <ricochet/files/study.hpp>
#include <ricochet/files/study_cells.hpp>
#include <ricochet/files/study_figures.hpp>
#include <ricochet/files/study_section.hpp>
#include <ricochet/files/text_table.hpp>

namespace ricochet {

namespace {

using Eigen::Index;

constexpr std::size_t kShown = 12;     // orbits whose events and samples are kept
constexpr std::size_t kSamples = 400;  // per period
constexpr std::size_t kStatus = 0, kStability = 1, kPeriod = 2, kTime = 7, kHead = 8;

class OrbitCells final : public StudyCells {
 public:
  OrbitCells(const Value& study, const StudyPlace& place)
      : StudyCells(study, place, false),
        scene_(scene_of(study)),
        section_(study, scene_, parameters_.variables()) {
    if (const auto v = study.find("settle")) options_.settle = v->number(at_least(0.0));
    if (const auto v = study.find("tolerance")) options_.tolerance = v->number(within(1e-12, 1e-3));
    std::vector<double> variables(parameters_.variables().size());
    parameters_.plan().values(0, std::span(variables).first(parameters_.count()));
    parameters_.complete(variables);
    section_.check(study, variables);
    options_.longest_return = section_.longest();
    options_.drifting = section_.drifting();

    StudyColumn status{"status", "", code_names(OrbitStatus::misfit)};
    status.codes.emplace_back("not-allowed");
    const StudyColumn stability{"stability", "", code_names(Stability::marginal)};
    columns_ = {status,         stability,    {"period", "s"}, {"residual"},
                {"iterations"}, {"passages"}, {"to_grazing"},  {"time", "s"}};
    for (const StudyColumn& column : state_columns(info())) columns_.push_back(column);
    const std::vector<std::string> modes = code_names(Mode::frictionless);
    for (const ContactInfo& contact : info().contacts) {
      columns_.push_back({"mode." + contact.name, "", modes});
    }
    const std::size_t multipliers = states() - section_.drifting().size();
    for (std::size_t k = 0; k < multipliers; ++k) {
      columns_.push_back({fmt::format("multiplier{}.re", k)});
      columns_.push_back({fmt::format("multiplier{}.im", k)});
    }
    check_table(study);
  }

  const SystemInfo& info() const { return scene_.system->info(); }
  std::size_t states() const { return info().q.size() + info().u.size(); }
  std::size_t first_mode() const { return kHead + states(); }
  std::size_t first_multiplier() const { return first_mode() + info().contacts.size(); }

  std::size_t main_column() const override { return kPeriod; }
  bool answered(std::span<const double> row) const override {
    return row[kStatus] == static_cast<double>(OrbitStatus::found);
  }
  std::unique_ptr<Worker> worker() const override { return std::make_unique<OrbitWorker>(*this); }

  /// The scene with these parameters, at the state of the orbit in `row`.
  Scene scene_at(std::span<const double> parameters, std::span<const double> row) const {
    BaseCopy copy(base_);
    std::vector<double> variables(parameters_.variables().size());
    std::copy(parameters.begin(), parameters.end(), variables.begin());
    parameters_.complete(variables);
    std::vector<double> slots(base_.slots());
    parameters_.slots(variables, slots);
    for (std::size_t i = 0; i < slots.size(); ++i) copy.set(i, slots[i]);
    Scene scene = copy.scene();
    MotionState& state = scene.start;
    state.t = row[kTime];
    for (Index i = 0; i < state.q.size(); ++i)
      state.q[i] = row[kHead + static_cast<std::size_t>(i)];
    for (Index i = 0; i < state.u.size(); ++i) {
      state.u[i] = row[kHead + static_cast<std::size_t>(state.q.size() + i)];
    }
    state.modes.clear();
    for (std::size_t c = 0; c < info().contacts.size(); ++c) {
      state.modes.push_back(static_cast<Mode>(static_cast<unsigned char>(row[first_mode() + c])));
    }
    return scene;
  }

 private:
  class OrbitWorker final : public Worker {
   public:
    explicit OrbitWorker(const OrbitCells& cells)
        : Worker(cells), cells_(cells), copy_(cells.base_) {}

   private:
    void fill(std::span<double> row) override {
      if (!cells_.section_.possible(variables_)) return refuse(row);
      for (std::size_t i = 0; i < slots_.size(); ++i) copy_.set(i, slots_[i]);
      const RunnableScene run(copy_.scene());
      SimulationOptions simulation = run.scene.options;
      simulation.tolerance = std::min(simulation.tolerance, 1e-12);
      const OrbitFinder finder(*run.scene.system, *run.law, cells_.section_.at(variables_),
                               simulation, cells_.options_, run.fallback);
      const Orbit orbit = finder.find(run.scene.start);
      row[kStatus] = static_cast<double>(orbit.status);
      if (!orbit.found()) return;
      row[kStability] = static_cast<double>(orbit.stability);
      row[kPeriod] = orbit.period;
      row[3] = orbit.residual;
      row[4] = orbit.iterations;
      row[5] = static_cast<double>(orbit.sequence.passages.size());
      row[6] = orbit.to_grazing();
      row[kTime] = orbit.state.t;
      const Eigen::VectorXd x = state_vector(orbit.state);
      std::copy(x.begin(), x.end(), row.begin() + kHead);
      for (std::size_t c = 0; c < orbit.state.modes.size(); ++c) {
        row[cells_.first_mode() + c] = static_cast<double>(orbit.state.modes[c]);
      }
      std::size_t to = cells_.first_multiplier();
      for (const std::complex<double>& m : orbit.multipliers) {
        if (to + 1 >= row.size()) break;
        row[to++] = m.real();
        row[to++] = m.imag();
      }
    }
    void refuse(std::span<double> row) override {
      row[kStatus] = static_cast<double>(cells_.columns()[kStatus].codes.size() - 1);
    }

    const OrbitCells& cells_;
    BaseCopy copy_;
  };

  Scene scene_of(const Value& study) const {
    if (base_.is_problem()) {
      study.at("base").fail("this is a problem", "orbits are those of a scene");
    }
    return parse_scene(base_.text(), base_.name());
  }

  Scene scene_;
  StudySection section_;
  OrbitOptions options_;
};

/// One period, as it goes.
class Period final : public MotionObserver {
 public:
  Period(double orbit, double start, StudyTable& events, StudyTable& samples)
      : orbit_(orbit), start_(start), events_(events), samples_(samples) {}
  void sample(const Sample& s) override {
    samples_.numbers.insert(samples_.numbers.end(), {orbit_, s.t - start_});
    for (const std::span<const double> part : {s.q, s.u, s.gap, s.force}) {
      samples_.numbers.insert(samples_.numbers.end(), part.begin(), part.end());
    }
  }
  void event(const Event& e) override {
    if (e.kind == EventKind::end) return;
    const double contact = e.contacts.empty() ? NAN : static_cast<double>(e.contacts.front());
    events_.numbers.insert(events_.numbers.end(),
                           {orbit_, e.time - start_, static_cast<double>(e.kind), contact});
  }

 private:
  double orbit_, start_;
  StudyTable& events_;
  StudyTable& samples_;
};

class OrbitStudy final : public Study {
 public:
  OrbitStudy(const Value& study, const StudyPlace& place) : cells_(study, place) {
    base = cells_.base().text();
    std::vector<std::string_view> names;
    for (const Quantity& q : cells_.info().q) names.push_back(q.name);
    drawn_ = names.size() - 1;
    if (const auto key = study.find("figure")) drawn_ = key->choice(names, "coordinate");
  }

  const StudyBase& base_file() const override { return cells_.base(); }
  const StudyParameters& parameters() const override { return cells_.parameters(); }
  std::string description() const override { return describe(cells_); }
  std::unique_ptr<CellTask> stage(std::size_t, std::span<const CellRows>) const override {
    return std::make_unique<PlanTask>(cells_);
  }

  std::vector<StudyTable> tables(std::span<const CellRows> rows) const override {
    StudyTable orbits = plan_table(cells_, rows[0]);
    orbits.name = "orbits";
    StudyTable events{"events", {{"orbit"}, {"time", "s"}}};
    StudyTable samples{"samples", {{"orbit"}, {"time", "s"}}};
    const SystemInfo& info = cells_.info();
    StudyColumn kinds{"kind", "", code_names(EventKind::end)};
    StudyColumn contact{"contact", "", {}};
    for (const ContactInfo& c : info.contacts) contact.codes.push_back(c.name);
    events.columns.push_back(std::move(kinds));
    events.columns.push_back(std::move(contact));
    for (const StudyColumn& column : state_columns(info)) samples.columns.push_back(column);
    for (const ContactInfo& c : info.contacts) samples.columns.push_back({c.name + ".gap", "m"});
    for (const ContactInfo& c : info.contacts) {
      samples.columns.push_back({c.name + ".normal_force", "N"});
      samples.columns.push_back({c.name + ".tangential_force", "N"});
    }
    std::size_t shown = 0;
    std::vector<double> values(cells_.parameters().count());
    for (std::size_t cell = 0; cell < rows[0].layout().cells() && shown < kShown; ++cell) {
      if (!rows[0].has(cell) || !cells_.answered(rows[0].row(cell))) continue;
      cells_.parameters().plan().values(static_cast<std::int64_t>(cell), values);
      RunnableScene run(cells_.scene_at(values, rows[0].row(cell)));
      SimulationOptions options = run.scene.options;
      const double period = rows[0].row(cell)[kPeriod];
      // A little more, so that what ends the period is told.
      options.until = run.scene.start.t + period * (1.0 + 1e-9);
      options.sample_step = period / static_cast<double>(kSamples);
      Period observer(static_cast<double>(cell), run.scene.start.t, events, samples);
      Simulator(*run.scene.system, *run.law, options, run.fallback)
          .resume(run.scene.start, observer);
      ++shown;
    }
    return {std::move(orbits), std::move(events), std::move(samples)};
  }

  std::string summary(const std::vector<StudyTable>& tables) const override {
    std::string lines = title.empty() ? "" : title + "\n\n";
    const StudyTable& orbits = tables[0];
    const std::size_t parameters = cells_.parameters().count();
    lines += refusals(cells_, orbits);
    if (orbits.rows() == 1) return lines + portrait(orbits, tables[1]);
    StudyTable brief{"orbits", {}};
    const std::size_t wanted = parameters + kHead - 1;
    brief.columns.assign(orbits.columns.begin(),
                         orbits.columns.begin() + static_cast<std::ptrdiff_t>(wanted));
    brief.columns.push_back({"largest |multiplier|"});
    for (std::size_t r = 0; r < orbits.rows(); ++r) {
      for (std::size_t c = 0; c < wanted; ++c) brief.numbers.push_back(orbits.at(r, c));
      const std::size_t m = parameters + cells_.first_multiplier();
      brief.numbers.push_back(std::hypot(orbits.at(r, m), orbits.at(r, m + 1)));
    }
    return lines + table_text(brief, 60, 9);
  }

  std::optional<Figure> figure(const std::vector<StudyTable>& tables) const override {
    const StudyTable& samples = tables[2];
    const SystemInfo& info = cells_.info();
    const std::size_t x = 2 + drawn_, y = 2 + info.q.size() + drawn_;
    if (samples.rows() == 0 || y >= 2 + cells_.states()) return std::nullopt;
    std::vector<Series> all;
    double orbit = -1.0;
    for (std::size_t r = 0; r < samples.rows(); ++r) {
      if (samples.at(r, 0) != orbit) {
        orbit = samples.at(r, 0);
        all.push_back({tables[0].rows() == 1 ? "" : fmt::format("orbit {}", orbit), {}, {}});
      }
      all.back().x.push_back(samples.at(r, x));
      all.back().y.push_back(samples.at(r, y));
    }
    return curves(kind, title, {samples.columns[x].name, samples.columns[x].unit},
                  {samples.columns[y].name, samples.columns[y].unit}, all);
  }

  std::string unanswered(const std::vector<StudyTable>& tables) const override {
    return no_answer(cells_, tables[0]).empty() ? "" : "no periodic orbit was found";
  }

 private:
  /// One orbit in full.
  std::string portrait(const StudyTable& orbits, const StudyTable& events) const {
    const std::size_t first = cells_.parameters().count();
    const auto at = [&](std::size_t c) { return orbits.at(0, first + c); };
    const auto name = [&](std::size_t c) { return code_name(orbits.columns[first + c], at(c)); };
    std::string lines = fmt::format("status: {}\n", name(kStatus));
    if (at(kStatus) != static_cast<double>(OrbitStatus::found)) return lines;
    lines += fmt::format(
        "period: {:.12g} s\nstability: {}\nresidual: {:.2g}\ndistance to a change of the sequence: "
        "{:.3g}\n\n",
        at(kPeriod), name(kStability), at(3), at(6));
    TextTable state;
    state.column("on the section", "", TextTable::Align::left);
    state.column("value");
    for (std::size_t k = 0; k < cells_.states(); ++k) {
      const StudyColumn& column = orbits.columns[first + kHead + k];
      state.row(
          {column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit),
           fmt::format("{:.10g}", at(kHead + k) + 0.0)});
    }
    TextTable multipliers;
    for (const char* heading : {"multiplier", "real", "imaginary", "modulus"}) {
      multipliers.column(heading);
    }
    for (std::size_t m = cells_.first_multiplier(), k = 0; first + m + 1 < orbits.columns.size();
         m += 2, ++k) {
      if (!std::isfinite(at(m))) break;
      // Rounding leaves those that are zero at about 1e-9.
      const auto shown = [](double x) {
        return fmt::format("{:.8f}", std::abs(x) < 5e-9 ? 0.0 : x);
      };
      multipliers.row(
          {std::to_string(k), shown(at(m)), shown(at(m + 1)), shown(std::hypot(at(m), at(m + 1)))});
    }
    StudyTable brief{"events", {events.columns.begin() + 1, events.columns.end()}};
    for (std::size_t r = 0; r < events.rows(); ++r) {
      for (std::size_t c = 1; c < events.columns.size(); ++c) {
        brief.numbers.push_back(events.at(r, c));
      }
    }
    return lines + state.text() + '\n' + multipliers.text() + "\nevents of one period\n" +
           table_text(brief, 60, 10);
  }

  OrbitCells cells_;
  std::size_t drawn_ = 0;  // coordinate
};

}  // namespace

std::unique_ptr<Study> read_orbit(const Value& study, const StudyPlace& place) {
  constexpr std::array<std::string_view, 3> own = {"base", "settle", "tolerance"};
  allow_study_keys(study, {own, StudySection::keys, parameter_keys});
  return std::make_unique<OrbitStudy>(study, place);
}

}  // namespace ricochet
