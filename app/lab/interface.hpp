#pragma once
// What the lab answers, without a network: a request in, a response out. docs/lab.md describes the interface.

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

namespace ricochet::app {

struct LabRequest {
  std::string_view method;  ///< GET, HEAD, POST, ...
  std::string_view target;  ///< as it came: path and query
  std::string_view type;    ///< Content-Type
  std::string_view body;
};

struct LabResponse {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::string_view allow{};  ///< methods, with status 405
};

class LabInterface {
 public:
  /// page: the text of lab.html. Reads the shipped examples in `share` (may have none).
  LabInterface(std::string page, const std::string& share);

  /// Never throws for what a request holds. Called from many threads at once; long work ends soon after `stop`.
  LabResponse answer(const LabRequest& request, const std::atomic<bool>& stop) const;

  /// A response without more to it than its status and a sentence.
  static LabResponse error(int status, std::string_view message);

 private:
  std::string page_;
  std::string about_;
};

}  // namespace ricochet::app
