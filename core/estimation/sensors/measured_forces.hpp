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

// The same behind a filter like the momentum observer's: as late as what the joints say.
template <typename Scalar, int kFeet>
class SmoothedForces {
 public:
  // `bandwidth` [rad/s]: of the filter.
  explicit SmoothedForces(Scalar bandwidth) : bandwidth_(bandwidth) {}

  // One tick `dt` [s] on: what is measured of a foot `now` [N]. A foot that was not measured in the tick
  // before begins with it.
  const Vector3<Scalar>& Advance(int foot, const Vector3<Scalar>& now, Scalar dt) {
    Vector3<Scalar>& smooth = smooth_.force[static_cast<unsigned>(foot)];
    if (!Has(foot)) smooth = now;
    smooth += bandwidth_ * dt / (Scalar(1) + bandwidth_ * dt) * (now - smooth);
    return smooth;
  }

  // The feet that were measured in this tick; behind the calls of Advance.
  void Keep(std::uint32_t valid) { smooth_.valid = valid; }
  bool Has(int foot) const { return smooth_.Has(foot); }

 private:
  Scalar bandwidth_;
  MeasuredForces<Scalar, kFeet> smooth_;
};

// `sensed`, whose axes are those of the feet's bodies, in world axes.
template <typename Scalar, int kFeet, typename Model, typename Terms>
MeasuredForces<Scalar, kFeet> ToWorld(const Model& model, const Terms& terms,
                                      const MeasuredForces<Scalar, kFeet>& sensed) {
  MeasuredForces<Scalar, kFeet> measured;
  measured.valid = sensed.valid;
  for (int foot = 0; foot < kFeet; ++foot) {
    const auto body = static_cast<unsigned>(model.FootBody(foot));
    const auto i = static_cast<unsigned>(foot);
    if (sensed.Has(foot)) measured.force[i] = terms.kinematics.rotation[body] * sensed.force[i];
  }
  return measured;
}

// A plan of the feet (FootTracker::Update), 0 of those whose force was measured: it says more.
template <typename Scalar, int kFeet, std::size_t kPlanned>
std::array<Scalar, kPlanned> WithoutMeasured(std::array<Scalar, kPlanned> plan,
                                             const MeasuredForces<Scalar, kFeet>& measured) {
  for (int foot = 0; foot < kFeet; ++foot)
    if (measured.Has(foot)) plan[static_cast<unsigned>(foot)] = Scalar(0);
  return plan;
}

}  // namespace footing
