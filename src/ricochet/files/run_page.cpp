#include <ricochet/files/run_page.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

#include <nlohmann/json.hpp>

#include <ricochet/files/course.hpp>
#include <ricochet/files/errors.hpp>
#include <ricochet/files/sample_rows.hpp>
#include <ricochet/files/scene_file.hpp>

namespace ricochet {

namespace {

using Json = nlohmann::ordered_json;

// Shapes and roles, in the order of their enumerations.
constexpr const char* shape_names[] = {"line", "outline", "disc", "half-plane", "spring"};
constexpr const char* role_names[] = {"body", "ground", "spring", "guide"};

// Numbers column by column.
class Columns {
 public:
  explicit Columns(std::size_t count) : columns_(count) {}
  void put(std::size_t column, double number) { columns_[column].push_back(number); }
  const std::vector<double>& operator[](std::size_t column) const { return columns_[column]; }

 private:
  std::vector<std::vector<double>> columns_;
};

// A column, or the one number that all of its rows have.
template <class Number>
Json column(PageColumns& columns, const std::vector<Number>& numbers) {
  if (!numbers.empty() && std::all_of(numbers.begin(), numbers.end(), [&](const Number& x) {
        return x == numbers[0] && std::signbit(double(x)) == std::signbit(double(numbers[0]));
      })) {
    return {{"all", numbers[0]}, {"rows", numbers.size()}};
  }
  return columns.add(std::span<const Number>(numbers));
}

Json facts_json(const RunData& file) {
  Json facts = Json::array();
  for (const RunFact& fact : file.facts()) {
    Json entry = {{"name", fact.name}};
    std::visit([&](const auto& value) { entry["value"] = value; }, fact.value);
    if (!fact.unit.empty()) entry["unit"] = fact.unit;
    facts.push_back(std::move(entry));
  }
  return facts;
}

// The datasets of a table: [{name, columns: [{name, unit, data}]}], rows already taken out column by column.
Json dataset(const DatasetLayout& layout, std::vector<Json> data) {
  Json entry = {{"name", layout.name}, {"columns", Json::array()}};
  if (layout.bytes) entry["names"] = layout.names;
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    entry["columns"].push_back(
        {{"name", layout.columns[i]}, {"unit", layout.units[i]}, {"data", std::move(data[i])}});
  }
  return entry;
}

Json events_of(const RunData& file, PageColumns& columns) {
  const std::size_t rows = file.rows(RunTable::events);
  Json list = Json::array();
  for (const DatasetLayout& layout : layout_of(RunTable::events, file.system())) {
    const RunRows read = file.read(RunTable::events, layout, 0, rows);
    const std::size_t width = layout.columns.size();
    std::vector<Json> data;
    for (std::size_t c = 0; c < width; ++c) {
      std::vector<double> numbers;
      std::vector<std::uint8_t> codes;
      for (std::size_t r = 0; r < rows; ++r) {
        if (layout.bytes) {
          codes.push_back(read.codes[r * width + c]);
        } else {
          numbers.push_back(read.numbers[r * width + c]);
        }
      }
      data.push_back(layout.bytes ? column(columns, codes) : column(columns, numbers));
    }
    list.push_back(dataset(layout, std::move(data)));
  }
  return list;
}

SampleColumns take(const RunData& file, const std::vector<std::size_t>& rows) {
  SampleColumns samples;
  for (const DatasetLayout& dataset : layout_of(RunTable::samples, file.system())) {
    if (dataset.flat) continue;  // the time
    if (dataset.bytes) {
      samples.codes.resize(samples.codes.size() + dataset.columns.size());
    } else {
      samples.numbers.resize(samples.numbers.size() + dataset.columns.size());
    }
  }
  std::size_t row = 0, next = 0;
  each_sample(file, [&](const SampleRow& sample) {
    if (next == rows.size() || row++ != rows[next]) return;
    ++next;
    samples.time.push_back(sample.time);
    for (std::size_t i = 0; i < sample.numbers.size(); ++i) {
      samples.numbers[i].push_back(sample.numbers[i]);
    }
    for (std::size_t i = 0; i < sample.codes.size(); ++i) {
      samples.codes[i].push_back(sample.codes[i]);
    }
  });
  return samples;
}

Json samples_of(const RunData& file, const SampleColumns& samples, PageColumns& columns) {
  Json list = Json::array();
  std::size_t number = 0, code = 0;
  for (const DatasetLayout& layout : layout_of(RunTable::samples, file.system())) {
    std::vector<Json> data;
    for (std::size_t c = 0; c < layout.columns.size(); ++c) {
      if (layout.flat) {
        data.push_back(columns.add(std::span<const double>(samples.time)));
      } else if (layout.bytes) {
        data.push_back(column(columns, samples.codes[code++]));
      } else {
        data.push_back(column(columns, samples.numbers[number++]));
      }
    }
    list.push_back(dataset(layout, std::move(data)));
  }
  return list;
}

// ---------------------------------------------------------------- the picture

Json point(const Vector2& p) { return {p.x(), p.y()}; }

Json parts_of(const Sketch& sketch) {
  Json parts = Json::array();
  for (const SketchPart& part : sketch.parts) {
    Json points = Json::array();
    for (const Vector2& p : part.points) points.push_back(point(p));
    parts.push_back({{"shape", shape_names[static_cast<std::size_t>(part.shape)]},
                     {"role", role_names[static_cast<std::size_t>(part.role)]},
                     {"frame", part.frame},
                     {"other", part.other_frame},
                     {"points", std::move(points)},
                     {"radius", part.radius},
                     {"belt", part.belt},
                     {"name", part.name}});
  }
  return parts;
}

// What the picture must have room for.
struct Bounds {
  Vector2 low = Vector2::Constant(INFINITY), high = Vector2::Constant(-INFINITY);
  void add(const Vector2& p, double radius = 0.0) {
    low = low.cwiseMin((p.array() - radius).matrix());
    high = high.cwiseMax((p.array() + radius).matrix());
  }
};

void add_to(Bounds& bounds, const Sketch& sketch, const Placement& placement) {
  const auto pose = [&](int frame) {
    return frame == sketch_world ? Pose{} : placement.frames[static_cast<std::size_t>(frame)];
  };
  for (const SketchPart& part : sketch.parts) {
    // Ground may go on for ever: of it only what is near a contact matters.
    if (part.role == SketchPart::Role::ground) continue;
    for (std::size_t i = 0; i < part.points.size(); ++i) {
      const bool far_end = part.shape == SketchPart::Shape::spring && i == 1;
      bounds.add(placed(pose(far_end ? part.other_frame : part.frame), part.points[i]),
                 part.shape == SketchPart::Shape::disc ? part.radius : 0.0);
    }
  }
}

Json drawing_of(const MechanicalSystem& system, const SampleColumns& course, PageColumns& columns) {
  const Sketch sketch = system.sketch();
  if (sketch.parts.empty()) return nullptr;
  const auto n = static_cast<std::size_t>(system.contacts());
  const auto frames = static_cast<std::size_t>(sketch.frames);
  Columns poses(3 * frames), contacts(6 * n);
  Bounds bounds, at_start;
  Placement placement;
  Eigen::VectorXd q(system.coordinates());
  for (std::size_t r = 0; r < course.time.size(); ++r) {
    for (Eigen::Index i = 0; i < q.size(); ++i)
      q[i] = course.numbers[static_cast<std::size_t>(i)][r];
    system.place(course.time[r], q, placement);
    add_to(bounds, sketch, placement);
    if (r == 0) at_start = bounds;
    for (std::size_t f = 0; f < frames; ++f) {
      const Pose& pose = placement.frames[f];
      const double numbers[] = {pose.x, pose.y, pose.angle};
      for (std::size_t k = 0; k < 3; ++k) poses.put(3 * f + k, numbers[k]);
    }
    for (std::size_t c = 0; c < n; ++c) {
      const ContactPlace& place = placement.contacts[c];
      const double numbers[] = {place.point.x(),  place.point.y(),   place.normal.x(),
                                place.normal.y(), place.tangent.x(), place.tangent.y()};
      for (std::size_t k = 0; k < 6; ++k) contacts.put(6 * c + k, numbers[k]);
    }
  }
  Json drawing = {{"schematic", sketch.schematic}, {"parts", parts_of(sketch)}};
  drawing["frames"] = Json::array();
  for (std::size_t f = 0; f < frames; ++f) {
    drawing["frames"].push_back({{"x", column(columns, poses[3 * f])},
                                 {"y", column(columns, poses[3 * f + 1])},
                                 {"angle", column(columns, poses[3 * f + 2])}});
  }
  drawing["contacts"] = Json::array();
  for (std::size_t c = 0; c < n; ++c) {
    Json entry = Json::object();
    std::size_t k = 6 * c;
    for (const char* name : {"x", "y", "nx", "ny", "tx", "ty"}) {
      entry[name] = column(columns, contacts[k++]);
    }
    const ContactParameters& parameters = system.info().contacts[c].parameters;
    entry["friction"] = parameters.mu;
    entry["static_friction"] = parameters.static_friction();
    drawing["contacts"].push_back(std::move(entry));
  }
  const auto corners = [](const Bounds& b) -> Json {
    return {b.low.x(), b.low.y(), b.high.x(), b.high.y()};
  };
  drawing["bounds"] = corners(bounds);
  drawing["start"] = corners(at_start);
  return drawing;
}

// The scene that the file holds; nullptr and the reason if this version cannot read it.
std::unique_ptr<MechanicalSystem> system_of(const RunData& file, std::string& why) {
  const SystemInfo& known = file.system();
  try {
    Scene scene =
        parse_scene(file.scene(), "scene",
                    file.method() == "compliant" ? MotionMethod::compliant : MotionMethod::event);
    if (scene.system->info().crowded) {
      std::vector<std::string> names;
      for (const ContactInfo& contact : known.contacts) names.push_back(contact.name);
      scene.system = scene.system->with_contacts(names);
    }
    const SystemInfo& info = scene.system->info();
    if (info.q.size() == known.q.size() && info.contacts.size() == known.contacts.size()) {
      return std::move(scene.system);
    }
    why = "the scene has other coordinates or contacts in this version";
  } catch (const InputError& error) {
    why = error.what();
  }
  return nullptr;
}

}  // namespace

nlohmann::ordered_json run_page(const RunData& file, PageColumns& columns, std::size_t most_rows) {
  const ShownSamples shown = shown_samples(file, most_rows);
  const SampleColumns samples = take(file, shown.rows);
  Json document = page_document("run", file.title().empty() ? "A motion" : file.title());
  document["facts"] = facts_json(file);
  document["scene"] = file.scene();
  Json contacts = Json::array();
  for (const ContactInfo& contact : file.system().contacts) contacts.push_back(contact.name);
  document["contacts"] = std::move(contacts);
  document["thinned"] = {{"shown", shown.rows.size()},
                         {"of", file.rows(RunTable::samples)},
                         {"deviation", shown.deviation},
                         {"stretches", shown.stretches}};
  document["samples"] = samples_of(file, samples, columns);
  document["events"] = events_of(file, columns);
  std::string why;
  const std::unique_ptr<MechanicalSystem> drawn = system_of(file, why);
  // Where samples are left out, neighbours may be periods apart: their velocities say nothing of what is between.
  const bool bends = drawn && shown.rows.size() == file.rows(RunTable::samples);
  const SampleColumns course = bends ? with_bends(*drawn, samples, 2 * most_rows) : samples;
  document["course"] = course.time.size() == samples.time.size()
                           ? document["samples"]
                           : samples_of(file, course, columns);
  document["drawing"] =
      drawn && !samples.time.empty() ? drawing_of(*drawn, course, columns) : Json(nullptr);
  document["undrawn"] = why;
  return document;
}

}  // namespace ricochet
