// MarginOf against the polygon's own geometry: its corners and sides, without the core's shares of
// directions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/margins/contact_margin.hpp"
#include "tests/support/random.hpp"

namespace footing::contact_margin_test {

constexpr double kMu = 0.6, kStep = 1e-3;

ModeReading<double> Reading(ContactMode mode) {
  ModeReading<double> reading;
  reading.mode = mode;
  reading.meets = ModeBit(mode);
  return reading;
}

template <int kDirections>
ContactMargin<double> Margin(const Vector3<double>& f) {
  return MarginOf<kDirections>(Reading(ContactMode::kStick), f, Vector3<double>(0, 0, 0), kMu, 0.0, kStep);
}

struct Polygon {
  int corners;
  double radius;

  // The distance from the side that starts at corner k, along its outer normal.
  double Distance(int k, double x, double y) const {
    const double middle = std::numbers::pi * (2 * k + 1) / corners;
    return radius * std::cos(std::numbers::pi / corners) - x * std::cos(middle) - y * std::sin(middle);
  }
  double Least(double x, double y) const {
    double least = Distance(0, x, y);
    for (int k = 1; k < corners; ++k) least = std::min(least, Distance(k, x, y));
    return least;
  }
};

template <int kDirections>
void ExpectNearestSide() {
  Random random(5);
  int inside = 0;
  for (int k = 0; k < 2000; ++k) {
    const double f_n = random.Uniform(1, 100);
    const Polygon polygon{kDirections, kMu * f_n};
    const Vector3<double> f(f_n, random.Uniform(-1, 1) * kMu * f_n, random.Uniform(-1, 1) * kMu * f_n);
    const double left = polygon.Least(f[1], f[2]);
    const ContactMargin<double> margin = Margin<kDirections>(f);
    EXPECT_NEAR(margin.slip, std::max(left, 0.0), 1e-12 * f_n) << f.transpose();
    EXPECT_EQ(margin.lift_off, f_n);
    if (left <= 0) continue;
    ++inside;
    const Vector3<double> edge = f / (1 - margin.slip_share);
    EXPECT_NEAR(polygon.Least(edge[1], edge[2]), 0.0, 1e-9 * f_n * std::hypot(edge[1], edge[2]))
        << f.transpose();
  }
  EXPECT_GT(inside, 500);
}

TEST(ContactMargin, OnAPyramidToTheNearestSide) {
  ExpectNearestSide<4>();
  ExpectNearestSide<6>();
  ExpectNearestSide<8>();
}

TEST(ContactMargin, OnTheCircleAndInThePlane) {
  const Vector3<double> f(10, 3, -4);
  EXPECT_DOUBLE_EQ(Margin<0>(f).slip, kMu * 10 - 5);
  EXPECT_DOUBLE_EQ(Margin<0>(f).slip_share, 1 - 5 / (kMu * 10));
  EXPECT_DOUBLE_EQ(Margin<2>(f).slip, kMu * 10 - 3);
}

TEST(ContactMargin, WhatDoesNotBelongToTheModeIsZero) {
  const Vector3<double> none(0, 0, 0), f(10, 6, 0), u(0.5, 0, 0);
  const auto open = MarginOf(Reading(ContactMode::kSeparate), none, u, kMu, 0.25, kStep);
  EXPECT_DOUBLE_EQ(open.gap, kStep * 0.75);
  EXPECT_EQ(open.lift_off + open.slip + open.slip_share + open.slip_speed, 0.0);
  auto slides = Reading(ContactMode::kSlide);
  slides.slip_speed = 0.125;
  const auto margin = MarginOf(slides, f, none, kMu, 0.0, kStep);
  EXPECT_EQ(margin.slip_speed, 0.125);
  EXPECT_EQ(margin.lift_off, 10.0);
  EXPECT_EQ(margin.slip + margin.slip_share + margin.gap, 0.0);
}

}  // namespace footing::contact_margin_test
