// Nonnegative least squares by Lawson and Hanson in the widest type: the distance of a vector from a cone
// whose generators are known. It knows nothing of contacts.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <vector>

#include "tests/support/oracles/gauss_jordan.hpp"

namespace footing {

using RealMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using RealColumn = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

// The distance from b to pos(G): nonnegative least squares by Lawson and Hanson.
inline Real DistanceToCone(const RealMatrix& G, const RealColumn& b) {
  const auto n = G.cols();
  RealColumn x = RealColumn::Zero(n);
  std::vector<bool> passive(static_cast<std::size_t>(n), false);
  for (int round = 0; round < 30 * n; ++round) {
    const RealColumn pull = G.transpose() * (b - G * x);
    Eigen::Index enters = -1;
    for (Eigen::Index j = 0; j < n; ++j) {
      if (!passive[static_cast<std::size_t>(j)] && pull[j] > Real(1e-15L) * b.norm() * G.col(j).norm() &&
          (enters < 0 || pull[j] > pull[enters]))
        enters = j;
    }
    if (enters < 0) break;
    passive[static_cast<std::size_t>(enters)] = true;
    while (true) {
      std::vector<Eigen::Index> columns;
      for (Eigen::Index j = 0; j < n; ++j) {
        if (passive[static_cast<std::size_t>(j)]) columns.push_back(j);
      }
      RealMatrix some(G.rows(), static_cast<Eigen::Index>(columns.size()));
      for (std::size_t j = 0; j < columns.size(); ++j)
        some.col(static_cast<Eigen::Index>(j)) = G.col(columns[j]);
      const RealColumn best = some.colPivHouseholderQr().solve(b);
      Real step = 1;
      for (std::size_t j = 0; j < columns.size(); ++j) {
        const Real to = best[static_cast<Eigen::Index>(j)];
        const Real from = x[columns[j]];
        if (to <= 0) step = std::min(step, from / std::max(from - to, Real(1e-300L)));
      }
      for (std::size_t j = 0; j < columns.size(); ++j) {
        Real& mine = x[columns[j]];
        const Real to = best[static_cast<Eigen::Index>(j)];
        mine += step * (to - mine);
        if (step < 1 && mine <= Real(1e-16L) * x.norm())
          mine = 0, passive[static_cast<std::size_t>(columns[j])] = false;
      }
      if (step == 1) break;
    }
  }
  return (b - G * x).norm();
}

}  // namespace footing
