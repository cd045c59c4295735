// A contact problem as ODE's family reads it: A x = b + w, friction rows bounded by μ times another row.
#pragma once

#include <limits>
#include <vector>

#include "tests/survey/peer.hpp"

namespace footing::survey {

struct BoxedRows {
  std::vector<double> a;  // rows × stride, row by row
  std::vector<double> b;
  std::vector<double> x;
  std::vector<double> lo;
  std::vector<double> hi;
  std::vector<int> normal_row;  // −1, or the row whose impulse times hi bounds this one

  BoxedRows(const PeerProblem& problem, int stride) {
    const int rows = problem.rows();
    a.assign(static_cast<std::size_t>(rows) * static_cast<std::size_t>(stride), 0.0);
    x.assign(static_cast<std::size_t>(stride), 0.0);
    b = lo = hi = x;
    normal_row.assign(static_cast<std::size_t>(stride), -1);
    for (int i = 0; i < rows; ++i) {
      const auto r = static_cast<std::size_t>(i);
      for (int j = 0; j < rows; ++j) {
        a[r * static_cast<std::size_t>(stride) + static_cast<std::size_t>(j)] =
            problem.delassus[i * rows + j];
      }
      const bool normal = i % 3 == 0;
      const double mu = problem.friction[i / 3];
      b[r] = -problem.free_velocity[i] - (normal ? problem.normal_bias[i / 3] : 0.0);
      lo[r] = normal ? 0.0 : -mu;
      hi[r] = normal ? std::numeric_limits<double>::infinity() : mu;
      if (!normal) normal_row[r] = i - i % 3;
    }
  }
};

}  // namespace footing::survey
