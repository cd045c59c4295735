// Fractions as a file means them; cones in both forms against closed forms, and their rank in doubles; the
// symmetry of the directions; nearest points. The command itself: modes_command_test.py,
// modes_oracle_test.py.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "tools/footing/modes/drawing/contact_letters.hpp"
#include "tools/footing/modes/exact/nearest_point.hpp"
#include "tools/footing/modes/exact/polyhedral_cone.hpp"
#include "tools/footing/modes/exact/strict_system.hpp"

namespace footing::tools::modes_test {

ExactRows Rows(std::initializer_list<std::initializer_list<int>> rows) {
  ExactRows result;
  for (const auto& row : rows) result.emplace_back(row.begin(), row.end());
  return result;
}

ExactRows Sorted(ExactRows rows) {
  std::sort(rows.begin(), rows.end());
  return rows;
}

TEST(ModesTest, FractionsAreWhatWasMeant) {
  const auto read = [](double value) { return ReadRow({value, 1.0})[0]; };
  EXPECT_EQ(read(0.1 * 3), Exact(3) / 10);
  EXPECT_EQ(read(1.0 / 3), Exact(1) / 3);
  EXPECT_EQ(read(-2.0 / 7 * 3), Exact(-6) / 7);
  EXPECT_EQ(read(0.3 * 0.8 - 0.4 * 0.6 + 1e-17), Exact(0));
  EXPECT_EQ(read(0.3 * 0.8 - 0.4 * 0.55), Exact(1) / 50);  // a sum that nearly cancels
  EXPECT_EQ(read(123456789.0), Exact(123456789));
  for (const double value : {std::sqrt(2.0), M_PI, 1e-7 * M_PI, 1e12 * M_PI}) {
    EXPECT_NEAR(ToDouble(read(value)), value, 8e-15 * value);
    EXPECT_EQ(SimplestFraction(value, 0), Exact(mpq_class(value)));
  }
}

TEST(ModesTest, ConeOverASquareBothWays) {
  const ExactRows edges = Rows({{1, 1, 1}, {1, -1, 1}, {-1, 1, 1}, {-1, -1, 1}});
  ExactRows rays = edges;
  for (const ExactVector& inner : Rows({{0, 0, 1}, {1, 0, 1}, {2, 2, 2}})) rays.push_back(inner);
  const PolyhedralCone cone = ConeOfSpan(rays, {}, {1, 1, 1});
  EXPECT_EQ(Sorted(cone.rays), Sorted(edges));
  EXPECT_EQ(Sorted(cone.faces), Sorted(Rows({{1, 0, -1}, {-1, 0, -1}, {0, 1, -1}, {0, -1, -1}})));
  EXPECT_TRUE(cone.lines.empty() && cone.equalities.empty());
  const Span span = SpanOfFaces(cone.faces, {}, 3);
  EXPECT_EQ(Sorted(span.rays), Sorted(edges));
}

TEST(ModesTest, ConesWithLinesOrFlat) {
  // Opposed rays are a line. The third ray becomes orthogonal to it.
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

// Friction cones with a motion that they do not hinder, given as a line or as two opposed rays. The cone has
// one face for each edge.
TEST(ModesTest, EdgesBesideALine) {
  for (const int count : {3, 4, 5, 6, 8, 12}) {
    const ExactVector line = {16, 10, 0, 1};
    ExactRows rays;
    for (const ExactVector& d : EvenDirections(count))
      rays.push_back({d[0], d[1], 2, -(8 * d[0] + 5 * d[1]) / 10});
    const auto edges = static_cast<std::size_t>(count);
    const PolyhedralCone with_line = ConeOfSpan(rays, {line}, {1, 1, 1, 1});
    EXPECT_EQ(with_line.faces.size(), edges);
    EXPECT_EQ(with_line.rays.size(), edges);
    rays.push_back(line);
    rays.push_back(Negative(line));
    const PolyhedralCone opposed = ConeOfSpan(rays, {}, {1, 1, 1, 1});
    EXPECT_EQ(opposed.faces, with_line.faces);
    EXPECT_EQ(opposed.rays, with_line.rays);
    EXPECT_EQ(opposed.lines, Rows({{16, 10, 0, 1}}));
    EXPECT_EQ(SpanOfFaces(with_line.faces, {}, 4).rays.size(), edges);
  }
}

double LeastSingularValue(const ExactRows& rows) {
  Eigen::MatrixXd unit(rows.size(), rows.front().size());
  for (Eigen::Index i = 0; i < unit.rows(); ++i) {
    for (Eigen::Index k = 0; k < unit.cols(); ++k)
      unit(i, k) = ToDouble(rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)]);
    unit.row(i).normalize();
  }
  return unit.jacobiSvd().singularValues().minCoeff();
}

// The plane x + y = e z. With pivots in x and y the basis is (1, 0, 1/e) and (0, 1, 1/e), one direction in
// doubles.
TEST(ModesTest, LinesAndEqualitiesStayABasisInDoubles) {
  for (const int power : {6, 9, 17, 40}) {
    const Exact off = 1 / Exact(mpz_class("1" + std::string(static_cast<std::size_t>(power), '0')));
    const ExactRows basis = {{1, -1, 0}, {0, 1, 1 / off}};
    const PolyhedralCone plane = ConeOfSpan({}, {{off, 0, 1}, {0, off, 1}}, {1, 1, 1});
    EXPECT_EQ(plane.lines, basis);
    EXPECT_EQ(plane.equalities, ExactRows({{1 / off, 1 / off, -1}}));
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
    const ExactRows directions = EvenDirections(count);
    ASSERT_EQ(directions.size(), static_cast<std::size_t>(count));
    for (int j = 0; j < count; ++j) {
      const ExactVector& d = directions[static_cast<std::size_t>(j)];
      EXPECT_EQ(Dot(d, d), 1);
      EXPECT_EQ(Dot(d, directions[static_cast<std::size_t>((j + 1) % count)]),
                Dot(directions[0], directions[1]));
      const double angle = 2 * M_PI * j / count;  // up to 2 pi, so the angle itself is off by up to 1e-15
      EXPECT_NEAR(ToDouble(d[0]), std::cos(angle), 2e-15);
      EXPECT_NEAR(ToDouble(d[1]), std::sin(angle), 2e-15);
      const ExactVector& mirrored = directions[static_cast<std::size_t>((count - j) % count)];
      EXPECT_TRUE(mirrored[0] == d[0] && mirrored[1] == -d[1]) << count << " " << j;
      if (count % 2 != 0) continue;
      const ExactVector& opposed = directions[static_cast<std::size_t>((j + count / 2) % count)];
      EXPECT_TRUE(opposed[0] == -d[0] && opposed[1] == -d[1]) << count << " " << j;
    }
    if (count == 8) {
      EXPECT_EQ(directions[1][0], directions[1][1]);
    }
  }
}

Solvable Answer(const StrictSystem& system, const ExactVector& scale) {
  return Decide(system, scale).solvable;
}

TEST(ModesTest, StrictSystems) {
  const ExactVector scale = {1, 1};
  EXPECT_EQ(Answer({{}, Rows({{1, 0}, {-1, 1}})}, scale), Solvable::kYes);
  EXPECT_EQ(Answer({{}, Rows({{1, 0}, {-1, 0}})}, scale), Solvable::kNo);
  EXPECT_EQ(Answer({Rows({{1, 1}}), Rows({{1, 0}, {0, 1}})}, scale), Solvable::kNo);
  const Exact tiny = Exact(1) / 1000000000000;
  EXPECT_EQ(Answer({{}, {{1, 0}, {-1, tiny}}}, scale), Solvable::kNear);
  // x = 0 and x + e y = 0 allow only y = 0, unless the two rows are taken as one.
  for (const int power : {15, 12, 9}) {
    const Exact off = SimplestFraction(std::pow(10.0, -power), 0);
    EXPECT_EQ(Answer({{{1, 0}, {1, off}}, Rows({{0, 1}})}, scale), Solvable::kNear);
  }
  EXPECT_EQ(Answer({{{1, 0}, {1, Exact(1) / 1000000}}, Rows({{0, 1}})}, scale), Solvable::kNo);
  EXPECT_EQ(Answer({{}, {{1, 0}, {-1000, tiny}}}, {tiny, 1}), Solvable::kYes);  // x_0 in its own unit
}

// Of eight directions, d_0 + d_2 = √2 d_1. No fraction expresses √2.
TEST(ModesTest, DirectionsAgreeExactly) {
  const ExactRows directions = EvenDirections(8);
  const ExactVector between = Sum(directions[0], 1, directions[2]);
  EXPECT_TRUE(IsZero(Sum(between, -Dot(between, directions[1]), directions[1])));
  EXPECT_EQ(Primitive(between), Primitive(directions[1]));
  EXPECT_EQ(ConeOfSpan({directions[0], directions[1], directions[2]}, {}, {1, 1}).rays.size(), 2U);
  EXPECT_EQ(ConeOfSpan({directions[1], Negative(between)}, {}, {1, 1}).equalities.size(), 1U);
  EXPECT_EQ(Answer({{}, {directions[1], Negative(between)}}, {1, 1}), Solvable::kNo);
}

TEST(ModesTest, NearestPointOfAHull) {
  const DoubleRows points = {{1, 0}, {0.6, 0.8}, {-0.6, 0.8}, {0.8, -0.6}, {-1, 0}};
  const Eigen::Matrix2Xd wanted{{1, 0.8, 0.2, 0.1, 0}, {0, 0.4, 0.4, 0.1, 0}};  // of the first 1 to 5
  for (int count = 1; count <= 5; ++count) {
    const NearestPoint nearest = FindNearestPoint({points.begin(), points.begin() + count});
    EXPECT_NEAR(nearest.least, wanted.col(count - 1).squaredNorm(), 1e-12) << count;
    EXPECT_LE((nearest.point - wanted.col(count - 1)).norm(), 1e-12) << count;
  }
}

// On random hulls no point of the hull is nearer along the found point's direction. The found point is a mean
// of affinely independent points.
TEST(ModesTest, NearestPointsOfRandomHulls) {
  std::srand(1);
  int around_zero = 0;
  for (int seed = 0; seed < 2000; ++seed) {
    Eigen::MatrixXd points = Eigen::MatrixXd::Random(6, 3 + seed % 30);
    if (seed % 2 == 0) points.rightCols(1) = -points.col(0) - points.col(1);
    points.colwise().normalize();
    DoubleRows rows;
    for (const auto& point : points.colwise()) rows.emplace_back(point.begin(), point.end());
    const NearestPoint nearest = FindNearestPoint(rows);
    EXPECT_NEAR(nearest.least, (nearest.point.transpose() * points).minCoeff(), 1e-14);
    EXPECT_GE(nearest.least, nearest.point.squaredNorm() - 1e-11);
    Eigen::MatrixXd corral(7, nearest.among.size());
    corral << points(Eigen::all, nearest.among), Eigen::RowVectorXd::Ones(corral.cols());
    Eigen::VectorXd mean(7);
    mean << nearest.point, 1;
    const auto factors = corral.colPivHouseholderQr();
    EXPECT_EQ(factors.rank(), corral.cols());
    const Eigen::VectorXd weights = factors.solve(mean);
    EXPECT_GT(weights.minCoeff(), 0);
    EXPECT_LE((corral * weights - mean).norm(), 1e-9);
    around_zero += nearest.point.norm() < 1e-9;
  }
  EXPECT_GT(around_zero, 500);
  EXPECT_LT(around_zero, 1990);
}

TEST(ModesTest, NearlyDependentRows) {
  const ExactVector scale = {1, 1, 1};
  EXPECT_FALSE(NearlyDependent(Rows({{1, 2, 3}, {2, 4, 6}, {1, 0, 0}, {0, 2, 3}}), scale));
  EXPECT_FALSE(NearlyDependent(Rows({{1, 0, 0}, {1000000, 1, 0}}), scale));
  EXPECT_FALSE(NearlyDependent({}, scale));
  for (const int power : {10, 13, 15}) {
    const Exact off = SimplestFraction(std::pow(10.0, -power), 0);
    EXPECT_TRUE(NearlyDependent({{1, 0, 0}, {0, 1, 0}, {1, 1, off}}, scale));
    EXPECT_FALSE(NearlyDependent({{1, 0, 0}, {0, 1, 0}, {0, 0, off}}, scale));
  }
}

}  // namespace footing::tools::modes_test
