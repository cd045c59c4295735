// The tracker for C gives the bits of the C++ class, and refuses blocks that it cannot use. Compiled for
// several robots: FOOTING_ROBOT_MODEL, FOOTING_ROBOT, and the counts of footing_tracker.h.
#include "core/c_api/footing_tracker.h"

#include FOOTING_ROBOT_MODEL

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <memory>

#include "core/estimation/contacts/contact_probability.hpp"
#include "core/estimation/foot_tracker.hpp"
#include "tests/support/random.hpp"

namespace footing::footing_tracker_test {

using Robot = robots::FOOTING_ROBOT;

template <typename ScalarType, typename TrackerType, typename OptionsType, typename SampleType,
          typename TrackedType, typename PoseType, auto kInitCall, auto kResetCall, auto kUpdateCall,
          auto kCovarianceCall>
struct Calls {
  using Scalar = ScalarType;
  using Tracker = TrackerType;
  using Options = OptionsType;
  using Sample = SampleType;
  using Tracked = TrackedType;
  using Pose = PoseType;
  static constexpr auto kInit = kInitCall;
  static constexpr auto kReset = kResetCall;
  static constexpr auto kUpdate = kUpdateCall;
  static constexpr auto kCovariance = kCovarianceCall;
};
using Both = testing::Types<
    Calls<float, footing_tracker_f32, footing_tracker_options_f32, footing_sample_f32, footing_tracked_f32,
          footing_pose_f32, footing_tracker_init_f32, footing_tracker_reset_f32, footing_tracker_update_f32,
          footing_tracker_wrench_covariance_f32>,
    Calls<double, footing_tracker_f64, footing_tracker_options_f64, footing_sample_f64, footing_tracked_f64,
          footing_pose_f64, footing_tracker_init_f64, footing_tracker_reset_f64, footing_tracker_update_f64,
          footing_tracker_wrench_covariance_f64>>;

template <typename C>
class FootingTracker : public testing::Test {
 protected:
  using Scalar = typename C::Scalar;
  using Twin = FootTracker<Robot, Scalar>;

  // A robot that stands uneasily: all sensors have noise, and now and then one fails.
  typename C::Sample Next(int i) {
    typename C::Sample s{};
    const auto noise = [this](double size) { return random_.Uniform(Scalar(-size), Scalar(size)); };
    for (int j = 0; j < FOOTING_TRACKER_JOINTS; ++j) {
      s.position[j] = Scalar(Robot::kStandingPosture[static_cast<unsigned>(j)]) + noise(0.001);
      s.velocity[j] = noise(0.3);
      s.torque[j] = standing_[j] * (Scalar(1) + noise(0.2));
      s.commanded[j] = s.torque[j];
    }
    s.attitude[0] = 1;
    for (int k = 1; k < 4; ++k) s.attitude[k] = noise(0.01);
    for (int k = 0; k < 3; ++k) s.gyro[k] = noise(0.1);
    for (int k = 0; k < 3; ++k) s.acceleration[k] = (k == 2 ? Scalar(9.81) : Scalar(0)) + noise(0.2);
    s.dt = Scalar(0.001);
    s.stamped = i % 2;
    s.sequence = static_cast<std::uint32_t>(i);
    s.time_us = static_cast<std::uint32_t>(1000 * i);
    // Sensors in the feet from sample 100 on, one of them broken now and then.
    s.foot_force_valid = i >= 100 ? static_cast<unsigned>(i) & 0xffu : 0u;
    for (auto& force : s.foot_force) {
      for (Scalar& component : force) component = noise(5);
      force[2] += standing_share_;
    }
    if (i % 50 == 35) s.foot_force[0][1] = std::numeric_limits<Scalar>::quiet_NaN();
    for (Scalar& planned : s.planned) planned = i >= 200 ? noise(1.5) : Scalar(0);
    if (i % 50 == 25) s.planned[0] = std::numeric_limits<Scalar>::quiet_NaN();
    s.velocity_invalid = i % 50 == 10;
    s.torque_invalid = i % 50 == 11;
    if (i % 50 == 20) s.torque[FOOTING_TRACKER_JOINTS - 1] = std::numeric_limits<Scalar>::quiet_NaN();
    if (i % 50 == 30) s.imu_invalid = 1;
    if (i % 50 == 40) s.dt = 0, s.time_us -= 1000;
    if (i % 50 == 45) s.commanded[3] = std::numeric_limits<Scalar>::infinity();
    return s;
  }

  static typename Twin::Measurement Same(const typename C::Sample& s) {
    typename Twin::Measurement m;
    std::memcpy(m.position.data(), s.position, sizeof s.position);
    std::memcpy(m.velocity.data(), s.velocity, sizeof s.velocity);
    std::memcpy(m.torque.data(), s.torque, sizeof s.torque);
    std::memcpy(m.commanded.data(), s.commanded, sizeof s.commanded);
    std::memcpy(m.attitude.data(), s.attitude, sizeof s.attitude);
    std::memcpy(m.gyro.data(), s.gyro, sizeof s.gyro);
    std::memcpy(m.acceleration.data(), s.acceleration, sizeof s.acceleration);
    m.dt = s.dt;
    m.imu_valid = s.imu_invalid == 0;
    m.velocity_valid = s.velocity_invalid == 0;
    m.torque_valid = s.torque_invalid == 0;
    m.foot_force_valid = s.foot_force_valid;
    std::memcpy(m.foot_force.data(), s.foot_force, sizeof s.foot_force);
    m.stamp = {s.stamped != 0, s.sequence, s.time_us};
    return m;
  }

  static void ExpectSame(const Vector3<Scalar>& vector, const Scalar* numbers) {
    for (int k = 0; k < 3; ++k) EXPECT_EQ(vector[k], numbers[k]);
  }

  template <typename Point>
  static void ExpectSamePoint(const TrackedPoint<Scalar>& twin, const Point& same) {
    EXPECT_EQ(static_cast<int>(twin.state), same.state);
    ExpectSame(twin.force, same.force);
    EXPECT_EQ(static_cast<int>(twin.predicted_mode), same.predicted_mode);
    EXPECT_EQ(twin.modes_that_meet, same.modes_that_meet);
    ExpectSame(twin.predicted_force, same.predicted_force);
    EXPECT_EQ(twin.margin.lift_off, same.margin.lift_off);
    EXPECT_EQ(twin.margin.slip, same.margin.slip);
    EXPECT_EQ(twin.margin.slip_share, same.margin.slip_share);
    EXPECT_EQ(twin.margin.slip_speed, same.margin.slip_speed);
    EXPECT_EQ(twin.margin.gap, same.margin.gap);
  }

  static void ExpectSame(const typename Twin::Feet& twin, const typename C::Tracked& now) {
    EXPECT_EQ(twin.flags, now.flags);
    EXPECT_EQ(twin.suspect_joints, now.suspect_joints);
    EXPECT_EQ(static_cast<int>(twin.status), now.status);
    EXPECT_EQ(static_cast<int>(twin.stage), now.stage);
    EXPECT_EQ(twin.pivots, now.pivots);
    EXPECT_EQ(twin.residual, now.residual);
    for (unsigned i = 0; i < FOOTING_TRACKER_FEET; ++i) {
      ExpectSamePoint(twin.feet[i], now.feet[i]);
      ExpectSame(twin.feet[i].centre_of_pressure, now.feet[i].centre_of_pressure);
      ExpectSame(twin.feet[i].moment, now.feet[i].moment);
      EXPECT_EQ(twin.feet[i].normal_sigma, now.feet[i].normal_sigma);
      EXPECT_EQ(twin.feet[i].friction, now.feet[i].friction);
      EXPECT_EQ(Sqrt(twin.feet[i].friction_variance), now.feet[i].friction_sigma);
      EXPECT_EQ(Probability(twin.feet[i]).open, now.feet[i].open);
      EXPECT_EQ(Probability(twin.feet[i]).stick, now.feet[i].stick);
      EXPECT_EQ(Probability(twin.feet[i]).slip, now.feet[i].slip);
    }
    for (unsigned p = 0; p < FOOTING_TRACKER_POINTS; ++p) ExpectSamePoint(twin.points[p], now.points[p]);
    EXPECT_EQ(twin.margin.size, now.margin.size);
    for (int k = 0; k < 6; ++k) EXPECT_EQ(twin.margin.wrench[k], now.margin.wrench[k]);
    EXPECT_EQ(twin.margin.contact, now.margin.contact);
    EXPECT_EQ(static_cast<int>(twin.margin.to), now.margin.to);
    EXPECT_EQ(twin.margin.unique ? 1 : 0, now.margin.unique);
    ExpectSame(twin.base_position, now.base_position);
    ExpectSame(twin.base_velocity, now.base_velocity);
    ExpectSame(twin.base_angular_velocity, now.base_angular_velocity);
    ExpectSame(twin.gyro_bias, now.gyro_bias);
    ExpectSame(twin.accelerometer_bias, now.accelerometer_bias);
    ExpectSame(twin.ground_normal, now.ground_normal);
    EXPECT_EQ(Sqrt(twin.covariance.turn.value), now.attitude_sigma);
    EXPECT_EQ(Sqrt(twin.covariance.along.value), now.velocity_sigma[0]);
    EXPECT_EQ(Sqrt(twin.covariance.off.value), now.velocity_sigma[1]);
    for (int k = 0; k < 3; ++k) EXPECT_EQ(Sqrt(twin.covariance.ground(k, k)), now.ground_sigma[k]);
    EXPECT_EQ(twin.base_attitude.w(), now.base_attitude[0]);
    ExpectSame(twin.base_attitude.vec(), now.base_attitude + 1);
  }

  void ExpectSameFor(int samples, Twin* twin) {
    for (int i = 1; i <= samples && !this->HasFailure(); ++i) {
      const typename C::Sample sample = Next(i);
      typename C::Tracked now;
      std::memset(&now, 0xff, sizeof now);
      const footing_status status = C::kUpdate(tracker_.get(), &sample, &now);
      EXPECT_EQ(status, now.status);
      typename Twin::Plan plan;
      std::memcpy(plan.data(), sample.planned, sizeof sample.planned);
      ExpectSame(twin->Update(Same(sample), plan), now);
      Scalar covariance[36];
      const int foot = i % FOOTING_TRACKER_FEET;
      ASSERT_EQ(C::kCovariance(tracker_.get(), foot, &covariance), FOOTING_SOLVED);
      for (int k = 0; k < 36; ++k) EXPECT_EQ(twin->WrenchCovariance(foot)(k / 6, k % 6), covariance[k]);
      solved_ += status == FOOTING_SOLVED ? 1 : 0;
      loaded_ += now.feet[0].state != FOOTING_FOOT_OPEN ? 1 : 0;
    }
  }

  // N m, in which the standing robot holds itself up: bias, less the weight at the feet in equal shares.
  static std::array<Scalar, FOOTING_TRACKER_JOINTS> StandingTorque() {
    static const auto model = Robot::template Model<Scalar>();
    RobotState<Scalar, FOOTING_TRACKER_JOINTS> state;
    for (int j = 0; j < FOOTING_TRACKER_JOINTS; ++j)
      state.joint_position[j] = Scalar(Robot::kStandingPosture[static_cast<unsigned>(j)]);
    const auto terms = std::make_unique<DynamicsTerms<typename Twin::Model>>();
    ComputeDynamics(model, state, Scalar(9.81), terms.get());
    std::array<Scalar, FOOTING_TRACKER_JOINTS> torque{};
    const Scalar share = ScaleOf(model).weight / FOOTING_TRACKER_POINTS;
    for (unsigned j = 0; j < FOOTING_TRACKER_JOINTS; ++j) {
      torque[j] = terms->bias[6 + static_cast<int>(j)];
      for (const auto& point : terms->points) torque[j] -= share * point.jacobian(2, 6 + static_cast<int>(j));
    }
    return torque;
  }

  const Scalar standing_share_ = ScaleOf(Robot::template Model<Scalar>()).weight / FOOTING_TRACKER_FEET;
  const std::array<Scalar, FOOTING_TRACKER_JOINTS> standing_ = StandingTorque();
  std::unique_ptr<typename C::Tracker> tracker_ = std::make_unique<typename C::Tracker>();
  Random random_{1};
  int solved_ = 0, loaded_ = 0;
};
TYPED_TEST_SUITE(FootingTracker, Both);

TYPED_TEST(FootingTracker, GivesTheBitsOfTheClass) {
  ASSERT_EQ(TypeParam::kInit(this->tracker_.get(), nullptr), FOOTING_SOLVED);
  const auto twin = std::make_unique<typename TestFixture::Twin>();
  this->ExpectSameFor(200, twin.get());
  EXPECT_GT(this->solved_, 140);
  EXPECT_GT(this->loaded_, 100);
  EXPECT_LT(this->solved_, 200);

  ASSERT_EQ(TypeParam::kReset(this->tracker_.get(), nullptr), FOOTING_SOLVED);
  twin->Reset();
  this->ExpectSameFor(50, twin.get());

  using Number = typename TestFixture::Scalar;
  const typename TypeParam::Pose pose{{1, 2, Number(0.25)}, {Number(0.6), 0, 0, Number(0.8)}};
  ASSERT_EQ(TypeParam::kReset(this->tracker_.get(), &pose), FOOTING_SOLVED);
  const Eigen::Matrix<Number, 4, 1> q(pose.attitude);
  const Number scale = Number(1) / Sqrt(q[0] * q[0] + q[3] * q[3]);
  twin->Reset({1, 2, Number(0.25)}, {scale * q[0], Number(0), Number(0), scale * q[3]});
  this->ExpectSameFor(50, twin.get());
}

TYPED_TEST(FootingTracker, TakesItsOptions) {
  using Number = typename TestFixture::Scalar;
  typename TypeParam::Options options{};
  options.period = Number(0.001);
  options.friction = Number(0.3);
  options.candidate_reach = Number(0.02);
  options.wrench_length = Number(0.4);
  options.observer_bandwidth = 200;
  options.foot_force_sigma = Number(0.1);
  options.gravity = Number(9.7);
  options.imu_repeats = -1;
  options.budget = 5;
  ASSERT_EQ(TypeParam::kInit(this->tracker_.get(), &options), FOOTING_SOLVED);
  auto same = TestFixture::Twin::Usual();
  same.friction = options.friction;
  same.candidate_reach = options.candidate_reach;
  same.wrench_length = options.wrench_length;
  same.observer_bandwidth = options.observer_bandwidth;
  same.contact.foot_force_sigma = options.foot_force_sigma;
  same.gravity = options.gravity;
  same.imu_repeats = 0;
  same.solver.budget = 5;
  const auto twin = std::make_unique<typename TestFixture::Twin>(same);
  this->ExpectSameFor(200, twin.get());
}

TYPED_TEST(FootingTracker, RefusesWhatItCannotUse) {
  using C = TypeParam;
  using Number = typename TestFixture::Scalar;
  auto* const tracker = this->tracker_.get();
  const typename C::Sample sample = this->Next(1);
  typename C::Tracked now;
  std::memset(&now, 0x5a, sizeof now);
  const auto untouched = [&] {
    const auto* const bytes = reinterpret_cast<const unsigned char*>(&now);
    for (std::size_t i = 0; i < sizeof now; ++i) {
      if (bytes[i] != 0x5a) return false;
    }
    return true;
  };

  EXPECT_EQ(C::kInit(nullptr, nullptr), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::kUpdate(tracker, &sample, &now), FOOTING_BAD_MEMORY);
  EXPECT_EQ(C::kReset(tracker, nullptr), FOOTING_BAD_MEMORY);
  ASSERT_EQ(C::kInit(tracker, nullptr), FOOTING_SOLVED);
  EXPECT_EQ(C::kUpdate(nullptr, &sample, &now), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::kUpdate(tracker, nullptr, &now), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::kUpdate(tracker, &sample, nullptr), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::kReset(nullptr, nullptr), FOOTING_NULL_POINTER);
  Number covariance[36] = {7};
  EXPECT_EQ(C::kCovariance(nullptr, 0, &covariance), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::kCovariance(tracker, 0, nullptr), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::kCovariance(tracker, -1, &covariance), FOOTING_BAD_SIZE);
  EXPECT_EQ(C::kCovariance(tracker, FOOTING_TRACKER_FEET, &covariance), FOOTING_BAD_SIZE);
  EXPECT_EQ(covariance[0], Number(7));

  const auto bytes = std::make_unique<std::uint64_t[]>(sizeof *tracker / 8 + 1);
  for (const int offset : {1, 2, 4, 7}) {
    auto* const misaligned =
        reinterpret_cast<typename C::Tracker*>(reinterpret_cast<unsigned char*>(bytes.get()) + offset);
    EXPECT_EQ(C::kInit(misaligned, nullptr), FOOTING_MISALIGNED);
    EXPECT_EQ(C::kReset(misaligned, nullptr), FOOTING_MISALIGNED);
    EXPECT_EQ(C::kUpdate(misaligned, &sample, &now), FOOTING_MISALIGNED);
    EXPECT_EQ(C::kCovariance(misaligned, 0, &covariance), FOOTING_MISALIGNED);
  }
  for (std::size_t i = 0; i <= sizeof *tracker / 8; ++i) ASSERT_EQ(bytes[i], 0u);

  for (int field = 0; field < 7; ++field) {
    typename C::Options options{};
    (&options.period)[field] = 20000;
    EXPECT_EQ(C::kInit(tracker, &options), FOOTING_BAD_BOUNDS) << field;
  }
  for (const Number bad : {Number(-1), std::numeric_limits<Number>::quiet_NaN(), kInfinity<Number>}) {
    for (int field = 0; field < 7; ++field) {
      typename C::Options options{};
      (&options.period)[field] = bad;
      EXPECT_EQ(C::kInit(tracker, &options), FOOTING_NOT_FINITE) << field;
    }
    typename C::Pose pose{{0, 0, 0}, {bad, bad, 0, 0}};
    EXPECT_EQ(C::kReset(tracker, &pose), FOOTING_NOT_FINITE);
    if (bad == Number(-1)) continue;
    pose = {{0, bad, 0}, {1, 0, 0, 0}};
    EXPECT_EQ(C::kReset(tracker, &pose), FOOTING_NOT_FINITE);
  }
  EXPECT_TRUE(untouched());
}

// A block of the other scalar, or one that was overwritten.
TYPED_TEST(FootingTracker, KnowsItsOwnBlocks) {
  const typename TypeParam::Sample sample = this->Next(1);
  typename TypeParam::Tracked now;
  const auto block = std::make_unique<footing_tracker_f64>();  // large enough for both
  auto* const taken = reinterpret_cast<typename TypeParam::Tracker*>(block.get());
  if (sizeof(typename TestFixture::Scalar) == 4) {
    footing_tracker_init_f64(block.get(), nullptr);
  } else {
    footing_tracker_init_f32(reinterpret_cast<footing_tracker_f32*>(block.get()), nullptr);
  }
  EXPECT_EQ(TypeParam::kUpdate(taken, &sample, &now), FOOTING_BAD_MEMORY);
}

// Memory enough, and little of it left over.
TYPED_TEST(FootingTracker, BlocksAreOfTheirSize) {
  const std::size_t needed = sizeof(std::uint64_t) + sizeof(typename TestFixture::Twin);
  const footing_robot_counts counts = footing_tracker_counts();
  const int bytes = sizeof(typename TestFixture::Scalar) == 4 ? counts.bytes_f32 : counts.bytes_f64;
  EXPECT_EQ(static_cast<std::size_t>(bytes), sizeof(typename TypeParam::Tracker));
  EXPECT_GE(sizeof(typename TypeParam::Tracker), needed);
  EXPECT_LE(10 * sizeof(typename TypeParam::Tracker), 11 * needed);
}

TEST(FootingTrackerNames, AreTheModels) {
  const footing_robot_counts counts = footing_tracker_counts();
  EXPECT_EQ(counts.joints, static_cast<int>(Robot::kJointNames.size()));
  EXPECT_EQ(counts.feet, static_cast<int>(Robot::kFootNames.size()));
  EXPECT_EQ(counts.points, static_cast<int>(Robot::Model<double>().points.size()));
  EXPECT_STREQ(footing_tracker_robot_name(), Robot::kName);
  for (int j = 0; j < counts.joints; ++j)
    EXPECT_STREQ(footing_tracker_joint_name(j), Robot::kJointNames[static_cast<unsigned>(j)]);
  for (int i = 0; i < counts.feet; ++i)
    EXPECT_STREQ(footing_tracker_foot_name(i), Robot::kFootNames[static_cast<unsigned>(i)]);
  for (const int outside : {-1, 48, 1 << 30}) {
    EXPECT_EQ(footing_tracker_joint_name(outside), nullptr);
    EXPECT_EQ(footing_tracker_foot_name(outside), nullptr);
  }
  EXPECT_EQ(footing_tracker_joint_name(counts.joints), nullptr);
  EXPECT_EQ(footing_tracker_foot_name(counts.feet), nullptr);
}

}  // namespace footing::footing_tracker_test
