// Eqs. 10, 14 and 15 of Tan, Siu, Liu entry by entry, from N, B, E and μ as separate matrices, for several
// even d; section 5's ε and scaling. Section 3's slips: contact_lcp_slip_test.cpp.
#include "core/contact/polyhedral/contact_lcp.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "core/assembly/delassus.hpp"
#include "core/lcp/lemke.hpp"
#include "tests/support/scenes/dense_contacts.hpp"
#include "tests/support/scenes/random_contacts.hpp"

namespace footing::contact_lcp_test {

constexpr int kDof = 12;
constexpr int kContacts = 3;
constexpr double kStep = 0.004;

template <int d>
struct Bench {
  static constexpr int kRows = kContacts * (d + 2);
  SystemStack<double, kDof, kContacts> stack;
  DelassusWorkspace<SystemStack<double, kDof, kContacts>> work;
  ContactProblem<double, kContacts> problem;
  LcpProblem<double, kRows> lcp;
  LcpSolution<double, kRows> solution;
  LcpSolution<double, kRows> other;
  LemkeWorkspace<double, kRows> lemke;
  DenseContacts<kDof, kContacts> dense;
  Dense<kDof, kContacts> N;
  Dense<kDof, kContacts * d> B;
};

template <int d>
Bench<d>& Make(std::uint64_t seed) {
  static Bench<d> s;
  Random random(seed);
  RandomSystem(kDof, kContacts, 0.5, random, &s.stack);
  EXPECT_EQ(Assemble(s.stack, kStep, s.work, s.problem), SolveStatus::kSolved);
  EXPECT_TRUE(s.dense.Fill(s.stack, Real(kStep)));
  for (unsigned i = 0; i < kDof; ++i) {
    for (unsigned c = 0; c < kContacts; ++c) {
      s.N[i][c] = s.dense.jacobian[3 * c][i];
      for (unsigned k = 0; k < d; ++k) {
        const Real angle = Real(2) * Real(3.14159265358979323846L) * Real(k) / Real(d);
        s.B[i][c * d + k] = std::cos(angle) * s.dense.jacobian[3 * c + 1][i] +
                            std::sin(angle) * s.dense.jacobian[3 * c + 2][i];
      }
    }
  }
  return s;
}

// Column j of [N B], and column j of M⁻¹ [N B] entry by entry, from M⁻¹ Jᵀ.
template <int d>
Real Force(const Bench<d>& s, unsigned i, unsigned j) {
  return j < kContacts ? s.N[i][j] : s.B[i][j - kContacts];
}

template <int d>
Real Moved(const Bench<d>& s, unsigned i, unsigned j) {
  if (j < kContacts) return s.dense.solved[i][3 * j];
  const unsigned c = (j - kContacts) / d;
  const Real angle = Real(2) * Real(3.14159265358979323846L) * Real((j - kContacts) % d) / Real(d);
  return std::cos(angle) * s.dense.solved[i][3 * c + 1] + std::sin(angle) * s.dense.solved[i][3 * c + 2];
}

template <int d>
Real Expected(const Bench<d>& s, unsigned row, unsigned column, Real e) {
  const unsigned forces = kContacts * (d + 1);
  if (row < forces && column < forces) {
    Real sum = 0;
    for (unsigned i = 0; i < kDof; ++i) sum += Force(s, i, row) * Moved(s, i, column);
    return Real(kStep) * sum;
  }
  if (row >= forces && column >= forces) return 0;
  const unsigned lambda = (row >= forces ? row : column) - forces;
  const unsigned force = row >= forces ? column : row;
  if (force < kContacts)
    return row >= forces && force == lambda ? e * Real(s.problem.friction[static_cast<int>(lambda)])
                                            : Real(0);
  if ((force - kContacts) / d != lambda) return 0;
  return row >= forces ? -e : e;
}

template <int d>
void CheckBlocks(Real e, const ContactLcpOptions<double>& options) {
  Bench<d>& s = Make<d>(21);
  AssembleLcp<d>(s.problem, FrictionBasis<double, d>(), options, &s.lcp);
  ASSERT_EQ(s.lcp.size, kContacts * (d + 2));
  for (unsigned r = 0; r < Bench<d>::kRows; ++r) {
    const auto row = static_cast<int>(r);
    for (unsigned c = 0; c < Bench<d>::kRows; ++c) {
      Real expected = Expected(s, r, c, e);
      if (r == c) expected *= Real(1) + Real(options.epsilon);
      EXPECT_NEAR(s.lcp.A(row, static_cast<int>(c)), static_cast<double>(expected), 1e-12) << r << ' ' << c;
    }
    Real b = 0;
    if (r < kContacts * (d + 1)) {
      for (unsigned i = 0; i < kDof; ++i) b += Force(s, i, r) * s.dense.solved[i][s.dense.rows];
    }
    if (r < kContacts) b += Real(s.stack.normal_bias[row]);
    EXPECT_NEAR(s.lcp.b[row], static_cast<double>(b), 1e-12) << r;
  }
}

TEST(ContactLcp, EveryBlockOfEquationFifteenForEvenD) {
  CheckBlocks<2>(1, {0.0, false});  // in the plane
  CheckBlocks<4>(1, {0.0, false});
  CheckBlocks<6>(1, {0.0, false});
  CheckBlocks<8>(1, {0.0, false});
  CheckBlocks<10>(1, {0.0, false});
}
TEST(ContactLcp, SectionFiveScalingChangesOnlyEAndMu) {
  CheckBlocks<4>(Real(kStep), {0.0, true});
  CheckBlocks<6>(Real(kStep), {0.0, true});
}
TEST(ContactLcp, SectionFiveEpsilonRaisesTheDiagonalOnly) { CheckBlocks<8>(1, {0.1, false}); }

TEST(ContactLcp, SectionFiveEpsilonLeavesZeroDiagonalsZero) {
  Bench<4>& s = Make<4>(22);
  for (int r = 0; r < 3; ++r) {  // a contact that nothing can move
    for (int j = 0; j < kDof; ++j) s.stack.jacobian(r, j) = 0.0;
  }
  ASSERT_EQ(Assemble(s.stack, kStep, s.work, s.problem), SolveStatus::kSolved);
  AssembleLcp<4>(s.problem, FrictionBasis<double, 4>(), {0.1, true}, &s.lcp);
  EXPECT_EQ(s.lcp.A(0, 0), 0.0);
  for (int k = 0; k < 4; ++k) EXPECT_EQ(s.lcp.A(kContacts + k, kContacts + k), 0.0);
  for (int c = 0; c < kContacts; ++c) EXPECT_EQ(s.lcp.A(kContacts * 5 + c, kContacts * 5 + c), 0.0);
}

TEST(ContactLcp, SectionFiveScalingKeepsTheForcesAndDividesLambda) {
  for (std::uint64_t seed = 30; seed < 36; ++seed) {
    Bench<4>& s = Make<4>(seed);
    AssembleLcp<4>(s.problem, FrictionBasis<double, 4>(), {0.0, false}, &s.lcp);
    ASSERT_EQ(SolveLemke(s.lcp, {500}, s.lemke, s.solution), SolveStatus::kSolved);
    AssembleLcp<4>(s.problem, FrictionBasis<double, 4>(), {0.0, true}, &s.lcp);
    ASSERT_EQ(SolveLemke(s.lcp, {500}, s.lemke, s.other), SolveStatus::kSolved);
    for (int i = 0; i < kContacts * 5; ++i) EXPECT_NEAR(s.solution.z[i], s.other.z[i], 1e-6);
    for (int c = 0; c < kContacts; ++c) {
      const int i = kContacts * 5 + c;
      if (s.solution.z[c] <= 1e-6) continue;  // a separate contact's λ is free
      EXPECT_NEAR(s.solution.z[i], kStep * s.other.z[i], 1e-9);
    }
  }
}

// z solves the problem with ε on its diagonal, so the untouched problem has w_i = w_i(ε) − ε A_ii z_i. A
// loaded contact sinks with exactly ε Δt G_nn f_n, and a direction that holds creeps with exactly ε Δt G_tt
// f_d. The λ rows have no diagonal, so the cone is kept exactly.
TEST(ContactLcp, SectionFiveEpsilonAdmitsItsShareOfTheRowsOwnVelocity) {
  for (const double epsilon : {1e-6, 1e-4, 1e-2}) {
    double change = 0.0;
    double sink = 0.0;
    for (std::uint64_t seed = 40; seed < 46; ++seed) {
      Bench<4>& s = Make<4>(seed);
      static LcpProblem<double, Bench<4>::kRows> untouched;
      AssembleLcp<4>(s.problem, FrictionBasis<double, 4>(), {0.0, true}, &untouched);
      ASSERT_EQ(SolveLemke(untouched, {500}, s.lemke, s.other), SolveStatus::kSolved);
      AssembleLcp<4>(s.problem, FrictionBasis<double, 4>(), {epsilon, true}, &s.lcp);
      ASSERT_EQ(SolveLemke(s.lcp, {500}, s.lemke, s.solution), SolveStatus::kSolved);
      double most_terms = 0.0;
      for (int i = 0; i < untouched.size; ++i) most_terms = Max(most_terms, Abs(untouched.b[i]));
      for (int i = 0; i < untouched.size; ++i) {
        double w = untouched.b[i];
        for (int j = 0; j < untouched.size; ++j) w += untouched.A(i, j) * s.solution.z[j];
        const double share = epsilon * untouched.A(i, i) * s.solution.z[i];
        const double rounding = 1e-13 * most_terms;
        EXPECT_NEAR(w, s.solution.w[i] - share, rounding) << i;
        if (s.solution.z[i] > 0.0) {
          EXPECT_NEAR(w, -share, rounding) << i;
        }
        if (i < kContacts) sink = Max(sink, -w);
        if (i < kContacts * 5) continue;
        EXPECT_EQ(untouched.A(i, i), 0.0);  // so `share` is zero
        EXPECT_GE(w, -rounding);
      }
      // The shares of sticking friction among the directions are free; their sum is not.
      double largest = 1.0;  // N
      double difference = 0.0;
      for (int c = 0; c < kContacts; ++c) {
        const double* mine = &s.solution.z[kContacts + 4 * c];
        const double* exact = &s.other.z[kContacts + 4 * c];
        largest = Max(largest, s.other.z[c]);
        difference = Max(difference, Abs(s.solution.z[c] - s.other.z[c]));
        for (int k = 0; k < 2; ++k)
          difference = Max(difference, Abs(mine[k] - mine[k + 2] - exact[k] + exact[k + 2]));
      }
      change = Max(change, difference / largest);
    }
    std::printf("epsilon %.0e: forces change by %.1e of the largest, contacts sink with at most %.1e m/s\n",
                epsilon, change, sink);
    EXPECT_GT(change, 0.0);
    EXPECT_LT(change, 20.0 * epsilon);
  }
}

// A contact that nothing can move has zero rows. With b ≥ 0 it carries no force, with or without ε.
TEST(ContactLcp, AContactThatNothingCanMoveStaysZero) {
  Bench<4>& s = Make<4>(22);
  for (int r = 0; r < 3; ++r) {
    for (int j = 0; j < kDof; ++j) s.stack.jacobian(r, j) = 0.0;
  }
  s.stack.normal_bias[0] = 0.3;
  ASSERT_EQ(Assemble(s.stack, kStep, s.work, s.problem), SolveStatus::kSolved);
  for (const double epsilon : {0.0, 0.1}) {
    AssembleLcp<4>(s.problem, FrictionBasis<double, 4>(), {epsilon, true}, &s.lcp);
    ASSERT_EQ(SolveLemke(s.lcp, {500}, s.lemke, s.solution), SolveStatus::kSolved);
    EXPECT_EQ(s.solution.z[0], 0.0);
    EXPECT_EQ(s.solution.w[0], 0.3);
    for (int k = 0; k < 4; ++k) EXPECT_EQ(s.solution.z[kContacts + k], 0.0);
  }
}

// z of one contact: f_n, the shares of directions 0 and `k`, λ.
PyramidMode ModeOf(double normal, double first, int k, double share, double lambda, Vector3<double>* force) {
  static ContactProblem<double, 1> problem;
  problem.contacts = 1;
  problem.dt = kStep;
  problem.delassus.setIdentity();
  problem.friction[0] = 0.5;
  BoundedVector<double, 10> z;
  z.setZero();
  z[0] = normal;
  z[1] = first;
  z[1 + k] += share;
  z[9] = lambda;
  PyramidModes<1> modes;
  ContactSolution<double, 1> solution;
  ReadLcp(problem, FrictionBasis<double, 8>(), z, &modes, &solution);
  *force = solution.force[0];
  return modes[0];
}

TEST(ContactLcp, ModesAreReadOffItsSolution) {
  const PyramidMode stick{ContactMode::kStick, 0, false};
  Vector3<double> f;
  EXPECT_EQ(ModeOf(0.0, 1.0, 1, 0.0, 3.0, &f), PyramidMode{});  // friction without a normal force is rounding
  EXPECT_EQ(f, Vector3<double>::Zero());
  EXPECT_EQ(ModeOf(10.0, 2.0, 2, 1.0, 0.0, &f), stick);
  EXPECT_EQ(f, Vector3<double>(10.0, 2.0, 1.0));
  EXPECT_EQ(ModeOf(10.0, 2.0, 2, 1.0, kStep, &f), stick);  // less than friction leaves: rounding
  EXPECT_EQ(ModeOf(10.0, 0.0, 3, 5.0, 1.0, &f), (PyramidMode{ContactMode::kSlide, 3, false}));
  EXPECT_EQ(ModeOf(10.0, 2.0, 1, 3.0, 1.0, &f), (PyramidMode{ContactMode::kSlide, 0, true}));
  EXPECT_EQ(ModeOf(10.0, 2.0, 7, 3.0, 1.0, &f), (PyramidMode{ContactMode::kSlide, 7, true}));
}

}  // namespace footing::contact_lcp_test
