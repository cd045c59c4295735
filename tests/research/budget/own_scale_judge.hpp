// Judges forces of a contact problem in long double, each contact by a scale of its own. Nothing is shared
// with core but the structs.
//
// Contact c's own scale is the largest Σ_j |dt A_ij f_j| + |b_i| of its three rows: what had to cancel there.
// It counts up to kCancel times what its rows are given: the largest |A_ij| / A_jj · |b_j| over the rows j
// that carry or close, the velocity that stopping row j alone brings to row i. A gap that stays open and
// carries nothing gives nothing.
#pragma once

#include <array>
#include <cmath>

#include "core/contact/contact_problem.hpp"
#include "tests/research/budget/drawn_contacts.hpp"

namespace footing::budget {

// The largest error of a contact over its own scale: normal, cone, slip.
template <typename Scalar, int kContacts, int kJointRows, typename Solution>
Wide WorstByOwnScale(const ContactProblem<Scalar, kContacts, kJointRows>& problem, const Solution& solution) {
  constexpr Wide kCancel = sizeof(Scalar) == 4 ? Wide(256) : Wide(10);
  const int rows = 3 * problem.contacts;
  const Wide dt = Wide(problem.dt);
  std::array<Wide, 3 * static_cast<unsigned>(kContacts)> f{}, u{}, size{}, given{};
  const auto at = [](int i) { return static_cast<unsigned>(i); };
  for (int i = 0; i < rows; ++i) f[at(i)] = Wide(solution.force[at(i / 3)][i % 3]);
  for (int i = 0; i < rows; ++i) {
    Wide sum = Wide(problem.free_velocity[i]), terms = std::abs(sum);
    for (int j = 0; j < rows; ++j) {
      const Wide term = dt * Wide(problem.delassus(i, j)) * f[at(j)];
      sum += term;
      terms += std::abs(term);
    }
    u[at(i)] = sum;
    size[at(i)] = terms;
  }
  for (int i = 0; i < rows; ++i) {
    Wide input = std::abs(Wide(problem.free_velocity[i]));
    const bool carries = f[at(i - i % 3)] > 0 || u[at(i - i % 3)] + Wide(problem.normal_bias[i / 3]) < 0;
    if (i % 3 == 0 && carries) input += std::abs(Wide(problem.normal_bias[i / 3]));
    for (int k = 0; k < rows; ++k) {
      const Wide diagonal = Wide(problem.delassus(i, i));
      const Wide share = k == i         ? Wide(1)
                         : diagonal > 0 ? std::abs(Wide(problem.delassus(k, i))) / diagonal
                                        : Wide(0);
      given[at(k)] = std::max(given[at(k)], share * input);
    }
  }
  Wide worst = 0;
  for (int c = 0; c < problem.contacts; ++c) {
    const unsigned n = at(3 * c);
    const Wide own = std::max(size[n], std::max(size[n + 1], size[n + 2]));
    const Wide capped = std::min(own, kCancel * std::max(given[n], std::max(given[n + 1], given[n + 2])));
    const Wide moved = dt * Wide(problem.delassus(3 * c, 3 * c));
    Wide error = std::abs(std::min(moved * f[n], u[n] + Wide(problem.normal_bias[c])));
    const Wide limit = Wide(problem.friction[c]) * std::max(f[n], Wide(0));
    const Wide friction = std::hypot(f[n + 1], f[n + 2]), speed = std::hypot(u[n + 1], u[n + 2]);
    if (friction > limit * (1 + Wide(1e-6L)) || f[n] < 0) error = static_cast<Wide>(INFINITY);
    if (limit > 0) {
      const Wide slip = std::hypot(limit * u[n + 1] + speed * f[n + 1], limit * u[n + 2] + speed * f[n + 2]);
      error = std::max(error, slip / limit);
    }
    if (!(error < static_cast<Wide>(INFINITY))) error = static_cast<Wide>(INFINITY);
    if (error > 0) worst = std::max(worst, error / capped);
  }
  return worst;
}

}  // namespace footing::budget
