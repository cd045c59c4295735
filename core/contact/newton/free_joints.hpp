// The joint rows in the linear system of chosen modes (fixed_modes.hpp): those whose force no bound holds.
// Their rows and columns follow those of the contacts. Without joint rows there is no memory and no code.
#pragma once

#include <array>

#include "core/contact/newton/mode_rows.hpp"

namespace footing {

template <int kJointRows>
class FreeJoints {
 public:
  void Clear() { count_ = 0; }
  // Call it in ascending order.
  void Add(int joint_row) { of_[static_cast<unsigned>(count_++)] = joint_row; }
  int count() const { return count_; }

  // Writes the joints' columns of contact c's rows. `x` is its mode, and `row` points at the first of these
  // columns in its first row; rows are kTo numbers apart.
  template <int kTo, typename Problem, typename Scalar>
  void FillColumns(const Problem& problem, int c, const ModeUnknowns<Scalar>& x, Scalar* row) const {
    for (int k = 0; k < count_; ++k, ++row) {
      const int j = Row(problem, k);
      const auto entry = [&](int r) { return problem.delassus(3 * c + r, j); };
      row[0] = entry(0);
      if (x.count == 2) row[kTo] = x.across_1 * entry(1) + x.across_2 * entry(2);
      if (x.count == 3) row[kTo] = entry(1), row[2 * kTo] = entry(2);
    }
  }

  // Writes the joints' rows from row n of the matrix, with `delta` times a row's diagonal entry added to that
  // entry. Pivots up to `least` times it are rounding. Returns the number of rows of the whole system.
  template <typename Problem, typename Rows, typename Matrix, typename Scalar>
  int FillRows(const Problem& problem, const Rows& rows, int n, Scalar delta, Scalar least,
               Matrix* matrix) const {
    for (int k = 0; k < count_; ++k) {
      const int i = Row(problem, k);
      Scalar* const to = matrix->Row(n + k);
      rows.Fill(&problem.delassus(i, 0), Problem::kRows, to);
      for (int j = 0; j < count_; ++j) to[n + j] = problem.delassus(i, Row(problem, j));
      to[n + k] += delta * problem.delassus(i, i);
      matrix->Least(n + k) = least * problem.delassus(i, i);
    }
    return n + count_;
  }

  // Writes the right side: what stops the rows.
  template <typename Forces, typename Scalar>
  void Ask(const Forces& at, Scalar per_step, Scalar* to) const {
    for (int k = 0; k < count_; ++k) to[k] = -per_step * at.joint_velocity[of_[static_cast<unsigned>(k)]];
  }
  template <typename Scalar, typename Forces>
  void AddForces(const Scalar* by, Forces* at) const {
    for (int k = 0; k < count_; ++k) at->joint_force[of_[static_cast<unsigned>(k)]] += by[k];
  }

 private:
  template <typename Problem>
  int Row(const Problem& problem, int k) const {
    return 3 * problem.contacts + of_[static_cast<unsigned>(k)];
  }

  int count_ = 0;  // at most kJointRows
  std::array<int, static_cast<unsigned>(kJointRows)> of_;
};

template <>
class FreeJoints<0> {
 public:
  void Clear() {}
  void Add(int) {}
  static constexpr int count() { return 0; }
  template <int kTo, typename Problem, typename Scalar>
  void FillColumns(const Problem&, int, const ModeUnknowns<Scalar>&, Scalar*) const {}
  template <typename Problem, typename Rows, typename Matrix, typename Scalar>
  int FillRows(const Problem&, const Rows&, int n, Scalar, Scalar, Matrix*) const {
    return n;
  }
};

}  // namespace footing
