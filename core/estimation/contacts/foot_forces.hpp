// The forces at the points of one foot, from the torque that contacts put on the joints of its leg. With J_p
// the columns of point p's Jacobian for these joints, r the torque, σ_r that of each joint, f̂_p the force
// that is expected there:
//   min |r − Σ J_pᵀ f_p|² / σ_r² + Σ |f_p − f̂_p|² / σ_p².
// The expected forces decide what the joints do not tell: along a stretched leg, of a leg with less than
// three joints, and how the points of a sole share their wrench. Solved by its dual, whose size is the leg's:
//   (Σ σ_p² J_pᵀ J_p + diag σ_r²) y = r − Σ J_pᵀ f̂_p,   f_p = f̂_p + σ_p² J_p y.
// For a leg of three joints and one point this is J⁻ᵀ r within (σ_r / (σ_p J))², a thousandth where the
// offsets of the torques are known.
// Where a sensor measures the foot's force m, there is one term more, |Σ f_p − m|² / σ_m². With
// g = 1 / (Σ σ_p² + σ_m²) it is taken into the expected forces, which are then not independent:
//   f̂_p + σ_p² g (m − Σ f̂),   of points p and q the covariance (δ_pq σ_p² − σ_p² σ_q² g) I.
#pragma once

#include <array>

#include "core/dynamics/dynamics_terms.hpp"
#include "core/dynamics/robot_tree.hpp"
#include "core/linalg/small_cholesky.hpp"
#include "core/scalar.hpp"

namespace footing {

// kLeg: the most joints of a leg. Joints that a shorter leg lacks count as columns of zero, so that all loops
// have one length.
template <typename ModelType, int kLeg>
class FootForces {
 public:
  using Model = ModelType;
  using Scalar = typename Model::Scalar;
  using JointVector = BoundedVector<Scalar, Model::kJoints>;
  using PointForces = std::array<Vector3<Scalar>, static_cast<unsigned>(Model::kPoints)>;
  using PointNumbers = std::array<Scalar, static_cast<unsigned>(Model::kPoints)>;
  using LegNumbers = std::array<Scalar, static_cast<unsigned>(kLeg)>;

  // For the points from `first` up to `last` at the state of `terms`. `torque_variance`: σ_r² [(N·m)²] of
  // each joint of the leg; `force_sigma`: σ_p [N] of each point of the robot, above zero. `measured_sigma`:
  // σ_m [N]; 0: the foot's force is not measured, or else `Expect` is to be called. Cost: for a leg of three
  // joints and one point 50 multiply-adds and three square roots; the leg's joints squared, times 3 for each
  // point more.
  void Factor(const DynamicsTerms<Model>& terms, const LegJoints<kLeg>& leg, int first, int last,
              const PointNumbers& force_sigma, const LegNumbers& torque_variance,
              Scalar measured_sigma = Scalar(0)) {
    leg_ = leg;
    first_ = first;
    last_ = last;
    Spread(force_sigma, measured_sigma);
    const auto own = [&](int i) {
      return i < leg.count ? torque_variance[static_cast<unsigned>(i)] : Scalar(1);
    };
    for (int i = 0; i < kLeg; ++i) {
      for (int j = 0; j < i; ++j) factor_(i, j) = Scalar(0);
      factor_(i, i) = own(i);
    }
    for (int p = first; p < last; ++p) {  // at most kFootPoints
      const Scalar variance = variance_[static_cast<unsigned>(p)];
      const auto& J = terms.points[static_cast<unsigned>(p)].jacobian;
      for (int i = 0; i < kLeg; ++i) {
        Vector3<Scalar>& mine = column_[static_cast<unsigned>(p)][static_cast<unsigned>(i)];
        mine.setZero();
        if (i < leg_.count) mine = J.col(6 + leg_.joint[static_cast<unsigned>(i)]);
        const Vector3<Scalar> scaled = variance * mine;
        for (int j = 0; j <= i; ++j) factor_(i, j) += scaled.dot(Column(p, j));
      }
    }
    if (IsShared()) {
      for (int i = 0; i < kLeg; ++i) {
        together_[static_cast<unsigned>(i)].setZero();
        // at most kFootPoints
        for (int p = first; p < last; ++p)
          together_[static_cast<unsigned>(i)] += variance_[static_cast<unsigned>(p)] * Column(p, i);
        for (int j = 0; j <= i; ++j)
          factor_(i, j) -=
              shared_ * together_[static_cast<unsigned>(i)].dot(together_[static_cast<unsigned>(j)]);
      }
    }
    // σ_r² on the diagonal keeps it positive definite; a pivot that rounding spoils is that.
    FactorCholesky<kLeg>(factor_, own);
  }

  // Moves the expected forces in `force` [N, world axes] to what the sensor says, `measured` [N, world axes].
  void Expect(const Vector3<Scalar>& measured, PointForces& force) const {
    Vector3<Scalar> left = measured;
    for (int p = first_; p < last_; ++p) left -= force[static_cast<unsigned>(p)];  // at most kFootPoints
    // at most kFootPoints
    for (int p = first_; p < last_; ++p)
      force[static_cast<unsigned>(p)] += share_[static_cast<unsigned>(p)] * left;
  }

  // Adds to `force`, which holds the expected forces f̂ [N, world axes], what `torque` [N·m, all joints] says
  // beyond them.
  void Solve(const JointVector& torque, PointForces& force) const {
    BoundedVector<Scalar, kLeg> y;
    for (int i = 0; i < kLeg; ++i) {
      y[i] = i < leg_.count ? torque[leg_.joint[static_cast<unsigned>(i)]] : Scalar(0);
      // at most kFootPoints
      for (int p = first_; p < last_; ++p) y[i] -= Column(p, i).dot(force[static_cast<unsigned>(p)]);
    }
    SolveCholesky<kLeg>(factor_, y);
    Vector3<Scalar> common = Vector3<Scalar>::Zero();
    if (IsShared()) {
      for (int i = 0; i < kLeg; ++i) common += shared_ * y[i] * together_[static_cast<unsigned>(i)];
    }
    for (int p = first_; p < last_; ++p) {  // at most kFootPoints
      Vector3<Scalar> push = Vector3<Scalar>::Zero();
      for (int i = 0; i < kLeg; ++i) push += y[i] * Column(p, i);
      if (IsShared()) push -= common;
      force[static_cast<unsigned>(p)] += variance_[static_cast<unsigned>(p)] * push;
    }
  }

  // Of a point's Jacobian, as of its last Factor: the column of the leg's joint i, zero where the leg has
  // less.
  const Vector3<Scalar>& Column(int point, int i) const {
    return column_[static_cast<unsigned>(point)][static_cast<unsigned>(i)];
  }

  // N², along `up`, of the sum of the forces of the points from `first` up to `last`, which are of this foot:
  // what torques of σ_r and expected forces of σ_p leave open.
  Scalar VarianceAlong(const Vector3<Scalar>& up, int first, int last) const {
    const auto same = [&up](int) -> const Vector3<Scalar>& { return up; };
    Scalar prior = Scalar(0);
    for (int p = first; p < last; ++p) prior += variance_[static_cast<unsigned>(p)];  // at most kFootPoints
    const Told told = Tell(same, first, last);
    Scalar common = IsShared() ? told.sensor.squaredNorm() : Scalar(0);
    for (int i = 0; i < kLeg; ++i) common += told.joints[i] * told.joints[i];
    return Max(prior - common, Scalar(0));
  }

  // How a number Σ dᵀ f_p of the foot's forces follows from the torques, y, and from the expected forces, of
  // each point d − Σ y_i J_i.
  struct Gain {
    BoundedVector<Scalar, kLeg> torque;
    PointForces expected;
  };
  // Of the foot's force along `up`.
  Gain GainAlong(const Vector3<Scalar>& up) const {
    return FindGain([&up](int) -> const Vector3<Scalar>& { return up; });
  }

  // The covariance of two such numbers where the torques have these variances [(N·m)²], which need not be the
  // σ_r² by which they were weighed. With itself it is no less than zero.
  Scalar Covariance(const Gain& a, const Gain& b, const LegNumbers& torque_variance) const {
    Scalar sum = Scalar(0);
    for (int i = 0; i < kLeg; ++i)
      sum += a.torque[i] * b.torque[i] * torque_variance[static_cast<unsigned>(i)];
    Vector3<Scalar> left = Vector3<Scalar>::Zero(), right = left;
    for (int p = first_; p < last_; ++p) {  // at most kFootPoints
      const auto k = static_cast<unsigned>(p);
      const Vector3<Scalar> scaled = variance_[k] * a.expected[k];
      sum += scaled.dot(b.expected[k]);
      if (IsShared()) left += scaled, right += variance_[k] * b.expected[k];
    }
    return IsShared() ? sum - shared_ * left.dot(right) : sum;
  }

  // N², of the foot's force, if no sensor measures it, with its part along the `up` of `gain`: in the
  // direction in which the joints leave the force open.
  Vector3<Scalar> CovarianceAlong(const Gain& gain) const {
    Vector3<Scalar> covariance = Vector3<Scalar>::Zero();
    for (int p = first_; p < last_; ++p)  // at most kFootPoints
      covariance += variance_[static_cast<unsigned>(p)] * gain.expected[static_cast<unsigned>(p)];
    return covariance;
  }

  // The covariance of the foot's wrench: of its force [N] and of its moment [N·m], both in world axes.
  // `torque_variance`: as Covariance has it. `arm`: of each point of the robot, from the place that the
  // moment is about [m, world axes]. Positive semidefinite within rounding. Some eight times the cost of
  // VarianceAlong.
  BoundedMatrix<Scalar, 6> WrenchCovariance(const PointForces& arm, const LegNumbers& torque_variance) const {
    // A number of the wrench is Σ dᵀ f_p with d a unit vector, or a unit vector × the arm.
    std::array<Gain, 6> gain;
    BoundedMatrix<Scalar, 6> covariance;
    for (int i = 0; i < 6; ++i) {
      const Vector3<Scalar> unit = Vector3<Scalar>::Unit(i % 3);
      gain[static_cast<unsigned>(i)] = FindGain([&arm, &unit, i](int p) {
        return i < 3 ? unit : Vector3<Scalar>(unit.cross(arm[static_cast<unsigned>(p)]));
      });
      for (int j = 0; j <= i; ++j)
        covariance(i, j) = covariance(j, i) =
            Covariance(gain[static_cast<unsigned>(i)], gain[static_cast<unsigned>(j)], torque_variance);
    }
    return covariance;
  }

 private:
  // What joints and sensor tell of a number Σ dᵀ f_p: L⁻¹ Σ σ_p² J_pᵀ d, and √g Σ σ_p² d.
  struct Told {
    BoundedVector<Scalar, kLeg> joints;
    Vector3<Scalar> sensor;
  };

  template <typename Direction>
  Told Tell(const Direction& direction, int first, int last) const {
    Told told{BoundedVector<Scalar, kLeg>::Zero(), Vector3<Scalar>::Zero()};
    for (int p = first; p < last; ++p) {  // at most kFootPoints
      const Vector3<Scalar> d = variance_[static_cast<unsigned>(p)] * direction(p);
      if (IsShared()) told.sensor += d;
      for (int i = 0; i < kLeg; ++i) told.joints[i] += d.dot(Column(p, i));
    }
    if (IsShared()) {
      for (int i = 0; i < kLeg; ++i)
        told.joints[i] -= shared_ * told.sensor.dot(together_[static_cast<unsigned>(i)]);
      told.sensor *= Sqrt(shared_);
    }
    SolveLower<kLeg>(factor_, told.joints);
    return told;
  }

  template <typename Direction>
  Gain FindGain(const Direction& direction) const {
    Gain gain;
    gain.torque = Tell(direction, first_, last_).joints;
    SolveUpper<kLeg>(factor_, gain.torque);
    for (int p = first_; p < last_; ++p) {  // at most kFootPoints
      Vector3<Scalar> left = direction(p);
      for (int i = 0; i < kLeg; ++i) left -= gain.torque[i] * Column(p, i);
      gain.expected[static_cast<unsigned>(p)] = left;
    }
    return gain;
  }

  // Only a foot of several points has expected forces that a sensor ties together.
  bool IsShared() const {
    if constexpr (Model::kPoints > Model::kFeet) return shared_ > Scalar(0);
    return false;
  }

  // The variances of the expected forces, and how a sensor changes them. Of one point σ_p² − σ_p⁴ g = σ_p²
  // σ_m² g, which loses no digits.
  void Spread(const PointNumbers& force_sigma, Scalar measured_sigma) {
    Scalar sum = Scalar(0);
    for (int p = first_; p < last_; ++p) {  // at most kFootPoints
      const Scalar sigma = force_sigma[static_cast<unsigned>(p)];
      sum += variance_[static_cast<unsigned>(p)] = sigma * sigma;
    }
    shared_ = Scalar(0);
    if (measured_sigma <= Scalar(0)) return;
    const Scalar measured = measured_sigma * measured_sigma;
    const Scalar g = Scalar(1) / (sum + measured);
    // at most kFootPoints
    for (int p = first_; p < last_; ++p)
      share_[static_cast<unsigned>(p)] = variance_[static_cast<unsigned>(p)] * g;
    if (last_ - first_ > 1)
      shared_ = g;
    else
      variance_[static_cast<unsigned>(first_)] *= measured * g;
  }

  int first_ = 0;
  int last_ = 0;
  LegJoints<kLeg> leg_;
  BoundedMatrix<Scalar, kLeg> factor_;
  PointNumbers variance_{};  // N², of the expected forces
  PointNumbers share_{};     // of what the sensor says beyond the expected forces, this point's
  Scalar shared_ = 0;        // 1/N²: g; 0 where nothing ties the points together
  // Σ σ_p² of the points' columns.
  std::array<Vector3<Scalar>, (Model::kPoints > Model::kFeet ? static_cast<unsigned>(kLeg) : 1u)> together_;
  // Of each point's Jacobian, for the joints of its leg.
  std::array<std::array<Vector3<Scalar>, static_cast<unsigned>(kLeg)>, static_cast<unsigned>(Model::kPoints)>
      column_;
};

}  // namespace footing
