// SolveContacts on problems whose answer is known on paper, at its budget's end, and on problems that it
// must refuse or prove infeasible.
#include "core/contact/contact_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/random.hpp"
#include "tests/support/trials.hpp"

namespace footing {
namespace {

constexpr int kContacts = 8;

template <typename Scalar>
class ContactSolver : public testing::Test {
 public:
  using Problem = ContactProblem<Scalar, kContacts, 2>;
  static constexpr double kTolerance = sizeof(Scalar) == 4 ? 1e-4 : 1e-9;

  void SetUp() override {
    problem_.contacts = problem_.joint_rows = 0;
    problem_.dt = Scalar(1e-3L);
    problem_.delassus.setZero();
    problem_.free_velocity.setZero();
    state_.warm = false;
  }

  // A contact of a point of mass `mass` by itself, with that free velocity.
  void AddPoint(double mass, double mu, double u_n, double u_1, double u_2) {
    const int c = problem_.contacts++;
    for (int k = 0; k < 3; ++k) problem_.delassus(3 * c + k, 3 * c + k) = static_cast<Scalar>(1 / mass);
    problem_.free_velocity.template segment<3>(3 * c) << static_cast<Scalar>(u_n), static_cast<Scalar>(u_1),
        static_cast<Scalar>(u_2);
    problem_.friction[c] = static_cast<Scalar>(mu);
    problem_.normal_bias[c] = Scalar(0);
  }

  // Contacts under a plate of mass 2 that lies on them: rank 6 for any number of them.
  void AddPlate(int contacts, double mu, Random& random, bool corners = false) {
    Eigen::Matrix<double, 6, 1> velocity;
    for (int k = 0; k < 6; ++k) velocity[k] = random.Uniform(-0.02, 0.02);
    velocity[2] -= 0.01;
    Eigen::Matrix<double, 24, 6> J = Eigen::Matrix<double, 24, 6>::Zero();
    for (int c = 0; c < contacts; ++c) {
      const double z = -0.05;
      double x = random.Uniform(-0.1, 0.1), y = random.Uniform(-0.1, 0.1);
      if (corners && c < 4) x = c % 2 == 0 ? 0.1 : -0.1, y = c < 2 ? 0.1 : -0.1;
      J.row(3 * c) << 0, 0, 1, y, -x, 0;
      J.row(3 * c + 1) << 1, 0, 0, 0, z, -y;
      J.row(3 * c + 2) << 0, 1, 0, -z, 0, x;
      problem_.friction[c] = static_cast<Scalar>(mu);
      problem_.normal_bias[c] = Scalar(0);
    }
    const Eigen::Matrix<double, 6, 1> inverse =
        (Eigen::Matrix<double, 6, 1>() << .5, .5, .5, 80, 80, 80).finished();
    for (int i = 0; i < 3 * contacts; ++i) {
      double u = 0;
      for (int k = 0; k < 6; ++k) u += J(i, k) * velocity[k];
      problem_.free_velocity[i] = static_cast<Scalar>(u);
      for (int j = 0; j <= i; ++j) {
        double sum = 0;
        for (int k = 0; k < 6; ++k) sum += J(i, k) * inverse[k] * J(j, k);
        problem_.delassus(i, j) = problem_.delassus(j, i) = static_cast<Scalar>(sum);
      }
    }
    problem_.contacts = contacts;
  }

  // The contact's tangents turned about its normal.
  void TurnTangents(int c, double angle) {
    Eigen::Matrix<double, 3, 3> turn;
    turn << 1, 0, 0, 0, std::cos(angle), std::sin(angle), 0, -std::sin(angle), std::cos(angle);
    Eigen::Matrix<double, 3 * kContacts, 3 * kContacts> A =
        problem_.delassus.template topLeftCorner<3 * kContacts, 3 * kContacts>().template cast<double>();
    A.middleRows<3>(3 * c) = (turn * A.middleRows<3>(3 * c)).eval();
    A.middleCols<3>(3 * c) = (A.middleCols<3>(3 * c) * turn.transpose()).eval();
    for (int i = 0; i < 3 * kContacts; ++i)
      for (int j = 0; j <= i; ++j)
        problem_.delassus(i, j) = problem_.delassus(j, i) = static_cast<Scalar>(A(i, j));
  }

  SolveStatus Solve(int budget = 0) { return SolveContacts(problem_, {budget}, &state_, &solution_); }

  void ExpectAdmissible() const {
    for (unsigned c = 0; c < static_cast<unsigned>(problem_.contacts); ++c) {
      const Vector3<Scalar>& f = solution_.force[c];
      const double limit = static_cast<double>(problem_.friction[static_cast<int>(c)] * f[0]);
      EXPECT_GE(f[0], Scalar(0));
      EXPECT_LE(std::hypot(static_cast<double>(f[1]), static_cast<double>(f[2])), limit * (1 + kTolerance));
    }
  }

  Problem problem_;
  ContactSolverState<Scalar, kContacts, 2> state_;
  ContactSolution<Scalar, kContacts, 2> solution_;
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ContactSolver, Scalars);

// Friction is μ f_n against the slip, whatever its direction: no polygon.
TYPED_TEST(ContactSolver, APointSlidesAgainstItsVelocity) {
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

// The squares of its forces are zero in float; their ratio to μ f_n is not.
TYPED_TEST(ContactSolver, WhatBarelyPushesIsInsideItsConeToo) {
  this->AddPoint(2, 0.5, -0.01, 0.003, -0.003);
  this->AddPoint(2, 0.5, -1e-27, 2e-27, -1e-27);
  ASSERT_EQ(this->Solve(), SolveStatus::kSolved);
  EXPECT_GT(this->solution_.force[1][0], TypeParam(0));
  this->ExpectAdmissible();
}

TYPED_TEST(ContactSolver, PointsStickSeparateAndLandByThemselves) {
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

// Σ f_n is what stops the plate, however many contacts share it.
TYPED_TEST(ContactSolver, NormalsOfAPlateSumToItsMomentum) {
  Random random(3);
  for (int contacts = 4; contacts <= kContacts; ++contacts) {
    this->SetUp();
    this->AddPlate(contacts, 0.6, random);
    ASSERT_EQ(this->Solve(), SolveStatus::kSolved) << contacts;
    this->ExpectAdmissible();
    EXPECT_LE(this->solution_.rank, 3 * contacts);
  }
}

// Any budget ends in a certified solution or an honest status, and in forces that may be sent on.
TYPED_TEST(ContactSolver, AtTheBudgetForcesAreAdmissible) {
  Random random(5);
  int unsolved = 0;
  for (int trial = 0; trial < 20; ++trial) {
    this->SetUp();
    this->AddPlate(kContacts, 0.3, random);
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

// One body between two walls that both come nearer: y = (1, 1) proves it.
TYPED_TEST(ContactSolver, ClosingWallsAreProvenInfeasible) {
  this->AddPoint(2, 0.5, -0.01, 0, 0);
  this->AddPoint(2, 0.5, -0.02, 0, 0);
  for (int k = 0; k < 3; ++k) {
    const TypeParam sign = k == 0 ? TypeParam(-1) : TypeParam(1);
    this->problem_.delassus(k, 3 + k) = this->problem_.delassus(3 + k, k) = sign * TypeParam(0.5);
  }
  ASSERT_EQ(this->Solve(), SolveStatus::kInfeasible);
  this->ExpectAdmissible();
  const auto& y = this->solution_.proof;
  EXPECT_GT(y[0], TypeParam(0));
  EXPECT_NEAR(y[0], y[3], this->kTolerance * static_cast<double>(y[0]));
  for (int i : {1, 2, 4, 5}) EXPECT_EQ(y[i], TypeParam(0));
  // Apart, there is room.
  this->problem_.free_velocity[3] = TypeParam(0.02);
  EXPECT_EQ(this->Solve(), SolveStatus::kSolved);
}

TYPED_TEST(ContactSolver, ARowThatNothingMovesIsSolvedOrProvenInfeasible) {
  this->AddPoint(2, 0.5, -0.01, 0.1, 0);
  this->AddPoint(2, 0.5, 0.01, 0, 0);
  for (int i = 3; i < 6; ++i) this->problem_.delassus(i, i) = TypeParam(0);
  EXPECT_EQ(this->Solve(), SolveStatus::kSolved);
  this->problem_.free_velocity[3] = TypeParam(-0.01);
  EXPECT_EQ(this->Solve(), SolveStatus::kInfeasible);
  EXPECT_GT(this->solution_.proof[3], TypeParam(0));
}

// Zero column, but a row that another contact's force moves within what passes as symmetric.
TYPED_TEST(ContactSolver, ARowThatRoundingMovesIsNoProof) {
  this->AddPoint(1, 0, -1e-3, 0, 0);
  this->AddPoint(1, 0, 0, 0, 0);
  const TypeParam small = 64 * kEpsilon<TypeParam>;
  this->problem_.delassus(3, 3) = TypeParam(0);
  this->problem_.delassus(3, 0) = small;  // lifts by small · 1e-3
  this->problem_.free_velocity[3] = TypeParam(-0.5e-3L) * small;
  EXPECT_EQ(this->Solve(), SolveStatus::kSolved);
}

// Its force is large beside what the light one's asks for, and finite.
TYPED_TEST(ContactSolver, AHeavyPointBesideALightOneIsNoProof) {
  this->AddPoint(1e-3, 0, -0.01, 0, 0);
  this->AddPoint(1e8, 0, -0.01, 0, 0);
  this->solution_.proof.setZero();
  this->solution_.proof[3] = TypeParam(1);
  EXPECT_FALSE(ProvesInfeasible(this->problem_, &this->solution_.proof));
}

// The error of A y is beyond the range of the numbers.
TYPED_TEST(ContactSolver, WhatCannotBeSummedIsNoProof) {
  this->AddPoint(1, 0, -0.01, 0, 0);
  this->problem_.delassus(0, 0) = std::numeric_limits<TypeParam>::max() / 16;
  this->solution_.proof.setZero();
  this->solution_.proof[0] = TypeParam(1);
  EXPECT_FALSE(ProvesInfeasible(this->problem_, &this->solution_.proof));
}

// The forces that these ask for are no numbers any more.
TYPED_TEST(ContactSolver, ForcesBeyondTheRangeAreAdmissible) {
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

// At the angle of friction every force lies on its cone and nothing slips; which it is, rounding says.
TYPED_TEST(ContactSolver, ABlockAtItsAngleOfFrictionHolds) {
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
TYPED_TEST(ContactSolver, SmallFrictionIsClippedToItsCone) {
  const double mu = sizeof(TypeParam) == 4 ? 1e-24 : 1e-180;
  this->AddPoint(1, mu, 0, 0, 0);
  this->solution_.force[0] << TypeParam(1), static_cast<TypeParam>(3 * mu), static_cast<TypeParam>(4 * mu);
  ClipToCones(this->problem_, &this->solution_);
  this->ExpectAdmissible();
}

TYPED_TEST(ContactSolver, RefusesByName) {
  const auto refused = [&](SolveStatus why, auto&& spoil) {
    this->SetUp();
    this->AddPoint(2, 0.5, -0.01, 0.1, 0);
    ASSERT_EQ(this->Solve(), SolveStatus::kSolved);
    spoil(this->problem_);
    EXPECT_EQ(this->Solve(), why) << Name(why);
    for (const auto& f : this->solution_.force) EXPECT_EQ(f.squaredNorm(), TypeParam(0));
    EXPECT_FALSE(this->state_.warm);
  };
  constexpr TypeParam kNan = std::numeric_limits<TypeParam>::quiet_NaN();
  refused(SolveStatus::kNotFinite, [&](auto& p) { p.delassus(1, 2) = kNan; });
  refused(SolveStatus::kNotFinite, [&](auto& p) { p.free_velocity[1] = kInfinity<TypeParam>; });
  refused(SolveStatus::kNotFinite, [&](auto& p) { p.normal_bias[0] = kNan; });
  refused(SolveStatus::kNotFinite, [&](auto& p) { p.dt = 0; });
  refused(SolveStatus::kBadFriction, [&](auto& p) { p.friction[0] = TypeParam(-0.1); });
  refused(SolveStatus::kNotSymmetric, [&](auto& p) { p.delassus(0, 1) = TypeParam(0.1); });
  refused(SolveStatus::kBadSize, [&](auto& p) { p.contacts = kContacts + 1; });
  refused(SolveStatus::kBadSize, [&](auto& p) { p.joint_rows = -1; });
  refused(SolveStatus::kBadBounds, [&](auto& p) {
    p.joint_rows = 1;
    p.lower[0] = 1;
    p.upper[0] = -1;
  });
}

// Between the two a look at the sum of all differences does not decide.
TYPED_TEST(ContactSolver, TellsRoundingFromAsymmetry) {
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

TYPED_TEST(ContactSolver, NothingToSolveIsSolved) {
  EXPECT_EQ(this->Solve(), SolveStatus::kSolved);
  EXPECT_EQ(this->solution_.residual, TypeParam(0));
}

}  // namespace
}  // namespace footing
