// Problem: contact forces with static and dynamic Coulomb friction at the level of accelerations,
// a = A f + b: Baraff, Fast Contact Force Computation for Nonpenetrating Rigid Bodies, SIGGRAPH 1994. This
// file holds the problem, its solution and the check of the solution:
//   f_N ≥ 0, a_N ≥ 0, f_N a_N = 0                                            (15)
//   static:   |f_F| ≤ μ f_N, a_F f_F ≤ 0, a_F (μ f_N − |f_F|) = 0            (16)
//             in space |f_F| ≤ μ f_N, f_F·a_F ≤ 0 (21, 22), a_F = 0 inside the cone
//   dynamic:  f_F = −μ f_N v̂                                                 (24)
//   bilateral rows: a = 0, f free.
#pragma once

#include <array>
#include <cstdint>

#include "core/contact/friction_disc.hpp"
#include "core/lcp/residual.hpp"
#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"
#include "core/status.hpp"

namespace footing {

// Rows d·c … d·c + d − 1 belong to contact c: N, F in the plane (d = 2), N, Fx, Fy in space
// (d = 3). Bilateral row k is row d·contacts + k.
template <typename ScalarType, int kContactCapacity, int kBilateralCapacity = 0>
struct BaraffProblem {
  using Scalar = ScalarType;
  using Vector2 = BoundedVector<Scalar, 2>;
  static constexpr int kContacts = kContactCapacity;
  static constexpr int kBilateral = kBilateralCapacity;
  static constexpr int kRows = 3 * kContacts + kBilateral;
  int dimension = 3;
  int contacts = 0;
  int bilateral = 0;
  BoundedMatrix<Scalar, kRows> A;  // 1/kg, symmetric PSD; friction is not substituted in it
  BoundedVector<Scalar, kRows> b;  // m/s²
  BoundedVector<Scalar, kContacts> mu;
  // Direction of the tangential velocity at each contact, of any length; (±1, 0) in the plane. Zero means
  // static friction.
  std::array<Vector2, static_cast<unsigned>(kContacts)> slip;

  int rows() const { return dimension * contacts + bilateral; }
  bool Dynamic(int c) const {
    const Vector2& v = slip[static_cast<unsigned>(c)];
    return v[0] != Scalar(0) || (dimension == 3 && v[1] != Scalar(0));
  }
};

enum class NormalSet : std::uint8_t {
  kNone,  // not handled yet, or given up
  kC,     // a_N = 0, f_N ≥ 0
  kNC,    // f_N = 0, a_N ≥ 0
};

enum class FrictionSet : std::uint8_t {
  kNone,     // not handled yet, or given up; f_F stays as it is
  kCF,       // a_F = 0
  kNCPlus,   // f_F = μ f_N, a_F < 0 (plane)
  kNCMinus,  // f_F = −μ f_N, a_F > 0 (plane)
  kNCF,      // f_F = μ f_N û, û·a_F < 0 (space)
  kAxis,     // û·a_F = 0, f_F along û (space): the first axis is done, the other is not
  kDynamic,  // f_F = −μ f_N v̂
};

// kSolved: f solves the problem, as judged by CheckBaraff.
// kPivotBudget, kInaccurate: f is admissible (no pull, inside the cone, dynamic friction on it) but is no
// solution. a and the residual belong to f.
// kRay: the same. Also, a_N or a_F of contact `driven` does not become zero along f + s·ray, s → ∞. If there
// is dynamic friction, `ray` is the direction of an impulse (baraff_impulse.hpp). With more than one order,
// `ray` and `driven` come from the first order, f and a from the last.
// Refusals (kNotFinite, kBadSize, kBadFriction, kNotSymmetric): f = a = 0, residual = ∞.
template <typename Problem>
struct BaraffSolution {
  using Scalar = typename Problem::Scalar;
  SolveStatus status = SolveStatus::kBadSize;
  int pivots = 0;                             // steps, at most the budget
  int give_ups = 0;                           // conditions given up (section 5.4)
  int attempts = 0;                           // orders of the contacts tried
  Scalar residual = kInfinity<Scalar>;        // m/s², see CheckBaraff
  BoundedVector<Scalar, Problem::kRows> f;    // N
  BoundedVector<Scalar, Problem::kRows> a;    // m/s²
  BoundedVector<Scalar, Problem::kRows> ray;  // Δf of the step of length ∞; zero unless kRay
  int driven = -1;                            // contact of the ray; −1 unless kRay
  std::array<NormalSet, static_cast<unsigned>(Problem::kContacts)> normal{};
  std::array<FrictionSet, static_cast<unsigned>(Problem::kContacts)> friction{};
};

// kSolved: the solver can work with the numbers. Else a refusal that BaraffSolution lists. rows²/2
// comparisons.
template <typename Scalar, int kContacts, int kBilateral>
SolveStatus CheckInput(const BaraffProblem<Scalar, kContacts, kBilateral>& problem) {
  if (problem.dimension != 2 && problem.dimension != 3) return SolveStatus::kBadSize;
  if (problem.contacts < 0 || problem.contacts > kContacts) return SolveStatus::kBadSize;
  if (problem.bilateral < 0 || problem.bilateral > kBilateral) return SolveStatus::kBadSize;
  bool finite = true;
  bool symmetric = true;
  bool friction_ok = true;
  constexpr Scalar kRounding = Scalar(100) * kEpsilon<Scalar>;
  for (int i = 0; i < problem.rows(); ++i) {
    finite &= IsFinite(problem.b[i]);
    for (int j = 0; j <= i; ++j) {
      const Scalar a = problem.A(i, j), b = problem.A(j, i);
      finite &= IsFinite(a) && IsFinite(b);
      // With two products the bound is finite if the diagonal is, and an infinite difference does not pass.
      symmetric &= Abs(a - b) <= kRounding * Abs(problem.A(i, i)) + kRounding * Abs(problem.A(j, j));
    }
  }
  for (int c = 0; c < problem.contacts; ++c) {
    const auto& v = problem.slip[static_cast<unsigned>(c)];
    finite &= IsFinite(problem.mu[c]) && IsFinite(v[0]) && (problem.dimension == 2 || IsFinite(v[1]));
    friction_ok &= problem.mu[c] >= Scalar(0);
  }
  if (!finite) return SolveStatus::kNotFinite;
  if (!friction_ok) return SolveStatus::kBadFriction;
  return symmetric ? SolveStatus::kSolved : SolveStatus::kNotSymmetric;
}

template <typename Scalar>
struct BaraffCheck {
  Scalar residual = Scalar(0);  // m/s²
  bool solved = true;
};

// Computes a = A f + b again and judges the conditions. The largest diagonal entry d of a contact's rows weighs its
// forces:
//   (15)       |min(a_N, d f_N)|
//   (16, 21)   d (|f_F| − μ f_N), and min(|a_F|, max(d (μ f_N − |f_F|), f_F·a_F / |f_F|))
//   (24)       d |f_F + μ f_N v̂|
//   bilateral  |a|
// solved: at each contact this is at most the slack of residual.hpp, the largest of its rows: a share of the terms
// that a row adds up, and of the largest |b| that it is coupled to. a is summed with its rounding errors. About
// 25 rows² operations.
template <typename Problem>
BaraffCheck<typename Problem::Scalar> CheckBaraff(
    const Problem& problem, const BoundedVector<typename Problem::Scalar, Problem::kRows>& f,
    BoundedVector<typename Problem::Scalar, Problem::kRows>& a) {
  using Scalar = typename Problem::Scalar;
  const int n = problem.rows();
  const int d = problem.dimension;
  CoupledSizes<Scalar, Problem::kRows> sizes(problem.A, problem.b, f, n);
  BaraffCheck<Scalar> check;
  const auto weigh = [&check](Scalar error, Scalar slack) {
    check.residual = Max(check.residual, IsFinite(error) ? Abs(error) : kInfinity<Scalar>);
    check.solved &= Abs(error) <= slack;
  };
  for (int first = 0; first < n;) {  // at most n
    const bool bilateral = first >= d * problem.contacts;
    const int last = bilateral ? first + 1 : first + d;
    Scalar slack = Scalar(0);
    for (int i = first; i < last; ++i) {
      ErrorFreeSum<Scalar> sum;
      sum.Add(problem.b[i]);
      Scalar terms = Abs(problem.b[i]);
      AddRow(problem.A, i, f, n, &sum, &terms);
      a[i] = sum.Value();
      const Scalar own = WSlack(i, terms, sizes) - sum.Bound();
      slack = own >= Scalar(0) && slack >= Scalar(0) ? Max(slack, own) : Scalar(-1);
    }
    if (bilateral) {
      weigh(a[first], slack);
    } else {
      const int c = first / d;
      const Scalar bound = problem.mu[c] * f[first];
      const Scalar fx = f[first + 1];
      const Scalar fy = d == 3 ? f[first + 2] : Scalar(0);
      const Scalar ax = a[first + 1];
      const Scalar ay = d == 3 ? a[first + 2] : Scalar(0);
      const Scalar size = Length(fx, fy);
      Scalar weight = Scalar(0);
      for (int i = first; i < last; ++i) weight = Max(weight, problem.A(i, i));
      weigh(Min(a[first], weight * f[first]), slack);
      // What rounds in the cone's own products. Below the normal range it is no share of them.
      const Scalar least = f[first] == Scalar(0) ? Scalar(0) : std::numeric_limits<Scalar>::denorm_min();
      const Scalar rounding = Scalar(8) * (kEpsilon<Scalar> * Max(size, Abs(bound)) + least) * weight;
      if (problem.Dynamic(c)) {
        const auto& v = problem.slip[static_cast<unsigned>(c)];
        const Scalar vy = d == 3 ? v[1] : Scalar(0);
        const Scalar speed = Length(v[0], vy);
        weigh(weight * Abs(fx + bound * (v[0] / speed)), slack - rounding);
        weigh(weight * Abs(fy + bound * (vy / speed)), slack - rounding);
      } else {
        // f·a itself may underflow.
        const Scalar along = size > Scalar(0) ? fx / size * ax + fy / size * ay : Scalar(0);
        const Scalar room = weight * (bound - size);
        weigh(Max(-room, Scalar(0)), slack);
        check.solved &= room >= rounding - slack;
        const Scalar slip = Length(ax, ay);
        weigh(Min(slip, Max(Max(room, along), Scalar(0))), slip <= slack ? slack : slack - rounding);
      }
    }
    first = last;
  }
  return check;
}

}  // namespace footing
