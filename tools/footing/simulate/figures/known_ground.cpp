#include "tools/footing/simulate/figures/known_ground.hpp"

#include <algorithm>
#include <optional>

#include "tools/footing/simulate/figures/slip_figures.hpp"
#include "tools/footing/simulate/figures/stretches.hpp"
#include "tools/footing/simulate/judge/judge.hpp"

namespace footing::tools {
namespace {

constexpr double kBefore = 0.005, kAfter = 0.003, kEnd = 0.01;  // s

// The first warning within [begin, end).
std::optional<std::size_t> WarningIn(const RunLog& log, std::size_t foot, const Stretch& ticks) {
  for (std::size_t i = ticks.begin; i < ticks.end; ++i)
    if (log.ticks[i].feet[foot].warns_of_slip) return i;
  return std::nullopt;
}

class Foot {
 public:
  Foot(const RunLog& log, std::size_t foot, const std::vector<Stretch>& slips, KnownGroundFigures* figures)
      : log_(log), foot_(foot), slips_(slips), figures_(figures) {}

  void Judge(const Stretch& stance) {
    const float ground = log_.ticks[stance.begin].feet[foot_].true_friction;
    if (ground != ground_) known_ = false, ground_ = ground;
    const auto slip = std::find_if(slips_.begin(), slips_.end(), [&](const Stretch& one) {
      return one.begin >= stance.begin && one.begin < stance.end;
    });
    const bool slips = slip != slips_.end();
    if (IsJudged(log_.ticks[stance.begin].phase)) Count(stance, slips ? &*slip : nullptr);
    known_ = known_ || slips;
  }

 private:
  void Count(const Stretch& stance, const Stretch* slip) {
    const auto ticks = [&](double time) { return TickCount(time, log_.period); };
    const std::size_t begin = stance.begin - std::min(stance.begin, ticks(kBefore));
    const std::size_t end = slip ? std::min(slip->begin + ticks(kAfter) + 1, stance.end)
                                 : stance.end - std::min(ticks(kEnd), stance.end - stance.begin);
    const auto warning = WarningIn(log_, foot_, {begin, end});
    if (!slip) {
      figures_->other_stances += known_ ? 0 : 1;
      if (warning) ++(known_ ? figures_->alarms : figures_->other_alarms);
      return;
    }
    if (!known_) return;
    ++figures_->slips;
    if (!warning) return;
    ++figures_->warned;
    for (std::size_t i = *warning; i < slip->end; ++i) {
      if (log_.ticks[i].feet[foot_].estimated_state != FootState::kSlip) continue;
      figures_->lead_ms.push_back(1000 * log_.period * static_cast<double>(i - *warning));
      return;
    }
  }

  const RunLog& log_;
  std::size_t foot_;
  const std::vector<Stretch>& slips_;
  KnownGroundFigures* figures_;
  float ground_ = -1;
  bool known_ = false;
};

}  // namespace

KnownGroundFigures JudgeKnownGround(const RunLog& log) {
  KnownGroundFigures figures;
  const auto slips = TrueSlips(log);
  for (std::size_t f = 0; f < log.robot.Feet(); ++f) {
    Foot foot(log, f, slips[f], &figures);
    std::optional<std::size_t> touch_down;
    for (const LoadEvent& event : TrueLoadEvents(log, f)) {
      if (event.loaded) {
        touch_down = event.tick;
      } else if (touch_down) {
        foot.Judge({*touch_down, event.tick});
      }
    }
  }
  return figures;
}

}  // namespace footing::tools
