// Margins against an oracle that shares nothing with them, and by applying the wrench: seen by enumeration in
// the widest type, and by the solver.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "core/contact/contact_solver.hpp"
#include "core/contact/delassus.hpp"
#include "core/contact/margins.hpp"
#include "core/contact/polyhedral_solver.hpp"
#include "tests/support/margin_oracle.hpp"
#include "tests/support/random_contacts.hpp"
#include "tests/support/trials.hpp"

namespace footing {
namespace {

constexpr double kStep = 0.001;
constexpr double kLength = 0.3;  // m
constexpr int kDof = 12;

// A system of 12 dof with its free base in the first six; in the plane no contact has a second tangent.
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

  // Contacts that press, drift along, and of which some have a gap, so that all modes occur.
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

  // Under a scaled wrench.
  SolveStatus Solve(Eigen::Matrix<double, 6, 1> wrench) {
    Stack loaded = stack;
    wrench.template tail<3>() *= kLength;
    loaded.force.template head<6>() += wrench;
    if (const SolveStatus assembled = Assemble(loaded, kStep, &work, &problem); assembled != SolveStatus::kSolved)
      return assembled;
    solver.warm_contacts = 0;
    return SolvePolyhedral(problem, {}, &solver, &solution);
  }

  MarginOracle Oracle() {
    BaseWrench(stack, work, kStep, kLength, &columns);
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
  for (int trial = 0; trial < Trials(400, 400); ++trial) {
    ASSERT_TRUE(scene.Draw(random)) << trial;
    Oracle oracle = scene.Oracle();
    const auto now = oracle.Holding({}, 1e-9L);
    if (now.size() != 1 || !oracle.Solve(now[0]) || oracle.Slack() < 1e-5L) {
      ++left_out;
      continue;
    }
    const Oracle::Margin expected = oracle.Nearest(now[0]);
    for (unsigned c = 0; c < kContacts; ++c) ++kinds[static_cast<unsigned>(now[0][c].kind)];

    WrenchMargin<double> margin;
    ASSERT_EQ(least.Find(scene.problem, scene.solution, scene.columns, kLength, &margin), SolveStatus::kSolved);
    EXPECT_TRUE(margin.unique) << trial;
    ASSERT_NEAR(margin.size, static_cast<double>(expected.size), 1e-6 * margin.size)
        << trial << " contact " << expected.contact << " kind "
        << static_cast<int>(now[0][expected.contact].kind) << " named " << margin.contact;
    if (expected.second < (1 + 1e-4L) * expected.size) continue;
    EXPECT_EQ(margin.contact, static_cast<int>(expected.contact)) << trial;

    // Applied, as enumeration and the solver see it.
    Oracle::Wrench wrench;
    Eigen::Matrix<double, 6, 1> scaled = margin.wrench;
    scaled.template tail<3>() /= kLength;
    for (unsigned k = 0; k < 6; ++k) wrench[k] = Real(scaled[static_cast<int>(k)]);
    for (const Real short_of : {1e-3L, 1e-6L}) {
      EXPECT_EQ(oracle.Holding(Times(1 - short_of, wrench), 0), now) << trial;
      EXPECT_EQ(scene.Solve(static_cast<double>(1 - short_of) * scaled), SolveStatus::kSolved);
      for (unsigned c = 0; c < kContacts; ++c) {
        const ContactMode mode = scene.solution.mode[c];
        EXPECT_TRUE(mode == Oracle::ModeOf(now[0][c]) ||
                    (mode == ContactMode::kSeparate && now[0][c].kind == Oracle::Kind::kApproach));
      }
    }
    const auto then = oracle.Holding(Times(1 + 1e-6L, wrench), 0);
    EXPECT_EQ(std::count(then.begin(), then.end(), now[0]), 0) << trial;
    if (then.size() != 1) continue;
    for (unsigned c = 0; c < kContacts; ++c)
      EXPECT_EQ(then[0][c] != now[0][c], c == expected.contact) << trial;
    const ContactMode to = Oracle::ModeOf(then[0][expected.contact]);
    EXPECT_EQ(margin.to, to) << trial << " from " << static_cast<int>(now[0][expected.contact].kind) << " to kind "
                             << static_cast<int>(then[0][expected.contact].kind);
    EXPECT_EQ(scene.Solve(1.001 * scaled), SolveStatus::kSolved);
    ++ends[static_cast<unsigned>(to)];
    ++checked;
  }
  std::printf("%d checked, %d left out; contacts open %d, approach %d, stick %d, vertex %d, edge %d; to separate %d, "
              "stick %d, slide %d, approach %d\n",
              checked, left_out, kinds[0], kinds[1], kinds[2], kinds[3], kinds[4], ends[0], ends[1], ends[2], ends[3]);
}

}  // namespace
}  // namespace footing
