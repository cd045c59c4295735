// How well forces and the base's motion were estimated, over the ticks of judged phases (judge.hpp).
#pragma once

#include <cstdint>

#include "tools/footing/simulate/figures/squares.hpp"
#include "tools/footing/simulate/run_log.hpp"

namespace footing::tools {

struct StateFigures {
  // Share of the model's weight: error of the vertical force, of each foot truly loaded, and of those that
  // have been so for more than 20 ms. Before that the impact outweighs all else.
  Squares force, settled_force;
  std::int64_t far_forces = 0;  // of `force`: further from the truth than twice the stated deviation
  Squares velocity;  // m/s: length of the error of the base's velocity
  Squares ground;    // rad: angle between the estimated normal and the true one under each loaded foot
  Squares friction;  // of μ under a foot that has slipped three times on this ground, as each slip ends
  Squares tilt;      // rad: angle between the estimated and the true vertical, in base axes
  double way = 0;    // m, along the ground, by points 0.1 s apart
  double drift = 0;  // m, along the ground: how far the estimated journey ends from the true one
};

StateFigures JudgeState(const RunLog& log);

}  // namespace footing::tools
