// Problem: Dantzig's method with friction moves one force at a time. How do all other forces and velocities
// move with it, while contacts keep their sets?
// Method: principal pivoting on u = dt A f + b (Cottle, Pang and Stone, The Linear Complementarity Problem,
// section 2.3). Row i has one quantity that is given, f_i or u_i, and one that follows; entry (i, j) is the
// rate of what follows in row i by what is given in row j. An exchange swaps the two of one row.
// A tangent on its bound moves with its normal: f_t = x_t + slope f_n, with slope ±μ, and x_t is given.
// Each exchange and each change of a slope is one update of rank one, n² multiply-adds (Baraff 1994,
// section 4.5, asks for O(n²)).
#pragma once

#include <array>

#include "core/contact/contact_problem.hpp"

namespace footing {

template <typename Scalar, int kContacts>
class FrictionTableau {
 public:
  static constexpr int kRows = 3 * kContacts;
  static constexpr int kWidth = (kRows + 3) / 4 * 4;  // with columns of zeros: no row has a remainder
  using Problem = ContactProblem<Scalar, kContacts>;

  // n_ at most kRows

  // All forces are given, no tangent is tied. n² multiplications.
  void Fill(const Problem& problem) {
    n_ = problem.rows();
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < kWidth; ++j) {
        entry_(i, j) = j < n_ ? problem.dt * problem.delassus(i, j) : Scalar(0);
      }
      least_pivot_[i] = kLeastPivot * entry_(i, i);
      slope_[i] = Scalar(0);
      clamped_[Index(i)] = false;
    }
  }

  // Whether u_i is given (and zero), so that f_i follows: row i is in C or CF of Baraff's sections 4 and 5.
  bool clamped(int i) const { return clamped_[Index(i)]; }
  Scalar slope(int tangent) const { return slope_[tangent]; }
  Scalar Rate(int i, int given) const { return entry_(i, given); }

  // Swaps what is given in row k. False, and nothing is changed: u_k hardly depends on f_k while the other
  // rows keep their sets. Not inlined, because many places call it.
  [[gnu::noinline]] bool Exchange(int k) {
    Scalar* const pivot = Row(k);
    if (!clamped(k) && !(Abs(pivot[k]) > least_pivot_[k])) return false;
    const Scalar inverse = Scalar(1) / pivot[k];
    for (int j = 0; j < n_; ++j) pivot[j] *= -inverse;
    pivot[k] = Scalar(0);
    AddToOthers(k, k, Scalar(1));
    for (int i = 0; i < n_; ++i) entry_(i, k) *= inverse;
    pivot[k] = inverse;
    clamped_[Index(k)] = !clamped_[Index(k)];
    return true;
  }

  // Sets the slope of `tangent`, which is not clamped, nor is its row `normal`. n multiply-adds.
  void TieToGiven(int normal, int tangent, Scalar slope) {
    const Scalar change = slope - slope_[tangent];
    slope_[tangent] = slope;
    for (int i = 0; i < n_; ++i) entry_(i, normal) += change * entry_(i, tangent);
  }

  // Sets the slope of `tangent`, which is not clamped, while its row `normal` is. False, and nothing is
  // changed: the normal force would not follow any more.
  [[gnu::noinline]] bool TieToFollowing(int normal, int tangent, Scalar slope) {
    const Scalar change = slope - slope_[tangent];
    if (change == Scalar(0)) return true;
    Scalar* const pivot = Row(normal);
    const Scalar left = Scalar(1) - change * pivot[tangent];
    if (!(Abs(left) > kLeastPivot)) return false;
    const Scalar inverse = Scalar(1) / left;
    for (int j = 0; j < n_; ++j) pivot[j] *= inverse;
    AddToOthers(normal, tangent, change);
    slope_[tangent] = slope;
    return true;
  }

  // The change of f_i of a clamped row that takes the velocities `u` of all clamped rows to zero.
  template <typename Vector>
  Scalar Correction(int i, const Vector& u) const {
    Scalar sum = Scalar(0);
    for (int j = 0; j < n_; ++j) {
      if (clamped(j)) sum -= entry_(i, j) * u[j];
    }
    return sum;
  }

 private:
  // Of the row's own diagonal entry: what is smaller is mostly rounding errors.
  static constexpr Scalar kLeastPivot = Scalar(32) * kEpsilon<Scalar>;

  // Adds row `of`, times `factor` and the entry in `column`, to each other row.
  void AddToOthers(int of, int column, Scalar factor) {
    const Scalar* const added = Row(of);
    for (int i = 0; i < n_; ++i) {
      if (i == of) continue;
      Scalar* const row = Row(i);
      const Scalar by = factor * row[column];
      for (int j = 0; j < n_; j += 4) {  // at most kWidth / 4
        const Scalar x0 = added[j], x1 = added[j + 1], x2 = added[j + 2], x3 = added[j + 3];
        row[j] += by * x0;
        row[j + 1] += by * x1;
        row[j + 2] += by * x2;
        row[j + 3] += by * x3;
      }
    }
  }

  static unsigned Index(int i) { return static_cast<unsigned>(i); }
  Scalar* Row(int i) { return entry_.data() + i * kWidth; }

  int n_ = 0;
  BoundedMatrix<Scalar, kRows, kWidth> entry_;
  BoundedVector<Scalar, kRows> least_pivot_;
  BoundedVector<Scalar, kRows> slope_;
  std::array<bool, static_cast<unsigned>(kRows)> clamped_;
};

}  // namespace footing
