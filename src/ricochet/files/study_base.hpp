#pragma once
// The base of a study: a problem or scene file, numbers of which the study puts in place of what is written there.
//
// A path leads to a number: steps separated by dots, each the key of a map, the index of a list (from 0), or the name of
// a list's entry (its key `name`): `contacts.0.friction`, `bodies.car.velocity.0`, `parameters.friction`. In a problem
// the first step `impact` may be left out. A key that is not written (a parameter that has its default) is added; so is
// a list (a surface velocity), its entries one after the other.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/files/value.hpp>

namespace ricochet {

/// Where a study comes from.
struct StudyPlace {
  std::string file;  ///< of the study
  /// The text of the base that the study names so; what it throws (IoError) is told at that name. If there is no such
  /// function the base is read from its file, the path relative to the folder of the study's.
  std::function<std::string(const std::string& name)> base{};
};

class StudyBase {
 public:
  /// The file that `key` names. Throws InputError at `key` if it cannot be read, and that of the file itself if it is
  /// not valid.
  StudyBase(const Value& key, const StudyPlace& place);
  /// The same from its text.
  StudyBase(std::string text, std::string name);

  bool is_problem() const { return problem_; }
  const std::string& name() const { return name_; }  ///< of the file, as the study gives it
  const std::string& text() const { return text_; }

  /// The number of the place that `path` leads to, made for it if it is new. Throws InputError at `where` if it leads
  /// nowhere.
  std::size_t slot(const Value& where, std::string_view path);
  std::size_t slots() const { return slots_.size(); }
  /// The steps to it, with names turned into indices: "impact", "contacts", "0", "friction".
  const std::vector<std::string>& steps(std::size_t slot) const { return slots_[slot].steps; }

  /// The text with these numbers in the slots, one each: as it is written where they all stand in it, else written anew.
  std::string text_with(std::span<const double> numbers) const;

  /// Throws InputError if a slot is no key that the base may have, at its own `where` and with what is allowed. One
  /// place and one number per slot; the number is used where the base has none.
  void check(std::span<const Value> where, std::span<const double> numbers) const;

 private:
  friend class BaseCopy;
  struct Slot {
    std::vector<std::size_t> children;  // way through the tree
    std::vector<std::string> steps;
  };
  void read_tree();

  std::string name_;
  std::string text_;
  std::string file_;  // for messages
  YamlNode tree_;
  bool problem_ = false;
  std::vector<Slot> slots_;
  std::vector<std::string> added_lists_;  // their paths
};

/// One thread's copy of the base, with numbers in its slots: all of them must be set before it is read.
class BaseCopy {
 public:
  explicit BaseCopy(const StudyBase& base);
  BaseCopy(const BaseCopy&) = delete;
  BaseCopy& operator=(const BaseCopy&) = delete;

  void set(std::size_t slot, double number);
  // Throw InputError where the numbers are not possible.
  ProblemFile problem() const { return parse_problem(tree_, *file_); }
  Scene scene() const { return parse_scene(tree_, *file_); }

 private:
  friend class StudyBase;
  const std::string* file_;
  YamlNode tree_;
  std::vector<YamlNode*> places_;
};

}  // namespace ricochet
