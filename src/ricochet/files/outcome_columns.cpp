#include <ricochet/files/outcome_columns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <ricochet/files/contact_keys.hpp>
#include <ricochet/files/names.hpp>
#include <ricochet/files/study_parameters.hpp>

namespace ricochet {

namespace {

std::size_t find_column(const Value& value, std::span<const StudyColumn> available) {
  const std::string name = value.string();
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < available.size(); ++i) {
    if (available[i].name == name) return i;
    names.push_back(available[i].name);
  }
  value.fail(fmt::format("there is no quantity '{}'", name), allowed_names(name, names));
}

}  // namespace

OutcomeColumns::OutcomeColumns(const Value& list, std::span<const StudyColumn> available,
                               const std::vector<std::string>& variables,
                               std::vector<std::string> laws)
    : laws_(std::move(laws)), variables_(variables.size()), names_(variables) {
  for (const StudyColumn& column : available) names_.push_back(column.name);
  const std::vector<Value> items = list.items();
  constexpr std::size_t most = 100;
  if (items.empty() || items.size() > most) {
    list.fail(fmt::format("there are {} quantities", items.size()),
              fmt::format("1 to {} are allowed", most));
  }
  constexpr std::size_t most_of_all_laws = 250;
  if (items.size() * laws_.size() > most_of_all_laws) {
    list.fail(fmt::format("there are {} quantities of {} laws", items.size(), laws_.size()),
              fmt::format("at most {} columns are allowed", most_of_all_laws));
  }
  for (const Value& item : items) read(item, available);

  for (std::size_t law = 0; law < laws_.size(); ++law) {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (items_[i].kind == Kind::difference && law == 0) continue;
      StudyColumn column = item_columns_[i];
      if (items_[i].kind == Kind::difference) {
        column.name = fmt::format("{}-{}.{}", laws_[law], laws_[0], column.name);
      } else if (laws_.size() > 1) {
        column.name = fmt::format("{}.{}", laws_[law], column.name);
      }
      columns_.push_back(std::move(column));
    }
  }
}

std::size_t OutcomeColumns::need(std::size_t index) {
  const auto it = std::find(needed_.begin(), needed_.end(), index);
  if (it != needed_.end()) return static_cast<std::size_t>(it - needed_.begin());
  needed_.push_back(index);
  return needed_.size() - 1;
}

void OutcomeColumns::read(const Value& value, std::span<const StudyColumn> available) {
  Item item{Kind::plain};
  StudyColumn column;
  if (!value.is_map()) {
    const std::size_t index = find_column(value, available);
    item.place = need(index);
    column = available[index];
  } else if (const auto difference = value.find("difference")) {
    value.allow_only({"difference"});
    if (laws_.size() < 2) {
      difference->fail("there is one law", "a difference needs a list of laws, at least two");
    }
    const std::size_t index = find_column(*difference, available);
    item.kind = Kind::difference;
    item.place = need(index);
    column = available[index];
    item.codes = column.codes.size();
    if (item.codes > 0) column.codes = {"same", "different"};
  } else {
    value.allow_only({"name", "formula", "unit", "names"});
    const Value name = value.at("name");
    column.name = name.string();
    if (!can_be_name(column.name) || column.name == "." || column.name == "status") {
      name.fail("this cannot be the name of a quantity",
                "a name is one line of 1 to 64 bytes, and not status");
    }
    if (const auto unit = value.find("unit")) column.unit = unit->string();
    item.kind = Kind::formula;
    item.formula = read_formula(value.at("formula"), names_);
    for (std::size_t i = 0; i < available.size(); ++i) {
      if (item.formula->uses(variables_ + i)) item.uses.push_back(need(i));
    }
    if (const auto names = value.find("names")) {
      for (const Value& code : names->items()) column.codes.push_back(code.string());
      if (column.codes.empty() || column.codes.size() > 255) {
        names->fail(fmt::format("there are {} names", column.codes.size()),
                    "1 to 255 names are allowed, of the values 0, 1, ...");
      }
      item.codes = column.codes.size();
    }
    for (std::size_t i = 0; i < formulas_; ++i) {
      if (item.formula->uses(names_.size() - formulas_ + i)) item.earlier.push_back(i);
    }
    if (can_be_variable(column.name) &&
        std::find(names_.begin(), names_.end(), column.name) == names_.end()) {
      item.result = formulas_++;
      names_.push_back(column.name);
    }
  }
  for (std::size_t i = 0; i < items_.size(); ++i) {
    // A difference has a name of its own.
    const bool alike = (items_[i].kind == Kind::difference) == (item.kind == Kind::difference);
    if (alike && item_columns_[i].name == column.name) {
      value.fail(fmt::format("there is a quantity '{}' already", column.name), "each name once");
    }
  }
  items_.push_back(std::move(item));
  item_columns_.push_back(std::move(column));
}

void OutcomeColumns::fill(std::span<const double> variables, std::span<const double> needed,
                          std::span<double> out, std::vector<double>& scratch) const {
  std::size_t to = 0;
  const std::size_t width = needed_.size();
  for (std::size_t law = 0; law < laws_.size(); ++law) {
    const std::span<const double> own = needed.subspan(law * width, width);
    bool spread = false;  // scratch holds this law's values
    for (const Item& item : items_) {
      double number = NAN;
      switch (item.kind) {
        case Kind::plain: number = own[item.place]; break;
        case Kind::difference:
          if (law == 0) continue;
          number = own[item.place] - needed[item.place];
          if (item.codes > 0 && std::isfinite(number)) number = number == 0.0 ? 0.0 : 1.0;
          break;
        case Kind::formula:
          if (!spread) {
            scratch.assign(names_.size(), NAN);
            std::copy(variables.begin(), variables.end(), scratch.begin());
            for (std::size_t k = 0; k < width; ++k) scratch[variables_ + needed_[k]] = own[k];
            spread = true;
          }
          // A comparison with something missing is missing, too.
          if (std::any_of(item.uses.begin(), item.uses.end(),
                          [&](std::size_t k) { return !std::isfinite(own[k]); }) ||
              std::any_of(item.earlier.begin(), item.earlier.end(), [&](std::size_t k) {
                return !std::isfinite(scratch[names_.size() - formulas_ + k]);
              })) {
            break;
          }
          number = (*item.formula)(scratch);
          if (item.codes > 0 && !(number >= 0.0 && number < static_cast<double>(item.codes) &&
                                  number == std::floor(number))) {
            number = NAN;
          }
          if (item.result) scratch[names_.size() - formulas_ + *item.result] = number;
      }
      out[to++] = std::isfinite(number) ? number : NAN;
    }
  }
}

}  // namespace ricochet
