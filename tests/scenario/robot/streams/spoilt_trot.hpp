// A recorded trot to be spoilt by hand and replayed, with what every replay must keep to.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "firmware/fallback.hpp"
#include "tests/scenario/robot/streams/trot_stream.hpp"

namespace footing {

inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
inline constexpr std::size_t kTrotting = 1900;  // ticks, well into the trot

class Faults : public testing::Test {
 protected:
  void SetUp() override {
    records_ = ShortTrot(2.8).record;
    ASSERT_EQ(records_.size(), 2800u);
    clean_ = ReplayTicks(records_);
  }

  // The loop goes on whatever is in the records; nothing it sends or says is NaN.
  const FullReplay& Run(const A1Options<float>& options = {}) {
    replay_ = ReplayTicks(records_, options);
    EXPECT_EQ(replay_.ticks.size(), records_.size());
    for (std::size_t i = 0; i < replay_.ticks.size(); ++i) {
      const TickReport<A1, float>& report = replay_.ticks[i].report;
      bool finite = report.base_position.allFinite() && report.base_velocity.allFinite();
      for (const float torque : report.torque) finite &= std::isfinite(torque) && std::abs(torque) < 34.0f;
      for (const auto& foot : report.feet)
        finite &= foot.force.allFinite() && foot.predicted_force.allFinite();
      EXPECT_TRUE(finite) << "tick " << i;
      if (!finite) break;
      const bool asked = records_[i].operator_input.mode == hal::OperatorMode::kDamp;
      EXPECT_EQ((report.flags & kFallbackFlags) != 0 || asked, (report.flags & kFallback) != 0)
          << "tick " << i;
    }
    return replay_;
  }

  // The torques of the records are not those that are commanded in a replay which is spoilt.
  std::uint32_t Flags(std::size_t tick) const {
    return replay_.ticks[tick].report.flags & ~(kSolveDegraded | kTorqueStuck | kTorqueReversed);
  }

  void ExpectFlags(std::size_t begin, std::size_t end, std::uint32_t flags) {
    for (std::size_t i = begin; i < end; ++i) ASSERT_EQ(Flags(i), flags) << "tick " << i;
  }

  // −k_d q̇ on joints whose measurement is good, zero on `bad`; 1 N·m·s/rad of an A1, within a hundredth.
  void ExpectSafeTorque(std::size_t tick, int bad = -1) {
    for (unsigned j = 0; j < kJoints; ++j) {
      const float damping = static_cast<int>(j) == bad ? 0.0f : -records_[tick].joint_velocity[j];
      EXPECT_NEAR(replay_.ticks[tick].report.torque[j], damping, 0.01f * std::abs(damping))
          << "tick " << tick << " joint " << j;
    }
  }

  // Share of feet and ticks from `begin` on that are as in the clean run: the estimate recovers.
  double AgreementFrom(std::size_t begin, std::size_t shift = 0) const {
    int same = 0, all = 0;
    for (std::size_t i = begin; i < replay_.ticks.size() && i + shift < clean_.ticks.size(); ++i) {
      for (std::size_t f = 0; f < kFeet; ++f, ++all) {
        const bool loaded = replay_.ticks[i].report.feet[f].state != ContactState::kOpen;
        same += loaded == (clean_.ticks[i + shift].report.feet[f].state != ContactState::kOpen) ? 1 : 0;
      }
    }
    return static_cast<double>(same) / all;
  }

  Records records_;
  FullReplay clean_, replay_;
};

}  // namespace footing
