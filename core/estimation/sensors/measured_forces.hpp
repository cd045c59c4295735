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

}  // namespace footing
