#include "lab/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ricochet/files/names.hpp>
#include <ricochet/version.hpp>
#include <vector>

namespace ricochet::app {

Json begun(std::string_view kind) { return {{"ricochet", version}, {"schema", 1}, {"kind", kind}}; }

LabResponse answer_with(const Json& document, int status) {
  LabResponse response;
  response.status = status;
  response.body = document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  return response;
}

Json error_document(std::string_view message) {
  Json document = begun("error");
  document["message"] = message;
  return document;
}

Json error_document(const InputError& error) {
  std::string message = error.wrong();
  if (!error.allowed().empty()) message += ", " + error.allowed();
  Json document = error_document(message);
  document["file"] = error.file();
  document["line"] = error.position().line;
  document["column"] = error.position().column;
  document["path"] = error.path();
  return document;
}

Json parse_request(std::string_view body, std::initializer_list<std::string_view> keys) {
  constexpr int deepest = 16;
  const auto shallow = [](int depth, Json::parse_event_t, Json&) {
    if (depth > deepest) throw BadRequest{"the body is nested too deeply"};
    return true;
  };
  const Json request = Json::parse(body, shallow, false);
  if (request.is_discarded()) throw BadRequest{"the body is no JSON"};
  only(request, "the request", keys);
  return request;
}

void only(const Json& object, const char* of, std::initializer_list<std::string_view> keys) {
  if (!object.is_object()) throw BadRequest{fmt::format("{} must be an object", of)};
  for (const auto& [key, value] : object.items()) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
      throw BadRequest{fmt::format("{} has an unknown key '{}', {}", of, key,
                                   allowed_names(key, std::vector<std::string_view>(keys)))};
    }
  }
}

const Json& member(const Json& object, const char* key, const char* of) {
  const auto found = object.find(key);
  if (found == object.end()) throw BadRequest{fmt::format("{} needs '{}'", of, key)};
  return *found;
}

std::string word(const Json& value, const char* what) {
  if (!value.is_string()) throw BadRequest{fmt::format("{} must be a text", what)};
  return value.get<std::string>();
}

double number(const Json& value, const char* what) {
  if (!value.is_number()) throw BadRequest{fmt::format("{} must be a number", what)};
  return value.get<double>();
}

long whole(const Json& value, const char* what, long least, long most) {
  if (!value.is_number_integer() || value < least || value > most) {
    throw BadRequest{fmt::format("{} must be a whole number from {} to {}", what, least, most)};
  }
  return value.get<long>();
}

std::vector<double> numbers(const Json& value, const char* what) {
  if (!value.is_array()) throw BadRequest{fmt::format("{} must be a list of numbers", what)};
  std::vector<double> all;
  for (const Json& item : value) all.push_back(number(item, what));
  return all;
}

}  // namespace ricochet::app
