#pragma once
// Problem files: one impact, posed in YAML (or JSON), in one of three forms:
//
//   matrices       mass, velocity, and per contact a row of W_N^T (`normal`) and of W_T^T (`tangent`)
//   contact space  delassus and velocity: G and gamma- themselves
//   bodies         free planar bodies and the points and angles at which they touch
//
// and, for the laws that have any, options (`laws`).
//
// docs/problem-files.md lists every key with its unit and default. Every value that is not physically
// possible is an InputError at its own place; a problem that was read can be given to any law.

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include <ricochet/contact/problem.hpp>
#include <ricochet/files/errors.hpp>
#include <ricochet/files/yaml.hpp>
#include <ricochet/impact/options.hpp>

namespace ricochet {

inline constexpr int most_contacts = 100;
inline constexpr int most_bodies = 100;
inline constexpr int most_dofs = 300;

/// Where free bodies are and where they touch, in m; laws need no more of it than is in the problem, pictures do.
struct ProblemPlaces {
  struct Touch {
    Eigen::Vector2d point;
    Eigen::Vector2d normal;  ///< out of the second body into the first
    int first = 0;           ///< bodies, by their place in the file
    int second = -1;         ///< -1: the ground
  };
  std::vector<Eigen::Vector2d> centres;  ///< per body
  std::vector<Touch> contacts;
};

/// What a problem file says.
struct ProblemFile {
  ContactProblem problem;  ///< assembled
  LawOptions laws;         ///< the defaults where the file is silent
  ProblemPlaces places;    ///< empty unless the problem is posed by bodies
};

/// The problem in `text`. Throws InputError; `file` is only the name in its message.
ProblemFile parse_problem(std::string_view text, const std::string& file);
/// The same from its tree.
ProblemFile parse_problem(const YamlNode& document, const std::string& file);

/// The same from a file. Throws IoError if it cannot be read.
ProblemFile read_problem(const std::string& path);

}  // namespace ricochet
