// The ground as the tick sees it: plane and friction, what both mean at each point of the feet, and whom they
// are learned from.
#pragma once

#include <array>

#include "core/dynamics/dynamics_terms.hpp"
#include "core/estimation/base/ground_friction.hpp"
#include "core/estimation/base/ground_plane.hpp"

namespace footing {

template <typename Scalar>
struct GroundOptions {
  GroundPlaneOptions<Scalar> plane;
  GroundFrictionOptions<Scalar> friction;
};

template <typename ModelType>
class Ground {
 public:
  using Model = ModelType;
  using Scalar = typename Model::Scalar;
  static constexpr int kFeet = Model::kFeet;
  static constexpr int kPoints = Model::kPoints;
  using PointNumbers = std::array<Scalar, static_cast<unsigned>(kPoints)>;

  // `friction`: nominal μ. The ground begins level.
  Ground(const Model& model, const GroundOptions<Scalar>& options, Scalar friction)
      : first_point_(model.first_point),
        plane_(options.plane, ScaleOf(model).length, ScaleOf(model).speed),
        friction_(options.friction, friction) {}

  // `height` [m] of the base's origin, not yet confirmed by a foot.
  void Begin(Scalar height) { plane_.Begin(height); }

  // The base has moved for `dt` [s] with `velocity` [m/s, world axes].
  void Move(const Vector3<Scalar>& velocity, Scalar dt) { friction_.Move(plane_.Move(velocity, dt)); }

  // Fills normal, heights and frictions below for the points of `terms`, whose origin is `base` [m].
  void Look(const DynamicsTerms<Model>& terms, const Vector3<Scalar>& base) {
    normal_ = plane_.Normal();
    for (int foot = 0; foot < kFeet; ++foot) {
      const auto i = static_cast<unsigned>(foot);
      for (int p = first_point_[i]; p < first_point_[i + 1]; ++p) {  // at most kFootPoints
        const auto point = static_cast<unsigned>(p);
        height_[point] = plane_.Height(terms.points[point].position - base);
        point_friction_[point] = friction_.mean(foot);
      }
    }
  }

  // Learns from what the estimator says of one point and one foot, in turn: the ground under a foot that
  // stands does not change from tick to tick. An impact rings for some ms: its forces say nothing of the
  // friction.
  template <typename Estimator>
  void Learn(const DynamicsTerms<Model>& terms, const Vector3<Scalar>& base, const Estimator& estimator,
             Scalar dt) {
    constexpr Scalar kHolds = Scalar(0.01L), kSlips = Scalar(0.003L);  // s
    const Scalar step = Scalar(kPoints) * dt;
    turn_ = turn_ + 1 < kPoints ? turn_ + 1 : 0;
    if (estimator.point(turn_).settled)
      plane_.Correct(terms.points[static_cast<unsigned>(turn_)].position - base, step);
    if (turn_ >= kFeet) return;
    const auto& whole = estimator.foot(turn_);
    const bool slips = whole.slip_time > kSlips;
    if (slips || (whole.holds && whole.time_in_state > kHolds))
      friction_.Update(turn_, whole.force, whole.normal_variance, normal_, slips, step);
  }

  const GroundPlane<Scalar>& plane() const { return plane_; }
  const GroundFriction<Model>& friction() const { return friction_; }  // under each foot
  // As of the last Look.
  const Vector3<Scalar>& normal() const { return normal_; }               // unit, world axes
  const PointNumbers& height() const { return height_; }                  // m, of each point over the plane
  const PointNumbers& point_friction() const { return point_friction_; }  // μ under each point

 private:
  std::array<int, static_cast<unsigned>(kFeet) + 1> first_point_;
  GroundPlane<Scalar> plane_;
  GroundFriction<Model> friction_;
  int turn_ = 0;  // the point that was learned from last
  Vector3<Scalar> normal_ = Vector3<Scalar>::UnitZ();
  PointNumbers height_{}, point_friction_{};
};

}  // namespace footing
