#include "tools/footing/robot/posture/least_squares.hpp"

#include <Eigen/Cholesky>
#include <algorithm>

namespace footing::tools {

double Minimize(const BoundedProblem& problem, int steps, Eigen::VectorXd* x) {
  constexpr double kDifference = 1e-7;
  constexpr double kLeastGain = 1e-12;  // of the cost, in a step
  Eigen::VectorXd residuals, moved;
  problem.residuals(*x, &residuals);
  double cost = residuals.squaredNorm();
  double damping = 1e-3;
  Eigen::MatrixXd jacobian(residuals.size(), x->size());
  for (int step = 0; step < steps; ++step) {
    for (Eigen::Index k = 0; k < x->size(); ++k) {
      Eigen::VectorXd near = *x;
      near[k] += kDifference;
      problem.residuals(near, &moved);
      jacobian.col(k) = (moved - residuals) / kDifference;
    }
    const Eigen::VectorXd gradient = jacobian.transpose() * residuals;
    // What is at a bound and pressed against it stays there.
    for (Eigen::Index k = 0; k < x->size(); ++k) {
      const bool held = ((*x)[k] <= problem.lower[k] && gradient[k] > 0) ||
                        ((*x)[k] >= problem.upper[k] && gradient[k] < 0);
      if (held) jacobian.col(k).setZero();
    }
    const Eigen::VectorXd free_gradient = jacobian.transpose() * residuals;
    const Eigen::MatrixXd normal = jacobian.transpose() * jacobian;
    bool better = false;
    double gain = 0;
    while (!better && damping < 1e9) {
      Eigen::MatrixXd damped = normal;
      damped.diagonal().array() += damping * (normal.diagonal().array() + 1e-6);
      const Eigen::VectorXd next =
          (*x - damped.ldlt().solve(free_gradient)).cwiseMax(problem.lower).cwiseMin(problem.upper);
      problem.residuals(next, &moved);
      const double next_cost = moved.squaredNorm();
      better = next_cost < cost;
      damping = better ? std::max(damping / 5, 1e-12) : 4 * damping;
      if (!better) continue;
      gain = cost - next_cost;
      *x = next;
      residuals = moved;
      cost = next_cost;
    }
    if (!better || gain < kLeastGain * cost) break;
  }
  return cost;
}

}  // namespace footing::tools
