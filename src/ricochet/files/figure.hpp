#pragma once
// Building gnuplot figures, and rendering them.
//
// A figure is one self-contained script: data in named blocks, then one plot command. Colours are
// those of Okabe & Ito, told apart by readers with any colour vision.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ricochet {

namespace colour {
inline constexpr std::string_view black = "#000000";
inline constexpr std::string_view orange = "#E69F00";
inline constexpr std::string_view sky = "#56B4E9";
inline constexpr std::string_view green = "#009E73";
inline constexpr std::string_view yellow = "#F0E442";
inline constexpr std::string_view blue = "#0072B2";
inline constexpr std::string_view vermilion = "#D55E00";
inline constexpr std::string_view purple = "#CC79A7";
inline constexpr std::string_view grey = "#999999";
}  // namespace colour

/// A figure: gnuplot commands after the terminal and output are set. Data come as named blocks, so
/// that one script is the whole figure.
struct Figure {
  std::string name;   ///< file name stem
  std::string title;  ///< one line for reports
  std::string script;
  int width = 800;  ///< px of the PNG; the SVG has the same shape
  int height = 600;
};

/// Text as a gnuplot string: single quotes, inner ones doubled, control characters dropped.
std::string gnuplot_quote(std::string_view text);

/// Text to be shown letter by letter: _, ^ and such lose their meaning. To be quoted still.
std::string gnuplot_plain(std::string_view text);

class Plot {
 public:
  Plot(std::string_view title, std::string_view x_label, std::string_view y_label);
  /// A line of gnuplot before the plot command.
  Plot& set(std::string_view command);
  Plot& unset(std::string_view what);
  /// A data block; returns its name. A row with a NaN breaks the line there.
  std::string data(const std::vector<std::vector<double>>& rows);
  /// A data block of a matrix, row by row, to be used with `matrix`; NaN: no value.
  std::string matrix(const std::vector<std::vector<double>>& rows);
  /// One element of the plot command: "$block using 1:2 with lines ...". Empty legend: not in the
  /// key.
  Plot& draw(std::string_view element, std::string_view legend);
  /// A surface instead of curves: splot.
  Plot& in_space();
  Figure finish(std::string name, std::string title) &&;

 private:
  std::string command_ = "plot ";
  std::string head_, blocks_, elements_;
  int block_count_ = 0;
};

enum class Picture : unsigned char { svg, png };

/// True if gnuplot is on the PATH.
bool gnuplot_present();
/// Draws the figure into `file`. Empty if it worked, else what went wrong.
std::string render(const Figure& figure, Picture picture, const std::filesystem::path& file);

}  // namespace ricochet
