// A flat body on three feet slides along the bisector of two friction directions. Two feet share their
// friction between both directions, and so fix the slip of the third foot. Nothing depends on the third
// foot's friction.
#include <gtest/gtest.h>

#include "core/margins/least_wrench.hpp"
#include "core/contact/polyhedral/polyhedral_solver.hpp"

namespace footing::least_wrench_pyramid_test {

constexpr double kStep = 0.001;  // s
constexpr double kLength = 0.3;  // m

template <typename Scalar>
WrenchMargin<Scalar> MarginUnder(double forward, double weight) {
  static ContactProblem<Scalar, 8> problem;
  static PolyhedralState<Scalar, 8, 4> state;
  static ContactSolution<Scalar, 8> solution;
  static LeastWrench<Scalar, 8, 4> least;
  const double foot[3][3] = {{0.18, 0.13, -0.28}, {0.18, -0.13, -0.28}, {-0.18, 0.13, -0.28}};
  const double inertia[6] = {12, 12, 12, 0.2, 0.4, 0.5};
  Eigen::Matrix<double, 9, 6> jacobian = Eigen::Matrix<double, 9, 6>::Zero();
  for (int c = 0; c < 3; ++c) {
    const double* const p = foot[c];
    const double rows[3][6] = {
        {0, 0, 1, p[1], -p[0], 0}, {1, 0, 0, 0, p[2], -p[1]}, {0, 1, 0, -p[2], 0, p[0]}};
    for (int k = 0; k < 3; ++k) {
      for (int j = 0; j < 6; ++j) jacobian(3 * c + k, j) = rows[k][j];
    }
  }
  Eigen::Matrix<double, 9, 6> by_wrench = jacobian;  // J M⁻¹
  for (int j = 0; j < 6; ++j) by_wrench.col(j) /= inertia[j];
  problem.contacts = 3;
  problem.dt = static_cast<Scalar>(kStep);
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 9; ++j)
      problem.delassus(i, j) = static_cast<Scalar>(by_wrench.row(i).dot(jacobian.row(j)));
  Eigen::Matrix<double, 6, 1> wrench;
  wrench << forward, forward, weight, 0, 0, 0;
  problem.free_velocity.template head<9>() = (kStep * by_wrench * wrench).cast<Scalar>();
  problem.friction.setConstant(Scalar(0.4L));
  problem.normal_bias.setZero();
  state.warm_contacts = 0;
  EXPECT_EQ(SolvePolyhedral(problem, {}, state, solution), SolveStatus::kSolved);
  by_wrench.rightCols<3>() *= kLength;
  typename LeastWrench<Scalar, 8, 4>::Columns columns;
  columns.template topRows<9>() = (kStep * by_wrench).cast<Scalar>();
  WrenchMargin<Scalar> margin;
  EXPECT_EQ(least.Find(problem, solution, columns, static_cast<Scalar>(kLength), margin),
            SolveStatus::kSolved);
  return margin;
}

TEST(PyramidMargin, OfASlipThatOthersHoldBetweenTwoDirections) {
  for (const double weight : {-119.0, -119.5, -120.0, -120.5, -121.0}) {
    const auto margin = MarginUnder<double>(60, weight);
    EXPECT_FALSE(margin.unique) << weight;
    EXPECT_GT(margin.size, 1.0) << weight;
    EXPECT_FALSE(MarginUnder<float>(60, weight).unique) << weight;
    EXPECT_GT(MarginUnder<float>(60, weight).size, 1.0F) << weight;
  }
}

}  // namespace footing::least_wrench_pyramid_test
