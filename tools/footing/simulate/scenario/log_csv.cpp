#include "tools/footing/simulate/scenario/log_csv.hpp"

#include <vector>

#include "core/contact/contact_problem.hpp"
#include "tools/footing/files/csv_line.hpp"
#include "tools/footing/simulate/judge/judge.hpp"

namespace footing::tools {

namespace {

std::string Header(const RobotFigures& robot) {
  CsvLine line;
  line.Add("t");
  line.Add("phase");
  for (const char* whose : {"true", "est"}) {
    const std::string base = "base_" + std::string(whose) + "_";
    line.AddAxes(base);
    for (const char* part : {"qw", "qx", "qy", "qz"}) line.Add(base + part);
    line.AddAxes(base + "v");
  }
  line.AddAxes("ground_est_normal_");
  for (const std::string& foot : robot.foot_names) {
    line.AddAxes(foot + "_true_f");
    for (const char* what : {"_true_load", "_true_loaded", "_true_slip_speed", "_true_height", "_true_mu"})
      line.Add(foot + what);
    line.AddAxes(foot + "_true_");
    line.AddAxes(foot + "_normal_");
    for (const char* what : {"_true_state", "_est_state"}) line.Add(foot + what);
    line.AddAxes(foot + "_est_f");
    line.Add(foot + "_est_fz_sigma");
    for (const char* what : {"_log_odds", "_p_open", "_p_stick", "_p_slip", "_est_mu", "_est_mu_sigma"})
      line.Add(foot + what);
    line.AddAxes(foot + "_pred_f");
    for (const char* what : {"_pred_mode", "_lift_off_margin", "_slip_share", "_slip_warning", "_planned"})
      line.Add(foot + what);
  }
  return line.Text();
}

}  // namespace

void WriteLogCsv(std::ostream& out, const RunLog& log) {
  out << Header(log.robot);
  const auto states = TrueStates(log);
  const float least = LeastLoad(log);
  for (std::size_t i = 0; i < log.ticks.size(); ++i) {
    const TickSample& tick = log.ticks[i];
    CsvLine line;
    line.Add(static_cast<float>(tick.time));
    line.Add(std::string(kPhaseNames[static_cast<std::size_t>(tick.phase)]));
    line.AddAll(tick.base_position, 3);
    line.AddAll(tick.base_attitude, 4);
    line.AddAll(tick.base_velocity, 3);
    line.AddAll(tick.estimated_base_position, 3);
    line.AddAll(tick.estimated_base_attitude, 4);
    line.AddAll(tick.estimated_base_velocity, 3);
    line.AddAll(tick.estimated_normal, 3);
    for (std::size_t f = 0; f < tick.feet.size(); ++f) {
      const FootSample& foot = tick.feet[f];
      line.AddAll(foot.true_force, 3);
      line.Add(foot.TrueLoad());
      line.Add(foot.TrueLoad() > least ? 1 : 0);
      line.Add(foot.true_tangential_speed);
      line.Add(foot.true_gap);
      line.Add(foot.true_friction);
      line.AddAll(foot.true_position, 3);
      line.AddAll(foot.true_normal, 3);
      line.Add(std::string(kFootStateNames[static_cast<std::size_t>(states[i][f])]));
      line.Add(std::string(kFootStateNames[static_cast<std::size_t>(foot.estimated_state)]));
      line.AddAll(foot.estimated_force, 3);
      line.Add(foot.normal_sigma);
      line.Add(foot.log_odds);
      line.AddAll(foot.probability, 3);
      line.Add(foot.estimated_friction);
      line.Add(foot.friction_sigma);
      line.AddAll(foot.predicted_force, 3);
      line.Add(std::string(Name(static_cast<ContactMode>(foot.predicted_mode))));
      line.Add(foot.lift_off_margin);
      line.Add(foot.slip_share);
      line.Add(foot.warns_of_slip ? 1 : 0);
      line.Add(foot.planned);
    }
    out << line.Text();
  }
}

}  // namespace footing::tools
