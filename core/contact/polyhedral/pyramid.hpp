// Contact conditions of the polyhedral cone, one contact at a time: its mode, the shares of a tangential
// force in the directions, λ of eq. 15, and how far z and w are from complementary.
#pragma once

#include <array>
#include <cstdint>

#include "core/contact/contact_problem.hpp"
#include "core/contact/friction_basis.hpp"
#include "core/contact/friction_disc.hpp"

namespace footing {

// In a slide friction acts along `direction`, against the slip. On an edge it also acts along the next
// direction, in shares that are to be found.
struct PyramidMode {
  ContactMode mode = ContactMode::kSeparate;
  std::int8_t direction = 0;
  bool edge = false;

  bool operator==(const PyramidMode&) const = default;
};

template <int kContacts>
using PyramidModes = std::array<PyramidMode, static_cast<unsigned>(kContacts)>;

// f_t = first_share · d_first + second_share · d_second; shares are ≥ 0 and the directions are neighbours.
template <typename Scalar>
struct PyramidShares {
  int first = 0;
  int second = 0;
  Scalar first_share = 0;   // N
  Scalar second_share = 0;  // N
};

// Splits the force (t1, t2) [N] into directions with the least sum of shares. This sum is the pyramid's gauge
// of the force, which is compared with μ f_n.
template <typename Scalar, int kDirections>
PyramidShares<Scalar> SharesOf(const FrictionBasis<Scalar, kDirections>& basis, Scalar t1, Scalar t2) {
  PyramidShares<Scalar> shares;
  Scalar best = basis.Along(0, t1, t2);
  for (int k = 1; k < kDirections; ++k) {
    const Scalar along = basis.Along(k, t1, t2);
    if (along > best) best = along, shares.first = k;
  }
  const int k = shares.first;
  shares.second = k;
  shares.first_share = Max(best, Scalar(0));
  if constexpr (kDirections > 2) {
    const auto& d = basis.direction;
    const Scalar side = d(k, 0) * t2 - d(k, 1) * t1;  // > 0: counter-clockwise of d_k
    const int next = (side > Scalar(0) ? k + 1 : k + kDirections - 1) % kDirections;
    const Scalar turn = d(k, 0) * d(next, 1) - d(k, 1) * d(next, 0);  // sine of the sector, signed
    shares.second = next;
    shares.second_share = side / turn;
    shares.first_share = Max((t1 * d(next, 1) - t2 * d(next, 0)) / turn, Scalar(0));
  }
  return shares;
}

// Shortens (t1, t2) to kWithin of the pyramid's side if it is outside; `limit` is μ f_n [N], finite.
template <typename Scalar, int kDirections>
void ClipToPyramid(const FrictionBasis<Scalar, kDirections>& basis, Scalar limit, Scalar* t1, Scalar* t2) {
  const PyramidShares<Scalar> shares = SharesOf(basis, *t1, *t2);
  const Scalar gauge = shares.first_share + shares.second_share;
  if (gauge <= limit) return;
  *t1 = *t1 / gauge * (kWithin<Scalar> * limit);  // limit / gauge may lose digits, or all of them
  *t2 = *t2 / gauge * (kWithin<Scalar> * limit);
}

// λ = max(0, −min_k d_k · u_t) [m/s]: the slip speed along the most opposed direction, whose
// number goes to *direction. `u` is (u_n, u_t1, u_t2).
template <typename Scalar, int kDirections>
Scalar SlipSpeed(const FrictionBasis<Scalar, kDirections>& basis, const Vector3<Scalar>& u, int* direction) {
  Scalar lowest = basis.Along(0, u[1], u[2]);
  *direction = 0;
  for (int k = 1; k < kDirections; ++k) {
    const Scalar along = basis.Along(k, u[1], u[2]);
    if (along < lowest) lowest = along, *direction = k;
  }
  return Max(-lowest, Scalar(0));
}

// The largest natural-map component |min(z_i, w_i)| of eq. 15 over one contact's rows, with
// forces measured against `force_scale` [N] and velocities against `velocity_scale` [m/s].
template <typename Scalar, int kDirections>
Scalar ContactResidual(const FrictionBasis<Scalar, kDirections>& basis, Scalar mu, Scalar bias,
                       const Vector3<Scalar>& f, const Vector3<Scalar>& u, Scalar force_scale,
                       Scalar velocity_scale) {
  const auto complementary = [](Scalar z, Scalar w) { return Abs(Min(z, w)); };
  int slip_direction = 0;
  const Scalar lambda = SlipSpeed(basis, u, &slip_direction);
  const PyramidShares<Scalar> shares = SharesOf(basis, f[1], f[2]);

  Scalar worst = complementary(f[0] / force_scale, (u[0] + bias) / velocity_scale);
  for (int k : {shares.first, shares.second}) {
    const Scalar share = k == shares.first ? shares.first_share : shares.second_share;
    worst = Max(worst,
                complementary(share / force_scale, (basis.Along(k, u[1], u[2]) + lambda) / velocity_scale));
  }
  // A separate contact's λ is free: its cone row reads 0 ≤ λ ⟂ 0.
  const Scalar cone = mu * f[0] - shares.first_share - shares.second_share;
  return Max(worst, complementary(lambda / velocity_scale, cone / force_scale));
}

}  // namespace footing
