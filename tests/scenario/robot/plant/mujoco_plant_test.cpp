#include "tools/footing/plants/mujoco_plant.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <cmath>
#include <limits>
#include <span>

#include "firmware/robots/a1/model.hpp"

namespace footing::tools::mujoco_plant_test {

constexpr double kWeight = 13.741 * 9.81;  // N
constexpr int kStepsPerSecond = 4000;

using JointVector = Eigen::Matrix<double, 12, 1>;

JointVector Stance() {
  JointVector q;
  for (int leg = 0; leg < 4; ++leg) q.segment<3>(3 * leg) << 0.0, 0.8, -1.6;
  return q;
}

PlantStart StandingAt(double height) {
  PlantStart start;
  const JointVector stance = Stance();
  start.joint_position = {stance.begin(), stance.end()};
  start.base_position[2] = height + 0.4 * std::cos(0.8);
  return start;
}

RobotFigures A1() { return FiguresOf<robots::A1>(); }

// Runs a joint PD about the stance; returns the last sample.
hal::PlantSample Hold(hal::Plant* plant, int steps, const std::array<double, 6>& push = {}) {
  const JointVector stance = Stance();
  hal::PlantSample sample{};
  std::array<double, hal::kJointCapacity> torque{};
  for (int step = 0; step < steps; ++step) {
    plant->Step(torque, push, &sample);
    for (std::size_t i = 0; i < 12; ++i) {
      const double error = stance[static_cast<Eigen::Index>(i)] - sample.joint_position[i];
      torque[i] = 100.0 * error - 2.0 * sample.joint_velocity[i];
    }
  }
  return sample;
}

double SumOfForces(const hal::PlantSample& sample, std::size_t axis) {
  double sum = 0.0;
  for (const auto& foot : std::span(sample.points).first(4)) sum += foot.force[axis];
  return sum;
}

TEST(MujocoPlant, StandsOnItsWeight) {
  const auto plant = MakeMujocoPlant(A1(), Terrain{}, StandingAt(0.0));
  Hold(plant.get(), kStepsPerSecond);
  const hal::PlantSample sample = Hold(plant.get(), kStepsPerSecond);
  EXPECT_NEAR(SumOfForces(sample, 0), 0.0, 0.01 * kWeight);
  EXPECT_NEAR(SumOfForces(sample, 1), 0.0, 0.01 * kWeight);
  EXPECT_NEAR(SumOfForces(sample, 2), kWeight, 0.01 * kWeight);
  EXPECT_NEAR(sample.specific_force[2], 9.81, 0.05);
}

TEST(MujocoPlant, FeetNeitherSinkNorCreep) {
  const auto plant = MakeMujocoPlant(A1(), Terrain{}, StandingAt(0.0));
  const hal::PlantSample before = Hold(plant.get(), kStepsPerSecond);
  const hal::PlantSample after = Hold(plant.get(), kStepsPerSecond);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_LT(after.points[k].position[2], 0.0);
    EXPECT_GT(after.points[k].position[2], -1e-3);
    for (std::size_t axis = 0; axis < 2; ++axis) {
      EXPECT_NEAR(after.points[k].position[axis], before.points[k].position[axis], 1e-4);
      EXPECT_NEAR(after.points[k].velocity[axis], 0.0, 1e-3);
    }
  }
}

TEST(MujocoPlant, FreeFallIsWeightless) {
  const auto plant = MakeMujocoPlant(A1(), Terrain{}, StandingAt(1.0));
  hal::PlantSample sample{};
  for (int step = 0; step < 800; ++step) {
    plant->Step({}, {}, &sample);
    for (const double component : sample.specific_force) ASSERT_NEAR(component, 0.0, 1e-9);
    ASSERT_EQ(SumOfForces(sample, 2), 0.0);
  }
  EXPECT_NEAR(sample.base_velocity[2], -9.81 * 800 * plant->StepSize(), 1e-9);
}

// The inverse mass matrix is symmetric: a push moves joint i as much as a torque there moves the point
// pushed, which must be the one whose velocity the sample tells.
TEST(MujocoPlant, PushActsAtTheBaseOrigin) {
  auto state = StandingAt(1.0);
  const Eigen::Quaterniond turned(Eigen::AngleAxisd(0.7, Eigen::Vector3d(1.0, 2.0, 3.0).normalized()));
  state.base_attitude = {turned.w(), turned.x(), turned.y(), turned.z()};
  RobotFigures robot = A1();
  for (auto& joint : robot.joints) joint.drive.friction = 0;  // dry friction breaks the symmetry
  const auto step = [&state, &robot](const std::array<double, hal::kJointCapacity>& torque,
                                     const std::array<double, 6>& push) {
    const auto plant = MakeMujocoPlant(robot, Terrain{}, state);
    hal::PlantSample sample{};
    plant->Step(torque, push, &sample);
    return sample;
  };
  const hal::PlantSample still = step({}, {});
  const hal::PlantSample pushed = step({}, {0.0, 1.0, 0.0});
  for (std::size_t i = 0; i < 12; ++i) {
    std::array<double, hal::kJointCapacity> torque{};
    torque[i] = 1.0;
    const hal::PlantSample moved = step(torque, {});
    const double by_push = pushed.joint_velocity[i] - still.joint_velocity[i];
    EXPECT_NEAR(moved.base_velocity[1] - still.base_velocity[1], by_push, 1e-9 + 1e-6 * std::abs(by_push));
    EXPECT_GT(moved.joint_velocity[i], still.joint_velocity[i]);
  }
}

TEST(MujocoPlant, LowFrictionLimitsTheForce) {
  constexpr double kIce = 0.1;
  Terrain terrain;
  terrain.strips = {{-5.0, 0.02, 0.6}, {5.0, 0.0, kIce}, {std::numeric_limits<double>::infinity(), 0.0, 0.6}};
  const auto plant = MakeMujocoPlant(A1(), terrain, StandingAt(0.0));
  Hold(plant.get(), kStepsPerSecond);
  int slipping = 0;
  for (int step = 0; step < kStepsPerSecond / 5; ++step) {
    const hal::PlantSample sample = Hold(plant.get(), 1, {0.0, 2.0 * kIce * kWeight, 0.0});
    for (const auto& foot : std::span(sample.points).first(4)) {
      const double tangential = std::hypot(foot.force[0], foot.force[1]);
      const double limit = kIce * foot.force[2];
      EXPECT_EQ(foot.friction, kIce);
      ASSERT_LE(tangential, limit * (1.0 + 1e-6) + 1e-6);
      if (foot.force[2] < 1.0 || std::hypot(foot.velocity[0], foot.velocity[1]) < 0.05) continue;
      ++slipping;
      ASSERT_NEAR(tangential, limit, 0.01 * limit);
      ASSERT_LT(foot.force[0] * foot.velocity[0] + foot.force[1] * foot.velocity[1], 0.0);
    }
  }
  EXPECT_GT(slipping, kStepsPerSecond / 4);
}

TEST(MujocoPlant, EachStripHasItsHeight) {
  Terrain terrain;
  terrain.strips = {{0.0, -0.03, 0.6}, {std::numeric_limits<double>::infinity(), 0.0, 0.4}};
  const auto plant = MakeMujocoPlant(A1(), terrain, StandingAt(0.0));
  const hal::PlantSample sample = Hold(plant.get(), kStepsPerSecond);
  for (std::size_t leg = 0; leg < 4; ++leg) {
    EXPECT_NEAR(sample.points[leg].position[2], leg < 2 ? 0.0 : -0.03, 1e-3);
    EXPECT_EQ(sample.points[leg].friction, leg < 2 ? 0.4 : 0.6);
  }
}

}  // namespace footing::tools::mujoco_plant_test
