// Storage of the solvers: Eigen matrices whose size is a compile-time capacity. The leading
// n rows and columns are in use. The kernels are plain loops over rows. So no library
// temporary uses the heap or the stack, and this code alone fixes the order of the
// operations and every bit of a result.
#pragma once

#include <Eigen/Core>
#include <type_traits>

namespace footing {

// Row-major: the inner loop of every kernel runs along a row.
template <typename Scalar, int kRows, int kCols = kRows>
using BoundedMatrix = Eigen::Matrix<Scalar, kRows, kCols, kCols == 1 ? Eigen::ColMajor : Eigen::RowMajor>;

template <typename Scalar, int kRows>
using BoundedVector = Eigen::Matrix<Scalar, kRows, 1>;

// Calls f(n). Where n is the capacity, f gets it as a constant: the compiler then unrolls a short loop.
template <int kCapacity, typename F>
[[gnu::always_inline]] inline void WithCount(int n, const F& f) {
  if (n == kCapacity)
    f(std::integral_constant<int, kCapacity>());
  else
    f(n);
}

}  // namespace footing
