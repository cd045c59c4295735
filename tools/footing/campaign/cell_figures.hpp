// The figures of a campaign's cell: one scenario on one robot, the runs of all seeds pooled.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tools/footing/campaign/run_record.hpp"

namespace footing::tools {

struct CellColumn {
  const char* name;   // in CSV and JSON
  const char* title;  // in tables
  const char* unit;
  int digits;           // after the point
  int better;           // 1: more is better, −1: less is, 0: neither
  const char* group;    // tables of their own in Markdown
  const char* meaning;  // one sentence
};

// In the order of CellFigures' numbers.

inline constexpr CellColumn kCellColumns[] = {
    {"runs", "runs", "", 0, 0, "contact",
     "Runs that came to an end; a run that falls counts up to its fall."},
    {"falls", "falls", "", 0, -1, "contact", "Runs in which the robot fell."},
    {"loaded_mean", "loaded right, mean", "%", 2, 1, "contact",
     "Foot-ticks rightly called loaded or not, mean of the runs."},
    {"loaded_least", "least", "%", 2, 1, "contact", "The same, of the worst run."},
    {"threshold_mean", "best threshold", "%", 2, 0, "contact",
     "The same of the best threshold on the estimated normal force, chosen in hindsight for each run; mean."},
    {"touch_down_median", "touch-down, median", "ms", 1, -1, "contact", "Absolute delay of touch-downs."},
    {"touch_down_p99", "99 %", "ms", 1, -1, "contact", "The same, 99 % by nearest rank."},
    {"lift_off_median", "lift-off, median", "ms", 1, -1, "contact", "Absolute delay of lift-offs."},
    {"lift_off_p99", "99 %", "ms", 1, -1, "contact", "The same, 99 % by nearest rank."},
    {"events", "events", "", 0, 0, "contact", "True touch-downs and lift-offs."},
    {"missed", "missed", "%", 2, -1, "contact", "Of these, without a called one within 10 ms."},
    {"extra", "extra", "%", 2, -1, "contact",
     "Called ones without a true one within 10 ms, in percent of the true."},
    {"slips", "slips", "", 0, 0, "slip", "True slips: loaded and faster than 0.1 m/s for 10 ms or longer."},
    {"slip_recall", "found", "%", 1, 1, "slip", "Of these, called slip in one of their ticks."},
    {"slip_precision", "calls right", "%", 1, 1, "slip",
     "Stretches called slip (breaks under 10 ms bridged) in which the foot truly slips in a tick."},
    {"slip_long_precision", "long calls right", "%", 1, 1, "slip",
     "The same, of the stretches of 10 ms or longer."},
    {"slip_tick_recall", "ticks found", "%", 1, 1, "slip",
     "Foot-ticks of slip (above 0.05 m/s for 5 ms) that are called slip."},
    {"slip_tick_precision", "ticks right", "%", 1, 1, "slip", "Foot-ticks called slip that are slip."},
    {"slip_delay_median", "delay, median", "ms", 1, -1, "slip",
     "From the first tick of a slip that is found to the first one called slip."},
    {"rest_called_slip", "at rest called slip", "%", 3, -1, "slip",
     "Foot-ticks called slip of those loaded and slower than 0.01 m/s while the robot stands."},
    {"slips_warned", "warned", "%", 1, 1, "slip",
     "Slips on ground that the foot has slipped on before, of which the prediction warned."},
    {"warning_precision", "warnings right", "%", 1, 1, "slip",
     "Stances warned of, on such ground, in which the foot slips."},
    {"false_alarms", "alarms elsewhere", "%", 1, -1, "slip",
     "Stances warned of, of those on other ground in which the foot does not slip."},
    {"force_rmse", "normal force", "% of weight", 2, -1, "state",
     "Root mean square error of the normal force of feet truly loaded, in percent of the robot's weight."},
    {"settled_force_rmse", "the same, settled", "% of weight", 2, -1, "state",
     "The same, of feet loaded for more than 20 ms: without the impact of the touch-down."},
    {"force_beyond_two", "beyond 2 deviations", "%", 1, 0, "state",
     "Loaded foot-ticks whose normal force is further from the truth than twice the deviation that the "
     "estimator states; of a normal distribution 4.6 % are."},
    {"velocity_rmse", "base velocity", "m/s", 3, -1, "state",
     "Root mean square of the length of the error of the base's velocity."},
    {"drift", "drift", "% of way", 2, -1, "state",
     "How far the estimated journey ends from the true one, of the way; absent for ways below 1 m."},
    {"tilt_rmse", "roll and pitch", "deg", 3, -1, "state",
     "Root mean square of the angle between the estimated and the true vertical."},
    {"ground_rmse", "ground", "deg", 2, -1, "state",
     "Root mean square of the angle between the estimated normal of the ground and the true one under each "
     "loaded foot."},
    {"friction_error", "friction", "", 3, -1, "state",
     "Root mean square error of μ under a foot that has slipped three times on this ground, as each slip "
     "ends."}};

inline constexpr std::size_t kCellColumnCount = std::size(kCellColumns);

// In the order of the columns; NaN where there is no such figure.
using CellFigures = std::array<double, kCellColumnCount>;

CellFigures Pooled(const std::vector<std::optional<RunRecord>>& runs);

}  // namespace footing::tools
