#include "tools/footing/simulate/figures/slip_figures.hpp"

#include "tools/footing/simulate/judge/judge.hpp"
#include "tools/footing/simulate/judge/warnings.hpp"

namespace footing::tools {
namespace {

constexpr float kEventSpeed = 0.1f;     // m/s
constexpr double kShortestSlip = 0.01;  // s

struct FootTicks {
  std::vector<char> called, slip;  // of the estimate, of the truth by tick
};

void JudgeEvents(const RunLog& log, const std::vector<Stretch>& slips, const FootTicks& foot,
                 SlipFigures* figures) {
  const std::size_t shortest = TickCount(kShortestSlip, log.period);
  for (const Stretch& slip : slips) {
    if (!IsJudged(log.ticks[slip.begin].phase)) continue;
    ++figures->events;
    std::size_t first = slip.begin;
    while (first < slip.end && !foot.called[first]) ++first;
    if (first == slip.end) continue;
    ++figures->found;
    figures->delays_ms.push_back(1000 * log.period * static_cast<double>(first - slip.begin));
  }
  for (const Stretch& call : Stretches(foot.called, shortest)) {
    if (!IsJudged(log.ticks[call.begin].phase)) continue;
    ++figures->calls;
    bool right = false;
    for (std::size_t i = call.begin; i < call.end; ++i) right |= foot.slip[i] != 0;
    figures->right += right ? 1 : 0;
    if (call.end - call.begin < shortest) continue;
    ++figures->long_calls;
    figures->long_right += right ? 1 : 0;
  }
}

}  // namespace

std::vector<std::vector<Stretch>> TrueSlips(const RunLog& log) {
  const auto states = TrueStates(log);
  const std::size_t shortest = TickCount(kShortestSlip, log.period);
  std::vector<std::vector<Stretch>> slips;
  for (std::size_t f = 0; f < log.robot.Feet(); ++f) {
    std::vector<char> fast;
    for (std::size_t i = 0; i < log.ticks.size(); ++i)
      fast.push_back(states[i][f] != FootState::kOpen &&
                     log.ticks[i].feet[f].true_tangential_speed > kEventSpeed);
    std::erase_if(slips.emplace_back(Stretches(fast, 0)),
                  [&](const Stretch& slip) { return slip.end - slip.begin < shortest; });
  }
  return slips;
}

SlipFigures JudgeSlips(const RunLog& log) {
  SlipFigures figures;
  const std::vector<std::vector<FootState>> states = TrueStates(log);
  const auto slips = TrueSlips(log);
  const std::size_t count = log.ticks.size();
  for (std::size_t f = 0; f < log.robot.Feet(); ++f) {
    FootTicks foot{std::vector<char>(count), std::vector<char>(count)};
    for (std::size_t i = 0; i < count; ++i) {
      const FootSample& sample = log.ticks[i].feet[f];
      const Phase phase = log.ticks[i].phase;
      const bool loaded = states[i][f] != FootState::kOpen;
      foot.called[i] = sample.estimated_state == FootState::kSlip;
      foot.slip[i] = states[i][f] == FootState::kSlip;
      if (IsJudged(phase)) {
        figures.ticks += foot.slip[i];
        figures.called_ticks += foot.called[i];
        figures.right_ticks += foot.slip[i] && foot.called[i];
      }
      const bool stands = phase == Phase::kStand || phase == Phase::kStop;
      if (!stands || !loaded || sample.true_tangential_speed >= kRestSpeed) continue;
      ++figures.rest;
      figures.rest_called += foot.called[i];
    }
    JudgeEvents(log, slips[f], foot, &figures);
  }
  return figures;
}

}  // namespace footing::tools
