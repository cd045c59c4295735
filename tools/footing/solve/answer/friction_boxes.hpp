// Contacts as coupled boxes: |f_t| ≤ μ f_n on each tangent by itself. Joint rows keep their bounds.
#pragma once

#include "tools/footing/solve/solvers.hpp"

namespace footing::tools {

template <int kContacts, int kJointRows>
void FillFrictionBoxes(const ContactProblem<double, kContacts, kJointRows>& contacts, Boxes* boxes) {
  static_assert(3 * kContacts + kJointRows <= kLargestRows);
  const int n = 3 * contacts.contacts;
  boxes->size = contacts.rows();
  for (int i = 0; i < boxes->size; ++i) {
    for (int j = 0; j < boxes->size; ++j) boxes->A(i, j) = contacts.dt * contacts.delassus(i, j);
    const bool joint = i >= n, normal = !joint && i % 3 == 0;
    const double mu = joint ? 0 : contacts.friction[i / 3];
    boxes->b[i] = contacts.free_velocity[i] + (normal ? contacts.normal_bias[i / 3] : 0);
    boxes->lo[i] = joint ? contacts.lower[i - n] : normal ? 0 : -mu;
    boxes->hi[i] = joint ? contacts.upper[i - n] : normal ? kInfinity<double> : mu;
    boxes->findex[static_cast<unsigned>(i)] = static_cast<std::int16_t>(joint || normal ? -1 : i - i % 3);
  }
}

}  // namespace footing::tools
