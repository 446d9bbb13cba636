#pragma once
// Diagrams by brute force: the parameter moves from end to end and back, the motion goes on, and after a transient the
// state is recorded at every passage of the section. One chain of cells per direction (study/cells.hpp): each begins
// where the one before has ended, so that coexisting motions show as hysteresis. Where the motion cannot go on (a shifted
// surface would lie over the body), the cell begins where its member starts.

#include <Eigen/Core>
#include <memory>
#include <string_view>
#include <vector>

#include <ricochet/study/cells.hpp>
#include <ricochet/study/family.hpp>

namespace ricochet {

/// What a cell comes to.
enum class DiagramStatus : unsigned char {
  recorded,  ///< passages of the section
  rest,      ///< none in the time allowed: the state at the end is recorded once
  ended,  ///< the motion ended before, from its member's start, too; the next cell begins where this one did
  not_allowed
};
std::string_view to_string(DiagramStatus status);

struct DiagramOptions {
  int transient = 50;                 ///< passages before recording
  int recorded = 50;                  ///< passages
  double longest = 10.0;              ///< s to wait for one passage
  double settle = 0.0;                ///< s of motion before the first cell of a chain
  std::vector<Eigen::Index> columns;  ///< of x = (q, u), that are recorded
};

/// The row of a cell.
struct DiagramRow {
  static constexpr std::size_t kStatus = 0, kCount = 1, kPeriodicity = 2, kReturnTime = 3,
                               kTime = 4, kState = 5;
  /// passages after which the recorded states repeat (to 1e-6 of their typical sizes); 0: never
  static std::size_t width(std::size_t states, const DiagramOptions& options);
  static std::size_t first_value(std::size_t states) { return kState + states; }
};

class DiagramTask final : public CellTask {
 public:
  /// values: of the parameter, at least one with a member. backwards: for each chain, whether it takes them from the
  /// last to the first. The family must outlive it.
  DiagramTask(const SystemFamily& family, const Section& section, const DiagramOptions& options,
              std::vector<double> values, std::vector<bool> backwards);
  CellLayout layout() const override;
  std::unique_ptr<CellWorker> worker() const override;
  double value(std::size_t chain, std::size_t link) const;

 private:
  class Worker;
  const SystemFamily& family_;
  Section section_;
  DiagramOptions options_;
  std::vector<double> values_;
  std::vector<bool> backwards_;
  std::size_t states_;
};

}  // namespace ricochet
