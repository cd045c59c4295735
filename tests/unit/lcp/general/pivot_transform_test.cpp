#include "core/lcp/general/pivot_transform.hpp"

#include <gtest/gtest.h>

#include "tests/support/random.hpp"
#include "tests/support/trials.hpp"

namespace footing::pivot_transform_test {

constexpr int kSize = 10;
using Transform = PivotTransform<double, kSize>;

// A = J Jᵀ + K of whole numbers, where J has rank at most 2 and K is skew or zero: PSD. Most rows are chosen.
void FillPsd(Random& random, int size, bool skew, Transform* transform) {
  std::array<std::array<double, 2>, kSize> jacobian{};
  for (auto& row : jacobian) row = {random.Integer(7) - 3.0, random.Integer(7) - 3.0};
  for (int i = 0; i < size; ++i) {
    const auto& a = jacobian[static_cast<unsigned>(i)];
    transform->chosen[static_cast<unsigned>(i)] = random.Integer(4) != 0;
    transform->constant[i] = random.Integer(9) - 4;
    for (int j = 0; j <= i; ++j) {
      const auto& b = jacobian[static_cast<unsigned>(j)];
      const double symmetric = a[0] * b[0] + a[1] * b[1];
      const double turn = skew && i != j ? random.Integer(5) - 2 : 0.0;
      transform->tableau(i, j) = symmetric + turn;
      transform->tableau(j, i) = symmetric - turn;
    }
  }
}

// w = A x + b for any x: the tableau must give the variables that were not exchanged from those that were.
TEST(PivotTransform, SaysTheSameAsTheProblem) {
  Random random(3);
  int exchanged = 0;
  int left = 0;
  for (int trial = 0; trial < Trials(2000, 20); ++trial) {
    const int size = 1 + random.Integer(kSize);
    Transform transform{};
    FillPsd(random, size, trial % 2 == 0, &transform);
    const Transform before = transform;
    transform.Exchange(size);
    std::array<double, kSize> x{};
    std::array<double, kSize> w{};
    for (int i = 0; i < size; ++i) x[static_cast<unsigned>(i)] = random.Integer(9) - 4;
    for (int i = 0; i < size; ++i) {
      w[static_cast<unsigned>(i)] = before.constant[i];
      for (int j = 0; j < size; ++j)
        w[static_cast<unsigned>(i)] += before.tableau(i, j) * x[static_cast<unsigned>(j)];
    }
    for (int i = 0; i < size; ++i) {
      double sum = transform.constant[i];
      for (int j = 0; j < size; ++j) {
        // Column j is x_j, or the w of the row whose place x_j has taken.
        const int row = transform.RowOfX(j);
        sum += transform.tableau(i, j) * (row < 0 ? x : w)[static_cast<unsigned>(row < 0 ? j : row)];
      }
      const int column = transform.ColOfW(i);
      EXPECT_NEAR(sum, column < 0 ? w[static_cast<unsigned>(i)] : x[static_cast<unsigned>(column)], 1e-8)
          << "trial " << trial;
      // In a PSD block the rows that are left are also the columns that are left, and their entries are zero.
      if (!before.chosen[static_cast<unsigned>(i)]) continue;
      EXPECT_EQ(transform.ColOfW(i) < 0, transform.RowOfX(i) < 0) << "trial " << trial;
      ++(column < 0 ? left : exchanged);
      for (int j = 0; j < size && column < 0; ++j) {
        if (before.chosen[static_cast<unsigned>(j)] && transform.RowOfX(j) < 0) {
          EXPECT_EQ(transform.tableau(i, j), 0.0);
        }
      }
    }
  }
  EXPECT_GT(exchanged, Trials(2000, 20));
  EXPECT_GT(left, Trials(2000, 20) / 4);
}

}  // namespace footing::pivot_transform_test
