#include <fmt/format.h>

#include <ricochet/files/text_table.hpp>
#include <ricochet/impact/registry.hpp>

#include "commands.hpp"
#include "streams.hpp"

namespace ricochet::app {

int run_laws(const LawsOptions&) {
  using Align = TextTable::Align;
  TextTable table;
  table.column("law", "", Align::left);
  table.column("contacts", "", Align::left);
  table.column("dissipative", "", Align::left);
  table.column("in cone", "", Align::left);
  table.column("unique", "", Align::left);
  std::string texts;
  const auto yes = [](bool claim) { return std::string(claim ? "yes" : "-"); };
  for (const ImpactLaw* law : all_laws()) {
    const LawInfo& info = law->info();
    table.row({std::string(info.name), std::string(info.contacts), yes(info.claims.dissipative),
               yes(info.claims.inside_cone), yes(info.claims.unique)});
    texts += fmt::format("\n{}: {}\n  reads {}\n  {}\n", info.name, info.summary, info.coefficients,
                         info.reference);
  }
  write_data(
      table.text() +
      "\ndissipative: never gains energy; in cone: |L_T| <= mu L_N; unique: one approaching\n"
      "contact of full rank has exactly one answer; - means that the law does not promise it\n" +
      texts);
  return 0;
}

}  // namespace ricochet::app
