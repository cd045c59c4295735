// Seeded random problems, of full rank and not. Each answer called solved must pass the nine conditions. If
// the bias has no push, all problems must be solved, and wrong warm starts must not matter.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/support/benches/contact_bench.hpp"
#include "tests/support/trials.hpp"

namespace footing::random_contacts_test {

constexpr int kDof = 18;
constexpr int kContacts = 8;

template <typename Scalar, int d>
using Bench = ContactBench<Scalar, kDof, kContacts, d>;

enum class Kind { kFullRank, kFewDof, kFourCorners, kEightCorners, kDuplicates, kBoxOnBox };

constexpr const char* Name(Kind kind) {
  constexpr const char* kNames[] = {"full rank",     "few dof",    "four corners",
                                    "eight corners", "duplicates", "box on box"};
  return kNames[static_cast<int>(kind)];
}

template <typename Stack>
void Fill(Kind kind, Random& random, Stack* stack) {
  const int few = 1 + static_cast<int>(random.Uniform(0, 3.999));
  switch (kind) {
    case Kind::kFullRank: return RandomSystem(3 * few + few, few, 1.0, random, stack);
    case Kind::kFewDof: return RandomSystem(2 + few, 4, 0.1, random, stack);
    case Kind::kFourCorners: return BoxOnGround(4, random, stack);
    case Kind::kEightCorners: return BoxOnGround(8, random, stack);
    case Kind::kDuplicates: return Duplicates(1 + few, 2, random, stack);
    case Kind::kBoxOnBox: return BoxOnBox(random, stack);
  }
}

struct Tally {
  int trials = 0;
  int solved = 0;
  int by_modes = 0;
  int by_proximal = 0;
  int most_pivots = 0;
  Real worst = 0;
};

template <typename Scalar, int d>
PyramidMode AnyMode(Random& random) {
  const auto mode = static_cast<ContactMode>(static_cast<int>(random.Uniform(0, 2.999)));
  if (mode != ContactMode::kSlide) return {mode, 0, false};
  return {mode, static_cast<std::int8_t>(random.Uniform(0, d - 0.001)), random.Uniform(0, 1) < 0.5};
}

template <typename Scalar, int d>
void CheckOne(Bench<Scalar, d>& b, const PolyhedralOptions& options, Kind kind, int trial, Tally* tally) {
  constexpr Scalar kStep = Scalar(0.004);
  const SolveStatus status = b.Solve(kStep, options);
  const auto& solution = b.step.solution;
  ++tally->trials;
  tally->by_modes += solution.stage == SolveStage::kModes ? 1 : 0;
  tally->by_proximal += solution.stage == SolveStage::kProximal ? 1 : 0;
  tally->most_pivots = Max(tally->most_pivots, solution.pivots);
  EXPECT_EQ(status, solution.status);
  EXPECT_LE(solution.pivots, options.budget);
  EXPECT_TRUE(b.Admissible());
  if (status != SolveStatus::kSolved) {
    std::printf("%s, trial %d: %s, residual %g, %d pivots\n", Name(kind), trial, footing::Name(status),
                static_cast<double>(solution.residual), solution.pivots);
    return;
  }
  ++tally->solved;
  const Verdict verdict = b.Judge(kStep);
  tally->worst = std::max(tally->worst, verdict.worst);
  // The modes must agree with the forces and velocities.
  for (int c = 0; c < b.step.stack.contacts; ++c) {
    const auto i = static_cast<unsigned>(c);
    const auto& f = solution.force[i];
    const auto& u = solution.velocity[i];
    const Scalar slack =
        Scalar(kJudgeTolerance<Scalar>) * Scalar(100) * (Scalar(1) + Sqrt(f.squaredNorm() + u.squaredNorm()));
    if (solution.mode[i] == ContactMode::kSeparate) {
      EXPECT_EQ(Vector3<Scalar>(f), Vector3<Scalar>::Zero());
    } else {
      EXPECT_LE(Abs(u[0] + b.step.stack.normal_bias[c]), slack);
    }
    const bool stick = solution.mode[i] == ContactMode::kStick;
    EXPECT_LE(stick ? Sqrt(u[1] * u[1] + u[2] * u[2]) : Scalar(0), slack);
  }
}

template <typename Scalar, int d>
void CheckKind(Kind kind, int trials) {
  auto& b = BenchMemory<Bench<Scalar, d>>();
  Random random(100 + static_cast<std::uint64_t>(kind));
  Tally cold;
  Tally warm;
  for (int trial = 0; trial < trials; ++trial) {
    Fill(kind, random, &b.step.stack);
    b.step.solver.warm_contacts = 0;
    CheckOne<Scalar, d>(b, {{1000}, 8}, kind, trial, &cold);
    for (auto& mode : b.step.solver.modes) mode = AnyMode<Scalar, d>(random);
    b.step.solver.warm_contacts = b.step.stack.contacts;
    CheckOne<Scalar, d>(b, {{1000}, 8}, kind, trial, &warm);
  }
  for (const Tally* tally : {&cold, &warm}) {
    EXPECT_EQ(tally->solved, tally->trials) << Name(kind);
    std::printf(
        "%-13s d %d %s %s: %d of %d solved, %d by modes, %d proximal, at most %d pivots, worst breach %.1e\n",
        Name(kind), d, sizeof(Scalar) == 4 ? "float " : "double", tally == &cold ? "cold" : "warm",
        tally->solved, tally->trials, tally->by_modes, tally->by_proximal, tally->most_pivots,
        static_cast<double>(tally->worst));
  }
}

constexpr Kind kKinds[] = {Kind::kFullRank,     Kind::kFewDof,     Kind::kFourCorners,
                           Kind::kEightCorners, Kind::kDuplicates, Kind::kBoxOnBox};

TEST(RandomContacts, FourDirectionsDouble) {
  for (const Kind kind : kKinds) CheckKind<double, 4>(kind, Trials(400, 2));
}
TEST(RandomContacts, EightDirectionsDouble) {
  for (const Kind kind : kKinds) CheckKind<double, 8>(kind, Trials(200, 1));
}
TEST(RandomContacts, FourDirectionsFloat) {
  for (const Kind kind : kKinds) CheckKind<float, 4>(kind, Trials(400, 2));
}
TEST(RandomContacts, EightDirectionsFloat) {
  for (const Kind kind : kKinds) CheckKind<float, 8>(kind, Trials(200, 1));
}

// If friction is small and the contacts are nearly independent, the answer is unique. The mode iteration and
// Lemke must find the same answer.
TEST(RandomContacts, ModesAndLemkeAgreeWhereTheAnswerIsUnique) {
  auto& b = BenchMemory<Bench<double, 4>>();
  Random random(77);
  int compared = 0;
  for (int trial = 0; trial < Trials(200, 3); ++trial) {
    RandomSystem(12, 4, 0.1, random, &b.step.stack);
    auto& stack = b.step.stack;
    for (int i = 0; i < 12; ++i) {
      for (int j = 0; j < 12; ++j) {
        stack.mass_matrix(i, j) = i == j ? 1.0 + 0.2 * i : 0.0;
        stack.jacobian(i, j) = (i == j ? 1.0 : 0.0) + 0.02 * stack.jacobian(i, j);
      }
    }
    for (int c = 0; c < 4; ++c) stack.friction[c] *= 0.3;
    b.step.solver.warm_contacts = 0;
    ASSERT_EQ(b.Solve(0.004, {{1000}, 8}), SolveStatus::kSolved);
    if (b.step.solution.stage != SolveStage::kModes) continue;
    const auto by_modes = b.step.solution.force;
    b.step.solver.warm_contacts = 0;
    ASSERT_EQ(b.Solve(0.004, {{1000}, 0}), SolveStatus::kSolved);
    ASSERT_EQ(b.step.solution.stage, SolveStage::kLemke);
    ++compared;
    for (unsigned c = 0; c < 4; ++c) {
      for (int k = 0; k < 3; ++k) EXPECT_NEAR(by_modes[c][k], b.step.solution.force[c][k], 1e-6);
    }
  }
  std::printf("%d compared\n", compared);
  EXPECT_GT(compared, 0);
}

}  // namespace footing::random_contacts_test
