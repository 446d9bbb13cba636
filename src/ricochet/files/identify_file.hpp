#pragma once
// Study files of the kind `identify`: coefficients of restitution and friction from measurements. The base decides
// what the data are:
//
//   base: a problem file   repetitions of its impact, velocities before and after (study/identify_impacts.hpp)
//   base: a scene file     a history of its motion (study/identify_histories.hpp)
//
// docs/identification.md lists every key. Every value that is not possible is an InputError at its own place, in the
// study, its base or its data; paths are relative to the study file.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/study/identify_histories.hpp>
#include <ricochet/study/identify_impacts.hpp>

namespace ricochet {

/// Noise that the study adds to velocities, so that computed histories can stand for an experiment.
struct AddedNoise {
  Eigen::VectorXd sigma;  ///< per velocity
  std::uint64_t seed = 1;
};

struct ImpactStudy {
  ProblemFile base;
  std::string law;
  ImpactData data;
};

struct HistoryStudy {
  Scene scene;
  bool simulate = false;  ///< the history is to be computed, as scene.options say; else it was read
  History history;
  std::optional<AddedNoise> noise;
  HistoryOptions options;
};

struct IdentifyFile {
  std::string title;                  ///< one line, may be empty
  std::string base;                   ///< as the study names it
  std::string text;                   ///< the study as it was read
  std::string base_text;              ///< and its base
  std::vector<std::string> contacts;  ///< names of the base's contacts
  std::vector<SoughtCoefficient> sought;
  double confidence = 0.95;
  std::optional<ImpactStudy> impacts;     ///< either this
  std::optional<HistoryStudy> histories;  ///< or this
};

/// The study in `text`; `file` is its name in messages and where relative paths begin. Throws InputError.
IdentifyFile parse_identify(std::string_view text, const std::string& file);

/// The same from a file. Throws IoError if it cannot be read.
IdentifyFile read_identify(const std::string& path);

}  // namespace ricochet
