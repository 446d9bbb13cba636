#pragma once
// What studies of orbits share: the scene of a cell as a system with its laws, the section at which its motion is
// looked at, and coordinates by name.
//
//   section: {event: impact, contact: tip}     the state right after such an event; contact may be left out
//   section: {period: 0.1}                     the state every 0.1 s, of a system that is forced with that period; a
//                                              formula of the parameters will do
//   returns: 1                                 passages of the section per orbit
//   longest: 10                                s to wait for one passage
//   drifting: [y]                              coordinates that move on from period to period

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <ricochet/files/expression.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/files/study_table.hpp>
#include <ricochet/files/value.hpp>
#include <ricochet/impact/registry.hpp>
#include <ricochet/study/orbit.hpp>

namespace ricochet {

/// A scene with its laws made.
struct RunnableScene {
  Scene scene;
  LawSet laws;
  const ImpactLaw* law;
  const ImpactLaw* fallback;  ///< may be null

  explicit RunnableScene(Scene s);
};

class StudySection {
 public:
  /// Of a study of `scene`; its formulas may use `variables`. Throws InputError.
  StudySection(const Value& study, const Scene& scene, std::span<const std::string> variables);

  static constexpr std::string_view keys[] = {"section", "returns", "longest", "drifting"};

  /// Whether these values of the variables give a section: a period is above zero.
  bool possible(std::span<const double> variables) const;
  /// Throws InputError at the period of `study` if those of its first cell do not.
  void check(const Value& study, std::span<const double> variables) const;
  /// With the values of the variables, which give one.
  Section at(std::span<const double> variables) const;
  double longest() const { return longest_; }
  const std::vector<Eigen::Index>& drifting() const { return drifting_; }

 private:
  Section section_;
  std::optional<Expression> period_;
  double longest_ = 10.0;
  std::vector<Eigen::Index> drifting_;
};

/// Names and units of the coordinates and velocities, in the order of x = (q, u).
std::vector<StudyColumn> state_columns(const SystemInfo& info);

}  // namespace ricochet
