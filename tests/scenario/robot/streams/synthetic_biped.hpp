// A made-up run of a robot of two feet of four points each: no physics, only numbers that can be found again.
#pragma once

#include "firmware/robots/g1/model.hpp"
#include "tools/footing/simulate/run_log.hpp"

namespace footing::tools {

inline RunLog SyntheticBiped() {
  RunLog log;
  log.robot = FiguresOf<robots::G1>();
  for (int i = 0; i < 400; ++i) {
    TickSample tick{};
    tick.time = 0.001 * i;
    tick.phase = i < 100 ? Phase::kSquat : Phase::kLift;
    tick.base_position = {0, 0, static_cast<float>(log.robot.height)};
    tick.base_attitude = {1, 0, 0, 0};
    for (std::size_t j = 0; j < log.robot.joints.size(); ++j)
      tick.joint_position.push_back(
          static_cast<float>(log.robot.posture[j] + 0.001 * static_cast<double>(j)));
    tick.points.resize(log.robot.points.size());
    tick.feet.resize(log.robot.Feet());
    for (std::size_t p = 0; p < tick.points.size(); ++p) {
      const bool loaded = p < 4 || i < 100;
      tick.points[p].true_force = {0, 0, loaded ? 40.0f : 0.0f};
      tick.points[p].estimated_state = loaded || p == 7 ? FootState::kStick : FootState::kOpen;
      tick.feet[p / 4].true_force[2] += tick.points[p].true_force[2];
    }
    for (FootSample& foot : tick.feet)
      foot.estimated_state = foot.true_force[2] > 0 ? FootState::kStick : FootState::kOpen;
    tick.wrench_margin_point = 6;
    tick.wrench_margin_mode = 4;
    log.ticks.push_back(tick);
  }
  return log;
}

}  // namespace footing::tools
