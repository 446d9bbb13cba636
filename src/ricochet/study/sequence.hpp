#pragma once
// The sequence of events of a piece of motion: phases in fixed modes, and between them instants at which something
// happens. Two motions with equal sequences are neighbours as far as calculus is concerned: the state at the end is a
// smooth function of the state at the beginning (study/frozen_flow.hpp).

#include <string>
#include <vector>

#include <ricochet/motion/passage.hpp>

namespace ricochet {

struct Sequence {
  double begin = 0.0;             ///< s
  double end = 0.0;               ///< s
  std::vector<Mode> modes;        ///< of the first phase
  std::vector<char> masked;       ///< contacts behind their bounded surface, at the beginning
  std::vector<Passage> passages;  ///< the last one at `end`, unless the clock ends the piece
  bool by_clock = false;          ///< ends at a given time, inside a phase
};

/// The same triggers, jumps and modes in the same order.
bool same(const Passage& a, const Passage& b);
bool same(const Sequence& a, const Sequence& b);

/// In a few words: what ends a phase, the jumps, the modes afterwards.
std::string describe(const Passage& passage);
/// Where two sequences part: "the k-th event is ... instead of ...". Empty if they are the same.
std::string difference(const Sequence& now, const Sequence& before);

/// Duration of phase k, s.
double duration(const Sequence& sequence, std::size_t phase);

}  // namespace ricochet
