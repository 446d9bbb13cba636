#pragma once
// A problem in which some numbers change from cell to cell. Those that do not touch its geometry (velocities,
// friction, restitution; the delassus of one contact) are put in their places directly; for the others the problem is
// read anew. Either way the same numbers are allowed and the same problem comes out.

#include <optional>
#include <span>
#include <vector>

#include <ricochet/contact/problem.hpp>
#include <ricochet/files/study_base.hpp>
#include <ricochet/impact/options.hpp>

namespace ricochet {

class DirectProblem {
 public:
  explicit DirectProblem(const StudyBase& base);

  /// The problem with these numbers in the slots. Throws InputError where they are not allowed.
  const ContactProblem& at(std::span<const double> slots);
  /// The options of its laws.
  const LawOptions& laws() const { return laws_; }

 private:
  /// Places that can be changed without reading the problem again.
  enum class Place : unsigned char {
    read_again,
    velocity,
    friction,
    kinetic_friction,
    static_friction,
    restitution,
    newton,
    poisson,
    energetic,
    tangential,
    surface_velocity,
    delassus
  };
  struct Target {
    Place place = Place::read_again;
    Eigen::Index i = 0, j = 0;
  };
  Target target_of(const std::vector<std::string>& steps) const;
  void read(std::span<const double> slots);
  bool put(const Target& target, double number);
  bool complete();

  BaseCopy copy_;
  std::vector<Target> targets_;
  std::vector<double> last_;  // slots of the last reading; empty: none
  ContactProblem problem_;
  LawOptions laws_;
};

}  // namespace ricochet
