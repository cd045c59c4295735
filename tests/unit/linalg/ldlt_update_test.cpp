#include "core/linalg/ldlt_update.hpp"

#include <gtest/gtest.h>

#include "tests/support/random.hpp"

namespace footing::ldlt_update_test {

constexpr int kSize = 12;

// GᵀG + diagonal, where G has `rank` rows.
template <typename Scalar>
void FillGram(int rank, Scalar diagonal, test::Random& random, BoundedMatrix<Scalar, kSize>& gram) {
  BoundedMatrix<Scalar, kSize> g;
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) g(i, j) = i < rank ? random.Uniform(Scalar(-1), Scalar(1)) : Scalar(0);
  }
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) {
      Scalar sum = i == j ? diagonal : Scalar(0);
      for (int k = 0; k < kSize; ++k) sum += g(k, i) * g(k, j);
      gram(i, j) = sum;
    }
  }
}

template <typename Scalar>
struct Fixture {
  BoundedMatrix<Scalar, kSize> gram;
  LdltUpdate<Scalar, kSize> factor;
  int members[kSize] = {};

  bool Append(int row) {
    Scalar entries[kSize] = {};
    for (int k = 0; k < factor.size(); ++k) entries[k] = gram(row, members[k]);
    if (!factor.Append(entries, gram(row, row))) return false;
    members[factor.size() - 1] = row;
    return true;
  }
  void Remove(int position) {
    factor.Remove(position);
    for (int k = position; k < factor.size(); ++k) members[k] = members[k + 1];
  }
  // The largest |A x − rhs| of a solve with the members.
  Scalar SolveError() const {
    Scalar x[kSize] = {};
    for (int k = 0; k < factor.size(); ++k) x[k] = static_cast<Scalar>(k + 1);
    factor.Solve(x);
    Scalar error = Scalar(0);
    for (int k = 0; k < factor.size(); ++k) {
      Scalar sum = -static_cast<Scalar>(k + 1);
      for (int j = 0; j < factor.size(); ++j) sum += gram(members[k], members[j]) * x[j];
      error = Max(error, Abs(sum));
    }
    return error;
  }
};

template <typename Scalar>
void SolvesAfterAnyOrder(Scalar tolerance) {
  test::Random random(1);
  Fixture<Scalar> f;
  FillGram<Scalar>(kSize, Scalar(1), random, f.gram);
  f.factor.Clear();
  bool inside[kSize] = {};
  for (int step = 0; step < 400; ++step) {
    const int row = random.Integer(kSize);
    if (!inside[row]) {
      ASSERT_TRUE(f.Append(row));
    } else {
      int position = 0;
      while (f.members[position] != row) ++position;
      f.Remove(position);
    }
    inside[row] = !inside[row];
    ASSERT_LT(f.SolveError(), tolerance) << "step " << step;
  }
}

TEST(LdltUpdate, SolvesAfterAnyOrderOfUpdatesFloat) { SolvesAfterAnyOrder<float>(1e-3F); }
TEST(LdltUpdate, SolvesAfterAnyOrderOfUpdatesDouble) { SolvesAfterAnyOrder<double>(1e-11); }

TEST(LdltUpdate, RefusesADependentRowAndStaysUsable) {
  test::Random random(2);
  Fixture<double> f;
  FillGram<double>(5, 0.0, random, f.gram);
  f.factor.Clear();
  for (int row = 0; row < 5; ++row) ASSERT_TRUE(f.Append(row));
  for (int row = 5; row < kSize; ++row) EXPECT_FALSE(f.Append(row));
  EXPECT_EQ(f.factor.size(), 5);
  EXPECT_LT(f.SolveError(), 1e-8);
  f.Remove(2);
  EXPECT_TRUE(f.Append(7));
  EXPECT_LT(f.SolveError(), 1e-8);
}

TEST(LdltUpdate, RefusesZeroNegativeAndNotANumber) {
  LdltUpdate<double, 2> factor;
  const double row[2] = {0.0, 0.0};
  EXPECT_FALSE(factor.Append(row, 0.0));
  EXPECT_FALSE(factor.Append(row, -1.0));
  EXPECT_FALSE(factor.Append(row, std::numeric_limits<double>::quiet_NaN()));
  EXPECT_TRUE(factor.Append(row, 4.0));
  EXPECT_TRUE(factor.Append(row, 1.0));
  EXPECT_FALSE(factor.Append(row, 1.0)) << "beyond its capacity";
}

TEST(LdltUpdate, RefusalDoesNotDependOnTheUnit) {
  for (const double unit : {1e-9, 1.0, 1e9}) {
    LdltUpdate<double, 2> factor;
    ASSERT_TRUE(factor.Append(nullptr, unit));
    double row[2] = {unit, 0.0};
    EXPECT_FALSE(factor.Append(row, unit * (1.0 + 1e-15)));
    EXPECT_TRUE(factor.Append(row, unit * (1.0 + 1e-9)));
  }
}

}  // namespace footing::ldlt_update_test
