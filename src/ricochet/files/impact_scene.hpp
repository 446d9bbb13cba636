#pragma once
// A picture of free bodies before and after an impact. Bodies are discs of their radius of gyration sqrt(J / m), which
// is all that a problem file says of their size, with levers to the points of contact.
//
// Velocities are arrows from the centres, `seconds` long per m/s, turning is an arc around the centre (three quarters
// of a turn stand for the fastest), impulses on the first body of a contact are arrows from its point, `per_impulse` m
// long per N s. All lengths in m; the box holds everything under every law.

#include <span>

#include <nlohmann/json_fwd.hpp>

#include <ricochet/files/impact_report.hpp>
#include <ricochet/files/problem_file.hpp>

namespace ricochet {

/// null if the problem was not posed by bodies.
nlohmann::ordered_json impact_scene(const ProblemFile& file, std::span<const LawResult> results);

}  // namespace ricochet
