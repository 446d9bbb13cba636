#include <ricochet/files/impact_quantities.hpp>

#include <fmt/format.h>

#include <cmath>

#include <ricochet/files/impact_report.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Problem = ContactProblem;
using Outcome = ImpactOutcome;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

void of_whole(std::vector<ImpactQuantity>& list) {
  const auto add = [&](const char* name, const char* unit, auto value) {
    list.push_back({{name, unit, {}}, value});
  };
  add("dissipation", "J",
      [](const Problem&, const Outcome& o, Index) { return o.energy.dissipation; });
  add("energy_change", "J",
      [](const Problem&, const Outcome& o, Index) { return o.energy.change; });
  add("surface_work", "J",
      [](const Problem&, const Outcome& o, Index) { return o.energy.surface_work; });
  add("energy_before", "J",
      [](const Problem&, const Outcome& o, Index) { return o.energy.before; });
  add("energy_after", "J", [](const Problem&, const Outcome& o, Index) { return o.energy.after; });
  add("loss", "", [](const Problem&, const Outcome& o, Index) {
    // The energy that the contacts exchange stands in where the kinetic energy is not known, or zero.
    const bool known = o.energy.before > 0.0;
    return o.energy.dissipation / (known ? o.energy.before : o.energy.reference);
  });
  add("residual", "", [](const Problem&, const Outcome& o, Index) { return o.residual; });
  list.push_back({{"energy_gain", "", {"no", "yes"}}, [](const Problem&, const Outcome& o, Index) {
                    return o.energy.dissipation < -1e-12 * o.energy.reference ? 1.0 : 0.0;
                  }});
  // `brach`: which limit has cut the impulse ratio.
  list.push_back(
      {{"limited", "", {"no", "mu_0", "mu_T"}}, [](const Problem&, const Outcome& o, Index) {
         double limit = 0.0;
         for (const Warning& warning : o.warnings) {
           if (warning.id == WarningId::ratio_limited_mu0) limit = 1.0;
           if (warning.id == WarningId::ratio_limited_muT) limit = 2.0;
         }
         return limit;
       }});
  list.push_back({{"solutions", "", {}},
                  [](const Problem&, const Outcome& o, Index) {
                    return o.status == Status::unique ? 1.0
                                                      : static_cast<double>(o.solutions.size());
                  },
                  0,
                  true});
}

// Of contact `i`, after `prefix`.
void of_contact(std::vector<ImpactQuantity>& list, const std::string& prefix, Index i) {
  const auto add = [&](const char* name, const char* unit, auto value) {
    list.push_back({{prefix + name, unit, {}}, value, i});
  };
  list.push_back({{prefix + "mode", "", code_names(Mode::frictionless)},
                  [](const Problem&, const Outcome& o, Index k) {
                    return static_cast<double>(o.modes[at(k)]);
                  },
                  i});
  add("normal_velocity", "m/s",
      [](const Problem&, const Outcome& o, Index k) { return o.gamma[2 * k]; });
  add("tangential_velocity", "m/s",
      [](const Problem&, const Outcome& o, Index k) { return o.gamma[2 * k + 1]; });
  add("normal_velocity_before", "m/s",
      [](const Problem& p, const Outcome&, Index k) { return p.gamma[2 * k]; });
  add("tangential_velocity_before", "m/s",
      [](const Problem& p, const Outcome&, Index k) { return p.gamma[2 * k + 1]; });
  add("normal_impulse", "N s",
      [](const Problem&, const Outcome& o, Index k) { return o.impulse[2 * k]; });
  add("tangential_impulse", "N s",
      [](const Problem&, const Outcome& o, Index k) { return o.impulse[2 * k + 1]; });
  add("impulse_ratio", "", [](const Problem&, const Outcome& o, Index k) {
    return o.impulse[2 * k + 1] / o.impulse[2 * k];
  });
  add("velocity_ratio", "", [](const Problem&, const Outcome& o, Index k) {
    return o.gamma[2 * k + 1] / o.gamma[2 * k];
  });
  add("velocity_ratio_before", "", [](const Problem& p, const Outcome&, Index k) {
    return p.gamma[2 * k + 1] / p.gamma[2 * k];
  });
}

void of_body(std::vector<ImpactQuantity>& list, const std::string& name, Index i) {
  const auto add = [&](const char* what, const char* unit, auto value) {
    list.push_back({{fmt::format("bodies.{}.{}", name, what), unit, {}}, value, i});
  };
  add("delta_v", "m/s", [](const Problem& p, const Outcome& o, Index k) {
    return change_of(p.bodies[at(k)], p.u, o.u).delta_v;
  });
  add("delta_omega", "rad/s", [](const Problem& p, const Outcome& o, Index k) {
    return change_of(p.bodies[at(k)], p.u, o.u).delta_omega;
  });
  add("principal_direction_deg", "deg", [](const Problem& p, const Outcome& o, Index k) {
    return change_of(p.bodies[at(k)], p.u, o.u).principal_direction_deg;
  });
  add("energy_change", "J", [](const Problem& p, const Outcome& o, Index k) {
    return change_of(p.bodies[at(k)], p.u, o.u).energy_change;
  });
}

}  // namespace

std::vector<ImpactQuantity> impact_quantities(const ContactProblem& problem) {
  std::vector<ImpactQuantity> list;
  of_whole(list);
  for (Index i = 0; i < problem.contacts(); ++i) {
    if (problem.contacts() == 1) of_contact(list, "", i);
    of_contact(list, fmt::format("contacts.{}.", i), i);
    of_contact(list, fmt::format("contacts.{}.", problem.names[at(i)]), i);
  }
  for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
    of_body(list, problem.bodies[b].name, static_cast<Index>(b));
  }
  for (Index k = 0; k < problem.dofs(); ++k) {
    list.push_back({{fmt::format("velocity.{}", k), "", {}},
                    [](const Problem&, const Outcome& o, Index i) { return o.u[i]; },
                    k});
  }
  return list;
}

StudyColumn status_column(std::string name) {
  return {std::move(name), "", code_names(Status::non_finite)};
}

}  // namespace ricochet
