// Margins against an independent oracle, and by applying the wrench. Enumeration in the widest type and the
// solver then find the modes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/contact/solve_contacts.hpp"
#include "core/assembly/delassus.hpp"
#include "core/margins/least_wrench.hpp"
#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "tests/support/oracles/margin_oracle.hpp"
#include "tests/support/scenes/random_contacts.hpp"
#include "tests/support/trials.hpp"

namespace footing::margin_oracle_test {

constexpr double kStep = 0.001;
constexpr double kLength = 0.3;  // m
constexpr int kDof = 12;

// A system of 12 dof; its free base is the first six. In the plane no contact has a second tangent.
template <int kContacts, int kDirections>
struct Scene {
  using Stack = SystemStack<double, kDof, kContacts>;
  using Least = LeastWrench<double, kContacts, kDirections>;
  Stack stack;
  DelassusWorkspace<Stack> work;
  ContactProblem<double, kContacts> problem;
  PolyhedralState<double, kContacts, kDirections> solver;
  ContactSolution<double, kContacts> solution;
  typename Least::Columns columns;

  // Draws contacts that press and drift along; some have a gap. So all modes occur.
  bool Draw(Random& random) {
    RandomSystem(kDof, kContacts, 0.0, random, &stack);
    const double drift = random.Uniform(0, 1) < 0.3 ? 0.0 : random.Uniform(0, 0.02);
    stack.velocity *= drift;
    for (int c = 0; c < kContacts; ++c) {
      stack.friction[c] = random.Uniform(0.2, 1.0);
      stack.normal_bias[c] = random.Uniform(0, 1) < 0.7 ? 0 : random.Uniform(0, 0.03);
      if (kDirections == 2) stack.jacobian.row(3 * c + 2).setZero();
      for (int j = 0; j < kDof; ++j) stack.force[j] -= random.Uniform(0, 30) * stack.jacobian(3 * c, j);
    }
    return Solve(Eigen::Matrix<double, 6, 1>::Zero()) == SolveStatus::kSolved;
  }

  // Solves under the scaled wrench.
  SolveStatus Solve(Eigen::Matrix<double, 6, 1> wrench) {
    Stack loaded = stack;
    wrench.template tail<3>() *= kLength;
    loaded.force.template head<6>() += wrench;
    if (const SolveStatus assembled = Assemble(loaded, kStep, work, problem);
        assembled != SolveStatus::kSolved)
      return assembled;
    solver.warm_contacts = 0;
    return SolvePolyhedral(problem, {}, solver, solution);
  }

  MarginOracle Oracle() {
    BaseWrench(stack, work, kStep, kLength, columns);
    Dense<RealContacts::kRows, 6> real{};
    for (unsigned r = 0; r < 3 * kContacts; ++r) {
      for (unsigned k = 0; k < 6; ++k) real[r][k] = Real(columns(static_cast<int>(r), static_cast<int>(k)));
    }
    return {RealContacts::From(problem), kDirections, real};
  }
};

MarginOracle::Wrench Times(Real factor, const MarginOracle::Wrench& wrench) {
  MarginOracle::Wrench scaled = wrench;
  for (Real& w : scaled) w *= factor;
  return scaled;
}

template <int kC, int kD>
struct Kind {
  static constexpr int kContacts = kC;
  static constexpr int kDirections = kD;
};

template <typename Of>
class PolyhedralMargin : public testing::Test {};
using Kinds = testing::Types<Kind<3, 2>, Kind<3, 4>, Kind<2, 6>, Kind<2, 8>>;
TYPED_TEST_SUITE(PolyhedralMargin, Kinds);

TYPED_TEST(PolyhedralMargin, IsTheDistanceToTheNearestOfAllConditions) {
  constexpr unsigned kContacts = TypeParam::kContacts;
  static Scene<TypeParam::kContacts, TypeParam::kDirections> scene;
  static typename decltype(scene)::Least least;
  using Oracle = MarginOracle;
  Random random(91);
  std::array<int, 5> kinds{};
  std::array<int, kModeCount> ends{};
  int checked = 0, left_out = 0;
  for (int trial = 0; trial < Trials(kFullRun ? 200 : 30, 30); ++trial) {
    ASSERT_TRUE(scene.Draw(random)) << trial;
    Oracle oracle = scene.Oracle();
    const auto now = oracle.Holding({}, 1e-9L);
    if (now.size() != 1 || !oracle.Solve(now[0]) || oracle.Slack() < 1e-4L) {
      ++left_out;
      continue;
    }
    const Oracle::Margin expected = oracle.Nearest(now[0]);
    for (unsigned c = 0; c < kContacts; ++c) ++kinds[static_cast<unsigned>(now[0][c].kind)];

    WrenchMargin<double> margin;
    ASSERT_EQ(least.Find(scene.problem, scene.solution, scene.columns, kLength, margin),
              SolveStatus::kSolved);
    EXPECT_TRUE(margin.unique) << trial;
    ASSERT_NEAR(margin.size, static_cast<double>(expected.size), 1e-6 * margin.size)
        << trial << " contact " << expected.contact << " kind "
        << static_cast<int>(now[0][expected.contact].kind) << " named " << margin.contact;
    if (expected.second < (1 + 1e-4L) * expected.size) continue;
    EXPECT_EQ(margin.contact, static_cast<int>(expected.contact)) << trial;

    // Applies the wrench; enumeration and the solver then find the modes.
    Oracle::Wrench wrench;
    Eigen::Matrix<double, 6, 1> scaled = margin.wrench;
    scaled.template tail<3>() /= kLength;
    for (unsigned k = 0; k < 6; ++k) wrench[k] = Real(scaled[static_cast<int>(k)]);
    // If another combination also holds, the solver may find that one.
    bool alone = true;
    for (const Real short_of : {1e-3L, 1e-6L}) {
      const auto within = oracle.Holding(Times(1 - short_of, wrench), 0);
      EXPECT_EQ(std::count(within.begin(), within.end(), now[0]), 1) << trial;
      alone &= within.size() == 1;
      EXPECT_EQ(scene.Solve(static_cast<double>(1 - short_of) * scaled), SolveStatus::kSolved);
      if (!alone) continue;
      for (unsigned c = 0; c < kContacts; ++c) {
        ModeReadings<double, TypeParam::kContacts> readings;
        ReadContactModes<TypeParam::kDirections>(scene.problem, scene.solution, readings);
        EXPECT_NE(readings[c].meets & ModeBit(Oracle::ModeOf(now[0][c])), 0) << trial;
        EXPECT_TRUE(short_of < 1e-5L || readings[c].mode == Oracle::ModeOf(now[0][c])) << trial;
      }
    }
    const auto then = oracle.Holding(Times(1 + 1e-6L, wrench), 0);
    EXPECT_EQ(std::count(then.begin(), then.end(), now[0]), 0) << trial;
    if (!alone || then.size() != 1) continue;
    for (unsigned c = 0; c < kContacts; ++c)
      EXPECT_EQ(then[0][c] != now[0][c], c == expected.contact) << trial;
    const ContactMode to = Oracle::ModeOf(then[0][expected.contact]);
    EXPECT_EQ(margin.to, to) << trial << " from " << static_cast<int>(now[0][expected.contact].kind)
                             << " to kind " << static_cast<int>(then[0][expected.contact].kind);
    ++ends[static_cast<unsigned>(to)];
    ++checked;
  }
  std::printf(
      "%d checked, %d left out; contacts open %d, approach %d, stick %d, vertex %d, edge %d; to separate %d, "
      "stick %d, slide %d, approach %d\n",
      checked, left_out, kinds[0], kinds[1], kinds[2], kinds[3], kinds[4], ends[0], ends[1], ends[2],
      ends[3]);
  EXPECT_GT(checked, 4 * left_out);
  for (const int kind : {kinds[0], kinds[1], kinds[2], kinds[3]}) EXPECT_GT(kind, 0);
  EXPECT_EQ(kinds[4] > 0, TypeParam::kDirections > 2);
  for (int end = 0; end < 4; ++end)  // a short run may miss an end
    EXPECT_TRUE(!kFullRun || ends[static_cast<unsigned>(end)] > 0) << end;
}

// The least distance to a half-space that touches the circle, by scans of ten thousand directions: one of the
// whole circle and two around the nearest. Two more scan around the direction of friction, where a narrow
// well may be.
Real CircleByScan(Real mu, const Dense<RealContacts::kRows, 7>& force, unsigned c) {
  constexpr int kTurns = 10'000;
  const auto distance = [&](Real angle) {
    Real left = 0, square = 0;
    for (unsigned w = 0; w < 7; ++w) {
      const Real value = mu * force[3 * c][w] - std::cos(angle) * force[3 * c + 1][w] -
                         std::sin(angle) * force[3 * c + 2][w];
      (w == 0 ? left : square) += value * value;
    }
    return std::sqrt(left / square);
  };
  Real least = std::numeric_limits<Real>::infinity();
  for (const Real start : {Real(0), std::atan2(force[3 * c + 2][0], force[3 * c + 1][0])}) {
    Real middle = start;
    for (Real half = start == 0 ? 3.15L : 1e-3L; half > 1e-10L; half *= 2.0L / kTurns) {
      Real nearest = middle;
      for (int k = 0; k <= kTurns; ++k) {
        const Real angle = middle + half * Real(2 * k - kTurns) / kTurns;
        if (distance(angle) < distance(nearest)) nearest = angle;
      }
      middle = nearest;
    }
    least = std::min(least, distance(middle));
  }
  return least;
}

// Feet that stick, each at a random share of its cone. μ is chosen after the forces, because it does not
// change them.
TEST(CircularMargin, IsWithinItsStatedErrorAlsoNearTheCone) {
  constexpr int kContacts = 2;
  static Scene<kContacts, 4> scene;
  static LeastWrench<double, kContacts> least;
  Random random(92);
  Real worst = 0, lowest = 0;
  int checked = 0;
  for (int trial = 0; trial < Trials(kFullRun ? 200 : 20, 20); ++trial) {
    ASSERT_TRUE(scene.Draw(random));
    scene.stack.velocity.setZero();
    scene.stack.normal_bias.setZero();
    scene.stack.friction.setConstant(100);
    ASSERT_EQ(scene.Solve(Eigen::Matrix<double, 6, 1>::Zero()), SolveStatus::kSolved);
    MarginOracle oracle = scene.Oracle();
    MarginOracle::Combination stick{};
    for (unsigned c = 0; c < kContacts; ++c) stick[c] = {MarginOracle::Kind::kStick, 0};
    ASSERT_TRUE(oracle.Solve(stick));
    auto force = oracle.force();
    if (force[0][0] <= 0.1L || force[3][0] <= 0.1L) continue;
    Real expected = std::numeric_limits<Real>::infinity();
    for (unsigned c = 0; c < kContacts; ++c) {
      const Real taken = std::hypot(force[3 * c + 1][0], force[3 * c + 2][0]) / force[3 * c][0];
      const Real left = std::pow(Real(10), Real(random.Uniform(-7, 0)));
      scene.problem.friction[static_cast<int>(c)] = static_cast<double>(taken * (1 + left));
      expected =
          std::min(expected, CircleByScan(Real(scene.problem.friction[static_cast<int>(c)]), force, c));
      scene.solution.mode[c] = ContactMode::kStick;
      for (unsigned k = 0; k < 3; ++k)
        scene.solution.force[c][static_cast<int>(k)] = static_cast<double>(force[3 * c + k][0]);
    }
    WrenchMargin<double> margin;
    ASSERT_EQ(least.Find(scene.problem, scene.solution, scene.columns, kLength, margin),
              SolveStatus::kSolved);
    const Real error = Real(margin.size) / expected - 1;
    worst = std::max(worst, error);
    lowest = std::min(lowest, error);
    EXPECT_LE(error, 1e-6L) << trial;
    EXPECT_GE(error, -1e-7L) << trial;
    ++checked;
  }
  std::printf("%d scenes, error %.2g to %.2g\n", checked, static_cast<double>(lowest),
              static_cast<double>(worst));
  EXPECT_GT(checked, 5);
}

}  // namespace footing::margin_oracle_test
