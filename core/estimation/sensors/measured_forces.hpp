// Forces that sensors in the feet measure.
#pragma once

#include <array>
#include <cstdint>

#include "core/dynamics/kinematics.hpp"

namespace footing {

// Of each foot as a whole, ground on foot [N]. Whose axes they have, the holder says. kFeet is 0 where there
// are no sensors at all.
template <typename Scalar, int kFeet>
struct MeasuredForces {
  std::uint32_t valid = 0;                                          // bit i: foot i was measured
  std::array<Vector3<Scalar>, static_cast<unsigned>(kFeet)> force;  // undefined of the others

  bool Has(int foot) const { return kFeet > 0 && (valid >> foot & 1u) != 0; }
};

// A plan of the feet (FootTracker::Update), 0 of those whose force was measured: it says more.
template <typename Scalar, int kFeet, std::size_t kPlanned>
std::array<Scalar, kPlanned> WithoutMeasured(std::array<Scalar, kPlanned> plan,
                                             const MeasuredForces<Scalar, kFeet>& measured) {
  for (int foot = 0; foot < kFeet; ++foot)
    if (measured.Has(foot)) plan[static_cast<unsigned>(foot)] = Scalar(0);
  return plan;
}

}  // namespace footing
