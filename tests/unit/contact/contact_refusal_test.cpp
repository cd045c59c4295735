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
  using Number = typename Solver::Scalar;

  void SetUp() override { Solve(); }

  // Four contacts on bodies that feel each other: two stick, two slide. The next solve would start warm.
  auto& Solve() {
    auto& p = s_.problem;
    p.contacts = 4;
    p.joint_rows = 0;
    p.dt = Number(0.004L);
    for (int i = 0; i < 12; ++i) {
      for (int j = 0; j < 12; ++j) p.delassus(i, j) = i == j ? Number(0.5L) : Number(0.01L);
      p.free_velocity[i] = Number(-0.01L);
    }
    p.free_velocity[4] = p.free_velocity[7] = Number(-0.05L);
    for (int c = 0; c < 4; ++c) {
      p.friction[c] = Number(0.5L);
      p.normal_bias[c] = Number(0);
    }
    EXPECT_EQ(s_.Solve(), SolveStatus::kSolved);
    EXPECT_TRUE(s_.warm());
    EXPECT_GT(s_.solution.force[0][0], Number(0));
    return p;
  }

  // Of the problem as it stands.
  void Expect(SolveStatus why, int place = 0) {
    EXPECT_EQ(s_.Solve(), why) << Name(why) << ' ' << place;
    EXPECT_EQ(s_.solution.status, why);
    EXPECT_EQ(s_.solution.stage, SolveStage::kNone);
    EXPECT_EQ(s_.solution.pivots, 0);
    EXPECT_FALSE(s_.warm());
    for (unsigned c = 0; c < 4; ++c) {
      for (int k = 0; k < 3; ++k) EXPECT_EQ(s_.solution.force[c][k], Number(0));
      EXPECT_EQ(s_.solution.mode[c], ContactMode::kSeparate);
    }
  }

  static inline Solver s_;
};
#ifdef FOOTING_QUICK
using Solvers = testing::Types<Circular<double, SolverStages::kAll>, Polyhedral<float>>;
#else
using Solvers =
    testing::Types<Circular<float, SolverStages::kNewtonOnly>, Circular<double, SolverStages::kAll>,
                   Circular<double, SolverStages::kAll, 8, 3>, Polyhedral<float>>;
#endif
TYPED_TEST_SUITE(ContactRefusal, Solvers);

TYPED_TEST(ContactRefusal, WhatIsNotFinite) {
  using Scalar = typename TypeParam::Scalar;
  for (const Scalar bad : {std::numeric_limits<Scalar>::quiet_NaN(), kInfinity<Scalar>, -kInfinity<Scalar>}) {
    for (int place = 0; place < 7; ++place) {
      auto& p = this->Solve();
      Scalar* const places[] = {
          &p.dt,          &p.delassus(5, 2), &p.delassus(2, 5), &p.delassus(0, 0), &p.free_velocity[11],
          &p.friction[3], &p.normal_bias[0]};
      *places[place] = bad;
      this->Expect(SolveStatus::kNotFinite, place);
    }
  }
}

TYPED_TEST(ContactRefusal, AStepThatIsNotPositive) {
  using Scalar = typename TypeParam::Scalar;
  for (const Scalar dt : {Scalar(0), Scalar(-0.004L)}) {
    this->Solve().dt = dt;
    this->Expect(SolveStatus::kNotFinite);
  }
}

TYPED_TEST(ContactRefusal, NegativeFriction) {
  this->Solve().friction[2] = typename TypeParam::Scalar(-1e-3L);
  this->Expect(SolveStatus::kBadFriction);
}

TYPED_TEST(ContactRefusal, AsymmetryAndNegativeDiagonals) {
  using Scalar = typename TypeParam::Scalar;
  this->Solve().delassus(4, 7) += Scalar(1e-3L);
  this->Expect(SolveStatus::kNotSymmetric);
  this->Solve().delassus(4, 4) = Scalar(-1);
  this->Expect(SolveStatus::kNotSymmetric);
}

// The sum of two such diagonals overflows.
TYPED_TEST(ContactRefusal, AsymmetryBesideTheLargestDiagonals) {
  using Scalar = typename TypeParam::Scalar;
  constexpr Scalar kMost = std::numeric_limits<Scalar>::max();
  const struct {
    Scalar upper, lower;
    SolveStatus why;
  } cases[] = {{kInfinity<Scalar>, Scalar(0), SolveStatus::kNotFinite},
               {kInfinity<Scalar>, kInfinity<Scalar>, SolveStatus::kNotFinite},
               {Scalar(0.5L) * kMost, Scalar(0), SolveStatus::kNotSymmetric}};
  for (const auto& c : cases) {
    auto& p = this->Solve();
    for (int i = 0; i < 3; ++i) p.delassus(i, i) = kMost;
    p.delassus(1, 2) = c.upper;
    p.delassus(2, 1) = c.lower;
    this->Expect(c.why);
  }
}

TYPED_TEST(ContactRefusal, TooManyContactsAndFewerThanNone) {
  for (const int contacts : {TypeParam::kContacts + 1, -1}) {
    this->Solve().contacts = contacts;
    this->Expect(SolveStatus::kBadSize);
  }
}

TYPED_TEST(ContactRefusal, NoContactsAreSolvedByNothing) {
  this->Solve().contacts = 0;
  EXPECT_EQ(this->s_.Solve(), SolveStatus::kSolved);
  EXPECT_EQ(this->s_.solution.residual, typename TypeParam::Scalar(0));
}

}  // namespace footing::contact_refusal_test
