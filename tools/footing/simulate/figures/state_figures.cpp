#include "tools/footing/simulate/figures/state_figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "tools/footing/simulate/judge/judge.hpp"

namespace footing::tools {
namespace {

constexpr double kWayStep = 0.1;  // s: shorter ones would count the trunk's swaying as way

constexpr double kImpact = 0.02;  // s

using Vector = std::array<double, 3>;

Vector Difference(const std::array<float, 3>& a, const std::array<float, 3>& b) {
  Vector d;
  for (std::size_t k = 0; k < 3; ++k) d[k] = static_cast<double>(a[k]) - static_cast<double>(b[k]);
  return d;
}

Vector Wide(const std::array<float, 3>& a) { return {a[0], a[1], a[2]}; }

// The slips of one foot on one ground; a slip is a true one of at least 10 ms (slip_figures.hpp).
class FrictionJudge {
 public:
  void Add(const FootSample& foot, FootState state, double period, Squares* error) {
    constexpr double kSlip = 0.01;  // s
    constexpr int kSlips = 3;
    if (state != FootState::kOpen && foot.true_friction != ground_) slips_ = 0, ground_ = foot.true_friction;
    if (state == FootState::kSlip) {
      slipping_ += period;
      last_ = static_cast<double>(foot.estimated_friction) - static_cast<double>(ground_);
      return;
    }
    if (slipping_ >= kSlip && ++slips_ >= kSlips) error->Add(last_);
    slipping_ = 0;
  }

 private:
  float ground_ = -1;  // μ
  int slips_ = 0;
  double slipping_ = 0;  // s
  double last_ = 0;
};

// The world's vertical in base axes: the last row of the rotation.
Vector Vertical(const std::array<float, 4>& attitude) {
  const double w = attitude[0], x = attitude[1], y = attitude[2], z = attitude[3];
  return {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z};
}

double AngleBetween(const Vector& a, const Vector& b) {
  const double along = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const double across =
      std::hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
  return std::atan2(across, along);
}

void JudgeJourney(const RunLog& log, std::size_t first, std::size_t last, StateFigures* figures) {
  const TickSample& begin = log.ticks[first];
  const TickSample& end = log.ticks[last];
  const Vector truth = Difference(end.base_position, begin.base_position);
  const Vector estimate = Difference(end.estimated_base_position, begin.estimated_base_position);
  figures->drift = std::hypot(estimate[0] - truth[0], estimate[1] - truth[1]);
  const auto step = static_cast<std::size_t>(std::lround(kWayStep / log.period));
  for (std::size_t i = first; i < last;) {
    const std::size_t next = std::min(i + step, last);
    const Vector way = Difference(log.ticks[next].base_position, log.ticks[i].base_position);
    figures->way += std::hypot(way[0], way[1]);
    i = next;
  }
}

}  // namespace

StateFigures JudgeState(const RunLog& log) {
  StateFigures figures;
  const std::vector<std::vector<FootState>> states = TrueStates(log);
  const double weight = 9.81 * log.robot.Mass();
  const long impact = std::lround(kImpact / log.period);
  std::vector<long> loaded(log.robot.Feet(), 0);  // ticks
  std::vector<FrictionJudge> friction(log.robot.Feet());
  std::size_t first = log.ticks.size(), last = 0;
  for (std::size_t i = 0; i < log.ticks.size(); ++i) {
    const TickSample& tick = log.ticks[i];
    for (std::size_t f = 0; f < loaded.size(); ++f)
      loaded[f] = states[i][f] != FootState::kOpen ? loaded[f] + 1 : 0;
    if (!IsJudged(tick.phase)) continue;
    for (std::size_t f = 0; f < friction.size(); ++f)
      friction[f].Add(tick.feet[f], states[i][f], log.period, &figures.friction);
    first = std::min(first, i);
    last = i;
    for (std::size_t f = 0; f < loaded.size(); ++f) {
      if (loaded[f] == 0) continue;
      const FootSample& foot = tick.feet[f];
      const Vector difference = Difference(foot.estimated_force, foot.true_force);
      double error = 0;
      for (std::size_t k = 0; k < 3; ++k) error += difference[k] * foot.true_normal[k] / weight;
      figures.force.Add(error);
      figures.far_forces += std::abs(error) * weight > 2.0 * foot.normal_sigma ? 1 : 0;
      figures.ground.Add(AngleBetween(Wide(tick.estimated_normal), Wide(foot.true_normal)));
      if (loaded[f] > impact) figures.settled_force.Add(error);
    }
    const Vector error = Difference(tick.estimated_base_velocity, tick.base_velocity);
    figures.velocity.Add(std::hypot(error[0], error[1], error[2]));
    figures.tilt.Add(AngleBetween(Vertical(tick.estimated_base_attitude), Vertical(tick.base_attitude)));
  }
  if (first < last) JudgeJourney(log, first, last, &figures);
  return figures;
}

}  // namespace footing::tools
