#include "tools/footing/simulate/judge/judge.hpp"

#include <algorithm>
#include <cmath>

namespace footing::tools {
namespace {

constexpr double kLoadedForce = 0.03;     // of the weight shared by all points: 1 N of an A1
constexpr float kSlipSpeed = 0.05f;       // m/s
constexpr double kSlipDuration = 0.005;   // s
constexpr double kEventDuration = 0.010;  // s
constexpr double kNear = 0.010;           // s
constexpr double kThresholdStep = 0.015;  // of the weight shared by all points: 0.5 N of an A1
constexpr int kThresholdCount = 161;      // 0 … 2.4

using Loads = std::vector<char>;      // of one foot, for each tick: loaded or not
using AllLoads = std::vector<Loads>;  // of all feet

// The feet of a tick, or all points of them.
using Of = std::vector<FootSample> TickSample::*;

double Unit(const RunLog& log) {  // N, the weight shared by all points
  return 9.81 * log.robot.Mass() / static_cast<double>(log.robot.points.size());
}

// is(sample) of each, for all ticks.
template <typename Is>
AllLoads LoadsOf(const RunLog& log, Of of, const Is& is) {
  AllLoads all(log.ticks.empty() ? 0 : (log.ticks.front().*of).size());
  for (const TickSample& tick : log.ticks)
    for (std::size_t i = 0; i < all.size(); ++i) all[i].push_back(is((tick.*of)[i]));
  return all;
}

AllLoads TrueLoads(const RunLog& log, Of of) {
  return LoadsOf(log, of,
                 [least = LeastLoad(log)](const FootSample& foot) { return foot.TrueLoad() > least; });
}

AllLoads EstimatedLoads(const RunLog& log, Of of) {
  return LoadsOf(log, of, [](const FootSample& foot) { return foot.estimated_state != FootState::kOpen; });
}

AllLoads ThresholdLoads(const RunLog& log, Of of, float threshold) {
  return LoadsOf(log, of, [=](const FootSample& foot) { return foot.estimated_force[2] > threshold; });
}

// The changes that hold for kEventDuration. Before the first such interval the state is unknown.
std::vector<LoadEvent> Events(const Loads& loads, double period) {
  const std::size_t shortest = TickCount(kEventDuration, period);
  std::vector<LoadEvent> events;
  bool known = false;
  char state = 0;
  for (std::size_t begin = 0, end = 0; begin < loads.size(); begin = end) {
    while (end < loads.size() && loads[end] == loads[begin]) ++end;
    if (end - begin < shortest) continue;
    if (known && loads[begin] != state) events.push_back({begin, loads[begin] != 0});
    known = true;
    state = loads[begin];
  }
  return events;
}

struct Delays {
  std::vector<double> signed_ms;
  int missed = 0;
  int extra = 0;

  void Append(const Delays& other) {
    signed_ms.insert(signed_ms.end(), other.signed_ms.begin(), other.signed_ms.end());
    missed += other.missed;
    extra += other.extra;
  }
};

// Matches one kind of event of one foot. Between two lift-offs there is one touch-down, and the
// reverse. So the search intervals of one kind do not overlap and leave no gaps.
Delays Match(const RunLog& log, const std::vector<LoadEvent>& truth, const std::vector<LoadEvent>& estimate,
             bool touch_down) {
  Delays delays;
  std::vector<char> used(estimate.size(), 0);
  for (std::size_t k = 0; k < truth.size(); ++k) {
    if (truth[k].loaded != touch_down) continue;
    const std::size_t begin = k == 0 ? 0 : truth[k - 1].tick;
    const std::size_t end = k + 1 == truth.size() ? log.ticks.size() : truth[k + 1].tick;
    const auto date = static_cast<double>(truth[k].tick);
    std::size_t nearest = estimate.size();
    double nearest_delay = 0;
    for (std::size_t i = 0; i < estimate.size(); ++i) {
      if (estimate[i].loaded != touch_down || estimate[i].tick < begin || estimate[i].tick >= end) continue;
      const double delay = static_cast<double>(estimate[i].tick) - date;
      if (nearest < estimate.size() && std::abs(nearest_delay) <= std::abs(delay)) continue;
      nearest = i;
      nearest_delay = delay;
    }
    if (nearest < estimate.size()) used[nearest] = 1;
    if (!IsJudged(log.ticks[truth[k].tick].phase)) continue;
    if (nearest < estimate.size()) {
      delays.signed_ms.push_back(1000 * log.period * nearest_delay);
    } else {
      ++delays.missed;
    }
  }
  for (std::size_t i = 0; i < estimate.size(); ++i) {
    const bool counts = estimate[i].loaded == touch_down && IsJudged(log.ticks[estimate[i].tick].phase);
    if (counts && !used[i]) ++delays.extra;
  }
  return delays;
}

DelayStats Summarize(const Delays& delays) {
  DelayStats stats;
  const std::size_t n = delays.signed_ms.size();
  stats.events = static_cast<int>(n) + delays.missed;
  stats.missed = delays.missed;
  stats.extra = delays.extra;
  stats.signed_ms = delays.signed_ms;
  if (n == 0) return stats;
  std::vector<double> sizes;
  for (double delay : delays.signed_ms) sizes.push_back(std::abs(delay));
  sizes = Sorted(std::move(sizes));
  const auto near = std::upper_bound(sizes.begin(), sizes.end(), 1000 * kNear + 1e-9);
  stats.far = static_cast<int>(sizes.end() - near);
  stats.median_ms = Median(sizes);
  stats.p99_ms = Percentile99(sizes);
  stats.worst_ms = sizes.back();
  stats.signed_median_ms = Median(Sorted(delays.signed_ms));
  return stats;
}

LoadVerdict JudgeLoads(const RunLog& log, const AllLoads& truth, const AllLoads& estimate, bool with_events) {
  std::int64_t count[2][2] = {};
  Delays touch_down, lift_off;
  for (std::size_t foot = 0; foot < truth.size(); ++foot) {
    for (std::size_t i = 0; i < log.ticks.size(); ++i) {
      if (IsJudged(log.ticks[i].phase)) ++count[truth[foot][i] != 0][estimate[foot][i] != 0];
    }
    if (!with_events) continue;
    const std::vector<LoadEvent> true_events = Events(truth[foot], log.period);
    const std::vector<LoadEvent> estimated_events = Events(estimate[foot], log.period);
    touch_down.Append(Match(log, true_events, estimated_events, true));
    lift_off.Append(Match(log, true_events, estimated_events, false));
  }
  LoadVerdict verdict;
  const std::int64_t open = count[0][0] + count[0][1];
  const std::int64_t loaded = count[1][0] + count[1][1];
  verdict.accuracy = ShareOf(count[0][0] + count[1][1], open + loaded);
  verdict.false_contact = ShareOf(count[0][1], open);
  verdict.missed_contact = ShareOf(count[1][0], loaded);
  verdict.touch_down = Summarize(touch_down);
  verdict.lift_off = Summarize(lift_off);
  touch_down.Append(lift_off);
  verdict.events = Summarize(touch_down);
  return verdict;
}

void JudgeClasses(const RunLog& log, JudgeResult* result) {
  const std::vector<std::vector<FootState>> states = TrueStates(log);
  for (std::size_t i = 0; i < log.ticks.size(); ++i) {
    const Phase phase = log.ticks[i].phase;
    if (!IsJudged(phase)) continue;
    if (std::count(result->phases.begin(), result->phases.end(), phase) == 0) result->phases.push_back(phase);
    ++result->ticks;
    for (std::size_t foot = 0; foot < states[i].size(); ++foot) {
      const auto estimated = static_cast<std::size_t>(log.ticks[i].feet[foot].estimated_state);
      ++result->confusion[static_cast<std::size_t>(states[i][foot])].at(estimated);
    }
  }
  double recall_sum = 0, classes = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto& row = result->confusion[k];
    result->recall[k] = ShareOf(row[k], row[0] + row[1] + row[2]);
    if (std::isnan(result->recall[k])) continue;
    recall_sum += result->recall[k];
    ++classes;
  }
  if (classes > 0) result->balanced_accuracy = recall_sum / classes;
}

void JudgeRival(const RunLog& log, const AllLoads& truth, JudgeResult* result) {
  const double unit = Unit(log);
  const auto rival = [&](int step) {
    return ThresholdLoads(log, &TickSample::feet, static_cast<float>(kThresholdStep * unit * step));
  };
  double best = -1;
  int best_step = 0;
  for (int step = 0; step < kThresholdCount; ++step) {  // of equally good thresholds the lowest
    const double accuracy = JudgeLoads(log, truth, rival(step), false).accuracy;
    if (!(accuracy > best)) continue;
    best = accuracy;
    best_step = step;
  }
  result->threshold = kThresholdStep * unit * best_step;
  result->rival = JudgeLoads(log, truth, rival(best_step), true);
}

}  // namespace

float LeastLoad(const RunLog& log) { return static_cast<float>(kLoadedForce * Unit(log)); }

std::vector<std::vector<FootState>> TrueStates(const RunLog& log) {
  const std::size_t shortest = TickCount(kSlipDuration, log.period);
  const float least = LeastLoad(log);
  const std::size_t feet = log.robot.Feet();
  std::vector<std::vector<FootState>> states(log.ticks.size(), std::vector<FootState>(feet));
  for (std::size_t foot = 0; foot < feet; ++foot) {
    std::size_t sliding = 0;  // consecutive ticks
    for (std::size_t i = 0; i < log.ticks.size(); ++i) {
      const FootSample& sample = log.ticks[i].feet[foot];
      const bool loaded = sample.TrueLoad() > least;
      states[i][foot] = loaded ? FootState::kStick : FootState::kOpen;
      sliding = loaded && sample.true_tangential_speed > kSlipSpeed ? sliding + 1 : 0;
      if (sliding < shortest) continue;
      const std::size_t back = sliding == shortest ? shortest : 1;
      for (std::size_t k = 0; k < back; ++k) states[i - k][foot] = FootState::kSlip;
    }
  }
  return states;
}

std::vector<LoadEvent> TrueLoadEvents(const RunLog& log, std::size_t foot) {
  return Events(TrueLoads(log, &TickSample::feet)[foot], log.period);
}

JudgeResult Judge(const RunLog& log) {
  JudgeResult result;
  result.plant = log.plant;
  result.feet = log.robot.Feet();
  JudgeClasses(log, &result);
  const AllLoads truth = TrueLoads(log, &TickSample::feet);
  result.estimator = JudgeLoads(log, truth, EstimatedLoads(log, &TickSample::feet), true);
  if (log.robot.points.size() > result.feet) {
    result.point_accuracy =
        JudgeLoads(log, TrueLoads(log, &TickSample::points), EstimatedLoads(log, &TickSample::points), false)
            .accuracy;
  }
  JudgeRival(log, truth, &result);
  result.slips = JudgeSlips(log);
  result.known_ground = JudgeKnownGround(log);
  result.state = JudgeState(log);
  return result;
}

}  // namespace footing::tools
