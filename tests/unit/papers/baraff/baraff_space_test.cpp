// Static and dynamic friction in space, with the circular cone.
#include <gtest/gtest.h>

#include "tests/support/benches/baraff_bench.hpp"
#include "tests/support/scalars.hpp"
#include "tests/support/trials.hpp"

namespace footing::baraff_space_test {

constexpr double kGravity = 9.81;

template <typename Scalar, int kContacts>
using Bench = test::BaraffBench<Scalar, kContacts>;

// A box of mass 1 and half lengths 0.3, 0.2, 0.1 on its corners, each corner given `times` times. The free
// box accelerates by (x, y) in addition to gravity.
template <typename B>
B& Box(int times, double x, double y, double mu, bool along) {
  B& b = test::Memory<B>();
  using Scalar = typename B::Scalar;
  auto& p = b.problem;
  b.options = {};
  b.options.first_axis_along_acceleration = along;
  p.dimension = 3;
  p.contacts = 4 * times;
  p.bilateral = 0;
  const double half[3] = {0.3, 0.2, 0.1};
  const double inverse_inertia[3] = {3.0 / (0.2 * 0.2 + 0.1 * 0.1), 3.0 / (0.3 * 0.3 + 0.1 * 0.1),
                                     3.0 / (0.3 * 0.3 + 0.2 * 0.2)};
  const double axes[3][3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
  double rows[3 * 12][6] = {};
  const double push[3] = {x, y, -kGravity};
  for (int c = 0; c < p.contacts; ++c) {
    const double at[3] = {c & 1 ? half[0] : -half[0], c & 2 ? half[1] : -half[1], -half[2]};
    p.mu[c] = static_cast<Scalar>(mu);
    p.slip[static_cast<unsigned>(c)].setZero();
    for (int k = 0; k < 3; ++k) {
      for (int i = 0; i < 3; ++i) {
        const int u = (i + 1) % 3;
        const int v = (i + 2) % 3;
        rows[3 * c + k][i] = axes[k][i];
        rows[3 * c + k][3 + i] = at[u] * axes[k][v] - at[v] * axes[k][u];
      }
    }
  }
  for (int i = 0; i < p.rows(); ++i) {
    double right = 0.0;
    for (int k = 0; k < 3; ++k) right += rows[i][k] * push[k];
    p.b[i] = static_cast<Scalar>(right);
    for (int j = 0; j < p.rows(); ++j) {
      double sum = 0.0;
      for (int k = 0; k < 3; ++k) {
        sum += rows[i][k] * rows[j][k] + rows[i][3 + k] * inverse_inertia[k] * rows[j][3 + k];
      }
      p.A(i, j) = static_cast<Scalar>(sum);
    }
  }
  return b;
}

template <typename Scalar>
class BaraffSpace : public testing::Test {};
TYPED_TEST_SUITE(BaraffSpace, Scalars);

TYPED_TEST(BaraffSpace, BoxOnFourCornersStandsAndHolds) {
  const double tolerance = sizeof(TypeParam) == 4 ? 1e-4 : 1e-11;
  for (const int times : {1, 2, 3}) {
    for (const double push : {0.0, 0.2, 0.45}) {
      auto& b = Box<Bench<TypeParam, 12>>(times, push * kGravity, 0.5 * push * kGravity, 0.6, true);
      ASSERT_EQ(b.Solve(), SolveStatus::kSolved) << times << " " << push;
      EXPECT_TRUE(b.Certified());
      double sum[3] = {};
      for (int i = 0; i < b.problem.rows(); ++i) {
        sum[i % 3] += static_cast<double>(b.solution.f[i]);
        EXPECT_NEAR(static_cast<double>(b.solution.a[i]), 0.0, tolerance);
      }
      EXPECT_NEAR(sum[0], kGravity, tolerance);
      EXPECT_NEAR(sum[1], -push * kGravity, tolerance);
      EXPECT_NEAR(sum[2], -0.5 * push * kGravity, tolerance);
    }
  }
}

// With x first, which is the paper's order, the same box has another answer: it turns. At some corners
// friction is not opposed to the slip, but less than a right angle from that. Eq. 21 asks for no more.
TYPED_TEST(BaraffSpace, BoxThatCouldHoldMaySlipInTheOrderOfThePaper) {
  auto& b = Box<Bench<TypeParam, 12>>(1, 0.45 * kGravity, 0.225 * kGravity, 0.6, false);
  ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
  EXPECT_EQ(b.solution.attempts, 1);
  EXPECT_TRUE(b.Certified());
  EXPECT_GT(b.solution.a[2], TypeParam(0.5L));
  TypeParam least_opposed = TypeParam(1);
  for (unsigned c = 0; c < 4; ++c) {
    if (b.solution.friction[c] != FrictionSet::kNCF) continue;
    const TypeParam* const f = b.solution.f.data() + 3 * c;
    const TypeParam* const a = b.solution.a.data() + 3 * c;
    const TypeParam sizes = Sqrt((f[1] * f[1] + f[2] * f[2]) * (a[1] * a[1] + a[2] * a[2]));
    least_opposed = Min(least_opposed, -(f[1] * a[1] + f[2] * a[2]) / sizes);
  }
  EXPECT_GE(least_opposed, TypeParam(0));
  EXPECT_LT(least_opposed, TypeParam(0.9L));
}

TYPED_TEST(BaraffSpace, BoxPushedHardSlides) {
  for (const int times : {1, 2}) {
    auto& b = Box<Bench<TypeParam, 12>>(times, 0.8 * kGravity, 0.0, 0.6, false);
    ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
    EXPECT_TRUE(b.Certified());
    for (int c = 0; c < b.problem.contacts; ++c) {
      EXPECT_NEAR(static_cast<double>(b.solution.a[3 * c + 1]), 0.2 * kGravity, 1e-3);
    }
  }
}

// One contact of a point mass: A = 1, so everything is known. x is driven first and alone reaches the cone.
// So friction is along x, though the push is not. This meets eq. 21, and no more.
TEST(BaraffSpaceOrder, TheDirectionDependsOnTheOrderOfTheAxes) {
  using B = Bench<double, 1>;
  B& b = test::Memory<B>();
  b.problem.dimension = 3;
  b.problem.contacts = 1;
  b.problem.mu[0] = 0.5;
  b.problem.slip[0].setZero();
  b.problem.A.setIdentity();
  b.problem.b << -kGravity, 6.0, 8.0;
  b.options = {};
  ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
  EXPECT_TRUE(b.Certified());
  EXPECT_EQ(b.solution.friction[0], FrictionSet::kNCF);
  EXPECT_NEAR(b.solution.f[1], -0.5 * kGravity, 1e-12);
  EXPECT_NEAR(b.solution.f[2], 0.0, 1e-12);

  b.problem.b << -kGravity, 3.0, 8.0;  // x comes to rest, then y reaches the circle
  ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
  EXPECT_TRUE(b.Certified());
  EXPECT_NEAR(b.solution.f[1], -3.0, 1e-12);
  EXPECT_NEAR(b.solution.f[2], -std::sqrt(0.25 * kGravity * kGravity - 9.0), 1e-12);

  b.options.first_axis_along_acceleration = true;  // this gives Coulomb's direction here
  b.problem.b << -kGravity, 6.0, 8.0;
  ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
  EXPECT_NEAR(b.solution.f[1], -0.3 * kGravity, 1e-12);
  EXPECT_NEAR(b.solution.f[2], -0.4 * kGravity, 1e-12);
}

// Turns the rows x, y of each contact by the contact's own angle.
template <typename Problem>
void Turn(test::Random& random, Problem* p) {
  using Scalar = typename Problem::Scalar;
  for (int c = 0; c < p->contacts; ++c) {
    const Scalar t = static_cast<Scalar>(random.Uniform(-1.0, 1.0));
    const Scalar cosine = (Scalar(1) - t * t) / (Scalar(1) + t * t);
    const Scalar sine = Scalar(2) * t / (Scalar(1) + t * t);
    const int x = 3 * c + 1;
    const auto turn = [&](Scalar& at_x, Scalar& at_y) {
      const Scalar held = at_x;
      at_x = cosine * held + sine * at_y;
      at_y = cosine * at_y - sine * held;
    };
    for (int j = 0; j < p->rows(); ++j) turn(p->A(x, j), p->A(x + 1, j));
    for (int j = 0; j < p->rows(); ++j) turn(p->A(j, x), p->A(j, x + 1));
    turn(p->b[x], p->b[x + 1]);
    auto& slip = p->slip[static_cast<unsigned>(c)];
    turn(slip[0], slip[1]);
  }
}

// In every frame the result is an answer, but not the same answer. With the first axis along a_F it is the
// same.
TEST(BaraffSpaceOrder, InATurnedFrameTheAnswerIsCertifiedToo) {
  using B = Bench<double, 4>;
  B& b = test::Memory<B>();
  test::BaraffKind kind;
  kind.dimension = 3;
  kind.contacts = 3;
  kind.largest_mu = 0.5;
  for (const bool along : {false, true}) {
    test::Random random(61);
    int moved = 0;
    const int trials = Trials(300, 40);
    for (int trial = 0; trial < trials; ++trial) {
      b.generator.Make(kind, random, &b.problem);
      b.options = {};
      b.options.first_axis_along_acceleration = along;
      ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
      double loads[3];
      for (int c = 0; c < 3; ++c) loads[c] = b.solution.f[3 * c];
      Turn(random, &b.problem);
      ASSERT_EQ(b.Solve(), SolveStatus::kSolved);
      EXPECT_TRUE(b.Certified()) << trial;
      bool same = true;
      for (int c = 0; c < 3; ++c) same &= Abs(loads[c] - b.solution.f[3 * c]) < 1e-6 * (1.0 + Abs(loads[c]));
      moved += same ? 0 : 1;
    }
    EXPECT_TRUE(along ? moved == 0 : moved > trials / 10) << moved << " of " << trials;
  }
}

// There are fewer degrees of freedom than rows: A has rank 6 with up to 24 rows.
TYPED_TEST(BaraffSpace, SingularRandomProblemsAreSolved) {
  auto& b = test::Memory<Bench<TypeParam, 8>>();
  b.options = {};
  test::Random random(62);
  for (int trial = 0; trial < Trials(200, 40); ++trial) {
    test::BaraffKind kind;
    kind.dimension = 3;
    kind.contacts = 1 + random.Integer(8);
    b.generator.Make(kind, random, &b.problem);
    EXPECT_EQ(b.Solve(), SolveStatus::kSolved) << trial;
    EXPECT_TRUE(b.Certified()) << trial;
  }
}

// Slip in any direction: f_F = −μ f_N v̂ for any length of the given vector.
TYPED_TEST(BaraffSpace, MixedStaticAndDynamicContacts) {
  auto& b = test::Memory<test::BaraffBench<TypeParam, 6, 3>>();
  b.options = {};
  test::Random random(63);
  int solved = 0;
  const int trials = Trials(200, 40);
  for (int trial = 0; trial < trials; ++trial) {
    test::BaraffKind kind;
    kind.dimension = 3;
    kind.contacts = 6;
    kind.bodies = 3;
    kind.bilateral = 3;
    kind.largest_mu = 0.6;
    kind.dynamic = true;
    b.generator.Make(kind, random, &b.problem);
    const SolveStatus status = b.Solve();
    EXPECT_TRUE(b.Admissible()) << trial;
    if (status != SolveStatus::kSolved) continue;
    ++solved;
    EXPECT_TRUE(b.Certified()) << trial;
  }
  EXPECT_GE(solved, trials * 98 / 100);
}

}  // namespace footing::baraff_space_test
