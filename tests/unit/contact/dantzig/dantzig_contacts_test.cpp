// Dantzig's pivoting with friction in boxes, judged in long double; closed forms; statuses.
#include "core/contact/dantzig/dantzig_contacts.hpp"

#include <gtest/gtest.h>

#include "tests/support/oracles/contact_judge.hpp"
#include "tests/support/scalars.hpp"
#include "tests/support/scenes/robot_contacts.hpp"
#include "tests/support/trials.hpp"

namespace footing::dantzig_contacts_test {

constexpr int kContacts = 8;

template <typename Scalar>
struct DantzigContacts : testing::Test {
  using Problem = ContactProblem<Scalar, kContacts>;
  Problem problem;
  ContactSolverState<Scalar, kContacts, 0, SolverStages::kDantzig> state;
  ContactSolution<Scalar, kContacts> solution;
  static constexpr Scalar kUsualEpsilon = sizeof(Scalar) == 4 ? Scalar(1e-4L) : Scalar(1e-10L);

  SolveStatus Solve(int budget = 0) { return SolveContacts(problem, SolveOptions{budget}, state, solution); }

  // A point mass on a plane with free velocity (u_n, u_1, u_2).
  void SetPointMass(Scalar mass, Scalar mu, Scalar u_n, Scalar u_1, Scalar u_2) {
    problem.contacts = 1;
    problem.dt = Scalar(0.125);
    problem.delassus.setZero();
    for (int k = 0; k < 3; ++k) problem.delassus(k, k) = Scalar(1) / mass;
    problem.free_velocity[0] = u_n;
    problem.free_velocity[1] = u_1;
    problem.free_velocity[2] = u_2;
    problem.friction[0] = mu;
    problem.normal_bias[0] = Scalar(0);
  }
};
TYPED_TEST_SUITE(DantzigContacts, Scalars);

TYPED_TEST(DantzigContacts, APointMassSticksSlidesAndLifts) {
  using Scalar = TypeParam;
  this->SetPointMass(Scalar(2), Scalar(0.5), Scalar(-1), Scalar(0.25), Scalar(-0.25));
  ASSERT_EQ(this->Solve(), SolveStatus::kSolved);
  EXPECT_EQ(this->solution.force[0], Vector3<Scalar>(16, -4, 4));
  EXPECT_EQ(this->solution.mode[0], ContactMode::kStick);
  this->SetPointMass(Scalar(2), Scalar(0.5), Scalar(-1), Scalar(3), Scalar(0.25));
  this->state.warm = false;
  ASSERT_EQ(this->Solve(), SolveStatus::kSolved);  // t1 is on its bound, t2 inside
  EXPECT_EQ(this->solution.force[0], Vector3<Scalar>(16, -8, -4));
  EXPECT_EQ(this->solution.mode[0], ContactMode::kSlide);
  EXPECT_EQ(this->solution.velocity[0][1], Scalar(2.5));
  this->SetPointMass(Scalar(2), Scalar(0.5), Scalar(1), Scalar(3), Scalar(0.25));
  ASSERT_EQ(this->Solve(), SolveStatus::kSolved);
  EXPECT_EQ(this->solution.force[0], Vector3<Scalar>(0, 0, 0));
  EXPECT_EQ(this->solution.mode[0], ContactMode::kSeparate);
}

// Whatever is called solved is a solution by a judge that shares no code with the solver. Nearly all is solved.
template <typename Fixture, typename Draw>
void JudgeProblems(Fixture& t, RobotScene scene, int trials, double least_share, const Draw& change) {
  using Scalar = typename Fixture::Problem::Scalar;
  static RobotContacts contacts(77);
  int solved = 0, tried = 0;
  for (std::uint64_t k = 0; tried < trials; ++k) {
    contacts.Draw(scene, k);
    static ContactProblem<Scalar, kMostContacts> all;
    contacts.Fill(&all);
    if (all.contacts > kContacts) continue;
    contacts.Fill(&t.problem);
    Regularize(Fixture::kUsualEpsilon, t.problem);
    ++tried;
    change(k, &t);
    if (t.Solve() != SolveStatus::kSolved) continue;
    ++solved;
    EXPECT_LE(test::WorstBoxContact(t.problem, t.solution), (sizeof(Scalar) == 4 ? 1e-4L : 1e-8L)) << k;
  }
  EXPECT_GE(solved, static_cast<int>(least_share * trials)) << Name(scene);
}

TYPED_TEST(DantzigContacts, SolvesPointFeetFromNothing) {
  JudgeProblems(*this, RobotScene::kQuadrupedPoint, Trials(20000, 40), 0.999,
                [](std::uint64_t, auto* t) { t->state.warm = false; });
}
TYPED_TEST(DantzigContacts, SolvesPointFeetFromTheLastSets) {
  using Scalar = TypeParam;
  JudgeProblems(*this, RobotScene::kQuadrupedPoint, Trials(20000, 40), 0.999, [](std::uint64_t k, auto* t) {
    t->state.warm = false;
    (void)t->Solve();
    Random random(k);
    for (int i = 0; i < t->problem.rows(); ++i) {
      t->problem.free_velocity[i] *= Scalar(random.Uniform(0.95, 1.05));
    }
  });
}
TYPED_TEST(DantzigContacts, SolvesFlatFeet) {
  JudgeProblems(*this, RobotScene::kBipedFlat, Trials(5000, 20), 0.99,
                [](std::uint64_t, auto* t) { t->state.warm = false; });
}

// At the bound the forces are admissible, and the status says that they solve nothing.
TYPED_TEST(DantzigContacts, IsAdmissibleAtTheBound) {
  using Scalar = TypeParam;
  static RobotContacts contacts(78);
  int stopped = 0;
  for (std::uint64_t k = 0; k < 300; ++k) {
    contacts.Draw(RobotScene::kQuadrupedPoint, k);
    static ContactProblem<Scalar, kMostContacts> all;
    contacts.Fill(&all);
    if (all.contacts > kContacts) continue;
    contacts.Fill(&this->problem);
    this->state.warm = false;
    const SolveStatus status = this->Solve(2);
    EXPECT_LE(this->solution.pivots, 2);
    for (int c = 0; c < this->problem.contacts; ++c) {
      const auto& f = this->solution.force[static_cast<unsigned>(c)];
      const Scalar bound = this->problem.friction[c] * f[0];
      EXPECT_TRUE(f[0] >= Scalar(0) && Abs(f[1]) <= bound && Abs(f[2]) <= bound) << k;
    }
    if (status == SolveStatus::kSolved) continue;
    ++stopped;
    EXPECT_EQ(status, SolveStatus::kPivotBudget);
    EXPECT_FALSE(this->state.warm);
  }
  EXPECT_GT(stopped, 50);
}

// The certificate refuses each force that is moved off its value by more than the tolerance.
TYPED_TEST(DantzigContacts, TheCertificateRefusesWhatIsMoved) {
  using Scalar = TypeParam;
  this->SetPointMass(Scalar(2), Scalar(0.5), Scalar(-1), Scalar(3), Scalar(0.25));
  ASSERT_EQ(this->Solve(), SolveStatus::kSolved);
  const Scalar tolerance = kCoulombTolerance<Scalar>;
  const auto good = this->solution;
  for (int k = 0; k < 3; ++k) {
    for (const Scalar factor : {Scalar(0.99), Scalar(1.01)}) {
      this->solution = good;
      this->solution.force[0][k] *= factor;
      EXPECT_FALSE(CertifyBoxes(this->problem, tolerance, &this->solution)) << k << " " << factor;
    }
  }
  this->solution = good;
  this->solution.force[0][1] = -this->solution.force[0][1];  // on the other bound, with the slip
  EXPECT_FALSE(CertifyBoxes(this->problem, tolerance, &this->solution));
  this->solution.force[0] = {Scalar(0), Scalar(0), Scalar(0)};
  EXPECT_FALSE(CertifyBoxes(this->problem, tolerance, &this->solution));
}

// Walls that close on a body: no forces can stop them. A third contact is open, and its gap is no excuse.
TYPED_TEST(DantzigContacts, AClosingWedgeIsNotSolvedWhateverAnOpenGapIs) {
  using Scalar = TypeParam;
  for (const Scalar gap : {Scalar(0), Scalar(60), Scalar(1e6L)}) {
    this->SetPointMass(Scalar(1), Scalar(0.8), Scalar(-0.4), Scalar(0), Scalar(0));
    auto& p = this->problem;
    p.contacts = 3;
    p.delassus.setZero();
    // Rows of the body's motion along x, y, z: walls at x = ∓0.1 with normals ± x, a floor with normal z.
    const Scalar rows[9][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    for (int i = 0; i < 9; ++i) {
      for (int j = 0; j < 9; ++j)
        for (int k = 0; k < 3; ++k) p.delassus(i, j) += rows[i][k] * rows[j][k];
      p.free_velocity[i] = Scalar(0);
    }
    for (int c = 0; c < 3; ++c) {
      p.friction[c] = Scalar(0.8);
      p.normal_bias[c] = c < 2 ? Scalar(-0.4) : gap;
    }
    for (const Scalar epsilon : {Scalar(0), this->kUsualEpsilon}) {
      Regularize(epsilon, p);
      this->state.warm = false;
      if (this->Solve() != SolveStatus::kSolved) continue;
      // With ε the walls give way, and the huge forces that this takes solve the problem that was changed.
      EXPECT_LE(test::WorstBoxContact(p, this->solution), sizeof(Scalar) == 4 ? 1e-4L : 1e-8L);
      EXPECT_GT(epsilon, Scalar(0));
    }
  }
}

TYPED_TEST(DantzigContacts, RefusesBadInput) {
  using Scalar = TypeParam;
  this->SetPointMass(Scalar(2), Scalar(0.5), Scalar(-1), Scalar(0.25), Scalar(-0.25));
  const auto good = this->problem;
  const auto expect = [&](SolveStatus status) {
    EXPECT_EQ(this->Solve(), status);
    EXPECT_EQ(this->solution.force[0], Vector3<Scalar>(0, 0, 0));
    EXPECT_EQ(this->solution.pivots, 0);
    this->problem = good;
  };
  this->problem.contacts = kContacts + 1, expect(SolveStatus::kBadSize);
  this->problem.dt = Scalar(0), expect(SolveStatus::kNotFinite);
  this->problem.free_velocity[1] = kInfinity<Scalar>, expect(SolveStatus::kNotFinite);
  this->problem.friction[0] = Scalar(-0.1), expect(SolveStatus::kBadFriction);
  this->problem.delassus(0, 1) = Scalar(1), expect(SolveStatus::kNotSymmetric);
  EXPECT_EQ(this->Solve(), SolveStatus::kSolved);
}

}  // namespace footing::dantzig_contacts_test
