// Where forces are not unique, the solver takes the forces nearest to the last tick's. They stay while the
// load stays, and move no further than the load while it changes. The order of contacts has no influence.
#include <gtest/gtest.h>

#include <cmath>

#include "core/margins/least_wrench.hpp"
#include "core/assembly/time_step.hpp"
#include "tests/support/scalars.hpp"
#include "tests/support/scenes/random_contacts.hpp"

namespace footing::continuity_test {

constexpr double kWeight = 20;  // N

// A box on its four lower corners, with two contacts at each: 24 rows of rank 6.
template <typename Scalar>
struct DoubledBox {
  TimeStep<Scalar, 6, 8> step;

  // The push acts at the centre: push_x and push_y [N] along x and y.
  SolveStatus Solve(double push_x, double push_y) {
    Describe(push_x, push_y);
    return StepVelocity(Scalar(1e-3L), SolveOptions{}, step);
  }

  void Describe(double push_x, double push_y, int first = 0) {
    step.stack.Clear();
    Eigen::Matrix<Scalar, 6, 6> mass = Eigen::Matrix<Scalar, 6, 6>::Identity();
    mass.diagonal() << 2, 2, 2, Scalar(0.02), Scalar(0.02), Scalar(0.02);
    Eigen::Matrix<Scalar, 6, 1> force = Eigen::Matrix<Scalar, 6, 1>::Zero();
    force[0] = static_cast<Scalar>(push_x);
    force[1] = static_cast<Scalar>(push_y);
    force[2] = static_cast<Scalar>(-kWeight);
    const Eigen::Matrix<Scalar, 6, 1> at_rest = Eigen::Matrix<Scalar, 6, 1>::Zero();
    const int box = step.stack.AddSystem(mass, at_rest, force, [](int i) { return i - 1; });
    for (int k = 0; k < 8; ++k) {
      const int c = (first + 3 * k) % 8;
      const double x = c % 2 == 0 ? 0.1 : -0.1;
      const double y = c % 4 < 2 ? 0.1 : -0.1;
      const int contact = step.stack.AddContact(Vector3<Scalar>::UnitZ(), Scalar(0.6L), Scalar(0));
      step.stack.Attach(contact, box, Scalar(1), BodyPoint<Scalar>({x, y, -0.05}));
    }
  }

  double LargestChange(const ContactSolution<Scalar, 8>& before) const {
    double largest = 0;
    for (unsigned c = 0; c < 8; ++c)
      largest = std::max(
          largest, static_cast<double>((step.solution.force[c] - before.force[c]).template lpNorm<1>()));
    return largest;
  }
};

// The margin of the same forces at each corner, with the contacts in another order.
template <typename Scalar>
WrenchMargin<Scalar> MarginInOrder(int first) {
  static DoubledBox<Scalar> box;
  static LeastWrench<Scalar, 8> least;
  typename LeastWrench<Scalar, 8>::Columns columns;
  constexpr Scalar kStep = Scalar(1e-3L), kLength = Scalar(0.2L);
  auto& solution = box.step.solution;
  box.Describe(0, 0, first);
  EXPECT_EQ(Assemble(box.step.stack, kStep, box.step.delassus, box.step.problem), SolveStatus::kSolved);
  Clear(&solution);
  for (unsigned c = 0; c < 8; ++c) {
    const double share = (first + 3 * c) % 8 < 4 ? 1.5 : 0.5;  // the shares of the two contacts in one place
    solution.force[c][0] = static_cast<Scalar>(share * kWeight / 8);
    solution.mode[c] = ContactMode::kStick;
  }
  EXPECT_TRUE(CertifyCoulomb(box.step.problem, kCoulombTolerance<Scalar>, &solution));
  solution.status = SolveStatus::kSolved;
  BaseWrench(box.step.stack, box.step.delassus, kStep, kLength, columns);
  WrenchMargin<Scalar> margin;
  EXPECT_EQ(least.Find(box.step.problem, solution, columns, kLength, margin), SolveStatus::kSolved);
  return margin;
}

template <typename Scalar>
class Continuity : public testing::Test {
 public:
  static constexpr double kTolerance = sizeof(Scalar) == 4 ? 1e-3 : 1e-7;  // of the weight
};
TYPED_TEST_SUITE(Continuity, Scalars);

TYPED_TEST(Continuity, ForcesStayWhereTheLoadDoes) {
  static DoubledBox<TypeParam> box;
  box.step.solver.warm = false;
  ASSERT_EQ(box.Solve(3, -2), SolveStatus::kSolved);
  const auto first = box.step.solution;
  for (int tick = 0; tick < 100; ++tick) ASSERT_EQ(box.Solve(3, -2), SolveStatus::kSolved);
  EXPECT_LT(box.LargestChange(first), this->kTolerance * kWeight);
}

// The load goes round once. With the small push all contacts stick; with the large push, near the cone's
// edge, corners start to slide.
TYPED_TEST(Continuity, ForcesMoveNoFurtherThanTheLoad) {
  constexpr int kTicks = 500;
  for (const double push : {3.0, 11.5}) {
    static DoubledBox<TypeParam> box;
    box.step.solver.warm = false;
    ASSERT_EQ(box.Solve(push, 0), SolveStatus::kSolved);
    double largest = 0;
    for (int tick = 1; tick <= kTicks; ++tick) {
      const auto before = box.step.solution;
      const double turn = 2 * kPi<double> * tick / kTicks;
      ASSERT_EQ(box.Solve(push * std::cos(turn), push * std::sin(turn)), SolveStatus::kSolved) << tick;
      largest = std::max(largest, box.LargestChange(before));
    }
    EXPECT_LT(largest, 2 * (2 * kPi<double> * push / kTicks) + this->kTolerance * kWeight) << push;
  }
}

// If a dependent row kept its force, these margins would range from half of the first to all of it.
TYPED_TEST(Continuity, TheMarginDoesNotFollowTheContactsOrder) {
  EXPECT_FALSE(MarginInOrder<TypeParam>(0).unique);
  const auto size = static_cast<double>(MarginInOrder<TypeParam>(0).size);
  EXPECT_GT(size, 0.02 * kWeight);
  for (int first = 1; first < 8; ++first)
    EXPECT_NEAR(static_cast<double>(MarginInOrder<TypeParam>(first).size), size, 1e-3 * size) << first;
}

}  // namespace footing::continuity_test
