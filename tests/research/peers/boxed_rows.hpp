// Problems in the form of ODE's family: A x = b + w, friction rows bounded by μ times another row.
#pragma once

#include <limits>
#include <vector>

#include "tests/research/peers/peer.hpp"

namespace footing::survey {

struct BoxedRows {
  std::vector<double> a;  // rows × stride, row by row
  std::vector<double> b;
  std::vector<double> x;
  std::vector<double> lo;
  std::vector<double> hi;
  std::vector<int> normal_row;  // −1, or the row whose impulse times hi bounds this one

  BoxedRows(const PeerProblem& problem, int stride) : BoxedRows(problem.rows(), stride, problem.delassus) {
    for (int i = 0; i < problem.rows(); ++i) {
      const auto r = static_cast<std::size_t>(i);
      const bool normal = i % 3 == 0;
      const double mu = problem.friction[i / 3];
      b[r] = -problem.free_velocity[i] - (normal ? problem.normal_bias[i / 3] : 0.0);
      lo[r] = normal ? 0.0 : -mu;
      hi[r] = normal ? std::numeric_limits<double>::infinity() : mu;
      if (!normal) normal_row[r] = i - i % 3;
    }
  }

  BoxedRows(const PeerLcp& problem, int stride) : BoxedRows(problem.rows, stride, problem.a) {
    for (int i = 0; i < problem.rows; ++i) {
      b[static_cast<std::size_t>(i)] = -problem.b[i];
      hi[static_cast<std::size_t>(i)] = std::numeric_limits<double>::infinity();
    }
  }

 private:
  BoxedRows(int rows, int stride, const double* matrix) {
    const auto width = static_cast<std::size_t>(stride);
    a.assign(static_cast<std::size_t>(rows) * width, 0.0);
    x.assign(width, 0.0);
    b = lo = hi = x;
    normal_row.assign(width, -1);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < rows; ++j) {
        a[static_cast<std::size_t>(i) * width + static_cast<std::size_t>(j)] = matrix[i * rows + j];
      }
    }
  }
};

}  // namespace footing::survey
