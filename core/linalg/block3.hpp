// Products of 3 × 3 blocks inside row-major matrices, written out: a loop over nine sums of three costs
// a small processor twice as much.
#pragma once

namespace footing {

// c ← c − a b; each a row-major 3 × 3 block with its own stride. 27 multiply-adds.
template <typename Scalar>
inline void SubtractProduct3(const Scalar* a, int stride_a, const Scalar* b, int stride_b, Scalar* c,
                             int stride_c) {
  const Scalar *const b_0 = b, *const b_1 = b + stride_b, *const b_2 = b + 2 * stride_b;
  const Scalar b_00 = b_0[0], b_01 = b_0[1], b_02 = b_0[2];
  const Scalar b_10 = b_1[0], b_11 = b_1[1], b_12 = b_1[2];
  const Scalar b_20 = b_2[0], b_21 = b_2[1], b_22 = b_2[2];
  for (int i = 0; i < 3; ++i) {
    const Scalar a_0 = a[0], a_1 = a[1], a_2 = a[2];
    c[0] -= a_0 * b_00 + a_1 * b_10 + a_2 * b_20;
    c[1] -= a_0 * b_01 + a_1 * b_11 + a_2 * b_21;
    c[2] -= a_0 * b_02 + a_1 * b_12 + a_2 * b_22;
    a += stride_a;
    c += stride_c;
  }
}

// The same with c = 0 before and the sign turned: c ← a b. c may not be a or b.
template <typename Scalar>
inline void Product3(const Scalar* a, int stride_a, const Scalar* b, int stride_b, Scalar* c, int stride_c) {
  const Scalar *const b_0 = b, *const b_1 = b + stride_b, *const b_2 = b + 2 * stride_b;
  const Scalar b_00 = b_0[0], b_01 = b_0[1], b_02 = b_0[2];
  const Scalar b_10 = b_1[0], b_11 = b_1[1], b_12 = b_1[2];
  const Scalar b_20 = b_2[0], b_21 = b_2[1], b_22 = b_2[2];
  for (int i = 0; i < 3; ++i) {
    const Scalar a_0 = a[0], a_1 = a[1], a_2 = a[2];
    c[0] = a_0 * b_00 + a_1 * b_10 + a_2 * b_20;
    c[1] = a_0 * b_01 + a_1 * b_11 + a_2 * b_21;
    c[2] = a_0 * b_02 + a_1 * b_12 + a_2 * b_22;
    a += stride_a;
    c += stride_c;
  }
}

}  // namespace footing
