// The contact-aided invariant Kalman filter (Hartley et al. 2018, RSS; 2020, IJRR): attitude R, velocity v,
// position p and the feet d_i in contact as one element of SE_{N+2}(3), with biases of gyro and
// accelerometer.
//
// The error is right-invariant, X̂ = exp(ξ) X, in the order ξ = (φ, v, p, d_1 … d_N, b_g, b_a):
//   ξ̇ = (−R̂ b_g, [g] φ − [v̂] R̂ b_g − R̂ b_a, v − [p̂] R̂ b_g, −[d̂_i] R̂ b_g, 0, 0)   (IJRR (29))
// which depends on the state by the biases alone. A foot measures R̂ s_i − (d̂_i − p̂) = ξ_p − ξ_di + noise.
// At touch-down d_i = p + R s_i enters with ξ_di = ξ_p + noise; at lift-off its rows become zero.
// Departure: the feet are corrected one after the other in place of stacked, which isotropic noise allows.
// Beyond the paper: a foot may be a ball that rolls (Roll); and CorrectAttitude takes the IMU's own attitude,
// log(R̂ R_mᵀ) = φ + noise. Axes and origin of "body" are the IMU's.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cmath>

namespace footing::rivals {

struct InvariantFilterOptions {
  double gyro_density = 3e-4;           // rad/s/√Hz
  double accelerometer_density = 3e-3;  // m/s²/√Hz
  double gyro_bias_density = 1e-4;      // rad/s²/√Hz
  double accelerometer_bias_density = 1e-3;
  double foot_density = 0.01;       // m/s/√Hz, of a foot in contact
  double foot_sigma = 0.003;        // m, of the kinematics, an axis
  double accelerometer_bias = 0.3;  // m/s², that is likely at the start
};

template <int kFeet>
class InvariantFilter {
 public:
  using Vector = Eigen::Vector3d;
  using Matrix = Eigen::Matrix3d;
  static constexpr int kSize = 15 + 3 * kFeet;
  static constexpr double kGravity = 9.81;

  // At rest in the origin. `attitude`: body to world.
  InvariantFilter(const InvariantFilterOptions& options, const Matrix& attitude)
      : options_(options), attitude_(attitude) {
    constexpr double kAttitude = 0.02, kSpeed = 0.03, kGyroBias = 0.03;  // likely at the start
    covariance_.setZero();
    const auto begin = [this](int at, double sigma) {
      covariance_.diagonal().template segment<3>(at).setConstant(sigma * sigma);
    };
    begin(kRotation, kAttitude);
    begin(kVelocity, kSpeed);
    begin(kGyro, kGyroBias);
    begin(kAccelerometer, options.accelerometer_bias);
  }

  void Predict(const Vector& gyro, const Vector& acceleration, double dt) {
    PredictCovariance(dt);
    covariance_ = (0.5 * (covariance_ + covariance_.transpose())).eval();  // of rounding
    const Vector turn = dt * (gyro - gyro_bias_);
    const Vector a = attitude_ * Exp(0.5 * turn) * (acceleration - accelerometer_bias_) + Gravity();
    position_ += dt * velocity_ + 0.5 * dt * dt * a;
    velocity_ += dt * a;
    attitude_ = Eigen::Quaterniond(attitude_ * Exp(turn)).normalized().toRotationMatrix();
  }

  // The feet are balls of `radius` [m] on level ground; `turn` [rad, body axes] is that of each since the
  // last tick, against the world. The centre of a ball at rest on the ground moves by turn × radius e_z. That
  // is a known input, in the group's own form: ξ does not depend on it.
  void Roll(const std::array<Vector, kFeet>& turn, const std::array<double, kFeet>& radius) {
    for (std::size_t i = 0; i < kFeet; ++i)
      if (held_[i]) foot_[i] += (attitude_ * turn[i]).cross(radius[i] * Vector::UnitZ());
  }

  // `feet` [m]: from the body, body axes, by the joints; `contact`: those that are believed at rest.
  void CorrectFeet(const std::array<Vector, kFeet>& feet, const std::array<bool, kFeet>& contact) {
    const double noise = options_.foot_sigma * options_.foot_sigma;
    for (std::size_t i = 0; i < kFeet; ++i) {
      if (!held_[i] || !contact[i]) continue;
      const Vector innovation = attitude_ * feet[i] - (foot_[i] - position_);
      const Gain ph =
          covariance_.template middleCols<3>(kPosition) - covariance_.template middleCols<3>(At(i));
      const Matrix s = ph.template middleRows<3>(kPosition) - ph.template middleRows<3>(At(i)) +
                       noise * Matrix::Identity();
      Correct(ph, s, innovation);
    }
    for (std::size_t i = 0; i < kFeet; ++i) {
      if (held_[i] && !contact[i]) Drop(i);
      if (!held_[i] && contact[i]) Add(i, feet[i]);
    }
  }

  // `sigma` [rad]: of each axis.
  void CorrectAttitude(const Matrix& measured, double sigma) {
    const Eigen::AngleAxisd apart(attitude_ * measured.transpose());
    const Gain ph = covariance_.template middleCols<3>(kRotation);
    const Matrix s = ph.template middleRows<3>(kRotation) + sigma * sigma * Matrix::Identity();
    Correct(ph, s, apart.angle() * apart.axis());
  }

  const Matrix& attitude() const { return attitude_; }
  const Vector& velocity() const { return velocity_; }
  const Vector& position() const { return position_; }
  const Vector& gyro_bias() const { return gyro_bias_; }
  const Vector& accelerometer_bias() const { return accelerometer_bias_; }
  const Eigen::Matrix<double, kSize, kSize>& covariance() const { return covariance_; }

 private:
  using Gain = Eigen::Matrix<double, kSize, 3>;
  using Error = Eigen::Matrix<double, kSize, 1>;
  static constexpr int kRotation = 0, kVelocity = 3, kPosition = 6, kGyro = 9 + 3 * kFeet,
                       kAccelerometer = kGyro + 3;

  static int At(std::size_t foot) { return 9 + 3 * static_cast<int>(foot); }
  static Vector Gravity() { return {0, 0, -kGravity}; }

  static Matrix Cross(const Vector& v) {
    Matrix m;
    m << 0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0;
    return m;
  }

  static Matrix Exp(const Vector& turn) {
    const double angle = turn.norm();
    if (angle < 1e-12) return Matrix::Identity() + Cross(turn);
    return Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix();
  }

  // The left Jacobian of SO(3).
  static Matrix LeftJacobian(const Vector& turn) {
    const double angle = turn.norm();
    const Matrix cross = Cross(turn);
    if (angle < 1e-6) return Matrix::Identity() + 0.5 * cross;
    return Matrix::Identity() + (1 - std::cos(angle)) / (angle * angle) * cross +
           (angle - std::sin(angle)) / (angle * angle * angle) * cross * cross;
  }

  // P ← (I + A dt) P, of whose rows those of the biases stay.
  void Transit(double dt) {
    auto rows = [this](int at) { return covariance_.template middleRows<3>(at); };
    const Matrix gyro = -dt * attitude_, gravity = dt * Cross(Gravity());
    rows(kPosition) +=
        dt * rows(kVelocity) + 0.5 * dt * gravity * rows(kRotation) + Cross(position_) * gyro * rows(kGyro);
    for (std::size_t i = 0; i < kFeet; ++i)
      if (held_[i]) rows(At(i)) += Cross(foot_[i]) * gyro * rows(kGyro);
    rows(kVelocity) += gravity * rows(kRotation) + Cross(velocity_) * gyro * rows(kGyro) -
                       dt * attitude_ * rows(kAccelerometer);
    rows(kRotation) += gyro * rows(kGyro);
  }

  void PredictCovariance(double dt) {
    Transit(dt);
    covariance_.transposeInPlace();
    Transit(dt);
    const auto power = [dt](double density) { return density * density * dt; };
    // What the gyro's noise moves: the adjoint's first column, whose attitude drops out of the product.
    Gain moved = Gain::Zero();
    moved.template middleRows<3>(kRotation).setIdentity();
    moved.template middleRows<3>(kVelocity) = Cross(velocity_);
    moved.template middleRows<3>(kPosition) = Cross(position_);
    for (std::size_t i = 0; i < kFeet; ++i)
      if (held_[i]) moved.template middleRows<3>(At(i)) = Cross(foot_[i]);
    covariance_.noalias() += power(options_.gyro_density) * moved * moved.transpose();
    auto diagonal = covariance_.diagonal();
    diagonal.template segment<3>(kVelocity).array() += power(options_.accelerometer_density);
    for (std::size_t i = 0; i < kFeet; ++i)
      if (held_[i]) diagonal.template segment<3>(At(i)).array() += power(options_.foot_density);
    diagonal.template segment<3>(kGyro).array() += power(options_.gyro_bias_density);
    diagonal.template segment<3>(kAccelerometer).array() += power(options_.accelerometer_bias_density);
  }

  // `ph`: P Hᵀ; `s`: H P Hᵀ and the noise.
  void Correct(const Gain& ph, const Matrix& s, const Vector& innovation) {
    const Gain gain = ph * s.inverse();
    covariance_.noalias() -= gain * ph.transpose();
    const Error xi = -(gain * innovation);  // X ← exp(ξ) X
    const Vector turn = xi.template segment<3>(kRotation);
    const Matrix rotation = Exp(turn), jacobian = LeftJacobian(turn);
    const auto move = [&](int at, Vector* v) {
      *v = (rotation * *v + jacobian * xi.template segment<3>(at)).eval();
    };
    attitude_ = (rotation * attitude_).eval();
    move(kVelocity, &velocity_);
    move(kPosition, &position_);
    for (std::size_t i = 0; i < kFeet; ++i)
      if (held_[i]) move(At(i), &foot_[i]);
    gyro_bias_ += xi.template segment<3>(kGyro);
    accelerometer_bias_ += xi.template segment<3>(kAccelerometer);
  }

  void Drop(std::size_t i) {
    held_[i] = false;
    covariance_.template middleRows<3>(At(i)).setZero();
    covariance_.template middleCols<3>(At(i)).setZero();
  }

  void Add(std::size_t i, const Vector& offset) {
    held_[i] = true;
    foot_[i] = position_ + attitude_ * offset;
    covariance_.template middleRows<3>(At(i)) = covariance_.template middleRows<3>(kPosition).eval();
    covariance_.template middleCols<3>(At(i)) = covariance_.template middleCols<3>(kPosition).eval();
    covariance_.diagonal().template segment<3>(At(i)).array() += options_.foot_sigma * options_.foot_sigma;
  }

  InvariantFilterOptions options_;
  Matrix attitude_;  // body to world
  Vector velocity_ = Vector::Zero(), position_ = Vector::Zero();
  std::array<Vector, kFeet> foot_{};
  std::array<bool, kFeet> held_{};
  Vector gyro_bias_ = Vector::Zero(), accelerometer_bias_ = Vector::Zero();
  Eigen::Matrix<double, kSize, kSize> covariance_;
};

}  // namespace footing::rivals
