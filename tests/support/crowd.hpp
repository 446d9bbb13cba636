#pragma once
// A scene with more possible contacts than are listed.

#include <fmt/format.h>

#include <string>

#include <ricochet/files/scene_file.hpp>

namespace ricochet::testing {

/// Fifty discs in a row, far apart, of which the first rolls into the second: 1225 pairs and 50 contacts with the floor.
inline Scene row_of_discs(const std::string& more = "") {
  std::string text = "bodies:\n";
  for (int i = 0; i < 50; ++i) {
    text +=
        fmt::format("  - {{name: d{}, shape: {{disc: 0.1}}, density: 30, position: [{}, 0.1]{}}}\n",
                    i, i, i == 0 ? ", velocity: [2, 0]" : "");
  }
  text +=
      "ground: [{name: floor, half_plane: {point: [0, 0], normal_angle_deg: 90}}]\n"
      "contacts: [{between: [all, all], friction: 0, restitution: 0.5}]\nuntil: 0.6\n";
  return parse_scene(text + more, "discs.yaml");
}

}  // namespace ricochet::testing
