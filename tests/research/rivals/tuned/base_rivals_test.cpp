// The way from a stream to the base's estimate, with an IMU that sits off the base's origin and is turned.
#include "tests/research/rivals/tuned/base_rivals.hpp"

#include <gtest/gtest.h>

namespace footing::rivals {
namespace {

using Vector = Eigen::Vector3d;

// The base spins in its place over feet at rest; the IMU goes in a circle.
TEST(BaseRival, GivesTheBaseAndNotTheImu) {
  constexpr double kSpin = 0.5, kDt = 0.001;  // rad/s, s
  constexpr int kTicks = 8000;                // it begins at rest, as the IMU does not
  const Vector arm(0.2, 0.1, 0.05);
  const Eigen::Quaterniond mount(Eigen::AngleAxisd(1.2, Vector(2, -1, 2) / 3));
  FootStream stream;
  stream.imu = {.position = {arm[0], arm[1], arm[2]},
                .attitude = {mount.w(), mount.x(), mount.y(), mount.z()}};
  tools::RunLog log;
  const Vector spin(0, 0, kSpin);
  for (int t = 1; t <= kTicks; ++t) {
    const Eigen::Quaterniond base(Eigen::AngleAxisd(kSpin * kDt * t, Vector::UnitZ()));
    BaseTick tick;
    tick.gyro = mount.conjugate() * spin;
    tick.acceleration = mount.conjugate() * (Vector(0, 0, 9.81) + spin.cross(spin.cross(arm)));
    tick.attitude = base * mount;
    for (std::size_t i = 0; i < kFeet; ++i) {
      const Vector foot(i < 2 ? 0.2 : -0.2, i % 2 == 0 ? 0.1 : -0.1, -0.3);
      tick.centre[i] = mount.conjugate() * (base.conjugate() * foot - arm);
      tick.turn[i] = Vector::Zero();
    }
    stream.base.push_back(tick);
    stream.judged.push_back(t > kTicks / 2);
    log.ticks.emplace_back();
  }
  const Loads all(static_cast<std::size_t>(kTicks) * kFeet, 1);
  RunBaseRival(stream, all, {}, &log);
  const auto wide = [](const auto& v) { return Eigen::Map<const Eigen::Vector3f>(v.data()).cast<double>(); };
  const tools::TickSample& first = log.ticks[kTicks / 2];
  const tools::TickSample& last = log.ticks.back();
  EXPECT_LT(wide(last.estimated_base_velocity).norm(), 2e-3);  // the IMU's is 0.11 m/s
  EXPECT_LT((wide(last.estimated_base_position) - wide(first.estimated_base_position)).norm(), 2e-3);
  EXPECT_NEAR(2 * std::atan2(last.estimated_base_attitude[3], last.estimated_base_attitude[0]),
              kSpin * kDt * kTicks, 2e-3);
}

}  // namespace
}  // namespace footing::rivals
