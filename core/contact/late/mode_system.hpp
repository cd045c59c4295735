// The linear system of a guess of modes, for a contact problem with δ added to its diagonal about the forces
// `centre` (mode_newton.hpp). It asks u + δ (f − centre) = 0 in these rows:
//   stick       all three rows
//   slide       the normal row, with f_t = μ f_n d; and the row across d, where the force φ turns d
//   joint row   if its force is not at a bound
// A contact that separates has no force and no row.
#pragma once

#include <cstdint>

#include "core/contact/late/scaled_contacts.hpp"
#include "core/contact/mode_rows.hpp"
#include "core/linalg/tiled_lu.hpp"

namespace footing {

template <typename Scalar, int kContacts, int kJointRows>
struct ModeSystem {
  using Scaled = ScaledContacts<Scalar, kContacts, kJointRows>;
  static constexpr int kRows = Scaled::kRows;
  using Matrix = TiledLu<Scalar, kRows>;
  Scaled scaled;
  std::array<ContactMode, static_cast<unsigned>(kContacts)> mode;
  std::array<Vector3<Scalar>, static_cast<unsigned>(kContacts)> direction;  // (0, d_1, d_2)
  std::array<std::int8_t, static_cast<unsigned>(kJointRows + 1)> bound;     // −1 lower, 0 free, 1 upper
  BoundedVector<Scalar, kRows> centre;
  Matrix matrix;
  BoundedVector<Scalar, Matrix::kRows> unknown;
  int rank = 0;  // pivots of the last system that stand out from δ

  // Velocity of row i on the problem with δ.
  Scalar Proximal(Scalar delta, int i) const {
    return scaled.velocity[i] + delta * (scaled.force[i] - centre[i]);
  }

  // Computes the scaled forces and velocities that the modes ask for. False: the system is singular or not
  // finite; the forces are then of no use. Cost: n³/3 multiply-adds for n unknowns, half if nothing slides,
  // and 2 n² to fill.
  bool Solve(Scalar delta) {
    DescribeModes(delta);
    MoveToModes();
    int n = 0;  // n at most kRows
    for (int c = 0; c < scaled.contacts; ++c) {
      const auto& x = rows_.At(c);
      if (x.count == 0) continue;
      const Scalar* const row = &scaled.delassus(3 * c, 0);
      const int filled =
          rows_.template Fill<kRows, Matrix::kRows>(c, row, End(n + x.count - 1), matrix.Row(n));
      const auto across = [&](Scalar by_1, Scalar by_2) { return x.across_1 * by_1 + x.across_2 * by_2; };
      for (int r = 0; r < x.count; ++r) {  // at most 3
        const Scalar* const from = row + r * kRows;
        const auto right = [&](int k) { return -Proximal(delta, 3 * c + k); };
        if (x.count == 2 && r == 1)
          FinishRow(delta, n + r, filled, across(right(1), right(2)),
                    [&](int j) { return across(from[j], from[kRows + j]); });
        else
          FinishRow(delta, n + r, filled, right(r), [&](int j) { return from[j]; });
      }
      if (x.count == 2) matrix(n + 1, n + 1) += x.turning;
      n += x.count;
    }
    for (int i = scaled.joints; i < scaled.rows; ++i) {
      if (Bound(i) != 0) continue;
      const Scalar* const row = &scaled.delassus(i, 0);
      const int filled = rows_.Fill(row, End(n), matrix.Row(n));
      FinishRow(delta, n, filled, -Proximal(delta, i), [&](int j) { return row[j]; });
      ++n;
    }
    if (matrix.Factor(n, rows_.symmetric) < n) return false;
    matrix.Solve(n, unknown.data());
    rank = 0;
    for (int k = 0; k < n; ++k) rank += Scalar(16) * delta * Abs(matrix.InversePivot(k)) < Scalar(1) ? 1 : 0;
    if (!ReadForces()) return false;
    scaled.UpdateVelocity();
    return true;
  }

 private:
  int Bound(int i) const { return bound[static_cast<unsigned>(i - scaled.joints)]; }

  void DescribeModes(Scalar delta) {
    rows_.Clear(scaled.contacts);
    for (int c = 0; c < scaled.contacts; ++c) {
      const Vector3<Scalar>& d = direction[static_cast<unsigned>(c)];
      const Scalar mu = scaled.friction[c];
      switch (mode[static_cast<unsigned>(c)]) {
        case ContactMode::kStick: rows_.SetStick(c); break;
        case ContactMode::kSlide:
          if (mu > Scalar(0)) {
            rows_.SetTurningSlide(c, mu, d[1], d[2], Turning(delta, c));
          } else {
            rows_.SetSlide(c, {});
          }
          break;
        default: rows_.SetSeparate(c);
      }
    }
  }

  // Moves the present forces to where the modes hold them. The step from there is solved for, so that
  // rounding is relative to the step and not to the forces.
  void MoveToModes() {
    bool moved = false;
    const auto set = [&](int i, Scalar f) {
      moved |= Abs(f - scaled.force[i]) > Scalar(4) * kEpsilon<Scalar> * Abs(f);
      scaled.force[i] = f;
    };
    for (int c = 0; c < scaled.contacts; ++c) {
      const auto& x = rows_.At(c);
      if (x.count == 3) continue;
      const Scalar normal = x.count == 0 ? Scalar(0) : scaled.force[3 * c];
      set(3 * c, normal);
      set(3 * c + 1, x.along_1 * normal);
      set(3 * c + 2, x.along_2 * normal);
    }
    for (int i = scaled.joints; i < scaled.rows; ++i) {
      if (const int at = Bound(i); at != 0) set(i, at < 0 ? scaled.lower[i] : scaled.upper[i]);
    }
    if (moved) scaled.UpdateVelocity();
  }

  // If φ turns d by φ / (μ f_n), the row across d sees |u_t|: this is the Newton term of φ.
  Scalar Turning(Scalar delta, int c) const {
    const Vector3<Scalar>& d = direction[static_cast<unsigned>(c)];
    const Scalar slip = -d[1] * Proximal(delta, 3 * c + 1) - d[2] * Proximal(delta, 3 * c + 2);
    // If the contact is only about to push, its force is not known yet; in scaled units f ≈ u.
    const Scalar normal = Max(scaled.force[3 * c], Scalar(1e-3L) * slip);
    return slip > Scalar(0) ? slip / (scaled.friction[c] * normal) : Scalar(0);
  }

  // The number of columns of row `to` that are read.
  int End(int to) const { return rows_.symmetric ? Matrix::LowerEnd(to) : Matrix::kRows; }

  // Completes row `to` after the contacts' columns: the joints' columns, δ on the diagonal, the right side.
  template <typename Entry>
  void FinishRow(Scalar delta, int to, int filled, Scalar right, const Entry& entry) {
    Scalar* const out = matrix.Row(to);
    for (int j = scaled.joints; j < scaled.rows; ++j) {
      if (Bound(j) == 0) out[filled++] = entry(j);
    }
    out[to] += delta;
    matrix.Least(to) = Scalar(kRows) * kEpsilon<Scalar>;
    unknown[to] = right;
  }

  bool ReadForces() {
    Scalar sum = Scalar(0);
    int n = 0;
    for (int c = 0; c < scaled.contacts; ++c) {
      const int m = rows_.At(c).count;  // m at most 3
      Scalar* const x = unknown.data() + n;
      for (int k = 0; k < m; ++k) x[k] += m == 3 || k == 0 ? scaled.force[3 * c + k] : Scalar(0);
      Vector3<Scalar> f(Scalar(0), Scalar(0), Scalar(0));
      if (m > 0) rows_.At(c).AddForce(x, f[0], f[1], f[2]);
      if (m == 2 && f[0] > Scalar(0)) {  // φ has turned f_t; its length is still μ f_n
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
      if (Bound(i) == 0) scaled.force[i] += unknown[n++];
      sum += scaled.force[i];
    }
    return IsFinite(sum);
  }

  ModeRows<Scalar, kContacts> rows_;
};

}  // namespace footing
