#pragma once
// What may be written at a place of a file: the keys that a map may still have, or the names that a value may be. The
// readers themselves are asked: a name that nobody knows is put there, and what they say is allowed is the answer.

#include <string>
#include <string_view>
#include <vector>

namespace ricochet::app {

struct Completions {
  int from = 1,
      to = 1;  ///< columns of the word at the place, from 1, in UTF-16 units as browsers count
  std::vector<std::string> choices;
};

/// line, column: of the caret, from 1. base: of a study; empty: it names a file that is not looked for.
Completions completions(std::string_view text, int line, int column, std::string_view base);

}  // namespace ricochet::app
