#pragma once
// A matrix of bad input: every key of complete documents, crossed with every way of getting it wrong. A new key
// joins the matrix by being added to one of the documents.

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <ricochet/files/errors.hpp>

namespace ricochet::test {

using Json = nlohmann::ordered_json;

/// Where the key and the value of a path stand in the text.
struct Place {
  Position key;
  Position value;
};

struct BadInputCase {
  std::string form;                     ///< the name of the document
  std::string path;                     ///< what was spoiled, like impact.contacts.0.friction
  std::string operation;                ///< how, like missing or negative
  std::string text;                     ///< the spoiled document
  std::map<std::string, Place> places;  ///< of every path in `text`; of a duplicate, the second

  std::string id() const { return form + " " + path + " " + operation; }
};

/// Makes cases of complete documents, given by name.
class BadInputMatrix {
 public:
  explicit BadInputMatrix(std::map<std::string, Json> documents);

  const std::map<std::string, Json>& documents() const { return documents_; }
  const std::vector<BadInputCase>& cases() const { return cases_; }

  /// One more case: the value at `path` of a document replaced by `by` (JSON).
  void spoil(const std::string& form, const std::string& path, const std::string& operation,
             const std::string& by);
  /// One more case, spoiled by the caller.
  void add(const std::string& form, const std::string& path, const std::string& operation,
           const Json& spoiled);

 private:
  void spoil_key(const std::string& form, const Json& document, const std::string& path,
                 const Json& parent);
  void spoil_value(const std::string& form, const Json& document, const std::string& path,
                   const Json& value);

  std::map<std::string, Json> documents_;
  std::vector<BadInputCase> cases_;
};

/// A set of cases by BadInputCase::id(), as a shell pattern, and what is to be said of them.
struct CasePattern {
  const char* pattern;
  const char* reason;
};

/// Reads a text: the complaint, or nothing.
using Complain = std::optional<InputError> (*)(const std::string& text);

/// The documents are legal; every case is refused at its place or among `legal`; a complaint is made inside or
/// around what was spoiled, or the case is among `elsewhere`; no pattern is idle.
void expect_refusals(const BadInputMatrix& matrix, Complain complain,
                     std::span<const CasePattern> legal, std::span<const CasePattern> elsewhere);

/// Every key of the matrix stands in the document (a path in the source tree) as code.
void expect_documented(const BadInputMatrix& matrix, const std::string& document);

/// A share of the refused cases, given to a command of the program: code 2, the complaint, nothing else.
void expect_code_2(const BadInputMatrix& matrix, Complain complain, const std::string& command);

}  // namespace ricochet::test
