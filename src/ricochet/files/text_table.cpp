#include <ricochet/files/text_table.hpp>

#include <algorithm>
#include <utility>

namespace ricochet {

namespace {

// Characters of UTF-8 text: every byte but the continuation bytes.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
  }));
}

}  // namespace

void TextTable::column(std::string heading, std::string unit, Align align) {
  headings_.push_back(std::move(heading));
  units_.push_back(std::move(unit));
  aligns_.push_back(align);
}

void TextTable::row(std::vector<std::string> cells) {
  cells.resize(headings_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
  std::vector<const std::vector<std::string>*> lines{&headings_};
  const bool has_units =
      std::any_of(units_.begin(), units_.end(), [](const std::string& u) { return !u.empty(); });
  if (has_units) lines.push_back(&units_);
  for (const auto& row : rows_) lines.push_back(&row);

  std::vector<std::size_t> widths(headings_.size(), 0);
  for (const auto* line : lines) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      widths[i] = std::max(widths[i], width_of((*line)[i]));
    }
  }
  std::string text;
  for (const auto* line : lines) {
    std::string out;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::string& cell = (*line)[i];
      const std::string padding(widths[i] - width_of(cell), ' ');
      if (i > 0) out += "  ";
      out += aligns_[i] == Align::left ? cell + padding : padding + cell;
    }
    out.erase(out.find_last_not_of(' ') + 1);
    text += out + '\n';
  }
  return text;
}

}  // namespace ricochet
