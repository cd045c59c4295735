#include "core/lcp/general/coupled_boxes.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/oracles/enumeration/enumeration.hpp"
#include "tests/support/random.hpp"
#include "tests/support/trials.hpp"

namespace footing::coupled_boxes_test {

constexpr int kSize = 24;
using Problem = CoupledBoxProblem<double, kSize>;

LcpSolution<double, kSize> solution;
CoupledBoxWorkspace<double, kSize> workspace;

SolveStatus Solve(const Problem& problem, int budget) {
  return SolveCoupledBoxes(problem, {budget}, workspace, solution);
}
SolveStatus Solve(const Problem& problem) { return Solve(problem, DefaultBoxBudget(problem.size)); }

// A = 1, b = 0, all rows bilateral.
Problem Blank(int size) {
  Problem problem;
  problem.size = size;
  problem.A.setIdentity();
  problem.b.setZero();
  problem.lo.setConstant(-kInfinity<double>);
  problem.hi.setConstant(kInfinity<double>);
  problem.findex.fill(-1);
  return problem;
}

void MakeContact(Problem& problem, int row, double mu) {
  problem.lo[row] = 0.0;
  for (int t = 1; t <= 2; ++t) {
    problem.lo[row + t] = -mu;
    problem.hi[row + t] = mu;
    problem.findex[static_cast<unsigned>(row + t)] = static_cast<std::int16_t>(row);
  }
}

// `contacts` contacts on `dof` degrees of freedom with random motion: A = J M⁻¹ Jᵀ, b = J v.
Problem RandomContacts(Random& random, int contacts, int dof, double mass_ratio) {
  constexpr int kDof = 12;
  Problem problem = Blank(3 * contacts);
  BoundedMatrix<double, kSize, kDof> jacobian;
  BoundedVector<double, kDof> inverse_mass;
  BoundedVector<double, kDof> velocity;
  for (int k = 0; k < dof; ++k) {
    inverse_mass[k] = random.Integer(2) == 0 ? 1.0 : mass_ratio;
    velocity[k] = random.Uniform(-1.0, 1.0);
    for (int i = 0; i < problem.size; ++i) jacobian(i, k) = random.Uniform(-1.0, 1.0);
  }
  for (int i = 0; i < problem.size; ++i) {
    for (int k = 0; k < dof; ++k) problem.b[i] += jacobian(i, k) * velocity[k];
    for (int j = 0; j < problem.size; ++j) {
      problem.A(i, j) = 0.0;
      for (int k = 0; k < dof; ++k) problem.A(i, j) += jacobian(i, k) * inverse_mass[k] * jacobian(j, k);
    }
  }
  for (int c = 0; c < contacts; ++c) MakeContact(problem, 3 * c, random.Uniform(0.0, 1.2));
  return problem;
}

constexpr double kAtBound = 1e-12;  // for unknowns of size about 1

// By the definition, not by the natural map: how far z is outside its bounds, or how wrong w is for z's
// place.
double WorstViolation(const Problem& problem) {
  double worst = 0.0;
  for (int i = 0; i < problem.size; ++i) {
    double w = problem.b[i];
    double size = Abs(w);
    for (int j = 0; j < problem.size; ++j) {
      w += problem.A(i, j) * solution.z[j];
      size += Abs(problem.A(i, j) * solution.z[j]);
    }
    double lo = problem.lo[i];
    double hi = problem.hi[i];
    const int k = problem.findex[static_cast<unsigned>(i)];
    if (k >= 0) {
      hi = Abs(problem.hi[i] * solution.z[k]);
      lo = -hi;
    }
    const double z = solution.z[i];
    worst = Max(worst, Max(lo - z, z - hi));
    const bool low = z <= lo + kAtBound;
    const bool high = z >= hi - kAtBound;
    if (low && high) continue;
    const double wrong = low ? Max(-w, 0.0) : (high ? Max(w, 0.0) : Abs(w));
    worst = Max(worst, wrong / Max(size, 1.0));
  }
  return worst;
}

TEST(CoupledBoxes, BlockSticksSlipsAndLifts) {
  Problem problem = Blank(3);
  MakeContact(problem, 0, 0.5);
  problem.b << -2.0, 0.8, 0.0, BoundedVector<double, kSize - 3>::Zero();
  ASSERT_EQ(Solve(problem), SolveStatus::kSolved);
  EXPECT_DOUBLE_EQ(solution.z[0], 2.0);
  EXPECT_DOUBLE_EQ(solution.z[1], -0.8);
  problem.b[1] = 3.0;
  ASSERT_EQ(Solve(problem), SolveStatus::kSolved);
  EXPECT_DOUBLE_EQ(solution.z[1], -1.0);
  EXPECT_DOUBLE_EQ(solution.w[1], 2.0);
  problem.b[0] = 1.0;
  ASSERT_EQ(Solve(problem), SolveStatus::kSolved);
  EXPECT_EQ(solution.z[0], 0.0);
  EXPECT_EQ(solution.z[1], 0.0);
}

// Friction lifts its own normal. The bound must follow the normal force that is returned.
TEST(CoupledBoxes, BoundsMoveWithTheNormalReturned) {
  Problem problem = Blank(3);
  MakeContact(problem, 0, 0.5);
  problem.A(0, 1) = problem.A(1, 0) = 0.6;
  problem.b << -1.0, 2.0, 0.0, BoundedVector<double, kSize - 3>::Zero();
  ASSERT_EQ(Solve(problem), SolveStatus::kSolved);
  const double normal = 1.0 / (1.0 - 0.5 * 0.6);  // slips: z₁ = −z₀/2
  EXPECT_NEAR(solution.z[0], normal, 1e-14);
  EXPECT_NEAR(solution.z[1], -0.5 * normal, 1e-14);
}

TEST(CoupledBoxes, SolvesRandomContactsOfDeficientRank) {
  Random random(7);
  int solved = 0;
  const int trials = Trials(300, 6);
  for (int trial = 0; trial < trials; ++trial) {
    const double ratio = trial % 3 == 0 ? 1e6 : 1.0;
    const Problem problem = RandomContacts(random, 1 + random.Integer(8), 3 + random.Integer(9), ratio);
    if (Solve(problem) != SolveStatus::kSolved) continue;
    ++solved;
    EXPECT_LT(WorstViolation(problem), 1e-9) << "trial " << trial;
  }
  EXPECT_EQ(solved, trials);
}

TEST(CoupledBoxes, ClaimsNothingThatEnumerationDenies) {
  Random random(8);
  int solved = 0;
  int missed = 0;
  for (int trial = 0; trial < Trials(1500, 10); ++trial) {
    const int n = 1 + random.Integer(5);
    Problem problem = Blank(n);
    for (int i = 0; i < n; ++i) {
      problem.b[i] = random.Integer(11) - 5;
      for (int j = 0; j < n; ++j) problem.A(i, j) = random.Integer(9) - 4;
      const int kind = random.Integer(4);
      if (kind != 0) problem.lo[i] = -random.Integer(3);
      if (kind == 2) problem.hi[i] = random.Integer(3);
      if (kind == 3) problem.hi[i] = problem.lo[i];
    }
    test::Enumeration all;
    all.Load(problem);
    all.Run(1e-9L);
    const SolveStatus status = Solve(problem);
    EXPECT_LE(solution.pivots, DefaultBoxBudget(n));
    if (status == SolveStatus::kSolved) {
      ++solved;
      EXPECT_LT(WorstViolation(problem), 1e-9);
    } else if (status == SolveStatus::kInfeasible) {
      EXPECT_EQ(all.solutions, 0) << "trial " << trial;
      EXPECT_TRUE(CheckInfeasible(problem, workspace.infeasibility.y));
    } else {
      missed += all.solutions > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(solved, Trials(800, 5));
  EXPECT_LE(missed, 1 + solved / 50);  // nothing is guaranteed for an arbitrary matrix
}

TEST(CoupledBoxes, WhatIsNotFoundIsAdmissible) {
  Random random(9);
  for (int trial = 0; trial < Trials(200, 5); ++trial) {
    const Problem problem = RandomContacts(random, 6, 8, 1.0);
    const int budget = 1 + random.Integer(5);
    (void)Solve(problem, budget);
    EXPECT_LE(solution.pivots, budget);
    for (int i = 0; i < problem.size; ++i) {
      EXPECT_TRUE(IsFinite(solution.z[i]));
      const int k = problem.findex[static_cast<unsigned>(i)];
      if (k < 0) {
        EXPECT_GE(solution.z[i], 0.0);
      } else {
        EXPECT_LE(Abs(solution.z[i]), problem.hi[i] * solution.z[k]);
      }
    }
  }
}

TEST(CoupledBoxes, SolvesBilateralRowsWithoutADiagonal) {
  Problem problem = Blank(3);
  problem.A(0, 0) = problem.A(1, 1) = 0.0;
  problem.A(0, 1) = problem.A(1, 0) = 1.0;
  problem.b << -2.0, 3.0, -1.0, BoundedVector<double, kSize - 3>::Zero();
  problem.lo[2] = 0.0;
  ASSERT_EQ(Solve(problem), SolveStatus::kSolved);
  EXPECT_DOUBLE_EQ(solution.z[0], -3.0);
  EXPECT_DOUBLE_EQ(solution.z[1], 2.0);
  EXPECT_DOUBLE_EQ(solution.z[2], 1.0);
}

// A = −Aᵀ of whole numbers, which is PSD and singular. Rows are of every kind; b follows from a solution.
Problem RandomSkew(Random& random, int size) {
  Problem problem = Blank(size);
  std::array<double, kSize> x{};
  for (int i = 0; i < size; ++i) {
    problem.A(i, i) = 0.0;
    for (int j = 0; j < i; ++j) problem.A(j, i) = -(problem.A(i, j) = random.Integer(7) - 3);
    if (random.Integer(2) == 0) problem.lo[i] = random.Integer(4) - 4;
    if (random.Integer(2) == 0) problem.hi[i] = random.Integer(4) + 1;
    const double lo = Max(problem.lo[i], -5.0);
    const double hi = Min(problem.hi[i], 5.0);
    const int place = random.Integer(3);
    x[static_cast<unsigned>(i)] = place == 0 ? lo : (place == 1 ? hi : (lo + hi) / 2);
    if (place == 0 && problem.lo[i] > -5.0) problem.b[i] = random.Integer(5);
    if (place == 1 && problem.hi[i] < 5.0) problem.b[i] = -random.Integer(5);
  }
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) problem.b[i] -= problem.A(i, j) * x[static_cast<unsigned>(j)];
  }
  return problem;
}

TEST(CoupledBoxes, SolvesEverySkewProblemThatHasASolution) {
  Random random(12);
  for (int trial = 0; trial < Trials(500, 5); ++trial) {
    const Problem problem = RandomSkew(random, 2 + random.Integer(kSize - 1));
    EXPECT_EQ(Solve(problem), SolveStatus::kSolved) << "trial " << trial;
    EXPECT_LT(WorstViolation(problem), 1e-9) << "trial " << trial;
  }
}

// Only other rows' bounds determine the x of this bilateral row. No pivot on the bilateral block reaches it.
TEST(CoupledBoxes, ABilateralRowOfZeroBlockIsNotForgotten) {
  Problem problem = Blank(5);
  problem.A.topLeftCorner<5, 5>() << 0, -2, 3, 2, -3, 2, 0, 1, -1, 2, -3, -1, 0, -3, -2, -2, 1, 3, 0, 0, 3,
      -2, 2, 0, 0;
  problem.b.head<5>() << -12.0, 10.5, 8.0, 13.5, -2.0;
  problem.hi[0] = 4.0;
  problem.lo[2] = -3.0;
  problem.lo[3] = -4.0;
  problem.hi[4] = 0.0;
  ASSERT_EQ(Solve(problem), SolveStatus::kSolved);
  EXPECT_LT(WorstViolation(problem), 1e-12);
}

TEST(CoupledBoxes, ContradictingJointsAreProvenInfeasible) {
  Problem problem = Blank(6);
  MakeContact(problem, 3, 0.4);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) problem.A(i, j) = 0.3;
  }
  problem.A(3, 0) = problem.A(3, 1) = problem.A(0, 3) = problem.A(1, 3) = 0.1;
  problem.b[3] = -1.0;
  ASSERT_EQ(Solve(problem), SolveStatus::kSolved);  // duplicated, but consistent
  EXPECT_LT(WorstViolation(problem), 1e-12);
  problem.b[1] = 0.25;
  ASSERT_EQ(Solve(problem), SolveStatus::kInfeasible);
  EXPECT_TRUE(CheckInfeasible(problem, workspace.infeasibility.y));
}

TEST(CoupledBoxes, RefusesWhatItCannotRead) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Problem good = Blank(3);
  MakeContact(good, 0, 0.5);
  Problem bad = good;
  bad.hi[1] = nan;
  EXPECT_EQ(Solve(bad), SolveStatus::kNotFinite);
  bad.hi[1] = kInfinity<double>;
  EXPECT_EQ(Solve(bad), SolveStatus::kBadBounds);
  bad = good;
  bad.lo[0] = 1.0;
  bad.hi[0] = 0.0;
  EXPECT_EQ(Solve(bad), SolveStatus::kBadBounds);
  for (const int k : {-2, 1, 2, 3, kSize}) {
    bad = good;
    bad.findex[1] = static_cast<std::int16_t>(k);  // 2 is itself a coupled row
    EXPECT_EQ(Solve(bad), SolveStatus::kBadSize) << k;
  }
  bad = good;
  bad.b[2] = nan;
  EXPECT_EQ(Solve(bad), SolveStatus::kNotFinite);
  EXPECT_EQ(solution.z[0], 0.0);
  EXPECT_EQ(solution.residual, kInfinity<double>);
  bad.size = kSize + 1;
  EXPECT_EQ(Solve(bad, 10), SolveStatus::kBadSize);
}

TEST(CoupledBoxes, WorksInFloat) {
  static CoupledBoxProblem<float, 3> problem;
  static LcpSolution<float, 3> answer;
  static CoupledBoxWorkspace<float, 3> work;
  problem.size = 3;
  problem.A.setIdentity();
  problem.b << -2.0F, 3.0F, 0.1F;
  problem.lo << 0.0F, 0.0F, 0.0F;
  problem.hi << kInfinity<float>, 0.5F, 0.5F;
  problem.findex = {-1, 0, 0};
  ASSERT_EQ(SolveCoupledBoxes(problem, {}, work, answer), SolveStatus::kSolved);
  EXPECT_FLOAT_EQ(answer.z[0], 2.0F);
  EXPECT_FLOAT_EQ(answer.z[1], -1.0F);
  EXPECT_FLOAT_EQ(answer.z[2], -0.1F);
}

}  // namespace footing::coupled_boxes_test
