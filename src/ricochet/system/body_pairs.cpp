// Which contacts planar bodies have: their list, names and parameters.

#include <algorithm>
#include <array>

#include <ricochet/system/bodies.hpp>

namespace ricochet {

namespace {

std::array<int, 7> rank(const ContactPair& pair) {
  if (pair.joint >= 0) return {2, pair.joint, pair.vertex, 0, 0, 0, 0};
  if (pair.other_body != on_ground) {
    const bool later = pair.body > pair.other_body;
    const auto [low, high] = std::minmax(pair.body, pair.other_body);
    return {1, low, high, later ? 1 : 0, pair.part, pair.vertex, pair.other_part};
  }
  if (pair.point >= 0) return {0, pair.body, 1, pair.point, 0, pair.ground, 0};
  if (pair.vertex >= 0) return {0, pair.body, 0, pair.part, pair.vertex, pair.ground, 0};
  return {0, pair.body, 2, pair.part, 0, pair.ground, pair.other_vertex};
}

bool takes_body(const ContactSide& side, int body, int point) {
  return side.bodies && (side.body < 0 || side.body == body) &&
         (side.point < 0 || side.point == point);
}

bool takes_second(const ContactSide& side, const ContactPair& pair) {
  if (pair.other_body != on_ground) return takes_body(side, pair.other_body, -1);
  return side.grounds && (side.ground < 0 || side.ground == pair.ground);
}

bool takes(const ContactSide& first, const ContactSide& second, const ContactPair& pair) {
  return takes_body(first, pair.body, pair.point) && takes_second(second, pair);
}

}  // namespace

bool operator<(const ContactPair& a, const ContactPair& b) { return rank(a) < rank(b); }

bool speaks_of(const ContactRule& rule, const ContactPair& pair) {
  if (pair.joint >= 0) return false;  // joints say themselves what their clearance is made of
  return takes(rule.one, rule.other, pair) || takes(rule.other, rule.one, pair);
}

void BodySystem::gather_parts() {
  for (const Body& body : scene_.bodies) {
    first_part_.push_back(parts_.size());
    if (body.radius > 0.0) parts_.push_back(disc_part(body.radius));
    parts_.insert(parts_.end(), body.parts.begin(), body.parts.end());
  }
  first_part_.push_back(parts_.size());
  for (const Ground& ground : scene_.grounds) {
    ConvexPart part{ground.corners, 0.0};
    if (is_segment(ground)) {
      const Vector2 along(ground.normal.y(), -ground.normal.x());
      part.vertices = {ground.point, ground.point + ground.length * along};
    }
    parts_.push_back(std::move(part));
  }
  for (auto& [a, b] : scene_.apart) {
    if (a > b) std::swap(a, b);
  }
  std::sort(scene_.apart.begin(), scene_.apart.end());
  const auto repeated = std::unique(scene_.apart.begin(), scene_.apart.end());
  scene_.apart.erase(repeated, scene_.apart.end());
}

std::size_t BodySystem::part_of_body(int body, int part) const {
  return first_part_[static_cast<std::size_t>(body)] + static_cast<std::size_t>(part);
}

std::size_t BodySystem::part_of_ground(int ground) const {
  return first_part_.back() + static_cast<std::size_t>(ground);
}

int BodySystem::part_count(int body) const {
  return static_cast<int>(part_of_body(body + 1, 0) - part_of_body(body, 0));
}

bool BodySystem::may_touch(int body, int other_body) const {
  const auto [low, high] = std::minmax(body, other_body);
  return low != high && !std::binary_search(scene_.apart.begin(), scene_.apart.end(),
                                            std::pair<int, int>(low, high));
}

void BodySystem::append_with_ground(int body, int part, int ground,
                                    std::vector<ContactPair>& out) const {
  const auto m = static_cast<int>(parts_[part_of_body(body, part)].vertices.size());
  for (int v = 0; v < m; ++v) {
    out.push_back({.body = body, .ground = ground, .part = part, .vertex = v});
  }
  if (m == 1) return;
  const auto corners = static_cast<int>(parts_[part_of_ground(ground)].vertices.size());
  for (int v = 0; v < corners; ++v) {
    out.push_back({.body = body, .ground = ground, .part = part, .vertex = -1, .other_vertex = v});
  }
}

void BodySystem::append_between(int body, int part, int other_body, int other_part,
                                std::vector<ContactPair>& out) const {
  const auto m = static_cast<int>(parts_[part_of_body(body, part)].vertices.size());
  const auto n = static_cast<int>(parts_[part_of_body(other_body, other_part)].vertices.size());
  const auto add = [&](int x, int x_part, int vertices, int y, int y_part) {
    for (int v = 0; v < vertices; ++v) {
      out.push_back(
          {.body = x, .other_body = y, .part = x_part, .vertex = v, .other_part = y_part});
    }
  };
  if (m == 1 || n > 1) add(body, part, m, other_body, other_part);
  if (m > 1) add(other_body, other_part, n, body, part);
}

// Sums over all pairs of parts, less those of one body and of bodies that are kept apart. Parts with 1 vertex have one
// contact with any part; others as many as the two have vertices.
std::size_t BodySystem::possible_contacts() const {
  struct Count {
    std::size_t round = 0, cores = 0, vertices = 0;  // discs; other parts and their vertices
    std::size_t with(const Count& o) const {
      return round * (o.round + o.cores) + cores * o.round + vertices * o.cores +
             cores * o.vertices;
    }
  };
  const auto count = [&](std::size_t from, std::size_t to) {
    Count c;
    for (std::size_t k = from; k < to; ++k) {
      const std::size_t m = parts_[k].vertices.size();
      if (m == 1) {
        ++c.round;
      } else {
        ++c.cores;
        c.vertices += m;
      }
    }
    return c;
  };
  const std::size_t bodies = scene_.bodies.size();
  std::size_t ground_vertices = 0;
  for (std::size_t k = first_part_.back(); k < parts_.size(); ++k) {
    ground_vertices += parts_[k].vertices.size();
  }
  const Count all = count(0, first_part_.back());
  std::size_t twice = all.with(all);
  std::size_t points = 0;
  for (std::size_t b = 0; b < bodies; ++b) {
    const Count own = count(first_part_[b], first_part_[b + 1]);
    twice -= own.with(own);
    points += scene_.bodies[b].points.size();
  }
  for (const auto& [a, b] : scene_.apart) {
    const auto i = static_cast<std::size_t>(a);
    const auto j = static_cast<std::size_t>(b);
    if (i == j) continue;
    twice -=
        2 *
        count(first_part_[i], first_part_[i + 1]).with(count(first_part_[j], first_part_[j + 1]));
  }
  return twice / 2 + (all.round + all.vertices + points) * scene_.grounds.size() +
         all.cores * ground_vertices;
}

std::vector<ContactPair> BodySystem::all_possible() const {
  std::vector<ContactPair> all;
  const auto bodies = static_cast<int>(scene_.bodies.size());
  const auto grounds = static_cast<int>(scene_.grounds.size());
  for (int b = 0; b < bodies; ++b) {
    for (int g = 0; g < grounds; ++g) {
      for (int i = 0; i < part_count(b); ++i) append_with_ground(b, i, g, all);
      const auto points =
          static_cast<int>(scene_.bodies[static_cast<std::size_t>(b)].points.size());
      for (int p = 0; p < points; ++p) all.push_back({.body = b, .point = p, .ground = g});
    }
    for (int c = b + 1; c < bodies; ++c) {
      if (!may_touch(b, c)) continue;
      for (int i = 0; i < part_count(b); ++i) {
        for (int j = 0; j < part_count(c); ++j) append_between(b, i, c, j, all);
      }
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

void BodySystem::list_contacts() {
  crowded_ = possible_contacts() > most_searched_contacts;
  if (crowded_) return;
  std::vector<ContactPair> listed;
  for (const ContactPair& pair : all_possible()) {
    if (touches(pair)) listed.push_back(pair);
  }
  crowded_ = listed.size() > most_listed_contacts;
  if (!crowded_) list(listed);
}

void BodySystem::list(std::span<const ContactPair> pairs) {
  const auto shapes = static_cast<std::ptrdiff_t>(contacts_.size());
  std::vector<ContactPair> last(pairs_.begin() + shapes, pairs_.end());
  std::vector<ContactInfo> last_info(info_.contacts.begin() + shapes, info_.contacts.end());
  pairs_.clear();
  contacts_.clear();
  info_.contacts.clear();
  for (const ContactPair& pair : pairs) {
    if (pair.joint >= 0) continue;
    const Contact contact = contact_of(pair);
    const ContactRule* rule = rule_of(pair);
    pairs_.push_back(pair);
    contacts_.push_back(contact);
    info_.contacts.push_back({name_of(pair),
                              rule != nullptr ? rule->parameters : ContactParameters{},
                              contact.kind == Kind::segment_free_side,
                              contact.kind == Kind::half_plane && !contact.has_arm});
  }
  pairs_.insert(pairs_.end(), last.begin(), last.end());
  info_.contacts.insert(info_.contacts.end(), last_info.begin(), last_info.end());
}

const ContactRule* BodySystem::rule_of(const ContactPair& pair) const {
  for (std::size_t i = scene_.rules.size(); i-- > 0;) {
    if (speaks_of(scene_.rules[i], pair)) return &scene_.rules[i];
  }
  return nullptr;
}

bool BodySystem::touches(const ContactPair& pair) const {
  const ContactRule* rule = rule_of(pair);
  return rule == nullptr || rule->touch;
}

ContactParameters BodySystem::parameters_of(const ContactPair& pair) const {
  const auto listed = std::lower_bound(pairs_.begin(), pairs_.end(), pair);
  if (listed != pairs_.end() && *listed == pair) {
    return info_.contacts[static_cast<std::size_t>(listed - pairs_.begin())].parameters;
  }
  const ContactRule* rule = rule_of(pair);
  return rule != nullptr ? rule->parameters : ContactParameters{};
}

const ClearanceContact& BodySystem::clearance_of(const ContactPair& pair) const {
  const auto first = std::find_if(clearances_.begin(), clearances_.end(),
                                  [&](const ClearanceContact& c) { return c.joint == pair.joint; });
  return *(first + pair.vertex);
}

std::string BodySystem::name_of(const ContactPair& pair) const {
  if (pair.joint >= 0) return clearance_of(pair).name;
  const auto numbered = [](const char* letter, int number) {
    return letter + std::to_string(number + 1);
  };
  const auto side = [&](int body, int part, int vertex) {
    std::string name = scene_.bodies[static_cast<std::size_t>(body)].name;
    if (part_count(body) > 1) name += numbered(".p", part);
    const bool one = parts_[part_of_body(body, part)].vertices.size() == 1;
    if (vertex >= 0 && !one) name += numbered(".v", vertex);
    return name;
  };
  std::string first;
  if (pair.point >= 0) {
    const Body& body = scene_.bodies[static_cast<std::size_t>(pair.body)];
    first = body.name + '.' + body.points[static_cast<std::size_t>(pair.point)].name;
  } else {
    first = side(pair.body, pair.part, pair.vertex);
  }
  if (pair.other_body != on_ground) return first + '/' + side(pair.other_body, pair.other_part, -1);
  first += '/' + scene_.grounds[static_cast<std::size_t>(pair.ground)].name;
  return pair.vertex < 0 && pair.point < 0 ? first + numbered(".v", pair.other_vertex) : first;
}

BodySystem::Contact BodySystem::contact_of(const ContactPair& pair) const {
  Contact contact;
  contact.ground = pair.ground;
  Vector2 rho;
  bool single = true;  // the vertex is all its part has
  if (pair.point >= 0) {
    const Body& body = scene_.bodies[static_cast<std::size_t>(pair.body)];
    rho = body.points[static_cast<std::size_t>(pair.point)].at;
  } else {
    const bool of_ground = pair.vertex < 0;
    const std::size_t number =
        of_ground ? part_of_ground(pair.ground) : part_of_body(pair.body, pair.part);
    const ConvexPart& part = parts_[number];
    const int vertex = of_ground ? pair.other_vertex : pair.vertex;
    rho = part.vertices[static_cast<std::size_t>(vertex)];
    if (part.vertices.size() > 2) {
      contact.corner_of = static_cast<int>(number);
      contact.corner = vertex;
    }
    contact.radius = part.radius;
    single = part.vertices.size() == 1;
    if (of_ground) {
      contact.dof = -1;
      contact.other = 3 * pair.body;
      contact.surface = static_cast<int>(part_of_body(pair.body, pair.part));
    }
  }
  contact.rho_x = rho.x();
  contact.rho_y = rho.y();
  contact.has_arm = rho != Vector2::Zero();
  if (contact.dof >= 0) {
    contact.dof = 3 * pair.body;
    if (pair.other_body != on_ground) {
      contact.other = 3 * pair.other_body;
      contact.surface = static_cast<int>(part_of_body(pair.other_body, pair.other_part));
    } else {
      const Ground& ground = scene_.grounds[static_cast<std::size_t>(pair.ground)];
      contact.kind = is_half_plane(ground)   ? Kind::half_plane
                     : !is_segment(ground)   ? Kind::core
                     : contact.radius == 0.0 ? Kind::segment_free_side
                                             : Kind::segment_both_sides;
      contact.surface = static_cast<int>(part_of_ground(pair.ground));
      return contact;
    }
  }
  const ConvexPart& surface = parts_[static_cast<std::size_t>(contact.surface)];
  contact.other_radius = surface.radius;
  contact.kind = surface.vertices.size() == 1 ? Kind::round : Kind::core;
  contact.shadowed = !single && (contact.dof < 0 || pair.body > pair.other_body);
  return contact;
}

}  // namespace ricochet
