// A tick is a function of its measurement and its memory, and nothing else; what it sends is within limits.
#include "firmware/control_tick.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "hal/host_sim/host_sim.hpp"
#include "tests/scenario/robot/streams/hostile_stream.hpp"
#include "tests/scenario/robot/streams/trot_stream.hpp"
#include "tests/support/random.hpp"
#include "tools/footing/simulate/replay.hpp"

namespace footing::control_tick_test {

template <typename Scalar>
std::unique_ptr<A1Memory<Scalar>> NewMemory() {
  return std::make_unique<A1Memory<Scalar>>(A1Options<Scalar>{});
}

// The report is filled with ones before each tick.
template <typename Scalar>
std::uint64_t HashOf(const Records& records, A1Memory<Scalar>* memory) {
  TickHash hash;
  A1Tick<Scalar> tick;
  for (const hal::Measurement& record : records) {
    std::memset(static_cast<void*>(&tick), 0xff, sizeof tick);
    Step(record, *memory, tick);
    hash.Add(tick.report);
  }
  return hash.value();
}

template <typename Scalar>
std::uint64_t HashOf(const Records& records) {
  return HashOf<Scalar>(records, NewMemory<Scalar>().get());
}

const Records& Trot() {
  static const Records records = ShortTrot(3).record;
  return records;
}

// Faults included: whatever is left in the report's place, the loop's answer is the same.
TEST(Step, GivesTheHashOfTheLoop) {
  for (std::uint64_t seed = 0; seed < 7; ++seed) {
    const Records records = seed == 0 ? Trot() : Hostile(Trot(), seed);
    EXPECT_EQ(HashOf<float>(records), ReplayA1<float>(records).hash.value());
#ifndef FOOTING_QUICK
    EXPECT_EQ(HashOf<double>(records), ReplayA1<double>(records).hash.value());
#endif
  }
}

// Wherever it is interrupted, also between the copies of a doubled tick.
TEST(Step, GoesOnFromACopyOfTheMemory) {
  const Records records = Hostile(Trot(), 8);
  const std::uint64_t expected = HashOf<float>(records);
  auto memory = NewMemory<float>();
  TickHash hash;
  for (const hal::Measurement& record : records) {
    auto copy = std::make_unique<A1Memory<float>>(*memory);
    std::memset(static_cast<void*>(memory.get()), 0xff, sizeof *memory);
    memory = std::move(copy);
    hash.Add(TickOf(record, *memory).report);
  }
  EXPECT_EQ(hash.value(), expected);
}

TEST(Step, OfTwoRobotsInTurnAnswersEachAsAlone) {
  const Records first = Trot(), second = Hostile(Trot(), 9);
  const auto one = NewMemory<float>(), other = NewMemory<float>();
  TickHash hash_of_one, hash_of_other;
  for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
    if (i < first.size()) hash_of_one.Add(TickOf(first[i], *one).report);
    if (i < second.size()) hash_of_other.Add(TickOf(second[i], *other).report);
  }
  EXPECT_EQ(hash_of_one.value(), HashOf<float>(first));
  EXPECT_EQ(hash_of_other.value(), HashOf<float>(second));
  EXPECT_NE(hash_of_one.value(), hash_of_other.value());
}

TEST(Step, NeedsNoSource) {
  hal::UseSource(nullptr);
  EXPECT_EQ(HashOf<float>(Trot()), ReplayA1<float>(Trot()).hash.value());
}

TEST(Step, WhereForcesAreNotSolvedNoMarginIsSaid) {
  A1Options<float> options;
  options.tracker.friction = 0.05f;  // feet slide, and one step is too few
  options.tracker.solver.budget = 1;
  int unsolved = 0;
  for (const ReplayedTick& tick : ReplayTicks(ShortTrot(3).record, options).ticks) {
    if (tick.report.status == SolveStatus::kSolved) continue;
    ++unsolved;
    EXPECT_EQ(tick.report.margin.size, 0.0f);
    EXPECT_EQ(tick.report.margin.contact, -1);
  }
  EXPECT_GT(unsolved, 10);
}

// ---- the limit of what leaves ------------------------------------------------------------------

constexpr float kLimit = 33.5f;  // N·m, of each joint of the A1

void ExpectWithinLimits(const A1Tick<float>& tick) {
  for (unsigned j = 0; j < kJoints; ++j) {
    const float torque = tick.command.joint_torque[j];
    ASSERT_TRUE(std::isfinite(torque) && std::abs(torque) <= kLimit) << "joint " << j << ": " << torque;
    ASSERT_EQ(torque, tick.report.torque[j]);
  }
}

// After a second of standing, the next measurement.
hal::Measurement Standing(A1Memory<float>* memory) {
  for (std::size_t i = 0; i < 1000; ++i) static_cast<void>(TickOf(Trot()[i], *memory));
  return Trot()[1000];
}

TEST(TorqueLimit, HoldsForAJointThatReadsTooFastBesideABadOne) {
  for (unsigned fast = 0; fast < kJoints; ++fast) {
    for (const float velocity : {99.0f, -99.0f}) {
      const auto memory = NewMemory<float>();
      hal::Measurement m = Standing(memory.get());
      m.joint_velocity[fast] = velocity;
      m.joint_torque[(fast + 1) % kJoints] = std::numeric_limits<float>::quiet_NaN();
      const A1Tick<float> tick = TickOf(m, *memory);
      EXPECT_EQ(tick.report.flags, kJointNotFinite | kFallback);
      ExpectWithinLimits(tick);
      EXPECT_EQ(tick.command.joint_torque[fast], velocity > 0.0f ? -kLimit : kLimit);
      EXPECT_EQ(tick.command.joint_torque[(fast + 1) % kJoints], 0.0f);
    }
  }
}

TEST(TorqueLimit, HoldsInDampMode) {
  const auto memory = NewMemory<float>();
  hal::Measurement m = Standing(memory.get());
  m.operator_input.mode = hal::OperatorMode::kDamp;
  for (unsigned j = 0; j < kJoints; ++j) m.joint_velocity[j] = 40.0f;
  m.joint_velocity[5] = -20.0f;
  const A1Tick<float> tick = TickOf(m, *memory);
  EXPECT_EQ(tick.report.flags, kFallback);
  for (unsigned j = 0; j < kJoints; ++j)
    EXPECT_NEAR(tick.command.joint_torque[j], j == 5 ? 20.0f : -kLimit,
                0.2f);  // 1 N·m·s/rad within a hundredth
}

TEST(TorqueLimit, HoldsForTheController) {
  A1Options<float> options;
  options.tracker.gravity = 60.0f;  // all legs push as hard as they may
  options.controller.largest_force = 1e3f;
  int at_the_limit = 0;
  A1Memory<float> memory(options);
  for (const hal::Measurement& record : Trot()) {
    const A1Tick<float> tick = TickOf(record, memory);
    ExpectWithinLimits(tick);
    for (const float torque : tick.command.joint_torque) at_the_limit += std::abs(torque) == kLimit ? 1 : 0;
  }
  EXPECT_GT(at_the_limit, 50);
}

TEST(TorqueLimit, HoldsWhereTheControllersNumbersAreNone) {
  A1Options<float> options;
  options.controller.stand_height = std::numeric_limits<float>::quiet_NaN();
  A1Memory<float> memory(options);
  A1Tick<float> tick = TickOf(Trot()[0], memory);
  for (std::size_t i = 1; i <= 1000; ++i) {
    hal::Measurement m = Trot()[i];
    for (unsigned j = 0; j < kJoints; ++j) m.joint_torque[j] = tick.command.joint_torque[j];
    tick = TickOf(m, memory);
  }
  EXPECT_EQ(tick.report.flags, kFallback);
  ExpectWithinLimits(tick);
}

// Any bits at all in any field.
TEST(TorqueLimit, HoldsWhateverIsMeasured) {
  Random random(3);
  for (int run = 0; run < 20; ++run) {
    const auto memory = NewMemory<float>();
    hal::Measurement m = Standing(memory.get());
    const hal::Measurement good = m;
    for (int i = 0; i < 200; ++i) {
      const std::uint32_t sequence = m.sequence + 1, time = m.time_us + hal::kPeriodUs;
      m = good;
      m.sequence = sequence;
      m.time_us = time;
      const int fields = 1 + random.Integer(8);
      for (int k = 0; k < fields; ++k) {
        const int field = random.Integer(sizeof m / 4);
        const float size = static_cast<float>(std::pow(10.0, random.Uniform(-3.0, 5.0)));
        float value = random.Uniform(-size, size);
        if (random.Integer(4) == 0) {
          const std::uint32_t bits = static_cast<std::uint32_t>(random.Integer(1 << 16)) << 16 |
                                     static_cast<std::uint32_t>(random.Integer(1 << 16));
          std::memcpy(&value, &bits, sizeof value);
        }
        std::memcpy(reinterpret_cast<char*>(&m) + 4 * field, &value, sizeof value);
      }
      ExpectWithinLimits(TickOf(m, *memory));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

}  // namespace footing::control_tick_test
