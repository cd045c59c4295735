// The calls for C against the corresponding C++ calls, bit for bit, and against results known on paper. What
// they refuse: footing_refusal_test.cpp.
#include "core/c_api/footing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/assembly/delassus.hpp"
#include "core/contact/dantzig/dantzig_contacts.hpp"
#include "core/contact/solve_contacts.hpp"
#include "core/margins/contact_margin.hpp"
#include "core/margins/least_wrench.hpp"
#include "tests/support/benches/c_api_bench.hpp"
#include "tests/support/scenes/random_contacts.hpp"
#include "tests/support/trials.hpp"

namespace footing::footing_test {

constexpr int kContacts = FOOTING_CONTACTS;
constexpr int kDof = 12;
constexpr bool kBoxes = FOOTING_SOLVER == FOOTING_SOLVER_DANTZIG;
constexpr int kFriction = kBoxes ? kBoxFriction : 0;
constexpr auto kStages = kBoxes                                    ? SolverStages::kDantzig
                         : FOOTING_SOLVER == FOOTING_SOLVER_NEWTON ? SolverStages::kNewtonOnly
                                                                   : SolverStages::kAll;
constexpr int kMostSteps = kBoxes                                    ? 10 * FOOTING_ROWS + 50
                           : FOOTING_SOLVER == FOOTING_SOLVER_NEWTON ? 4
                                                                     : 200 + 10 * kContacts * (kContacts + 1);

// Modes, forces and margins, all known on paper.
TYPED_TEST(FootingForC, PointMassSticksAndSlides) {
  using C = TypeParam;
  constexpr double kNear = sizeof(typename C::Scalar) == 4 ? 1e-4 : 1e-8;
  Calls<C>& at = PointMass<C>(6);
  ASSERT_EQ(C::Solve(&at.memory, &at.problem, nullptr, &at.solution), FOOTING_SOLVED);
  EXPECT_EQ(at.solution.status, FOOTING_SOLVED);
  EXPECT_EQ(at.solution.stage, kBoxes ? FOOTING_STAGE_DANTZIG : FOOTING_STAGE_MODES);
  EXPECT_EQ(at.solution.mode[0], FOOTING_STICK);
  EXPECT_NEAR(at.solution.force[0][0], 20, kNear);
  EXPECT_NEAR(at.solution.force[0][1], -6, kNear);
  ASSERT_EQ(C::ReadModes(&at.memory, at.modes), FOOTING_SOLVED);
  EXPECT_EQ(at.modes[0].mode, FOOTING_STICK);
  EXPECT_EQ(at.modes[0].meets, FOOTING_MODE_BIT(FOOTING_STICK));
  EXPECT_EQ(at.modes[3].mode, FOOTING_SEPARATE);
  ASSERT_EQ(C::ReadMargins(&at.memory, at.margins), FOOTING_SOLVED);
  EXPECT_NEAR(at.margins[0].lift_off, 20, kNear);
  EXPECT_NEAR(at.margins[0].slip, 4, kNear);
  EXPECT_NEAR(at.margins[0].slip_share, 0.4, kNear);
  EXPECT_EQ(at.margins[3].lift_off, 0);
  if (kBoxes) {
    EXPECT_EQ(C::FindWrenchMargin(&at.memory, &at.wrench, &at.wrench_margin), FOOTING_INACCURATE);
    EXPECT_EQ(at.wrench_margin.size, 0);
    EXPECT_EQ(at.wrench_margin.contact, -1);
  } else {
    ASSERT_EQ(C::FindWrenchMargin(&at.memory, &at.wrench, &at.wrench_margin), FOOTING_SOLVED);
    // From (6, −20) to the cone's edge, along its normal (1, 0.5) / √1.25.
    EXPECT_NEAR(at.wrench_margin.size, 4 / std::sqrt(1.25), 10 * kNear);
    EXPECT_NEAR(at.wrench_margin.wrench[0], 4 / 1.25, 10 * kNear);
    EXPECT_NEAR(at.wrench_margin.wrench[2], 2 / 1.25, 10 * kNear);
    EXPECT_EQ(at.wrench_margin.contact, 0);
    EXPECT_EQ(at.wrench_margin.to, FOOTING_SLIDE);
    EXPECT_EQ(at.wrench_margin.unique, 1);
  }

  at.problem.free_velocity[1] = static_cast<typename C::Scalar>(-0.005 * 14);
  ASSERT_EQ(C::Solve(&at.memory, &at.problem, nullptr, &at.solution), FOOTING_SOLVED);
  ASSERT_EQ(C::ReadModes(&at.memory, at.modes), FOOTING_SOLVED);
  EXPECT_EQ(at.modes[0].mode, FOOTING_SLIDE);
  EXPECT_NEAR(at.modes[0].slip_speed, 0.02, kNear);
  EXPECT_NEAR(at.modes[0].slip[0], -1, kNear);
  EXPECT_NEAR(std::abs(static_cast<double>(at.modes[0].slip_angle)), 3.14159265358979, 10 * kNear);
  ASSERT_EQ(C::ReadMargins(&at.memory, at.margins), FOOTING_SOLVED);
  EXPECT_NEAR(at.margins[0].slip_speed, 0.02, kNear);
  EXPECT_EQ(at.margins[0].slip, 0);
}

// A push along the diagonal, which boxes hold up to √2 times what the cone holds.
TYPED_TEST(FootingForC, ABoxHoldsEachTangentByItself) {
  using C = TypeParam;
  constexpr double kNear = sizeof(typename C::Scalar) == 4 ? 1e-4 : 1e-8;
  Calls<C>& at = PointMass<C>(9);
  at.problem.free_velocity[2] = at.problem.free_velocity[1];
  ASSERT_EQ(C::Solve(&at.memory, &at.problem, nullptr, &at.solution), FOOTING_SOLVED);
  ASSERT_EQ(C::ReadModes(&at.memory, at.modes), FOOTING_SOLVED);
  ASSERT_EQ(C::ReadMargins(&at.memory, at.margins), FOOTING_SOLVED);
  EXPECT_EQ(at.modes[0].mode, kBoxes ? FOOTING_STICK : FOOTING_SLIDE);
  EXPECT_NEAR(at.solution.force[0][1], kBoxes ? -9 : -10 / std::sqrt(2.0), kNear);
  EXPECT_NEAR(at.margins[0].slip, kBoxes ? 1 : 0, kNear);
}

// With (1 + ε) on the diagonal a weight of 20 N is held by 20 / (1 + ε).
TYPED_TEST(FootingForC, EpsilonIsOnTheDiagonal) {
  using C = TypeParam;
  Calls<C>& at = PointMass<C>(6);
  footing_options options = {0, 0.25f};
  ASSERT_EQ(C::Solve(&at.memory, &at.problem, &options, &at.solution), FOOTING_SOLVED);
  EXPECT_NEAR(at.solution.force[0][0], 16, 1e-4);
  for (const float bad : {-1.0f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    options.epsilon = bad;
    EXPECT_EQ(C::Solve(&at.memory, &at.problem, &options, &at.solution), FOOTING_NOT_FINITE);
    EXPECT_EQ(at.solution.force[0][0], 0);
  }
  at.problem.contacts = kContacts + 1;
  EXPECT_EQ(C::Solve(&at.memory, &at.problem, &options, &at.solution), FOOTING_BAD_SIZE);
}

template <typename C>
struct Pair {
  using Scalar = typename C::Scalar;
  SystemStack<Scalar, kDof, kContacts> stack;
  DelassusWorkspace<SystemStack<Scalar, kDof, kContacts>> work;
  ContactProblem<Scalar, kContacts> problem;
  ContactSolverState<Scalar, kContacts, 0, kStages> solver;
  ContactSolution<Scalar, kContacts> solution;
  ModeReadings<Scalar, kContacts> readings;
  LeastWrench<Scalar, kContacts> least;
  typename LeastWrench<Scalar, kContacts>::Columns columns;
  Calls<C> c;
};

template <typename C>
void CopyProblem(Pair<C>* pair) {
  auto& to = pair->c.problem;
  to.contacts = pair->problem.contacts;
  to.dt = pair->problem.dt;
  for (int i = 0; i < FOOTING_ROWS; ++i) {
    to.free_velocity[i] = pair->problem.free_velocity[i];
    for (int j = 0; j < FOOTING_ROWS; ++j) to.delassus[i][j] = pair->problem.delassus(i, j);
    for (int k = 0; k < 6; ++k) pair->c.wrench.velocity[i][k] = pair->columns(i, k);
  }
  for (int c = 0; c < kContacts; ++c) {
    to.friction[c] = pair->problem.friction[c];
    to.normal_bias[c] = pair->problem.normal_bias[c];
  }
}

template <typename C>
void ExpectSameBits(const Pair<C>& pair) {
  const auto& ours = pair.solution;
  const auto& theirs = pair.c.solution;
  EXPECT_EQ(theirs.status, static_cast<int>(ours.status));
  EXPECT_EQ(theirs.stage, static_cast<int>(ours.stage));
  EXPECT_EQ(theirs.pivots, ours.pivots);
  EXPECT_EQ(theirs.rank, ours.rank);
  EXPECT_EQ(theirs.residual, ours.residual);
  EXPECT_EQ(theirs.cone_violation, ours.cone_violation);
  EXPECT_EQ(theirs.slip_error, ours.slip_error);
  EXPECT_EQ(theirs.rounding, ours.rounding);
  EXPECT_EQ(theirs.velocity_scale, ours.velocity_scale);
  for (unsigned c = 0; c < kContacts; ++c) {
    EXPECT_EQ(theirs.mode[c], static_cast<int>(ours.mode[c]));
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(theirs.force[c][k], ours.force[c][k]);
      EXPECT_EQ(theirs.velocity[c][k], ours.velocity[c][k]);
    }
    const auto& reading = pair.readings[c];
    const auto& mode = pair.c.modes[c];
    EXPECT_EQ(mode.mode, static_cast<int>(reading.mode));
    EXPECT_EQ(mode.meets, reading.meets);
    EXPECT_EQ(mode.slip_speed, reading.slip_speed);
    EXPECT_EQ(mode.slip[0], reading.slip_1);
    EXPECT_EQ(mode.slip[1], reading.slip_2);
    EXPECT_EQ(mode.slip_angle, SlipAngle(reading));
    const auto& margin = pair.c.margins[c];
    const int i = static_cast<int>(c);
    if (i >= pair.problem.contacts) {
      EXPECT_EQ(margin.lift_off + margin.slip + margin.slip_share + margin.slip_speed + margin.gap, 0);
      continue;
    }
    const auto expected =
        MarginOf<kFriction>(reading, ours.force[c], ours.velocity[c], pair.problem.friction[i],
                            pair.problem.normal_bias[i], pair.problem.dt);
    EXPECT_EQ(margin.lift_off, expected.lift_off);
    EXPECT_EQ(margin.slip, expected.slip);
    EXPECT_EQ(margin.slip_share, expected.slip_share);
    EXPECT_EQ(margin.slip_speed, expected.slip_speed);
    EXPECT_EQ(margin.gap, expected.gap);
  }
}

// Boxes and random systems, each solved cold, warm, and with too few steps.
TYPED_TEST(FootingForC, HasTheBitsOfTheCallsInCpp) {
  using C = TypeParam;
  using Scalar = typename C::Scalar;
  static Pair<C> pair;
  Random random(17);
  ASSERT_EQ(C::Init(&pair.c.memory), FOOTING_SOLVED);
  pair.solver.warm = false;
  const footing_options few = {3, 0};
  int solved = 0, wrenches = 0;
  for (int trial = 0; trial < Trials(600, 12); ++trial) {
    if (trial % 3 == 0) {
      BoxOnGround(1 + trial % 4, random, &pair.stack);
      pair.stack.velocity *= Scalar(0.1);
    } else if (trial % 3 == 1) {
      RandomSystem(kDof, 1 + trial % kContacts, 0.5, random, &pair.stack);
    }  // otherwise the last problem again, warm
    const bool hurried = trial % 7 == 6;
    ASSERT_EQ(Assemble(pair.stack, Scalar(0.002), pair.work, pair.problem), SolveStatus::kSolved);
    BaseWrench(pair.stack, pair.work, Scalar(0.002), Scalar(0.3), pair.columns);
    CopyProblem(&pair);
    pair.c.wrench.length = Scalar(0.3);
    if (trial % 5 == 4) {
      pair.solver.warm = false;
      ASSERT_EQ(C::Reset(&pair.c.memory), FOOTING_SOLVED);
    }
    const SolveStatus status =
        SolveContacts(pair.problem, {hurried ? few.budget : 0}, pair.solver, pair.solution);
    const int expected = static_cast<int>(status);
    ReadContactModes<kFriction>(pair.problem, pair.solution, pair.readings);
    EXPECT_EQ(C::Solve(&pair.c.memory, &pair.c.problem, hurried ? &few : nullptr, &pair.c.solution),
              expected);
    EXPECT_EQ(C::ReadModes(&pair.c.memory, pair.c.modes), expected);
    EXPECT_EQ(C::ReadMargins(&pair.c.memory, pair.c.margins), expected);
    ExpectSameBits(pair);
    EXPECT_LE(pair.c.solution.pivots, kMostSteps);
    WrenchMargin<Scalar> margin;
    SolveStatus found = SolveStatus::kInaccurate;
    if constexpr (!kBoxes) {
      found = pair.least.Find(pair.problem, pair.solution, pair.columns, Scalar(0.3), margin,
                              pair.solver.plain.FactorsOf(pair.solution));
    }
    EXPECT_EQ(C::FindWrenchMargin(&pair.c.memory, &pair.c.wrench, &pair.c.wrench_margin),
              static_cast<int>(found));
    EXPECT_EQ(pair.c.wrench_margin.size, margin.size);
    for (int k = 0; k < 6; ++k) EXPECT_EQ(pair.c.wrench_margin.wrench[k], margin.wrench[k]);
    EXPECT_EQ(pair.c.wrench_margin.contact, margin.contact);
    EXPECT_EQ(pair.c.wrench_margin.to, static_cast<int>(margin.to));
    EXPECT_EQ(pair.c.wrench_margin.unique != 0, margin.unique);
    solved += status == SolveStatus::kSolved ? 1 : 0;
    wrenches += margin.contact >= 0 ? 1 : 0;
    ASSERT_FALSE(this->HasFailure()) << trial;
  }
  EXPECT_GT(solved, Trials(400, 6));
  if (!kBoxes) {
    EXPECT_GT(wrenches, Trials(200, 3));
  }
}

// A block holds no pointers, so its copy continues from the same state.
TYPED_TEST(FootingForC, MemoryMayBeCopied) {
  using C = TypeParam;
  static typename C::Memory copy;
  Calls<C>& at = PointMass<C>(6);
  ASSERT_EQ(C::Solve(&at.memory, &at.problem, nullptr, &at.solution), FOOTING_SOLVED);
  copy = at.memory;
  Soil(&at.memory);
  ASSERT_EQ(C::ReadMargins(&copy, at.margins), FOOTING_SOLVED);
  EXPECT_NEAR(at.margins[0].slip, 4, 1e-4);
  EXPECT_EQ(C::Solve(&copy, &at.problem, nullptr, &at.solution), FOOTING_SOLVED);
}

TEST(FootingStatusName, IsThatOfTheCore) {
  for (int status = 0; status < kStatusCount; ++status) {
    EXPECT_STREQ(footing_status_name(status), Name(static_cast<SolveStatus>(status)));
  }
  EXPECT_STREQ(footing_mode_name(FOOTING_SEPARATE), "separate");
  EXPECT_STREQ(footing_mode_name(FOOTING_AMBIGUOUS), "ambiguous");
  for (const int mode : {-1, kModeCount, 1 << 30}) EXPECT_STREQ(footing_mode_name(mode), "?");
  EXPECT_STREQ(footing_status_name(FOOTING_NULL_POINTER), "null pointer");
  EXPECT_STREQ(footing_status_name(FOOTING_BAD_MEMORY), "bad memory");
  EXPECT_STREQ(footing_status_name(FOOTING_NO_SOLUTION), "no solution");
  for (const int status : {-1, kStatusCount, 63, 68, 1 << 30}) EXPECT_STREQ(footing_status_name(status), "?");
}

}  // namespace footing::footing_test
