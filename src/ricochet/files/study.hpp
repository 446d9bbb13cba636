#pragma once
// Studies: how the answer depends on the parameters of a problem or scene. A study file begins with its kind (map,
// sweep, painleve, orbit, bifurcate); each kind is a class behind this interface, in a source of its own. Every kind
// is work in cells (study/cells.hpp), in one stage or several: a later stage looks closer at what an earlier one has
// found. docs/studies.md lists every key.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ricochet/files/figure.hpp>
#include <ricochet/files/study_parameters.hpp>
#include <ricochet/files/study_result.hpp>
#include <ricochet/files/value.hpp>
#include <ricochet/study/cells.hpp>

namespace ricochet {

/// The base of a study with the numbers of one point.
struct StudyPoint {
  bool problem = false;  ///< or a scene
  std::string text;      ///< of the file
  std::optional<std::string>
      law;  ///< that the study takes in place of the base's; nothing: its own, or several
  std::optional<MotionState>
      start;  ///< that the motion of a row begins from; nothing: as the scene says
};

class Study {
 public:
  virtual ~Study() = default;

  std::string kind;
  std::string title;  ///< one line, may be empty
  std::string text;   ///< the file as it was read
  std::string base;   ///< text of its base

  /// What was understood, for `check`.
  virtual std::string description() const = 0;
  virtual std::size_t stages() const { return 1; }
  /// The work of a stage; before: the rows of the stages before it, complete.
  virtual std::unique_ptr<CellTask> stage(std::size_t number,
                                          std::span<const CellRows> before) const = 0;
  /// Everything found, the main table first. rows: of all stages; rows of cells that are not there are left out.
  virtual std::vector<StudyTable> tables(std::span<const CellRows> rows) const = 0;
  /// For people.
  virtual std::string summary(const std::vector<StudyTable>& tables) const = 0;
  /// Nothing if there is nothing to draw.
  virtual std::optional<Figure> figure(const std::vector<StudyTable>& tables) const = 0;
  /// Whether what was asked has been answered somewhere; else the sentence why not.
  virtual std::string unanswered(const std::vector<StudyTable>& tables) const = 0;

  virtual const StudyBase& base_file() const = 0;
  virtual const StudyParameters& parameters() const = 0;
  /// values: of the parameters, one each.
  StudyPoint point(std::span<const double> values) const;
  /// That of a row of a table; its state, if it has one, is where the motion begins. Nothing if the row does not tell the
  /// parameters.
  std::optional<StudyPoint> point(const StudyTable& table, std::size_t row) const;

  StudyDocument document(std::vector<StudyTable> tables) const {
    return {kind, title, text, base, std::move(tables)};
  }
};

/// The study in a file. kind: which it must be; empty: any. Throws InputError, and IoError if a file cannot be read.
std::unique_ptr<Study> read_study(const std::string& path, std::string_view kind = {});
/// The same from its text.
std::unique_ptr<Study> parse_study(std::string text, const StudyPlace& place,
                                   std::string_view kind = {});

// The kinds. `study` is the value of the key that begins the file.
std::unique_ptr<Study> read_map(const Value& study, const StudyPlace& place);
std::unique_ptr<Study> read_sweep(const Value& study, const StudyPlace& place);
std::unique_ptr<Study> read_painleve(const Value& study, const StudyPlace& place);
std::unique_ptr<Study> read_orbit(const Value& study, const StudyPlace& place);
std::unique_ptr<Study> read_bifurcate(const Value& study, const StudyPlace& place);

/// Fails at the first key that is neither one of `own` nor of the `common` lists.
void allow_study_keys(const Value& study,
                      std::initializer_list<std::span<const std::string_view>> lists);

/// The key `figure`: the column of the quantity that the figure shows; else `usual`.
std::size_t read_figure(const Value& study, std::span<const StudyColumn> columns,
                        std::size_t usual);

/// Codes counted and numbers spanned: one line per column of a table, but the first `skip`.
std::string describe_columns(const StudyTable& table, std::size_t skip);

}  // namespace ricochet
