#pragma once
// The page of a problem file: what web/src/impact shows. Every law is asked; the document has
//
//   title, file, text      what the file says in its first words, its name, and all of it
//   problem                contacts with their parameters and velocities before, degrees of freedom, energy
//   laws                   name, summary and reference of each
//   results                exactly those of `ricochet impact --format json`
//   comparison, notes      per result: loss in per cent and which numbers are zero to rounding; what to know
//   diagrams               per contact the plane of impulses (impact/impulse_diagram.hpp): paths of all laws and the
//                          cone; for one contact also lines, regions and the process
//   frames                 per contact the velocities before and after and the impulses, in units of the picture
//   scene                  free bodies with their velocities before and after (files/impact_scene.hpp); else null
//
// Points are [L_N, L_T] in diagrams, [along the tangent, along the normal] in frames, [x, y] in scenes.

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace ricochet {

/// What a text is about: the first words of its first comment, up to a stop; else `name`.
std::string title_of(std::string_view text, const std::string& name);

/// The document. Throws InputError if the text is no problem; `path` is for messages, and its last part is shown.
nlohmann::ordered_json impact_page(std::string_view text, const std::string& path);

}  // namespace ricochet
