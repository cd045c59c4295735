// The number of independent rows of a Delassus matrix.
#pragma once

#include "tests/support/scenes/robot_contacts.hpp"

namespace footing::survey {

// Counts the rows whose squared distance from the span of the rows before exceeds 1e-5 of their own squared
// length. The method is Cholesky of the matrix scaled to unit diagonal, in the order of the rows.
template <int kContacts>
int Rank(const ContactProblem<double, kContacts>& problem) {
  static Dense<3 * kMostContacts, 3 * kMostContacts> l;
  const int rows = problem.rows();
  int rank = 0;
  for (int i = 0; i < rows; ++i) {
    const auto r = static_cast<unsigned>(i);
    Real rest = 1;
    for (int j = 0; j < i; ++j) {
      const auto c = static_cast<unsigned>(j);
      Real sum = Real(problem.delassus(i, j)) /
                 std::sqrt(Real(problem.delassus(i, i)) * Real(problem.delassus(j, j)));
      for (unsigned k = 0; k < c; ++k) sum -= l[r][k] * l[c][k];
      l[r][c] = l[c][c] > Real(0) ? sum / l[c][c] : Real(0);
      rest -= l[r][c] * l[r][c];
    }
    l[r][r] = rest > Real(1e-5) ? std::sqrt(rest) : Real(0);
    rank += rest > Real(1e-5) ? 1 : 0;
  }
  return rank;
}

}  // namespace footing::survey
