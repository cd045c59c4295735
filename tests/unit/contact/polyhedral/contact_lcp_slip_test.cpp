// The three cases of section 3.2 of Tan, Siu, Liu and what section 3.3 says of λ, on one point mass; the
// blocks of the problem: contact_lcp_test.cpp.
#include <gtest/gtest.h>

#include <cmath>

#include "core/contact/polyhedral/contact_lcp.hpp"
#include "core/lcp/lemke.hpp"

namespace footing::contact_lcp_slip_test {

constexpr double kStep = 0.004;

struct Bench {
  static constexpr int kRows = 10;
  ContactProblem<double, 1> problem;
  LcpProblem<double, kRows> lcp;
  LcpSolution<double, kRows> solution;
  LcpSolution<double, kRows> other;
  LemkeWorkspace<double, kRows> lemke;
};

// A unit point mass pressed with `push` newtons onto the plane, moving along (x, y) m/s; μ = 0.5.
Bench& MovingPoint(double push, double x, double y, const ContactLcpOptions<double>& options) {
  static Bench s;
  s.problem.contacts = 1;
  s.problem.dt = kStep;
  s.problem.delassus.setIdentity();
  s.problem.free_velocity << -push * kStep, x, y;
  s.problem.friction[0] = 0.5;
  s.problem.normal_bias[0] = 0.0;
  AssembleLcp<8>(s.problem, FrictionBasis<double, 8>(), options, &s.lcp);
  return s;
}

const LcpSolution<double, Bench::kRows>& SlidePoint(double x, double y) {
  Bench& s = MovingPoint(10.0, x, y, {0.0, true});
  EXPECT_EQ(SolveLemke(s.lcp, {500}, s.lemke, s.solution), SolveStatus::kSolved);
  EXPECT_NEAR(s.solution.z[0], 10.0, 1e-9);
  return s.solution;
}

TEST(ContactLcp, SectionThreeTwoCaseOneSlipNearestToOneDirectionIsOpposedByItAlone) {
  const auto& z = SlidePoint(0.9, 0.1).z;
  for (int k = 0; k < 8; ++k) EXPECT_NEAR(z[1 + k], k == 4 ? 5.0 : 0.0, 1e-9);
  EXPECT_NEAR(z[9] * kStep, 0.9 - 5.0 * kStep, 1e-9);
}

TEST(ContactLcp, SectionThreeTwoCaseTwoSlipBetweenTwoDirectionsIsOpposedByEither) {
  const double half = 3.14159265358979323846 / 8.0;
  const auto& z = SlidePoint(std::cos(half), std::sin(half)).z;
  double others = 0.0;
  for (int k = 0; k < 8; ++k) others += k == 4 || k == 5 ? 0.0 : z[1 + k];
  EXPECT_NEAR(others, 0.0, 1e-9);
  EXPECT_NEAR(z[5] + z[6], 5.0, 1e-9);
  EXPECT_GT(z[9], 0.0);
}

TEST(ContactLcp, SectionThreeTwoCaseThreeNoSlipWhileFrictionCanHold) {
  const auto& z = SlidePoint(3.0 * kStep, 1.0 * kStep).z;
  const FrictionBasis<double, 8> basis;
  double x = 0.0;
  double y = 0.0;
  for (int k = 0; k < 8; ++k) x += z[1 + k] * basis.direction(k, 0), y += z[1 + k] * basis.direction(k, 1);
  EXPECT_NEAR(x, -3.0, 1e-9);
  EXPECT_NEAR(y, -1.0, 1e-9);
  EXPECT_NEAR(z[9], 0.0, 1e-9);
}

// Section 3.3: λ may be any large number if the contact is broken; otherwise it is exactly the slip speed.
TEST(ContactLcp, SectionThreeThreeLambdaIsFreeJustWhereTheContactIsBroken) {
  for (const double push : {-10.0, 10.0}) {  // lifts off; pressed and sliding
    Bench& s = MovingPoint(push, 0.9, 0.1, {});
    ASSERT_EQ(SolveLemke(s.lcp, {500}, s.lemke, s.solution), SolveStatus::kSolved);
    const bool broken = push < 0.0;
    EXPECT_EQ(s.solution.z[0] == 0.0, broken);
    EXPECT_GE(s.solution.z[9], 0.9 - 5.0 * kStep - 1e-12);  // λ ≥ −min Bᵀq̇⁺
    for (const double factor : {1.5, 100.0}) {
      auto z = s.solution.z;
      z[9] *= factor;
      EXPECT_EQ(CheckSolution(s.lcp, z, s.other.w).solved, broken) << factor;
    }
    auto z = s.solution.z;
    z[9] = 0.8;  // slower than the slip: expression 5 fails either way
    EXPECT_FALSE(CheckSolution(s.lcp, z, s.other.w).solved);
  }
}

}  // namespace footing::contact_lcp_slip_test
