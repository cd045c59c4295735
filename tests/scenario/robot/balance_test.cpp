// The example controller of robots that do not trot, on states of its own: what it asks of the joints.
#include <gtest/gtest.h>

#include "core/dynamics/compute_dynamics.hpp"
#include "firmware/controllers/balance/torques.hpp"
#include "firmware/robots/a1/model.hpp"

namespace footing::balance_test {

using Robot = robots::A1;  // as one with four wheels, which does not trot
using Controller = BalanceController<Robot, float>;
using Feet = Controller::Feet;
constexpr auto kModel = Robot::Model<float>();
constexpr ContactState kOpen = ContactState::kOpen, kStick = ContactState::kStick;
constexpr float kDt = 0.001f;

struct Standing {
  explicit Standing(float height) {
    state.base_position = {0, 0, height};
    for (int j = 0; j < Robot::kJoints; ++j)
      state.joint_position[j] = static_cast<float>(Robot::kStandingPosture[static_cast<unsigned>(j)]);
    ComputeDynamics(kModel, state, 9.81f, &terms);
  }

  Controller::Torque Ask(Controller* controller, const Feet& feet, hal::OperatorMode mode, int ticks) const {
    Controller::Torque torque{};
    for (int tick = 0; tick < ticks; ++tick)
      torque = controller->Update({mode, 0, 0, 0}, state, terms, feet, Vector3<float>::UnitZ(), kDt);
    return torque;
  }

  Controller::State state;
  DynamicsTerms<Controller::Model> terms;
};

// As it falls the estimator's ground is where the base began, and noise looks like load for some ticks.
TEST(Balance, BeforeItHasStoodNoFootIsHeldOverTheGround) {
  const Standing falling(0);
  Controller felt({}), flying({});
  const auto torque = falling.Ask(&felt, {kStick, kOpen, kOpen, kOpen}, hal::OperatorMode::kStand, 80);
  const auto posture = falling.Ask(&flying, {kOpen, kOpen, kOpen, kOpen}, hal::OperatorMode::kStand, 80);
  for (unsigned j = 3; j < Robot::kJoints; ++j) EXPECT_EQ(torque[j], posture[j]) << j;
  EXPECT_NE(torque[2], posture[2]);
}

TEST(Balance, OnceItHasStoodALostFootIsHeldOverTheGround) {
  const Standing high(1.2f * static_cast<float>(Robot::kStandingHeight));
  Controller controller({}), flying({});
  (void)high.Ask(&controller, {kStick, kStick, kStick, kStick}, hal::OperatorMode::kStand, 60);
  const auto torque = high.Ask(&controller, {kStick, kStick, kStick, kOpen}, hal::OperatorMode::kStand, 1);
  const auto posture = high.Ask(&flying, {kOpen, kOpen, kOpen, kOpen}, hal::OperatorMode::kStand, 1);
  EXPECT_GT(torque[11], posture[11] + 5);  // N·m: the knee stretches
}

// N, that the joints press a foot onto the ground with.
Vector3<float> Push(const Standing& standing, const Controller::Torque& torque, unsigned foot) {
  const int first = 3 * static_cast<int>(foot);
  const Matrix3<float> leg = standing.terms.points[foot].jacobian.block<3, 3>(0, 6 + first);
  Vector3<float> rest;
  for (int k = 0; k < 3; ++k)
    rest[k] = standing.terms.bias[6 + first + k] - torque[static_cast<unsigned>(first + k)];
  return leg.transpose().inverse() * rest;
}

float Pressed(const Standing& standing, const Controller::Torque& torque, unsigned foot) {
  return Push(standing, torque, foot)[2];
}

// It stands where it was put down, which need not be under its hip: called open for a tick it is not pulled
// there.
TEST(Balance, AFootThatIsCalledOpenIsPressedDownWhereItStood) {
  Standing standing(static_cast<float>(Robot::kStandingHeight));
  standing.state.joint_position[9] += 0.3f;  // rad, hip: 8 cm aside
  ComputeDynamics(kModel, standing.state, 9.81f, &standing.terms);
  Controller controller({});
  (void)standing.Ask(&controller, {kStick, kStick, kStick, kStick}, hal::OperatorMode::kStand, 60);
  const Feet lost = {kStick, kStick, kStick, kOpen};
  const auto torque = standing.Ask(&controller, lost, hal::OperatorMode::kStand, 1);
  const float weight = ScaleOf(kModel).weight;
  EXPECT_LT(Push(standing, torque, 3).head<2>().norm(), 0.01f * weight);
  EXPECT_GT(Pressed(standing, torque, 3), 0.1f * weight);

  // The base moves on, by 5 cm: the place stays behind.
  standing.state.base_velocity[1] = 0.5f;
  (void)standing.Ask(&controller, lost, hal::OperatorMode::kStand, 100);
  standing.state.base_velocity.setZero();
  const auto behind = standing.Ask(&controller, lost, hal::OperatorMode::kStand, 1);
  const float pull = 2.0f * UnitsOf<Robot, float>().Stiffness() * 0.05f;  // N
  EXPECT_NEAR(Push(standing, behind, 3)[1], pull, 0.02f * pull);
}

// An estimator with wrong friction does not feel a light foot.
TEST(Balance, AFootThatIsNoLongerFeltIsPressedHarderAndStaysSo) {
  const Standing standing(static_cast<float>(Robot::kStandingHeight));
  const float weight = ScaleOf(kModel).weight;
  Controller controller({});
  const Feet all = {kStick, kStick, kStick, kStick}, lost = {kStick, kStick, kStick, kOpen};
  const auto light = standing.Ask(&controller, all, hal::OperatorMode::kShift, 3000);
  EXPECT_LT(Pressed(standing, light, 3), 0.22f * weight);
  const auto sought = standing.Ask(&controller, lost, hal::OperatorMode::kShift, 500);
  EXPECT_NEAR(Pressed(standing, sought, 3), 0.3f * weight, 0.02f * weight);
  const auto found = standing.Ask(&controller, all, hal::OperatorMode::kShift, 1);
  EXPECT_GT(Pressed(standing, found, 3), 0.25f * weight);
}

TEST(Balance, TellsWhatItWantsOfItsFeetOnceItHasStood) {
  const Standing standing(static_cast<float>(Robot::kStandingHeight));
  Controller controller({});
  const Feet all = {kStick, kStick, kStick, kStick};
  EXPECT_EQ(controller.Plan(), (std::array<float, 4>{}));
  (void)standing.Ask(&controller, all, hal::OperatorMode::kStand, 60);
  EXPECT_EQ(controller.Plan(), (std::array<float, 4>{1, 1, 1, 1}));
  const auto lifting = standing.Ask(&controller, all, hal::OperatorMode::kLift, 3000);
  EXPECT_EQ(controller.Plan(), (std::array<float, 4>{1, 1, 1, -1}));
  EXPECT_LT(Pressed(standing, lifting, 3), 0);
}

TEST(Balance, WeightIsShiftedOffTheLastFootAlone) {
  const Standing standing(static_cast<float>(Robot::kStandingHeight));
  Controller controller({});
  const Feet all = {kStick, kStick, kStick, kStick};
  const auto even = standing.Ask(&controller, all, hal::OperatorMode::kStand, 100);
  const auto torque = standing.Ask(&controller, all, hal::OperatorMode::kShift, 3000);
  const float weight = ScaleOf(kModel).weight;
  EXPECT_LT(Pressed(standing, torque, 3), 0.7f * Pressed(standing, even, 3));
  for (const unsigned beside : {1u, 2u}) EXPECT_GT(Pressed(standing, torque, beside), weight / 3) << beside;
}

}  // namespace footing::balance_test
