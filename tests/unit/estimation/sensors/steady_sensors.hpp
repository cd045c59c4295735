// Sensors of a robot in steady motion, and their check: each test spoils one thing.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/estimation/sensors/sensor_check.hpp"

namespace footing::sensor_check_test {

inline constexpr int kJoints = 12;
inline constexpr std::uint32_t kPeriodUs = 1000;
using Raw = Measurement<kJoints, float>;

inline constexpr float kGravity = 1.62f;  // m/s², the Moon's: no constant of the Earth passes for it
inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// A robot in steady motion whose sensors all work.
class Sensors {
 public:
  Raw Next() {
    ++raw_.stamp.sequence;
    raw_.stamp.time_us += kPeriodUs;
    const auto t = static_cast<float>(raw_.stamp.sequence);
    for (unsigned j = 0; j < kJoints; ++j) {
      raw_.position[j] = 0.001f * t + 0.1f * static_cast<float>(j);
      raw_.velocity[j] = 1.0f + 0.1f * static_cast<float>(j);
      raw_.torque[j] = 2.0f;
    }
    for (unsigned k = 0; k < 3; ++k) raw_.gyro[k] = 0.001f * t;
    raw_.attitude[0] = 1.0f;
    // No axis of an accelerometer stands still to the bit.
    for (float& axis : raw_.acceleration) axis = 0.001f * static_cast<float>(raw_.stamp.sequence % 7);
    raw_.acceleration[2] += kGravity;
    raw_.imu_valid = true;
    raw_.stamp.given = true;
    return raw_;
  }
  Raw& raw() { return raw_; }

 private:
  Raw raw_{};
};

class SensorCheckTest : public testing::Test {
 protected:
  void SetUp() override {
    for (int i = 0; i < 10; ++i) Check(sensors_.Next());
    ASSERT_EQ(sensed_.flags, 0u);
  }
  void Check(const Raw& raw) {
    check_.Check(raw, sensed_);
    for (unsigned j = 0; j < kJoints; ++j) {
      const auto row = static_cast<int>(j);
      ASSERT_TRUE(std::isfinite(sensed_.joint_position[row]) && std::isfinite(sensed_.joint_velocity[row]) &&
                  std::isfinite(sensed_.joint_torque[row]));
    }
    ASSERT_NEAR(sensed_.attitude.norm(), 1.0f, 1e-5f);
    ASSERT_TRUE(std::isfinite(sensed_.gyro.sum() + sensed_.accelerometer.sum()));
  }

  Sensors sensors_;
  static SensorCheckOptions<float> Options() { return {.gravity = kGravity}; }
  SensorCheck<kJoints, float> check_{Options()};
  Sensed<kJoints, float> sensed_;
};

}  // namespace footing::sensor_check_test
