// The offsets of one leg's encoders, from its foot while that stands: seen with a wrong joint position a foot
// at rest moves. With an offset δ_j of joint j, and V the base's velocity, the foot's seen velocity is
//   y = V + ω × r + J q̇ = Σ_j dJ_j/dt δ_j,
// as J_j = ∂r/∂q_j. Over a window of a stance this is the drift of the foot against the change of J's
// columns: no noise of a derivative enters. The δ are found by least squares over the last windows (2 s),
// each weighed by how sure it was, with a prior of zero.
#pragma once

#include <array>

#include "core/dynamics/dynamics_terms.hpp"
#include "core/dynamics/robot_tree.hpp"
#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"

namespace footing {

// kLeg: the most joints of a leg.
template <typename ModelType, int kLeg>
class LegOffsets {
 public:
  using Model = ModelType;
  using Scalar = typename Model::Scalar;

  LegOffsets() = default;  // of no leg

  // `foot` of the model.
  LegOffsets(const Model& model, int foot, const RobotScale<Scalar>& scale)
      : foot_(foot),
        leg_(LegOf<kLeg>(model, foot)),
        load_(scale.load),
        noise_(kNoise * kNoise * scale.speed * scale.speed) {
    for (Vector3<Scalar>& column : column_) column.setZero();
  }

  // A window begins, with the foot's force `normal` [N]. About 10 operations a joint.
  void Begin(const DynamicsTerms<Model>& terms, Scalar normal) {
    time_ = Scalar(0);
    normal_ = normal;
    drift_.setZero();
    for (int k = 0; k < leg_.count; ++k) column_[At(k)] = Column(terms, k);  // at most kLeg
  }

  // `step` [s] of the window have passed with this velocity [m/s]. True at the end of the window.
  bool Move(const Vector3<Scalar>& velocity, Scalar step) {
    drift_ += step * velocity;
    time_ += step;
    return time_ >= kWindow;
  }

  // `step` [s] have passed, in a window or not.
  void Age(Scalar step) { age_ = Min(age_ + step, kMemory); }

  // s, since the last window was learned from, at most kMemory.
  Scalar age() const { return age_; }

  // m/s, of the window.
  Vector3<Scalar> Velocity() const { return Vector3<Scalar>((Scalar(1) / time_) * drift_); }

  // Learns from the window, whose velocity was `seen` [m/s]; the foot's force is now `normal` [N].
  // `ground_variance` [m²/s²]: of the speed of feet that stand, off ground that gives way. About 250
  // operations for three joints.
  void Learn(const DynamicsTerms<Model>& terms, const Vector3<Scalar>& seen, Scalar normal,
             Scalar ground_variance) {
    const Scalar rate = Scalar(1) / time_;
    std::array<Vector3<Scalar>, kLeg> change;
    Vector3<Scalar> left = seen;
    for (int k = 0; k < leg_.count; ++k) {  // at most kLeg
      change[At(k)] = rate * (Column(terms, k) - column_[At(k)]);
      left -= offset_[k] * change[At(k)];
    }
    // Ground that gives way moves a foot as its load changes.
    const Scalar sinking = (normal - normal_) / load_;
    const Scalar sure = Scalar(1) / (Scalar(1) + kSinking * sinking * sinking);
    unexplained_ += kUnexplainedGain * (sure * left.squaredNorm() - unexplained_);
    const Scalar variance = Max(Max(noise_, kGiving * ground_variance), kUnexplained * unexplained_);
    const Scalar weight = sure * noise_ / variance;
    const Scalar kept = Scalar(1) - age_ / kMemory;
    age_ = Scalar(0);
    LegMatrix square = LegMatrix::Zero();
    LegVector product = LegVector::Zero();
    for (int i = 0; i < leg_.count; ++i) {  // at most kLeg
      product_[i] = kept * product_[i] + weight * change[At(i)].dot(seen);
      product[i] = product_[i];
      for (int j = 0; j <= i; ++j) {  // at most kLeg
        square_(i, j) = kept * square_(i, j) + weight * change[At(i)].dot(change[At(j)]);
        square(i, j) = square(j, i) = square_(i, j) + (i == j ? Prior() : Scalar(0));
      }
    }
    Solve(square, product);
  }

  // What was learned fades at once, with the next window.
  void Forget() { age_ = kMemory; }

  const LegJoints<kLeg>& joints() const { return leg_; }
  Scalar noise() const { return noise_; }  // m²/s², the variance of a window's drift a second
  // rad, of the leg's joint k, drawn to zero by the prior.
  Scalar offset(int k) const { return offset_[k]; }
  // Whether the windows have told enough of it: of a robot that stands a single window would last.
  bool IsTold(int k) const { return square_(k, k) > kTold * Prior(); }

 private:
  using LegVector = BoundedVector<Scalar, kLeg>;
  using LegMatrix = BoundedMatrix<Scalar, kLeg>;

  static constexpr Scalar kWindow = Scalar(0.04L);    // s: several fit into a step
  static constexpr Scalar kMemory = Scalar(2);        // s
  static constexpr Scalar kPrior = Scalar(0.1L);      // rad
  static constexpr Scalar kTold = Scalar(0.5L);       // of the prior, that windows must tell of a joint
  static constexpr Scalar kNoise = Scalar(0.0225L);   // of √(g leg): of a window's drift
  static constexpr Scalar kUnexplained = Scalar(20);  // times the variance that the offsets do not explain
  static constexpr Scalar kGiving = Scalar(2);        // times the variance of the ground
  static constexpr Scalar kUnexplainedGain = Scalar(0.133L);  // of a window: 0.3 s
  // A change of load by 0.3 of its share halves a window's weight.
  static constexpr Scalar kSinking = Scalar(10);

  static constexpr unsigned At(int i) { return static_cast<unsigned>(i); }

  // m²/s², in the least squares.
  Scalar Prior() const { return noise_ / (kPrior * kPrior); }

  Vector3<Scalar> Column(const DynamicsTerms<Model>& terms, int k) const {
    const auto& J = terms.points[At(foot_)].jacobian;
    const int column = 6 + leg_.joint[At(k)];
    return {J(0, column), J(1, column), J(2, column)};
  }

  // A δ = b by elimination; A is positive definite by its prior.
  void Solve(LegMatrix& a, LegVector& b) {
    for (int k = 0; k < leg_.count; ++k) {  // at most kLeg
      const Scalar inverse = Scalar(1) / a(k, k);
      for (int i = k + 1; i < leg_.count; ++i) {  // at most kLeg
        const Scalar share = a(i, k) * inverse;
        for (int j = k; j < leg_.count; ++j) a(i, j) -= share * a(k, j);  // at most kLeg
        b[i] -= share * b[k];
      }
    }
    for (int k = leg_.count - 1; k >= 0; --k) {  // at most kLeg
      Scalar left = b[k];
      for (int j = k + 1; j < leg_.count; ++j) left -= a(k, j) * offset_[j];  // at most kLeg
      offset_[k] = left / a(k, k);
    }
  }

  int foot_ = 0;
  LegJoints<kLeg> leg_;
  Scalar load_ = 0;   // N
  Scalar noise_ = 0;  // m²/s²
  Scalar age_ = 0;
  // Of the window.
  Scalar time_ = 0;                                  // s
  Scalar normal_ = 0;                                // N, at its begin
  Vector3<Scalar> drift_ = Vector3<Scalar>::Zero();  // m
  std::array<Vector3<Scalar>, kLeg> column_{};       // m, of J at its begin
  // Of the windows.
  LegMatrix square_ = LegMatrix::Zero();                                // m²/s²
  LegVector product_ = LegVector::Zero(), offset_ = LegVector::Zero();  // m²/s², rad
  Scalar unexplained_ = 0;                                              // m²/s²
};

}  // namespace footing
