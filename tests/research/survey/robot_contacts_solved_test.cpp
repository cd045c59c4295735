// The core's solver on robots' contact problems: each answer that it calls solved is certified, and it solves
// nearly all problems.
#include <gtest/gtest.h>

#include "tests/research/survey/footing_solver.hpp"
#include "tests/research/survey/grade.hpp"
#include "tests/research/survey/run_peer.hpp"

namespace footing::survey::robot_contacts_solved_test {

template <typename Scalar>
void SolveScenes() {
  static RobotContacts contacts(31);
  static ContactProblem<Scalar, kMostContacts> problem;
  static FootingCircle<Scalar> solver;
  constexpr int kProblems = 250;
  for (int s = 0; s < kRobotScenes; ++s) {
    const auto scene = static_cast<RobotScene>(s);
    int solved = 0;
    for (std::uint64_t k = 0; k < kProblems; ++k) {
      contacts.Draw(scene, k, &problem);
      const SolveStatus status = solver.Solve(problem);
      if (status == SolveStatus::kInfeasible) {
        ++solved;
        EXPECT_EQ(scene, RobotScene::kNegativeBias);
        EXPECT_GE(LeastForce(problem, solver.solution().proof), kInfeasibleForce) << k;
      }
      if (status != SolveStatus::kSolved) continue;
      ++solved;
      const Certificate certificate = Certify(problem, solver.solution());
      EXPECT_TRUE(certificate.HoldsCircular(kCertificateTolerance<Scalar>))
          << Name(scene) << " " << k << ": natural " << certificate.natural << ", cone " << certificate.cone
          << ", slip " << certificate.slip;
      EXPECT_EQ(certificate.pull, Real(0)) << Name(scene) << " " << k;
    }
    // One in a hundred may stay unsolved; with mass ratios to a million one in twenty, in float one in five.
    const int share = scene != RobotScene::kMassRatio ? 99 : sizeof(Scalar) == 4 ? 80 : 95;
    EXPECT_GE(solved, kProblems * share / 100) << Name(scene);
  }
}

TEST(RobotContactsSolved, Double) { SolveScenes<double>(); }
TEST(RobotContactsSolved, Float) { SolveScenes<float>(); }

// Friction is inside the pyramid at every contact, also at those whose normal force is small beside the
// others', where the certificate alone would allow large errors.
template <typename Scalar>
void SolvePyramids() {
  static RobotContacts contacts(31);
  static ContactProblem<Scalar, kMostContacts> problem;
  static FootingPyramid<Scalar> solver;
  for (int s = 0; s < kRobotScenes; ++s) {
    const auto scene = static_cast<RobotScene>(s);
    for (std::uint64_t k = 0; k < 250; ++k) {
      contacts.Draw(scene, k, &problem);
      (void)solver.Solve(problem);
      for (int c = 0; c < problem.contacts; ++c) {
        const auto& f = solver.solution().force[static_cast<unsigned>(c)];
        const Real limit = Real(problem.friction[c]) * Real(f[0]);
        const Real rounding = 4 * std::numeric_limits<Scalar>::epsilon();
        EXPECT_LE(std::abs(Real(f[1])) + std::abs(Real(f[2])), limit * (1 + rounding))
            << Name(scene) << " " << k << ", contact " << c;
      }
    }
  }
}

TEST(RobotContactsSolved, InsideThePyramidDouble) { SolvePyramids<double>(); }
TEST(RobotContactsSolved, InsideThePyramidFloat) { SolvePyramids<float>(); }

// Found by the survey: forces whose terms cancel passed each contact's own scale, with a slip of up to a
// third of the problem's velocities left.
TEST(RobotContactsSolved, WhatCancelsInFloatIsNotClaimed) {
  const std::pair<RobotScene, std::uint64_t> kFound[] = {
      {RobotScene::kQuadrupedFlat, 3909}, {RobotScene::kMassRatio, 1866}, {RobotScene::kMassRatio, 2063}};
  FootingPyramid<float> solver;
  ContactProblem<float, kMostContacts> problem;
  RobotContacts contacts(1);
  for (const auto& [scene, index] : kFound) {
    contacts.Draw(scene, index, &problem);
    const bool solved = solver.Solve(problem) == SolveStatus::kSolved;
    const auto force = ForcesOf(solver.solution(), problem.contacts);
    EXPECT_TRUE(!solved || GradeForces(problem, View{force.data()}, FrictionShape::kPyramid4,
                                       kCertificateTolerance<float>, Real(0))
                               .certified)
        << index;
  }
}

}  // namespace footing::survey::robot_contacts_solved_test
