// `painleve`: what Coulomb's law allows where contacts are closed and slide, over parameters of a scene
// (study/painleve.hpp has the theory).
//
//   painleve:
//     base                                      a scene: its system, and the state it starts from
//     contacts: [tip]                           one or two, by name or index, taken as closed
//     sliding: ["+"]                            their directions: "+", "-" or rest
//     parameters (grids), let, set              as in study_parameters.hpp
//     refine                                    as in grid_study.hpp; else the regions of the verdict
//
// Columns: verdict, solutions (their number), critical_factor (of all friction), and for each contact G_NN, G_NT, G_TT,
// A, b_N, critical_friction.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>

#include <ricochet/files/grid_study.hpp>
#include <ricochet/files/names.hpp>
#include <ricochet/files/study_cells.hpp>
#include <ricochet/study/painleve.hpp>

namespace ricochet {

namespace {

using Eigen::Index;

constexpr std::array<std::string_view, 3> own_keys = {"base", "contacts", "sliding"};
constexpr std::size_t kOfContact = 6;  // columns
// Verdict `edge` to rounding only: a wider one would be a region of its own, and move the boundaries of the others.
constexpr double kEdge = 1e-12;

class SlidingCells final : public StudyCells {
 public:
  SlidingCells(const Value& study, const StudyPlace& place) : StudyCells(study, place) {
    if (base_.is_problem()) {
      study.at("base").fail("this is a problem", "the states of a scene are classified");
    }
    const Scene scene = parse_scene(base_.text(), base_.name());
    read_contacts(study.at("contacts"), scene.system->info());
    read_directions(study.at("sliding"));
    StudyColumn verdict{"verdict", "", {}};
    for (int v = 0; v < kSlidingVerdicts; ++v) {
      verdict.codes.emplace_back(to_string(static_cast<SlidingVerdict>(v)));
    }
    verdict.codes.emplace_back("not-allowed");
    columns_ = {verdict, {"solutions"}, {"critical_factor"}};
    for (const Index contact : contacts_) {
      const std::string prefix =
          contacts_.size() == 1
              ? ""
              : scene.system->info().contacts[static_cast<std::size_t>(contact)].name + '.';
      for (const char* name : {"G_NN", "G_NT", "G_TT", "A"}) {
        columns_.push_back({prefix + name, "1/kg"});
      }
      columns_.push_back({prefix + "b_N", "m/s^2"});
      columns_.push_back({prefix + "critical_friction"});
    }
    check_table(study);
  }

  std::size_t main_column() const override { return 0; }
  bool answered(std::span<const double> row) const override {
    return row[0] < static_cast<double>(SlidingVerdict::not_finite);
  }
  std::unique_ptr<Worker> worker() const override { return std::make_unique<SlidingWorker>(*this); }

 private:
  class SlidingWorker final : public Worker {
   public:
    explicit SlidingWorker(const SlidingCells& cells)
        : Worker(cells), cells_(cells), copy_(cells.base_) {}

   private:
    void fill(std::span<double> row) override {
      for (std::size_t i = 0; i < slots_.size(); ++i) copy_.set(i, slots_[i]);
      const Scene scene = copy_.scene();
      SlidingStates states(*scene.system, kEdge);
      const SlidingState& state = states.classify(scene.start.t, scene.start.q, scene.start.u,
                                                  cells_.contacts_, cells_.sliding_);
      row[0] = static_cast<double>(state.verdict);
      if (state.verdict == SlidingVerdict::not_finite) return;
      row[1] = static_cast<double>(state.solutions.size());
      row[2] = state.critical_factor.value_or(NAN);
      for (std::size_t i = 0; i < cells_.contacts_.size(); ++i) {
        const SlidingContact& c = state.contacts[i];
        const std::array<double, kOfContact> numbers = {
            c.G_NN, c.G_NT, c.G_TT, c.A, c.b_N, c.critical_friction.value_or(NAN)};
        std::copy(numbers.begin(), numbers.end(),
                  row.begin() + static_cast<std::ptrdiff_t>(3 + kOfContact * i));
      }
    }
    void refuse(std::span<double> row) override { row[0] = kSlidingVerdicts; }

    const SlidingCells& cells_;
    BaseCopy copy_;
  };

  void read_contacts(const Value& list, const SystemInfo& info) {
    const std::vector<Value> items = list.items();
    if (items.empty() || items.size() > 2) {
      list.fail(fmt::format("there are {} contacts", items.size()), "one or two are allowed");
    }
    std::vector<std::string_view> names;
    for (const ContactInfo& contact : info.contacts) names.push_back(contact.name);
    for (const Value& item : items) {
      const std::optional<double> number = parse_number(item.scalar());
      const auto contact =
          static_cast<Index>(number ? static_cast<std::size_t>(item.whole_number(
                                          within(0.0, static_cast<double>(names.size()) - 1.0)))
                                    : item.choice(names, "contact"));
      if (!contacts_.empty() && contacts_[0] == contact) {
        item.fail("this contact is named twice", "two different ones");
      }
      contacts_.push_back(contact);
    }
  }

  void read_directions(const Value& list) {
    constexpr std::array<std::string_view, 3> names = {"+", "-", "rest"};
    constexpr std::array<signed char, 3> signs = {1, -1, 0};
    const std::vector<Value> items = list.items();
    if (items.size() != contacts_.size()) {
      list.fail(fmt::format("there are {} directions", items.size()),
                fmt::format("one for each of the {} contacts", contacts_.size()));
    }
    for (const Value& item : items) sliding_.push_back(signs[item.choice(names, "direction")]);
  }

  std::vector<Index> contacts_;
  std::vector<signed char> sliding_;
};

}  // namespace

std::unique_ptr<Study> read_painleve(const Value& study, const StudyPlace& place) {
  constexpr std::array<std::string_view, 1> refine = {"refine"};
  allow_study_keys(study, {own_keys, parameter_keys, refine});
  return std::make_unique<GridStudy>(study, std::make_unique<const SlidingCells>(study, place),
                                     "verdict");
}

}  // namespace ricochet
