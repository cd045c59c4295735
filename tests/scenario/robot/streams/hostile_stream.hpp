// A recorded stream with every kind of fault in it, at random, and always the same for one seed.
#pragma once

#include <limits>
#include <vector>

#include "hal/host_sim/sensors.hpp"
#include "hal/record.hpp"

namespace footing {

// Half a turn about the base's x axis: q ⊗ i.
inline void TurnOver(hal::Measurement* m) {
  const float w = m->attitude[0], x = m->attitude[1], y = m->attitude[2], z = m->attitude[3];
  m->attitude[0] = -x, m->attitude[1] = w, m->attitude[2] = z, m->attitude[3] = -y;
}

// About one sample in ten of `records` is spoilt, lost, repeated, read twice within its period or late.
inline std::vector<hal::Measurement> Hostile(const std::vector<hal::Measurement>& records,
                                             std::uint64_t seed) {
  hal::Noise random(seed);
  const auto below = [&random](int n) { return static_cast<std::uint32_t>(random.Uniform(0, n)); };
  const float bad[] = {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity(),
                       1e30f, -2000.0f};
  std::vector<hal::Measurement> hostile;
  std::uint32_t lateness = 0, recount = 0;
  for (const hal::Measurement& record : records) {
    hal::Measurement m = record;
    m.time_us += lateness;
    m.sequence -= recount;
    hostile.push_back(m);
    hal::Measurement& last = hostile.back();
    float* const numbers = last.joint_position;  // of joints, then of the IMU
    switch (below(120)) {
      case 0: numbers[below(36)] = bad[below(4)]; break;
      case 1: numbers[36 + below(10)] = bad[below(4)]; break;
      case 2: last.valid = 0; break;
      case 3: TurnOver(&last); break;
      case 4: last.operator_input.mode = hal::OperatorMode::kDamp; break;
      case 5: last.operator_input.yaw_rate = bad[below(4)]; break;
      case 6: hostile.pop_back(); break;
      case 7: hostile.insert(hostile.end(), below(8), m); break;
      case 8:
        m.time_us += 1 + below(450);
        m.sequence += below(2);
        m.joint_velocity[below(12)] = bad[below(4)];
        hostile.push_back(m);
        break;
      case 9: lateness += below(3000); break;
      case 10:
        if (below(10) == 0) recount += 500;
        break;
      default: break;
    }
  }
  return hostile;
}

}  // namespace footing
