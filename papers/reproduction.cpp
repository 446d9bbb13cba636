#include <papers/reproduction.hpp>

#include <charconv>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace ricochet::papers {

namespace {
double parse(std::string_view text) {
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || rest != end) {
    throw std::invalid_argument(fmt::format("not a printed number: '{}'", text));
  }
  return value;
}
}  // namespace

Printed::Printed(std::string_view text) : text_(text) {
  if (const auto bar = text.find('/'); bar != std::string_view::npos) {
    value_ = parse(text.substr(0, bar)) / parse(text.substr(bar + 1));
    decimals_ = 12;
    unit_ = 1e-12;
    return;
  }
  value_ = parse(text);
  const auto e = text.find_first_of("eE");
  const std::string_view digits = text.substr(0, e);
  const auto point = digits.find('.');
  decimals_ = point == std::string_view::npos ? 0 : static_cast<int>(digits.size() - point - 1);
  int exponent = 0;
  if (e != std::string_view::npos) {
    scientific_ = true;
    std::from_chars(text.data() + e + 1, text.data() + text.size(), exponent);
  }
  unit_ = std::pow(10.0, exponent - decimals_);
}

Interval Printed::interval() const {
  // A tie may be rounded either way; the slack covers the binary error of the decimal text.
  const double half = 0.5 * unit_ * (1.0 + 1e-9);
  return {value_ - half, value_ + half};
}

namespace {
/// Without the sign of a zero.
std::string unsigned_zero(const std::string& text) {
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return zero && text.starts_with('-') ? text.substr(1) : text;
}
}  // namespace

std::string Printed::beside(double v) const {
  return unsigned_zero(scientific_ ? fmt::format("{:.{}e}", v, decimals_ + 1)
                                   : fmt::format("{:.{}f}", v, decimals_ + 1));
}

std::string Printed::rounded(double v) const {
  return unsigned_zero(scientific_ ? fmt::format("{:.{}e}", v, decimals_)
                                   : fmt::format("{:.{}f}", v, decimals_));
}

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced: return "reproduced";
    case Verdict::within_inputs: return "within the rounding of the inputs";
    case Verdict::misprint: return "misprint";
    case Verdict::not_reproduced: return "not reproduced";
  }
  return "";
}

char mark(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced: return '=';
    case Verdict::within_inputs: return '~';
    case Verdict::misprint: return '!';
    case Verdict::not_reproduced: return 'x';
  }
  return '?';
}

std::string_view to_string(Basis basis) {
  switch (basis) {
    case Basis::paper: return "paper";
    case Basis::printed_model: return "printed model";
    case Basis::reconstruction: return "reconstruction";
    case Basis::both: return "both";
  }
  return "";
}

bool Entry::agrees() const {
  const Interval p = printed.interval();
  return p.contains(computed) || p.overlaps(range);
}

Entry entry(std::string row, std::string_view column, std::string_view unit,
            std::string_view printed, double computed) {
  Entry e;
  e.row = std::move(row);
  e.column = column;
  e.unit = unit;
  e.printed = Printed(printed);
  e.computed = computed;
  e.range = exactly(computed);
  return e;
}

namespace {

std::string misprint_reason(const Entry& e, const Implication& i) {
  const std::string doubt =
      i.doubtful.empty() ? "" : fmt::format(" (of these, {} not reproduced itself)", i.doubtful);
  return fmt::format(
      "{}{} give {} to {}, which excludes the printed {} and contains the computed {}; "
      "read {}",
      i.from, doubt, e.printed.beside(i.value.lo), e.printed.beside(i.value.hi), e.printed.text(),
      e.printed.beside(e.computed), e.printed.rounded(e.computed));
}

/// Apart by more than a common end point.
bool apart(const Interval& a, const Interval& b, double unit) {
  const double touch = 1e-6 * unit;
  return a.hi < b.lo + touch || b.hi < a.lo + touch;
}

/// The printed digits are those of v without rounding.
bool cut_off(const Printed& printed, double v) {
  return std::abs(std::trunc(v / printed.unit()) * printed.unit() - printed.value()) <
         1e-6 * printed.unit();
}

std::string contradiction(const Entry& e, const Implication& i) {
  return fmt::format("contradicts {}, which give {} to {} ({} away)", i.from,
                     e.printed.beside(i.value.lo), e.printed.beside(i.value.hi),
                     e.printed.beside(i.value.distance(e.printed.interval())));
}

}  // namespace

void classify(Entry& e) {
  const Interval p = e.printed.interval();
  e.reason.clear();
  if (!e.missing.empty()) {
    e.verdict = Verdict::not_reproduced;
    e.reason = fmt::format("{} is not known; {}", e.missing, e.sensitivity);
    return;
  }
  if (p.contains(e.computed)) {
    e.verdict = Verdict::reproduced;
    return;
  }
  if (p.overlaps(e.range)) {
    e.verdict = Verdict::within_inputs;
    return;
  }
  if (!e.copied_from.empty()) {
    e.verdict = Verdict::misprint;
    e.reason = fmt::format("the printed {} repeats {}; the computed value is {}", e.printed.text(),
                           e.copied_from, e.printed.beside(e.computed));
    return;
  }
  Interval range = e.range;
  range.include(e.computed);
  const Implication* best = nullptr;  // without doubtful numbers if there is one
  for (const Implication& i : e.implications) {
    const bool convicts =
        i.value.valid() && apart(i.value, p, e.printed.unit()) && i.value.overlaps(range);
    if (convicts && (best == nullptr || (i.doubtful.empty() && !best->doubtful.empty()))) best = &i;
  }
  if (best != nullptr) {
    e.verdict = Verdict::misprint;
    e.reason = misprint_reason(e, *best);
    return;
  }
  e.verdict = Verdict::not_reproduced;
  e.reason = fmt::format(
      "computed {} ({} to {} over the rounding of the inputs), {:.1f} units of the "
      "last digit from the printed {}",
      e.printed.beside(e.computed), e.printed.beside(range.lo), e.printed.beside(range.hi),
      p.distance(range) / e.printed.unit() + 0.5, e.printed.text());
  if (cut_off(e.printed, e.computed))
    e.reason += "; the printed digits are the computed ones cut off";
  for (const Implication& i : e.implications) {
    if (i.value.valid() && apart(i.value, p, e.printed.unit())) {
      e.reason += "; the printed value " + contradiction(e, i);
      break;
    }
  }
  if (!e.sensitivity.empty()) e.reason += "; " + e.sensitivity;
}

void Totals::add(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced: ++reproduced; break;
    case Verdict::within_inputs: ++within_inputs; break;
    case Verdict::misprint: ++misprint; break;
    case Verdict::not_reproduced: ++not_reproduced; break;
  }
}

Totals& Totals::operator+=(const Totals& o) {
  reproduced += o.reproduced;
  within_inputs += o.within_inputs;
  misprint += o.misprint;
  not_reproduced += o.not_reproduced;
  return *this;
}

void Table::file(Entry entry) {
  classify(entry);
  entries.push_back(std::move(entry));
}

Totals Table::totals() const {
  Totals t;
  for (const Entry& e : entries) t.add(e.verdict);
  return t;
}

void Table::rest_on(Basis basis, std::size_t first) {
  for (std::size_t i = first; i < entries.size(); ++i) entries[i].basis = basis;
}

void add_entry(Table& table, std::string row, std::string_view column, std::string_view unit,
               std::string_view printed, double computed, std::vector<Implication> implications,
               std::string sensitivity) {
  Entry e = entry(std::move(row), column, unit, printed, computed);
  e.implications = std::move(implications);
  e.sensitivity = std::move(sensitivity);
  table.file(std::move(e));
}

}  // namespace ricochet::papers
