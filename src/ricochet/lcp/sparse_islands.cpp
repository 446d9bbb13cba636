#include <ricochet/lcp/sparse_coulomb_impl.hpp>

#include <algorithm>

namespace ricochet {

int SparseCoulombSolver::Impl::root(int c) {
  while (parent[at(c)] != c) {
    parent[at(c)] = parent[at(parent[at(c)])];
    c = parent[at(c)];
  }
  return c;
}

void SparseCoulombSolver::Impl::find_islands() {
  grow(parent, at(dofs));
  grow(number, at(dofs));
  const int lists = n + m;
  const auto list_row = [&](int i) { return i < n ? 2 * i : n + i; };
  for (int i = 0; i < lists; ++i) {
    const int k = list_row(i);
    for (int e = start[k]; e < start[k + 1]; ++e) {
      parent[at(index[e])] = index[e];
      number[at(index[e])] = -1;
    }
  }
  for (int i = 0; i < lists; ++i) {
    const int k = list_row(i);
    for (int e = start[k] + 1; e < start[k + 1]; ++e) {
      const int a = root(index[start[k]]);
      const int b = root(index[e]);
      parent[at(std::max(a, b))] = std::min(a, b);
    }
  }
  grow(island_of, at(lists));
  int count = 0;
  for (int i = 0; i < lists; ++i) {
    int& mine = number[at(root(index[start[list_row(i)]]))];
    if (mine < 0) mine = count++;
    island_of[at(i)] = mine;
  }
  first.assign(at(count + 1), 0);
  for (int i = 0; i < lists; ++i) ++first[at(island_of[at(i)] + 1)];
  for (int k = 0; k < count; ++k) first[at(k + 1)] += first[at(k)];
  grow(members, at(lists));
  for (int i = lists - 1; i >= 0; --i) {  // backwards: first[k + 1] becomes the first of k
    members[at(--first[at(island_of[at(i)] + 1)])] = i;
  }
  first.push_back(lists);
}

void SparseCoulombSolver::Impl::enter(int k) {
  const auto begin = members.begin() + first[at(k + 1)];
  const auto end = members.begin() + first[at(k + 2)];
  const auto split = std::lower_bound(begin, end, n);
  contacts = {begin, split};
  equations = {split, end};
  grow(stamp, at(dofs));
  grow(local, at(dofs));
  grow(coordinate, at(dofs));
  ++round;
  coordinates = 0;
  for (auto i = begin; i != end; ++i) {
    const int row_of = *i < n ? 2 * *i : n + *i;
    for (int e = start[row_of]; e < start[row_of + 1]; ++e) {
      const int c = index[e];
      if (stamp[at(c)] == round) continue;
      stamp[at(c)] = round;
      local[at(c)] = coordinates;
      coordinate[at(coordinates++)] = c;
    }
  }
  double speed = least_velocity;
  double sum = 0.0;
  for (const int i : contacts) sum += G_nn[at(i)] + G_tt[at(i)];
  if (contacts.empty()) {
    for (const int j : equations) sum += G_jj[at(j - n)];
    mean = sum / static_cast<double>(equations.size());
  } else {
    mean = 0.5 * sum / static_cast<double>(contacts.size());
  }
  for (const int i : contacts) {
    speed = std::max({speed, std::abs(q[2 * i]), std::abs(q[2 * i + 1])});
  }
  for (const int j : equations) speed = std::max(speed, weight(j) * std::abs(q[n + j]));
  scale.velocity = speed > 0.0 ? speed : 1.0;
  scale.impulse = mean > 0.0 ? scale.velocity / mean : 1.0;
  target = static_cast<int>(2 * contacts.size() + equations.size()) <= options.small
               ? options.fine
               : options.target;
}

}  // namespace ricochet
