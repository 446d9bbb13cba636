#pragma once
// What each contact did, read from noisy samples of a motion.
//
// gamma_T = W_T^T u - v_s at every sample has the standard deviation s = |diag(sigma) W_T|. Its moving average m over
// one window of n samples has s / sqrt(n). A contact whose gap is below `gap` is closed; closed, it is in
//
//   slip+-   |m| > limit,  limit = max(slip_speed, 4 s / sqrt(n)),  sign of m
//   stick    |m| <= limit for two windows or longer, while the samples scatter about zero as the noise does
//   unclear  half a window on both sides of every change but an impact, slow passages through zero, and all else
//
// Impacts divide the history: at times that are listed, and where two samples of one time differ in some velocity by
// more than 6 sqrt(2) sigma.

#include <Eigen/Core>
#include <string_view>
#include <vector>

#include <ricochet/study/history.hpp>
#include <ricochet/system/system.hpp>

namespace ricochet {

struct PhaseOptions {
  double window = 0.0;            ///< s, > 0
  double gap = 0.0;               ///< m; 0: 1e-3 of the system's size
  double slip_speed = 0.0;        ///< m/s; 0: 1e-3 of the contact's largest sliding speed
  std::vector<double> impacts{};  ///< s, ascending
};

enum class ContactPhase : unsigned char { open, slip_plus, slip_minus, stick, unclear };
std::string_view to_string(ContactPhase phase);

/// Samples [first, last) without an impact between them.
struct Stretch {
  Eigen::Index first = 0, last = 0;
};

/// Samples [first, last) of one stretch in which a contact was in one phase.
struct PhaseRun {
  ContactPhase phase = ContactPhase::unclear;
  Eigen::Index contact = 0;
  Eigen::Index first = 0, last = 0;
};

struct PhaseReading {
  std::vector<Stretch> stretches;
  Eigen::MatrixXd sliding;     ///< K x contacts: gamma_T, m/s
  Eigen::MatrixXd spread;      ///< K x contacts: its standard deviation
  std::vector<PhaseRun> runs;  ///< by contact, then by time
  /// K x contacts
  Eigen::Matrix<ContactPhase, Eigen::Dynamic, Eigen::Dynamic> phase;
};

/// `sigma`: standard deviations of the velocities, >= 0.
PhaseReading read_phases(const MechanicalSystem& system, const History& history,
                         const Eigen::VectorXd& sigma, const PhaseOptions& options);

}  // namespace ricochet
