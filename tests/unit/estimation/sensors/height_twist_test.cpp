// Heights of feet that are known: the twist is that of the ground, or of what one foot is seen too high.
#include "core/estimation/sensors/height_twist.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace footing {
namespace {

constexpr double kLeg = 0.4;       // m
constexpr double kStance = 0.2;    // s
constexpr double kPeriod = 0.004;  // s, in which each foot is told of once

// Trots: feet 0 and 3 stand while 1 and 2 swing, then these. Feet 0 and 2 are on the right.
template <typename Scalar>
class Trot {
 public:
  Trot() {
    twist_.AddPair(0, 1);
    twist_.AddPair(2, 3);
  }

  // Each foot stands once, on ground or by an encoder `heights` [m] too high.
  void Stride(const std::array<double, 4>& heights) {
    for (const std::array<int, 2>& pair : {std::array{0, 3}, std::array{1, 2}}) {
      for (int foot = 0; foot < 4; ++foot) twist_.Lift(foot);
      for (double t = 0; t < kStance; t += kPeriod) Tick(pair, heights);
    }
  }

  void Strides(int count, const std::array<double, 4>& heights) {
    for (int i = 0; i < count; ++i) Stride(heights);
  }

  HeightTwist<Scalar, 4>* operator->() { return &twist_; }

  // The robot is held in the air.
  void Hang(double seconds) {
    for (int foot = 0; foot < 4; ++foot) twist_.Lift(foot);
    for (double t = 0; t < seconds; t += kPeriod) Move(0.05 * kPeriod);
  }

  double speed = 0.5;  // m/s, forward
  double drift = 0;    // m/s, that the base is believed to rise by and does not

 private:
  void Tick(const std::array<int, 2>& pair, const std::array<double, 4>& heights) {
    const double before = Base();
    t_ += kPeriod;
    Move(Base() - before + drift * kPeriod);
    for (const int foot : pair) {
      const double height = heights[static_cast<unsigned>(foot)] - Base();
      twist_.Stand(foot, static_cast<Scalar>(height), static_cast<Scalar>(kPeriod));
    }
  }

  void Move(double rise) {
    const Vector3<Scalar> way(static_cast<Scalar>(speed * kPeriod), 0, 0);
    twist_.Move(way, static_cast<Scalar>(rise), static_cast<Scalar>(kPeriod));
  }

  double Base() const { return 0.3 + 0.005 * std::sin(2 * std::numbers::pi * 5 * t_); }

  HeightTwist<Scalar, 4> twist_{static_cast<Scalar>(kLeg)};
  double t_ = 0;
};

TEST(HeightTwist, IsWhatOneFootIsSeenTooHigh) {
  for (unsigned foot = 0; foot < 4; ++foot) {
    for (const double by : {0.004, -0.004}) {
      Trot<double> trot;
      trot.Strides(3, {});
      std::array<double, 4> heights{};
      heights[foot] = by;
      EXPECT_FALSE(trot->IsOff());
      trot.Strides(6, heights);
      EXPECT_TRUE(trot->IsOff()) << foot << ' ' << by;
      trot.Strides(6, heights);
      EXPECT_NEAR(trot->twist(), 0.004 / kLeg, 0.0003);
      trot.Strides(6, {});
      EXPECT_FALSE(trot->IsOff()) << foot << ' ' << by;
    }
  }
}

// From the first step on, and although the base is believed to rise.
TEST(HeightTwist, NeedsNoTimeWithoutTheOffset) {
  Trot<double> trot;
  trot.drift = 0.01;
  trot.Strides(4, {0, 0, 0.005, 0});
  EXPECT_TRUE(trot->IsOff());
}

TEST(HeightTwist, IsNoneOfAPlaneWhateverTheBaseIsBelievedToDo) {
  Trot<double> trot;
  for (const double drift : {0.0, 0.02, -0.02}) {
    trot.drift = drift;
    for (int i = 0; i < 20; ++i) {
      // A side, and an end, that is higher: a slope.
      trot.Stride({0.01, 0.02, 0.03, 0.04});
      EXPECT_FALSE(trot->IsOff()) << drift << ' ' << i;
    }
  }
  EXPECT_LT(trot->twist(), 0.003);
}

// However suddenly it begins.
TEST(HeightTwist, RoughGroundIsNoOffset) {
  std::mt19937 random(3);
  for (const double size : {0.001, 0.003, 0.005, 0.01, 0.02}) {
    std::uniform_real_distribution<double> height(-size, size);
    for (int begin = 0; begin < 300; ++begin) {
      Trot<double> trot;
      trot.Strides(4, {});
      for (int i = 0; i < 12; ++i) {
        trot.Stride({height(random), height(random), height(random), height(random)});
        ASSERT_FALSE(trot->IsOff()) << size << ' ' << begin << ' ' << i;
      }
    }
  }
}

// Of a robot that begins with a foot on a stone.
TEST(HeightTwist, TwoStancesTellNothing) {
  Trot<double> trot;
  trot.Strides(2, {0.004, 0, 0, 0});
  EXPECT_EQ(trot->twist(), 0);
  EXPECT_FALSE(trot->IsOff());
}

// A robot that steps in place, with a foot on a stone.
TEST(HeightTwist, StepsInPlaceTellNothing) {
  Trot<double> trot;
  trot.speed = 0.01;
  trot.Strides(15, {0.004, 0, 0, 0});
  EXPECT_FALSE(trot->IsOff());
}

TEST(HeightTwist, ALargeOffsetIsFound) {
  Trot<double> trot;
  trot.Strides(4, {});
  trot.Strides(6, {0.02, 0, 0, 0});
  EXPECT_GT(trot->twist(), 0.03);
  EXPECT_TRUE(trot->IsOff());
}

// Two treads in reach of each foot.
TEST(HeightTwist, StepsAreNoOffset) {
  std::mt19937 random(5);
  std::bernoulli_distribution up;
  for (const double size : {0.01, 0.02, 0.03}) {
    const auto tread = [&] { return up(random) ? size : 0.0; };
    for (int begin = 0; begin < 200; ++begin) {
      Trot<double> trot;
      trot.Strides(4, {});
      for (int i = 0; i < 15; ++i) {
        trot.Stride({tread(), tread(), tread(), tread()});
        ASSERT_FALSE(trot->IsOff()) << size << ' ' << begin << ' ' << i;
      }
    }
  }
}

TEST(HeightTwist, RestartForgets) {
  Trot<double> trot;
  trot.Strides(8, {0.004, 0, 0, 0});
  ASSERT_TRUE(trot->IsOff());
  trot->Restart();
  EXPECT_EQ(trot->twist(), 0);
  trot.Strides(2, {0.004, 0, 0, 0});
  EXPECT_FALSE(trot->IsOff());
  trot.Strides(3, {0.004, 0, 0, 0});
  EXPECT_TRUE(trot->IsOff());
}

// What the base is believed to do in the air says nothing of the ground.
TEST(HeightTwist, ARobotThatIsLiftedBeginsAgain) {
  Trot<double> trot;
  trot.Strides(4, {});
  trot.Hang(10);
  trot.Strides(5, {0.004, 0, 0, 0});
  EXPECT_TRUE(trot->IsOff());
}

// In float, after a kilometre that the base was believed to rise by and did not.
TEST(HeightTwist, HeightsStaySmall) {
  Trot<float> trot;
  for (int i = 0; i < 5000; ++i) {
    trot->Move({0, 0, 0}, 0.2F, 0);  // m
    trot.Stride({});
  }
  trot.Strides(60, {0.004, 0, 0, 0});
  EXPECT_TRUE(trot->IsOff());
  EXPECT_NEAR(trot->twist(), 0.01F, 0.0005F);
}

}  // namespace
}  // namespace footing
