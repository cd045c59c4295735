// Friction shortened to its disc: known on paper, and at random in a wider type.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/contact/coulomb.hpp"
#include "tests/support/random.hpp"

namespace footing::clip_test {

// The factor that shortens friction of 1e150 N to 1e-160 N is below the smallest normal number.
TEST(Admissible, FrictionFarAboveItsCone) {
  double f_1 = 3e150;
  double f_2 = -4e150;
  ClipToDisc(1e-160, &f_1, &f_2);
  EXPECT_NEAR(f_1 / 0.6e-160, 1.0, 1e-14);
  EXPECT_NEAR(f_2 / -0.8e-160, 1.0, 1e-14);
  float g_1 = 3e30F;
  float g_2 = 4e30F;
  ClipToDisc(1e-10F, &g_1, &g_2);
  EXPECT_NEAR(g_1 / 0.6e-10F, 1.0F, 1e-6F);
  EXPECT_NEAR(g_2 / 0.8e-10F, 1.0F, 1e-6F);
}

// Shortened friction is never beyond its limit, not even by rounding, and not further inside than rounding
// needs. Limits and reaches go up to 2^±span, from close together to as far apart as that allows.
template <typename Scalar>
void ShortenAtRandom(Scalar span) {
  Random random(29);
  int shortened = 0;
  for (int k = 0; k < 100000; ++k) {
    const Scalar size = random.Uniform(-span, span);
    const Scalar limit = std::exp2(size);
    const Scalar further = k % 2 == 0 ? Scalar(20) : span - size;
    const Scalar reach = std::exp2(std::min(span, size + random.Uniform(Scalar(-1), further)));
    const Scalar x = reach * random.Uniform(Scalar(-1), Scalar(1));
    const Scalar y = reach * random.Uniform(Scalar(-1), Scalar(1));
    Scalar f_1 = x;
    Scalar f_2 = y;
    if (ClipToDisc(limit, &f_1, &f_2)) continue;
    ++shortened;
    ASSERT_TRUE(IsWithin(limit, f_1, f_2)) << k;
    const auto wide = [](Scalar number) { return static_cast<long double>(number); };
    const auto to_1 = wide(f_1), to_2 = wide(f_2), length = std::hypot(to_1, to_2);
    const auto from_1 = wide(x), from_2 = wide(y), most = wide(limit), epsilon = wide(kEpsilon<Scalar>);
    ASSERT_LE(length, most) << k;
    ASSERT_LE(std::abs(length / most - 1), 8 * epsilon) << k;
    ASSERT_LE(std::abs((to_1 * from_2 - to_2 * from_1) / std::hypot(from_1, from_2) / length), 4 * epsilon)
        << k;
  }
  EXPECT_GT(shortened, 50000);
}

TEST(Admissible, ShortenedFrictionIsWithinItsLimitInFloat) { ShortenAtRandom<float>(60); }
TEST(Admissible, ShortenedFrictionIsWithinItsLimitInDouble) { ShortenAtRandom<double>(500); }

}  // namespace footing::clip_test
