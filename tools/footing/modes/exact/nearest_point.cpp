#include "tools/footing/modes/exact/nearest_point.hpp"

#include <Eigen/LU>
#include <algorithm>

namespace footing::tools {

namespace {

constexpr double kNegligible = 1e-12;

// Weights with sum 1. With them the columns give the point of their affine hull nearest to the origin.
Eigen::VectorXd AffineWeights(const Eigen::MatrixXd& corral) {
  const Eigen::Index size = corral.cols();
  Eigen::MatrixXd system = Eigen::MatrixXd::Ones(size + 1, size + 1);
  system(0, 0) = 0;
  system.bottomRightCorner(size, size) = corral.transpose() * corral;
  return system.fullPivLu().solve(Eigen::VectorXd::Unit(size + 1, 0)).tail(size);
}

}  // namespace

NearestPoint FindNearestPoint(const DoubleRows& rows) {
  Eigen::MatrixXd points(rows.front().size(), rows.size());
  for (std::size_t j = 0; j < rows.size(); ++j)
    points.col(static_cast<Eigen::Index>(j)) =
        Eigen::Map<const Eigen::VectorXd>(rows[j].data(), points.rows());
  NearestPoint nearest{points.col(0), 1, {0}};
  Eigen::VectorXd weights = Eigen::VectorXd::Ones(1);
  const auto corral = [&] { return Eigen::MatrixXd(points(Eigen::all, nearest.among)); };
  for (Eigen::Index step = 0; step < 10 * points.cols(); ++step) {
    Eigen::Index lowest = 0;
    nearest.least = (nearest.point.transpose() * points).minCoeff(&lowest);
    const auto next = static_cast<std::size_t>(lowest);
    const bool known = std::find(nearest.among.begin(), nearest.among.end(), next) != nearest.among.end();
    if (known || nearest.least >= nearest.point.squaredNorm() - kNegligible) return nearest;
    nearest.among.push_back(next);
    weights.conservativeResize(weights.size() + 1);
    weights(weights.size() - 1) = 0;
    // While the nearest point of the corral's affine hull is outside the corral: move toward it as far as the
    // corral's boundary.
    while (true) {
      const Eigen::VectorXd wanted = AffineWeights(corral());
      if (wanted.minCoeff() > kNegligible || wanted.size() == 1) {
        weights = wanted;
        break;
      }
      double part = 1;
      for (Eigen::Index i = 0; i < wanted.size(); ++i) {
        if (wanted(i) <= kNegligible)
          part = std::min(part, weights(i) / std::max(weights(i) - wanted(i), 1e-300));
      }
      weights += part * (wanted - weights);
      Eigen::Index least = 0;
      weights.minCoeff(&least);
      nearest.among.erase(nearest.among.begin() + least);
      const Eigen::Index behind = weights.size() - 1 - least;
      weights.segment(least, behind) = Eigen::VectorXd(weights.tail(behind));
      weights.conservativeResize(weights.size() - 1);
    }
    nearest.point = corral() * weights;
  }
  nearest.least = (nearest.point.transpose() * points).minCoeff();
  return nearest;
}

}  // namespace footing::tools
