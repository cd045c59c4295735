// Problem: write a coupled boxed problem as an LCP, for Lemke's method.
// Method, by kinds of rows, x the unknown of the boxes, z of the LCP:
//   * bilateral rows and coupled rows are solved for x: a principal pivot transform on them
//     (complete pivoting; Cottle, Pang and Stone, The Linear Complementarity Problem, section 2.3);
//   * lo only: x = lo + z;  hi only: x = hi − z, its row negated;  lo = hi: a constant;
//   * both: x = lo + z ⟂ w + λ, and hi − lo − z ⟂ λ, a second row;
//   * coupled to x_k: w = λ⁺ − λ⁻, μ x_k + x ⟂ λ⁺, μ x_k − x ⟂ λ⁻ (Berard, Trinkle, Nguyen,
//     Roghani, Fink and Kumar 2007, the box form of eq. 26), two rows in place of one.
// PSD A gives a copositive LCP where all coupled rows have lo_k ≥ 0, PSD where there is none.
// Departure: rows that the pivoting cannot reach (dependent ones) keep x = 0,
// and their w is not looked at: who calls checks the answer.
#pragma once

#include <array>
#include <cstdint>

#include "core/lcp/problem.hpp"
#include "core/lcp/scaling.hpp"
#include "core/linalg/row_update.hpp"

namespace footing {

template <typename Scalar, int kCapacity, int kLcpCapacity>
struct BoxesAsLcpWorkspace {
  LcpProblem<Scalar, kLcpCapacity> lcp;
  LcpSolution<Scalar, kLcpCapacity> solution;
  BoundedMatrix<Scalar, kCapacity> tableau;  // w and solved x over x and solved w
  BoundedVector<Scalar, kCapacity> constant;
  BoundedVector<Scalar, kCapacity> row_scale;
  BoundedVector<Scalar, kCapacity> col_scale;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> row_of_x;  // of a solved x, or −1
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> col_of_w;  // of a solved row's w, or −1
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> first;     // LCP row of each row, or −1
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> second;
};

template <typename Scalar, int kCapacity, int kLcpCapacity>
class BoxesAsLcp {
 public:
  using Problem = CoupledBoxProblem<Scalar, kCapacity>;
  using Workspace = BoxesAsLcpWorkspace<Scalar, kCapacity, kLcpCapacity>;
  using Vector = BoundedVector<Scalar, kCapacity>;

  BoxesAsLcp(const Problem& problem, Workspace& workspace)
      : problem_(problem), work_(workspace), n_(problem.size) {}

  // Fills workspace.lcp from A + diag(δ) and b − δ ∘ center. False where a coupled row's normal may be
  // negative, which this form cannot say, or there are too many rows. Up to n³ multiply-adds.
  bool Write(const Vector& delta, const Vector& center) {
    for (int i = 0; i < n_; ++i) {
      const int k = CouplingOf(problem_, i);
      if (k >= 0 && problem_.lo[k] < Scalar(0)) return false;
    }
    for (int i = 0; i < n_; ++i) {
      work_.constant[i] = problem_.b[i] - delta[i] * center[i];
      for (int j = 0; j < n_; ++j) work_.tableau(i, j) = problem_.A(i, j);
      work_.tableau(i, i) += delta[i];
      work_.row_of_x[Index(i)] = -1;
      work_.col_of_w[Index(i)] = -1;
    }
    SolveForFree();
    if (!NumberRows()) return false;
    ShiftBounds();
    FillRows();
    return true;
  }

  // x from workspace.solution.
  void Read(Vector& x) const {
    const auto& z = work_.solution.z;
    for (int i = 0; i < n_; ++i) {
      if (!Solved(i)) x[i] = Shifted(i) + Direction(i) * (First(i) < 0 ? Scalar(0) : z[First(i)]);
    }
    for (int i = 0; i < n_; ++i) {
      if (!Solved(i)) continue;
      const int row = work_.row_of_x[Index(i)];
      Scalar sum = work_.constant[row];
      for (int l = 0; l < n_; ++l) {
        if (First(l) < 0) continue;
        const Scalar c = Column(row, l);
        sum += c * z[First(l)];
        if (CouplingOf(problem_, l) >= 0) sum -= c * z[Second(l)];
      }
      x[i] = sum;
    }
  }

 private:
  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }
  int First(int i) const { return work_.first[Index(i)]; }
  int Second(int i) const { return work_.second[Index(i)]; }
  bool Solved(int i) const { return work_.row_of_x[Index(i)] >= 0; }
  bool Freed(int i) const {
    return CouplingOf(problem_, i) >= 0 ||
           (problem_.lo[i] == -kInfinity<Scalar> && problem_.hi[i] == kInfinity<Scalar>);
  }
  bool FromAbove(int i) const { return problem_.lo[i] == -kInfinity<Scalar>; }
  Scalar Direction(int i) const { return !Freed(i) && FromAbove(i) ? Scalar(-1) : Scalar(1); }

  // x of row i where its z is 0 (or where it stays).
  Scalar Shifted(int i) const {
    return Freed(i) ? Scalar(0) : (FromAbove(i) ? problem_.hi[i] : problem_.lo[i]);
  }

  // Exchanges w and x of freed rows, largest scaled entry first, until none is left or all
  // are rounding.
  void SolveForFree() {
    EquilibrateByPowersOfTwo(work_.tableau, n_, work_.row_scale, work_.col_scale);
    Scalar first = Scalar(0);
    for (int step = 0; step < n_; ++step) {
      Scalar largest = Scalar(0);
      int row = -1;
      int column = -1;
      for (int i = 0; i < n_; ++i) {
        if (!Freed(i) || work_.col_of_w[Index(i)] >= 0) continue;
        for (int j = 0; j < n_; ++j) {
          if (!Freed(j) || work_.row_of_x[Index(j)] >= 0) continue;
          const Scalar size = Abs(work_.tableau(i, j)) * work_.row_scale[i] * work_.col_scale[j];
          if (size > largest) {
            largest = size;
            row = i;
            column = j;
          }
        }
      }
      if (step == 0) first = largest;
      if (!(largest > static_cast<Scalar>(16 * n_) * kEpsilon<Scalar> * first)) return;
      Exchange(row, column);
    }
  }

  void Exchange(int row, int column) {
    Scalar* const pivot_row = work_.tableau.data() + row * kCapacity;
    const Scalar inverse = Scalar(1) / pivot_row[column];
    for (int j = 0; j < n_; ++j) pivot_row[j] *= -inverse;
    pivot_row[column] = inverse;
    work_.constant[row] *= -inverse;
    for (int i = 0; i < n_; ++i) {
      Scalar* const other = work_.tableau.data() + i * kCapacity;
      const Scalar factor = other[column];
      if (i == row || factor == Scalar(0)) continue;
      other[column] = Scalar(0);
      SubtractMultiple(-factor, pivot_row, other, n_);
      work_.constant[i] += factor * work_.constant[row];
    }
    work_.row_of_x[Index(column)] = static_cast<std::int16_t>(row);
    work_.col_of_w[Index(row)] = static_cast<std::int16_t>(column);
  }

  // False where the LCP's capacity is too small.
  bool NumberRows() {
    int count = 0;
    for (int i = 0; i < n_; ++i) {
      const bool coupled = CouplingOf(problem_, i) >= 0;
      const bool solved = Solved(i) && work_.col_of_w[Index(i)] >= 0;
      const bool has_row = coupled ? solved : !Freed(i) && problem_.lo[i] < problem_.hi[i];
      const bool has_two =
          coupled ? solved
                  : has_row && problem_.lo[i] > -kInfinity<Scalar> && problem_.hi[i] < kInfinity<Scalar>;
      work_.first[Index(i)] = static_cast<std::int16_t>(has_row ? count++ : -1);
      work_.second[Index(i)] = static_cast<std::int16_t>(has_two ? count++ : -1);
    }
    work_.lcp.size = count;
    return count <= kLcpCapacity;
  }

  // constant += tableau times the shifts of x.
  void ShiftBounds() {
    for (int j = 0; j < n_; ++j) {
      if (Solved(j)) continue;
      const Scalar shift = Shifted(j);
      if (shift == Scalar(0)) continue;
      for (int i = 0; i < n_; ++i) work_.constant[i] += work_.tableau(i, j) * shift;
    }
  }

  // Entry of tableau row `row` over what row l's first LCP variable moves.
  Scalar Column(int row, int l) const {
    if (CouplingOf(problem_, l) >= 0) return work_.tableau(row, work_.col_of_w[Index(l)]);
    return Direction(l) * work_.tableau(row, l);
  }

  void FillRows() {
    auto& lcp = work_.lcp;
    for (int i = 0; i < n_; ++i) {
      if (First(i) < 0) continue;
      const int k = CouplingOf(problem_, i);
      if (k < 0) {
        const Scalar sign = Direction(i);
        FillFrom(i, sign, First(i));
        lcp.b[First(i)] = sign * work_.constant[i];
        if (Second(i) < 0) continue;
        lcp.A(First(i), Second(i)) += Scalar(1);
        for (int c = 0; c < lcp.size; ++c) lcp.A(Second(i), c) = Scalar(0);
        lcp.A(Second(i), First(i)) = Scalar(-1);
        lcp.b[Second(i)] = problem_.hi[i] - problem_.lo[i];
        continue;
      }
      const int row = work_.row_of_x[Index(i)];
      const Scalar mu = Abs(problem_.hi[i]);
      const Scalar base = mu * Shifted(k);
      FillFrom(row, Scalar(1), First(i));
      FillFrom(row, Scalar(-1), Second(i));
      lcp.b[First(i)] = base + work_.constant[row];
      lcp.b[Second(i)] = base - work_.constant[row];
      if (First(k) >= 0) {
        lcp.A(First(i), First(k)) += mu;
        lcp.A(Second(i), First(k)) += mu;
      }
    }
  }

  void FillFrom(int row, Scalar sign, int to) {
    auto& lcp = work_.lcp;
    for (int l = 0; l < n_; ++l) {
      if (First(l) < 0) continue;
      const Scalar entry = sign * Column(row, l);
      lcp.A(to, First(l)) = entry;
      if (Second(l) >= 0) lcp.A(to, Second(l)) = CouplingOf(problem_, l) >= 0 ? -entry : Scalar(0);
    }
  }

  const Problem& problem_;
  Workspace& work_;
  int n_;
};

}  // namespace footing
