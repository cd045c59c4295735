// SolveContacts on problems that it must prove infeasible or refuse, on vectors that prove nothing, and on
// forces that overflow.
#include <gtest/gtest.h>

#include <limits>

#include "tests/support/benches/contact_solver_fixture.hpp"

namespace footing::contact_solver_refusal_test {

// One body between two walls that both approach: y = (1, 1) proves that no forces exist.
TYPED_TEST(ContactSolverOnScenes, ClosingWallsAreProvenInfeasible) {
  this->AddPoint(2, 0.5, -0.01, 0, 0);
  this->AddPoint(2, 0.5, -0.02, 0, 0);
  for (int k = 0; k < 3; ++k) {
    const TypeParam sign = k == 0 ? TypeParam(-1) : TypeParam(1);
    this->problem_.delassus(k, 3 + k) = this->problem_.delassus(3 + k, k) = sign * TypeParam(0.5);
  }
  ASSERT_EQ(this->Solve(), SolveStatus::kInfeasible);
  EXPECT_EQ(this->solution_.stage, SolveStage::kProof);
  this->ExpectAdmissible();
  const auto& y = this->solution_.proof;
  EXPECT_GT(y[0], TypeParam(0));
  EXPECT_NEAR(y[0], y[3], this->kTolerance * static_cast<double>(y[0]));
  for (int i : {1, 2, 4, 5}) EXPECT_EQ(y[i], TypeParam(0));
  // If the walls part, there is room.
  this->problem_.free_velocity[3] = TypeParam(0.02);
  EXPECT_EQ(this->Solve(), SolveStatus::kSolved);
}

TYPED_TEST(ContactSolverOnScenes, ARowThatNothingMovesIsSolvedOrProvenInfeasible) {
  this->AddPoint(2, 0.5, -0.01, 0.1, 0);
  this->AddPoint(2, 0.5, 0.01, 0, 0);
  for (int i = 3; i < 6; ++i) this->problem_.delassus(i, i) = TypeParam(0);
  EXPECT_EQ(this->Solve(), SolveStatus::kSolved);
  this->problem_.free_velocity[3] = TypeParam(-0.01);
  EXPECT_EQ(this->Solve(), SolveStatus::kInfeasible);
  EXPECT_GT(this->solution_.proof[3], TypeParam(0));
}

// The column is zero, but another contact's force moves the row, within the asymmetry that passes as
// rounding.
TYPED_TEST(ContactSolverOnScenes, ARowThatRoundingMovesIsNoProof) {
  this->AddPoint(1, 0, -1e-3, 0, 0);
  this->AddPoint(1, 0, 0, 0, 0);
  const TypeParam small = 64 * kEpsilon<TypeParam>;
  this->problem_.delassus(3, 3) = TypeParam(0);
  this->problem_.delassus(3, 0) = small;  // lifts by small · 1e-3
  this->problem_.free_velocity[3] = TypeParam(-0.5e-3L) * small;
  EXPECT_EQ(this->Solve(), SolveStatus::kSolved);
}

// Fuzzing found this, where other rows' forces moved such a contact.
TYPED_TEST(ContactSolverOnScenes, AForceThatMovesNothingIsNoSolutionBesideAGap) {
  this->AddPoint(1, 0.5, 0.01, 0, 0);
  for (int i = 0; i < 3; ++i) this->problem_.delassus(i, i) = TypeParam(0);
  this->solution_.force[0] = {TypeParam(1e-20L), TypeParam(0), TypeParam(0)};
  EXPECT_FALSE(CertifyCoulomb(this->problem_, kCoulombTolerance<TypeParam>, &this->solution_));
  this->solution_.force[0].setZero();
  EXPECT_TRUE(CertifyCoulomb(this->problem_, kCoulombTolerance<TypeParam>, &this->solution_));
}

// The heavy point's force is large beside the force that the light one needs, but it is finite.
TYPED_TEST(ContactSolverOnScenes, AHeavyPointBesideALightOneIsNoProof) {
  this->AddPoint(1e-3, 0, -0.01, 0, 0);
  this->AddPoint(1e8, 0, -0.01, 0, 0);
  this->solution_.proof.setZero();
  this->solution_.proof[3] = TypeParam(1);
  EXPECT_FALSE(ProvesInfeasible(this->problem_, &this->solution_.proof));
}

// A block of 1 kg on a plate that is lighter by `ratio`: 9.81 N at both contacts solve it, whether found or
// not.
TYPED_TEST(ContactSolverOnScenes, ABlockOnALightPlateHasASolution) {
  for (const double ratio : {1e4, 1e5, 1e6, 1e9, 1e10, 1e11, 1e12}) {
    if (sizeof(TypeParam) == 4 && ratio > 1e6) break;  // a float cannot hold 1 beside it
    this->SetUp();
    this->AddPoint(1 / ratio, 0, -9.81e-3, 0, 0);
    this->AddPoint(1 / (ratio + 1), 0, 0, 0, 0);
    this->problem_.delassus(0, 3) = this->problem_.delassus(3, 0) = static_cast<TypeParam>(-ratio);
    EXPECT_NE(this->Solve(), SolveStatus::kInfeasible) << ratio;
  }
}

// The friction limit overflows, though no tangent moves.
TYPED_TEST(ContactSolverOnScenes, AFrictionLimitThatOverflowsIsNoSuccess) {
  this->AddPoint(1e10, 0, -1e-3, 0, 0);
  this->problem_.friction[0] = std::numeric_limits<TypeParam>::max() / 2;
  for (int k = 1; k < 3; ++k) this->problem_.delassus(k, k) = TypeParam(0);
  EXPECT_NE(this->Solve(), SolveStatus::kSolved);
}

// The error of A y overflows.
TYPED_TEST(ContactSolverOnScenes, WhatCannotBeSummedIsNoProof) {
  this->AddPoint(1, 0, -0.01, 0, 0);
  this->problem_.delassus(0, 0) = std::numeric_limits<TypeParam>::max() / 16;
  this->solution_.proof.setZero();
  this->solution_.proof[0] = TypeParam(1);
  EXPECT_FALSE(ProvesInfeasible(this->problem_, &this->solution_.proof));
}

// The forces that these rows ask for overflow.
TYPED_TEST(ContactSolverOnScenes, ForcesBeyondTheRangeAreAdmissible) {
  const bool is_float = sizeof(TypeParam) == 4;
  const double mass = is_float ? 1e30 : 1e300, speed = is_float ? 1e8 : 1e15;
  this->AddPoint(mass, 0, -speed, 0, 0);
  this->problem_.joint_rows = 1;
  this->problem_.delassus(3, 3) = static_cast<TypeParam>(1 / mass);
  this->problem_.free_velocity[3] = static_cast<TypeParam>(-speed);
  this->problem_.lower[0] = -kInfinity<TypeParam>;
  this->problem_.upper[0] = kInfinity<TypeParam>;
  EXPECT_NE(this->Solve(), SolveStatus::kSolved);
  this->ExpectAdmissible();
  for (int k = 0; k < 3; ++k) EXPECT_TRUE(IsFinite(this->solution_.force[0][k]));
  EXPECT_TRUE(IsFinite(this->solution_.joint_force[0]));
}

TYPED_TEST(ContactSolverOnScenes, RefusesJointRowsByName) {
  const auto refused = [&](SolveStatus why, auto&& spoil) {
    this->SetUp();
    this->AddPoint(2, 0.5, -0.01, 0.1, 0);
    ASSERT_EQ(this->Solve(), SolveStatus::kSolved);
    spoil(this->problem_);
    EXPECT_EQ(this->Solve(), why) << Name(why);
    for (const auto& f : this->solution_.force) EXPECT_EQ(f.squaredNorm(), TypeParam(0));
    EXPECT_FALSE(this->state_.warm);
  };
  refused(SolveStatus::kBadSize, [&](auto& p) { p.joint_rows = -1; });
  refused(SolveStatus::kBadBounds, [&](auto& p) {
    p.joint_rows = 1;
    p.lower[0] = 1;
    p.upper[0] = -1;
  });
}

// Between the two limits, the sum of all differences alone does not decide.
TYPED_TEST(ContactSolverOnScenes, TellsRoundingFromAsymmetry) {
  for (int c = 0; c < 2; ++c) this->AddPoint(2, 0.5, -0.01, 0.1, 0);
  const auto with = [&](TypeParam roundings, int pairs) {
    auto problem = this->problem_;
    const TypeParam off = roundings * kEpsilon<TypeParam> * TypeParam(2) * problem.delassus(0, 0);
    for (int i = 1; i < 6; ++i)
      for (int j = 0; j < i && pairs > 0; ++j, --pairs) problem.delassus(i, j) += off;
    return CheckInput(problem);
  };
  EXPECT_EQ(with(1, 15), SolveStatus::kSolved);
  EXPECT_EQ(with(90, 1), SolveStatus::kSolved);
  EXPECT_EQ(with(90, 15), SolveStatus::kSolved);
  EXPECT_EQ(with(110, 1), SolveStatus::kNotSymmetric);
}

// The product A y is not zero in a row with diagonal −0, so y proves nothing.
TEST(ProvesInfeasible, ADiagonalOfMinusZeroIsNoProof) {
  ContactProblem<double, 1, 2> problem;
  problem.contacts = 0;
  problem.joint_rows = 2;
  problem.dt = 1e-3;
  problem.delassus.setZero();
  problem.delassus.topLeftCorner<2, 2>() << 1.0, 1.0, 1.0, -0.0;
  problem.free_velocity.setZero();
  problem.free_velocity[0] = -1.0;
  problem.lower.setConstant(-kInfinity<double>);
  problem.upper.setConstant(kInfinity<double>);
  decltype(problem.free_velocity) y = decltype(problem.free_velocity)::Zero();
  y[0] = 1.0;
  EXPECT_FALSE(ProvesInfeasible(problem, &y));
}

// The numbers are finite, but dt times the Delassus matrix is not. The problem is not solved.
TYPED_TEST(ContactSolverOnScenes, FiniteNumbersWhoseProductsOverflow) {
  const TypeParam large = sizeof(TypeParam) == 4 ? TypeParam(1e30L) : TypeParam(1e200L);
  this->AddPoint(1, 0.5, -1, -1, -1);
  this->problem_.dt = large;
  for (int i = 0; i < 3; ++i) this->problem_.delassus(i, i) = large;
  EXPECT_NE(this->Solve(), SolveStatus::kSolved);
  EXPECT_GE(this->solution_.force[0][0], TypeParam(0));
  this->ExpectAdmissible();
}

// The certificate may get any forces. It rejects forces that pull or that a joint's bounds forbid.
TEST(CertifyCoulomb, RefusesForcesThatAreNotAllowedWhateverTheyMove) {
  ContactProblem<double, 1, 1> problem;
  problem.contacts = problem.joint_rows = 1;
  problem.dt = 1;
  problem.free_velocity.setZero();
  problem.friction[0] = 0.5;
  problem.normal_bias.setZero();
  problem.lower[0] = -1;
  problem.upper[0] = 1;
  ContactSolution<double, 1, 1> solution;
  struct Case {
    double moves, free, force;
    bool passes;
  };
  for (const Case of : {Case{1, -6, 5, false}, Case{1, 6, -3, false}, Case{0, 0, 50, false},
                        Case{1, 0.5, -0.5, true}, Case{1, -6, 1, true}}) {
    problem.delassus.setZero();
    problem.delassus(3, 3) = of.moves;
    problem.free_velocity[3] = of.free;
    Clear(&solution);
    solution.joint_force[0] = of.force;
    EXPECT_EQ(CertifyCoulomb(problem, 1e-8, &solution), of.passes) << of.force;
  }
  problem.delassus.setZero();
  problem.free_velocity.setZero();
  problem.free_velocity[0] = 0.1;
  Clear(&solution);
  solution.force[0] = {-5, 0, 0};
  EXPECT_FALSE(CertifyCoulomb(problem, 1e-8, &solution));
}

}  // namespace footing::contact_solver_refusal_test
