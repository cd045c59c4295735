// Problem: the coupled boxed problem, A any square matrix, perhaps singular.
// Method: guess which rows are at a bound, solve w = 0 for the others, correct the guess where the answer
// contradicts it, and repeat. This is a semismooth Newton method on the natural map (Hintermüller, Ito and
// Kunisch, SIAM J. Optim. 13, 2002). A coupled row at its bound moves with its normal: its column is added to
// the normal's column, so the bound follows from the same answer.
// Departures: in the first half of the rounds all rows are corrected at once. Then each round corrects only
// the row that is most wrong. The linear system is factored with complete pivoting up to its rank. The
// unknowns beyond the rank keep their values, so a singular but consistent system is solved near the guess. A
// proximal term δ_i (z_i − center_i) may be added.
// The method may cycle and proves nothing: the caller must check the answer.
#pragma once

#include <array>
#include <cstdint>

#include "core/lcp/residual.hpp"
#include "core/lcp/scaling.hpp"
#include "core/linalg/full_pivot_lu.hpp"

namespace footing {

enum class BoxPlace : std::uint8_t { kLow, kFree, kHigh };

template <typename Scalar, int kCapacity>
struct ActiveSetWorkspace {
  FullPivotLu<Scalar, kCapacity> lu;  // of the free rows, scaled
  BoundedVector<Scalar, kCapacity> row_scale;
  BoundedVector<Scalar, kCapacity> col_scale;
  BoundedVector<Scalar, kCapacity> step;
  BoundedVector<Scalar, kCapacity> w;
  std::array<BoxPlace, static_cast<unsigned>(kCapacity)> place;
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> free_row;  // rows with w = 0
  std::array<std::int16_t, static_cast<unsigned>(kCapacity)> position;  // of a row in free_row, or −1
};

template <typename Scalar, int kCapacity>
class ActiveSet {
 public:
  using Problem = CoupledBoxProblem<Scalar, kCapacity>;
  using Workspace = ActiveSetWorkspace<Scalar, kCapacity>;
  using Vector = BoundedVector<Scalar, kCapacity>;

  // Computes the scales. `problem` and `workspace` must outlive this object.
  ActiveSet(const Problem& problem, Workspace& workspace)
      : problem_(problem), work_(workspace), n_(problem.size) {
    EquilibrateByPowersOfTwo(problem_.A, n_, work_.row_scale, work_.col_scale);
  }

  // Adds the proximal term δ_i (z_i − center_i) with δ = *delta to the rounds that follow. The caller keeps
  // both vectors alive. Null pointers remove the term.
  void SetProximal(const Vector* delta, const Vector* center) {
    delta_ = delta;
    center_ = center;
  }

  // Sets the places from z and w. A row is at a bound if z is within `slack` of it and w pushes against it.
  void PlacesOf(const Vector& z, Scalar slack) {
    FindW(z);
    for (int i = 0; i < n_; ++i) {
      const RowBounds<Scalar> bounds = BoundsAt(problem_, z, i);
      BoxPlace& place = work_.place[Index(i)];
      place = BoxPlace::kFree;
      if (z[i] <= bounds.lo + slack && work_.w[i] > Scalar(0)) place = BoxPlace::kLow;
      if (z[i] >= bounds.hi - slack && work_.w[i] < Scalar(0)) place = BoxPlace::kHigh;
      if (bounds.lo == bounds.hi) place = BoxPlace::kLow;
    }
  }

  // Solves and corrects, starting from the present places. True if the places repeat. False if the rounds are
  // spent or z is not finite. Adds the rounds taken to `rounds`.
  bool Iterate(int limit, int& rounds, Vector& z) {
    for (int round = 0; round < limit; ++round) {
      ++rounds;
      if (!SolveFixed(z)) return false;
      if (Correct(z, 2 * round >= limit) == 0) return true;
    }
    return false;
  }

  // Finds z for the present places. False if z is not finite. m³ multiply-adds, with m free rows.
  bool SolveFixed(Vector& z) {
    PutAtBounds(z);
    const int count = Gather();
    (void)work_.lu.Factor(count, static_cast<Scalar>(4 * count) * kEpsilon<Scalar> * largest_);
    for (int pass = 0; pass < 2; ++pass) {
      FindW(z);
      for (int r = 0; r < count; ++r) {
        const int i = work_.free_row[Index(r)];
        work_.step[r] = -work_.w[i] * work_.row_scale[i];
      }
      work_.lu.Solve(work_.step);
      for (int r = 0; r < count; ++r) {
        const int i = work_.free_row[Index(r)];
        z[i] += work_.step[r] * work_.col_scale[i];
      }
      PutAtBounds(z);
    }
    for (int i = 0; i < n_; ++i) {
      if (!IsFinite(z[i])) return false;
    }
    return true;
  }

 private:
  // An error below this share of the size of z, or of the terms of w, does not change a place.
  static constexpr Scalar kSlackShare = Scalar(256) * kEpsilon<Scalar>;

  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }
  BoxPlace Place(int i) const { return work_.place[Index(i)]; }

  // dz_i/dz_k of a coupled row i at its bound; k is its normal.
  Scalar Slope(int i, const Vector& z) const {
    const int k = CouplingOf(problem_, i);
    const bool negative = problem_.lo[k] < Scalar(0) && z[k] < Scalar(0);
    const Scalar slope = Abs(problem_.hi[i]);
    return (Place(i) == BoxPlace::kHigh) != negative ? slope : -slope;
  }

  // w_i = (A z + b)_i + δ_i (z_i − center_i), without rounding errors.
  void FindW(const Vector& z) {
    for (int i = 0; i < n_; ++i) {
      const Scalar* const row = problem_.A.data() + i * kCapacity;
      ErrorFreeSum<Scalar> sum;
      sum.Add(problem_.b[i]);
      for (int j = 0; j < n_; ++j) sum.AddProduct(row[j], z[j]);
      if (delta_ != nullptr) sum.AddProduct((*delta_)[i], z[i] - (*center_)[i]);
      work_.w[i] = sum.Value();
    }
  }

  void PutAtBounds(Vector& z) {
    for (int i = 0; i < n_; ++i) {
      if (CouplingOf(problem_, i) >= 0 || Place(i) == BoxPlace::kFree) continue;
      z[i] = Place(i) == BoxPlace::kLow ? problem_.lo[i] : problem_.hi[i];
    }
    for (int i = 0; i < n_; ++i) {
      const int k = CouplingOf(problem_, i);
      if (k >= 0 && Place(i) != BoxPlace::kFree) z[i] = Slope(i, z) * z[k];
    }
    z_ = &z;
  }

  // Fills the scaled matrix of the free rows and finds its largest entry. Returns the number of free rows.
  int Gather() {
    int count = 0;
    for (int i = 0; i < n_; ++i) {
      work_.position[Index(i)] = -1;
      if (Place(i) != BoxPlace::kFree) continue;
      work_.position[Index(i)] = static_cast<std::int16_t>(count);
      work_.free_row[Index(count++)] = static_cast<std::int16_t>(i);
    }
    largest_ = Scalar(0);
    for (int r = 0; r < count; ++r) {
      const int i = work_.free_row[Index(r)];
      const Scalar* const source = problem_.A.data() + i * kCapacity;
      Scalar* const row = work_.lu.matrix().data() + r * kCapacity;
      for (int c = 0; c < count; ++c) row[c] = source[work_.free_row[Index(c)]];
      if (delta_ != nullptr) row[r] += (*delta_)[i];
      for (int f = 0; f < n_; ++f) {
        const int k = CouplingOf(problem_, f);
        if (k < 0 || Place(f) == BoxPlace::kFree || work_.position[Index(k)] < 0) continue;
        row[work_.position[Index(k)]] += source[f] * Slope(f, *z_);
      }
      for (int c = 0; c < count; ++c) {
        row[c] *= work_.row_scale[i] * work_.col_scale[work_.free_row[Index(c)]];
        largest_ = Max(largest_, Abs(row[c]));
      }
    }
    return count;
  }

  // Changes the places that z and w contradict: all of them, or only the worst. Returns their number.
  int Correct(const Vector& z, bool one) {
    FindW(z);
    CoupledSizes<Scalar, kCapacity> sizes(problem_.A, problem_.b, z, n_);
    int wrong = 0;
    int worst_row = -1;
    Scalar worst = Scalar(0);
    for (int i = 0; i < n_; ++i) {
      Scalar measure = Scalar(0);
      const BoxPlace wanted = Wanted(z, i, sizes.LargestZ(i), sizes.LargestB(i), measure);
      if (wanted == Place(i)) continue;
      ++wrong;
      if (!one) {
        Move(i, wanted);
      } else if (measure > worst) {
        worst = measure;
        worst_row = i;
        worst_place_ = wanted;
      }
    }
    if (worst_row >= 0) Move(worst_row, worst_place_);
    return wrong;
  }

  // The place where row i belongs. `measure` says how wrong its present place is: for a free row as a share
  // of the largest z, else as a share of the largest b or of the terms of w.
  BoxPlace Wanted(const Vector& z, int i, Scalar largest_z, Scalar largest_b, Scalar& measure) {
    const RowBounds<Scalar> bounds = BoundsAt(problem_, z, i);
    if (Place(i) == BoxPlace::kFree) {
      const Scalar slack = kSlackShare * largest_z;
      const Scalar below = bounds.lo - z[i];
      const Scalar above = z[i] - bounds.hi;
      measure = Max(below, above) / largest_z;
      if (below > slack) return BoxPlace::kLow;
      if (above > slack) return BoxPlace::kHigh;
      return BoxPlace::kFree;
    }
    if (bounds.lo == bounds.hi) return Place(i);
    const Scalar* const row = problem_.A.data() + i * kCapacity;
    Scalar terms = Abs(problem_.b[i]);
    for (int j = 0; j < n_; ++j) terms += Abs(row[j] * z[j]);
    const Scalar slack = kSlackShare * terms + kSlack<Scalar> * largest_b;
    const Scalar wrong = Place(i) == BoxPlace::kLow ? -work_.w[i] : work_.w[i];
    measure = wrong / Max(largest_b, terms);
    return wrong > slack ? BoxPlace::kFree : Place(i);
  }

  // A normal that becomes free makes its coupled rows free (sticking). Later rounds may correct this.
  void Move(int row, BoxPlace place) {
    work_.place[Index(row)] = place;
    if (place != BoxPlace::kFree) return;
    for (int f = 0; f < n_; ++f) {
      if (CouplingOf(problem_, f) == row) work_.place[Index(f)] = BoxPlace::kFree;
    }
  }

  const Problem& problem_;
  Workspace& work_;
  int n_;
  const Vector* delta_ = nullptr;
  const Vector* center_ = nullptr;
  const Vector* z_ = nullptr;
  Scalar largest_ = Scalar(0);  // largest entry of the scaled matrix
  BoxPlace worst_place_ = BoxPlace::kFree;
};

}  // namespace footing
