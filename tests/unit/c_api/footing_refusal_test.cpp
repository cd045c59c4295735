// The calls for C refuse bad problems, wrenches, pointers and blocks of memory. Where footing.h says so, they
// write nothing.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "tests/support/benches/c_api_bench.hpp"

namespace footing::footing_refusal_test {

static_assert(sizeof(footing_memory_f32) == FOOTING_MEMORY_BYTES_F32);
static_assert(sizeof(footing_memory_f64) == FOOTING_MEMORY_BYTES_F64);

TYPED_TEST(FootingForC, BadProblemsAreRefusedWithoutForces) {
  using C = TypeParam;
  using Scalar = typename C::Scalar;
  const Scalar nan = std::numeric_limits<Scalar>::quiet_NaN();
  const Scalar infinity = std::numeric_limits<Scalar>::infinity();
  const auto expect = [](Calls<C>& at, footing_status status) {
    EXPECT_EQ(C::Solve(&at.memory, &at.problem, nullptr, &at.solution), status);
    EXPECT_EQ(at.solution.status, status);
    EXPECT_EQ(at.solution.stage, FOOTING_STAGE_NONE);
    for (int c = 0; c < FOOTING_CONTACTS; ++c) {
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

// Rows beyond the contacts still hold what Soil wrote.
TYPED_TEST(FootingForC, BadWrenchesAreRefused) {
  using C = TypeParam;
  using Scalar = typename C::Scalar;
  if (FOOTING_SOLVER == FOOTING_SOLVER_DANTZIG) GTEST_SKIP() << "boxes have no wrench margin";
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
  at.wrench.velocity[3][0] = std::numeric_limits<Scalar>::quiet_NaN();  // of a contact that does not exist
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

// With the word of an initialised block in its place, so that only the alignment can be the reason.
TYPED_TEST(FootingForC, MisalignedBlocksAreRefusedAndLeftAlone) {
  using C = TypeParam;
  using Memory = typename C::Memory;
  struct alignas(16) Bytes {
    unsigned char byte[sizeof(Memory) + alignof(Memory)];
  };
  static Bytes bytes, before;
  Calls<C>& at = PointMass<C>(6);
  for (std::size_t offset = 1; offset < alignof(Memory); ++offset) {
    Soil(&bytes);
    std::memcpy(bytes.byte + offset, &at.memory, sizeof(Memory));
    std::memcpy(&before, &bytes, sizeof(Bytes));
    auto* const block = reinterpret_cast<Memory*>(bytes.byte + offset);
    EXPECT_EQ(C::Init(block), FOOTING_MISALIGNED);
    EXPECT_EQ(C::Solve(block, &at.problem, nullptr, &at.solution), FOOTING_MISALIGNED);
    EXPECT_EQ(C::Reset(block), FOOTING_MISALIGNED);
    EXPECT_EQ(C::ReadModes(block, at.modes), FOOTING_MISALIGNED);
    EXPECT_EQ(C::ReadMargins(block, at.margins), FOOTING_MISALIGNED);
    EXPECT_EQ(C::FindWrenchMargin(block, &at.wrench, &at.wrench_margin), FOOTING_MISALIGNED);
    EXPECT_EQ(std::memcmp(&before, &bytes, sizeof(Bytes)), 0) << offset;
  }
  EXPECT_TRUE(IsSoiled(at.solution) && IsSoiled(at.modes) && IsSoiled(at.margins) && IsSoiled(at.wrench_margin));
  EXPECT_STREQ(footing_status_name(FOOTING_MISALIGNED), "misaligned");
  EXPECT_EQ(C::Solve(&at.memory, &at.problem, nullptr, &at.solution), FOOTING_SOLVED);
}

TEST(FootingMemory, OfOneScalarIsNoneOfTheOther) {
  static footing_memory_f32 narrow;
  static footing_memory_f64 wide;
  ASSERT_EQ(footing_init_f32(&narrow), FOOTING_SOLVED);
  std::memcpy(static_cast<void*>(&wide), &narrow, sizeof(narrow));
  EXPECT_EQ(footing_reset_f64(&wide), FOOTING_BAD_MEMORY);
}

}  // namespace footing::footing_refusal_test
