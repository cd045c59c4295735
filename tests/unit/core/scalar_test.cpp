#include "core/scalar.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace footing::scalar_test {

// The angles for the comparison: a stride through ±1000 that misses all multiples.
template <typename Scalar, typename Visit>
void ForAngles(Visit visit) {
  for (int i = -2000; i <= 2000; ++i) visit(static_cast<Scalar>(i) * Scalar(0.4999));
}

TEST(SinCos, FloatIsWithinItsBoundOfTheTruth) {
  double worst = 0;
  ForAngles<float>([&](float angle) {
    const auto exact = static_cast<double>(angle);
    const SinCosResult<float> result = SinCos(angle);
    worst = std::fmax(worst, std::fabs(static_cast<double>(result.sin) - std::sin(exact)));
    worst = std::fmax(worst, std::fabs(static_cast<double>(result.cos) - std::cos(exact)));
  });
  EXPECT_LE(worst, 1.2e-7);
}

TEST(SinCos, DoubleIsWithinItsBoundOfTheTruth) {
  double worst = 0;
  ForAngles<double>([&](double angle) {
    const SinCosResult<double> result = SinCos(angle);
    worst = std::fmax(worst, std::fabs(result.sin - std::sin(angle)));
    worst = std::fmax(worst, std::fabs(result.cos - std::cos(angle)));
  });
  EXPECT_LE(worst, 3e-16);
}

template <typename Scalar>
double WorstAtan2() {
  double worst = 0;
  for (int i = 0; i < 40000; ++i) {  // about the circle, in steps that miss all multiples, at many lengths
    const double turn = 0.7853981 * i;
    const double length = std::exp(0.001 * i - 20.0);
    const auto y = static_cast<Scalar>(length * std::sin(turn + 1e-4 * i));
    const auto x = static_cast<Scalar>(length * std::cos(turn + 1e-4 * i));
    const long double truth = std::atan2(static_cast<long double>(y), static_cast<long double>(x));
    worst = std::fmax(worst, static_cast<double>(std::fabs(static_cast<long double>(Atan2(y, x)) - truth)));
  }
  worst = std::fmax(worst, static_cast<double>(std::fabs(
                               static_cast<long double>(Atan2(Scalar(-0.170676112), Scalar(-0.152264103))) -
                               std::atan2(static_cast<long double>(Scalar(-0.170676112)),
                                          static_cast<long double>(Scalar(-0.152264103))))));
  return worst;
}

TEST(Atan2, IsWithinItsBoundOfTheTruth) {
  EXPECT_LE(WorstAtan2<float>(), 5e-7);
  EXPECT_GT(WorstAtan2<float>(), 2e-7);
  EXPECT_LE(WorstAtan2<double>(), 9e-16);
}

template <typename Scalar, typename Bits>
std::uint64_t HashOfSines() {
  std::uint64_t hash = 14695981039346656037u;
  ForAngles<Scalar>([&](Scalar angle) {
    const SinCosResult<Scalar> result = SinCos(angle);
    hash = (hash ^ std::bit_cast<Bits>(result.sin)) * 1099511628211u;
    hash = (hash ^ std::bit_cast<Bits>(result.cos)) * 1099511628211u;
  });
  return hash;
}

// These bits were found on x86-64 with gcc. Every other compiler and processor must give the same bits.
TEST(SinCos, HasTheSameBitsEverywhere) {
#ifdef FOOTING_FUSED
  GTEST_SKIP() << "the build for simulation has bits of its own";
#endif
  EXPECT_EQ((HashOfSines<float, std::uint32_t>()), 9200252687204672697u);
  EXPECT_EQ((HashOfSines<double, std::uint64_t>()), 6232257193450393649u);
}

TEST(Logistic, IsWithinItsBoundOfTheTruth) {
  for (int i = -200; i <= 200; ++i) {
    const double x = 0.1 * i;
    const double truth = static_cast<double>(1.0L / (1.0L + std::exp(-static_cast<long double>(x))));
    EXPECT_NEAR(Logistic(x) / truth, 1.0, 2e-14) << x;
    EXPECT_NEAR(static_cast<double>(Logistic(static_cast<float>(x))) / truth, 1.0, 1e-5) << x;
  }
  EXPECT_EQ(Logistic(1e30), Logistic(20.0));
  EXPECT_EQ(Logistic(0.0f), 0.5f);
}

TEST(IsFinite, RefusesNanAndBothInfinities) {
  EXPECT_TRUE(IsFinite(0.0f));
  EXPECT_TRUE(IsFinite(std::numeric_limits<float>::max()));
  EXPECT_FALSE(IsFinite(kInfinity<float>));
  EXPECT_FALSE(IsFinite(-kInfinity<double>));
  EXPECT_FALSE(IsFinite(std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace footing::scalar_test
