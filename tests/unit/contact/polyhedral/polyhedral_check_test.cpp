#include "core/contact/polyhedral/polyhedral_check.hpp"

#include <gtest/gtest.h>

namespace footing::polyhedral_check_test {

// Friction of μ f_n, rounded up by 3e-9, on a contact that does not move.
TEST(PolyhedralCheck, ThePyramidsOwnRoundingIsCounted) {
  const FrictionBasis<float, 4> basis;
  const float mu = 0.1F, f_n = 1.1F;
  ASSERT_GT(static_cast<double>(mu * f_n), static_cast<double>(mu) * static_cast<double>(f_n));
  const auto holds = [&](float per_force, float slack) {
    return ContactHolds(basis, mu, {f_n, mu * f_n, 0.0F}, {0.0F, 0.0F, 0.0F}, per_force, slack);
  };
  EXPECT_TRUE(holds(1.0F, 1e-4F));
  EXPECT_FALSE(holds(1e6F, 1e-4F));  // 3e-3 m/s
}

}  // namespace footing::polyhedral_check_test
