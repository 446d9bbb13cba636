#include <papers/brach_1993/printed.hpp>
#include <papers/brach_1993/rod.hpp>
#include <papers/brach_1993/tables.hpp>
#include <papers/report.hpp>

namespace ricochet::papers::brach_1993 {

Csv run_data() {
  CsvWriter csv({"modes", "v_t_m_per_s", "f", "zeta_s_per_m", "duration_s", "angle_deg", "P_n_Ns",
                 "impulse_ratio", "e", "R", "e_times_R", "work_ratio", "V_Ct_m_per_s",
                 "Omega_deg_per_s", "T_L_percent"});
  for (const PrintedRun& run : printed_runs()) {
    const RodRun inputs{Printed(run.v_t).value(), Printed(run.f).value(),
                        Printed(run.zeta).value()};
    const TipImpactResult r = simulate_rod(inputs);
    std::string modes;
    for (const TipPhase& phase : r.phases) {
      if (!modes.empty()) modes += ' ';
      modes += to_string(phase.mode);
    }
    const Values v = values_of(r);
    csv.row(modes, {inputs.v_t, inputs.f, inputs.zeta, v[kDuration], v[kAngle], v[kP_n], v[kMu],
                    v[kE], v[kR], v[kE2], r.work_ratio, v[kV_Ct], v[kOmega], v[kT_L]});
  }
  return std::move(csv).finish("simulation_runs");
}

}  // namespace ricochet::papers::brach_1993
