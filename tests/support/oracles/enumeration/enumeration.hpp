// An oracle for complementarity problems that shares no code with the solvers, in the widest type. It tries
// every assignment of rows to "at the lower bound", "at the upper bound" and "between". It solves for the
// rows between by Gauss–Jordan elimination with full pivoting, and keeps the answers that satisfy the signs.
// There are 2ⁿ (LCP) or 3ⁿ (boxed) assignments; n ≤ 12. Assignments with a singular matrix are skipped: with
// A symmetric PSD, or A generic, a solvable problem has a solution without one.
#pragma once

#include <array>

#include "core/scalar.hpp"
#include "tests/support/oracles/gauss_jordan.hpp"

namespace footing::test {

struct Enumeration {
  static constexpr int kMax = 12;
  using Vector = std::array<Real, kMax>;

  int size = 0;
  std::array<Vector, kMax> A{};
  Vector b{};
  Vector lo{};
  Vector hi{};

  int solutions = 0;   // assignments that solve
  bool unique = true;  // all of them have the same z
  Vector first{};      // z of the first of them

  // Copies a problem of the core; an LCP has bounds 0 and ∞.
  template <typename Problem>
  void Load(const Problem& problem) {
    size = problem.size;
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) A[At(i)][At(j)] = static_cast<Real>(problem.A(i, j));
      b[At(i)] = static_cast<Real>(problem.b[i]);
      if constexpr (requires { problem.lo; }) {
        lo[At(i)] = static_cast<Real>(problem.lo[i]);
        hi[At(i)] = static_cast<Real>(problem.hi[i]);
      } else {
        lo[At(i)] = Real(0);
        hi[At(i)] = kInfinity<Real>;
      }
    }
  }

  void Run(Real tolerance) {
    solutions = 0;
    unique = true;
    int total = 1;
    for (int i = 0; i < size; ++i) total *= 3;
    for (int code = 0; code < total; ++code) Try(code, tolerance);
  }

 private:
  enum Place { kLow, kHigh, kBetween };

  static constexpr unsigned At(int i) { return static_cast<unsigned>(i); }

  void Try(int code, Real tolerance) {
    std::array<Place, kMax> place{};
    Vector z{};
    for (int i = 0; i < size; ++i) {
      place[At(i)] = static_cast<Place>(code % 3);
      code /= 3;
      const Real bound = place[At(i)] == kLow ? lo[At(i)] : hi[At(i)];
      if (place[At(i)] == kBetween) continue;
      if (!IsFinite(bound)) return;
      z[At(i)] = bound;
    }
    if (!SolveBetween(place, z)) return;
    for (int i = 0; i < size; ++i) {
      Real w = b[At(i)];
      for (int j = 0; j < size; ++j) w += A[At(i)][At(j)] * z[At(j)];
      const bool equal = lo[At(i)] == hi[At(i)];
      if (place[At(i)] == kLow && w < -tolerance && !equal) return;
      if (place[At(i)] == kHigh && w > tolerance && !equal) return;
      if (z[At(i)] < lo[At(i)] - tolerance || z[At(i)] > hi[At(i)] + tolerance) return;
    }
    if (solutions++ == 0) first = z;
    for (int i = 0; i < size; ++i) unique &= Abs(z[At(i)] - first[At(i)]) <= Real(1000) * tolerance;
  }

  bool SolveBetween(const std::array<Place, kMax>& place, Vector& z) const {
    std::array<int, kMax> rows{};
    int count = 0;
    for (int i = 0; i < size; ++i) {
      if (place[At(i)] == kBetween) rows[At(count++)] = i;
    }
    std::array<std::array<Real, kMax + 1>, kMax> t{};
    std::array<int, kMax> unknown = rows;
    for (int r = 0; r < count; ++r) {
      const int i = rows[At(r)];
      Real right = -b[At(i)];
      for (int j = 0; j < size; ++j) {
        if (place[At(j)] != kBetween) right -= A[At(i)][At(j)] * z[At(j)];
      }
      for (int c = 0; c < count; ++c) t[At(r)][At(c)] = A[At(i)][At(rows[At(c)])];
      t[At(r)][kMax] = right;
    }
    for (int k = 0; k < count; ++k) {
      int row = k;
      int column = k;
      for (int r = k; r < count; ++r) {
        for (int c = k; c < count; ++c) {
          if (Abs(t[At(r)][At(c)]) > Abs(t[At(row)][At(column)])) {
            row = r;
            column = c;
          }
        }
      }
      if (Abs(t[At(row)][At(column)]) < Real(1e-11L)) return false;
      t[At(k)].swap(t[At(row)]);
      for (int r = 0; r < count; ++r) {
        const Real held = t[At(r)][At(k)];
        t[At(r)][At(k)] = t[At(r)][At(column)];
        t[At(r)][At(column)] = held;
      }
      const int held = unknown[At(k)];
      unknown[At(k)] = unknown[At(column)];
      unknown[At(column)] = held;
      for (int r = 0; r < count; ++r) {
        if (r == k) continue;
        const Real factor = t[At(r)][At(k)] / t[At(k)][At(k)];
        for (unsigned c = 0; c <= kMax; ++c) t[At(r)][c] -= factor * t[At(k)][c];
      }
    }
    for (int k = 0; k < count; ++k) z[At(unknown[At(k)])] = t[At(k)][kMax] / t[At(k)][At(k)];
    return true;
  }
};

}  // namespace footing::test
