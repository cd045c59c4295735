// The response of the forces with fixed modes, checked by solving again.
#include "core/contact/newton/fixed_modes.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "tests/support/scenes/loaded_scene.hpp"
#include "tests/support/trials.hpp"

namespace footing::fixed_modes_test {

constexpr int kDof = LoadedScene::kDof;
constexpr int kContacts = LoadedScene::kContacts;

// This holds also where contacts slide: the forces are smooth unless a mode changes.
TEST(FixedModes, ResponseIsTheDerivativeOfTheForces) {
  LoadedScene& scene = LoadedScene::Memory();
  static FixedModes<double, kContacts> fixed;
  static FixedModes<double, kContacts>::Columns<kDof> by_force, by_velocity, change;
  Random random(82);
  int slides = 0;
  int compared = 0;
  for (int trial = 0; trial < Trials(100, 4); ++trial) {
    ASSERT_TRUE(scene.Draw(random, false)) << trial;
    FreeVelocityResponse(scene.stack, scene.work, scene.kStep, by_force, by_velocity);
    ASSERT_EQ(fixed.Factor(scene.problem, scene.solution), SolveStatus::kSolved);
    EXPECT_TRUE(fixed.unique());
    const auto modes = scene.Modes();
    slides += scene.Slides() ? 1 : 0;
    const auto original = scene.stack;
    for (const bool velocity : {false, true}) {
      fixed.Respond(velocity ? by_velocity : by_force, &change);
      const double h = velocity ? 1e-7 : 1e-4;
      for (int j = 0; j < kDof; j += 5) {
        Eigen::Matrix<double, 3 * kContacts, 1> difference = Eigen::Matrix<double, 3 * kContacts, 1>::Zero();
        bool same = true;
        for (const double side : {-1.0, 1.0}) {
          scene.stack = original;
          (velocity ? scene.stack.velocity : scene.stack.force)[j] += side * h;
          ASSERT_EQ(scene.Solve(Vector6::Zero()), SolveStatus::kSolved);
          same = same && scene.Modes() == modes;
          for (unsigned c = 0; c < kContacts; ++c) {
            difference.segment<3>(3 * static_cast<int>(c)) += side * scene.solution.force[c];
          }
        }
        scene.stack = original;
        if (!same) continue;
        difference /= 2 * h;
        const double size = difference.norm() + change.col(j).norm();
        EXPECT_LT((difference - change.col(j)).norm(), 1e-3 * size + 1e-6 / h * 1e-3) << trial << " " << j;
        ++compared;
      }
    }
    ASSERT_EQ(scene.Solve(Vector6::Zero()), SolveStatus::kSolved);
  }
  std::printf("%d slide, %d columns\n", slides, compared);
  EXPECT_GT(slides, Trials(20, 1));
  EXPECT_GT(compared, Trials(500, 10));
}

TEST(FixedModes, OfNoSolutionEveryResponseIsZero) {
  ContactProblem<double, 2> problem;
  problem.contacts = 2;
  problem.dt = 0.01;
  problem.delassus.setIdentity();
  problem.free_velocity.setConstant(-1);
  problem.friction.setConstant(0.5);
  problem.normal_bias.setZero();
  ContactSolution<double, 2> solution;
  Clear(&solution);
  solution.mode.fill(ContactMode::kStick);
  for (auto& f : solution.force) f = {1, 0, 0};
  FixedModes<double, 2> modes;
  FixedModes<double, 2>::Columns<3> velocity, force;
  velocity.setOnes();
  for (const SolveStatus status : {SolveStatus::kSolved, SolveStatus::kPivotBudget}) {
    solution.status = status;
    const bool solved = status == SolveStatus::kSolved;
    EXPECT_EQ(modes.Factor(problem, solution), solved ? status : SolveStatus::kInaccurate);
    modes.Respond<3>(velocity, &force);
    EXPECT_EQ(force.cwiseAbs().maxCoeff(), solved ? 100 : 0);
  }
}

}  // namespace footing::fixed_modes_test
