#include <ricochet/files/study_section.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <ricochet/files/study_parameters.hpp>

namespace ricochet {

namespace {

constexpr std::array<EventKind, 7> section_events = {
    EventKind::impact, EventKind::collisionless_impact,
    EventKind::open,   EventKind::close,
    EventKind::stick,  EventKind::slip,
    EventKind::reverse};

}  // namespace

RunnableScene::RunnableScene(Scene s)
    : scene(std::move(s)),
      laws(scene.laws),
      law(laws.find(scene.law)),
      fallback(scene.fallback_law ? laws.find(*scene.fallback_law) : nullptr) {}

StudySection::StudySection(const Value& study, const Scene& scene,
                           std::span<const std::string> variables) {
  if (scene.method != MotionMethod::event) {
    study.at("base").fail("this scene has method compliant",
                          "orbits are sought for motions from event to event");
  }
  const SystemInfo& info = scene.system->info();
  const Value section = study.at("section");
  section.allow_only({"event", "contact", "period"});
  if (const auto period = section.find("period")) {
    for (const std::string_view key : {"event", "contact"}) {
      if (section.has(key)) section.fail_key(key, "it stands beside 'period'", "one of the two");
    }
    period_ = read_formula(*period, variables);
  } else {
    std::vector<std::string_view> kinds;
    for (const EventKind kind : section_events) kinds.push_back(to_string(kind));
    section_.event = section_events[section.at("event").choice(kinds, "event")];
    if (const auto contact = section.find("contact")) {
      std::vector<std::string_view> names;
      for (const ContactInfo& c : info.contacts) names.push_back(c.name);
      section_.contact = static_cast<Eigen::Index>(contact->choice(names, "contact"));
    }
  }
  if (const auto v = study.find("returns")) {
    section_.returns = static_cast<int>(v->whole_number(within(1, 1000)));
  }
  if (const auto v = study.find("longest")) longest_ = v->number(above(0.0));
  if (const auto list = study.find("drifting")) {
    const std::vector<StudyColumn> columns = state_columns(info);
    std::vector<std::string_view> names;
    for (const StudyColumn& column : columns) names.push_back(column.name);
    for (const Value& item : list->items()) {
      const auto index = static_cast<Eigen::Index>(item.choice(names, "coordinate"));
      if (std::find(drifting_.begin(), drifting_.end(), index) != drifting_.end()) {
        item.fail("this coordinate is named twice", "each once");
      }
      drifting_.push_back(index);
    }
  }
}

bool StudySection::possible(std::span<const double> variables) const {
  if (!period_) return true;
  const double period = (*period_)(variables);
  return std::isfinite(period) && period > 0.0;
}

void StudySection::check(const Value& study, std::span<const double> variables) const {
  if (possible(variables)) return;
  study.at("section").at("period").fail(
      fmt::format("it is {:.6g} s for the first cell", (*period_)(variables)), "more than 0");
}

Section StudySection::at(std::span<const double> variables) const {
  Section section = section_;
  if (period_) section.period = (*period_)(variables);
  return section;
}

std::vector<StudyColumn> state_columns(const SystemInfo& info) {
  std::vector<StudyColumn> columns;
  for (const Quantity& q : info.q) columns.push_back({q.name, q.unit, {}});
  for (const Quantity& u : info.u) columns.push_back({u.name, u.unit, {}});
  return columns;
}

}  // namespace ricochet
