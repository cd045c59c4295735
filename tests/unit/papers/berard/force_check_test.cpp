// Answers of Berard's LCPs whose forces do not solve the contact.
#include "core/papers/berard/force_check.hpp"

#include <gtest/gtest.h>

#include "tests/support/benches/mode_bench.hpp"

namespace footing::force_check_test {

// A slide to the left whose friction nearly frees the normal: B_nn = 1 − μ (1 − 2⁻ᵏ) has lost the digits of A. The
// LCP's forces left 1 % of b open.
template <typename Scalar>
SolveStatus SolveNearlyFree(int bits, Scalar b_n, Scalar b_t) {
  ModeBench<Scalar, 1, 1> s;
  s.Particle(Scalar(1), b_n, b_t);
  s.problem.A(0, 1) = s.problem.A(1, 0) = Scalar(1) - Scalar(1) / static_cast<Scalar>(1LL << bits);
  const SolveStatus status = s.Solve();
  EXPECT_EQ(s.solution.status, SolveStatus::kSolved);
  EXPECT_EQ(s.answer.force[0].isZero(), status != SolveStatus::kSolved);
  return status;
}

TEST(ForceCheck, RoundedFrictionIsNoSolution) {
  EXPECT_EQ(SolveNearlyFree<float>(17, -5, -6), SolveStatus::kInaccurate);
  EXPECT_EQ(SolveNearlyFree<double>(37, -8, -9), SolveStatus::kInaccurate);
  EXPECT_EQ(SolveNearlyFree<float>(4, -5, -6), SolveStatus::kSolved);
  EXPECT_EQ(SolveNearlyFree<double>(4, -8, -9), SolveStatus::kSolved);
}

// A mass of 1 on one contact, pressed by 10 and pushed by `push`. Whether the force holds that is given.
template <int kSides>
bool Holds(double push, const BoundedVector<double, 3>& force) {
  ModeBench<double, 1, 2, kSides> s;
  s.Particle(0.5, -10, push);
  EXPECT_EQ(s.Assemble(), SolveStatus::kSolved);
  return ForcesHold(s.problem, s.lcp, std::array<BoundedVector<double, 3>, 1>{force});
}

template <int kSides>
void ExpectLaw() {
  EXPECT_TRUE(Holds<kSides>(3, {10, -3, 0}));   // rolls
  EXPECT_FALSE(Holds<kSides>(3, {10, -2, 0}));  // slips inside the cone
  EXPECT_TRUE(Holds<kSides>(8, {10, -5, 0}));   // slides
  EXPECT_FALSE(Holds<kSides>(8, {10, 5, 0}));   // with friction along the slip
  EXPECT_FALSE(Holds<kSides>(8, {10, -6, 0}));  // outside the cone
  EXPECT_FALSE(Holds<kSides>(3, {11, -3, 0}));  // leaves and is pressed
  EXPECT_FALSE(Holds<kSides>(3, {9, -3, 0}));   // closes
  EXPECT_FALSE(Holds<kSides>(3, {-10, 0, 0}));
}

TEST(ForceCheck, KnowsTheLawOfEachModel) {
  ExpectLaw<0>();
  ExpectLaw<8>();
}

}  // namespace footing::force_check_test
