#include "core/contact/newton/gauss_seidel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "core/contact/solve_contacts.hpp"
#include "tests/support/oracles/certificate.hpp"
#include "tests/support/scenes/robot_contacts.hpp"
#include "tests/support/trials.hpp"

namespace footing::gauss_seidel_test {

// A foot on a light leg: its rows are coupled as strongly as symmetric positive definite rows can be.
ContactProblem<double, 1> LightLeg(double friction) {
  ContactProblem<double, 1> problem;
  problem.contacts = 1;
  problem.dt = 1e-3;
  problem.delassus << 3.0, 2.0, -1.5, 2.0, 4.0, 0.5, -1.5, 0.5, 2.0;
  problem.free_velocity << -0.02, 0.03, -0.01;
  problem.friction << friction;
  problem.normal_bias << 0.0;
  return problem;
}

template <int kContacts>
ContactSolution<double, kContacts> SweptFromNothing(const ContactProblem<double, kContacts>& problem,
                                                    int sweeps) {
  ContactSolution<double, kContacts> solution;
  Clear(&solution);
  SweepGaussSeidel(problem, sweeps, SweepFrom::kNothing, &solution);
  return solution;
}

TEST(GaussSeidel, OneSweepStopsAContactThatCanStick) {
  const auto problem = LightLeg(5.0);
  const auto solution = SweptFromNothing(problem, 1);
  EXPECT_EQ(solution.mode[0], ContactMode::kStick);
  const Eigen::Vector3d u = problem.dt * problem.delassus * solution.force[0] + problem.free_velocity;
  EXPECT_LT(u.norm(), 1e-15);
  EXPECT_LT((u - solution.velocity[0]).norm(), 1e-15);
}

TEST(GaussSeidel, AContactThatSlidesTurnsAgainstItsSlip) {
  const auto problem = LightLeg(0.3);
  const auto solution = SweptFromNothing(problem, 10);
  EXPECT_EQ(solution.mode[0], ContactMode::kSlide);
  const Eigen::Vector3d u = problem.dt * problem.delassus * solution.force[0] + problem.free_velocity;
  const Eigen::Vector3d& f = solution.force[0];
  EXPECT_NEAR(u[0], 0.0, 1e-9);
  EXPECT_NEAR(std::hypot(f[1], f[2]), 0.3 * f[0], 1e-12 * f[0]);
  EXPECT_NEAR(u[1] * f[2] - u[2] * f[1], 0.0, 1e-9 * f[0]);
  EXPECT_LT(u[1] * f[1] + u[2] * f[2], 0.0);
}

// A body on four legs without weight, rank 6 of 12. Many forces hold it; the sweeps find those that share its
// weight.
TEST(GaussSeidel, FromNothingTheFeetShareTheLoad) {
  const double mass = 12, inertia[3] = {0.2, 0.4, 0.5};
  Eigen::Matrix<double, 12, 6> jacobian;
  for (int row = 0; row < 12; ++row) {
    const int foot = row / 3;
    const Eigen::Vector3d at(foot < 2 ? 0.18 : -0.18, foot % 2 == 0 ? 0.13 : -0.13, -0.28);
    const Eigen::Vector3d axis = Eigen::Vector3d::Unit((row + 2) % 3);  // z, x, y
    jacobian.row(row) << axis.transpose(), at.cross(axis).transpose();
  }
  Eigen::Matrix<double, 6, 1> inverse_mass;
  inverse_mass << 1 / mass, 1 / mass, 1 / mass, 1 / inertia[0], 1 / inertia[1], 1 / inertia[2];
  ContactProblem<double, 4> problem;
  problem.contacts = 4;
  problem.dt = 1e-3;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j)
      problem.delassus(i, j) = jacobian.row(i).cwiseProduct(inverse_mass.transpose()).dot(jacobian.row(j));
  problem.free_velocity = -9.81 * problem.dt * jacobian.col(2);
  problem.friction.setConstant(0.4);
  problem.normal_bias.setZero();
  const auto solution = SweptFromNothing(problem, 5);
  for (const auto& f : solution.force) {
    EXPECT_NEAR(f[0], mass * 9.81 / 4, 1e-9);
    EXPECT_NEAR(std::hypot(f[1], f[2]), 0.0, 1e-9);
  }
}

// Sweeps from nothing ignore last tick's modes. Otherwise these would decide from the first sweep on what
// slides, although nothing else of the last answer holds.
TEST(GaussSeidel, FromNothingNoLastAnswerCounts) {
  const auto problem = LightLeg(5.0);
  ContactSolution<double, 1> clean, used;
  Clear(&clean);
  Clear(&used);
  used.mode[0] = ContactMode::kSlide;
  used.force[0] = {3.0, 1.0, -2.0};
  used.velocity[0] = {1.0, 1.0, 1.0};
  SweepGaussSeidel(problem, 1, SweepFrom::kNothing, &clean);
  SweepGaussSeidel(problem, 1, SweepFrom::kNothing, &used);
  EXPECT_EQ(used.mode, clean.mode);
  EXPECT_EQ(used.force[0], clean.force[0]);
  EXPECT_EQ(used.velocity[0], clean.velocity[0]);
}

// Sweeps alone end in solutions, as judged by the evaluator that knows only the problem and the forces.
template <typename Scalar>
void ExpectThatManySweepsSolve(Real tolerance, int least) {
  RobotContacts contacts(23);
  auto problem = std::make_unique<ContactProblem<Scalar, 8>>();
  auto solution = std::make_unique<ContactSolution<Scalar, 8>>();
  int solved = 0;
  constexpr int kProblems = 300;
  for (std::uint64_t k = 0; k < kProblems; ++k) {
    contacts.Draw(RobotScene::kQuadrupedPoint, k, problem.get());
    Clear(solution.get());
    SweepGaussSeidel(*problem, 200, SweepFrom::kNothing, solution.get());
    solved += Certify(*problem, *solution).HoldsCircular(tolerance) ? 1 : 0;
  }
  EXPECT_GE(solved, least) << "of " << kProblems;
}

TEST(GaussSeidel, ManySweepsSolve) { ExpectThatManySweepsSolve<double>(1e-6L, 290); }
TEST(GaussSeidel, ManySweepsSolveInFloat) { ExpectThatManySweepsSolve<float>(1e-4L, 290); }

// The purpose of the sweeps: a Newton step that starts from five sweeps usually ends at the solution.
TEST(GaussSeidel, FiveSweepsNameTheModes) {
  RobotContacts contacts(24);
  const auto problem = std::make_unique<ContactProblem<double, 8>>();
  const auto state = std::make_unique<ContactSolverState<double, 8>>();
  const auto solution = std::make_unique<ContactSolution<double, 8>>();
  const auto swept = std::make_unique<ContactSolution<double, 8>>();
  constexpr int kProblems = Trials(1000, 300);
  int same = 0, one_step = 0, solved = 0;
  for (std::uint64_t k = 0; k < kProblems; ++k) {
    contacts.Draw(RobotScene::kQuadrupedPoint, k, problem.get());
    state->warm = false;
    if (SolveContacts(*problem, {}, *state, *solution) != SolveStatus::kSolved) continue;
    Clear(swept.get());
    SweepGaussSeidel(*problem, 5, SweepFrom::kNothing, swept.get());
    ++solved;
    same += swept->mode == solution->mode ? 1 : 0;
    one_step += solution->pivots == 1 ? 1 : 0;
  }
  EXPECT_GE(solved, kProblems * 99 / 100);
  EXPECT_GE(same, solved * 9 / 10);
  EXPECT_GE(one_step, solved * 7 / 10);
}

}  // namespace footing::gauss_seidel_test
