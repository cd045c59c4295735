// The friction of the ground under each foot, from the forces on it. Under a foot that slips |f_t| / f_n is
// μ, up to noise; under one that holds μ is at least that. A Kalman filter of μ for each foot. What was
// learned holds for the place where it was learned: over the way that the robot goes the mean returns to the
// nominal value, and the variance to that of any ground.
#pragma once

#include <array>

#include "core/estimation/contacts/contact_estimator.hpp"

namespace footing {

template <typename Scalar>
struct GroundFrictionOptions {
  Scalar sigma = Scalar(0.3L);       // of μ, of ground on which no foot has slipped
  Scalar slip_sigma = Scalar(0.1L);  // of |f_t| / f_n of a foot that slips
  Scalar slip_time = Scalar(0.01L);  // s, for which its errors last
  Scalar way = Scalar(1.5L);         // m, over which a place is forgotten
  Scalar force_share = Scalar(0.25L);  // of a tick's variance of the normal force: what a filtered force has
};

template <typename ModelType>
class GroundFriction {
 public:
  using Model = ModelType;
  using Scalar = typename Model::Scalar;
  static constexpr int kFeet = Model::kFeet;

  // `nominal`: μ of any ground.
  GroundFriction(const GroundFrictionOptions<Scalar>& options, Scalar nominal)
      : options_(options), nominal_(nominal) {
    mean_.fill(nominal);
    variance_.fill(options.sigma * options.sigma);
  }

  // The base has gone `way` [m] more.
  void Move(Scalar way) {
    const Scalar share = Min(way / options_.way, Scalar(1));
    for (unsigned foot = 0; foot < kFeet; ++foot) {
      mean_[foot] += share * (nominal_ - mean_[foot]);
      variance_[foot] += share * (options_.sigma * options_.sigma - variance_[foot]);
    }
  }

  // Of a loaded foot: `force` [N], ground on foot, filtered; `normal_variance` [N²]: of a tick's normal
  // force; `up`: the ground's normal; `slips`: else it holds. Of a force within its own deviation the ratio
  // is noise. 30 operations, a square root and three divisions.
  void Update(int foot, const Vector3<Scalar>& force, Scalar normal_variance, const Vector3<Scalar>& up,
              bool slips, Scalar dt) {
    const Scalar normal = up.dot(force), square = normal * normal;
    const Scalar variance = options_.force_share * normal_variance;
    if (!(normal > Scalar(0) && square > variance)) return;
    const Scalar ratio = Sqrt(Max(force.squaredNorm() - square, Scalar(0))) / normal;
    const auto i = static_cast<unsigned>(foot);
    if (!slips && ratio <= mean_[i]) return;
    const Scalar error =
        options_.slip_sigma * options_.slip_sigma + (Scalar(1) + ratio * ratio) * variance / square;
    const Scalar noise = error * Max(options_.slip_time / dt, Scalar(1));
    const Scalar gain = variance_[i] / (variance_[i] + noise);
    mean_[i] += gain * (Min(ratio, kLargest) - mean_[i]);
    variance_[i] -= gain * variance_[i];
  }

  Scalar mean(int foot) const { return mean_[static_cast<unsigned>(foot)]; }
  Scalar variance(int foot) const { return variance_[static_cast<unsigned>(foot)]; }

 private:
  static constexpr Scalar kLargest = Scalar(2);

  GroundFrictionOptions<Scalar> options_;
  Scalar nominal_;
  std::array<Scalar, static_cast<unsigned>(kFeet)> mean_, variance_;
};

}  // namespace footing
