#pragma once
// Continuation of a periodic orbit in a parameter p, point after point, with its special points.
//
// Pseudo-arclength (study/family.hpp): from a point z with tangent t, predict z + s t, correct by Newton's method in the
// hyperplane across t. So the branch is followed round its folds. The sequence of events stays frozen in a step; after
// it the true motion must repeat it and no event function may have dipped below zero, otherwise the change of the
// sequence is located first.
//
// Special points, each located where its function of s vanishes:
//   fold                 dp/ds = 0 (multiplier +1): the branch turns back
//   period_doubling      det(D + I) = 0 (multiplier -1)
//   neimark_sacker       lambda_i lambda_j = 1 of a conjugate pair
//   grazing              a gap touches zero inside a phase, or an impact has lost its speed
//   cone_edge_grazing    the force of a sticking contact touches the edge of its cone, or leaves it tangentially
//   sequence_change      any other change of the sequence of events
// At a grazing the map has a square root: on one side multipliers grow like 1/sqrt(distance), and what calculus would
// call a fold or a period doubling there, with |lambda| above `steep`, is not one and is not told.
// Where the sequence changes the branch goes on with the new one if its orbit is near; otherwise it ends there: the
// motion jumps.

#include <Eigen/Core>
#include <complex>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <ricochet/study/family.hpp>

namespace ricochet {

enum class SpecialKind : unsigned char {
  none,
  fold,
  period_doubling,
  neimark_sacker,
  grazing,
  cone_edge_grazing,
  sequence_change
};
std::string_view to_string(SpecialKind kind);

enum class BranchEnd : unsigned char {
  none,      ///< it goes on
  range,     ///< the end of the parameter's range
  jump,      ///< the orbit ends at a change of its sequence
  step,      ///< no step is small enough
  points,    ///< as many as allowed
  no_orbit,  ///< there was none to start from
};
std::string_view to_string(BranchEnd end);

struct ContinuationOptions {
  double low = 0.0, high = 1.0;  ///< of p
  double step =
      0.01;  ///< first step, and (times 5) the largest: of the range, in p and typical sizes of x
  double smallest = 1e-7;   ///< step
  double location = 1e-11;  ///< of the range: special points are located to it
  double steep = 50.0;      ///< |lambda| above which smooth bifurcations are not told
  double jump = 0.3;        ///< an orbit farther away, in typical sizes, is another one
  int points = 1000;
};

/// Plain numbers: enough to go on from.
struct BranchPoint {
  double p = 0.0;
  double period = 0.0;          ///< s
  MotionState state;            ///< on the section, with modes
  std::vector<double> tangent;  ///< of z
  double step = 0.0;            ///< the next one
  /// Durations of the phases at the two points before, and the steps from there: where a phase gets shorter and shorter it
  /// is seen by these. Empty where the sequence has just changed.
  std::vector<double> before, earlier;
  double last_step = 0.0, earlier_step = 0.0;
  std::vector<std::complex<double>> multipliers;
  Stability stability = Stability::marginal;
  OrbitRange x, gap, force;
  SpecialKind special = SpecialKind::none;
  std::string message;  ///< of a special point, a sentence
};

class Branch {
 public:
  /// The family must outlive it. direction: +1 or -1, of p at the start.
  Branch(const SystemFamily& family, const Section& section, const OrbitOptions& orbit,
         const ContinuationOptions& options, double p, int direction);

  /// Begins with the orbit near a state on the section, or with the one the member at p comes to. False if there is
  /// none.
  bool begin(const MotionState* state = nullptr);
  /// Goes on from a point told before.
  bool restore(const BranchPoint& last);

  /// The next point; special points come in their place between others. False at the end.
  bool next(BranchPoint& out);
  BranchEnd end() const { return end_; }
  const std::string& message() const { return message_; }  ///< why it ended

 private:
  struct Tried {
    FamilyOrbit orbit;
    Orbit margins;
    Cycle motion;
    bool solved = false;  ///< the frozen sequence has an orbit
    bool valid = false;   ///< and the motion repeats it
  };

  void stop(BranchEnd end, std::string message);
  BranchPoint tell(const FamilyOrbit& orbit, const Orbit& margins, SpecialKind special,
                   std::string message) const;
  Tried at(double s, int* iterations = nullptr, bool fixed = false) const;
  void look(Tried& tried) const;
  void advance();
  void look_for_bifurcations(const Tried& next, double ds);
  double test(SpecialKind kind, const FamilyOrbit& orbit) const;
  void cross_boundary(double ds, Tried beyond);
  bool end_at_tangency(const Tried& last);
  bool approach_vanishing_phase();
  bool go_on_beyond(const Tried& beyond);

  OrbitFamily family_;
  ContinuationOptions options_;
  double marginal_;
  double p_;
  int direction_;
  FamilyOrbit here_;
  Orbit here_margins_;
  Eigen::VectorXd tangent_;
  double ds_;
  // Durations of the phases at the point before, last_ds_ back, and at the one before that.
  std::vector<double> before_, earlier_;
  double last_ds_ = 0.0, earlier_ds_ = 0.0;
  int told_ = 0;
  std::deque<BranchPoint> waiting_;
  BranchEnd end_ = BranchEnd::none;
  std::string message_;
};

}  // namespace ricochet
