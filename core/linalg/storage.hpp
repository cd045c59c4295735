// Storage of the solvers: Eigen matrices whose size is a compile-time capacity. The leading
// n rows and columns are in use. The kernels are plain loops over rows. So no library
// temporary uses the heap or the stack, and this code alone fixes the order of the
// operations and every bit of a result.
//
// Everything that core stores has no alignment beyond its scalar's (Eigen::DontAlign). So a type has one
// size and one layout in every compilation, whatever vector registers its options allow. Vectors of 3 and
// matrices of 3 by 3 (dynamics/kinematics.hpp) need no option: Eigen aligns sizes in multiples of 16 bytes.
#pragma once

#include <Eigen/Core>
#include <type_traits>

namespace footing {

// Row-major: the inner loop of every kernel runs along a row.
template <typename Scalar, int kRows, int kCols = kRows>
using BoundedMatrix =
    Eigen::Matrix<Scalar, kRows, kCols, (kCols == 1 ? Eigen::ColMajor : Eigen::RowMajor) | Eigen::DontAlign>;

template <typename Scalar, int kRows>
using BoundedVector = Eigen::Matrix<Scalar, kRows, 1, Eigen::ColMajor | Eigen::DontAlign>;

// Calls f(n). Where n is the capacity, f gets it as a constant: the compiler then unrolls a short loop.
template <int kCapacity, typename F>
[[gnu::always_inline]] inline void WithCount(int n, const F& f) {
  if (n == kCapacity)
    f(std::integral_constant<int, kCapacity>());
  else
    f(n);
}

}  // namespace footing
