#include "lab/jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ricochet/files/text_file.hpp>
#include <system_error>
#include <thread>

namespace ricochet::app {

void LabJob::run() {
  try {
    work();
  } catch (const std::bad_alloc&) {
    ended("failed", "out of memory");
  } catch (const std::exception& error) {
    ended("failed", error.what());
  }
}

bool LabJob::go_on(std::size_t bytes) {
  if (cancelled_) return false;
  const auto now = Clock::now();
  std::string why;
  if (now - began_ > limits_.time) {
    why = fmt::format("the time of a job in the lab, {} s, is used up", limits_.time.count());
  } else if (bytes > limits_.bytes) {
    why = fmt::format("the memory of a job in the lab, {} MiB, is used up", limits_.bytes >> 20U);
  } else if (now - seen_.load() > limits_.unseen) {
    why = "nobody has looked at it for a while";
  } else {
    return true;
  }
  const std::lock_guard lock(mutex_);
  message_ = std::move(why);
  cancelled_ = true;
  return false;
}

void LabJob::ended(std::string_view reason, std::string_view message) {
  const std::lock_guard lock(mutex_);
  end_ = Clock::now();
  reason_ = reason;
  // Why a job was ended by its budget is known better here than by who was told to end.
  if (message_.empty() || reason != "cancelled") message_ = message;
  state_ = reason == "cancelled" ? State::cancelled
           : reason == "failed"  ? State::failed
                                 : State::ended;
}

Json LabJob::description() const {
  seen_ = Clock::now();
  constexpr const char* names[] = {"running", "ended", "cancelled", "failed"};
  const State state = state_;  // before the progress: what has ended has shown everything
  const Progress at = progress();
  const std::lock_guard lock(mutex_);
  Json document = begun("job");
  document["id"] = id_;
  document["of"] = kind();
  document["state"] = names[static_cast<std::size_t>(state)];
  document["done"] = at.done;
  document["all"] = at.all;
  document["unit"] = at.unit;
  document["revision"] = at.revision;
  const Clock::time_point end = end_;
  const auto taken = (end == Clock::time_point{} ? Clock::now() : end) - began_;
  document["seconds"] = std::chrono::duration<double>(taken).count();
  document["reason"] = reason_;
  document["message"] = message_;
  const bool whole = state == State::ended || state == State::cancelled;
  document["files"] = whole ? files() : std::vector<std::string>();
  return document;
}

LabResponse LabJob::get(std::string_view what) {
  seen_ = Clock::now();
  if (what == "page") {
    const std::size_t revision = progress().revision;
    if (revision == 0) throw BadRequest{"there is nothing to see yet", 409};
    Json document = begun("page");
    document["revision"] = revision;
    document.update(page());
    return answer_with(document);
  }
  const State state = state_;  // before the files: they are there when it has ended
  if (state == State::running) throw BadRequest{"the job is still running", 409};
  if (state == State::failed) throw BadRequest{"the job has failed", 409};
  if (what == "result") return result();
  const std::vector<std::string> names = files();
  if (std::find(names.begin(), names.end(), what) == names.end()) {
    throw BadRequest{"there is nothing of that name here", 404};
  }
  return file(what);
}

void LabJobs::begin(const std::shared_ptr<LabJob>& job) {
  const std::lock_guard lock(mutex_);
  const auto busy = std::count_if(jobs_.begin(), jobs_.end(), [](const auto& other) {
    return other->running() && !other->given_up();
  });
  // What was cancelled may take a moment to end.
  if (busy >= limits_.running || threads_ >= 2 * limits_.running) {
    throw BadRequest{fmt::format("{} jobs are running; cancel one, or wait", limits_.running), 429};
  }
  job->name(std::to_string(++last_));
  for (auto it = jobs_.begin(); jobs_.size() >= limits_.kept && it != jobs_.end();) {
    it = (*it)->running() ? it + 1 : jobs_.erase(it);
  }
  try {
    std::thread([this, job = std::shared_ptr(job)]() mutable {
      job->run();
      job.reset();
      const std::lock_guard done(mutex_);
      --threads_;
      change_.notify_all();
    }).detach();
  } catch (const std::system_error&) {
    throw BadRequest{"the machine has no thread for it", 503};
  }
  ++threads_;
  jobs_.push_back(job);
}

std::shared_ptr<LabJob> LabJobs::find(std::string_view id) {
  const std::lock_guard lock(mutex_);
  const auto it =
      std::find_if(jobs_.begin(), jobs_.end(), [&](const auto& job) { return job->id() == id; });
  return it == jobs_.end() ? nullptr : *it;
}

void LabJobs::forget(const std::shared_ptr<LabJob>& job) {
  job->cancel();
  const std::lock_guard lock(mutex_);
  std::erase(jobs_, job);
}

bool LabJobs::end(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  for (const auto& job : jobs_) job->cancel();
  return change_.wait_for(lock, patience, [this] { return threads_ == 0; });
}

LabResponse download(std::string name, std::string type, std::string body) {
  LabResponse response;
  response.type = std::move(type);
  response.body = std::move(body);
  response.attachment = std::move(name);
  return response;
}

std::string made_by_hdf5(const std::function<void(const std::string& path)>& make) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  namespace fs = std::filesystem;
  std::string folder = (fs::temp_directory_path() / "ricochet-lab-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw IoError(folder + ": cannot be made");
  struct Gone {
    const std::string& folder;
    ~Gone() {
      std::error_code ignored;
      fs::remove_all(folder, ignored);
    }
  } const gone{folder};
  const std::string path = (fs::path(folder) / "result.h5").string();
  make(path);
  return read_text_file(path, std::size_t{1} << 30U);
}

}  // namespace ricochet::app
