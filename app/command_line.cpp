#include "command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <ricochet/files/names.hpp>
#include <ricochet/version.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "reproduce.hpp"
#include "streams.hpp"

namespace ricochet::app {

namespace {

const std::string version_line = fmt::format("ricochet {}", version);

constexpr const char* overview =
    "Planar rigid bodies that touch, stick, slip and collide.\n"
    "\n"
    "Data go to stdout, messages to stderr. Exit code: 0 an answer, 1 none (the output says why),\n"
    "2 bad file, option or path, 3 internal error.";

constexpr std::array<std::string_view, 3> format_names = {"table", "json", "csv"};

// One of the first `count` formats.
Format format_of(std::string_view name, std::size_t count = format_names.size()) {
  constexpr std::array<Format, 3> formats = {Format::table, Format::json, Format::csv};
  const std::span<const std::string_view> names(format_names.data(), count);
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) {
    throw UsageError(
        fmt::format("--format: there is no format '{}', {}", name, allowed_names(name, names)));
  }
  return formats[static_cast<std::size_t>(it - names.begin())];
}

double number_of(const char* option, const std::string& text) {
  double number = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || !std::isfinite(number)) {
    throw UsageError(fmt::format("{}: '{}' is not a number", option, text));
  }
  return number;
}

// Every command is added by one function below: its options, its help with an example, and what
// to run. `chosen` receives the command when its name is on the command line.
class Commands {
 public:
  Commands() : app_(overview, "ricochet") {
    app_.set_version_flag("--version", version_line, "Print the version and exit");
    app_.set_help_flag("-h,--help", "Print this help and exit");
    app_.add_flag("--quiet", common_.quiet, "Nothing on stderr but errors");
    app_.footer(
        "Examples:\n"
        "  ricochet impact problems/oblique_bar.yaml\n"
        "  ricochet simulate scenes/disc_ball.yaml\n"
        "`ricochet COMMAND --help` explains a command.");
    app_.require_subcommand(1);
    add_laws();
    add_impact();
    add_simulate();
    add_studies();
    add_export();
    add_report();
    add_lab();
    add_check();
    add_reproduce();
  }

  std::function<int()> parse(int argc, const char* const* argv);

 private:
  template <class Options>
  CLI::App* add(const std::string& name, const std::string& description, const std::string& footer,
                const std::shared_ptr<Options>& options, int (*run)(const Options&)) {
    CLI::App* command = app_.add_subcommand(name, description);
    command->set_help_flag("-h,--help", "Print this help and exit");
    command->set_version_flag("--version", version_line, "Print the version and exit");
    command->add_flag("--quiet", options->common.quiet, "Nothing on stderr but errors");
    command->footer(footer);
    command->final_callback([this, options, run] {
      options->common.quiet = options->common.quiet || common_.quiet;  // before or after the name
      chosen_ = [options, run] { return run(*options); };
    });
    return command;
  }

  void add_laws() {
    const auto options = std::make_shared<LawsOptions>();
    add("laws", "List the impact laws: what they treat, need and claim",
        "Example:\n  ricochet laws", options, run_laws);
  }

  void add_impact() {
    const auto options = std::make_shared<ImpactOptions>();
    CLI::App* command =
        add("impact", "Resolve the impact of a problem file under every law, side by side",
            "Examples:\n"
            "  ricochet impact problems/oblique_bar.yaml\n"
            "  ricochet impact problems/brach_rod.yaml --law routh-newton,brach --format json\n"
            "  ricochet impact problems/painleve_rod.yaml --all-solutions\n"
            "  ricochet impact problems/disc_ball_case4.yaml --law lzb --history history.csv",
            options, run_impact);
    command->add_option("PROBLEM", options->file, "Problem file (YAML or JSON)")
        ->required()
        ->option_text("FILE");
    // --law a --law b is --law a,b: the parser joins them by line breaks.
    const auto take_laws = [options](std::string list) {
      std::replace(list.begin(), list.end(), '\n', ',');
      options->laws = std::move(list);
    };
    command
        ->add_option_function<std::string>("--law", take_laws,
                                           "Laws by name, separated by commas, or all")
        ->multi_option_policy(CLI::MultiOptionPolicy::Join)
        ->option_text("all|NAME,NAME (all)");
    command->add_flag("--all-solutions", options->all_solutions,
                      "List every solution found (up to 8 contacts)");
    command
        ->add_option_function<std::string>(
            "--format", [options](const std::string& name) { options->format = format_of(name); },
            "How to print the results")
        ->option_text("table|json|csv (table)");
    command
        ->add_option("--history", options->history,
                     "Write the process of the lzb impact (CSV) here")
        ->option_text("FILE");
    command->add_flag("--force", options->force, "Overwrite an existing file");
  }

  void add_simulate() {
    const auto options = std::make_shared<SimulateOptions>();
    CLI::App* command =
        add("simulate", "Simulate the motion of a scene, from event to event",
            "Ctrl-C ends a run early; what was computed is printed and written.\n"
            "\n"
            "Examples:\n"
            "  ricochet simulate scenes/disc_ball.yaml\n"
            "  ricochet simulate scenes/bouncing_ball.yaml --law poisson --format json\n"
            "  ricochet simulate scenes/bouncing_ball.yaml --until 1 -o run.h5\n"
            "  ricochet simulate scenes/bouncing_ball.yaml --method moreau --step 1e-3\n"
            "  ricochet simulate scenes/bouncing_ball.yaml --continue run.h5 --until 2 -o on.h5",
            options, run_simulate);
    command->add_option("SCENE", options->file, "Scene file (YAML or JSON)")
        ->required()
        ->option_text("FILE");
    command->add_option("-o,--output", options->output, "Write samples and events (HDF5) here")
        ->option_text("FILE.h5");
    command
        ->add_option_function<std::string>(
            "--format",
            [options](const std::string& name) { options->format = format_of(name, 2); },
            "How to print the motion")
        ->option_text("table|json (table)");
    command
        ->add_option_function<std::string>(
            "--until",
            [options](const std::string& text) { options->until = number_of("--until", text); },
            "When it ends, s; else where the scene says")
        ->option_text("T");
    command->add_option("--law", options->law, "Impact law; else that of the scene")
        ->option_text("NAME");
    command
        ->add_option_function<std::string>(
            "--tolerance",
            [options](const std::string& text) {
              options->tolerance = number_of("--tolerance", text);
            },
            "Of one integration step, relative; else that of the scene")
        ->option_text("X");
    command->add_option("--method", options->method, "Way through time; else that of the scene")
        ->option_text("event|compliant|moreau");
    command
        ->add_option_function<std::string>(
            "--step",
            [options](const std::string& text) { options->step = number_of("--step", text); },
            "Length of a step of method moreau, s; else that of the scene")
        ->option_text("H");
    command
        ->add_option("--continue", options->continue_from,
                     "Go on from the end of this result of the same scene")
        ->option_text("OLD.h5");
    command->add_flag("--force", options->force, "Overwrite an existing file");
  }

  void add_studies() {
    add_study("map", "Map an outcome over two parameters of a problem or scene",
              "Example:\n  ricochet map studies/payr_glocker_fig5.yaml -o regimes.h5");
    add_study("sweep", "Vary parameters of a problem or scene, fixed or uncertain",
              "Example:\n  ricochet sweep studies/two_vehicles.yaml -o vehicles.h5");
    add_study("painleve", "Classify the sliding states of a scene: unique, inconsistent, several",
              "Example:\n  ricochet painleve studies/painleve_rod.yaml");
    add_study("orbit", "Find periodic orbits of a scene, with multipliers and stability",
              "Example:\n  ricochet orbit studies/bounce_orbit.yaml");
    add_study("bifurcate", "Follow motions and orbits of a scene along a parameter",
              "Example:\n  ricochet bifurcate studies/bounce_friction.yaml --figure bounce.svg");
    add_identify();
  }

  void add_study(const std::string& kind, const std::string& description,
                 const std::string& example) {
    const auto options = std::make_shared<StudyOptions>();
    options->kind = kind;
    CLI::App* command = add(kind, description,
                            "Ctrl-C ends a study early. With -o, what was finished is kept in "
                            "FILE.h5.part, and the same\n"
                            "command goes on from there.\n"
                            "\n" +
                                example,
                            options, run_study);
    command->add_option("STUDY", options->file, "Study file (YAML or JSON)")
        ->required()
        ->option_text("FILE");
    command->add_option("-o,--output", options->output, "Write all tables (HDF5) here")
        ->option_text("FILE.h5");
    command->add_option("--figure", options->figure, "Draw the result here, by gnuplot")
        ->option_text("FILE.svg|FILE.png");
    command
        ->add_option_function<std::string>(
            "--format", [options](const std::string& name) { options->format = format_of(name); },
            "How to print the result; csv is its main table")
        ->option_text("table|json|csv (table)");
    command
        ->add_option_function<std::string>(
            "--threads",
            [options](const std::string& text) {
              const double number = number_of("--threads", text);
              if (number != std::floor(number) || number < 1.0 || number > 1024.0) {
                throw UsageError(
                    fmt::format("--threads: '{}' is not allowed, 1 to 1024 are", text));
              }
              options->threads = static_cast<int>(number);
            },
            "Threads; else as many as there are")
        ->option_text("N");
    command->add_flag("--force", options->force, "Overwrite an existing file");
  }

  void add_identify() {
    const auto options = std::make_shared<IdentifyOptions>();
    CLI::App* command = add("identify", "Find restitution and friction from measured velocities",
                            "Examples:\n"
                            "  ricochet identify studies/identify_bar.yaml\n"
                            "  ricochet identify studies/identify_disc_ball.yaml --format json",
                            options, run_identify);
    command->add_option("STUDY", options->file, "Study file (YAML or JSON)")
        ->required()
        ->option_text("FILE");
    command
        ->add_option_function<std::string>(
            "--format",
            [options](const std::string& name) { options->format = format_of(name, 2); },
            "How to print the result")
        ->option_text("table|json (table)");
    command->add_option("-o,--output", options->output, "Write the coefficients (HDF5) here")
        ->option_text("FILE.h5");
    command->add_flag("--force", options->force, "Overwrite an existing file");
  }

  void add_export() {
    const auto options = std::make_shared<ExportOptions>();
    CLI::App* command =
        add("export", "Print a table of a result file as CSV",
            "Tables of a motion: samples, events, final; of a study: cells, and what "
            "else it has.\n"
            "\n"
            "Example:\n"
            "  ricochet export run.h5 --table events -o events.csv",
            options, run_export);
    command->add_option("FILE", options->file, "Result file (HDF5)")
        ->required()
        ->option_text("FILE.h5");
    command->add_option("--table", options->table, "Which table")->required()->option_text("NAME");
    command->add_option("-o,--output", options->output, "Write it here instead of to stdout")
        ->option_text("FILE.csv");
    command->add_flag("--force", options->force, "Overwrite an existing file");
  }

  void add_report() {
    const auto options = std::make_shared<ReportOptions>();
    CLI::App* command =
        add("report", "Make a page of a result or problem, to be opened in any browser",
            "The page holds everything it shows: no server, no network, no other file.\n"
            "\n"
            "Examples:\n"
            "  ricochet simulate scenes/disc_ball.yaml -o run.h5\n"
            "  ricochet report run.h5 -o run.html\n"
            "  ricochet report problems/oblique_bar.yaml -o impact.html\n"
            "  ricochet map studies/payr_glocker_fig5.yaml -o regimes.h5\n"
            "  ricochet report regimes.h5 -o regimes.html",
            options, run_report);
    command->add_option("FILE", options->file, "Result file (HDF5) or problem file (YAML or JSON)")
        ->required()
        ->option_text(" ");  // the name says it
    command->add_option("-o,--output", options->output, "Write the page here")
        ->required()
        ->option_text("PAGE.html");
    command->add_flag("--force", options->force, "Overwrite an existing file");
  }

  void add_lab() {
    const auto options = std::make_shared<LabOptions>();
    CLI::App* command =
        add("lab", "Open the lab: impacts, motions and studies in the browser, live",
            "The address is printed, and opened in the browser. The lab is served to this "
            "machine only,\nand runs until Ctrl+C.\n"
            "\n"
            "Examples:\n"
            "  ricochet lab\n"
            "  ricochet lab --port 8080 --no-open\n"
            "  ricochet lab --job-time 3600 --job-memory 1024",
            options, run_lab);
    command->add_option("--port", options->port, "Port to listen on (0: any that is free)")
        ->check(CLI::Range(0, 65535))
        ->option_text("N");
    command->add_flag_callback(
        "--no-open", [options] { options->open = false; }, "Print the address, open no browser");
    command
        ->add_option("--job-time", options->job_time,
                     "How long a motion or study may take, s (600)")
        ->check(CLI::Range(1, 1000000))
        ->option_text("S");
    command
        ->add_option("--job-memory", options->job_memory,
                     "How much memory its results may take, MiB (256)")
        ->check(CLI::Range(1, 1000000))
        ->option_text("MIB");
  }

  void add_check() {
    const auto options = std::make_shared<CheckOptions>();
    CLI::App* command =
        add("check", "Validate a problem, scene or study file and print what was understood",
            "Examples:\n"
            "  ricochet check problems/two_vehicles.yaml\n"
            "  ricochet check scenes/bouncing_ball.yaml\n"
            "  ricochet check studies/payr_glocker_fig5.yaml",
            options, run_check);
    command->add_option("FILE", options->file, "Problem, scene or study file (YAML or JSON)")
        ->required()
        ->option_text(" ");  // the name says it
  }

  void add_reproduce() {
    const auto options = std::make_shared<ReproduceOptions>();
    CLI::App* command =
        add("reproduce", "Recompute the tables and figures of a paper, number by number",
            "Examples:\n"
            "  ricochet reproduce\n"
            "  ricochet reproduce brach-1993\n"
            "  ricochet reproduce all -o results --force",
            options, run_reproduce);
    command->add_option("PAPER", options->paper, "Name of a paper, or all; none lists them")
        ->option_text("NAME|all");
    command
        ->add_option("-o,--output", options->output, "Write tables (CSV), figures and pages here")
        ->option_text("DIR");
    command->add_flag("--force", options->force, "Overwrite existing files");
  }

  [[noreturn]] void refuse(const CLI::ParseError& error) const;

  CLI::App app_;
  CommonOptions common_;
  std::function<int()> chosen_;
};

std::function<int()> print(const std::string& text) {
  return [text] {
    write_data(text);
    return 0;
  };
}

std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_lnames().empty()) names.push_back("--" + option->get_lnames()[0]);
  }
  return names;
}

std::string allowed(const std::string& typed, const std::vector<std::string>& owned) {
  return allowed_names(typed, std::vector<std::string_view>(owned.begin(), owned.end()));
}

// The first word that is an option, or empty.
std::string first_option(const std::vector<std::string>& words) {
  const auto it = std::find_if(words.begin(), words.end(),
                               [](const std::string& word) { return word.starts_with('-'); });
  return it == words.end() ? std::string() : *it;
}

// In our own words where the parser's are vague: a command or option nobody knows.
void Commands::refuse(const CLI::ParseError& error) const {
  const std::vector<CLI::App*> used = app_.get_subcommands();
  const std::vector<std::string> before = app_.remaining();
  const bool misspelt = used.empty() && !before.empty() && !before[0].starts_with('-');
  if (const std::string option = first_option(before); !option.empty() && !misspelt) {
    throw UsageError(fmt::format("{}: there is no such option before a command, {}", option,
                                 allowed(option, options_of(app_))));
  }
  if (used.empty()) {
    std::vector<std::string> names;
    for (const CLI::App* command : app_.get_subcommands(nullptr)) {
      names.push_back(command->get_name());
    }
    if (before.empty()) {
      throw UsageError(fmt::format("no command is given, {}", allowed("", names)));
    }
    throw UsageError(
        fmt::format("{}: there is no such command, {}", before[0], allowed(before[0], names)));
  }
  const std::string& command = used[0]->get_name();
  const std::vector<std::string> extra = app_.remaining(true);
  if (const std::string option = first_option(extra); !option.empty()) {
    throw UsageError(fmt::format("{}: there is no such option, {}", option,
                                 allowed(option, options_of(*used[0]))));
  }
  if (!extra.empty()) {
    throw UsageError(
        fmt::format("{}: one argument too many, see ricochet {} --help", extra[0], command));
  }
  const std::string said = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && said.ends_with("missing")) {
    throw UsageError(fmt::format("{}: the value is missing, see ricochet {} --help",
                                 said.substr(0, said.find(':')), command));
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr &&
      said.find(": At Most 1") != std::string::npos) {
    throw UsageError(fmt::format("{}: it is given more than once, once is allowed",
                                 said.substr(0, said.find(':'))));
  }
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    throw UsageError(fmt::format("{}, see ricochet {} --help", said, command));
  }
  throw UsageError(said);
}

std::function<int()> Commands::parse(int argc, const char* const* argv) {
  try {
    app_.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return print(app_.help());
  } catch (const CLI::CallForVersion&) {
    return print(version_line + '\n');
  } catch (const CLI::ParseError& error) {
    refuse(error);
  }
  return chosen_;
}

}  // namespace

std::function<int()> parse_command_line(int argc, const char* const* argv) {
  return Commands().parse(argc, argv);
}

}  // namespace ricochet::app
