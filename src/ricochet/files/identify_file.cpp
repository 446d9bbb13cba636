#include <ricochet/files/identify_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include <ricochet/files/csv_table.hpp>
#include <ricochet/files/file_kind.hpp>
#include <ricochet/files/matrices.hpp>
#include <ricochet/files/names.hpp>
#include <ricochet/files/text_file.hpp>
#include <ricochet/files/value.hpp>
#include <ricochet/impact/registry.hpp>

namespace ricochet {

namespace {

constexpr std::size_t data_size_limit = std::size_t{256} << 20;
constexpr std::size_t most_parameters = 8;

using Names = std::vector<std::string>;

std::vector<std::string_view> views(const Names& names) { return {names.begin(), names.end()}; }

// The text of the file that `key` names, and its path.
std::pair<std::string, std::string> named_file(const Value& key, const std::string& study,
                                               std::size_t limit) {
  const std::string name = key.string();
  if (name.empty()) key.fail("the name is empty", "the path of a file is needed");
  const std::string path = (std::filesystem::path(study).parent_path() / name).string();
  try {
    std::string text = read_text_file(path, limit);
    if (text.size() > limit) {
      key.fail(fmt::format("{} is too long", path), fmt::format("at most {} MiB", limit >> 20));
    }
    return {std::move(text), path};
  } catch (const IoError& error) {
    key.fail(error.what(), "the path is relative to the study file");
  }
}

// Parameters.

std::vector<Eigen::Index> read_contacts(const Value& value, const Names& contacts) {
  const std::vector<std::string_view> names = views(contacts);
  const auto index = [&](const Value& one) {
    return static_cast<Eigen::Index>(one.choice(names, "contact"));
  };
  if (!value.is_sequence()) return {index(value)};
  std::vector<Eigen::Index> list;
  for (const Value& one : value.items()) {
    const Eigen::Index i = index(one);
    if (std::find(list.begin(), list.end(), i) != list.end()) {
      one.fail("this contact is there already", "each contact once");
    }
    list.push_back(i);
  }
  if (list.empty()) value.fail("the list is empty", "at least one contact is needed");
  return list;
}

SoughtCoefficient read_parameter(const Value& value, const Names& contacts, bool impacts) {
  value.allow_only({"contact", "contacts", "coefficient", "range"});
  constexpr std::array<std::string_view, 5> names = {"restitution", "friction", "static_friction",
                                                     "tangential", "impulse_ratio"};
  constexpr std::array<Coefficient, 5> coefficients = {
      Coefficient::restitution, Coefficient::friction, Coefficient::static_friction,
      Coefficient::tangential, Coefficient::impulse_ratio};
  const std::span<const std::string_view> allowed(names.data(), impacts ? 5 : 3);
  const auto where = value.either("contact", "contacts");
  if (!where) {
    value.fail_missing("contact", "the key is missing", "contact or contacts is required");
  }
  SoughtCoefficient parameter =
      sought(coefficients[value.at("coefficient").choice(allowed, "coefficient")],
             read_contacts(*where, contacts));
  if (const auto range = value.find("range")) {
    const std::vector<Value> ends = range->items();
    if (ends.size() != 2) range->fail("this is no range", "[low, high] is needed");
    const bool share = parameter.high == 1.0;
    const bool any_sign = parameter.low < 0.0;
    const Range possible = share ? within(0.0, 1.0) : any_sign ? any_number() : at_least(0.0);
    parameter.low = ends[0].number(possible);
    parameter.high = ends[1].number(possible);
    if (!(parameter.low < parameter.high)) range->fail("the range is empty", "low < high");
  }
  return parameter;
}

std::vector<SoughtCoefficient> read_parameters(const Value& list, const Names& contacts,
                                               bool impacts) {
  std::vector<SoughtCoefficient> all;
  for (const Value& value : list.items()) {
    SoughtCoefficient next = read_parameter(value, contacts, impacts);
    for (const SoughtCoefficient& other : all) {
      const bool shared = std::any_of(next.contacts.begin(), next.contacts.end(), [&](auto i) {
        return std::find(other.contacts.begin(), other.contacts.end(), i) != other.contacts.end();
      });
      if (shared && other.coefficient == next.coefficient) {
        value.fail("this coefficient of this contact is sought already", "each once");
      }
    }
    all.push_back(std::move(next));
  }
  if (all.empty() || all.size() > most_parameters) {
    list.fail(fmt::format("there are {} parameters", all.size()),
              fmt::format("1 to {} are allowed", most_parameters));
  }
  return all;
}

// Impacts.

// A column of the data: a component of the velocity, before or after.
struct Column {
  std::string name;
  VelocityComponent component;
  bool after = false;
};

std::vector<Column> columns_of(const ContactProblem& problem) {
  std::vector<Column> columns;
  const auto add = [&](const std::string& name, bool contact, Eigen::Index index) {
    columns.push_back({name + '-', {contact, index}, false});
    columns.push_back({name + '+', {contact, index}, true});
  };
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const std::string& name = problem.names[static_cast<std::size_t>(i)];
    add(name + ".gN", true, 2 * i);
    add(name + ".gT", true, 2 * i + 1);
  }
  for (const BodyInfo& body : problem.bodies) {
    add(body.name + ".vx", false, body.first_dof);
    add(body.name + ".vy", false, body.first_dof + 1);
    add(body.name + ".omega", false, body.first_dof + 2);
  }
  if (problem.bodies.empty()) {
    for (Eigen::Index i = 0; i < problem.dofs(); ++i) add(fmt::format("u.{}", i), false, i);
  }
  return columns;
}

// The data as rows of numbers under names, wherever they stand.
struct DataTable {
  Names names;
  Eigen::MatrixXd values;
};

DataTable read_rows(const Value& data) {
  data.allow_only({"columns", "rows"});
  DataTable table;
  const Value columns = data.at("columns");
  for (const Value& name : columns.items()) {
    table.names.push_back(name.string());
    if (std::count(table.names.begin(), table.names.end(), table.names.back()) > 1) {
      name.fail(fmt::format("the column '{}' is there twice", table.names.back()), "each once");
    }
  }
  if (table.names.empty()) columns.fail("the list is empty", "at least one column is needed");
  const Value rows = data.at("rows");
  const std::vector<Value> list = rows.items();
  if (list.empty()) rows.fail("there are no rows", "at least one is needed");
  table.values.resize(static_cast<Eigen::Index>(list.size()),
                      static_cast<Eigen::Index>(table.names.size()));
  for (std::size_t k = 0; k < list.size(); ++k) {
    const std::vector<double> row = list[k].numbers(table.names.size());
    table.values.row(static_cast<Eigen::Index>(k)) =
        Eigen::Map<const Eigen::RowVectorXd>(row.data(), static_cast<Eigen::Index>(row.size()));
  }
  return table;
}

// The standard deviations of all columns, or nothing if they are not given.
std::optional<Eigen::VectorXd> read_sigma(const Value& study, const Names& columns,
                                          const std::vector<bool>& needed) {
  const auto sigma = study.find("sigma");
  if (!sigma) return std::nullopt;
  const auto size = static_cast<Eigen::Index>(columns.size());
  if (!sigma->is_map()) return Eigen::VectorXd::Constant(size, sigma->number(above(0.0)));
  Eigen::VectorXd values = Eigen::VectorXd::Zero(size);
  sigma->allow_only(views(columns));
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (!needed[k] && !sigma->has(columns[k])) continue;
    values[static_cast<Eigen::Index>(k)] =
        sigma->at(columns[k]).number(needed[k] ? above(0.0) : at_least(0.0));
  }
  return values;
}

// Which component each column of the table is. fail(k, wrong, allowed) complains about column k.
template <class Fail>
std::vector<Column> assign(const Names& names, const ContactProblem& problem, const Fail& fail) {
  const std::vector<Column> known = columns_of(problem);
  std::vector<std::string_view> known_names;
  known_names.reserve(known.size());
  for (const Column& column : known) known_names.emplace_back(column.name);
  std::vector<Column> columns;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto it = std::find(known_names.begin(), known_names.end(), names[k]);
    if (it == known_names.end()) {
      fail(k, fmt::format("there is no velocity '{}'", names[k]),
           allowed_names(names[k], known_names));
    }
    columns.push_back(known[static_cast<std::size_t>(it - known_names.begin())]);
  }
  const auto contact_before = [](const Column& c) { return !c.after && c.component.contact; };
  if (std::any_of(columns.begin(), columns.end(), contact_before)) {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (columns[k].component.contact) continue;
      fail(k, fmt::format("'{}' stands beside contact velocities before the impact", names[k]),
           "then all columns must be contact velocities");
    }
    if (spectrum_of(problem.G).rank < problem.G.rows()) {
      fail(
          0,
          "the Delassus matrix is singular, measured contact velocities cannot be exactly possible",
          "give generalized velocities before the impact");
    }
  }
  if (std::none_of(columns.begin(), columns.end(), [](const Column& c) { return c.after; })) {
    fail(0, "no column is a velocity after the impact", "at least one name ends with +");
  }
  return columns;
}

ImpactData arrange(const Value& study, const DataTable& table, const std::vector<Column>& columns) {
  std::vector<bool> after;
  after.reserve(columns.size());
  for (const Column& column : columns) after.push_back(column.after);
  const auto sigma = read_sigma(study, table.names, after);
  const auto count = static_cast<Eigen::Index>(std::count(after.begin(), after.end(), true));
  ImpactData data;
  data.after_values.resize(table.values.rows(), count);
  data.before_values.resize(table.values.rows(), table.values.cols() - count);
  data.before_sigma.setZero(table.values.cols() - count);
  if (sigma) data.after_sigma.resize(count);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    auto& list = columns[k].after ? data.after : data.before;
    const auto place = static_cast<Eigen::Index>(list.size());
    (columns[k].after ? data.after_values : data.before_values).col(place) =
        table.values.col(column);
    if (sigma) (columns[k].after ? data.after_sigma : data.before_sigma)[place] = (*sigma)[column];
    list.push_back(columns[k].component);
  }
  return data;
}

ImpactData read_impact_data(const Value& study, const ContactProblem& problem,
                            const std::string& file) {
  const Value data = study.at("data");
  if (data.has("file")) {
    data.allow_only({"file"});
    const auto [text, path] = named_file(data.at("file"), file, data_size_limit);
    const CsvTable csv(text, path);
    const auto fail = [&csv = csv](std::size_t k, const std::string& wrong,
                                   const std::string& allowed) {
      csv.fail_name(k, wrong, allowed);
    };
    const std::vector<Column> columns = assign(csv.names(), problem, fail);
    DataTable table{csv.names(), {}};
    table.values.resize(static_cast<Eigen::Index>(csv.rows()),
                        static_cast<Eigen::Index>(csv.names().size()));
    for (std::size_t i = 0; i < csv.rows(); ++i) {
      for (std::size_t k = 0; k < csv.names().size(); ++k) {
        table.values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) = csv.number(i, k);
      }
    }
    return arrange(study, table, columns);
  }
  const DataTable table = read_rows(data);
  const auto fail = [&](std::size_t k, const std::string& wrong, const std::string& allowed) {
    data.at("columns").items()[k].fail(wrong, allowed);
  };
  return arrange(study, table, assign(table.names, problem, fail));
}

ImpactStudy read_impacts(const Value& study, ProblemFile base, const std::string& file) {
  study.allow_only({"title", "base", "law", "parameters", "confidence", "data", "sigma"});
  std::vector<std::string_view> laws;
  for (const ImpactLaw* law : all_laws()) laws.push_back(law->info().name);
  ImpactStudy impacts;
  impacts.law = laws[study.at("law").choice(laws, "law")];
  impacts.data = read_impact_data(study, base.problem, file);
  impacts.base = std::move(base);
  return impacts;
}

// Histories.

Names names_of(const std::vector<Quantity>& quantities) {
  Names names;
  for (const Quantity& quantity : quantities) names.push_back(quantity.name);
  return names;
}

// Columns `names` of the table; nothing if they are `optional` and none of them is there.
Eigen::MatrixXd columns_named(const CsvTable& csv, const Names& names, bool optional) {
  const auto place = [&](const std::string& name) {
    return std::find(csv.names().begin(), csv.names().end(), name);
  };
  const auto missing = [&](const std::string& name) { return place(name) == csv.names().end(); };
  if (optional && std::all_of(names.begin(), names.end(), missing)) return {};
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    if (missing(name)) {
      csv.fail(fmt::format("there is no column '{}'", name),
               optional
                   ? "all coordinates are needed, or none: then they follow from the velocities"
                   : "time and all velocities are needed");
    }
    places.push_back(static_cast<std::size_t>(place(name) - csv.names().begin()));
  }
  Eigen::MatrixXd values(static_cast<Eigen::Index>(csv.rows()),
                         static_cast<Eigen::Index>(names.size()));
  for (std::size_t i = 0; i < csv.rows(); ++i) {
    for (std::size_t k = 0; k < names.size(); ++k) {
      values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) = csv.number(i, places[k]);
    }
  }
  return values;
}

History read_history(const Value& key, const Scene& scene, const std::string& file) {
  const auto [text, path] = named_file(key, file, data_size_limit);
  const CsvTable csv(text, path);
  const SystemInfo& info = scene.system->info();
  History history;
  history.t = columns_named(csv, {"time"}, false).col(0);
  history.u = columns_named(csv, names_of(info.u), false);
  history.q = columns_named(csv, names_of(info.q), true);
  for (Eigen::Index k = 1; k < history.samples(); ++k) {
    if (history.t[k] >= history.t[k - 1]) continue;
    key.fail(fmt::format("in line {} of {} time goes back", k + 2, path), "times must ascend");
  }
  if (history.q.size() == 0) integrate_coordinates(*scene.system, scene.start.q, history);
  return history;
}

// A number for all velocities, or one for each by name.
Eigen::VectorXd read_velocity_sigma(const Value& value, const Names& velocities) {
  const auto size = static_cast<Eigen::Index>(velocities.size());
  if (!value.is_map()) return Eigen::VectorXd::Constant(size, value.number(above(0.0)));
  value.allow_only(views(velocities));
  Eigen::VectorXd sigma(size);
  for (std::size_t k = 0; k < velocities.size(); ++k) {
    sigma[static_cast<Eigen::Index>(k)] = value.at(velocities[k]).number(above(0.0));
  }
  return sigma;
}

void read_simulation(const Value& value, HistoryStudy& out) {
  value.allow_only({"step", "until"});
  out.simulate = true;
  if (out.scene.method != MotionMethod::event) {
    value.fail("the scene is of method compliant", "give its history as a file");
  }
  SimulationOptions& options = out.scene.options;
  options.sample_step = value.at("step").number(above(0.0));
  if (const auto until = value.find("until")) options.until = until->number(above(0.0));
  constexpr double most_samples = 1e7;
  if (!(options.until / options.sample_step <= most_samples)) {
    value.at("step").fail(
        fmt::format("there would be {:.3g} samples", options.until / options.sample_step),
        "at most 1e7 are allowed");
  }
}

HistoryStudy read_histories(const Value& study, Scene scene, const Names& contacts,
                            const std::string& file) {
  study.allow_only({"title", "base", "parameters", "confidence", "data", "sigma", "noise", "window",
                    "contacts", "gap", "slip_speed", "impacts"});
  HistoryStudy out;
  out.scene = std::move(scene);
  const Names velocities = names_of(out.scene.system->info().u);
  const Value data = study.at("data");
  data.allow_only({"file", "simulate"});
  const auto source = data.either("file", "simulate");
  if (!source) data.fail("the data are nowhere", "file or simulate is required");
  if (source->key() == "simulate") {
    read_simulation(*source, out);
  } else {
    out.history = read_history(*source, out.scene, file);
  }
  if (const auto noise = study.find("noise")) {
    noise->allow_only({"velocity", "seed"});
    AddedNoise added{read_velocity_sigma(noise->at("velocity"), velocities), 1};
    if (const auto seed = noise->find("seed")) {
      added.seed = static_cast<std::uint64_t>(seed->whole_number(within(0.0, 9007199254740992.0)));
    }
    out.options.sigma = added.sigma;
    out.noise = std::move(added);
  }
  if (const auto sigma = study.find("sigma")) {
    out.options.sigma = read_velocity_sigma(*sigma, velocities);
  } else if (!out.noise) {
    study.fail_missing("sigma", "the key is missing", "the noise of the velocities must be known");
  }
  PhaseOptions& phases = out.options.phases;
  phases.window = study.at("window").number(above(0.0));
  if (const auto gap = study.find("gap")) phases.gap = gap->number(above(0.0));
  if (const auto speed = study.find("slip_speed")) phases.slip_speed = speed->number(above(0.0));
  if (const auto impacts = study.find("impacts")) {
    for (const Value& time : impacts->items()) {
      phases.impacts.push_back(time.number());
      const std::size_t n = phases.impacts.size();
      if (n > 1 && !(phases.impacts[n - 2] < phases.impacts[n - 1])) {
        time.fail("it is not after the one before", "times must ascend");
      }
    }
  }
  if (const auto list = study.find("contacts"))
    out.options.contacts = read_contacts(*list, contacts);
  return out;
}

}  // namespace

IdentifyFile parse_identify(std::string_view text, const std::string& file) {
  const YamlNode document = parse_yaml(text, file);
  const Value root(document, file);
  expect_study(root, "identify");
  root.allow_only({"format", "identify"});
  check_format(root);
  const Value study = root.at("identify");
  IdentifyFile out;
  const Value base = study.at("base");
  out.base = base.string();
  const auto [base_text, base_path] = named_file(base, file, yaml_size_limit);
  out.text = text;
  out.base_text = base_text;
  if (file_kind(base_text, base_path) == FileKind::problem) {
    ProblemFile problem = parse_problem(base_text, base_path);
    out.contacts = problem.problem.names;
    out.impacts = read_impacts(study, std::move(problem), file);
  } else {
    Scene scene = parse_scene(base_text, base_path);
    for (const ContactInfo& contact : scene.system->info().contacts) {
      out.contacts.push_back(contact.name);
    }
    out.histories = read_histories(study, std::move(scene), out.contacts, file);
  }
  if (const auto title = study.find("title")) out.title = read_title(*title);
  out.sought = read_parameters(study.at("parameters"), out.contacts, out.impacts.has_value());
  if (const auto level = study.find("confidence")) {
    out.confidence = level->number(within(0.5, 0.9999));
  }
  if (out.histories) out.histories->options.confidence = out.confidence;
  return out;
}

IdentifyFile read_identify(const std::string& path) {
  return parse_identify(read_text_file(path, yaml_size_limit), path);
}

}  // namespace ricochet
