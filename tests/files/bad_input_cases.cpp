#include "bad_input_cases.hpp"

#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>

namespace ricochet::test {

namespace {

using Json = nlohmann::ordered_json;

// Text that JSON cannot hold (.nan, 1e400) rides in strings with this first byte and is written raw.
constexpr char raw_mark = '\x01';
std::string raw(const std::string& text) { return raw_mark + text; }
// A member whose key ends in this byte is written without it: the way to a duplicate key.
constexpr char duplicate_mark = '\x02';

const std::map<std::string, Json>& documents() {
  static const std::map<std::string, Json> all = [] {
    const Json common = Json::parse(R"({
      "name": "tip", "friction": {"static": 0.6, "kinetic": 0.5},
      "restitution": {"newton": 0.5, "poisson": 0.4, "energetic": 0.3, "tangential": 0.2},
      "stiffness": 1e8, "exponent": 1.5, "tangential_stiffness": 2e7,
      "surface_velocity": [0.1, 0.2], "impulse_ratio": {"fraction": 0.8}})");
    Json plain = common;
    plain["friction"] = 0.5;
    plain["restitution"] = 0.5;
    plain["impulse_ratio"] = 0.3;
    const auto contact = [](Json keys, const char* more) {
      keys.update(Json::parse(more));
      return keys;
    };
    const Json laws = Json::parse(R"({"lzb": {"tolerance": 1e-9, "method": "adaptive",
      "step_limit": 1000}, "bowling": {"objective": ["tip"], "slip_speed": 1e-3,
      "slip_exponent": 0.5}})");
    const Json plain_laws = Json::parse(R"({"lzb": {"method": "euler", "steps": 5000}})");
    const auto laws_for = [&](const Json& keys) {
      return keys["friction"].is_number() ? plain_laws : laws;
    };
    const char* rows = R"({"normal": [0.1, 1, 0.35], "tangent": [1, 0.2, -0.35]})";
    const char* touch =
        R"({"between": ["car", "van"], "point": [0.7, 0.8], "normal_angle_deg": -110})";
    const auto matrices = [&](const Json& keys) {
      Json document = Json::parse(R"({"format": 1, "impact": {
        "mass": [[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.3, 3]], "velocity": [0.2, -1.0, 0.5]}})");
      document["impact"]["contacts"] = Json::array({contact(keys, rows)});
      document["impact"]["laws"] = laws_for(keys);
      return document;
    };
    const auto space = [&](const Json& keys, const char* impact) {
      Json document{{"format", 1}, {"impact", Json::parse(impact)}};
      document["impact"]["contacts"] = Json::array({keys});
      document["impact"]["laws"] = laws_for(keys);
      return document;
    };
    const auto bodies = [&](const Json& keys) {
      Json document = Json::parse(R"({"format": 1, "impact": {"bodies": [
        {"name": "car", "mass": 1350, "inertia": 2150, "velocity": [13.9, 0.5, 0.1], "centre": [0.1, 0.2]},
        {"name": "van", "mass": 1980, "inertia": 3900, "velocity": [0.5, -10, 0.1], "centre": [0.9, 3.1]}
        ]}})");
      document["impact"]["contacts"] = Json::array({contact(keys, touch)});
      document["impact"]["laws"] = laws_for(keys);
      return document;
    };
    const char* regular = R"({"delassus": [[2.5, -1.5], [-1.5, 2.5]], "velocity": [-1, 0.2]})";
    // velocity + surface_velocity = (-0.9, -0.9) is in the range of the singular matrix.
    const char* singular = R"({"delassus": [[2, 2], [2, 2]], "velocity": [-1, -1.1]})";
    return std::map<std::string, Json>{{"matrices", matrices(common)},
                                       {"matrices-plain", matrices(plain)},
                                       {"contact-space", space(common, regular)},
                                       {"contact-space-plain", space(plain, regular)},
                                       {"contact-space-singular", space(common, singular)},
                                       {"bodies", bodies(common)},
                                       {"bodies-plain", bodies(plain)}};
  }();
  return all;
}

// Writes JSON over many lines, keeping the place of every path.
class Writer {
 public:
  std::string text;
  std::map<std::string, Place> places;

  void write(const Json& value, const std::string& path, Place place) {
    place.value = at_;
    places[path] = place;
    if (value.is_object() || value.is_array()) {
      const bool object = value.is_object();
      put(object ? "{" : "[");
      std::size_t index = 0;
      for (const auto& item : value.items()) {
        put(index == 0 ? "\n " : ",\n ");
        std::string key = object ? item.key() : std::to_string(index);
        if (key.back() == duplicate_mark) key.pop_back();
        Place inner{at_, at_};
        if (object) put('"' + key + "\": ");
        write(item.value(), path.empty() ? key : path + '.' + key, inner);
        ++index;
      }
      put(object ? "}" : "]");
    } else if (value.is_string() && value.get_ref<const std::string&>().starts_with(raw_mark)) {
      put(value.get<std::string>().substr(1));
    } else {
      put(value.dump());
    }
  }

 private:
  void put(const std::string& piece) {
    text += piece;
    for (const char c : piece)
      at_ = c == '\n' ? Position{at_.line + 1, 1} : Position{at_.line, at_.column + 1};
  }
  Position at_;
};

Json::json_pointer pointer(const std::string& path) {
  std::string text;
  std::size_t start = 0;
  while (start <= path.size()) {
    const std::size_t dot = std::min(path.find('.', start), path.size());
    text += '/' + path.substr(start, dot - start);
    start = dot + 1;
  }
  return Json::json_pointer(text);
}

// Every path below `value` with its value, parents first.
void walk(const Json& value, const std::string& path,
          const std::function<void(const std::string&, const Json&)>& visit) {
  if (!path.empty()) visit(path, value);
  if (!value.is_structured()) return;
  std::size_t index = 0;
  for (const auto& item : value.items()) {
    const std::string step = value.is_object() ? item.key() : std::to_string(index++);
    walk(item.value(), path.empty() ? step : path + '.' + step, visit);
  }
}

class Generator {
 public:
  std::vector<BadInputCase> cases;

  void spoil_everything(const std::string& form, const Json& document) {
    walk(document, "", [&](const std::string& path, const Json& value) {
      const Json& parent = document[pointer(path).parent_pointer()];
      if (parent.is_object()) spoil_key(form, document, path, parent);
      spoil_value(form, document, path, value);
    });
  }

  void add(const std::string& form, const std::string& path, const std::string& operation,
           const Json& spoiled) {
    Writer writer;
    writer.write(spoiled, "", {});
    cases.push_back({form, path, operation, writer.text, writer.places});
  }

 private:
  void spoil_key(const std::string& form, const Json& document, const std::string& path,
                 const Json& parent) {
    const Json::json_pointer here = pointer(path);
    const std::string key = here.back();
    Json spoiled = document;
    spoiled[here.parent_pointer()].erase(key);
    add(form, path, "missing", spoiled);

    spoiled = document;
    spoiled[here.parent_pointer()][key + duplicate_mark] = parent[key];
    add(form, path, "duplicate", spoiled);

    spoiled = document;
    spoiled[here.parent_pointer()][key + 'x'] = parent[key];
    add(form, path + 'x', "unknown neighbour", spoiled);
  }

  void spoil_value(const std::string& form, const Json& document, const std::string& path,
                   const Json& value) {
    const auto replace = [&](const std::string& operation, const Json& by) {
      Json spoiled = document;
      spoiled[pointer(path)] = by;
      add(form, path, operation, spoiled);
    };
    replace("wrong type: empty", nullptr);
    replace("wrong type: true", true);
    replace("wrong type: yes", raw("yes"));
    if (!value.is_array()) replace("wrong type: list", Json::array({1, 2}));
    if (!value.is_object()) replace("wrong type: map", Json{{"a", 1}});
    if (!value.is_string()) replace("wrong type: string", "text");
    if (value.is_number()) {
      replace("wrong type: quoted number", value.dump());
      replace("wrong grammar: 010", raw("010"));
      replace("wrong grammar: 0x10", raw("0x10"));
      replace("wrong grammar: +1", raw("+1"));
      replace("wrong grammar: 1.", raw("1."));
      replace("wrong grammar: .5", raw(".5"));
      replace("wrong grammar: 1_000", raw("1_000"));
    }
    replace("NaN: .nan", raw(".nan"));
    replace("NaN: NaN", raw("NaN"));
    replace("inf: .inf", raw(".inf"));
    replace("inf: -.inf", raw("-.inf"));
    replace("inf: Infinity", raw("Infinity"));
    replace("1e400", raw("1e400"));
    replace("1e-400", raw("1e-400"));
    replace("negative", -1);
    replace("zero", 0);
    if (value.is_array()) {
      Json shorter = value;
      shorter.erase(shorter.size() - 1);
      replace("wrong length: one less", shorter);
      Json longer = value;
      longer.push_back(value.back());
      replace("wrong length: one more", longer);
      replace("wrong length: none", Json::array());
    }
  }
};

void add_matrix_cases(Generator& generator) {
  const auto spoil = [&](const std::string& form, const std::string& path,
                         const std::string& operation, const char* by) {
    Json spoiled = documents().at(form);
    spoiled[pointer(path)] = Json::parse(by);
    generator.add(form, path, operation, spoiled);
  };
  spoil("matrices", "impact.mass", "asymmetric mass",
        "[[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.31, 3]]");
  spoil("matrices", "impact.mass", "barely asymmetric mass",
        "[[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.30000000001, 3]]");
  spoil("matrices", "impact.mass", "singular mass", "[[1, 1, 0], [1, 1, 0], [0, 0, 1]]");
  spoil("matrices", "impact.mass", "singular mass to rounding",
        "[[0.01, 0.03, 0], [0.03, 0.09, 0], [0, 0, 1]]");
  spoil("matrices", "impact.mass", "indefinite mass", "[[1, 2, 0], [2, 1, 0], [0, 0, 1]]");
  spoil("matrices", "impact.contacts.0.normal", "zero normal row", "[0, 0, 0]");
  spoil("matrices", "impact.contacts.0.tangent", "zero tangent with friction", "[0, 0, 0]");
  spoil("contact-space", "impact.delassus", "asymmetric delassus", "[[2.5, -1.5], [-1.4, 2.5]]");
  spoil("contact-space", "impact.delassus", "indefinite delassus", "[[2.5, -3], [-3, 2.5]]");
  spoil("contact-space", "impact.delassus", "barely indefinite delassus",
        "[[1, 1.0000000001], [1.0000000001, 1]]");
  spoil("contact-space", "impact.delassus", "alpha = 0", "[[0, 0], [0, 2.5]]");
  spoil("contact-space", "impact.delassus", "beta = 0 with friction", "[[2.5, 0], [0, 0]]");
  spoil("contact-space-singular", "impact.velocity", "velocity outside the range", "[-1, 0.2]");
  spoil("contact-space-singular", "impact.velocity", "velocity barely outside the range",
        "[-1, -1.100000001]");
  for (const char* form : {"matrices", "contact-space", "bodies"}) {
    spoil(form, "impact.contacts.0.friction", "static below kinetic",
          R"({"static": 0.4, "kinetic": 0.5})");
    spoil(form, "impact.contacts.0.restitution", "above 1", "1.0000001");
    spoil(form, "impact.contacts.0.restitution.newton", "above 1", "1.5");
    spoil(form, "impact.contacts.0.restitution", "no normal coefficient", R"({"tangential": 0.5})");
    spoil(form, "impact.contacts.0.impulse_ratio.fraction", "above 1", "1.1");
    spoil(form, "format", "unknown number", "2");
    spoil(form, "impact", "not a map", "[]");
    Json many = documents().at(form);
    Json& contacts = many["impact"]["contacts"];
    contacts[0].erase("name");
    while (contacts.size() <= 100) contacts.push_back(contacts[0]);
    generator.add(form, "impact.contacts", "101 contacts", many);
    spoil(form, "impact.contacts", "no contact", "[]");
    spoil(form, "impact.laws.lzb.tolerance", "too small", "0.9e-12");
    spoil(form, "impact.laws.lzb.tolerance", "too large", "0.011");
    spoil(form, "impact.laws.lzb.method", "unknown name", R"("Adaptive")");
    spoil(form, "impact.laws.lzb.step_limit", "a fraction", "10.5");
    spoil(form, "impact.laws.lzb.step_limit", "too large", "1e16");
    spoil(form, "impact.laws.lzb", "steps without a method", R"({"steps": 1000})");
    spoil(form, "impact.laws.lzb", "steps with method adaptive",
          R"({"method": "adaptive", "steps": 1000})");
    spoil(form, "impact.laws.lzb", "tolerance with method euler",
          R"({"tolerance": 1e-8, "method": "euler"})");
    for (const char* steps : {"9", "1000000001", "100.5"}) {
      spoil(form, "impact.laws.lzb", std::string("steps ") + steps,
            fmt::format(R"({{"method": "euler", "steps": {}}})", steps).c_str());
    }
    spoil(form, "impact.laws.bowling.objective", "unknown contact", R"(["tipp"])");
    spoil(form, "impact.laws.bowling.objective", "unknown single contact", R"("tipp")");
    spoil(form, "impact.laws.bowling.objective", "a contact twice", R"(["tip", "tip"])");
    spoil(form, "impact.laws", "unknown law", R"({"lbz": {}})");
    spoil(form, "impact.laws", "law without options", R"({"moreau": {}})");
  }
  spoil("bodies", "impact.bodies.1.name", "duplicate body name", R"("car")");
  spoil("bodies", "impact.bodies.1.name", "body called ground", R"("ground")");
  spoil("bodies", "impact.bodies.1.name", "empty name", R"("")");
  spoil("bodies", "impact.bodies.1.name", "two lines", R"("a\nb")");
  spoil("bodies", "impact.contacts.0.between", "unknown body", R"(["car", "vann"])");
  spoil("bodies", "impact.contacts.0.between", "a body and itself", R"(["car", "car"])");
  spoil("bodies", "impact.contacts.0.between", "ground first", R"(["ground", "car"])");
  Json twice = documents().at("bodies");
  twice["impact"]["contacts"].push_back(twice["impact"]["contacts"][0]);
  generator.add("bodies", "impact.contacts.1.name", "duplicate contact name", twice);
  Json rubbing = documents().at("matrices");
  rubbing["impact"]["contacts"][0].erase("tangent");
  generator.add("matrices", "impact.contacts.0.tangent", "missing with friction", rubbing);
  Json two_forms = documents().at("matrices");
  two_forms["impact"]["delassus"] = Json::parse("[[1, 0], [0, 1]]");
  generator.add("matrices", "impact.delassus", "second form", two_forms);
  for (const char* kind : {"scene", "sweep", "impacts"}) {
    Json other{{kind, documents().at("bodies")["impact"]}};
    generator.add("bodies", kind, "another kind of file", other);
  }
}

}  // namespace

std::map<std::string, std::string> complete_documents() {
  std::map<std::string, std::string> texts;
  for (const auto& [form, document] : documents()) texts[form] = document.dump(1);
  return texts;
}

std::vector<BadInputCase> bad_input_cases() {
  Generator generator;
  for (const auto& [form, document] : documents()) generator.spoil_everything(form, document);
  add_matrix_cases(generator);
  return generator.cases;
}

}  // namespace ricochet::test
