#include <papers/site.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <papers/report.hpp>
#include <ricochet/files/page.hpp>

namespace ricochet::papers {

namespace {

using Json = nlohmann::ordered_json;

Json number(double v) { return std::isfinite(v) ? Json(v) : Json(nullptr); }

std::string file_of(const Paper& paper, std::string_view stem, std::string_view ending) {
  return fmt::format("{}-{}.{}", paper.name, stem, ending);
}

Json strings(std::span<const std::string_view> texts) {
  Json list = Json::array();
  for (const std::string_view t : texts) list.push_back(t);
  return list;
}

constexpr std::array kVerdicts = {Verdict::reproduced, Verdict::within_inputs, Verdict::misprint,
                                  Verdict::not_reproduced};

std::string_view meaning(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "the computed number, rounded as the paper rounds, is the printed one";
    case Verdict::within_inputs:
      return "it is the printed one for some values of the inputs that round to those printed";
    case Verdict::misprint:
      return "other printed numbers exclude the printed one and contain the computed one, or it "
             "was copied from another place";
    case Verdict::not_reproduced:
      return "none of these, or an input that the computation needs is not known";
  }
  return "";
}

Json classes() {
  Json list = Json::array();
  for (const Verdict v : kVerdicts) {
    list.push_back(
        {{"mark", std::string(1, mark(v))}, {"name", to_string(v)}, {"meaning", meaning(v)}});
  }
  return list;
}

/// In the order of the classes.
Json counts(const Totals& t) {
  return {t.reproduced, t.within_inputs, t.misprint, t.not_reproduced};
}

std::vector<std::string> split(std::string_view text, std::string_view at) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t k = text.find(at);
    parts.emplace_back(text.substr(0, k));
    if (k == std::string_view::npos) return parts;
    text.remove_prefix(k + at.size());
  }
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

/// The fields of "| a | b |".
Json fields(std::string_view line) {
  Json list = Json::array();
  line = line.substr(1, line.find_last_of('|') - 1);
  for (const std::string& f : split(line, "|")) list.push_back(trimmed(f));
  return list;
}

/// A note of the report: paragraphs are strings, its tables {"header", "rows"}.
Json blocks(std::string_view note) {
  Json list = Json::array();
  for (const std::string& block : split(note, "\n\n")) {
    if (block.find_first_not_of(" \n") == std::string::npos) continue;
    if (block.front() != '|') {
      list.push_back(block);
      continue;
    }
    Json rows = Json::array();
    for (const std::string& line : split(block, "\n")) {
      if (line.starts_with('|') && !line.starts_with("|-")) rows.push_back(fields(line));
    }
    Json header = rows.front();
    rows.erase(0);
    list.push_back({{"header", std::move(header)}, {"rows", std::move(rows)}});
  }
  return list;
}

Json cell_of(const Entry& e) {
  Json cell = {{"printed", e.printed.text()},    {"shown", e.printed.beside(e.computed)},
               {"computed", number(e.computed)}, {"low", number(e.range.lo)},
               {"high", number(e.range.hi)},     {"class", static_cast<int>(e.verdict)}};
  if (!e.reason.empty()) cell["reason"] = e.reason;
  return cell;
}

Json grid_of(const Grid& grid) {
  Json columns = Json::array();
  for (const Entry& e : grid.front()) columns.push_back({{"name", e.column}, {"unit", e.unit}});
  Json rows = Json::array();
  for (const std::span<const Entry> row : grid) {
    Json cells = Json::array();
    for (const Entry& e : row) cells.push_back(cell_of(e));
    rows.push_back({{"row", row.front().row},
                    {"basis", to_string(row.front().basis)},
                    {"cells", std::move(cells)}});
  }
  return {{"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

Json comparison_of(const std::vector<Comparison>& rows) {
  Json list = Json::array();
  for (const Comparison& c : rows) {
    list.push_back({{"row", c.row},
                    {"column", c.column},
                    {"unit", c.unit},
                    {"measured", {{"text", c.measured.text()}, {"value", c.measured.value()}}},
                    {"low", number(c.band.lo)},
                    {"high", number(c.band.hi)},
                    {"paper", {{"text", c.paper.text()}, {"value", c.paper.value()}}},
                    {"model", number(c.model)},
                    {"model_shown", c.paper.beside(c.model)},
                    {"reconstruction", number(c.reconstruction)},
                    {"reconstruction_shown", c.paper.beside(c.reconstruction)}});
  }
  return list;
}

/// What all entries rest on; "both" if they differ.
std::string_view basis_of(const Table& table) {
  const auto other = [&](const Entry& e) { return e.basis != table.entries.front().basis; };
  if (table.entries.empty()) return to_string(Basis::paper);
  const bool mixed = std::any_of(table.entries.begin(), table.entries.end(), other);
  return to_string(mixed ? Basis::both : table.entries.front().basis);
}

Json table_of(const Paper& paper, const Table& table) {
  Json grids = Json::array();
  for (const Grid& grid : grids_of(table)) grids.push_back(grid_of(grid));
  return {{"id", table.id},
          {"title", table.title},
          {"note", blocks(table.note)},
          {"comparison", comparison_of(table.comparison)},
          {"remarks", blocks(table.remarks)},
          {"of_paper", table.of_paper},
          {"basis", basis_of(table)},
          {"totals", counts(table.totals())},
          {"grids", std::move(grids)},
          {"csv", file_of(paper, table.id, "csv")}};
}

Json drawing(const Paper& paper, std::string_view name, const Drawings& drawings) {
  const auto found = drawings.find(file_of(paper, name, "svg"));
  return found == drawings.end() ? Json(nullptr) : Json(found->second);
}

const FigureNote* note_of(const Paper& paper, std::string_view name) {
  if (paper.story == nullptr) return nullptr;
  for (const FigureNote& n : paper.story->figures) {
    if (n.name == name) return &n;
  }
  return nullptr;
}

Json figure_of(const Paper& paper, const Figure& figure, const Drawings& drawings) {
  const FigureNote* note = note_of(paper, figure.name);
  const bool has_data = note != nullptr && !note->data.empty();
  return {{"name", figure.name},
          {"title", figure.title},
          {"of", note == nullptr ? "" : note->of},
          {"caption", note == nullptr ? "" : note->caption},
          {"basis", to_string(note == nullptr ? Basis::paper : note->basis)},
          {"width", figure.width},
          {"height", figure.height},
          {"svg", drawing(paper, figure.name, drawings)},
          {"svg_file", file_of(paper, figure.name, "svg")},
          {"png_file", file_of(paper, figure.name, "png")},
          {"csv", has_data ? Json(file_of(paper, note->data, "csv")) : Json(nullptr)}};
}

/// As the story shows them; one it does not know comes last.
std::vector<const Figure*> in_order(const Paper& paper, const Reproduction& reproduction) {
  std::vector<const Figure*> list;
  for (const Figure& f : reproduction.figures) list.push_back(&f);
  if (paper.story == nullptr) return list;
  const auto place = [&](const Figure* f) {
    const auto& notes = paper.story->figures;
    return std::find_if(notes.begin(), notes.end(),
                        [&](const FigureNote& n) { return n.name == f->name; }) -
           notes.begin();
  };
  std::stable_sort(list.begin(), list.end(),
                   [&](const Figure* a, const Figure* b) { return place(a) < place(b); });
  return list;
}

Json page_of(std::string_view name, const std::vector<const Paper*>& together) {
  for (const Paper* p : together) {
    if (p->name == name) return page_name(*p);
  }
  return nullptr;
}

std::string_view title_of(const Paper& paper) {
  return paper.story == nullptr ? paper.name : paper.story->title;
}

/// "Brach 1993"
std::string short_name(const Paper& paper) {
  if (paper.story == nullptr) return std::string(paper.name);
  return fmt::format("{} {}", paper.story->authors, paper.story->year);
}

Json links_of(const Paper& paper, const std::vector<const Paper*>& together) {
  Json list = Json::array();
  for (const Link& link : paper.story->links) {
    const Paper* other = find_paper(link.paper);
    list.push_back({{"name", link.paper},
                    {"short", other == nullptr ? std::string(link.paper) : short_name(*other)},
                    {"href", page_of(link.paper, together)},
                    {"why", link.why}});
  }
  return list;
}

void tell(Json& document, const Paper& paper, const std::vector<const Paper*>& together) {
  const Story& story = *paper.story;
  document["published"] = story.published;
  document["teaser"] = story.teaser;
  document["summary"] = strings(story.summary);
  document["findings"] = strings(story.findings);
  for (const LeftOut& l : story.left_out) {
    document["left_out"].push_back(
        {{"figure", l.figure}, {"shows", l.shows}, {"reason", l.reason}});
  }
  for (const Correction& c : story.corrections) {
    document["corrections"].push_back({{"place", c.place},
                                       {"printed", c.printed},
                                       {"correct", c.correct},
                                       {"evidence", c.evidence}});
  }
  document["links"] = links_of(paper, together);
  for (const Shipped& s : story.shipped) {
    document["shipped"].push_back({{"command", s.command}, {"file", s.file}, {"what", s.what}});
  }
}

Totals not_counted(const Reproduction& reproduction) {
  Totals sum;
  for (const Table& table : reproduction.tables) {
    if (!table.of_paper) sum += table.totals();
  }
  return sum;
}

std::vector<const Paper*> papers_of(const std::vector<NamedReproduction>& papers) {
  std::vector<const Paper*> list;
  list.reserve(papers.size());
  for (const NamedReproduction& n : papers) list.push_back(n.paper);
  return list;
}

}  // namespace

std::string page_name(const Paper& paper) { return fmt::format("{}.html", paper.name); }

std::vector<std::string> page_names(const std::vector<const Paper*>& papers) {
  std::vector<std::string> names;
  if (papers.size() > 1) names.emplace_back(kIndexPage);
  for (const Paper* p : papers) names.push_back(page_name(*p));
  return names;
}

Json paper_document(const NamedReproduction& named, const std::vector<const Paper*>& together,
                    const Drawings& drawings) {
  const Paper& paper = *named.paper;
  const Reproduction& r = named.reproduction;
  Json document = page_document("paper", title_of(paper));
  document["name"] = paper.name;
  document["short"] = short_name(paper);
  document["citation"] = paper.citation;
  document["contents"] = paper.contents;
  for (const char* list : {"summary", "findings", "left_out", "corrections", "links", "shipped",
                           "tables", "figures", "data", "pages"}) {
    document[list] = Json::array();
  }
  if (paper.story != nullptr) tell(document, paper, together);
  document["classes"] = classes();
  document["totals"] = counts(totals_of_paper(r));
  document["not_counted"] = counts(not_counted(r));
  for (const Table& t : r.tables) document["tables"].push_back(table_of(paper, t));
  for (const Figure* f : in_order(paper, r)) {
    document["figures"].push_back(figure_of(paper, *f, drawings));
  }
  for (const Csv& csv : r.data) document["data"].push_back(file_of(paper, csv.name, "csv"));
  document["report"] = file_of(paper, "report", "md");
  document["index"] = together.size() > 1 ? Json(kIndexPage) : Json(nullptr);
  for (const Paper* p : together) {
    document["pages"].push_back(
        {{"name", p->name}, {"short", short_name(*p)}, {"href", page_name(*p)}});
  }
  return document;
}

Json index_document(const std::vector<NamedReproduction>& papers, const Drawings& drawings) {
  const std::vector<const Paper*> together = papers_of(papers);
  Json document = page_document("papers", "The papers, recomputed");
  Totals sum;
  document["papers"] = Json::array();
  for (const NamedReproduction& n : papers) {
    const Paper& paper = *n.paper;
    const Totals totals = totals_of_paper(n.reproduction);
    sum += totals;
    Json card = {{"name", paper.name},
                 {"short", short_name(paper)},
                 {"title", title_of(paper)},
                 {"href", page_name(paper)},
                 {"citation", paper.citation},
                 {"contents", paper.contents},
                 {"teaser", ""},
                 {"emblem", nullptr},
                 {"totals", counts(totals)},
                 {"not_counted", counts(not_counted(n.reproduction))},
                 {"tables", n.reproduction.tables.size()},
                 {"figures", n.reproduction.figures.size()},
                 {"links", Json::array()}};
    if (paper.story != nullptr) {
      card["teaser"] = paper.story->teaser;
      card["emblem"] = drawing(paper, paper.story->emblem, drawings);
      card["links"] = links_of(paper, together);
    }
    document["papers"].push_back(std::move(card));
  }
  document["totals"] = counts(sum);
  document["classes"] = classes();
  return document;
}

}  // namespace ricochet::papers
