// The loops over whole columns of a factorization, in blocks that stay in registers: y − Σ f_j x_j,
// y + f x, plane rotations. Each entry goes through the same operations in the same order, whether a block is
// in vector registers or not. Where entries are summed or compared with each other, the source fixes the
// lanes. So the bits of a result do not depend on the machine's registers.
// Lengths are rounded up to a whole block and padded with zeros: no loop has a remainder.
#pragma once

#include "core/scalar.hpp"

namespace footing {

inline constexpr int kColumnBlock = 4;
constexpr int PaddedToBlocks(int length) { return (length + kColumnBlock - 1) / kColumnBlock * kColumnBlock; }

// A vector is as wide as the registers that the build may use. The width is a parameter of what follows, so that
// translation units with different options share no function.
template <typename Scalar>
#ifdef __AVX__
inline constexpr int kPackBytes = static_cast<int>(kColumnBlock * sizeof(Scalar));
#else
inline constexpr int kPackBytes = 16;
#endif

// A few numbers in one vector (an extension of GCC and clang). An operation acts on each number, in vector
// registers or one by one.
template <typename Scalar, int kBytes = kPackBytes<Scalar>>
struct PackOf {
  typedef Scalar Type __attribute__((vector_size(kBytes)));
  static constexpr int kLanes = kBytes / static_cast<int>(sizeof(Scalar));
};

// `kLength` numbers as packs.
template <typename Scalar, int kLength, int kBytes = kPackBytes<Scalar>>
struct Packs {
  static constexpr int kLanes = PackOf<Scalar, kBytes>::kLanes;
  static constexpr int kCount = kLength / kLanes;
  typename PackOf<Scalar, kBytes>::Type part[kCount];

  // One part at a time: a copy of the whole array would go through memory.
  void Read(const Scalar* from) {
    for (int i = 0; i < kCount; ++i, from += kLanes)
      __builtin_memcpy(&part[i], from, sizeof(part[i]));
  }
  void Write(Scalar* to) const {
    for (int i = 0; i < kCount; ++i, to += kLanes)
      __builtin_memcpy(to, &part[i], sizeof(part[i]));
  }
};

// y [kLength] −= Σ_{first ≤ j < count} factors[j] x_j. x points at x_first; x_j+1 is `stride` behind x_j.
template <int kLength, typename Scalar>
inline void SubtractBlock(const Scalar* factors, const Scalar* x, int stride, int first, int count,
                          Packs<Scalar, kLength>& y) {
  for (int j = first; j < count; ++j, x += stride) {
    Packs<Scalar, kLength> entries;
    entries.Read(x);
    for (int i = 0; i < y.kCount; ++i) y.part[i] -= factors[j] * entries.part[i];
  }
}

// y [length, whole blocks] −= Σ_{j < count} factors[j] x_j. length · count multiply-adds.
template <typename Scalar>
void SubtractColumns(const Scalar* factors, const Scalar* columns, int stride, int count, int length,
                     Scalar* y) {
  int i = 0;
  for (; i + 8 <= length; i += 8) {  // at most length / 8
    Packs<Scalar, 8> sum;
    sum.Read(y + i);
    SubtractBlock<8>(factors, columns + i, stride, 0, count, sum);
    sum.Write(y + i);
  }
  if (i < length) {
    Packs<Scalar, 4> sum;
    sum.Read(y + i);
    SubtractBlock<4>(factors, columns + i, stride, 0, count, sum);
    sum.Write(y + i);
  }
}

// y = −Σ_{j < count} factors[j] x_j, where x_j is zero behind entry j. y has `count` entries, padded with
// zeros to a multiple of 8.
// count² / 2 multiply-adds.
template <typename Scalar>
void SumUpperTriangle(const Scalar* factors, const Scalar* columns, int stride, int count, Scalar* y) {
  for (int i = 0; i < count; i += 8) {
    Packs<Scalar, 8> sum{};
    SubtractBlock<8>(factors, columns + i * stride + i, stride, i, count, sum);
    sum.Write(y + i);
  }
}

// y [count] += f_0 x_0 + … + f_3 x_3, in this order; nothing is padded. 4 count multiply-adds.
template <typename Scalar>
void AddFourRows(const Scalar* factors, const Scalar* const* rows, int count, Scalar* y) {
  using Block = Packs<Scalar, kColumnBlock>;
  const Scalar f_0 = factors[0], f_1 = factors[1], f_2 = factors[2], f_3 = factors[3];
  const Scalar* const x_0 = rows[0];
  const Scalar* const x_1 = rows[1];
  const Scalar* const x_2 = rows[2];
  const Scalar* const x_3 = rows[3];
  int i = 0;
  for (; i + kColumnBlock <= count; i += kColumnBlock) {  // at most count / kColumnBlock
    Block sum, a, b, c, d;
    sum.Read(y + i);
    a.Read(x_0 + i);
    b.Read(x_1 + i);
    c.Read(x_2 + i);
    d.Read(x_3 + i);
    for (int p = 0; p < Block::kCount; ++p)
      sum.part[p] = (((sum.part[p] + f_0 * a.part[p]) + f_1 * b.part[p]) + f_2 * c.part[p]) + f_3 * d.part[p];
    sum.Write(y + i);
  }
  for (; i < count; ++i)  // at most kColumnBlock - 1
    y[i] = (((y[i] + f_0 * x_0[i]) + f_1 * x_1[i]) + f_2 * x_2[i]) + f_3 * x_3[i];
}

// y [length, whole blocks] += factor x; returns the least of the new y.
template <typename Scalar>
Scalar AddAndFindLeast(Scalar factor, const Scalar* x, int length, Scalar* y) {
  using Block = Packs<Scalar, kColumnBlock>;
  Block least{};
  for (int i = 0; i < length; i += kColumnBlock) {
    Block entries;
    Block sum;
    entries.Read(x + i);
    sum.Read(y + i);
    for (int p = 0; p < Block::kCount; ++p) {
      sum.part[p] += factor * entries.part[p];
      least.part[p] = sum.part[p] < least.part[p] ? sum.part[p] : least.part[p];
    }
    sum.Write(y + i);
  }
  Scalar lanes[kColumnBlock];
  least.Write(lanes);
  return Min(Min(lanes[0], lanes[1]), Min(lanes[2], lanes[3]));
}

// The first i < length with y_i ≤ bound. There must be one. `length` is whole blocks.
template <typename Scalar>
int FindAtMost(Scalar bound, const Scalar* y, int length) {
  for (int i = 0; i < length; i += kColumnBlock) {
    const bool low = (y[i] <= bound) | (y[i + 1] <= bound);
    const bool high = (y[i + 2] <= bound) | (y[i + 3] <= bound);
    if (!(low | high)) continue;
    if (low) return y[i] <= bound ? i : i + 1;
    return y[i + 2] <= bound ? i + 2 : i + 3;
  }
  return 0;
}

// y [count] = factor x ∘ weights; x is not padded.
template <typename Scalar>
void ScaleColumn(Scalar factor, const Scalar* x, const Scalar* weights, int count, Scalar* y) {
  using Block = Packs<Scalar, kColumnBlock>;
  int i = 0;
  for (; i + kColumnBlock <= count; i += kColumnBlock) {  // at most count / kColumnBlock
    Block entries;
    Block scale;
    entries.Read(x + i);
    scale.Read(weights + i);
    for (int p = 0; p < Block::kCount; ++p) entries.part[p] *= factor * scale.part[p];
    entries.Write(y + i);
  }
  for (; i < count; ++i) y[i] = x[i] * (factor * weights[i]);  // at most kColumnBlock - 1
}

// (x, y) ← (c x + s y, c y − s x) [length, whole blocks].
template <typename Scalar>
void RotateColumns(Scalar c, Scalar s, int length, Scalar* x, Scalar* y) {
  using Block = Packs<Scalar, kColumnBlock>;
  for (int i = 0; i < length; i += kColumnBlock) {
    Block a;
    Block b;
    a.Read(x + i);
    b.Read(y + i);
    for (int p = 0; p < Block::kCount; ++p) {
      const auto turned = c * a.part[p] + s * b.part[p];
      b.part[p] = c * b.part[p] - s * a.part[p];
      a.part[p] = turned;
    }
    a.Write(x + i);
    b.Write(y + i);
  }
}

}  // namespace footing
