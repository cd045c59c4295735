// Problem: say whether z solves an LCP or a (coupled) boxed problem, from the untouched A and b alone.
// Method: w = A z + b is computed again. The residual reported is that of the natural map,
//   max_i |min(z_i, w_i)|,   boxed: max_i |z_i − clamp(z_i − w_i, lo_i, hi_i)|
// (Cottle, Pang and Stone, The Linear Complementarity Problem, section 5.10). It mixes forces with
// velocities. So the verdict is taken row by row, in the units of the row. z_i must be within its bounds, and
// w_i may have a sign only where z_i is at the bound exactly. w_i counts as zero if |w_i| is at most both
//   t (|b_i| + Σ|A_ij z_j|) + e (b̂_i + ŵ_i)   the rounding errors of its own terms, and of what it is coupled to;
//   c b̂_i                                     where the terms cancel, a share of the data.
// b̂_i is the largest |b| that the row is coupled to, in its own units, and ŵ_i the largest term (coupled_sizes.hpp).
// Without the second, forces so large that only rounding is left of their sums would pass in any row.
// w is a plain sum if it passes with its possible rounding error counted against it. Else it is summed with its
// rounding errors (error_free_sum.hpp), and the bound of what is left counts against it. A row costs 2 n
// multiply-adds, or about 25 n operations.
#pragma once

#include <limits>

#include "core/lcp/coupled_sizes.hpp"
#include "core/lcp/error_free_sum.hpp"
#include "core/lcp/problem.hpp"
#include "core/scalar.hpp"

namespace footing {

// t: 2¹⁶ roundings in double, 2⁷ in float, 1.5e-11 and 1.5e-5: what a backward stable solve of a badly conditioned
// system leaves. Found on contact problems of 4 to 150 rows, where correct answers pass.
template <typename Scalar>
inline constexpr Scalar kTermTolerance = sizeof(Scalar) == 4 ? Scalar(128) * kEpsilon<Scalar>
                                                             : Scalar(65536) * kEpsilon<Scalar>;
// e: the rounding error of the largest numbers.
template <typename Scalar>
inline constexpr Scalar kSlack = Scalar(64) * kEpsilon<Scalar>;
// c: a quarter of a thousandth in float, 1e-7 in double. Terms may cancel to 1/16 and to 1/6,500 before it counts.
template <typename Scalar>
inline constexpr Scalar kDataTolerance = static_cast<Scalar>(sizeof(Scalar) == 4 ? 2.5e-4L : 1e-7L);

template <typename Scalar>
struct ResidualCheck {
  Scalar residual;  // natural map, in the mixed units of z and w; +∞ where z or w is not finite
  bool solved;      // every row passes the test above
};

// What |w_i| may be for zero. `terms` = |b_i| + Σ|A_ij z_j|, `share` is t, `noise` is e. −1, which nothing
// passes, if a number overflowed.
template <typename Scalar, int kCapacity>
Scalar WSlack(int row, Scalar terms, CoupledSizes<Scalar, kCapacity>& sizes,
              Scalar share = kTermTolerance<Scalar>, Scalar noise = kSlack<Scalar>) {
  const Scalar data = sizes.Data(row);
  const Scalar coupled = noise * (data + sizes.Term(row));
  const Scalar rounding = share * terms + coupled;
  return IsFinite(coupled) && IsFinite(rounding) ? Min(rounding, kDataTolerance<Scalar> * data) : Scalar(-1);
}

// Bounds the rounding error of a plain sum of a number and `count` products, whose magnitudes sum to `terms`. A
// product below the normal range loses up to half of the smallest number, which is no share of the product.
template <typename Scalar>
Scalar PlainSumError(int count, Scalar terms) {
  return static_cast<Scalar>(count + 2) * (kEpsilon<Scalar> * terms + std::numeric_limits<Scalar>::denorm_min());
}

// Whether z is within its bounds, and w is zero up to `slack` or has a sign that a bound allows.
template <typename Scalar>
bool RowHolds(Scalar z, Scalar w, const RowBounds<Scalar>& bounds, Scalar slack) {
  const bool inside = z >= bounds.lo && z <= bounds.hi && slack >= Scalar(0);
  // w < 0 is right at hi only, w > 0 at lo only.
  return inside && (w >= -slack || z == bounds.hi) && (w <= slack || z == bounds.lo);
}

// The bounds of `row` at z. Those of a coupled row are rounded once.
template <typename Problem, typename Vector>
auto BoundsAt(const Problem& problem, const Vector& z, int row) {
  auto bounds = BoundsOf(problem, row);
  const int normal = CouplingOf(problem, row);
  if (normal >= 0) {
    bounds.hi = Abs(bounds.hi * z[normal]);
    bounds.lo = -bounds.hi;
  }
  return bounds;
}

// Whether the bound of a coupled row is below the normal range: it may have lost digits.
template <typename Problem, typename Vector>
bool BoundUnderflows(const Problem& problem, const Vector& z, int row) {
  const int normal = CouplingOf(problem, row);
  if (normal < 0) return false;
  const auto factor = CouplingFactor(problem, row), force = Abs(z[normal]);
  using Scalar = std::decay_t<decltype(force)>;
  return factor > Scalar(0) && force > Scalar(0) && factor * force < std::numeric_limits<Scalar>::min();
}

// Moves each entry of z into its bounds, coupled rows last. An entry that is not finite counts as 0.
template <typename Problem, typename Vector>
void Admit(const Problem& problem, Vector& z) {
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i < problem.size; ++i) {
      if ((CouplingOf(problem, i) >= 0) != (pass == 1)) continue;
      const auto bounds = BoundsAt(problem, z, i);
      z[i] = Clamp(IsFinite(z[i]) ? z[i] : decltype(bounds.lo)(0), bounds.lo, bounds.hi);
    }
  }
}

// |b_i|, and what bounds that exclude 0 force on the row: Σ|A_ij| times the bound of z_j that is nearest to 0.
// The leading `size` entries.
template <typename Vector, typename Problem>
Vector GivenOf(const Problem& problem) {
  using Scalar = typename Vector::Scalar;
  const int n = problem.size;
  Vector given;
  for (int i = 0; i < n; ++i) given[i] = Abs(problem.b[i]);
  for (int j = 0; j < n; ++j) {
    if (CouplingOf(problem, j) >= 0) continue;
    const auto bounds = BoundsOf(problem, j);
    const Scalar least = Abs(Clamp(Scalar(0), bounds.lo, bounds.hi));
    if (least == Scalar(0)) continue;
    for (int i = 0; i < n; ++i) given[i] += Abs(problem.A(i, j)) * least;
  }
  return given;
}

// Row i of A z + b, summed with its rounding errors. About 25 n operations.
template <typename Problem, typename Vector>
auto SumRow(const Problem& problem, const Vector& z, int i) {
  using Scalar = typename Vector::Scalar;
  const Scalar* const row = &problem.A(i, 0);
  ErrorFreeSum<Scalar> sum;
  sum.Add(problem.b[i]);
  for (int j = 0; j < problem.size; ++j) sum.AddProduct(row[j], z[j]);
  return sum;
}

// Judges the rows of one z. The sizes of coupled rows are found if a row asks for them.
template <typename Problem, typename Scalar, int kCapacity>
class RowTest {
 public:
  using Vector = BoundedVector<Scalar, kCapacity>;

  // Both must outlive this object.
  RowTest(const Problem& problem, const Vector& z)
      : problem_(problem),
        z_(z),
        given_(GivenOf<Vector>(problem)),
        sizes_(problem.A, given_, z, problem.size) {}

  // `w` is a plain sum of count + 1 terms, whose magnitudes sum to `terms`. If it does not pass with the rounding
  // error of such a sum counted against it, it is computed again. Takes the row's part of the residual.
  void Judge(int i, Scalar terms, int count, Scalar& w, ResidualCheck<Scalar>& check) {
    const RowBounds<Scalar> bounds = BoundsAt(problem_, z_, i);
    const Scalar error = PlainSumError(count, terms);
    const Scalar own = Min(kTermTolerance<Scalar> * terms, kDataTolerance<Scalar> * given_[i]);
    if (!(terms < kInfinity<Scalar>) || !RowHolds(z_[i], w, bounds, own - error)) {
      const auto sum = SumRow(problem_, z_, i);
      w = sum.Value();
      if (!IsFinite(w) || !IsFinite(z_[i])) {
        check = {kInfinity<Scalar>, false};
        return;
      }
      check.solved = check.solved && RowHolds(z_[i], w, bounds, WSlack(i, terms, sizes_) - sum.Bound());
    }
    check.solved = check.solved && !BoundUnderflows(problem_, z_, i);
    // |mid(w, z − lo, z − hi)| is the natural map without the rounding error of z − w.
    check.residual = Max(check.residual, Abs(Clamp(w, z_[i] - bounds.hi, z_[i] - bounds.lo)));
  }

 private:
  const Problem& problem_;
  const Vector& z_;
  Vector given_;
  CoupledSizes<Scalar, kCapacity> sizes_;
};

// Writes w = A z + b (the leading `size` rows) and judges z.
template <typename Problem, typename Scalar, int kCapacity>
ResidualCheck<Scalar> CheckSolution(const Problem& problem, const BoundedVector<Scalar, kCapacity>& z,
                                    BoundedVector<Scalar, kCapacity>& w) {
  const int n = problem.size;
  RowTest<Problem, Scalar, kCapacity> test(problem, z);
  ResidualCheck<Scalar> check{Scalar(0), true};
  for (int i = 0; i < n; ++i) {
    const Scalar* const row = problem.A.data() + i * kCapacity;
    Scalar sum = problem.b[i];
    Scalar terms = Abs(sum);
    for (int j = 0; j < n; ++j) {
      const Scalar term = row[j] * z[j];
      sum += term;
      terms += Abs(term);
    }
    w[i] = sum;
    test.Judge(i, terms, n, w[i], check);
  }
  return check;
}

// Moves solution.z into its bounds, an entry that overflowed to 0, and judges it: w and the residual belong to it. True:
// solved. solution.status stays as it is.
template <typename Problem, typename Solution>
bool AdmitAndCheck(const Problem& problem, Solution& solution) {
  Admit(problem, solution.z);
  const auto check = CheckSolution(problem, solution.z, solution.w);
  solution.residual = check.residual;
  return check.solved;
}

}  // namespace footing
