// Faults of the loop, over a recorded trot whose records are spoiled by hand: each has its flag
// in the ticks where it must, the safe torque is sent where it is due, the loop goes on to the
// end, and the flags clear. What the safe torque must be is worked out from the records alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "tests/scenario/robot/streams/hostile_stream.hpp"
#include "tests/scenario/robot/streams/spoilt_trot.hpp"

namespace footing::faults_test {

// The measured numbers of an A1, one after the other: joints by kind, then the IMU's ten.
float& NumberOf(hal::Measurement* m, std::size_t field) {
  constexpr std::size_t kEach = kJoints;
  float* const joints[] = {m->joint_position, m->joint_velocity, m->joint_torque};
  return field < 3 * kEach ? joints[field / kEach][field % kEach] : m->attitude[field - 3 * kEach];
}

TEST_F(Faults, ACleanRunHasNoFlags) {
  Run();
  ExpectFlags(0, records_.size(), 0);
}

TEST_F(Faults, NanJointVelocityInOneTick) {
  records_[kTrotting].joint_velocity[4] = kNan;
  Run();
  ExpectFlags(0, kTrotting, 0);
  ExpectFlags(kTrotting, kTrotting + 1, kJointNotFinite | kFallback);
  ExpectSafeTorque(kTrotting, 4);
  ExpectFlags(kTrotting + 1, records_.size(), 0);
  // Nothing was measured in it: the feet are what they were.
  for (std::size_t f = 0; f < kFeet; ++f) {
    const auto& before = replay_.ticks[kTrotting - 1].report.feet[f];
    for (const std::size_t tick : {kTrotting, kTrotting + 1}) {
      EXPECT_EQ(replay_.ticks[tick].report.feet[f].state, before.state) << f;
      EXPECT_NEAR(replay_.ticks[tick].report.feet[f].force[2], before.force[2], 5.0) << f;
    }
  }
  EXPECT_GE(AgreementFrom(kTrotting), 0.97);
}

// Each number of a record in its turn, not a number and infinite, ten ticks apart.
TEST_F(Faults, NoBadNumberOfAnyFieldGetsThrough) {
  constexpr std::size_t kFields = 3 * kJoints + 10;
  const auto spoilt = [](std::size_t field) { return 1000 + 10 * field; };
  for (std::size_t field = 0; field < 2 * kFields; ++field) {
    NumberOf(&records_[spoilt(field)], field % kFields) =
        field < kFields ? kNan : -std::numeric_limits<float>::infinity();
  }
  Run();
  for (std::size_t field = 0; field < 2 * kFields; ++field) {
    const bool joint = field % kFields < 3 * kJoints;
    EXPECT_EQ(Flags(spoilt(field)), (joint ? kJointNotFinite : kImuLost) | kFallback) << "field " << field;
    EXPECT_EQ(Flags(spoilt(field) + 1), 0u) << "field " << field;
  }
}

// Finite, but no robot's: what comes of it must not stay.
TEST_F(Faults, AbsurdNumbersOfAnyFieldLeaveNoTrace) {
  constexpr std::size_t kFields = 3 * kJoints + 10;
  for (std::size_t field = 0; field < kFields; ++field) {
    NumberOf(&records_[1000 + 10 * field], field) = field % 2 == 0 ? 1e30f : -1e12f;
  }
  Run();
  for (std::size_t field = 0; field < kFields; ++field) EXPECT_NE(Flags(1000 + 10 * field), 0u) << field;
  ExpectFlags(1000 + 10 * kFields + 1, records_.size(), 0);
  EXPECT_GE(AgreementFrom(2000), 0.97);
}

TEST_F(Faults, AnOperatorWhoAsksForNanIsAnsweredByStanding) {
  for (std::size_t i = kTrotting; i < kTrotting + 20; ++i) records_[i].operator_input.forward_speed = kNan;
  Run();
  ExpectFlags(0, records_.size(), 0);
}

TEST_F(Faults, FrozenEncoderOfAnyJoint) {
  constexpr std::size_t kEnd = kTrotting + 790;
  const Records good = records_;
  for (unsigned j = 0; j < kJoints; j += kSanitized ? 5 : 1) {
    records_ = good;
    // Else the joint would seem to stand still for a tick more.
    ASSERT_NE(records_[kEnd].joint_position[j], records_[kTrotting - 1].joint_position[j]);
    for (std::size_t i = kTrotting; i < kEnd; ++i) {
      records_[i].joint_position[j] = records_[kTrotting - 1].joint_position[j];
      records_[i].joint_velocity[j] = 0;
    }
    Run();
    ExpectFlags(0, kTrotting, 0);
    std::size_t found = kTrotting;
    while (found < kEnd && Flags(found) == 0) ++found;
    EXPECT_LE(found, kTrotting + 700) << "joint " << j;
    ExpectFlags(found, kEnd, kEncoderFrozen | kFallback);
    ExpectSafeTorque(found, static_cast<int>(j));
    ExpectSafeTorque(kEnd - 1, static_cast<int>(j));
    ExpectFlags(kEnd, records_.size(), 0);
    EXPECT_GE(AgreementFrom(kEnd + 50), 0.95) << "joint " << j;
  }
}

TEST_F(Faults, LostImu) {
  for (std::size_t i = kTrotting; i < kTrotting + 100; ++i) records_[i].valid &= ~hal::kImuValid;
  Run();
  ExpectFlags(0, kTrotting, 0);
  ExpectFlags(kTrotting, kTrotting + 100, kImuLost | kFallback);
  for (std::size_t i = kTrotting; i < kTrotting + 100; ++i) ExpectSafeTorque(i);
  ExpectFlags(kTrotting + 100, records_.size(), 0);
  EXPECT_GE(AgreementFrom(kTrotting + 300), 0.95);
}

TEST_F(Faults, AnImuThatRepeatsItself) {
  const hal::Measurement last = records_[kTrotting - 1];
  for (std::size_t i = kTrotting; i < kTrotting + 50; ++i) {
    std::copy(std::begin(last.attitude), std::end(last.attitude), records_[i].attitude);
    std::copy(std::begin(last.gyro), std::end(last.gyro), records_[i].gyro);
    std::copy(std::begin(last.accelerometer), std::end(last.accelerometer), records_[i].accelerometer);
  }
  Run();
  ExpectFlags(0, kTrotting + 4, 0);
  ExpectFlags(kTrotting + 4, kTrotting + 50, kImuLost | kFallback);
  ExpectFlags(kTrotting + 50, records_.size(), 0);
}

TEST_F(Faults, MissedTick) {
  records_.erase(records_.begin() + kTrotting);
  Run();
  ExpectFlags(0, kTrotting, 0);
  ExpectFlags(kTrotting, kTrotting + 1, kTickMissed | kTickLate);
  ExpectFlags(kTrotting + 1, records_.size(), 0);
  EXPECT_GE(AgreementFrom(kTrotting, 1), 0.97);
}

TEST_F(Faults, LateTick) {
  for (std::size_t i = kTrotting; i < records_.size(); ++i) records_[i].time_us += 600;
  Run();
  ExpectFlags(0, kTrotting, 0);
  ExpectFlags(kTrotting, kTrotting + 1, kTickLate);
  ExpectFlags(kTrotting + 1, records_.size(), 0);
}

TEST_F(Faults, DoubledTickIsAnsweredWithTheSameTorque) {
  records_.insert(records_.begin() + kTrotting, records_[kTrotting - 1]);
  Run();
  ExpectFlags(0, kTrotting, 0);
  ExpectFlags(kTrotting, kTrotting + 1, kTickDoubled);
  EXPECT_EQ(replay_.ticks[kTrotting].report.torque, replay_.ticks[kTrotting - 1].report.torque);
  ExpectFlags(kTrotting + 1, records_.size(), 0);
  // It left nothing behind: from there on all is as without it, to the bit.
  for (std::size_t i = kTrotting; i < clean_.ticks.size(); ++i) {
    ASSERT_EQ(replay_.ticks[i + 1].report.torque, clean_.ticks[i].report.torque) << "tick " << i;
  }
}

// The torque that is sent again is the safe one, and the report says so.
TEST_F(Faults, DoubledTickWithinAnotherFault) {
  records_[kTrotting].joint_position[2] = kNan;
  records_.insert(records_.begin() + kTrotting, records_[kTrotting]);
  Run();
  ExpectFlags(kTrotting, kTrotting + 1, kJointNotFinite | kFallback);
  ExpectFlags(kTrotting + 1, kTrotting + 2, kJointNotFinite | kTickDoubled | kFallback);
  ExpectSafeTorque(kTrotting, 2);
  ExpectSafeTorque(kTrotting + 1, 2);
  ExpectFlags(kTrotting + 2, records_.size(), 0);
}

// A second reading within the same period, whose number is new and bad.
TEST_F(Faults, DoubledTickThatIsItselfBad) {
  hal::Measurement again = records_[kTrotting - 1];
  again.time_us += 100;
  again.joint_velocity[7] = kNan;
  records_.insert(records_.begin() + kTrotting, again);
  Run();
  ExpectFlags(kTrotting, kTrotting + 1, kJointNotFinite | kTickDoubled | kFallback);
  ExpectSafeTorque(kTrotting, 7);
  ExpectFlags(kTrotting + 1, records_.size(), 0);
}

TEST_F(Faults, ALongSilence) {
  records_.erase(records_.begin() + 1700, records_.begin() + kTrotting);
  Run();
  ExpectFlags(1700, 1701, kTickMissed | kTickLate);
  ExpectFlags(1701, records_.size(), 0);
  EXPECT_GE(AgreementFrom(2000, 200), 0.95);
}

TEST_F(Faults, ASourceThatStandsStill) {
  struct Still {
    bool all, sequence, time;
    std::uint32_t after;
  };
  const Records good = records_;
  constexpr std::size_t kEnd = kTrotting + 100;
  for (const Still still : {Still{true, true, true, kTickLate | kTickMissed},
                            Still{false, true, false, kTickMissed}, Still{false, false, true, kTickLate}}) {
    records_ = good;
    const hal::Measurement last = good[kTrotting - 1];
    for (std::size_t i = kTrotting; i < kEnd; ++i) {
      if (still.all) records_[i] = last;
      if (still.sequence) records_[i].sequence = last.sequence;
      if (still.time) records_[i].time_us = last.time_us;
    }
    Run();
    ExpectFlags(kTrotting, kTrotting + 4, kTickDoubled);
    ExpectFlags(kTrotting + 4, kEnd, kTickDoubled | kSourceStill | kFallback);
    for (std::size_t i = kTrotting + 4; i < kEnd; ++i) {
      for (const float torque : replay_.ticks[i].report.torque) ASSERT_EQ(torque, 0.0f) << "tick " << i;
    }
    ExpectFlags(kEnd, kEnd + 1, still.after);
    ExpectFlags(kEnd + 1, records_.size(), 0);
  }
}

TEST_F(Faults, ASourceThatCountsAnew) {
  const hal::Measurement first = records_[kTrotting];
  for (std::size_t i = kTrotting; i < records_.size(); ++i) {
    records_[i].sequence -= first.sequence;
    records_[i].time_us -= first.time_us;
  }
  Run();
  ExpectFlags(kTrotting, kTrotting + 4, kTickDoubled);
  ExpectFlags(kTrotting + 4, kTrotting + 5, kTickDoubled | kSourceStill | kFallback);
  ExpectFlags(kTrotting + 5, records_.size(), 0);
}

TEST_F(Faults, ADoubledTickHearsWhoAsksToDamp) {
  hal::Measurement again = records_[kTrotting - 1];
  again.operator_input.mode = hal::OperatorMode::kDamp;
  records_.insert(records_.begin() + kTrotting, again);
  Run();
  ExpectFlags(kTrotting, kTrotting + 1, kTickDoubled | kFallback);
  ExpectSafeTorque(kTrotting);
  ExpectFlags(kTrotting + 1, records_.size(), 0);
}

// Short, as after an IMU that was lost while the robot rolled over: the gyro has not seen it.
TEST_F(Faults, UpsideDownIsSeenAtOnce) {
  for (std::size_t i = kTrotting; i < kTrotting + 10; ++i) TurnOver(&records_[i]);
  Run();
  ExpectFlags(0, kTrotting, 0);
  ExpectFlags(kTrotting, kTrotting + 10, kUpsideDown | kFallback);
  for (std::size_t i = kTrotting; i < kTrotting + 10; ++i) ExpectSafeTorque(i);
  ExpectFlags(kTrotting + 10, records_.size(), 0);
}

TEST_F(Faults, UpsideDownFromTheStartAndForLong) {
  for (std::size_t i = 0; i < 700; ++i) TurnOver(&records_[i]);
  Run();
  ExpectFlags(0, 700, kUpsideDown | kFallback);
  std::size_t clear = 700;
  while (clear < records_.size() && Flags(clear) != 0) ++clear;
  EXPECT_LE(clear, 1300u);  // the filtered attitude follows in half a second
  ExpectFlags(clear, records_.size(), 0);
}

// What the base did while the IMU was lost, nothing has measured: its word counts as the first did.
TEST_F(Faults, TurnedOverWhileTheImuWasLost) {
  for (std::size_t i = 0; i < kTrotting; ++i) TurnOver(&records_[i]);
  for (std::size_t i = kTrotting; i < kTrotting + 10; ++i) records_[i].valid &= ~hal::kImuValid;
  Run();
  ExpectFlags(0, kTrotting, kUpsideDown | kFallback);
  ExpectFlags(kTrotting, kTrotting + 10, kImuLost | kUpsideDown | kFallback);
  ExpectFlags(kTrotting + 10, records_.size(), 0);
}

TEST_F(Faults, AllAtOnce) {
  for (std::size_t i = kTrotting; i < kTrotting + 100; ++i) {
    hal::Measurement& m = records_[i];
    m.joint_velocity[i % kJoints] = kNan;
    m.joint_position[(i + 5) % kJoints] = -kNan;
    if (i % 3 == 0) m.valid = 0;
    if (i % 5 == 0) TurnOver(&m);
    if (i % 7 == 0) m.sequence = records_[i - 1].sequence;
    if (i % 11 == 0) m.time_us += 700;
  }
  Run();
  for (std::size_t i = kTrotting; i < kTrotting + 100; ++i)
    EXPECT_NE(Flags(i) & kFallback, 0u) << "tick " << i;
  ExpectFlags(kTrotting + 101, records_.size(), 0);
  EXPECT_GE(AgreementFrom(kTrotting + 400), 0.95);
}

}  // namespace footing::faults_test
