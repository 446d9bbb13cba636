#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <papers/brach_1993/printed.hpp>
#include <papers/brach_1993/rod.hpp>
#include <papers/brach_1993/tables.hpp>
#include <ricochet/impact/brach.hpp>

namespace ricochet::papers::brach_1993 {

namespace {

constexpr std::array kColumns = {kP_n, kMu, kV_Ct, kOmega, kT_L};
using Row = std::array<Entry, kColumns.size()>;

struct ClassicalRow {
  const PrintedRun* printed = nullptr;
  OneContact contact;
  double limit = 0.0;  ///< the impulse ratio used
  Row entries;
};

/// Without label the surface is frictionless; with one, the impulse ratio is mu_0, limited by mu_T.
ClassicalRow solve(const PrintedRun& printed) {
  ClassicalRow row;
  row.printed = &printed;
  row.contact = rod_contact(Printed(printed.v_t).value(), Printed(printed.e_heading).value(), 0.0);
  const bool limited = printed.label != RatioLabel::none;
  BrachAction action;
  const OneContactResult r =
      brach(row.contact, ImpulseRatio{.value = limited ? 1.0 : 0.0, .fraction_of_mu0 = limited},
            false, &action);
  row.limit = r.L_T / r.L_N;
  const std::string_view label = !limited                        ? "mu = 0"
                                 : std::isnan(action.cut_to_muT) ? "mu = mu_0"
                                                                 : "mu = mu_T";
  const Values v = classical_values(row.contact, r.L_N, r.L_T);
  const FiveColumns& p = printed.classical;
  const std::array texts = {p.P_n, p.mu, p.V_Ct, p.Omega, p.T_L};
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    Entry& e = row.entries[i];
    e.row = fmt::format("v_t {} e {} {} (f {})", printed.v_t, printed.e_heading, label, printed.f);
    e.column = info(kColumns[i]).name;
    e.unit = info(kColumns[i]).unit;
    e.printed = Printed(texts[i]);
    e.computed = v[kColumns[i]];
    e.range = exactly(e.computed);
  }
  return row;
}

/// With e and the geometry known, the impulse ratio alone decides a row. Where the given entries
/// allow the ratio to be, and the values column `target` takes there.
struct Allowed {
  Interval ratio = nothing();
  Interval target = nothing();
};
Allowed allowed(const ClassicalRow& row, std::size_t target, const std::array<bool, 5>& use) {
  Allowed result;
  constexpr int kSamples = 100'000;  // and the computed ratio itself, which may be an end point
  for (int k = -1; k <= kSamples; ++k) {
    const double m = k < 0 ? row.limit : -0.5 + 2.0 * k / kSamples;
    const double pole = row.contact.alpha + row.contact.delta * m;
    if (pole <= 0.0) break;
    const double P_n = -(1.0 + row.contact.restitution) * row.contact.gN / pole;
    const Values v = classical_values(row.contact, P_n, m * P_n);
    bool fits = true;
    for (std::size_t i = 0; i < kColumns.size() && fits; ++i) {
      fits = !use[i] || row.entries[i].printed.interval().contains(v[kColumns[i]]);
    }
    if (!fits) continue;
    result.ratio.include(m);
    result.target.include(v[kColumns[target]]);
  }
  return result;
}

std::string names(const std::array<bool, 5>& use) {
  std::vector<std::string_view> list;
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    if (use[i]) list.push_back(info(kColumns[i]).name);
  }
  return fmt::format("{}", fmt::join(list, ", "));
}

void weigh(ClassicalRow& row) {
  std::array<bool, 5> agrees{};
  for (std::size_t i = 0; i < 5; ++i) agrees[i] = row.entries[i].agrees();
  for (std::size_t i = 0; i < 5; ++i) {
    if (agrees[i]) continue;
    // The entries that agree with the computed row are evidence for it.
    std::array<bool, 5> use = agrees;
    use[i] = false;
    const Allowed good = allowed(row, i, use);
    if (good.target.valid()) {
      row.entries[i].implications.push_back(
          {good.target, "the row's own " + names(use) + " by momentum balance", ""});
    }
    // Those that do not may share another ratio.
    std::array<bool, 5> others{};
    for (std::size_t j = 0; j < 5; ++j) others[j] = !agrees[j];
    const Allowed bad = allowed(row, i, others);
    if (bad.ratio.valid()) {
      row.entries[i].sensitivity = fmt::format(
          "{} follow from one impulse ratio between {:.4f} and {:.4f}, not from the limit "
          "{:.4f}",
          names(others), bad.ratio.lo, bad.ratio.hi, row.limit);
    } else {
      row.entries[i].sensitivity = fmt::format(
          "{} follow from no single impulse ratio; the limit is {:.4f}", names(others), row.limit);
    }
  }
}

/// A row printed with all five numbers of another case, which reproduce there: copied.
void find_copies(std::vector<ClassicalRow>& rows) {
  const auto same_text = [](const Row& a, const Row& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (a[i].printed.text() != b[i].printed.text()) return false;
    }
    return true;
  };
  const auto count_agreeing = [](const Row& r) {
    return std::count_if(r.begin(), r.end(), [](const Entry& e) { return e.agrees(); });
  };
  for (ClassicalRow& row : rows) {
    if (count_agreeing(row.entries) + 2 > static_cast<long>(row.entries.size())) continue;
    for (const ClassicalRow& other : rows) {
      if (&other == &row || !same_text(row.entries, other.entries)) continue;
      if (count_agreeing(other.entries) != static_cast<long>(other.entries.size())) continue;
      for (Entry& e : row.entries) {
        e.copied_from = fmt::format("table {}, {}", other.printed->table + 1, other.entries[0].row);
      }
      break;
    }
  }
}

}  // namespace

ClassicalTables classical_tables() {
  std::vector<ClassicalRow> rows;
  for (const PrintedRun& printed : printed_runs()) rows.push_back(solve(printed));
  for (ClassicalRow& row : rows) weigh(row);
  find_copies(rows);
  constexpr std::string_view how =
      "Impulse-ratio solution with the e of the heading: mu = 0, or mu = mu_0 limited by mu_T.";
  ClassicalTables t;
  t.table5 = {"table5_classical",
              "Table 5, classical columns: v_t = 0.0 and 0.2 m/s",
              std::string(how),
              {}};
  t.table7 = {"table7_classical",
              "Table 7, classical columns: v_t = 0.6 and -1.0 m/s",
              std::string(how),
              {}};
  for (ClassicalRow& row : rows) {
    Table& table = row.printed->table == 4 ? t.table5 : t.table7;
    for (Entry& e : row.entries) table.file(std::move(e));
  }
  return t;
}

}  // namespace ricochet::papers::brach_1993
