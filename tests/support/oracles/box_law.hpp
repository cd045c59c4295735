// How far forces are from the law of friction in boxes, in long double and from the problem's numbers alone:
//   0 ≤ f_n ⟂ u_n + bias ≥ 0,  |f_t| ≤ μ f_n,  u_t ≠ 0 → f_t = −μ f_n sign(u_t), for each tangent t.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace footing {

// The largest error of a contact, relative to the contact's own scale: the largest sum of magnitudes that one
// of its rows adds up. A force outside its box, or a pull, counts as infinite.
template <typename Problem, typename Force>
long double BoxLawError(const Problem& problem, const Force& force) {
  using Wide = long double;
  constexpr Wide kInfinite = std::numeric_limits<Wide>::infinity();
  const int rows = 3 * problem.contacts;
  Wide worst = 0;
  for (int c = 0; c < problem.contacts; ++c) {
    std::array<Wide, 3> u, f;
    Wide scale = 0;
    for (int k = 0; k < 3; ++k) {
      const int i = 3 * c + k;
      f[static_cast<unsigned>(k)] = Wide(force[static_cast<unsigned>(c)][k]);
      Wide sum = Wide(problem.free_velocity[i]), size = std::fabs(sum);
      for (int j = 0; j < rows; ++j) {
        const Wide term = Wide(problem.dt) * Wide(problem.delassus(i, j)) *
                          Wide(force[static_cast<unsigned>(j / 3)][j % 3]);
        sum += term;
        size += std::fabs(term);
      }
      u[static_cast<unsigned>(k)] = sum;
      scale = std::max(scale, size);
    }
    const auto per_force = [&](int k) { return Wide(problem.dt) * Wide(problem.delassus(3 * c + k, 3 * c + k)); };
    Wide error = std::fabs(std::min(per_force(0) * f[0], u[0] + Wide(problem.normal_bias[c])));
    if (f[0] < 0) return kInfinite;
    const Wide bound = Wide(problem.friction[c]) * f[0];
    for (int k = 1; k < 3; ++k) {
      const Wide f_t = f[static_cast<unsigned>(k)], u_t = u[static_cast<unsigned>(k)];
      if (std::fabs(f_t) > bound * (1 + Wide(1e-6))) return kInfinite;
      const Wide room = per_force(k) * std::max(u_t > 0 ? f_t + bound : bound - f_t, Wide(0));
      error = std::max(error, std::min(std::fabs(u_t), room));
    }
    if (!(error <= 0)) worst = std::max(worst, std::isfinite(error) ? error / scale : kInfinite);
  }
  return worst;
}

}  // namespace footing
