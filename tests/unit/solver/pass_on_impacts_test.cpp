#include "core/solver/pass_on_impacts.hpp"

#include <gtest/gtest.h>

#include "tests/support/oracles/gauss_jordan.hpp"
#include "tests/support/random.hpp"

namespace footing::pass_on_impacts_test {

void ExpectNear(Real is, Real wanted, Real within) {
  EXPECT_NEAR(static_cast<double>(is), static_cast<double>(wanted), static_cast<double>(within));
}

// Balls in a row: contact c is between balls c and c + 1, and no friction acts.
template <typename Scalar, int kContacts>
struct Row {
  std::array<Real, kContacts + 1> mass, velocity;
  ContactProblem<Scalar, kContacts> problem;
  ContactSolution<Scalar, kContacts> solution;
  ImpactWorkspace<Scalar, kContacts> work;
  int impacts = 0;

  void Fill() {
    problem.contacts = kContacts;
    problem.dt = Scalar(0.001);
    problem.delassus.setZero();
    for (int c = 0; c < kContacts; ++c) {
      const Real left = 1 / mass[At(c)], right = 1 / mass[At(c + 1)];
      for (int k = 0; k < 3; ++k) {
        problem.delassus(3 * c + k, 3 * c + k) = static_cast<Scalar>(left + right);
        problem.free_velocity[3 * c + k] = 0;
        if (c == 0) continue;
        problem.delassus(3 * c + k, 3 * (c - 1) + k) = problem.delassus(3 * (c - 1) + k, 3 * c + k) =
            static_cast<Scalar>(-left);
      }
      problem.free_velocity[3 * c] = static_cast<Scalar>(velocity[At(c + 1)] - velocity[At(c)]);
      problem.friction[c] = 0;
      problem.normal_bias[c] = 0;
    }
  }
  SolveStatus Pass(const ImpactOptions<Scalar>& options) {
    Fill();
    return PassOnImpacts(problem, options, work, solution, impacts);
  }
  // Ball b's velocity by the forces returned.
  Real After(int b) const {
    Real v = velocity[At(b)];
    if (b > 0) v += Real(problem.dt) * Real(solution.force[At(b - 1)][0]) / mass[At(b)];
    if (b < kContacts) v -= Real(problem.dt) * Real(solution.force[At(b)][0]) / mass[At(b)];
    return v;
  }
  static unsigned At(int i) { return static_cast<unsigned>(i); }
};

template <typename Scalar>
class PassOnImpacts : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PassOnImpacts, Scalars);

TYPED_TEST(PassOnImpacts, TheLastBallOfACradleLeaves) {
  Row<TypeParam, 4> row;
  row.mass.fill(1);
  row.velocity = {1, 0, 0, 0, 0};
  ASSERT_EQ(row.Pass({}), SolveStatus::kSolved);
  EXPECT_EQ(row.impacts, 4);
  const Real rounding = 100 * Real(kEpsilon<TypeParam>);
  for (int b = 0; b < 4; ++b) ExpectNear(row.After(b), 0, rounding);
  ExpectNear(row.After(4), 1, rounding);
}

TYPED_TEST(PassOnImpacts, TwoBallsLeaveTwo) {
  Row<TypeParam, 4> row;
  row.mass.fill(1);
  row.velocity = {1, 1, 0, 0, 0};
  ASSERT_EQ(row.Pass({}), SolveStatus::kSolved);
  const Real rounding = 100 * Real(kEpsilon<TypeParam>);
  for (int b = 0; b < 5; ++b) ExpectNear(row.After(b), b < 3 ? 0 : 1, rounding);
}

// The sequence of impacts between balls, in their own velocities.
TYPED_TEST(PassOnImpacts, RowsOfAnyMassesAgreeWithASequenceOfBalls) {
  test::Random random(5);
  Row<TypeParam, 4> row;
  int compared = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Real e = Real(random.Uniform(0.0, 1.0));
    for (int b = 0; b < 5; ++b) {
      row.mass[static_cast<unsigned>(b)] = Real(random.Uniform(0.5, 2.0));
      row.velocity[static_cast<unsigned>(b)] = Real(random.Uniform(-1.0, 1.0));
    }
    auto v = row.velocity;
    int impacts = 0;
    for (; impacts < 1000; ++impacts) {
      unsigned at = 0;
      Real most = 0.01L;
      for (unsigned c = 0; c < 4; ++c) {
        if (v[c] - v[c + 1] > most) most = v[c] - v[c + 1], at = c + 1;
      }
      if (at == 0) break;
      const Real m = row.mass[at - 1], n = row.mass[at], p = (1 + e) * most * m * n / (m + n);
      v[at - 1] -= p / m;
      v[at] += p / n;
    }
    const SolveStatus status =
        row.Pass({.restitution = static_cast<TypeParam>(e), .threshold = TypeParam(0.01), .budget = 1000});
    ASSERT_EQ(status, SolveStatus::kSolved) << trial;
    if (row.impacts != impacts)
      continue;  // two approaches that rounding alone tells apart, or near the threshold
    ++compared;
    // What still closed by up to the threshold was stopped without a bounce.
    for (int b = 0; b < 5; ++b) ExpectNear(row.After(b), v[static_cast<unsigned>(b)], 0.021L);
  }
  EXPECT_GE(compared, 180);
}

// One oblique impact on a plane: u_n reverses by e, and friction μ p_n opposes the slip.
TYPED_TEST(PassOnImpacts, AnObliqueImpactSlidesByItsCone) {
  ContactProblem<TypeParam, 1> problem;
  problem.contacts = 1;
  problem.dt = TypeParam(0.01);
  problem.delassus.setZero();
  for (int k = 0; k < 3; ++k) problem.delassus(k, k) = TypeParam(0.5);  // a point of 2 kg
  problem.free_velocity[0] = -2, problem.free_velocity[1] = 3, problem.free_velocity[2] = 4;
  problem.friction[0] = TypeParam(0.25);
  problem.normal_bias[0] = 0;
  ImpactWorkspace<TypeParam, 1> work;
  ContactSolution<TypeParam, 1> solution;
  int impacts = 0;
  ASSERT_EQ(footing::PassOnImpacts(problem, {.restitution = TypeParam(0.5)}, work, solution, impacts),
            SolveStatus::kSolved);
  EXPECT_EQ(impacts, 1);
  const Real rounding = 100 * Real(kEpsilon<TypeParam>);
  ExpectNear(Real(solution.velocity[0][0]), 1, 10 * rounding);
  // p_n = 2 · 3 = 6, p_t = 1.5 against (0.6, 0.8), so the slip of 5 m/s loses 0.75 m/s.
  ExpectNear(Real(solution.velocity[0][1]), 0.6L * 4.25L, 1e-4L);
  ExpectNear(Real(solution.velocity[0][2]), 0.8L * 4.25L, 1e-4L);
}

// A ball between a heavy one that comes and one that rests: with e = 1 they knock many times.
TYPED_TEST(PassOnImpacts, ABudgetThatIsSpentStopsWhatCloses) {
  Row<TypeParam, 2> row;
  row.mass = {100, 0.01L, 100};
  row.velocity = {1, 0, -1};
  ASSERT_EQ(row.Pass({.budget = 3}), SolveStatus::kPivotBudget);
  EXPECT_EQ(row.impacts, 3);
  for (int c = 0; c < 2; ++c) {
    EXPECT_GE(row.After(c + 1) - row.After(c), -10 * Real(kCoulombTolerance<TypeParam>));
    EXPECT_GE(row.solution.force[static_cast<unsigned>(c)][0], 0);
  }
}

TYPED_TEST(PassOnImpacts, AnOpenContactHasNoImpactButDoesNotClose) {
  Row<TypeParam, 1> row;
  row.mass.fill(1);
  row.velocity = {1, 0};
  row.Fill();
  row.problem.normal_bias[0] = TypeParam(0.25);  // the gap allows 0.25 m/s
  ASSERT_EQ(footing::PassOnImpacts(row.problem, {}, row.work, row.solution, row.impacts),
            SolveStatus::kSolved);
  EXPECT_EQ(row.impacts, 0);
  ExpectNear(Real(row.solution.velocity[0][0]), -0.25L, 1e-5L);
}

TYPED_TEST(PassOnImpacts, RefusesOptionsOutOfRange) {
  Row<TypeParam, 1> row;
  row.mass.fill(1);
  row.velocity = {1, 0};
  const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
  for (const ImpactOptions<TypeParam>& options :
       {ImpactOptions<TypeParam>{.restitution = TypeParam(1.1)}, ImpactOptions<TypeParam>{.restitution = -1},
        ImpactOptions<TypeParam>{.restitution = nan}, ImpactOptions<TypeParam>{.threshold = -1},
        ImpactOptions<TypeParam>{.threshold = kInfinity<TypeParam>}}) {
    EXPECT_EQ(row.Pass(options), SolveStatus::kNotFinite);
    EXPECT_EQ(row.solution.force[0][0], 0);
  }
  row.mass[0] = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(row.Pass({}), SolveStatus::kNotFinite);
}

}  // namespace footing::pass_on_impacts_test
