// The linear system that a guess of modes makes of a contact problem with δ more on its diagonal about
// the forces `centre` (mode_newton.hpp): u + δ (f − centre) = 0 in the rows of a sticking contact; in the
// normal row of a sliding one, whose f_t is μ f_n d, and across d, where the force φ turns d; and in the
// rows of joints that are not at a bound. What separates has no force and no row.
#pragma once

#include <cstdint>

#include "core/contact/scaled_contacts.hpp"
#include "core/linalg/general_solve.hpp"

namespace footing {

template <typename Scalar, int kContacts, int kJointRows>
struct ModeSystem {
  using Scaled = ScaledContacts<Scalar, kContacts, kJointRows>;
  static constexpr int kRows = Scaled::kRows;
  Scaled scaled;
  std::array<ContactMode, static_cast<unsigned>(kContacts)> mode;
  std::array<Vector3<Scalar>, static_cast<unsigned>(kContacts)> direction;  // (0, d_1, d_2)
  std::array<std::int8_t, static_cast<unsigned>(kJointRows + 1)> bound;     // −1 lower, 0 free, 1 upper
  BoundedVector<Scalar, kRows> centre;
  BoundedMatrix<Scalar, kRows> matrix;
  BoundedVector<Scalar, kRows> unknown;
  PivotRows<kRows> swaps;
  int rank = 0;  // of the last system: pivots that stand out from δ

  // Velocity of row i on the problem with δ.
  Scalar Proximal(Scalar delta, int i) const {
    return scaled.velocity[i] + delta * (scaled.force[i] - centre[i]);
  }

  // Scaled forces and velocities that the modes ask for. False: singular or not finite; the forces are
  // of no use then. n³/3 multiply-adds for n unknowns, and 6 n² to fill.
  bool Solve(Scalar delta) {
    for (int i = scaled.joints; i < scaled.rows; ++i) {
      if (const int at = Bound(i); at != 0) scaled.force[i] = at < 0 ? scaled.lower[i] : scaled.upper[i];
    }
    int n = 0;  // n at most kRows
    for (int c = 0; c < scaled.contacts; ++c) {
      const int m = Unknowns(c);  // m at most 3
      for (int k = 0; k < m; ++k) FillRow(delta, 3 * c, 3, RowOf(c, k), n + k);
      if (m == 2) matrix(n + 1, n + 1) += Turning(delta, c);
      n += m;
    }
    for (int i = scaled.joints; i < scaled.rows; ++i) {
      if (Bound(i) == 0) FillRow(delta, i, 1, Vector3<Scalar>::Unit(0), n++);
    }
    if (!FactorGeneral<Scalar, kRows>(matrix.data(), kRows, n, swaps)) return false;
    SolveFactored<Scalar, kRows>(matrix.data(), kRows, n, swaps, unknown.data());
    rank = 0;
    for (int k = 0; k < n; ++k) rank += Abs(matrix(k, k)) > Scalar(16) * delta ? 1 : 0;
    if (!ReadForces()) return false;
    scaled.UpdateVelocity();
    return true;
  }

 private:
  int Bound(int i) const { return bound[static_cast<unsigned>(i - scaled.joints)]; }

  int Unknowns(int c) const {
    switch (mode[static_cast<unsigned>(c)]) {
      case ContactMode::kStick: return 3;
      case ContactMode::kSlide: return scaled.friction[c] > Scalar(0) ? 2 : 1;
      default: return 0;
    }
  }

  // What unknown k of a contact is as a force.
  Vector3<Scalar> ForceOf(int c, int k) const {
    if (mode[static_cast<unsigned>(c)] == ContactMode::kStick) return Vector3<Scalar>::Unit(k);
    const Vector3<Scalar>& d = direction[static_cast<unsigned>(c)];
    if (k == 0) return {Scalar(1), scaled.friction[c] * d[1], scaled.friction[c] * d[2]};
    return {Scalar(0), -d[2], d[1]};
  }

  // The combination of the contact's rows that belongs to it.
  Vector3<Scalar> RowOf(int c, int k) const { return k == 0 ? Vector3<Scalar>::Unit(0) : ForceOf(c, k); }

  // Turning d by φ / (μ f_n) lets the row across d see |u_t|: the Newton term of φ.
  Scalar Turning(Scalar delta, int c) const {
    const Vector3<Scalar>& d = direction[static_cast<unsigned>(c)];
    const Scalar slip = -d[1] * Proximal(delta, 3 * c + 1) - d[2] * Proximal(delta, 3 * c + 2);
    // Where the contact is only about to push, its force is not known yet; f ≈ u in scaled units.
    const Scalar normal = Max(scaled.force[3 * c], Scalar(1e-3L) * slip);
    return slip > Scalar(0) ? slip / (scaled.friction[c] * normal) : Scalar(0);
  }

  // Row `to`: `count` rows of the problem from row i, combined by `weight`, against every unknown.
  void FillRow(Scalar delta, int i, int count, const Vector3<Scalar>& weight, int to) {
    const auto entry = [&](int j) {
      Scalar sum = Scalar(0);
      for (int k = 0; k < count; ++k) {
        sum += weight[k] * scaled.delassus(i + k, j);
        if (i + k == j) sum += weight[k] * delta;
      }
      return sum;
    };
    Scalar right = Scalar(0);
    for (int k = 0; k < count; ++k)
      right -= weight[k] * (scaled.free_velocity[i + k] - delta * centre[i + k]);
    int n = 0;  // n at most kRows
    for (int c = 0; c < scaled.contacts; ++c) {
      const int m = Unknowns(c);  // m at most 3
      if (m == 0) continue;
      const Scalar normal = entry(3 * c);
      if (m == 1) {
        matrix(to, n) = normal;
      } else {
        const Scalar t_1 = entry(3 * c + 1);
        const Scalar t_2 = entry(3 * c + 2);
        for (int k = 0; k < m; ++k) {
          const Vector3<Scalar> force = ForceOf(c, k);
          matrix(to, n + k) = normal * force[0] + t_1 * force[1] + t_2 * force[2];
        }
      }
      n += m;
    }
    for (int j = scaled.joints; j < scaled.rows; ++j) {
      if (Bound(j) == 0)
        matrix(to, n++) = entry(j);
      else
        right -= entry(j) * scaled.force[j];
    }
    unknown[to] = right;
  }

  bool ReadForces() {
    Scalar sum = Scalar(0);
    int n = 0;  // n at most kRows
    for (int c = 0; c < scaled.contacts; ++c) {
      Vector3<Scalar> f = Vector3<Scalar>::Zero();
      const int m = Unknowns(c);  // m at most 3
      for (int k = 0; k < m; ++k) f += unknown[n + k] * ForceOf(c, k);
      if (m == 2 && f[0] > Scalar(0)) {  // φ has turned f_t; its length is μ f_n still
        const Scalar length = Length(f[1], f[2]);
        const Scalar factor = length > Scalar(0) ? scaled.friction[c] * f[0] / length : Scalar(0);
        f[1] *= factor;
        f[2] *= factor;
      }
      for (int k = 0; k < 3; ++k) scaled.force[3 * c + k] = f[k];
      sum += f[0] + f[1] + f[2];
      n += m;
    }
    for (int i = scaled.joints; i < scaled.rows; ++i) {
      if (Bound(i) == 0) scaled.force[i] = unknown[n++];
      sum += scaled.force[i];
    }
    return IsFinite(sum);
  }
};

}  // namespace footing
