#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <ricochet/files/errors.hpp>
#include <ricochet/files/journal.hpp>
#include <ricochet/files/new_file.hpp>
#include <ricochet/files/study.hpp>
#include <ricochet/version.hpp>
#include <thread>
#include <utility>

#include "commands.hpp"
#include "progress.hpp"
#include "ranks.hpp"
#include "streams.hpp"

namespace ricochet::app {

namespace {

// What an earlier run of the same study had finished.
using Records = std::vector<std::pair<std::uint64_t, std::vector<double>>>;

// Journal index of a cell.
constexpr unsigned stage_bits = 56;
std::uint64_t index_of(std::size_t stage, std::size_t cell) {
  return (std::uint64_t{stage} << stage_bits) | cell;
}

// Takes rows from all threads and ranks: into their places, into the journal.
class Gather final : public CellSink {
 public:
  Gather(CellRows& rows, Journal* journal, std::size_t stage, CellProgress& progress)
      : rows_(rows), journal_(journal), stage_(stage), progress_(progress) {}

  void rows(std::size_t first, std::span<const double> rows) override {
    const std::lock_guard lock(mutex_);
    rows_.put(first, rows);
    write(first, rows);
  }
  void chain_ended(std::size_t cell) override {
    const std::lock_guard lock(mutex_);
    rows_.end_chain(cell);
    write(cell, {});
  }
  bool go_on() override { return !failed_ && !Interruptible::interrupted(); }

  // Throws what went wrong with the journal.
  void check() const {
    if (failure_) std::rethrow_exception(failure_);
  }
  void show() {
    const std::lock_guard lock(mutex_);
    progress_.show(rows_.layout().cells() - rows_.open());
  }

 private:
  // A disk that is full ends the work, on every rank, in good order.
  void write(std::size_t cell, std::span<const double> payload) {
    progress_.show(rows_.layout().cells() - rows_.open());
    if (journal_ == nullptr || failed_) return;
    try {
      journal_->add(index_of(stage_, cell), payload);
    } catch (...) {
      failure_ = std::current_exception();
      failed_ = true;
    }
  }

  CellRows& rows_;
  Journal* journal_;
  std::size_t stage_;
  CellProgress& progress_;
  std::mutex mutex_;
  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;
};

void restore(CellRows& rows, std::size_t stage, const Records& records) {
  for (const auto& [index, payload] : records) {
    if (index >> stage_bits != stage) continue;
    const std::size_t cell = index & ((std::uint64_t{1} << stage_bits) - 1);
    const std::size_t columns = rows.layout().columns;
    const bool fits =
        payload.size() % columns == 0 && cell + payload.size() / columns <= rows.layout().cells();
    if (!fits || cell >= rows.layout().cells()) continue;
    if (payload.empty()) {
      rows.end_chain(cell);
    } else {
      rows.put(cell, payload);
    }
  }
}

// One stage, on all threads and ranks. False if it was cancelled.
bool run_stage(const CellTask& task, CellRows& rows, std::size_t stage, Journal* journal,
               int threads, Ranks& ranks, const CommonOptions& common) {
  if (ranks.rank() != 0) {
    work(task, *ranks.source(), *ranks.sink(), threads);
    ranks.done();
    return true;
  }
  const std::size_t before = rows.layout().cells() - rows.open();
  CellProgress progress(common, stage == 0 ? "cells" : "boundaries", rows.layout().cells(), before);
  Gather gather(rows, journal, stage, progress);
  OpenCells open(rows, static_cast<std::size_t>(threads) * static_cast<std::size_t>(ranks.size()));
  if (ranks.size() == 1) {
    work(task, open, gather, threads);
  } else {
    std::exception_ptr failure;
    std::thread own([&] {
      try {
        work(task, open, gather, threads);
      } catch (...) {
        failure = std::current_exception();
      }
    });
    ranks.serve(open, gather, [&] {
      gather.show();
      return gather.go_on() && !failure;
    });
    own.join();
    if (failure) std::rethrow_exception(failure);
  }
  gather.check();
  return rows.open() == 0;
}

std::string text_of(const Study& study, const StudyDocument& document, Format format) {
  switch (format) {
    case Format::json: return study_json(document);
    case Format::csv: return table_csv(document.tables.front());
    case Format::table: break;
  }
  return study.summary(document.tables);
}

Picture picture_of(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".svg") return Picture::svg;
  if (ending == ".png") return Picture::png;
  throw UsageError(fmt::format("--figure: '{}' has no known ending, .svg and .png are", path));
}

// Before the work: a user who cannot have a file should not wait for it.
void check_figure(const StudyOptions& options) {
  if (!options.figure) return;
  picture_of(*options.figure);
  const std::string obstacle = obstacle_to(*options.figure, options.force);
  if (!obstacle.empty()) throw IoError("--figure: " + obstacle);
  if (!gnuplot_present()) {
    throw IoError("--figure: gnuplot is not installed (Debian package gnuplot-nox)");
  }
}

// Empty if it was drawn, or nothing was wanted.
std::string draw(const Study& study, const StudyOptions& options,
                 const std::vector<StudyTable>& tables) {
  if (!options.figure) return {};
  const std::optional<Figure> figure = study.figure(tables);
  if (!figure) return "--figure: there is nothing to draw in this study";
  NewFile file{*options.figure};
  std::string why = render(*figure, picture_of(*options.figure), file.temporary());
  if (why.empty()) why = file.commit();
  return why.empty() ? why : fmt::format("--figure: {}: {}", *options.figure, why);
}

// The others of a run are silent: rank 0 speaks for all.
void be_silent() {
  if (std::freopen("/dev/null", "w", stdout) == nullptr ||
      std::freopen("/dev/null", "w", stderr) == nullptr) {
    std::_Exit(3);
  }
}

// Begins the journal, or finds what is in it. Throws IoError if the result could not be written either.
void open_journal(const StudyOptions& options, const Study& study, std::optional<Journal>& journal,
                  Records& records) {
  try {
    const std::string obstacle = obstacle_to(*options.output, options.force);
    if (!obstacle.empty()) throw IoError(obstacle);
    const std::uint64_t hash = hash_of({version, study.kind, study.text, study.base});
    journal.emplace(*options.output + ".part", hash, options.force,
                    [&](std::uint64_t index, std::span<const double> payload) {
                      records.emplace_back(index,
                                           std::vector<double>(payload.begin(), payload.end()));
                    });
  } catch (const IoError& error) {
    throw IoError(fmt::format("-o: {}", error.what()));
  }
}

}  // namespace

int run_study(const StudyOptions& options) {
  Ranks ranks;
  const bool first = ranks.rank() == 0;
  if (!first) be_silent();
  std::unique_ptr<Study> study;
  std::optional<Journal> journal;
  Records records;
  std::exception_ptr refusal;
  try {
    if (options.output && options.output->empty()) {
      throw UsageError("-o: the name of the file is empty");
    }
    study = read_study(options.file, options.kind);
    check_figure(options);
    if (first && options.output) open_journal(options, *study, journal, records);
  } catch (...) {
    refusal = std::current_exception();
  }
  // Nobody works, and waits for others, unless all can; rank 0 says why not.
  if (!ranks.everywhere(!refusal)) {
    if (!first) return 0;
    if (refusal) std::rethrow_exception(refusal);
    throw IoError(fmt::format("{}: cannot be read by every rank of this run", options.file));
  }
  const int threads = options.threads.value_or(available_threads());

  std::vector<CellRows> rows;
  std::vector<std::unique_ptr<CellTask>> tasks;
  bool complete = true;
  {
    const Interruptible until_ctrl_c;
    for (std::size_t stage = 0; complete && stage < study->stages(); ++stage) {
      tasks.push_back(study->stage(stage, rows));
      rows.emplace_back(tasks.back()->layout());
      if (first) restore(rows.back(), stage, records);
      const std::size_t there = rows.back().layout().cells() - rows.back().open();
      if (first && there > 0 && rows.back().open() > 0) {
        talk(options.common, fmt::format("going on from {}.part: {} of {} cells are there",
                                         *options.output, there, rows.back().layout().cells()));
      }
      std::exception_ptr failure;
      try {
        complete = run_stage(*tasks.back(), rows.back(), stage, journal ? &*journal : nullptr,
                             threads, ranks, options.common);
      } catch (...) {
        failure = std::current_exception();
        complete = false;
      }
      if (failure && !first) ranks.abort(3);  // rank 0 would wait for ever
      if (first && Interruptible::interrupted() && ranks.size() > 1) {
        talk(options.common, "cancelled; the cells finished so far are in the journal");
        ranks.abort(1);
      }
      std::vector<double> going = {complete ? 1.0 : 0.0};
      ranks.share(going);
      complete = going[0] != 0.0;
      if (failure) std::rethrow_exception(failure);
      if (complete && stage + 1 < study->stages() && ranks.size() > 1) {
        std::vector<double> packed = first ? rows.back().packed() : std::vector<double>();
        ranks.share(packed);
        if (!first) rows.back().unpack(packed);
      }
    }
  }
  if (!first) return 0;

  const StudyDocument document = study->document(study->tables(rows));
  if (!complete) {
    if (journal) {
      talk(options.common, fmt::format("cancelled; the cells finished so far are in {}.part, and "
                                       "the same command goes on from there",
                                       *options.output));
    } else {
      write_data(text_of(*study, document, options.format));
      talk(options.common, "cancelled");
    }
    return 1;
  }
  if (options.output) write_study(*options.output, options.force, document);
  if (journal) journal->remove();
  const std::string undrawn = draw(*study, options, document.tables);
  write_data(text_of(*study, document, options.format));
  if (!undrawn.empty()) {
    fmt::print(stderr, "ricochet: {}\n", undrawn);
    return 1;
  }
  if (const std::string why = study->unanswered(document.tables); !why.empty()) {
    talk(options.common, fmt::format("{}: {}", options.file, why));
    return 1;
  }
  return 0;
}

}  // namespace ricochet::app
