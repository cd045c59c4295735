// A X = B by Gauss–Jordan elimination with row pivoting, in the widest type. It is slow and short, and uses
// nothing of the core.
#pragma once

#include <array>
#include <cmath>
#include <utility>

namespace footing {

using Real = long double;  // a double on the microcontrollers

template <int kRows, int kCols>
using Dense = std::array<std::array<Real, static_cast<unsigned>(kCols)>, static_cast<unsigned>(kRows)>;

// Solves with the leading n rows and columns of *a and the leading n × columns of *b, which becomes X. False:
// singular.
template <int kRows, int kCols>
bool GaussJordan(unsigned n, unsigned columns, Dense<kRows, kRows>* a, Dense<kRows, kCols>* b) {
  for (unsigned k = 0; k < n; ++k) {
    unsigned best = k;
    for (unsigned i = k + 1; i < n; ++i) {
      if (std::abs((*a)[i][k]) > std::abs((*a)[best][k])) best = i;
    }
    if ((*a)[best][k] == Real(0)) return false;
    std::swap((*a)[k], (*a)[best]);
    std::swap((*b)[k], (*b)[best]);
    const Real inverse = Real(1) / (*a)[k][k];
    for (unsigned j = 0; j < n; ++j) (*a)[k][j] *= inverse;
    for (unsigned j = 0; j < columns; ++j) (*b)[k][j] *= inverse;
    for (unsigned i = 0; i < n; ++i) {
      if (i == k) continue;
      const Real factor = (*a)[i][k];
      for (unsigned j = 0; j < n; ++j) (*a)[i][j] -= factor * (*a)[k][j];
      for (unsigned j = 0; j < columns; ++j) (*b)[i][j] -= factor * (*b)[k][j];
    }
  }
  return true;
}

}  // namespace footing
