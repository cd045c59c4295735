// Problem: say whether the forces c that an LCP of mode_lcp.hpp gave solve the contacts' own problem, a = A c + b.
// The test of the LCP does not see that B is a rounded product of A, and c a rounded sum of forces. Where terms far
// above b cancel, both count.
// Method: the row test of core/lcp/residual.hpp, each contact by its own scale, with kLcpModeTolerance of its terms. The
// largest diagonal entry d of a contact's rows weighs its forces:
//   all        c_n ≥ 0, |min(a_n, d c_n)|
//   S          d |c_t + μ_k c_n v̂|
//   R, axes    d (|c_t| − μ_s c_n), and min(|a_t|, d (μ_s c_n ± c_t)) with the sign of a_t
//   R, k sides d (γ − μ_s c_n), min(λ, d (μ_s c_n − γ)), and min(d γ, λ + c_t·a_t / γ), where γ is the least
//              Σ c_j and λ the largest −d_j·a_t
#pragma once

#include "core/lcp/residual.hpp"
#include "core/papers/berard/mode_lcp.hpp"

namespace footing {

// A force is positive above this share of the largest normal force, or of the largest |b_n| / A_nn if that is
// larger (what would hold one contact alone). An acceleration is positive above this share of the terms of
// its contact's largest row, as in residual.hpp.
template <typename Scalar>
inline constexpr Scalar kLcpModeTolerance = static_cast<Scalar>(sizeof(Scalar) == 4 ? 1e-4L : 1e-9L);

// The directions of eq. 37 from pair `first` on. They belong to one contact.
template <typename Lcp>
int SidesFrom(const Lcp& lcp, int first) {
  const auto pair = [&](int i) -> const auto& { return lcp.pair[static_cast<unsigned>(i)]; };
  int sides = 0;
  // at most size - first
  while (first + sides < lcp.lcp.size && pair(first + sides).kind == PairKind::kDirection &&
         pair(first + sides).contact == pair(first).contact)
    ++sides;
  return sides;
}

// The least Σ c_j with c_j ≥ 0 that makes the friction of `force`. It is its extent along the side of the polygon
// that it leaves by.
template <typename Lcp, typename Rows>
auto GaugeOf(const Lcp& lcp, int first, int sides, const Rows& force) {
  using Scalar = typename Rows::Scalar;
  Scalar gauge = Scalar(0);
  for (int j = 0; j < sides; ++j) {
    const auto& mine = lcp.pair[static_cast<unsigned>(first + j)].force;
    const auto& next = lcp.pair[static_cast<unsigned>(first + (j + 1) % sides)].force;
    gauge = Max(gauge, force.dot(mine + next) / (Scalar(1) + mine.dot(next)));
  }
  return gauge;
}

namespace mode_lcp_internal {

// Whether friction c_t and acceleration a_t fit `bound` = μ c_n. A force is weighed by `weight`; `rounding` is that of
// the bound and of c_t. `first` is the contact's first direction, −1 with friction by axes.
template <typename Lcp, typename Rows, typename Scalar>
bool FrictionHolds(const Lcp& lcp, int first, const Rows& c, const Rows& a, Scalar bound, Scalar weight,
                   Scalar rounding, Scalar slack) {
  const auto holds = [&](Scalar motion, Scalar room) { return motion <= slack || room <= slack - rounding; };
  if (first < 0) {
    bool all = true;
    for (int k = 1; k < c.size(); ++k) {
      const Scalar side = a[k] > Scalar(0) ? c[k] : -c[k];
      all = all && weight * (Abs(c[k]) - bound) <= slack - rounding && holds(Abs(a[k]), weight * (bound + side));
    }
    return all;
  }
  const int sides = SidesFrom(lcp, first);
  const Scalar gauge = GaugeOf(lcp, first, sides, c);
  Scalar lambda = Scalar(0), power = Scalar(0);
  for (int j = 0; j < sides; ++j) lambda = Max(lambda, -lcp.pair[static_cast<unsigned>(first + j)].reads.dot(a));
  for (int k = 1; k < c.size() && gauge > Scalar(0); ++k) power += c[k] / gauge * a[k];
  return weight * (gauge - bound) <= slack - rounding && holds(lambda, weight * (bound - gauge)) &&
         holds(lambda + power, weight * gauge);
}

}  // namespace mode_lcp_internal

// `force` has c of each contact. Cost: about 25 (kStride p)² operations.
template <typename Scalar, int kContacts, int kTangents, int kCapacity, typename Forces>
bool ForcesHold(const ModeProblem<Scalar, kContacts, kTangents>& problem,
                const ModeLcp<Scalar, kTangents, kCapacity>& lcp, const Forces& force) {
  using Problem = ModeProblem<Scalar, kContacts, kTangents>;
  constexpr int kStride = Problem::kStride;
  BoundedVector<Scalar, kStride * kContacts> f;
  const int n = kStride * problem.contacts;
  for (int i = 0; i < n; ++i) f[i] = force[static_cast<unsigned>(i / kStride)][i % kStride];
  CoupledSizes<Scalar, kStride * kContacts> sizes(problem.A, problem.b, f, n);
  std::array<int, static_cast<unsigned>(kContacts)> first;  // the first direction of each contact
  first.fill(-1);
  for (int i = lcp.lcp.size - 1; i >= 0; --i) {
    const auto& pair = lcp.pair[static_cast<unsigned>(i)];
    if (pair.kind == PairKind::kDirection) first[static_cast<unsigned>(pair.contact)] = i;
  }
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const auto at = static_cast<unsigned>(contact);
    typename Problem::Rows a;
    Scalar slack = Scalar(0), error = Scalar(0), weight = Scalar(0);
    for (int k = 0; k < kStride; ++k) {
      const int i = kStride * contact + k;
      ErrorFreeSum<Scalar> sum;
      sum.Add(problem.b[i]);
      Scalar terms = Abs(problem.b[i]);
      AddRow(problem.A, i, f, n, &sum, &terms);
      a[k] = sum.Value();
      const Scalar own = WSlack(i, terms, sizes, kLcpModeTolerance<Scalar>);
      if (!(own >= Scalar(0)) || !IsFinite(sum.Bound())) return false;
      slack = Max(slack, own);
      error = Max(error, sum.Bound());
      weight = Max(weight, problem.A(i, i));
    }
    slack -= error;
    const auto& c = force[at];
    const bool slides = problem.before[at] == MotionBefore::kSlides;
    const Scalar bound = (slides ? problem.kinetic_friction : problem.static_friction)[contact] * c[0];
    const Scalar least = c[0] == Scalar(0) ? Scalar(0) : std::numeric_limits<Scalar>::denorm_min();
    const Scalar rounding = Scalar(8) * (kEpsilon<Scalar> * bound + least) * weight;
    const bool pressed = c[0] >= Scalar(0) && Abs(Min(a[0], weight * c[0])) <= slack;
    // In S the friction is μ_k c_n along the slip, up to rounding.
    const bool rubs = slides ? rounding <= slack
                             : mode_lcp_internal::FrictionHolds(lcp, first[at], c, a, bound, weight, rounding, slack);
    if (!pressed || !rubs) return false;  // also for what is not finite
  }
  return true;
}

}  // namespace footing
