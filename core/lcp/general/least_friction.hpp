// Problem: of the solutions of a coupled boxed problem, one whose coupled forces (friction) do not cancel each
// other. Where contacts depend on each other, pairs of friction forces may cancel, and each of them is as large
// as its bound allows.
// Method: proximal steps (Rockafellar 1976) by active sets (active_set.hpp) from coupled forces of 0. The first
// step has a δ that is small beside what forces move, so it ends near the solution of least coupled forces. The
// steps after it stay near its answer.
#pragma once

#include "core/lcp/general/active_set.hpp"

namespace footing {

template <typename Scalar, int kCapacity>
class LeastFriction {
 public:
  using Problem = CoupledBoxProblem<Scalar, kCapacity>;
  using Solution = LcpSolution<Scalar, kCapacity>;
  using Vector = BoundedVector<Scalar, kCapacity>;

  // `center` and `delta` are memory.
  LeastFriction(const Problem& problem, ActiveSet<Scalar, kCapacity>& active, Vector& center, Vector& delta)
      : problem_(problem), active_(active), center_(center), delta_(delta), n_(problem.size) {}

  // Takes at most kSteps steps from `solution`, which must be solved, with at most `rounds` rounds of active sets
  // in all; they are added to solution.pivots. True: `found` is solved too, by the test of residual.hpp, and its
  // coupled forces are smaller by more than rounding. Cost: that of the rounds.
  bool Find(int rounds, Solution& solution, Solution& found) {
    const Scalar before = Size(solution.z);
    if (!(before > Scalar(0))) return false;
    Scalar largest = Scalar(0);
    for (int i = 0; i < n_; ++i) {
      largest = Max(largest, Abs(problem_.A(i, i)));
      center_[i] = CouplingOf(problem_, i) >= 0 ? Scalar(0) : solution.z[i];
    }
    active_.SetProximal(&delta_, &center_);
    const int last = solution.pivots + rounds;
    for (int step = 0; step < kSteps; ++step) {
      const Scalar share = step == 0 ? kFirstShare : kShare;
      for (int i = 0; i < n_; ++i) {
        delta_[i] = share * Max(Abs(problem_.A(i, i)), kFirstShare * largest);
        found.z[i] = step == 0 ? solution.z[i] : center_[i];
      }
      active_.PlacesOf(found.z, Scalar(0));
      if (!active_.Iterate(last - solution.pivots, solution.pivots, found.z)) return false;
      const bool solved = AdmitAndCheck(problem_, found);
      for (int i = 0; i < n_; ++i) center_[i] = found.z[i];
      if (!solved) continue;
      // What is left of forces that need not be there is rounding.
      Scalar size = Scalar(0);
      for (int i = 0; i < n_; ++i) size = Max(size, Abs(found.z[i]));
      for (int i = 0; i < n_; ++i) {
        if (Abs(found.z[i]) <= kRounding * size) found.z[i] = Scalar(0);
      }
      if (!AdmitAndCheck(problem_, found)) {
        for (int i = 0; i < n_; ++i) found.z[i] = center_[i];
        if (!AdmitAndCheck(problem_, found)) return false;
      }
      return Size(found.z) < kSmaller * before;
    }
    return false;
  }

 private:
  static constexpr bool kIsFloat = sizeof(Scalar) == 4;
  static constexpr int kSteps = 8;
  static constexpr Scalar kFirstShare = static_cast<Scalar>(kIsFloat ? 1e-3L : 1e-4L);
  static constexpr Scalar kShare = static_cast<Scalar>(kIsFloat ? 1e-4L : 1e-7L);
  static constexpr Scalar kRounding = static_cast<Scalar>(kIsFloat ? 1e-5L : 1e-11L);  // of the largest force
  static constexpr Scalar kSmaller = static_cast<Scalar>(0.999L);

  // Σ z² of the coupled rows.
  Scalar Size(const Vector& z) const {
    Scalar sum = Scalar(0);
    for (int i = 0; i < n_; ++i) sum += CouplingOf(problem_, i) >= 0 ? z[i] * z[i] : Scalar(0);
    return sum;
  }

  const Problem& problem_;
  ActiveSet<Scalar, kCapacity>& active_;
  Vector& center_;
  Vector& delta_;
  int n_;
};

}  // namespace footing
