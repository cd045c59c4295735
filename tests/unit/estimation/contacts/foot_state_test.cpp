// The state of a foot with four points, from the forces on them: a leg of six joints that stands.
#include <gtest/gtest.h>

#include "core/dynamics/compute_dynamics.hpp"
#include "core/estimation/contacts/contact_estimator.hpp"
#include "core/estimation/summary.hpp"

namespace footing::foot_state_test {

using Model = RobotModel<double, 6, 4, 1>;
using Estimator = ContactEstimator<Model>;
using Vector = Vector3<double>;

// 20 kg: hip of three joints, knee, ankle of two. The sole is 0.2 m long and 0.1 m wide.
Model OneLeg() {
  Model model;
  model.base = {14, {}, {0.2, 0.2, 0.2, 0, 0, 0}};
  const std::array<std::array<double, 3>, 6> axis = {
      {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}}};
  const std::array<double, 6> length = {0, 0, 0, 0.3, 0.3, 0};
  for (int j = 0; j < 6; ++j) {
    auto& joint = model.joints[static_cast<unsigned>(j)];
    joint = {j,
             axis[static_cast<unsigned>(j)],
             {0, 0, -length[static_cast<unsigned>(j)]},
             {1, {}, {0.01, 0.01, 0.01, 0, 0, 0}}};
    joint.limits.torque = 60;
  }
  for (unsigned p = 0; p < 4; ++p)
    model.points[p] = {6, {p < 2 ? 0.13 : -0.07, p % 2 == 0 ? 0.05 : -0.05, -0.05}};
  model.first_point = {0, 4};
  return model;
}

class Foot {
 public:
  Foot() {
    RobotState<double, 6> state;
    state.joint_position << 0, 0, -0.4, 0.8, -0.4, 0;
    state.base_position[2] = 0.05 + 0.6 * std::cos(0.4);
    ComputeDynamics(model_, state, 9.81, &terms_);
  }

  // `ticks` with these vertical forces on the points, as predicted; `speed` [m/s] along x.
  void Stand(int ticks, const std::array<double, 4>& load, double speed = 0) {
    Estimator::JointVector residual = Estimator::JointVector::Zero();
    Estimator::Observations seen;
    for (unsigned p = 0; p < 4; ++p) {
      seen[p] = {Vector(speed, 0, 0), Vector(0, 0, load[p]), false, 0};
      for (int j = 0; j < 6; ++j) residual[j] += terms_.points[p].jacobian(2, 6 + j) * load[p];
    }
    for (int tick = 0; tick < ticks; ++tick) Advance(residual, seen);
  }

  // One tick in which it rolls over its front edge, which carries `load` [N], with the heel at `height` [m]
  // and `speed` [m/s].
  void Roll(double load, double height, double speed) {
    Estimator::JointVector residual = Estimator::JointVector::Zero();
    Estimator::Observations seen;
    for (unsigned p = 0; p < 4; ++p) {
      const bool heel = p >= 2;
      seen[p] = {Vector(0, 0, heel ? speed : 0), Vector::Zero(), false, heel ? height : 0};
      for (int j = 0; j < 6 && !heel; ++j) residual[j] += terms_.points[p].jacobian(2, 6 + j) * load / 2;
    }
    Advance(residual, seen);
  }

  ContactState state() const { return estimator_.FootState(0); }
  const Estimator& estimator() const { return estimator_; }
  const DynamicsTerms<Model>& terms() const { return terms_; }

 private:
  void Advance(const Estimator::JointVector& residual, const Estimator::Observations& seen) {
    estimator_.EstimateForces(
        terms_, {Estimator::JointVector::Zero(), Estimator::JointVector::Zero(), residual, residual}, seen,
        Vector::UnitZ(), 0.001);
    estimator_.Update(seen, {}, Vector::UnitZ(), 0.001);
  }

  Model model_ = OneLeg();
  DynamicsTerms<Model> terms_;
  Estimator estimator_{model_, {}, 300};
};

TEST(FootState, IsOpenStickTiltSlip) {
  Foot foot;
  foot.Stand(100, {0, 0, 0, 0});
  EXPECT_EQ(foot.state(), ContactState::kOpen);
  foot.Stand(300, {50, 50, 50, 50});
  EXPECT_EQ(foot.state(), ContactState::kStick);
  for (int p = 0; p < 4; ++p) EXPECT_EQ(foot.estimator().point(p).state, ContactState::kStick) << p;
  foot.Stand(300, {100, 100, 0, 0});  // on its front edge
  EXPECT_EQ(foot.state(), ContactState::kTilt);
  EXPECT_EQ(foot.estimator().point(0).state, ContactState::kStick);
  EXPECT_EQ(foot.estimator().point(2).state, ContactState::kOpen);
  foot.Stand(300, {0, 0, 0, 200});  // on a corner
  EXPECT_EQ(foot.state(), ContactState::kTilt);
  foot.Stand(300, {50, 50, 50, 50}, 0.3);
  EXPECT_EQ(foot.state(), ContactState::kSlip);
  foot.Stand(300, {0, 0, 0, 0});
  EXPECT_EQ(foot.state(), ContactState::kOpen);
  for (int p = 0; p < 4; ++p) EXPECT_EQ(foot.estimator().point(p).state, ContactState::kOpen) << p;
}

// It lands on its toes, and its heel falls for a tenth of a second: the edge is at rest.
TEST(FootState, AFootThatRollsOverAnEdgeMovesAsTheEdge) {
  Foot foot;
  foot.Stand(100, {0, 0, 0, 0});
  int ticks = 0;
  for (; ticks < 100 && foot.state() == ContactState::kOpen; ++ticks)
    foot.Roll(25, 0.05 - 5e-4 * ticks, -0.5);
  EXPECT_LE(ticks, 20);
  for (; ticks < 100; ++ticks) {
    foot.Roll(25, 0.05 - 5e-4 * ticks, -0.5);
    ASSERT_NE(foot.state(), ContactState::kOpen) << ticks;
  }
}

// Sum, centre of pressure, and the moment about it.
TEST(FootSummary, HasTheCentreOfPressure) {
  Foot foot;
  std::array<TrackedPoint<double>, 4> points;
  const std::array<double, 4> load = {30, 10, 40, 20};
  for (unsigned p = 0; p < 4; ++p) {
    points[p].force = {p == 0 ? 4.0 : 0.0, 0.0, load[p]};
    points[p].predicted_force = {0, 0, p == 2 ? 60.0 : 10.0};
    points[p].predicted_mode = p == 2 ? ContactMode::kSlide : ContactMode::kStick;
  }
  TrackedFoot<double> whole;
  SummarizePoints(foot.terms(), points, 0, 4, Vector(Vector::Zero()), whole);
  EXPECT_NEAR(whole.force[2], 100, 1e-12);
  EXPECT_NEAR(whole.predicted_force[2], 90, 1e-12);
  EXPECT_EQ(whole.predicted_mode, ContactMode::kSlide);
  // 40 % of the load in front (x = 0.13), 70 % at y = 0.05; the ankle is at x = 0.
  const double x = 0.4 * 0.13 - 0.6 * 0.07, y = 0.7 * 0.05 - 0.3 * 0.05;
  const Vector first = foot.terms().points[0].position;
  EXPECT_NEAR(whole.centre_of_pressure[0] - (first[0] - 0.13), x, 1e-12);
  EXPECT_NEAR(whole.centre_of_pressure[1] - (first[1] - 0.05), y, 1e-12);
  EXPECT_NEAR(whole.moment[0], 0, 1e-12);
  EXPECT_NEAR(whole.moment[1], 0, 1e-12);
  EXPECT_NEAR(whole.moment[2], -4.0 * (0.05 - y), 1e-12);  // the force of 4 N along x at the first corner
}

}  // namespace footing::foot_state_test
