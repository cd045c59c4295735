// SolveContacts on problems whose answer is known on paper, and at its budget's end. What it must refuse or
// prove infeasible: solve_contacts_refusal_test.cpp.
#include "core/contact/solve_contacts.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/benches/contact_solver_fixture.hpp"
#include "tests/support/random.hpp"
#include "tests/support/trials.hpp"

namespace footing::contact_solver_test {

// Friction is μ f_n against the slip in every direction, so it is not a polygon's.
TYPED_TEST(ContactSolverOnScenes, APointSlidesAgainstItsVelocity) {
  for (int k = 0; k < 24; ++k) {
    this->SetUp();
    const double angle = 2 * kPi<double> * k / 24 + 0.1;
    this->AddPoint(2, 0.5, -0.01, std::cos(angle), std::sin(angle));
    ASSERT_EQ(this->Solve(), SolveStatus::kSolved);
    const auto& f = this->solution_.force[0];
    EXPECT_NEAR(f[0], 20, 20 * this->kTolerance);  // m u_n / dt
    EXPECT_NEAR(f[1], -10 * std::cos(angle), 10 * this->kTolerance);
    EXPECT_NEAR(f[2], -10 * std::sin(angle), 10 * this->kTolerance);
    EXPECT_EQ(this->solution_.mode[0], ContactMode::kSlide);
  }
}

// In float the squares of these forces are zero, but their ratio to μ f_n is not.
TYPED_TEST(ContactSolverOnScenes, WhatBarelyPushesIsInsideItsConeToo) {
  this->AddPoint(2, 0.5, -0.01, 0.003, -0.003);
  this->AddPoint(2, 0.5, -1e-27, 2e-27, -1e-27);
  ASSERT_EQ(this->Solve(), SolveStatus::kSolved);
  EXPECT_GT(this->solution_.force[1][0], TypeParam(0));
  this->ExpectAdmissible();
}

TYPED_TEST(ContactSolverOnScenes, PointsStickSeparateAndLandByThemselves) {
  this->AddPoint(2, 0.5, -0.01, 0.003, -0.003);  // |f_t| = 8.5 of 10 N
  this->AddPoint(2, 0.5, 0.01, 0.003, -0.003);
  this->AddPoint(2, 0, -0.01, 0.003, -0.003);
  this->AddPoint(2, 0.5, -0.01, 0, 0);
  this->problem_.normal_bias[3] = static_cast<TypeParam>(0.02);  // its gap stays open
  ASSERT_EQ(this->Solve(), SolveStatus::kSolved);
  const double tolerance = 20 * this->kTolerance;
  const double expected[4][3] = {{20, -6, 6}, {0, 0, 0}, {20, 0, 0}, {0, 0, 0}};
  const ContactMode modes[4] = {ContactMode::kStick, ContactMode::kSeparate, ContactMode::kSlide,
                                ContactMode::kSeparate};
  for (unsigned c = 0; c < 4; ++c) {
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(this->solution_.force[c][k], expected[c][k], tolerance) << c;
    EXPECT_EQ(this->solution_.mode[c], modes[c]) << c;
  }
}

// Σ f_n stops the plate, for any number of contacts that share it.
TYPED_TEST(ContactSolverOnScenes, NormalsOfAPlateSumToItsMomentum) {
  Random random(3);
  for (int contacts = 4; contacts <= this->kContacts; ++contacts) {
    this->SetUp();
    this->AddPlate(contacts, 0.6, random);
    ASSERT_EQ(this->Solve(), SolveStatus::kSolved) << contacts;
    this->ExpectAdmissible();
    EXPECT_LE(this->solution_.rank, 3 * contacts);
  }
}

// At any budget the solve ends in a certified solution or an honest status, and in forces that may be sent
// on.
TYPED_TEST(ContactSolverOnScenes, AtTheBudgetForcesAreAdmissible) {
  Random random(5);
  int unsolved = 0;
  for (int trial = 0; trial < 20; ++trial) {
    this->SetUp();
    this->AddPlate(this->kContacts, 0.3, random);
    for (int budget = 1; budget <= 8; ++budget) {
      this->state_.warm = false;
      const SolveStatus status = this->Solve(budget);
      EXPECT_LE(this->solution_.pivots, budget);
      this->ExpectAdmissible();
      if (status == SolveStatus::kSolved) {
        EXPECT_LE(this->solution_.residual, kCoulombTolerance<TypeParam> / 2);
        continue;
      }
      ++unsolved;
      EXPECT_TRUE(status == SolveStatus::kPivotBudget || status == SolveStatus::kInaccurate);
      EXPECT_FALSE(this->state_.warm);
    }
  }
  EXPECT_GT(unsolved, 5);
}

// At the angle of friction every force lies on its cone and nothing slips. Rounding decides between stick and
// slide.
TYPED_TEST(ContactSolverOnScenes, ABlockAtItsAngleOfFrictionHolds) {
  Random random(17);
  for (int trial = 0; trial < Trials(100, 5); ++trial) {
    this->SetUp();
    const double slope = random.Uniform(0.05, 0.9), g = 9.81e-3;
    this->AddPlate(8, std::tan(slope), random, true);
    Eigen::Matrix<double, 24, 1> velocity;
    for (int c = 0; c < 8; ++c) {
      const double turn = random.Uniform(0, 6);
      const double along = g * std::sin(slope);
      this->TurnTangents(c, turn);
      velocity.segment<3>(3 * c) << -g * std::cos(slope), along * std::cos(turn), -along * std::sin(turn);
    }
    this->problem_.free_velocity.template head<24>() = velocity.cast<TypeParam>();
    ASSERT_EQ(this->Solve(), SolveStatus::kSolved) << trial;
    double held = 0;
    for (const auto& f : this->solution_.force) held += static_cast<double>(f[0]);
    EXPECT_NEAR(held, 2 * 9.81 * std::cos(slope), 20 * kCoulombTolerance<TypeParam>);
  }
}

// The squares of these friction forces are zero.
TYPED_TEST(ContactSolverOnScenes, SmallFrictionIsClippedToItsCone) {
  const double mu = sizeof(TypeParam) == 4 ? 1e-24 : 1e-180;
  this->AddPoint(1, mu, 0, 0, 0);
  this->solution_.force[0] << TypeParam(1), static_cast<TypeParam>(3 * mu), static_cast<TypeParam>(4 * mu);
  ClipToCones(this->problem_, &this->solution_);
  this->ExpectAdmissible();
}

TYPED_TEST(ContactSolverOnScenes, NothingToSolveIsSolved) {
  EXPECT_EQ(this->Solve(), SolveStatus::kSolved);
  EXPECT_EQ(this->solution_.residual, TypeParam(0));
}

}  // namespace footing::contact_solver_test
