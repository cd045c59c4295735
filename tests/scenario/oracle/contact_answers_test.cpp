// On small problems and on Painlevé's rods, each answer that SolveContacts calls solved is one that
// enumeration finds. For rods with two contacts the test checks the certificate instead. Where no answer
// exists, SolveContacts does not claim one.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>

#include "core/assembly/delassus.hpp"
#include "core/contact/solve_contacts.hpp"
#include "tests/support/oracles/certificate.hpp"
#include "tests/support/oracles/enumeration/mode_enumeration.hpp"
#include "tests/support/scenes/random_contacts.hpp"
#include "tests/support/trials.hpp"

namespace footing::contact_answers_test {

constexpr int kContacts = 4;

// The contacts are independent of each other: every answer of the solver is one of the oracle's.
template <int p>
void CheckAgainstEnumeration(int trials, double largest_friction) {
  static SystemStack<double, 12, kContacts> stack;
  static DelassusWorkspace<SystemStack<double, 12, kContacts>> work;
  static ContactProblem<double, kContacts> problem;
  static ContactSolverState<double, kContacts> state;
  static ContactSolution<double, kContacts> solution;
  Random random(90 + p);
  int several = 0;
  int unsolved = 0;
  int sliding = 0;
  Real farthest = 0;
  for (int trial = 0; trial < trials; ++trial) {
    RandomSystem(3 * p + trial % 3, p, 0.5, random, &stack);
    for (int c = 0; c < p; ++c) stack.friction[c] = random.Uniform(0, largest_friction);
    ASSERT_EQ(Assemble(stack, 0.01, work, problem), SolveStatus::kSolved);
    state.warm = false;
    if (SolveContacts(problem, {}, state, solution) != SolveStatus::kSolved) {
      ++unsolved;
      continue;
    }
    const ModeEnumeration oracle(RealContacts::From(problem));
    const auto answers = ModeEnumeration(oracle).Run();
    several += answers.size() > 1 ? 1 : 0;
    const double still = 1e-9 * static_cast<double>(Certify(problem, solution).velocity_scale);
    for (unsigned c = 0; c < p; ++c) {
      const double* u = solution.velocity[c].data();
      sliding += solution.force[c][0] > 0.0 && std::hypot(u[1], u[2]) > still ? 1 : 0;
    }
    const Real distance = DistanceToNearest(answers, ToReal(solution, p));
    farthest = std::max(farthest, distance);
    EXPECT_LE(distance, Real(1e-6L)) << "trial " << trial << ", " << answers.size() << " answers";
  }
  std::printf(
      "%d contacts, friction to %.0f: %d problems, %d unsolved, %d with several answers, %d sliding; "
      "farthest from an answer %.1e\n",
      p, largest_friction, trials, unsolved, several, sliding, static_cast<double>(farthest));
  EXPECT_EQ(unsolved, 0);
}

TEST(ContactEnumeration, OneContact) {
  CheckAgainstEnumeration<1>(kFullRun ? 300 : 60, 1);
  CheckAgainstEnumeration<1>(kFullRun ? 300 : 60, 4);
}
TEST(ContactEnumeration, TwoContacts) {
  CheckAgainstEnumeration<2>(kFullRun ? 100 : 10, 1);
  CheckAgainstEnumeration<2>(kFullRun ? 100 : 10, 4);
}
TEST(ContactEnumeration, ThreeContacts) {
  CheckAgainstEnumeration<3>(kFullRun ? 15 : 2, 1);
  CheckAgainstEnumeration<3>(kFullRun ? 15 : 2, 4);
}

// Painlevé's rods. With one contact, the answer is compared with all answers. A second contact, at a wall,
// makes six dependent rows; then the certificate decides.
template <typename Scalar>
void CheckRods(int contacts, bool by_enumeration) {
  static SystemStack<Scalar, 6, 2> stack;
  static DelassusWorkspace<SystemStack<Scalar, 6, 2>> work;
  static ContactProblem<Scalar, 2> problem;
  static ContactSolverState<Scalar, 2> state;
  static ContactSolution<Scalar, 2> solution;
  Random random(96);
  int solved = 0;
  int loaded = 0;
  int several = 0;
  constexpr int kRods = 1000;
  for (int trial = 0; trial < kRods; ++trial) {
    RodOnGround(contacts, false, 0.5, random, &stack);
    ASSERT_EQ(Assemble(stack, Scalar(0.002), work, problem), SolveStatus::kSolved);
    state.warm = false;
    if (SolveContacts(problem, {}, state, solution) != SolveStatus::kSolved) continue;
    ++solved;
    loaded += solution.force[0][0] > Scalar(0) ? 1 : 0;
    EXPECT_TRUE(Certify(problem, solution).HoldsCircular(kCertificateTolerance<Scalar>)) << trial;
    if (!by_enumeration) continue;
    const auto answers = ModeEnumeration(RealContacts::From(problem)).Run();
    several += answers.size() > 1 ? 1 : 0;
    EXPECT_LE(DistanceToNearest(answers, ToReal(solution, contacts)), Real(1e-5L)) << trial;
  }
  std::printf("%d contacts, %s: %d of %d rods solved, %d on the ground, %d with several answers\n", contacts,
              sizeof(Scalar) == 4 ? "float" : "double", solved, kRods, loaded, several);
  EXPECT_GT(loaded, kRods / 5);
  EXPECT_EQ(solved, kRods);
}

TEST(ContactRods, OneContactIsAmongAllAnswers) { CheckRods<double>(1, true); }
TEST(ContactRods, TwoContactsDouble) { CheckRods<double>(2, false); }
TEST(ContactRods, TwoContactsFloat) { CheckRods<float>(2, false); }

// Walls that close on one point of a rod: no forces keep both apart, so no forces may be called a solution.
template <typename Scalar>
void CheckWedges() {
  static SystemStack<Scalar, 6, 2> stack;
  static DelassusWorkspace<SystemStack<Scalar, 6, 2>> work;
  static ContactProblem<Scalar, 2> wedge;
  static ContactSolverState<Scalar, 2> state;
  static ContactSolution<Scalar, 2> solution;
  Random random(95);
  int statuses[kStatusCount] = {};
  for (int trial = 0; trial < 2000; ++trial) {
    stack.Clear();
    const int box = AddBox({0.02, 0.02, 0.5}, random.Uniform(0.5, 3), random, &stack);
    const std::array<double, 3> point = {random.Uniform(-0.5, 0.5), random.Uniform(-0.5, 0.5),
                                         random.Uniform(-0.5, 0.5)};
    for (const Scalar side : {Scalar(1), Scalar(-1)}) {
      const int c = stack.AddContact(Vector3<Scalar>(side, 0, 0), static_cast<Scalar>(random.Uniform(0, 4)),
                                     static_cast<Scalar>(random.Uniform(-1, -0.2)));
      stack.Attach(c, box, Scalar(1), BodyPoint<Scalar>(point));
    }
    ASSERT_EQ(Assemble(stack, Scalar(0.002), work, wedge), SolveStatus::kSolved);
    state.warm = false;
    ++statuses[static_cast<int>(SolveContacts(wedge, {}, state, solution))];
  }
  for (int s = 0; s < kStatusCount; ++s) {
    if (statuses[s] > 0) std::printf("wedged: %d times %s\n", statuses[s], Name(static_cast<SolveStatus>(s)));
  }
  EXPECT_EQ(statuses[static_cast<int>(SolveStatus::kSolved)], 0);
}

TEST(ContactWedge, IsNeverCalledSolvedDouble) { CheckWedges<double>(); }
TEST(ContactWedge, IsNeverCalledSolvedFloat) { CheckWedges<float>(); }

}  // namespace footing::contact_answers_test
