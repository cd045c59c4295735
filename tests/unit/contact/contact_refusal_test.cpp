// Problems that every contact solver must refuse, each by the name of its fault. After a refusal there are no
// forces, and the next solve starts cold. One suite for all solvers.
#include <gtest/gtest.h>

#include <limits>

#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "core/contact/solve_contacts.hpp"

namespace footing::contact_refusal_test {

template <typename ScalarType, SolverStages kStages, int kCapacity = 4, int kJointRows = 0>
struct Circular {
  using Scalar = ScalarType;
  static constexpr int kContacts = kCapacity;
  ContactProblem<Scalar, kContacts, kJointRows> problem;
  ContactSolverState<Scalar, kContacts, kJointRows, kStages> state;
  ContactSolution<Scalar, kContacts, kJointRows> solution;

  SolveStatus Solve() { return SolveContacts(problem, {}, state, solution); }
  bool warm() const { return state.warm; }
};

template <typename ScalarType>
struct Polyhedral {
  using Scalar = ScalarType;
  static constexpr int kContacts = 8;
  ContactProblem<Scalar, kContacts> problem;
  PolyhedralState<Scalar, kContacts, 4> state;
  ContactSolution<Scalar, kContacts> solution;

  SolveStatus Solve() { return SolvePolyhedral(problem, {}, state, solution); }
  bool warm() const { return state.warm_contacts > 0; }
};

template <typename Solver>
class ContactRefusal : public testing::Test {
 public:
  using Scalar = typename Solver::Scalar;

  // Four contacts on bodies that feel each other: two stick, two slide.
  void SetUp() override {
    auto& p = s_.problem;
    p.contacts = 4;
    p.joint_rows = 0;
    p.dt = Scalar(0.004L);
    p.delassus.setConstant(Scalar(0.01L));
    p.delassus.diagonal().setConstant(Scalar(0.5L));
    p.free_velocity.setConstant(Scalar(-0.01L));
    p.free_velocity[4] = p.free_velocity[7] = Scalar(-0.05L);
    p.friction.setConstant(Scalar(0.5L));
    p.normal_bias.setZero();
    ASSERT_EQ(s_.Solve(), SolveStatus::kSolved);
    ASSERT_TRUE(s_.warm());
    ASSERT_GT(s_.solution.force[0][0], Scalar(0));
  }

  template <typename Spoil>
  void Expect(SolveStatus why, const Spoil& spoil) {
    SetUp();
    spoil(s_.problem);
    EXPECT_EQ(s_.Solve(), why) << Name(why);
    EXPECT_EQ(s_.solution.status, why);
    EXPECT_EQ(s_.solution.stage, SolveStage::kNone);
    EXPECT_EQ(s_.solution.pivots, 0);
    EXPECT_FALSE(s_.warm());
    for (unsigned c = 0; c < 4; ++c) {
      EXPECT_EQ(s_.solution.force[c], Vector3<Scalar>(0, 0, 0));
      EXPECT_EQ(s_.solution.mode[c], ContactMode::kSeparate);
    }
  }

  static inline Solver s_;
};
using Solvers =
    testing::Types<Circular<float, SolverStages::kNewtonOnly>, Circular<double, SolverStages::kNewtonOnly>,
                   Circular<float, SolverStages::kAll>, Circular<double, SolverStages::kAll>,
                   Circular<float, SolverStages::kAll, 8, 3>, Circular<double, SolverStages::kAll, 8, 3>,
                   Polyhedral<float>, Polyhedral<double>>;
TYPED_TEST_SUITE(ContactRefusal, Solvers);

TYPED_TEST(ContactRefusal, WhatIsNotFinite) {
  using Scalar = typename TypeParam::Scalar;
  for (const Scalar bad : {std::numeric_limits<Scalar>::quiet_NaN(), kInfinity<Scalar>, -kInfinity<Scalar>}) {
    this->Expect(SolveStatus::kNotFinite, [&](auto& p) { p.dt = bad; });
    this->Expect(SolveStatus::kNotFinite, [&](auto& p) { p.delassus(5, 2) = bad; });
    this->Expect(SolveStatus::kNotFinite, [&](auto& p) { p.delassus(2, 5) = bad; });
    this->Expect(SolveStatus::kNotFinite, [&](auto& p) { p.delassus(0, 0) = bad; });
    this->Expect(SolveStatus::kNotFinite, [&](auto& p) { p.free_velocity[11] = bad; });
    this->Expect(SolveStatus::kNotFinite, [&](auto& p) { p.friction[3] = bad; });
    this->Expect(SolveStatus::kNotFinite, [&](auto& p) { p.normal_bias[0] = bad; });
  }
}

TYPED_TEST(ContactRefusal, AStepThatIsNotPositive) {
  using Scalar = typename TypeParam::Scalar;
  this->Expect(SolveStatus::kNotFinite, [](auto& p) { p.dt = Scalar(0); });
  this->Expect(SolveStatus::kNotFinite, [](auto& p) { p.dt = Scalar(-0.004L); });
}

TYPED_TEST(ContactRefusal, NegativeFriction) {
  using Scalar = typename TypeParam::Scalar;
  this->Expect(SolveStatus::kBadFriction, [](auto& p) { p.friction[2] = Scalar(-1e-3L); });
}

TYPED_TEST(ContactRefusal, AsymmetryAndNegativeDiagonals) {
  using Scalar = typename TypeParam::Scalar;
  constexpr Scalar kMost = std::numeric_limits<Scalar>::max();
  this->Expect(SolveStatus::kNotSymmetric, [](auto& p) { p.delassus(4, 7) += Scalar(1e-3L); });
  this->Expect(SolveStatus::kNotSymmetric, [](auto& p) { p.delassus(4, 4) = Scalar(-1); });
  // The sum of two such diagonals overflows.
  const auto large = [](auto& p, Scalar upper, Scalar lower) {
    for (int i = 0; i < 3; ++i) p.delassus(i, i) = kMost;
    p.delassus(1, 2) = upper;
    p.delassus(2, 1) = lower;
  };
  this->Expect(SolveStatus::kNotFinite, [&](auto& p) { large(p, kInfinity<Scalar>, Scalar(0)); });
  this->Expect(SolveStatus::kNotFinite, [&](auto& p) { large(p, kInfinity<Scalar>, kInfinity<Scalar>); });
  this->Expect(SolveStatus::kNotSymmetric, [&](auto& p) { large(p, Scalar(0.5L) * kMost, Scalar(0)); });
}

TYPED_TEST(ContactRefusal, TooManyContactsAndFewerThanNone) {
  this->Expect(SolveStatus::kBadSize, [](auto& p) { p.contacts = TypeParam::kContacts + 1; });
  this->Expect(SolveStatus::kBadSize, [](auto& p) { p.contacts = -1; });
}

TYPED_TEST(ContactRefusal, NoContactsAreSolvedByNothing) {
  this->s_.problem.contacts = 0;
  EXPECT_EQ(this->s_.Solve(), SolveStatus::kSolved);
  EXPECT_EQ(this->s_.solution.residual, typename TypeParam::Scalar(0));
}

}  // namespace footing::contact_refusal_test
