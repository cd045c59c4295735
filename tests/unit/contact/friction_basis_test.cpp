// The friction cone's directions and the contact frame.
#include "core/contact/friction_basis.hpp"

#include <gtest/gtest.h>

#include "tests/support/random.hpp"

namespace footing::friction_basis_test {

template <typename Scalar, int kDirections>
void CheckBasis() {
  const FrictionBasis<Scalar, kDirections> basis;
  const double rounding = 4.0 * static_cast<double>(kEpsilon<Scalar>);
  for (int k = 0; k < kDirections; ++k) {
    const double angle = 2.0 * 3.14159265358979323846 * k / kDirections;
    EXPECT_NEAR(static_cast<double>(basis.direction(k, 0)), std::cos(angle), rounding);
    EXPECT_NEAR(static_cast<double>(basis.direction(k, 1)), std::sin(angle), rounding);
    const int opposite = (k + kDirections / 2) % kDirections;
    EXPECT_EQ(basis.direction(k, 0), -basis.direction(opposite, 0));
    EXPECT_EQ(basis.direction(k, 1), -basis.direction(opposite, 1));
    EXPECT_EQ(basis.Along(k, Scalar(3), Scalar(-2)),
              basis.direction(k, 0) * Scalar(3) + basis.direction(k, 1) * Scalar(-2));
    if (4 * k % kDirections == 0) {  // quarter turns
      EXPECT_EQ(Abs(basis.direction(k, 0)) + Abs(basis.direction(k, 1)), Scalar(1));
    }
  }
}

template <typename Scalar>
void CheckAllBases() {
  CheckBasis<Scalar, 2>();
  CheckBasis<Scalar, 4>();
  CheckBasis<Scalar, 6>();
  CheckBasis<Scalar, 8>();
  CheckBasis<Scalar, 16>();
}

TEST(FrictionBasis, UnitVectorsAtEqualAnglesInExactPairsDouble) { CheckAllBases<double>(); }
TEST(FrictionBasis, UnitVectorsAtEqualAnglesInExactPairsFloat) { CheckAllBases<float>(); }

template <typename Scalar>
void CheckFrame(const Vector3<Scalar>& normal) {
  const Matrix3<Scalar> frame = ContactFrame(normal);
  const Scalar rounding = Scalar(16) * kEpsilon<Scalar>;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(frame(i, 0), normal[i]);
    for (int j = 0; j < 3; ++j) {
      EXPECT_LE(Abs(frame.col(i).dot(frame.col(j)) - Scalar(i == j)), rounding);
    }
  }
  const Vector3<Scalar> n = frame.col(0);
  EXPECT_GE(n.cross(Vector3<Scalar>(frame.col(1))).dot(Vector3<Scalar>(frame.col(2))), Scalar(1) - rounding);
}

TEST(ContactFrame, IsOrthonormalAndRightHandedForAnyNormal) {
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {-1.0, 1.0}) {
      CheckFrame<double>(sign * Vector3<double>::Unit(axis));
      CheckFrame<float>(static_cast<float>(sign) * Vector3<float>::Unit(axis));
    }
  }
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    Vector3<double> normal(random.Uniform(-1, 1), random.Uniform(-1, 1), random.Uniform(-1, 1));
    normal /= std::sqrt(normal.squaredNorm());
    CheckFrame<double>(normal);
    Vector3<float> narrow(static_cast<float>(normal[0]), static_cast<float>(normal[1]),
                          static_cast<float>(normal[2]));
    narrow /= std::sqrt(narrow.squaredNorm());
    CheckFrame<float>(narrow);
  }
}

TEST(ContactFrame, FlatGroundHasTheWorldsAxes) {
  const Matrix3<double> frame = ContactFrame<double>(Vector3<double>::UnitZ());
  EXPECT_EQ(Vector3<double>(frame.col(1)), Vector3<double>::UnitX());
  EXPECT_EQ(Vector3<double>(frame.col(2)), Vector3<double>::UnitY());
}

}  // namespace footing::friction_basis_test
