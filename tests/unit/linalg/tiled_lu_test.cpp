#include "core/linalg/tiled_lu.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/oracles/gauss_jordan.hpp"
#include "tests/support/random.hpp"
#include "tests/support/scalars.hpp"

namespace footing::tiled_lu_test {

constexpr int kSize = 11;  // the last tile is only partly used
constexpr int kColumns = 6;

// A random matrix whose symmetric part is positive definite, and its solution by Gauss–Jordan.
struct System {
  Dense<kSize, kSize> A{};
  Dense<kSize, kColumns> X{};  // the right sides; after GaussJordan the answer

  System(int n, bool symmetric, Random& random) {
    Dense<kSize, kSize> root{};
    for (auto& row : root)
      for (Real& entry : row) entry = Real(random.Uniform(-1.0, 1.0));
    for (unsigned i = 0; i < static_cast<unsigned>(n); ++i) {
      for (unsigned j = 0; j < static_cast<unsigned>(n); ++j) {
        A[i][j] = i == j ? Real(0.5L) : Real(0);
        for (unsigned k = 0; k < kSize; ++k) A[i][j] += root[i][k] * root[j][k];
        if (!symmetric) A[i][j] += root[i][j] - root[j][i];
      }
      for (Real& entry : X[i]) entry = Real(random.Uniform(-1.0, 1.0));
    }
  }
};

template <typename Scalar>
class TiledLuOf : public testing::Test {};
TYPED_TEST_SUITE(TiledLuOf, Scalars);

TYPED_TEST(TiledLuOf, EverySizeAgreesWithGaussJordan) {
  Random random(7);
  const double tolerance = sizeof(TypeParam) == 4 ? 2e-4 : 1e-12;
  for (int n = 0; n <= kSize; ++n) {
    for (const bool symmetric : {false, true}) {
      System system(n, symmetric, random);
      static TiledLu<TypeParam, kSize> lu;
      BoundedMatrix<TypeParam, TiledLu<TypeParam, kSize>::kRows, kColumns> x;
      BoundedVector<TypeParam, TiledLu<TypeParam, kSize>::kRows> one;
      for (int i = 0; i < n; ++i) {
        const auto row = static_cast<unsigned>(i);
        const int end = symmetric ? lu.LowerEnd(i) : n;  // unread entries keep their old values
        for (int j = 0; j < std::min(end, n); ++j)
          lu(i, j) = static_cast<TypeParam>(system.A[row][static_cast<unsigned>(j)]);
        for (int j = 0; j < kColumns; ++j)
          x(i, j) = static_cast<TypeParam>(system.X[row][static_cast<unsigned>(j)]);
        one[i] = x(i, 0);
        lu.Least(i) = TypeParam(0);
      }
      ASSERT_EQ(lu.Factor(n, symmetric), n);
      lu.template ClearTail<kColumns>(n, x.data());
      lu.template SolveColumns<kColumns>(
          TypeParam(1), [&](int k) { return &x(3 * k, 0); }, x.data());
      lu.Solve(n, one.data());
      ASSERT_TRUE((GaussJordan<kSize, kColumns>(static_cast<unsigned>(n), kColumns, &system.A, &system.X)));
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < kColumns; ++j) {
          const Real exact = system.X[static_cast<unsigned>(i)][static_cast<unsigned>(j)];
          EXPECT_NEAR(static_cast<double>(x(i, j)), static_cast<double>(exact), tolerance);
        }
        EXPECT_NEAR(static_cast<double>(one[i]), static_cast<double>(x(i, 0)), tolerance);
      }
    }
  }
}

// Row 2 is the sum of rows 0 and 1. Its unknown stays zero, and the others solve the remaining rows.
TYPED_TEST(TiledLuOf, DropsARowThatDependsOnThoseBefore) {
  TiledLu<TypeParam, 3> lu;
  const int A[3][3] = {{2, 0, 2}, {0, 4, 4}, {2, 4, 6}};
  BoundedVector<TypeParam, 3> x(TypeParam(2), TypeParam(8), TypeParam(10));
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) lu(i, j) = static_cast<TypeParam>(A[i][j]);
    lu.Least(i) = TypeParam(1e-5L);
  }
  EXPECT_EQ(lu.Factor(3, true), 2);
  EXPECT_EQ(lu.InversePivot(2), TypeParam(0));
  EXPECT_NEAR(static_cast<double>(lu.LeastShares()), 1e-5 / 2 + 1e-5 / 4, 1e-12);
  lu.Solve(3, x.data());
  EXPECT_EQ(x[0], TypeParam(1));
  EXPECT_EQ(x[1], TypeParam(2));
  EXPECT_EQ(x[2], TypeParam(0));
}

}  // namespace footing::tiled_lu_test
