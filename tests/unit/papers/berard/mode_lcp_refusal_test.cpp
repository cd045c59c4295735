// Berard's LCPs refuse, by name, problems without an answer and modes that the model does not have.
#include <gtest/gtest.h>

#include <limits>

#include "tests/support/benches/mode_bench.hpp"
#include "tests/support/scalars.hpp"

namespace footing::mode_lcp_refusal_test {

TEST(ModeLcp, ModesOfAnotherModelAreRefused) {
  ModeBench<double, 1, 1> plane;
  plane.Particle(0.5, -10, 7);
  ASSERT_EQ(plane.Assemble(), SolveStatus::kSolved);
  for (const char letter : {'q', 'd', 'm', '?'})
    EXPECT_FALSE(ChooseMode(plane.lcp, 0, {letter}, &plane.cone));
  EXPECT_FALSE(ChooseMode(plane.lcp, 1, {'s'}, &plane.cone));
  ModeBench<double, 1, 2, 4> space;
  space.Particle(0.5, -10, 7);
  ASSERT_EQ(space.Assemble(), SolveStatus::kSolved);
  for (const char letter : {'q', 'l', 'r', 'm', '?'})
    EXPECT_FALSE(ChooseMode(space.lcp, 0, {letter}, &space.cone));
  EXPECT_FALSE(ChooseMode(space.lcp, 0, {'d', {}, 4}, &space.cone));
  EXPECT_FALSE(ChooseMode(space.lcp, 0, {'d', {}, 3, 4}, &space.cone));
  EXPECT_TRUE(ChooseMode(space.lcp, 0, {'d', {}, 3, 0}, &space.cone));
}

template <typename Scalar>
class ModeLcpTyped : public testing::Test {};
TYPED_TEST_SUITE(ModeLcpTyped, Scalars);

TYPED_TEST(ModeLcpTyped, Refusals) {
  using Scalar = TypeParam;
  ModeBench<Scalar, 1, 2> s;
  const auto refused = [&](SolveStatus why, auto spoil) {
    s.Particle(Scalar(0.5), Scalar(-10), Scalar(7));
    s.problem.slip[0] << Scalar(1), Scalar(0);
    spoil(s.problem);
    EXPECT_EQ(s.Assemble(), why);
    EXPECT_EQ(s.lcp.lcp.size, 0);
  };
  const Scalar nan = kInfinity<Scalar> - kInfinity<Scalar>;
  refused(SolveStatus::kBadSize, [](auto& p) { p.contacts = 2; });
  refused(SolveStatus::kBadSize, [](auto& p) { p.contacts = -1; });
  refused(SolveStatus::kNotFinite, [&](auto& p) { p.A(2, 1) = nan; });
  refused(SolveStatus::kNotFinite, [&](auto& p) { p.b[2] = kInfinity<Scalar>; });
  refused(SolveStatus::kNotFinite, [&](auto& p) { p.static_friction[0] = nan; });
  refused(SolveStatus::kBadFriction, [](auto& p) { p.static_friction[0] = Scalar(-0.1); });
  refused(SolveStatus::kNotFinite, [](auto& p) {  // B overflows
    p.A(0, 1) = p.A(1, 0) = std::numeric_limits<Scalar>::max();
    p.static_friction[0] = Scalar(10);
  });
  const auto slides = [](auto& p) { p.before[0] = MotionBefore::kSlides; };
  refused(SolveStatus::kBadFriction, [&](auto& p) { slides(p), p.kinetic_friction[0] = Scalar(-0.1); });
  refused(SolveStatus::kBadFriction, [&](auto& p) { slides(p), p.slip[0].setZero(); });
  refused(SolveStatus::kNotFinite, [&](auto& p) { slides(p), p.slip[0][1] = nan; });
  ModeLcp<Scalar, 2, 4> small;  // five pairs
  s.Particle(Scalar(0.5), Scalar(-10), Scalar(7));
  EXPECT_EQ(AssembleModeLcp(s.problem, small), SolveStatus::kBadSize);
  EXPECT_EQ(small.lcp.size, 0);
  // Values that are not read may be anything: μ_k and the slip in R, μ_s in S. A slip is valid even if its
  // square is zero.
  s.problem.kinetic_friction[0] = nan;
  s.problem.slip[0].setConstant(nan);
  EXPECT_EQ(s.Assemble(), SolveStatus::kSolved);
  s.problem.static_friction[0] = nan;
  s.problem.kinetic_friction[0] = Scalar(0.5);
  s.problem.before[0] = MotionBefore::kSlides;
  s.problem.slip[0] << std::numeric_limits<Scalar>::min(), Scalar(0);
  EXPECT_EQ(s.Assemble(), SolveStatus::kSolved);
  EXPECT_EQ(s.lcp.pair[0].force[1], Scalar(-0.5));

  s.solution.status = SolveStatus::kRay;
  EXPECT_EQ(ReadModes(s.problem, s.lcp, s.solution, s.answer), SolveStatus::kRay);
  EXPECT_EQ(s.answer.mode[0].letter, '?');
  EXPECT_EQ(s.answer.force[0][0], Scalar(0));
}

}  // namespace footing::mode_lcp_refusal_test
