// The ground under the robot, as a plane: its height and slope, from the places of the feet that stand.
//
// State: h, the height of the base's origin over the ground straight below it, and the ground's rise a, b for
// each metre along x and y. Where the base moves, h moves by
//   ḣ = v_z − a v_x − b v_y,
// and a foot that stands at d from the base's origin measures h by
//   0 = h + d_z − a d_x − b d_y + noise.
// A Kalman filter of these three numbers with their whole covariance: the two slopes are known by how h is,
// and the reverse. The ground is no plane: height and slope are random walks over the way that the base goes.
// A foot's place is one measurement as long as it stands, so what is told in a tick counts accordingly less.
#pragma once

#include "core/dynamics/kinematics.hpp"
#include "core/scalar.hpp"

namespace footing {

// Lengths count in the leg, speeds in √(g leg) (RobotScale).
template <typename Scalar>
struct GroundPlaneOptions {
  Scalar foot_sigma = Scalar(0.02L);   // of the place of a foot that stands: rough ground, the leg's errors
  Scalar step_time = Scalar(0.2L);     // s, that a foot usually stands
  Scalar height_walk = Scalar(0.1L);   // of h, over a way of one leg
  Scalar slope_walk = Scalar(0.2L);    // of a and b, over a way of one leg
  Scalar least_speed = Scalar(0.05L);  // the ground moves under a base at rest as under one so slow
  Scalar largest_slope = Scalar(1);    // of a and b
};

template <typename Scalar>
class GroundPlane {
 public:
  // `length` [m], `speed` [m/s]: the robot's leg and √(g leg).
  GroundPlane(const GroundPlaneOptions<Scalar>& options, Scalar length, Scalar speed)
      : options_(options), length_(length), speed_(speed) {
    covariance_(0, 0) = length * length;
    covariance_(1, 1) = covariance_(2, 2) = Scalar(0.1L) * Scalar(0.1L);
  }

  // `height` [m] of the base's origin, not yet confirmed by a foot.
  void Begin(Scalar height) { state_[0] = height; }

  // One step `dt` [s] on with the base's `velocity` [m/s, world axes]. Returns the way along the ground [m].
  // About 30 multiply-adds and a square root.
  Scalar Move(const Vector3<Scalar>& velocity, Scalar dt) {
    const Scalar x = dt * velocity[0], y = dt * velocity[1];
    state_[0] += OffSlope(dt * velocity);
    // P ← F P Fᵀ + Q with F = I, except its first row (1, −x, −y).
    Matrix3<Scalar>& P = covariance_;
    const Scalar along1 = x * P(1, 1) + y * P(2, 1), along2 = x * P(1, 2) + y * P(2, 2);
    P(0, 0) += -Scalar(2) * (x * P(0, 1) + y * P(0, 2)) + x * along1 + y * along2;
    P(0, 1) = P(1, 0) = P(0, 1) - along1;
    P(0, 2) = P(2, 0) = P(0, 2) - along2;
    const Scalar way = Sqrt(x * x + y * y);
    const Scalar legs = Max(way, options_.least_speed * speed_ * dt) / length_;
    const Scalar lift = options_.height_walk * length_;
    P(0, 0) += lift * lift * legs;
    for (int k = 1; k < 3; ++k) P(k, k) += options_.slope_walk * options_.slope_walk * legs;
    return way;
  }

  // A foot that has stood for `dt` [s] more, `offset` [m, world axes] from the base's origin. About 40
  // multiply-adds and a division.
  void Correct(const Vector3<Scalar>& offset, Scalar dt) {
    const Vector3<Scalar> row(Scalar(1), -offset[0], -offset[1]);
    Vector3<Scalar> gain;
    for (int i = 0; i < 3; ++i)
      gain[i] = covariance_(i, 0) + covariance_(i, 1) * row[1] + covariance_(i, 2) * row[2];
    const Scalar sigma = options_.foot_sigma * length_;
    const Scalar noise = sigma * sigma * Max(options_.step_time / dt, Scalar(1));
    const Scalar inverse = Scalar(1) / (gain[0] + gain[1] * row[1] + gain[2] * row[2] + noise);
    const Scalar error = -Height(offset) * inverse;
    for (int i = 0; i < 3; ++i) {
      state_[i] += gain[i] * error;
      for (int j = 0; j <= i; ++j)
        covariance_(i, j) = covariance_(j, i) = covariance_(i, j) - gain[i] * gain[j] * inverse;
    }
    for (int k = 1; k < 3; ++k) state_[k] = Clamp(state_[k], -options_.largest_slope, options_.largest_slope);
  }

  // m, over the ground straight below, of a place `offset` [m, world axes] from the base's origin.
  Scalar Height(const Vector3<Scalar>& offset) const { return OffSlope(offset, state_[0]); }

  // The rise of a way [m, or of a velocity in m/s; world axes] less that of the ground's slope along it, and
  // `above` [m].
  Scalar OffSlope(const Vector3<Scalar>& way, Scalar above = Scalar(0)) const {
    return above + way[2] - state_[1] * way[0] - state_[2] * way[1];
  }

  Scalar height() const { return state_[0]; }                        // m, of the base's origin
  Scalar rise(int k) const { return state_[1 + k]; }                 // along x, y: metres a metre
  const Matrix3<Scalar>& covariance() const { return covariance_; }  // of h [m], a, b

  // Unit, upward. A square root and a division.
  Vector3<Scalar> Normal() const {
    const Vector3<Scalar> up(-state_[1], -state_[2], Scalar(1));
    return up / Sqrt(up.squaredNorm());
  }

 private:
  GroundPlaneOptions<Scalar> options_;
  Scalar length_;  // m
  Scalar speed_;   // m/s
  Vector3<Scalar> state_ = Vector3<Scalar>::Zero();
  Matrix3<Scalar> covariance_ = Matrix3<Scalar>::Zero();
};

}  // namespace footing
