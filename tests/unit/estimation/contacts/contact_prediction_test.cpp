// What stages 4 to 7 say of each foot, and that the last forces start no other foot's.
#include "core/estimation/contacts/contact_prediction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "core/dynamics/compute_dynamics.hpp"
#include "core/estimation/base/ground.hpp"
#include "firmware/robots/a1/model.hpp"
#include "tests/support/oracles/cholesky.hpp"

namespace footing::contact_prediction_test {

using Model = RobotModel<float, 12, 4>;
using Prediction = ContactPrediction<Model>;

class ContactPredictionTest : public testing::Test {
 protected:
  // The A1 in a crouch over the ground at z = 0, falling slowly and sideways so that feet slide.
  void SetUp() override {
    for (int leg = 0; leg < 4; ++leg) {
      state_.joint_position[3 * leg + 1] = 0.8f;
      state_.joint_position[3 * leg + 2] = -1.6f;
    }
    state_.base_velocity = {0.3f, 0.1f, -0.05f};
    ComputeDynamics(model_, state_, 9.81f, &terms_);
    for (unsigned foot = 0; foot < 4; ++foot) PutDown(foot);
  }
  void PutDown(unsigned foot) { terms_.points[foot].position[2] = 0.0f; }
  void LiftUp(unsigned foot) { terms_.points[foot].position[2] = 0.1f; }

  Ground<Model> LevelGround() const {
    Ground<Model> ground(model_, {}, 0.6f);
    ground.Look(terms_, state_.base_position);
    return ground;
  }

  std::unique_ptr<Prediction> New() const { return std::make_unique<Prediction>(options_); }

  TrackedFeet<float, 4> Predict(Prediction* prediction, float torque) const {
    std::array<float, 12> commanded;
    commanded.fill(torque);
    TrackedFeet<float, 4> now;
    std::array<float, 4> height;
    for (unsigned foot = 0; foot < 4; ++foot) height[foot] = terms_.points[foot].position[2];
    prediction->ChoosePoints(height, estimator_);
    prediction->Assemble(model_, state_, terms_, estimator_, ground_, commanded);
    prediction->Solve();
    prediction->Interpret(now);
    return now;
  }

  Model model_ = robots::A1::Model<float>();
  RobotState<float, 12> state_;
  DynamicsTerms<Model> terms_;
  ContactEstimator<Model> estimator_{model_, {}, 300.0f};
  Ground<Model> ground_ = LevelGround();
  const Prediction::Options options_{0.001f, 0.01f, 0.3f, {20}, 0.0f};
};

TEST_F(ContactPredictionTest, FeetKeepTheirNumbersWhateverContactsTheyAre) {
  for (unsigned lifted = 0; lifted < 4; ++lifted) {
    LiftUp(lifted);
    const auto prediction = New();
    const auto now = Predict(prediction.get(), 0.0f);
    ASSERT_EQ(now.status, SolveStatus::kSolved);
    EXPECT_EQ(prediction->problem().contacts, 3);
    for (unsigned foot = 0; foot < 4; ++foot) {
      EXPECT_EQ(now.points[foot].predicted_force[2] > 1.0f, foot != lifted) << foot;
      EXPECT_EQ(now.points[foot].predicted_mode == ContactMode::kSeparate, foot == lifted) << foot;
    }
    EXPECT_NE(now.margin.contact, static_cast<int>(lifted));
    PutDown(lifted);
  }
}

// The equations of motion with the forces, solved densely: no foot enters the ground, and those that push
// stay on it.
TEST_F(ContactPredictionTest, ForcesKeepTheFeetOutOfTheGround) {
  const auto prediction = New();
  const auto now = Predict(prediction.get(), 2.0f);
  ASSERT_EQ(now.status, SolveStatus::kSolved);
  Eigen::Matrix<double, 18, 1> force = -terms_.bias.cast<double>();
  force.tail<12>().array() += 2.0;
  int pushing = 0;
  for (unsigned foot = 0; foot < 4; ++foot) {
    const Eigen::Vector3d f = now.points[foot].predicted_force.cast<double>();
    force += terms_.points[foot].jacobian.cast<double>().transpose() * f;
    EXPECT_LE(f.head<2>().norm(), 0.6 * f[2] * 1.0001);
    pushing += f[2] > 1.0 ? 1 : 0;
  }
  EXPECT_GE(pushing, 2);
  const Eigen::Matrix<double, 18, 18> mass = terms_.mass_matrix.cast<double>();
  Eigen::Matrix<double, 18, 1> acceleration;
  ASSERT_TRUE(SolveByCholesky<18>(mass, force, &acceleration));
  const Eigen::Matrix<double, 18, 1> velocity =
      GeneralizedVelocity(state_).cast<double>() + 0.001 * acceleration;
  for (unsigned foot = 0; foot < 4; ++foot) {
    const auto& point = terms_.points[foot];
    const double up = point.jacobian.row(2).cast<double>().dot(velocity.transpose()) +
                      0.001 * static_cast<double>(point.bias_acceleration[2]);
    EXPECT_GT(up, -1e-4) << foot;
    if (now.points[foot].predicted_force[2] > 1.0f) {
      EXPECT_LT(up, 1e-4) << foot;
    }
  }
}

// What an estimator would say of the feet.
struct Said {
  using Scalar = float;
  static constexpr int kFeet = 4, kPoints = 4;
  const PointEstimate<float>& foot(int i) const { return feet[static_cast<unsigned>(i)]; }
  const PointEstimate<float>& point(int i) const { return foot(i); }
  static int FirstPoint(int foot) { return foot; }
  std::array<PointEstimate<float>, 4> feet;
};

// A foot that rests starts from rest; one that does not, with its speed along the ground. What the velocities
// at the start differ by, the free velocities differ by.
TEST_F(ContactPredictionTest, StartsAFootByWhatIsSaidOfIt) {
  const auto free_velocity = [this](const Said& said) {
    const auto prediction = New();
    prediction->ChoosePoints({}, said);
    prediction->Assemble(model_, state_, terms_, said, ground_, std::array<float, 12>{});
    EXPECT_EQ(prediction->problem().contacts, 4);
    return prediction->problem().free_velocity;
  };
  Said said;
  const auto open = free_velocity(said);
  said.feet[0].state = said.feet[1].state = ContactState::kStick;
  said.feet[0].rests = true;
  said.feet[2].state = ContactState::kSlip;
  const auto changed = free_velocity(said);
  for (int foot = 0; foot < 4; ++foot) {
    const Vector3<float>& velocity = terms_.points[static_cast<unsigned>(foot)].velocity;
    const float along = std::hypot(velocity[0], velocity[1]);
    ASSERT_GT(along, 0.1f);
    EXPECT_NEAR(changed[3 * foot] - open[3 * foot], foot < 3 ? -velocity[2] : 0, 1e-5f) << foot;
    const float left =
        std::hypot(changed[3 * foot + 1] - open[3 * foot + 1], changed[3 * foot + 2] - open[3 * foot + 2]);
    EXPECT_NEAR(left, foot == 0 ? along : 0, 1e-5f) << foot;
  }
}

// As many contacts as in the last step, but of other feet. Where a solve starts tells in the last bits.
TEST_F(ContactPredictionTest, ForcesDoNotPassToAnotherFoot) {
  int warm_starts_that_tell = 0;
  for (int i = 0; i < 20; ++i) {
    const float before = 0.3f * static_cast<float>(i), after = before + 0.1f;
    const auto fresh = New(), same = New(), other = New();
    LiftUp(0);
    static_cast<void>(Predict(other.get(), before));
    PutDown(0);
    LiftUp(3);
    static_cast<void>(Predict(same.get(), before));
    const auto cold = Predict(fresh.get(), after), warm = Predict(same.get(), after),
               exchanged = Predict(other.get(), after);
    PutDown(3);
    for (unsigned foot = 0; foot < 4; ++foot) {
      EXPECT_EQ(exchanged.points[foot].predicted_force, cold.points[foot].predicted_force) << foot;
      if (warm.points[foot].predicted_force != cold.points[foot].predicted_force) ++warm_starts_that_tell;
    }
  }
  EXPECT_GT(warm_starts_that_tell, 10);
}

TEST_F(ContactPredictionTest, TheBaseResponseIsThatOfTheJointsBlock) {
  const auto prediction = New();
  static_cast<void>(Predict(prediction.get(), 0.0f));
  const Vector3<float> axis(0.8f, -0.6f, 0.0f);
  std::array<BoundedVector<float, 12>, 4> response;
  ASSERT_TRUE(prediction->FindBaseResponse(axis, response));
  const Eigen::Matrix<double, 18, 18> mass = terms_.mass_matrix.cast<double>();
  const Eigen::Matrix<double, 12, 12> joints = mass.bottomRightCorner<12, 12>();
  for (int b = 0; b < 4; ++b) {
    const Eigen::Matrix<double, 12, 1> column =
        b < 3 ? Eigen::Matrix<double, 12, 1>(mass.col(b).tail<12>())
              : Eigen::Matrix<double, 12, 1>(mass.block<12, 3>(6, 3) * axis.cast<double>());
    Eigen::Matrix<double, 12, 1> dense;
    ASSERT_TRUE(SolveByCholesky<12>(joints, column, &dense));
    for (int j = 0; j < 12; ++j)
      EXPECT_NEAR(static_cast<double>(response[static_cast<unsigned>(b)][j]), dense[j], 1e-4) << b;
    EXPECT_GT(dense.norm(), b == kVerticalRow ? 1.0 : 0.1) << b;
  }
}

TEST_F(ContactPredictionTest, AMassMatrixThatIsNoneIsSaidAndForcesAreZero) {
  const auto prediction = New();
  static_cast<void>(Predict(prediction.get(), 0.0f));
  terms_.mass_matrix.setZero();
  const auto now = Predict(prediction.get(), 0.0f);
  EXPECT_EQ(now.status, SolveStatus::kSingular);
  EXPECT_EQ(now.margin.contact, -1);
  for (const auto& foot : now.feet) EXPECT_EQ(foot.predicted_force.norm(), 0.0f);
  std::array<BoundedVector<float, 12>, 4> response;
  EXPECT_FALSE(prediction->FindBaseResponse(Vector3<float>::UnitX(), response));
}

}  // namespace footing::contact_prediction_test
