// Problem: write a coupled boxed problem as an LCP, for Lemke's method.
// Method, by kind of row. x is the unknown of the boxes, z is the unknown of the LCP.
//   * Bilateral rows and coupled rows are solved for x (pivot_transform.hpp).
//   * lo only: x = lo + z. hi only: x = hi − z, and the row is negated. lo = hi: x is constant.
//   * Both bounds: x = lo + z ⟂ w + λ, and a second row hi − lo − z ⟂ λ.
//   * Coupled to x_k: w = λ⁺ − λ⁻, with two rows in place of one: μ x_k + x ⟂ λ⁺ and μ x_k − x ⟂ λ⁻ (Berard,
//     Trinkle, Nguyen, Roghani, Fink and Kumar 2007, the box form of eq. 26).
//   * Dependent bilateral rows, which the pivoting cannot reach: x = z⁺ − z⁻, w ⟂ z⁺, −w ⟂ z⁻.
// A PSD A gives a copositive LCP if all coupled rows have lo_k ≥ 0, and a PSD LCP if no row is coupled.
// Departure: coupled rows that the pivoting cannot reach keep x = 0. Bilateral rows do the same if A is so
// far from PSD that their w was exchanged and their x was not. The w of these rows is not looked at, so the
// caller must check the answer.
#pragma once

#include <array>
#include <cstdint>

#include "core/lcp/general/pivot_transform.hpp"
#include "core/lcp/problem.hpp"

namespace footing {

template <typename Scalar, int kCapacity, int kLcpCapacity>
struct BoxesAsLcpWorkspace {
  LcpProblem<Scalar, kLcpCapacity> lcp;
  LcpSolution<Scalar, kLcpCapacity> solution;
  PivotTransform<Scalar, kCapacity> solved;                          // of bilateral and coupled rows
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> first;  // LCP row of each row, or −1
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

  // Fills workspace.lcp from A + diag(δ) and b − δ ∘ center. False if there are too many rows, or if the
  // normal of a coupled row may be negative, which this form cannot express. Up to n³ multiply-adds.
  bool Write(const Vector& delta, const Vector& center) {
    for (int i = 0; i < n_; ++i) {
      const int k = CouplingOf(problem_, i);
      if (k >= 0 && problem_.lo[k] < Scalar(0)) return false;
    }
    for (int i = 0; i < n_; ++i) {
      work_.solved.constant[i] = problem_.b[i] - delta[i] * center[i];
      for (int j = 0; j < n_; ++j) work_.solved.tableau(i, j) = problem_.A(i, j);
      work_.solved.tableau(i, i) += delta[i];
      work_.solved.chosen[Index(i)] = Freed(i);
    }
    work_.solved.Exchange(n_);
    if (!NumberRows()) return false;
    ShiftBounds();
    FillRows();
    return true;
  }

  // Computes x from workspace.solution.
  void Read(Vector& x) const {
    const auto& z = work_.solution.z;
    for (int i = 0; i < n_; ++i) {
      if (Solved(i)) continue;
      x[i] = Shifted(i) + Direction(i) * (First(i) < 0 ? Scalar(0) : z[First(i)]);
      if (Freed(i) && First(i) >= 0) x[i] -= z[Second(i)];
    }
    for (int i = 0; i < n_; ++i) {
      if (!Solved(i)) continue;
      const int row = work_.solved.RowOfX(i);
      Scalar sum = work_.solved.constant[row];
      for (int l = 0; l < n_; ++l) {
        if (First(l) < 0) continue;
        const Scalar c = Column(row, l);
        sum += c * z[First(l)];
        if (Freed(l)) sum -= c * z[Second(l)];
      }
      x[i] = sum;
    }
  }

 private:
  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }
  int First(int i) const { return work_.first[Index(i)]; }
  int Second(int i) const { return work_.second[Index(i)]; }
  bool Solved(int i) const { return work_.solved.RowOfX(i) >= 0; }
  bool Freed(int i) const {
    return CouplingOf(problem_, i) >= 0 ||
           (problem_.lo[i] == -kInfinity<Scalar> && problem_.hi[i] == kInfinity<Scalar>);
  }
  bool FromAbove(int i) const { return problem_.lo[i] == -kInfinity<Scalar>; }
  Scalar Direction(int i) const { return !Freed(i) && FromAbove(i) ? Scalar(-1) : Scalar(1); }

  // x of row i if its z is 0, or if x is fixed.
  Scalar Shifted(int i) const {
    return Freed(i) ? Scalar(0) : (FromAbove(i) ? problem_.hi[i] : problem_.lo[i]);
  }

  // Numbers the rows of the LCP. False if its capacity is too small.
  bool NumberRows() {
    int count = 0;
    for (int i = 0; i < n_; ++i) {
      const bool coupled = CouplingOf(problem_, i) >= 0;
      const bool exchanged = work_.solved.ColOfW(i) >= 0;
      const bool has_row = coupled    ? Solved(i) && exchanged
                           : Freed(i) ? !Solved(i) && !exchanged
                                      : problem_.lo[i] < problem_.hi[i];
      const bool has_two =
          has_row &&
          (Freed(i) || (problem_.lo[i] > -kInfinity<Scalar> && problem_.hi[i] < kInfinity<Scalar>));
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
      for (int i = 0; i < n_; ++i) work_.solved.constant[i] += work_.solved.tableau(i, j) * shift;
    }
  }

  // The entry of tableau row `row` in the column of row l's first LCP variable.
  Scalar Column(int row, int l) const {
    if (CouplingOf(problem_, l) >= 0) return work_.solved.tableau(row, work_.solved.ColOfW(l));
    return Direction(l) * work_.solved.tableau(row, l);
  }

  void FillRows() {
    auto& lcp = work_.lcp;
    for (int i = 0; i < n_; ++i) {
      if (First(i) < 0) continue;
      const int k = CouplingOf(problem_, i);
      if (k < 0) {
        const Scalar sign = Direction(i);
        FillFrom(i, sign, First(i));
        lcp.b[First(i)] = sign * work_.solved.constant[i];
        if (Second(i) < 0) continue;
        if (Freed(i)) {
          FillFrom(i, Scalar(-1), Second(i));
          lcp.b[Second(i)] = -work_.solved.constant[i];
          continue;
        }
        lcp.A(First(i), Second(i)) += Scalar(1);
        for (int c = 0; c < lcp.size; ++c) lcp.A(Second(i), c) = Scalar(0);
        lcp.A(Second(i), First(i)) = Scalar(-1);
        lcp.b[Second(i)] = problem_.hi[i] - problem_.lo[i];
        continue;
      }
      const int row = work_.solved.RowOfX(i);
      const Scalar mu = Abs(problem_.hi[i]);
      const Scalar base = mu * Shifted(k);
      FillFrom(row, Scalar(1), First(i));
      FillFrom(row, Scalar(-1), Second(i));
      lcp.b[First(i)] = base + work_.solved.constant[row];
      lcp.b[Second(i)] = base - work_.solved.constant[row];
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
      if (Second(l) >= 0) lcp.A(to, Second(l)) = Freed(l) ? -entry : Scalar(0);
    }
  }

  const Problem& problem_;
  Workspace& work_;
  int n_;
};

}  // namespace footing
