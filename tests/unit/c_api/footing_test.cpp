// The calls for C against the C++ calls they stand for, bit for bit; what they refuse; and on paper.
#include "core/c_api/footing.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "core/contact/contact_margin.hpp"
#include "core/contact/contact_solver.hpp"
#include "core/contact/delassus.hpp"
#include "core/contact/least_wrench.hpp"
#include "tests/support/random_contacts.hpp"
#include "tests/support/trials.hpp"

namespace footing {
namespace {

constexpr int kContacts = FOOTING_CONTACTS;
constexpr int kDof = 12;

static_assert(sizeof(footing_memory_f32) == FOOTING_MEMORY_BYTES_F32);
static_assert(sizeof(footing_memory_f64) == FOOTING_MEMORY_BYTES_F64);

// The types and calls of one scalar.
struct F32 {
  using Scalar = float;
  using Memory = footing_memory_f32;
  using Problem = footing_problem_f32;
  using Solution = footing_solution_f32;
  using Mode = footing_contact_mode_f32;
  using Margin = footing_margin_f32;
  using Wrench = footing_wrench_f32;
  using WrenchMargin = footing_wrench_margin_f32;
  static constexpr auto Init = footing_init_f32;
  static constexpr auto Solve = footing_solve_f32;
  static constexpr auto Reset = footing_reset_f32;
  static constexpr auto ReadModes = footing_read_modes_f32;
  static constexpr auto ReadMargins = footing_read_margins_f32;
  static constexpr auto FindWrenchMargin = footing_find_wrench_margin_f32;
};

struct F64 {
  using Scalar = double;
  using Memory = footing_memory_f64;
  using Problem = footing_problem_f64;
  using Solution = footing_solution_f64;
  using Mode = footing_contact_mode_f64;
  using Margin = footing_margin_f64;
  using Wrench = footing_wrench_f64;
  using WrenchMargin = footing_wrench_margin_f64;
  static constexpr auto Init = footing_init_f64;
  static constexpr auto Solve = footing_solve_f64;
  static constexpr auto Reset = footing_reset_f64;
  static constexpr auto ReadModes = footing_read_modes_f64;
  static constexpr auto ReadMargins = footing_read_margins_f64;
  static constexpr auto FindWrenchMargin = footing_find_wrench_margin_f64;
};

template <typename C>
struct Calls {
  typename C::Memory memory;
  typename C::Problem problem;
  typename C::Solution solution;
  typename C::Mode modes[kContacts];
  typename C::Margin margins[kContacts];
  typename C::Wrench wrench;
  typename C::WrenchMargin wrench_margin;
};

// Bytes that no call writes by chance.
template <typename T>
void Soil(T* block) {
  std::memset(static_cast<void*>(block), 0xA5, sizeof(T));
}
template <typename T>
bool IsSoiled(const T& block) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(&block);
  for (std::size_t i = 0; i < sizeof(T); ++i)
    if (bytes[i] != 0xA5) return false;
  return true;
}

// Point mass of 2 kg on the ground, pushed along the first tangent for 10 ms, from rest.
template <typename C>
Calls<C>& PointMass(double push) {
  using Scalar = typename C::Scalar;
  static Calls<C> calls;
  Soil(&calls);
  EXPECT_EQ(C::Init(&calls.memory), FOOTING_SOLVED);
  auto& problem = calls.problem;
  problem.contacts = 1;
  problem.dt = Scalar(0.01);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) problem.delassus[i][j] = i == j ? Scalar(0.5) : Scalar(0);
    for (int k = 0; k < 6; ++k) calls.wrench.velocity[i][k] = Scalar(0);
    problem.free_velocity[i] = Scalar(0);
  }
  // Wrenches are along x, y, z; rows along z, x, y.
  calls.wrench.velocity[0][2] = calls.wrench.velocity[1][0] = calls.wrench.velocity[2][1] = Scalar(0.005);
  calls.wrench.length = Scalar(0.3);
  problem.free_velocity[0] = Scalar(-0.1);  // a weight of 20 N
  problem.free_velocity[1] = static_cast<Scalar>(0.005 * push);
  problem.friction[0] = Scalar(0.5);
  problem.normal_bias[0] = Scalar(0);
  return calls;
}

template <typename C>
class FootingForC : public testing::Test {};
using Scalars = testing::Types<F32, F64>;
TYPED_TEST_SUITE(FootingForC, Scalars);

// Modes, forces, margins: all of it on paper.
TYPED_TEST(FootingForC, PointMassSticksAndSlides) {
  using C = TypeParam;
  constexpr double kNear = sizeof(typename C::Scalar) == 4 ? 1e-4 : 1e-8;
  Calls<C>& at = PointMass<C>(6);
  ASSERT_EQ(C::Solve(&at.memory, &at.problem, nullptr, &at.solution), FOOTING_SOLVED);
  EXPECT_EQ(at.solution.status, FOOTING_SOLVED);
  EXPECT_EQ(at.solution.stage, FOOTING_STAGE_MODES);
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
  ASSERT_EQ(C::FindWrenchMargin(&at.memory, &at.wrench, &at.wrench_margin), FOOTING_SOLVED);
  // From (6, −20) to the cone's edge, along its normal (1, 0.5) / √1.25.
  EXPECT_NEAR(at.wrench_margin.size, 4 / std::sqrt(1.25), 10 * kNear);
  EXPECT_NEAR(at.wrench_margin.wrench[0], 4 / 1.25, 10 * kNear);
  EXPECT_NEAR(at.wrench_margin.wrench[2], 2 / 1.25, 10 * kNear);
  EXPECT_EQ(at.wrench_margin.contact, 0);
  EXPECT_EQ(at.wrench_margin.to, FOOTING_SLIDE);
  EXPECT_EQ(at.wrench_margin.unique, 1);

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

template <typename C>
struct Pair {
  using Scalar = typename C::Scalar;
  SystemStack<Scalar, kDof, kContacts> stack;
  DelassusWorkspace<SystemStack<Scalar, kDof, kContacts>> work;
  ContactProblem<Scalar, kContacts> problem;
  ContactSolverState<Scalar, kContacts> solver;
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
    const auto expected = MarginOf(reading, ours.force[c], ours.velocity[c], pair.problem.friction[i],
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
  const footing_options few = {3};
  int solved = 0, wrenches = 0;
  for (int trial = 0; trial < Trials(600, 12); ++trial) {
    if (trial % 3 == 0) {
      BoxOnGround(1 + trial % 4, random, &pair.stack);
      pair.stack.velocity *= Scalar(0.1);
    } else if (trial % 3 == 1) {
      RandomSystem(kDof, 1 + trial % 4, 0.5, random, &pair.stack);
    }  // else the last again, warm
    const bool hurried = trial % 7 == 6;
    ASSERT_EQ(Assemble(pair.stack, Scalar(0.002), &pair.work, &pair.problem), SolveStatus::kSolved);
    BaseWrench(pair.stack, pair.work, Scalar(0.002), Scalar(0.3), &pair.columns);
    CopyProblem(&pair);
    pair.c.wrench.length = Scalar(0.3);
    if (trial % 5 == 4) {
      pair.solver.warm = false;
      ASSERT_EQ(C::Reset(&pair.c.memory), FOOTING_SOLVED);
    }
    const SolveStatus status =
        SolveContacts(pair.problem, {hurried ? few.pivot_budget : 0}, &pair.solver, &pair.solution);
    const int expected = static_cast<int>(status);
    ReadContactModes(pair.problem, pair.solution, &pair.readings);
    EXPECT_EQ(C::Solve(&pair.c.memory, &pair.c.problem, hurried ? &few : nullptr, &pair.c.solution),
              expected);
    EXPECT_EQ(C::ReadModes(&pair.c.memory, pair.c.modes), expected);
    EXPECT_EQ(C::ReadMargins(&pair.c.memory, pair.c.margins), expected);
    ExpectSameBits(pair);
    WrenchMargin<Scalar> margin;
    const SolveStatus found =
        pair.least.Find(pair.problem, pair.solution, pair.columns, Scalar(0.3), &margin);
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
  EXPECT_GT(wrenches, Trials(200, 3));
}

TYPED_TEST(FootingForC, BadProblemsAreRefusedWithoutForces) {
  using C = TypeParam;
  using Scalar = typename C::Scalar;
  const Scalar nan = std::numeric_limits<Scalar>::quiet_NaN();
  const Scalar infinity = std::numeric_limits<Scalar>::infinity();
  const auto expect = [](Calls<C>& at, footing_status status) {
    EXPECT_EQ(C::Solve(&at.memory, &at.problem, nullptr, &at.solution), status);
    EXPECT_EQ(at.solution.status, status);
    EXPECT_EQ(at.solution.stage, FOOTING_STAGE_NONE);
    for (int c = 0; c < kContacts; ++c) {
      EXPECT_EQ(at.solution.mode[c], FOOTING_SEPARATE);
      for (int k = 0; k < 3; ++k) {
        EXPECT_EQ(at.solution.force[c][k], 0);
        EXPECT_EQ(at.solution.velocity[c][k], 0);
      }
    }
    EXPECT_EQ(C::ReadModes(&at.memory, at.modes), status);
    EXPECT_EQ(at.modes[0].mode, FOOTING_SEPARATE);
    EXPECT_EQ(C::ReadMargins(&at.memory, at.margins), status);
    EXPECT_EQ(at.margins[0].lift_off, 0);
    EXPECT_EQ(at.margins[0].gap, 0);
    EXPECT_EQ(C::FindWrenchMargin(&at.memory, &at.wrench, &at.wrench_margin), FOOTING_INACCURATE);
    EXPECT_EQ(at.wrench_margin.size, 0);
    EXPECT_EQ(at.wrench_margin.contact, -1);
  };
  const auto spoilt = [&](auto spoil, footing_status status) {
    Calls<C>& at = PointMass<C>(6);
    spoil(at.problem);
    expect(at, status);
  };
  using Problem = typename C::Problem;
  spoilt([&](Problem& p) { p.free_velocity[1] = nan; }, FOOTING_NOT_FINITE);
  spoilt([&](Problem& p) { p.delassus[2][2] = infinity; }, FOOTING_NOT_FINITE);
  spoilt([&](Problem& p) { p.friction[0] = nan; }, FOOTING_NOT_FINITE);
  spoilt([&](Problem& p) { p.normal_bias[0] = nan; }, FOOTING_NOT_FINITE);
  spoilt([&](Problem& p) { p.dt = 0; }, FOOTING_NOT_FINITE);
  spoilt([&](Problem& p) { p.contacts = FOOTING_CONTACTS + 1; }, FOOTING_BAD_SIZE);
  spoilt([&](Problem& p) { p.contacts = -1; }, FOOTING_BAD_SIZE);
  spoilt([&](Problem& p) { p.contacts = std::numeric_limits<int>::max(); }, FOOTING_BAD_SIZE);
  spoilt([&](Problem& p) { p.friction[0] = Scalar(-0.1); }, FOOTING_BAD_FRICTION);
  spoilt([&](Problem& p) { p.delassus[0][1] = Scalar(0.1); }, FOOTING_NOT_SYMMETRIC);
  spoilt([&](Problem& p) { p.delassus[1][1] = Scalar(-0.1); }, FOOTING_NOT_SYMMETRIC);
}

// Rows beyond the contacts hold what Soil left there.
TYPED_TEST(FootingForC, BadWrenchesAreRefused) {
  using C = TypeParam;
  using Scalar = typename C::Scalar;
  Calls<C>& at = PointMass<C>(6);
  ASSERT_EQ(C::Solve(&at.memory, &at.problem, nullptr, &at.solution), FOOTING_SOLVED);
  for (const Scalar length : {Scalar(0), Scalar(-1), std::numeric_limits<Scalar>::quiet_NaN(),
                              std::numeric_limits<Scalar>::infinity()}) {
    at.wrench.length = length;
    EXPECT_EQ(C::FindWrenchMargin(&at.memory, &at.wrench, &at.wrench_margin), FOOTING_NOT_FINITE);
    EXPECT_EQ(at.wrench_margin.size, 0);
    EXPECT_EQ(at.wrench_margin.contact, -1);
  }
  at.wrench.length = Scalar(1);
  at.wrench.velocity[3][0] = std::numeric_limits<Scalar>::quiet_NaN();  // of a contact that is not
  EXPECT_EQ(C::FindWrenchMargin(&at.memory, &at.wrench, &at.wrench_margin), FOOTING_SOLVED);
  at.wrench.velocity[2][5] = std::numeric_limits<Scalar>::infinity();
  EXPECT_EQ(C::FindWrenchMargin(&at.memory, &at.wrench, &at.wrench_margin), FOOTING_NOT_FINITE);
}

TYPED_TEST(FootingForC, NullPointersAreRefusedAndNothingIsWritten) {
  using C = TypeParam;
  Calls<C>& at = PointMass<C>(6);
  EXPECT_EQ(C::Init(nullptr), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::Reset(nullptr), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::Solve(nullptr, &at.problem, nullptr, &at.solution), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::Solve(&at.memory, nullptr, nullptr, &at.solution), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::Solve(&at.memory, &at.problem, nullptr, nullptr), FOOTING_NULL_POINTER);
  EXPECT_TRUE(IsSoiled(at.solution));
  EXPECT_EQ(C::ReadModes(&at.memory, at.modes), FOOTING_NO_SOLUTION);
  EXPECT_EQ(C::ReadMargins(&at.memory, at.margins), FOOTING_NO_SOLUTION);
  EXPECT_EQ(C::FindWrenchMargin(&at.memory, &at.wrench, &at.wrench_margin), FOOTING_NO_SOLUTION);
  EXPECT_EQ(C::FindWrenchMargin(&at.memory, nullptr, &at.wrench_margin), FOOTING_NULL_POINTER);
  ASSERT_EQ(C::Solve(&at.memory, &at.problem, nullptr, &at.solution), FOOTING_SOLVED);
  EXPECT_EQ(C::ReadModes(nullptr, at.modes), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::ReadModes(&at.memory, nullptr), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::ReadMargins(nullptr, at.margins), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::ReadMargins(&at.memory, nullptr), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::FindWrenchMargin(nullptr, &at.wrench, &at.wrench_margin), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::FindWrenchMargin(&at.memory, nullptr, &at.wrench_margin), FOOTING_NULL_POINTER);
  EXPECT_EQ(C::FindWrenchMargin(&at.memory, &at.wrench, nullptr), FOOTING_NULL_POINTER);
  EXPECT_TRUE(IsSoiled(at.modes) && IsSoiled(at.margins) && IsSoiled(at.wrench_margin));
}

TYPED_TEST(FootingForC, MemoryThatWasNotInitialisedIsRefusedAndLeftAlone) {
  using C = TypeParam;
  Calls<C>& at = PointMass<C>(6);
  Soil(&at.memory);
  EXPECT_EQ(C::Solve(&at.memory, &at.problem, nullptr, &at.solution), FOOTING_BAD_MEMORY);
  EXPECT_EQ(C::Reset(&at.memory), FOOTING_BAD_MEMORY);
  EXPECT_EQ(C::ReadModes(&at.memory, at.modes), FOOTING_BAD_MEMORY);
  EXPECT_EQ(C::ReadMargins(&at.memory, at.margins), FOOTING_BAD_MEMORY);
  EXPECT_EQ(C::FindWrenchMargin(&at.memory, &at.wrench, &at.wrench_margin), FOOTING_BAD_MEMORY);
  EXPECT_TRUE(IsSoiled(at.memory) && IsSoiled(at.solution) && IsSoiled(at.modes) && IsSoiled(at.margins) &&
              IsSoiled(at.wrench_margin));
}

TEST(FootingMemory, OfOneScalarIsNoneOfTheOther) {
  static footing_memory_f32 narrow;
  static footing_memory_f64 wide;
  ASSERT_EQ(footing_init_f32(&narrow), FOOTING_SOLVED);
  std::memcpy(static_cast<void*>(&wide), &narrow, sizeof(narrow));
  EXPECT_EQ(footing_reset_f64(&wide), FOOTING_BAD_MEMORY);
}

// A block holds no pointers: its copy goes on where it stood.
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
  EXPECT_STREQ(footing_status_name(FOOTING_NULL_POINTER), "null pointer");
  EXPECT_STREQ(footing_status_name(FOOTING_BAD_MEMORY), "bad memory");
  EXPECT_STREQ(footing_status_name(FOOTING_NO_SOLUTION), "no solution");
  for (const int status : {-1, kStatusCount, 63, 67, 1 << 30}) EXPECT_STREQ(footing_status_name(status), "?");
}

}  // namespace
}  // namespace footing
