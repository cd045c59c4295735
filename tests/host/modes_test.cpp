// Fractions as a file means them; cones in both forms against closed forms, and their rank in doubles; the
// directions' symmetry; what is near. The command itself: modes_command_test.py, modes_oracle_test.py.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "tools/modes/contact_letters.hpp"
#include "tools/modes/polyhedral_cone.hpp"
#include "tools/modes/strict_system.hpp"

namespace footing::tools::modes_test {

RationalRows Rows(std::initializer_list<std::initializer_list<int>> rows) {
  RationalRows result;
  for (const auto& row : rows) result.emplace_back(row.begin(), row.end());
  return result;
}

RationalRows Sorted(RationalRows rows) {
  std::sort(rows.begin(), rows.end());
  return rows;
}

TEST(ModesTest, FractionsAreWhatWasMeant) {
  const auto read = [](double value) { return ReadRow({value, 1.0})[0]; };
  EXPECT_EQ(read(0.1 * 3), Rational(3, 10));
  EXPECT_EQ(read(1.0 / 3), Rational(1, 3));
  EXPECT_EQ(read(-2.0 / 7 * 3), Rational(-6, 7));
  EXPECT_EQ(read(0.3 * 0.8 - 0.4 * 0.6 + 1e-17), Rational(0));
  EXPECT_EQ(read(0.3 * 0.8 - 0.4 * 0.55), Rational(1, 50));  // a sum that nearly cancels
  EXPECT_EQ(read(123456789.0), Rational(123456789));
  for (const double value : {std::sqrt(2.0), M_PI, 1e-7 * M_PI, 1e12 * M_PI}) {
    EXPECT_NEAR(read(value).get_d(), value, 8e-15 * value);
    EXPECT_EQ(SimplestFraction(value, 0), Rational(value));
  }
}

TEST(ModesTest, ConeOverASquareBothWays) {
  const RationalRows edges = Rows({{1, 1, 1}, {1, -1, 1}, {-1, 1, 1}, {-1, -1, 1}});
  RationalRows rays = edges;
  for (const RationalVector& inner : Rows({{0, 0, 1}, {1, 0, 1}, {2, 2, 2}})) rays.push_back(inner);
  const PolyhedralCone cone = ConeOfSpan(rays, {}, {1, 1, 1});
  EXPECT_EQ(Sorted(cone.rays), Sorted(edges));
  EXPECT_EQ(Sorted(cone.faces), Sorted(Rows({{1, 0, -1}, {-1, 0, -1}, {0, 1, -1}, {0, -1, -1}})));
  EXPECT_TRUE(cone.lines.empty() && cone.equalities.empty());
  const Span span = SpanOfFaces(cone.faces, {}, 3);
  EXPECT_EQ(Sorted(span.rays), Sorted(edges));
}

TEST(ModesTest, ConesWithLinesOrFlat) {
  // Opposed rays are a line; the third ray is taken orthogonal to it.
  const PolyhedralCone half = ConeOfSpan(Rows({{1, 0, 0}, {-1, 0, 0}, {5, 1, 0}}), {}, {1, 1, 1});
  EXPECT_EQ(half.lines, Rows({{1, 0, 0}}));
  EXPECT_EQ(half.rays, Rows({{0, 1, 0}}));
  EXPECT_EQ(half.equalities, Rows({{0, 0, 1}}));
  EXPECT_EQ(half.faces, Rows({{0, -1, 0}}));
  PolyhedralCone preferred = half;
  PreferRays(Rows({{1, 0, 0}, {10, 2, 0}}), &preferred);
  EXPECT_EQ(preferred.rays, Rows({{5, 1, 0}}));

  const PolyhedralCone all = ConeOfSpan(Rows({{1, 0}, {0, 1}, {-1, -1}}), {}, {1, 1});
  EXPECT_EQ(all.lines.size(), 2U);
  EXPECT_TRUE(all.rays.empty() && all.faces.empty() && all.equalities.empty());
  const PolyhedralCone none = ConeOfSpan({}, {}, {1, 1});
  EXPECT_EQ(none.equalities.size(), 2U);
  EXPECT_TRUE(none.rays.empty() && none.faces.empty() && none.lines.empty());
  EXPECT_EQ(SpanOfFaces({}, {}, 2).lines.size(), 2U);
}

double LeastSingularValue(const RationalRows& rows) {
  Eigen::MatrixXd unit(rows.size(), rows.front().size());
  for (Eigen::Index i = 0; i < unit.rows(); ++i) {
    for (Eigen::Index k = 0; k < unit.cols(); ++k)
      unit(i, k) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)].get_d();
    unit.row(i).normalize();
  }
  return unit.jacobiSvd().singularValues().minCoeff();
}

// x + y = e z: the form with pivots in x and y is 1, 0, 1/e and 0, 1, 1/e, one direction in doubles.
TEST(ModesTest, LinesAndEqualitiesStayABasisInDoubles) {
  for (const int power : {6, 9, 17, 40}) {
    const Rational off(1, mpz_class("1" + std::string(static_cast<std::size_t>(power), '0')));
    const RationalRows basis = {{1, -1, 0}, {0, 1, 1 / off}};
    const PolyhedralCone plane = ConeOfSpan({}, {{off, 0, 1}, {0, off, 1}}, {1, 1, 1});
    EXPECT_EQ(plane.lines, basis);
    EXPECT_EQ(plane.equalities, RationalRows({{1 / off, 1 / off, -1}}));
    EXPECT_GT(LeastSingularValue(plane.lines), 0.1);
    const PolyhedralCone normal = ConeOfSpan({{1, 1, -off}}, {}, {1, 1, 1});
    EXPECT_EQ(normal.equalities, basis);
    const PolyhedralCone half = ConeOfSpan({{1, 1, -off}}, basis, {1, 1, 1});
    EXPECT_EQ(half.lines, basis);
    EXPECT_EQ(half.faces.size(), 1U);
  }
  EXPECT_EQ(ConeOfSpan({}, Rows({{1, 0, 100}, {0, 1, 100}}), {1, 1, 1}).lines,
            Rows({{1, 0, 100}, {0, 1, 100}}));
}

TEST(ModesTest, DirectionsAreSymmetric) {
  for (int count = 3; count <= 16; ++count) {
    const RationalRows directions = EvenDirections(count);
    ASSERT_EQ(directions.size(), static_cast<std::size_t>(count));
    for (int j = 0; j < count; ++j) {
      const RationalVector& d = directions[static_cast<std::size_t>(j)];
      const double angle = 2 * M_PI * j / count;  // up to 2 pi, and so off by up to 1e-15 itself
      EXPECT_NEAR(d[0].get_d(), std::cos(angle), 2e-15);
      EXPECT_NEAR(d[1].get_d(), std::sin(angle), 2e-15);
      const RationalVector& mirrored = directions[static_cast<std::size_t>((count - j) % count)];
      EXPECT_TRUE(mirrored[0] == d[0] && mirrored[1] == -d[1]) << count << " " << j;
      if (count % 2 != 0) continue;
      const RationalVector& opposed = directions[static_cast<std::size_t>((j + count / 2) % count)];
      EXPECT_TRUE(opposed[0] == -d[0] && opposed[1] == -d[1]) << count << " " << j;
    }
    if (count == 8) {
      EXPECT_EQ(directions[1][0], directions[1][1]);
    }
  }
}

TEST(ModesTest, StrictSystems) {
  const RationalVector scale = {1, 1};
  EXPECT_EQ(Decide({{}, {}, Rows({{1, 0}, {-1, 1}})}, scale), Solvable::kYes);
  EXPECT_EQ(Decide({{}, {}, Rows({{1, 0}, {-1, 0}})}, scale), Solvable::kNo);
  EXPECT_EQ(Decide({Rows({{1, 1}}), {}, Rows({{1, 0}, {0, 1}})}, scale), Solvable::kNo);
  EXPECT_EQ(Decide({{}, Rows({{-1, 0}}), Rows({{1, 1}, {1, 0}})}, scale), Solvable::kNo);
  const Rational tiny(1, 1000000000000);
  EXPECT_EQ(Decide({{}, {}, {{1, 0}, {-1, tiny}}}, scale), Solvable::kNear);
  // x = 0 and x + e y = 0 let y be nothing but 0, unless the two are one.
  for (const int power : {15, 12, 9}) {
    const Rational off(std::pow(10.0, -power));
    EXPECT_EQ(Decide({{{1, 0}, {1, off}}, {}, Rows({{0, 1}})}, scale), Solvable::kNear);
  }
  EXPECT_EQ(Decide({{{1, 0}, {1, Rational(1, 1000000)}}, {}, Rows({{0, 1}})}, scale), Solvable::kNo);
  EXPECT_EQ(Decide({{}, {}, {{1, 0}, {-1000, tiny}}}, {tiny, 1}), Solvable::kYes);  // x_0 in its own unit
}

TEST(ModesTest, NearlyDependentRows) {
  const RationalVector scale = {1, 1, 1};
  EXPECT_FALSE(NearlyDependent(Rows({{1, 2, 3}, {2, 4, 6}, {1, 0, 0}, {0, 2, 3}}), scale));
  EXPECT_FALSE(NearlyDependent(Rows({{1, 0, 0}, {1000000, 1, 0}}), scale));
  EXPECT_FALSE(NearlyDependent({}, scale));
  for (const int power : {10, 13, 15}) {
    const Rational off(std::pow(10.0, -power));
    EXPECT_TRUE(NearlyDependent({{1, 0, 0}, {0, 1, 0}, {1, 1, off}}, scale));
    EXPECT_FALSE(NearlyDependent({{1, 0, 0}, {0, 1, 0}, {0, 0, off}}, scale));
  }
}

}  // namespace footing::tools::modes_test
