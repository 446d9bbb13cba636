#pragma once
// What the lab answers, without a network: a request in, a response out. docs/lab.md describes the interface.

#include <atomic>
#include <chrono>
#include <memory>
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
  std::string attachment{};  ///< its name, if the browser is to keep it as a file
};

/// Budgets of what takes its time (lab/jobs.hpp).
struct JobLimits;
class LabJobs;

class LabInterface {
 public:
  /// page: the text of lab.html; shell: that of report pages, may be empty. Reads the shipped examples in `share` (may
  /// have none).
  LabInterface(std::string page, std::string shell, const std::string& share,
               const JobLimits& limits);
  ~LabInterface();

  /// Never throws for what a request holds. Called from many threads at once; long work ends soon after `stop`.
  LabResponse answer(const LabRequest& request, const std::atomic<bool>& stop);
  /// Ends all jobs. False if one is still going on after that time: nothing may be destroyed then.
  [[nodiscard]] bool end(std::chrono::milliseconds patience);

  /// A response without more to it than its status and a sentence.
  static LabResponse error(int status, std::string_view message);

 private:
  struct Example {
    std::string name, title, text;
  };
  static std::vector<Example> shipped(const std::string& share, const char* folder);
  std::string about() const;
  std::string shipped_base(const std::string& name) const;
  LabResponse job(std::string_view path, const LabRequest& request, bool studies);

  std::string page_;
  std::string shell_;
  std::vector<Example> problems_, scenes_, studies_;
  std::unique_ptr<LabJobs> jobs_;
  std::string about_;
};

}  // namespace ricochet::app
