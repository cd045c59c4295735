// Judges whether z solves a (boxed, coupled, mixed) LCP, in the widest type and by code of its own. Each row has
// its own scale. A violation is
//   −w where z may grow, and min(w, d (z − lo)) where w > 0 and z may shrink (alike at hi), d = |A_ii|,
// relative to the largest |b| of the rows that are coupled to it, brought into the units of the row: row k counts
// as |b_k| r_i / r_k. Roots of rows r and of columns c are √A_ii; where the diagonal is not positive, r_i is the
// largest |A_ij| / c_j over the columns whose root is known, c alike. In rows with a positive diagonal row k counts
// as no more than |b_k| itself.
// A box that does not hold 0 moves b first.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "tests/support/oracles/gauss_jordan.hpp"

namespace footing::test {

// Rows of a problem in Real: row-major A, and the bounds at z.
struct JudgedRows {
  unsigned n = 0;
  std::vector<Real> A, b, z, lo, hi;

  explicit JudgedRows(int size)
      : n(static_cast<unsigned>(size)),
        A(n * n),
        b(n),
        z(n),
        lo(n, 0),
        hi(n, std::numeric_limits<Real>::infinity()) {}
};

class RowJudge {
 public:
  explicit RowJudge(const JudgedRows& rows) : rows_(rows), n_(rows.n), root_(rows.n), scale_(rows.n) {
    FindRoots();
    FindScales();
  }

  // The largest violation relative to its row's scale; infinite where nothing may be violated or is not finite.
  Real Worst() {
    Real worst = 0;
    for (unsigned i = 0; i < n_; ++i) worst = std::max(worst, Relative(i));
    return worst;
  }

  Real Relative(unsigned i) {
    if (!std::isfinite(rows_.z[i])) return kInf;
    Real w = rows_.b[i];
    for (unsigned j = 0; j < n_; ++j) w += rows_.A[i * n_ + j] * rows_.z[j];
    const Real d = rows_.A[i * n_ + i];
    const auto in_w = [d](Real room) { return d > 0 ? d * room : room > 0 ? kInf : Real(0); };
    Real violation = std::max(in_w(std::max(rows_.lo[i] - rows_.z[i], Real(0))), in_w(std::max(rows_.z[i] - rows_.hi[i], Real(0))));
    if (w < 0) violation = std::max(violation, std::min(-w, in_w(std::max(rows_.hi[i] - rows_.z[i], Real(0)))));
    if (w > 0) violation = std::max(violation, std::min(w, in_w(std::max(rows_.z[i] - rows_.lo[i], Real(0)))));
    // Below the rounding of long double itself nothing can be said.
    Real terms = std::abs(rows_.b[i]);
    for (unsigned j = 0; j < n_; ++j) terms += std::abs(rows_.A[i * n_ + j] * rows_.z[j]);
    if (violation <= 4 * Real(n_) * std::numeric_limits<Real>::epsilon() * terms) return 0;
    return scale_[i] > 0 ? violation / scale_[i] : kInf;
  }
  Real scale(unsigned i) const { return scale_[i]; }
  // r_i times the largest c_k |z_k| of all rows.
  Real term(unsigned i) const {
    Real largest = 0;
    for (unsigned k = 0; k < n_; ++k) largest = std::max(largest, column_[k] * std::abs(rows_.z[k]));
    return root_[i] * largest;
  }

 private:
  static constexpr Real kInf = std::numeric_limits<Real>::infinity();

  void FindRoots() {
    column_.resize(n_);
    std::vector<Real>& column = column_;
    for (unsigned i = 0; i < n_; ++i) column[i] = root_[i] = std::sqrt(std::max(rows_.A[i * n_ + i], Real(0)));
    for (unsigned pass = 0; pass < 3; ++pass) {
      const std::vector<Real> r = root_, c = column;
      for (unsigned i = 0; i < n_; ++i) {
        for (unsigned j = 0; j < n_; ++j) {
          const Real in_row = std::abs(rows_.A[i * n_ + j]);
          const Real in_column = std::abs(rows_.A[j * n_ + i]);
          if (r[i] == 0 && (pass == 2 || c[j] > 0))
            root_[i] = std::max(root_[i], pass == 2 ? std::sqrt(in_row) : in_row / c[j]);
          if (c[i] == 0 && (pass == 2 || r[j] > 0))
            column[i] = std::max(column[i], pass == 2 ? std::sqrt(in_column) : in_column / r[j]);
        }
      }
    }
    for (Real& root : root_) root = root > 0 ? root : Real(1);
  }

  void FindScales() {
    std::vector<unsigned> group(n_);
    std::iota(group.begin(), group.end(), 0U);
    const auto top = [&](unsigned i) {
      while (group[i] != i) i = group[i];
      return i;
    };
    for (unsigned i = 0; i < n_; ++i) {
      for (unsigned j = 0; j < n_; ++j) {
        if (rows_.A[i * n_ + j] != 0) group[top(j)] = top(i);
      }
    }
    std::vector<Real> given(n_), plain(n_), share(n_);
    for (unsigned i = 0; i < n_; ++i) {
      given[i] = std::abs(rows_.b[i]);
      for (unsigned j = 0; j < n_; ++j) {
        const Real start = std::clamp(Real(0), rows_.lo[j], std::max(rows_.lo[j], rows_.hi[j]));
        given[i] += std::abs(rows_.A[i * n_ + j] * start);
      }
      plain[top(i)] = std::max(plain[top(i)], given[i]);
      share[top(i)] = std::max(share[top(i)], given[i] / root_[i]);
    }
    for (unsigned i = 0; i < n_; ++i) {
      const Real scaled = std::max(given[i], root_[i] * share[top(i)]);
      scale_[i] = rows_.A[i * n_ + i] > 0 ? std::min(scaled, plain[top(i)]) : scaled;
    }
  }

  const JudgedRows& rows_;
  unsigned n_;
  std::vector<Real> root_, column_, scale_;
};

// What an answer called solved may violate.
template <typename Scalar>
inline constexpr Real kJudgeTolerance = sizeof(Scalar) == 4 ? 1e-3L : 1e-6L;

// The rows of any problem of core/lcp, with `bounds`(row) at z.
template <typename Problem, typename Vector, typename Bounds>
Real WorstRow(const Problem& problem, const Vector& z, const Bounds& bounds) {
  JudgedRows rows(problem.size);
  for (int i = 0; i < problem.size; ++i) {
    const auto at = static_cast<unsigned>(i);
    for (int j = 0; j < problem.size; ++j) rows.A[at * rows.n + static_cast<unsigned>(j)] = Real(problem.A(i, j));
    rows.b[at] = Real(problem.b[i]);
    rows.z[at] = Real(z[i]);
    const auto [lo, hi] = bounds(i);
    rows.lo[at] = Real(lo);
    rows.hi[at] = Real(hi);
  }
  return RowJudge(rows).Worst();
}

}  // namespace footing::test
