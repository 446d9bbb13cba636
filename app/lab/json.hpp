#pragma once
// JSON in and out of the lab: documents, errors, and requests that must be what they should be.

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <ricochet/files/errors.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "lab/interface.hpp"

namespace ricochet::app {

using Json = nlohmann::ordered_json;

/// {"ricochet": version, "schema": 1, "kind": kind}
Json begun(std::string_view kind);
LabResponse answer_with(const Json& document, int status = 200);
/// {"kind": "error", "message": ...}, with the place of an error in a file.
Json error_document(std::string_view message);
Json error_document(const InputError& error);

/// A request that makes no sense.
struct BadRequest {
  std::string message;
  int status = 400;
};

/// The JSON of a request, an object with these keys and no others. Throws BadRequest, as all below.
Json parse_request(std::string_view body, std::initializer_list<std::string_view> keys);
void only(const Json& object, const char* of, std::initializer_list<std::string_view> keys);
const Json& member(const Json& object, const char* key, const char* of);
std::string word(const Json& value, const char* what);
double number(const Json& value, const char* what);
/// A whole number from `least` to `most`.
long whole(const Json& value, const char* what, long least, long most);
std::vector<double> numbers(const Json& value, const char* what);

}  // namespace ricochet::app
