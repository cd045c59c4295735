// min |r(x)|² within bounds, by damped steps (Levenberg, Marquardt) with derivatives from differences.
#pragma once

#include <Eigen/Core>
#include <functional>

namespace footing::tools {

struct BoundedProblem {
  std::function<void(const Eigen::VectorXd& x, Eigen::VectorXd* residuals)> residuals;
  Eigen::VectorXd lower, upper;  // of x
};

// Moves x, which must be within the bounds, to a local minimum; returns |r|² there. At most `steps` steps.
double Minimize(const BoundedProblem& problem, int steps, Eigen::VectorXd* x);

}  // namespace footing::tools
