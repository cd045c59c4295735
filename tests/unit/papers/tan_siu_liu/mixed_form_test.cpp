// Tan, Siu, Liu section 3.4: eq. 12 block by block. Its answer is that of eqs. 14 and 15, and its q̇⁺ is that
// of eq. 9. Also which solver fits it.
#include "core/papers/tan_siu_liu/mixed_form.hpp"

#include <gtest/gtest.h>

#include "core/contact/polyhedral/contact_lcp.hpp"
#include "core/assembly/delassus.hpp"
#include "core/lcp/dantzig.hpp"
#include "tests/support/scenes/dense_contacts.hpp"
#include "tests/support/oracles/nine_conditions.hpp"
#include "tests/support/scenes/random_contacts.hpp"
#include "tests/support/trials.hpp"

namespace footing::mixed_lcp_test {

constexpr int kDof = 10;
constexpr int kContacts = 3;

template <typename S, int d>
struct Bench {
  using Scalar = S;
  static constexpr int kRows = kContacts * (d + 2);
  SystemStack<Scalar, kDof, kContacts> stack;
  MixedLcpProblem<Scalar, kDof, kRows> mixed;
  MixedLcpWorkspace<Scalar, kDof, kRows> work;
  LcpSolution<Scalar, kDof + kRows> solution;
  DelassusWorkspace<SystemStack<Scalar, kDof, kContacts>> delassus;
  ContactProblem<Scalar, kContacts> problem;
  LcpProblem<Scalar, kRows> lcp;
  DenseContacts<kDof, kContacts> dense;
  ContactSolution<Scalar, kContacts> contact;
  FrictionBasis<Scalar, d> basis;
};

template <typename Scalar, int d>
Bench<Scalar, d>& Make(Random& random) {
  static Bench<Scalar, d> s;
  RandomSystem(kDof, kContacts, 0.5, random, &s.stack);
  for (int r = 0; r < 3 * kContacts; ++r)
    s.stack.velocity_offset[r] = static_cast<Scalar>(random.Uniform(-0.1, 0.1));
  AssembleMixedLcp<d>(s.stack, Scalar(0.004), s.basis, &s.mixed);
  return s;
}

TEST(MixedLcp, EquationTwelveBlockByBlock) {
  constexpr int d = 6;
  Random random(51);
  auto& s = Make<double, d>(random);
  ASSERT_EQ(s.mixed.free, kDof);
  ASSERT_EQ(s.mixed.size, kDof + kContacts * (d + 2));
  // The place of row or column i: its block (0 q̇⁺, 1 f_n, 2 f_d, 3 λ), its contact, its direction.
  struct Place {
    int block, contact, direction;
  };
  const auto place = [](int i) -> Place {
    if (i < kDof) return {0, i, 0};
    i -= kDof;
    if (i < kContacts) return {1, i, 0};
    i -= kContacts;
    if (i < kContacts * d) return {2, i / d, i % d};
    return {3, i - kContacts * d, 0};
  };
  const auto jacobian = [&](Place at, int dof) {
    if (at.block == 1) return s.stack.jacobian(3 * at.contact, dof);
    const double angle = 2.0 * 3.14159265358979323846 * at.direction / d;
    return std::cos(angle) * s.stack.jacobian(3 * at.contact + 1, dof) +
           std::sin(angle) * s.stack.jacobian(3 * at.contact + 2, dof);
  };
  for (int i = 0; i < s.mixed.size; ++i) {
    for (int j = 0; j < s.mixed.size; ++j) {
      const Place r = place(i);
      const Place c = place(j);
      double expected = 0.0;
      if (r.block == 0 && c.block == 0) expected = s.stack.mass_matrix(i, j);
      if (r.block == 0 && (c.block == 1 || c.block == 2)) expected = -0.004 * jacobian(c, i);
      if (c.block == 0 && (r.block == 1 || r.block == 2)) expected = jacobian(r, j);
      if (r.block == 2 && c.block == 3 && r.contact == c.contact) expected = 1.0;
      if (r.block == 3 && c.block == 2 && r.contact == c.contact) expected = -1.0;
      if (r.block == 3 && c.block == 1 && r.contact == c.contact) expected = s.stack.friction[r.contact];
      EXPECT_NEAR(s.mixed.A(i, j), expected, 1e-14) << i << ' ' << j;
    }
  }
}

// Block elimination by M's LU must give what Assemble computes by M's Cholesky factor.
template <typename Scalar, int d>
void CheckElimination(Scalar tolerance) {
  Random random(52);
  for (int trial = 0; trial < Trials(30, 2); ++trial) {
    auto& s = Make<Scalar, d>(random);
    ASSERT_EQ(EliminateFree(s.mixed, s.work), SolveStatus::kSolved);
    ASSERT_EQ(Assemble(s.stack, Scalar(0.004), s.delassus, s.problem), SolveStatus::kSolved);
    AssembleLcp<d>(s.problem, s.basis, {}, &s.lcp);
    ASSERT_EQ(s.work.lcp.size, s.lcp.size);
    Scalar largest = Scalar(0);  // E is 1 and would hide the size of the rest
    for (int i = 0; i < kContacts * (d + 1); ++i) largest = Max(largest, s.lcp.A(i, i));
    for (int i = 0; i < s.lcp.size; ++i) {
      EXPECT_LE(Abs(s.work.lcp.b[i] - s.lcp.b[i]), tolerance * Scalar(10));
      for (int j = 0; j < s.lcp.size; ++j)
        EXPECT_LE(Abs(s.work.lcp.A(i, j) - s.lcp.A(i, j)), tolerance * largest) << i << ' ' << j;
    }
  }
}

TEST(MixedLcp, EliminationGivesEquationFifteenDouble) {
  CheckElimination<double, 4>(1e-12);
  CheckElimination<double, 2>(1e-12);
}
TEST(MixedLcp, EliminationGivesEquationFifteenFloat) { CheckElimination<float, 4>(2e-4F); }

// Solves by Lemke, then checks every row of eq. 12, eq. 9 in long double, and the nine conditions.
template <typename Scalar, int d>
void CheckSolve(Real tolerance) {
  Random random(53);
  int pressed = 0;
  for (int trial = 0; trial < Trials(100, 2); ++trial) {
    auto& s = Make<Scalar, d>(random);
    ASSERT_EQ(SolveMixed(s.mixed, {500}, s.work, s.solution), SolveStatus::kSolved);
    ASSERT_TRUE(s.dense.Fill(s.stack, Real(Scalar(0.004))));
    for (int c = 0; c < kContacts; ++c) {
      auto& f = s.contact.force[static_cast<unsigned>(c)];
      f = {s.solution.z[kDof + c], Scalar(0), Scalar(0)};
      pressed += f[0] > Scalar(0) ? 1 : 0;
      for (int k = 0; k < d; ++k) {
        const Scalar share = s.solution.z[kDof + kContacts + c * d + k];
        f[1] += share * s.basis.direction(k, 0);
        f[2] += share * s.basis.direction(k, 1);
      }
    }
    // Without a pressed contact, forces are relative to the force that moves a unit mass by 0.1 m/s in the
    // step.
    EXPECT_LE(JudgeSolution(s.dense, s.stack, d, s.contact, Real(25)).worst, tolerance);
    Real largest = 1;
    for (unsigned i = 0; i < kDof; ++i)
      largest = std::max(largest, std::abs(s.dense.NextVelocity(i, s.contact.force)));
    for (unsigned i = 0; i < kDof; ++i) {
      EXPECT_LE(std::abs(Real(s.solution.z[static_cast<int>(i)]) - s.dense.NextVelocity(i, s.contact.force)),
                tolerance * largest);
    }
  }
  EXPECT_GT(pressed, 0);
}

TEST(MixedLcp, LemkesVelocityIsThatOfItsForcesDouble) {
  CheckSolve<double, 4>(1e-10L);
  CheckSolve<double, 8>(1e-10L);
}
TEST(MixedLcp, LemkesVelocityIsThatOfItsForcesFloat) { CheckSolve<float, 4>(1e-3L); }

// Both forms by Lemke have the same velocity, and the same forces where these are unique.
TEST(MixedLcp, MixedAndStandardFormAgree) {
  Random random(54);
  static LcpSolution<double, Bench<double, 4>::kRows> standard;
  static LemkeWorkspace<double, Bench<double, 4>::kRows> lemke;
  static Eigen::Matrix<double, kDof, 1> next;
  for (int trial = 0; trial < Trials(50, 2); ++trial) {
    auto& s = Make<double, 4>(random);
    ASSERT_EQ(SolveMixed(s.mixed, {500}, s.work, s.solution), SolveStatus::kSolved);
    ASSERT_EQ(Assemble(s.stack, 0.004, s.delassus, s.problem), SolveStatus::kSolved);
    AssembleLcp<4>(s.problem, s.basis, {}, &s.lcp);
    ASSERT_EQ(SolveLemke(s.lcp, {500}, lemke, standard), SolveStatus::kSolved);
    double largest = 1.0;
    for (int i = 0; i < 5 * kContacts; ++i) largest = Max(largest, Abs(standard.z[i]));
    for (int i = 0; i < 5 * kContacts; ++i)
      EXPECT_NEAR(s.solution.z[kDof + i], standard.z[i], 1e-10 * largest) << trial;
    for (int c = 0; c < kContacts; ++c) {
      const double* f = &standard.z[kContacts + 4 * c];
      s.contact.force[static_cast<unsigned>(c)] = {standard.z[c], f[0] - f[2], f[1] - f[3]};
    }
    NextVelocity(s.stack, s.delassus, 0.004, s.contact.force, s.contact.joint_force, next);
    for (int i = 0; i < kDof; ++i) EXPECT_NEAR(s.solution.z[i], next[i], 1e-10) << trial;
  }
}

// Without friction the reduced form is symmetric PSD with b in its column space, so Dantzig fits. Eq. 12
// itself is not symmetric, and Dantzig reports that.
TEST(MixedLcp, DantzigFitsTheFrictionlessReducedFormOnly) {
  Random random(55);
  using Mixed = MixedLcpProblem<double, kDof, 6>;
  static Mixed mixed;
  static MixedLcpWorkspace<double, kDof, 6> work;
  static LcpSolution<double, kDof + 6> by_lemke;
  static LcpSolution<double, kDof + 6> by_dantzig;
  static BoxedLcpProblem<double, 6> reduced;
  static LcpSolution<double, 6> normals;
  static DantzigWorkspace<double, 6> dantzig;
  for (int trial = 0; trial < Trials(50, 3); ++trial) {
    const auto& s = Make<double, 4>(random);
    mixed.free = kDof;
    mixed.size = kDof + 6;  // each contact twice: rank 3
    mixed.A.setZero();
    mixed.b.setZero();
    for (int i = 0; i < kDof; ++i) {
      for (int j = 0; j < kDof; ++j) mixed.A(i, j) = s.mixed.A(i, j);
      for (int c = 0; c < 6; ++c) {
        mixed.A(i, kDof + c) = s.mixed.A(i, kDof + c / 2);
        mixed.A(kDof + c, i) = s.mixed.A(kDof + c / 2, i);
      }
      mixed.b[i] = s.mixed.b[i];
    }
    ASSERT_EQ(SolveMixed(mixed, {200}, work, by_lemke), SolveStatus::kSolved);
    reduced.size = 6;
    reduced.A = work.lcp.A;
    reduced.b = work.lcp.b;
    reduced.lo.setZero();
    reduced.hi.setConstant(kInfinity<double>);
    ASSERT_EQ(SolveDantzig(reduced, {200}, dantzig, normals), SolveStatus::kSolved);
    EXPECT_TRUE(RecoverFree(mixed, work, normals.z, by_dantzig));
    for (int i = 0; i < kDof; ++i) EXPECT_NEAR(by_lemke.z[i], by_dantzig.z[i], 1e-9);
  }
  static BoxedLcpProblem<double, kDof + 6> whole;
  static LcpSolution<double, kDof + 6> refused;
  static DantzigWorkspace<double, kDof + 6> large;
  whole.size = mixed.size;
  whole.A = mixed.A;
  whole.b = mixed.b;
  for (int i = 0; i < whole.size; ++i) {
    whole.lo[i] = i < kDof ? -kInfinity<double> : 0.0;
    whole.hi[i] = kInfinity<double>;
  }
  EXPECT_EQ(SolveDantzig(whole, {200}, large, refused), SolveStatus::kNotSymmetric);
}

TEST(MixedLcp, RefusesASingularMassAndBadSizes) {
  Random random(56);
  auto& s = Make<double, 4>(random);
  s.mixed.A.row(3).head<kDof>().setZero();
  EXPECT_EQ(SolveMixed(s.mixed, {100}, s.work, s.solution), SolveStatus::kSingular);
  EXPECT_EQ(s.solution.z, decltype(s.solution.z)(decltype(s.solution.z)::Zero()));
  s.mixed.free = kDof + 1;
  EXPECT_EQ(SolveMixed(s.mixed, {100}, s.work, s.solution), SolveStatus::kBadSize);
  s.mixed.free = kDof;
  s.mixed.b[0] = kInfinity<double>;
  EXPECT_EQ(SolveMixed(s.mixed, {100}, s.work, s.solution), SolveStatus::kNotFinite);
}

// The numbers are finite, but their elimination overflows. It is refused, and the solution holds nothing of
// the attempt.
TEST(MixedLcp, AnEliminationThatOverflowsIsRefused) {
  static MixedLcpProblem<float, 1, 1> problem;
  static MixedLcpWorkspace<float, 1, 1> work;
  static LcpSolution<float, 2> solution;
  problem.free = 1;
  problem.size = 2;
  problem.A << 1e-30F, 1e30F, 1.0F, 1.0F;
  problem.b << 1.0F, -1.0F;
  EXPECT_EQ(SolveMixed(problem, {10}, work, solution), SolveStatus::kNotFinite);
  EXPECT_EQ(solution.z[0], 0.0F);
  EXPECT_EQ(solution.z[1], 0.0F);
  EXPECT_EQ(solution.pivots, 0);
}

}  // namespace footing::mixed_lcp_test
