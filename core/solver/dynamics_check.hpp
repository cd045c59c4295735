// What ContactSolver asks of the dynamics and the normals that it is given.
#pragma once

#include "core/linalg/storage.hpp"
#include "core/scalar.hpp"
#include "core/status.hpp"

namespace footing {

// M (n × n), q̇ and τ − C (n each), of one size.
//   kNotFinite      a number of them is NaN or infinite
//   kNotSymmetric   |M_ij − M_ji| > 1e-3 √(M_ii M_jj): one half was not filled, or the axes differ
// n² comparisons and n² / 2 roots.
template <typename Mass, typename Velocity, typename Force>
SolveStatus CheckDynamics(const Mass& mass, const Velocity& velocity, const Force& force) {
  using Scalar = typename Mass::Scalar;
  const int n = static_cast<int>(velocity.size());
  bool finite = true;
  for (int i = 0; i < n; ++i) {  // at most kDof
    finite = finite && IsFinite(velocity[i]) && IsFinite(force[i]);
    for (int j = 0; j < n; ++j) finite = finite && IsFinite(mass(i, j));
  }
  if (!finite) return SolveStatus::kNotFinite;
  for (int i = 0; i < n; ++i) {
    const Scalar of_row = Scalar(1e-3L) * Sqrt(Abs(mass(i, i)));
    for (int j = 0; j < i; ++j) {
      const Scalar apart = Abs(mass(i, j) - mass(j, i));
      if (apart > of_row * Sqrt(Abs(mass(j, j)))) return SolveStatus::kNotSymmetric;
    }
  }
  return SolveStatus::kSolved;
}

// Whether |n|² is away from 1 by more than 1e-3. False for NaN, which the solve refuses.
template <typename Normal>
bool IsNoUnit(const Normal& n) {
  using Scalar = typename Normal::Scalar;
  return Abs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - Scalar(1)) > Scalar(1e-3L);
}

}  // namespace footing
