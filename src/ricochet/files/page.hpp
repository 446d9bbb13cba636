#pragma once
// Pages: results that open in any browser, from disk, without a server or a network.
//
// A page is the shell that web/ builds (one HTML file with its script and style inside) with a JSON document put into
// it. Long columns of numbers stay out of the JSON: there it says {"f64": 3} or {"u8": 3}, and the column itself is a
// text block `<script type="text/plain" id="c3">` of base64, little-endian doubles or bytes. Columns are decoded when
// they are looked at, so a page of a million cells opens at once, and every number is that of the file, to the bit.
//
// Text of users (titles, names, whole scenes) goes into the JSON only, where `<` is written \u003c: it cannot end the
// block it stands in, and the script shows it as text, never as markup.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace ricochet {

/// RFC 4648.
std::string base64(std::span<const std::uint8_t> bytes);

/// The columns of a page.
class PageColumns {
 public:
  /// Keeps the numbers (NaN: missing); returns what stands for them in the document.
  nlohmann::ordered_json add(std::span<const double> numbers);
  nlohmann::ordered_json add(std::span<const std::uint8_t> codes);

  const std::vector<std::string>& blocks() const { return blocks_; }  ///< base64

 private:
  std::vector<std::string> blocks_;
};

/// {"ricochet": version, "schema": 1, "kind": kind, "title": title}: how every document of a page begins.
nlohmann::ordered_json page_document(std::string_view kind, std::string_view title);

/// The page: `shell` with the document in it. Throws IoError if this is not the shell.
std::string page_html(std::string_view shell, const nlohmann::ordered_json& document,
                      const PageColumns& columns);

}  // namespace ricochet
