// 3 × 3 blocks inside row-major matrices: product, and LU without row exchanges, for matrices whose symmetric
// part is positive semidefinite. Written out: on a small processor loops of three cost as much as the sums.
#pragma once

#include "core/scalar.hpp"

namespace footing {

// c ← c − a b; row-major blocks, each with its own stride. 27 multiply-adds.
template <typename Scalar>
inline void SubtractProduct3(const Scalar* a, int stride_a, const Scalar* b, int stride_b, Scalar* c,
                             int stride_c) {
  const Scalar b_00 = b[0], b_01 = b[1], b_02 = b[2];
  b += stride_b;
  const Scalar b_10 = b[0], b_11 = b[1], b_12 = b[2];
  b += stride_b;
  const Scalar b_20 = b[0], b_21 = b[1], b_22 = b[2];
  for (int i = 0; i < 3; ++i) {
    const Scalar a_0 = a[0], a_1 = a[1], a_2 = a[2];
    c[0] -= a_0 * b_00 + a_1 * b_10 + a_2 * b_20;
    c[1] -= a_0 * b_01 + a_1 * b_11 + a_2 * b_21;
    c[2] -= a_0 * b_02 + a_1 * b_12 + a_2 * b_22;
    a += stride_a;
    c += stride_c;
  }
}

// b ← aᵀ.
template <typename Scalar>
inline void Transpose3(const Scalar* a, int stride_a, Scalar* b, int stride_b) {
  for (int i = 0; i < 3; ++i) {
    b[0] = a[0];
    b[1] = a[stride_a];
    b[2] = a[2 * stride_a];
    a += 1;
    b += stride_b;
  }
}

// LU of a block: unit lower l, upper u with the inverses of its pivots.
template <typename Scalar>
struct Lu3 {
  Scalar u_01, u_02, u_12, l_10, l_20, l_21;
  Scalar inverse[3];  // 0 where a row was dropped: its unknown stays zero

  // `least`: pivots up to it are rounding of rows that depend on those before. Returns the rows that were
  // kept.
  int Factor(const Scalar* a, int stride, const Scalar (&least)[3]) {
    const Scalar *const r_1 = a + stride, *const r_2 = r_1 + stride;
    int kept = 0;
    const auto invert = [&](int k, Scalar pivot) {
      const bool keep = Abs(pivot) > least[k];
      kept += keep ? 1 : 0;
      return inverse[k] = keep ? Scalar(1) / pivot : Scalar(0);
    };
    u_01 = a[1];
    u_02 = a[2];
    const Scalar i_0 = invert(0, a[0]);
    l_10 = r_1[0] * i_0;
    l_20 = r_2[0] * i_0;
    const Scalar i_1 = invert(1, r_1[1] - l_10 * u_01);
    u_12 = r_1[2] - l_10 * u_02;
    l_21 = (r_2[1] - l_20 * u_01) * i_1;
    invert(2, r_2[2] - l_20 * u_02 - l_21 * u_12);
    return kept;
  }

  // x ← (block)⁻¹ x, three columns. 27 multiply-adds.
  void Solve(Scalar* x, int stride) const {
    Scalar *const x_0 = x, *const x_1 = x + stride, *const x_2 = x + 2 * stride;
    for (int j = 0; j < 3; ++j) {
      const Scalar y_1 = x_1[j] - l_10 * x_0[j];
      const Scalar z_2 = (x_2[j] - l_20 * x_0[j] - l_21 * y_1) * inverse[2];
      const Scalar z_1 = (y_1 - u_12 * z_2) * inverse[1];
      x_0[j] = (x_0[j] - u_01 * z_1 - u_02 * z_2) * inverse[0];
      x_1[j] = z_1;
      x_2[j] = z_2;
    }
  }
};

}  // namespace footing
