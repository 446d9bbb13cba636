#pragma once
// Coefficients of friction and restitution from velocity histories of a motion (after Liu, Zhang, Zhao & Brogliato
// 2013, section 3).
//
// The system gives M, h, W; the samples give t, q, u, the velocities with independent noise sigma_i. Phases of the
// contacts are read from the sliding velocities (contact_phases.hpp), contact forces from local polynomials of second
// order over one window (contact_forces.hpp). Windows do not overlap, so their noise is independent.
//
//   friction         windows of slip, s = sgn gamma_T:  F_T + s mu F_N = 0. Least chi^2 over mu of
//                      z = (F_T + s mu F_N) / sd(F_T + s mu F_N)
//                    which has no bias from the noise of F_N in a ratio
//   static_friction  each stick j that ends in slip of the sign s:  mu_s = -s F_T / F_N at the onset t*. The onset
//                    is fitted to the sliding velocity (slip_onset.hpp), the force at t* comes from the last window
//                    of the stick; both have their noise:
//                      z = (mu_s - ratio_j) / sd_j
//                    A largest value over samples would be too large by the noise. Sticks that never slip give a
//                    lower bound
//   restitution      gamma_N on both sides of each impact from one-sided local polynomials:
//                      z = (gamma_N+ + e gamma_N-) / sd;   e is the kinematic (Newton's) coefficient
//
// Intervals are those of the profile of chi^2 (least_squares.hpp). Polynomials are not the motion: `smoothing` tests
// whether they follow it, or the window is too long. Coordinates are taken as exact. SI units.

#include <Eigen/Core>
#include <span>
#include <vector>

#include <ricochet/study/contact_forces.hpp>
#include <ricochet/study/identified.hpp>
#include <ricochet/study/slip_onset.hpp>

namespace ricochet {

struct HistoryOptions {
  PhaseOptions phases;                 ///< with the window
  Eigen::VectorXd sigma;               ///< f, > 0: standard deviations of the velocities
  double confidence = 0.95;            ///< in (0, 1)
  std::vector<Eigen::Index> contacts;  ///< that can carry a force; empty: all
};

/// One onset of sliding after stick.
struct Onset {
  Eigen::Index contact = 0;
  OnsetFit time;          ///< s, with its interval
  double ratio = 0.0;     ///< -s F_T / F_N there
  double growth = 0.0;    ///< of the ratio towards the onset, 1/s
  double ratio_sd = 0.0;  ///< of the ratio at a given time

  /// Standard deviation of the ratio as the profile of the onset has it at this value.
  double sd(double value) const;
};

/// One impact at one contact.
struct MeasuredImpact {
  Eigen::Index contact = 0;
  double t = 0.0;
  double before = 0.0, after = 0.0;              ///< gamma_N, m/s
  double before_sigma = 0.0, after_sigma = 0.0;  ///< their standard deviations
};

/// The forces of one window.
struct ForceWindow {
  ContactForceEstimate estimate;
  std::vector<ContactPhase> phases;
};

struct HistoryIdentification {
  std::vector<Identified> parameters;  ///< as they were asked for
  std::vector<FitTest>
      tests;  ///< per parameter: is it one number over all windows, onsets, impacts?
  FitTest smoothing;
  std::vector<PhaseRun> phases;  ///< of the contacts that can carry a force, unclear ones left out
  std::vector<ForceWindow> windows;
  std::vector<Onset> onsets;
  std::vector<MeasuredImpact> impacts;
};

/// Coefficients: restitution, friction, static_friction.
HistoryIdentification identify_histories(const MechanicalSystem& system, const History& history,
                                         std::span<const SoughtCoefficient> sought,
                                         const HistoryOptions& options);

}  // namespace ricochet
