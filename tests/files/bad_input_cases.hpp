#pragma once
// The bad-input matrix: every key of a problem file, in each of the three forms, crossed with every way
// of getting it wrong. The cases are generated from three complete documents (every documented key is
// in one of them), so that a new key joins the matrix by being added there.

#include <map>
#include <string>
#include <vector>

#include <ricochet/files/errors.hpp>

namespace ricochet::test {

/// Where the key and the value of a path stand in the text.
struct Place {
  Position key;
  Position value;
};

struct BadInputCase {
  std::string form;                     ///< matrices, contact-space or bodies
  std::string path;                     ///< what was spoiled, like impact.contacts.0.friction
  std::string operation;                ///< how, like missing or negative
  std::string text;                     ///< the spoiled document
  std::map<std::string, Place> places;  ///< of every path in `text`; of a duplicate, the second

  std::string id() const { return form + " " + path + " " + operation; }
};

/// The complete documents themselves, by form: all must be legal.
std::map<std::string, std::string> complete_documents();

std::vector<BadInputCase> bad_input_cases();

}  // namespace ricochet::test
