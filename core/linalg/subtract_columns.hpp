// y ← y − Σ f_j x_j over vectors x_j that are held one after another: the inner loop of a factorization
// that keeps whole columns. Entries are taken in blocks that stay in registers while j runs, each entry
// in the order of j: a compiler may put a block into vector registers, and not a bit of it changes.
#pragma once

namespace footing {

// Lengths are rounded up to this, so that no loop has a remainder.
inline constexpr int kColumnBlock = 4;
constexpr int PaddedToBlocks(int length) { return (length + kColumnBlock - 1) / kColumnBlock * kColumnBlock; }

// One block of kLength entries from `x`, which is x_first's; x_j+1 is `stride` behind x_j.
template <int kLength, typename Scalar>
inline void SubtractBlock(const Scalar* factors, const Scalar* x, int stride, int first, int count, Scalar* y) {
  Scalar sum[kLength];
  for (int i = 0; i < kLength; ++i) sum[i] = y[i];
  for (int j = first; j < count; ++j, x += stride) {
    const Scalar factor = factors[j];
    for (int i = 0; i < kLength; ++i) sum[i] -= factor * x[i];
  }
  for (int i = 0; i < kLength; ++i) y[i] = sum[i];
}

// y [length, a multiple of kColumnBlock] −= Σ_{j < count} factors[j] x_j, x_j at columns + j stride.
// length · count multiply-adds.
template <typename Scalar>
void SubtractColumns(const Scalar* factors, const Scalar* columns, int stride, int count, int length, Scalar* y) {
  int i = 0;
  for (; i + 2 * kColumnBlock <= length; i += 2 * kColumnBlock) {
    SubtractBlock<2 * kColumnBlock>(factors, columns + i, stride, 0, count, y + i);
  }
  if (i < length) SubtractBlock<kColumnBlock>(factors, columns + i, stride, 0, count, y + i);
}

// The same for x_j that are zero behind entry j: y [count, and what fills its last block up].
// count² / 2 multiply-adds.
template <typename Scalar>
void SubtractUpperTriangle(const Scalar* factors, const Scalar* columns, int stride, int count, Scalar* y) {
  int i = 0;
  for (; i + kColumnBlock < count; i += 2 * kColumnBlock) {
    SubtractBlock<2 * kColumnBlock>(factors, columns + i * stride + i, stride, i, count, y + i);
  }
  if (i < count) SubtractBlock<kColumnBlock>(factors, columns + i * stride + i, stride, i, count, y + i);
}

}  // namespace footing
