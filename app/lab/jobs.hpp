#pragma once
// Work that takes its time: motions and studies. A job goes on in a thread of its own while others look at it; it ends by
// itself, when it is cancelled, when its budget is used up, or when nobody has asked for it for a while.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "lab/json.hpp"

namespace ricochet::app {

struct JobLimits {
  std::chrono::seconds time{600};
  std::size_t bytes = std::size_t{256} << 20U;  ///< of results
  std::chrono::seconds unseen{300};             ///< before it is given up
  int running = 2;                              ///< at once
  std::size_t kept = 8;                         ///< ended ones among them
};

class LabJob {
 public:
  explicit LabJob(const JobLimits& limits) : limits_(limits) {}
  virtual ~LabJob() = default;
  LabJob(const LabJob&) = delete;
  LabJob& operator=(const LabJob&) = delete;

  /// The work, to its end; never throws.
  void run();
  void cancel() { cancelled_ = true; }
  bool running() const { return state_ == State::running; }
  bool given_up() const { return cancelled_; }

  /// {"kind": "job", ...}: docs/lab.md.
  Json description() const;
  /// page, result, or one of its files. Throws BadRequest if there is no such thing, or not yet.
  LabResponse get(std::string_view what);

  const std::string& id() const { return id_; }
  void name(std::string id) { id_ = std::move(id); }

 protected:
  struct Progress {
    double done = 0.0, all = 0.0;
    std::string unit;
    std::size_t revision = 0;  ///< of the page; 0: there is none yet
  };
  /// Asked during the work: false ends it.
  bool go_on(std::size_t bytes);
  /// Why it ended (`cancelled`, `failed`, or anything else), and a sentence. The last that work() does: others may take
  /// away what it has made from then on.
  void ended(std::string_view reason, std::string_view message);

  virtual std::string_view kind() const = 0;  ///< run or study
  virtual void work() = 0;
  virtual Progress progress() const = 0;
  virtual std::vector<std::string> files() const = 0;
  virtual Json page() = 0;           ///< {"document", "columns"}
  virtual LabResponse result() = 0;  ///< as the command line prints it
  virtual LabResponse file(std::string_view name) = 0;

 private:
  enum class State : unsigned char { running, ended, cancelled, failed };
  using Clock = std::chrono::steady_clock;

  JobLimits limits_;
  std::string id_;
  std::atomic<State> state_{State::running};
  std::atomic<bool> cancelled_{false};
  Clock::time_point began_ = Clock::now();
  std::atomic<Clock::time_point> end_{Clock::time_point{}};
  mutable std::atomic<Clock::time_point> seen_{Clock::now()};
  mutable std::mutex mutex_;  // of the texts
  std::string reason_, message_;
};

/// All of them.
class LabJobs {
 public:
  explicit LabJobs(const JobLimits& limits) : limits_(limits) {}

  const JobLimits& limits() const { return limits_; }
  /// Begins it. Throws BadRequest if too many are running.
  void begin(const std::shared_ptr<LabJob>& job);
  /// Null if there is none of that name.
  std::shared_ptr<LabJob> find(std::string_view id);
  void forget(const std::shared_ptr<LabJob>& job);
  /// Cancels all. False if something is still going on after that time.
  bool end(std::chrono::milliseconds patience);

 private:
  JobLimits limits_;
  std::mutex mutex_;
  std::condition_variable change_;
  std::deque<std::shared_ptr<LabJob>> jobs_;
  int threads_ = 0;
  long last_ = 0;
};

/// A file for the browser to keep.
LabResponse download(std::string name, std::string type, std::string body);

/// A file made by a function that is given its path: HDF5 is not made by two threads at once.
std::string made_by_hdf5(const std::function<void(const std::string& path)>& make);

}  // namespace ricochet::app
