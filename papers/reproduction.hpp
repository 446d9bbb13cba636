#pragma once
// Printed numbers of a paper beside computed ones, and what is to be said of each pair.
//
// A printed number p with last digit unit u stands for the interval [p - u/2, p + u/2]. The inputs
// of a computation are themselves printed, so a computed number c comes with the range [lo, hi] it
// takes when every input moves through its own interval. An entry is, in this order,
//   reproduced            c lies in the interval of p
//   within the inputs     [lo, hi] meets the interval of p
//   misprint              not so, and there is evidence against p and for c: other printed numbers
//                         imply an interval that contains c and excludes p, or p was copied from
//                         another place
//   not reproduced        none of these, or an input that the computation needs is not known
// The class follows from the numbers and the evidence; nobody writes it down.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <papers/interval.hpp>

namespace ricochet::papers {

/// A number as the paper prints it ("0.0", "-9.788e-3"), or a fraction ("4/3"), which is exact.
/// "0e-12" is a zero known to half a unit of the twelfth decimal: the way to state an identity.
class Printed {
 public:
  Printed() = default;
  /// Throws std::invalid_argument if the text is not a decimal number: a slip of transcription.
  explicit Printed(std::string_view text);

  const std::string& text() const { return text_; }
  double value() const { return value_; }
  double unit() const { return unit_; }  ///< of the last digit
  int decimals() const { return decimals_; }
  Interval interval() const;
  /// v with one digit more than was printed.
  std::string beside(double v) const;
  /// v rounded as the number was printed.
  std::string rounded(double v) const;

 private:
  std::string text_;
  double value_ = 0.0;
  double unit_ = 1.0;
  int decimals_ = 0;
  bool scientific_ = false;
};

enum class Verdict : unsigned char { reproduced, within_inputs, misprint, not_reproduced };
std::string_view to_string(Verdict verdict);
/// One character for dense tables: = ~ ! x
char mark(Verdict verdict);

/// What follows for an entry from other printed numbers.
struct Implication {
  Interval value;    ///< where the entry must lie if the numbers it follows from are right
  std::string from;  ///< those numbers, e.g. "P_n, V_Ct, Omega and the angle by momentum balance"
  std::string doubtful;  ///< which of those numbers are themselves not reproduced; empty: none
};

/// What a computed number rests on, where a paper is computed in more than one way.
enum class Basis : unsigned char {
  paper,           ///< the paper as it is: there is no other way
  printed_model,   ///< equations and parameters as printed
  reconstruction,  ///< settings or equations that we inferred: no prediction
  both             ///< of a figure: the last two side by side
};
std::string_view to_string(Basis basis);

struct Entry {
  std::string row;     ///< which line of the table
  std::string column;  ///< quantity
  std::string unit;
  Printed printed;
  double computed = 0.0;
  Interval range;  ///< of the computed value over the rounding of the inputs
  std::vector<Implication> implications;
  std::string copied_from;  ///< not empty: the printed number belongs there
  std::string missing;      ///< not empty: an input that is not known; agreement would mean nothing
  std::string sensitivity;  ///< a sentence for entries that stay not reproduced
  Basis basis = Basis::paper;

  Verdict verdict = Verdict::not_reproduced;
  std::string reason;  ///< one sentence with numbers, for misprint and not reproduced

  /// The first two classes, which need no evidence.
  bool agrees() const;
};

/// An entry whose range is the computed value alone.
Entry entry(std::string row, std::string_view column, std::string_view unit,
            std::string_view printed, double computed);

/// Sets verdict and reason from the numbers and the evidence.
void classify(Entry& entry);

struct Totals {
  int reproduced = 0, within_inputs = 0, misprint = 0, not_reproduced = 0;
  int all() const { return reproduced + within_inputs + misprint + not_reproduced; }
  void add(Verdict verdict);
  Totals& operator+=(const Totals& o);
};

/// One quantity of one case: measured, computed by the authors, computed here.
struct Comparison {
  std::string row, column, unit;
  Printed measured;  ///< mean of the trials
  Interval band;     ///< smallest to largest of them
  Printed paper;
  double model = 0.0, reconstruction = 0.0;
};

struct Table {
  std::string id;  ///< file name stem, e.g. "table4"
  std::string title;
  std::string note;            ///< what is computed and how
  std::vector<Entry> entries;  ///< entries of one row are neighbours
  /// False: the numbers beside the computed ones are not printed in the paper. Counted apart.
  bool of_paper = true;
  std::vector<Comparison> comparison = {};  ///< shown after the note
  std::string remarks = {};                 ///< shown after the comparison
  /// Classifies the entry and appends it.
  void file(Entry entry);
  Totals totals() const;
  /// What the entries from number `first` on rest on.
  void rest_on(Basis basis, std::size_t first = 0);
};

/// Classifies and appends an entry whose computed value does not depend on rounded inputs.
void add_entry(Table& table, std::string row, std::string_view column, std::string_view unit,
               std::string_view printed, double computed,
               std::vector<Implication> implications = {}, std::string sensitivity = {});

}  // namespace ricochet::papers
