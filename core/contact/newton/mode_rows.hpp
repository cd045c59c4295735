// What fixed modes leave unknown in the contacts' forces, and the velocity rows that belong to these
// unknowns. With f = P x the modes' linear system is Q (Δt G P x + b + bias) + T x = 0. Q is Pᵀ with μ left
// out; T turns the directions of the slides (FixedModes::Factor), and this makes it a Newton step.
//   stick  f = (x_1, x_2, x_3)          slide  f = x_1 (1, along) + x_2 (0, across); rows n and across
//   separate  no unknown                       if friction cannot turn, x_1 alone; row n
#pragma once

#include <array>
#include <cstdint>

#include "core/contact/contact_modes.hpp"

namespace footing {

template <typename Scalar>
struct ModeUnknowns {
  std::int8_t count = 0;
  Scalar along_1 = 0, along_2 = 0;    // f_t / f_n
  Scalar across_1 = 0, across_2 = 0;  // unit direction
  Scalar turning = 0;                 // |u_t| / (μ f_n) of a slide on the circle [m/(s N)]

  // Adds the contact's force, whose unknowns are x. The contact must have unknowns.
  void AddForce(const Scalar* x, Scalar& f_n, Scalar& f_1, Scalar& f_2) const {
    f_n += x[0];
    if (count == 3) {
      f_1 += x[1], f_2 += x[2];
      return;
    }
    Scalar by_1 = along_1 * x[0], by_2 = along_2 * x[0];
    if (count == 2) by_1 += across_1 * x[1], by_2 += across_2 * x[1];
    f_1 += by_1, f_2 += by_2;
  }
};

template <typename Scalar, int kContacts>
struct ModeRows {
  std::array<ModeUnknowns<Scalar>, static_cast<unsigned>(kContacts)> of;
  int contacts = 0;       // at most kContacts
  bool symmetric = true;  // Q = Pᵀ

  void Clear(int count) {
    for (auto& x : of) x.count = 0;
    contacts = count;
    symmetric = true;
  }
  void SetSeparate(int c) { At(c).count = 0; }
  void SetStick(int c) { At(c).count = 3; }
  // `along` is f_t / f_n. `across` is the unit direction in which f_t is also free, if there is one.
  struct Tangent {
    Scalar t_1 = 0, t_2 = 0;
  };
  void SetSlide(int c, const Tangent& along) {
    SetSlide(c, along, {});
    At(c).count = 1;
  }
  void SetSlide(int c, const Tangent& along, const Tangent& across, Scalar turning = Scalar(0)) {
    symmetric &= along.t_1 == Scalar(0) && along.t_2 == Scalar(0);
    At(c) = {2, along.t_1, along.t_2, across.t_1, across.t_2, turning};
  }
  void SetTurningSlide(int c, Scalar mu, Scalar d_1, Scalar d_2, Scalar turning) {
    SetSlide(c, {mu * d_1, mu * d_2}, {-d_2, d_1}, turning);
  }

  ModeUnknowns<Scalar>& At(int c) { return of[static_cast<unsigned>(c)]; }
  const ModeUnknowns<Scalar>& At(int c) const { return of[static_cast<unsigned>(c)]; }

  // Computes contact c's rows of Q G P, kTo numbers apart, from its three rows of G, kFrom numbers apart.
  // Stops when `end` columns or more are filled, and returns how many are.
  template <int kFrom, int kTo>
  int Fill(int c, const Scalar* row, int end, Scalar* out) const {
    const auto same = [&](int r, int j) { return row[r * kFrom + j]; };
    if (At(c).count == 3) return FillColumns<3, kTo>(end, out, same);
    if (At(c).count == 1) return FillColumns<1, kTo>(end, out, same);
    const Scalar across_1 = At(c).across_1, across_2 = At(c).across_2;
    return FillColumns<2, kTo>(end, out, [&](int r, int j) {
      return r == 0 ? row[j] : across_1 * row[kFrom + j] + across_2 * row[2 * kFrom + j];
    });
  }

  // The same for one row.
  int Fill(const Scalar* row, int end, Scalar* out) const {
    return FillColumns<1, 0>(end, out, [&](int, int j) { return row[j]; });
  }

  // Computes Q V for the kColumns columns of V, rows as in the problem.
  template <int kColumns>
  void Ask(const Scalar* row, Scalar* to) const {
    for (int c = 0; c < contacts; ++c, row += 3 * kColumns) {
      const ModeUnknowns<Scalar>& x = At(c);
      if (x.count == 0) continue;
      const int same = x.count == 3 ? 3 * kColumns : kColumns;  // same at most 3 * kColumns
      for (int j = 0; j < same; ++j) to[j] = row[j];
      if (x.count == 2) {
        for (int j = 0; j < kColumns; ++j)
          to[kColumns + j] = x.across_1 * row[kColumns + j] + x.across_2 * row[2 * kColumns + j];
      }
      to += x.count * kColumns;
    }
  }

  // Replaces the kColumns columns of X by P X, in the same memory: `unknowns` rows become all 3 kContacts
  // rows.
  template <int kColumns>
  void Spread(Scalar* columns, int unknowns) const {
    const Scalar* from = columns + unknowns * kColumns;
    for (int c = kContacts - 1; c >= 0; --c) {
      const ModeUnknowns<Scalar>& x = At(c);
      const int count = c < contacts ? x.count : 0;
      Scalar* const row = columns + 3 * c * kColumns;
      from -= count * kColumns;
      if (count == 0) {
        for (int j = 0; j < 3 * kColumns; ++j) row[j] = Scalar(0);
      } else if (count == 3) {
        if (from == row) continue;
        for (int j = 3 * kColumns - 1; j >= 0; --j) row[j] = from[j];
      } else {
        for (int j = 0; j < kColumns; ++j) {
          const Scalar normal = from[j], across = count == 2 ? from[kColumns + j] : Scalar(0);
          row[j] = normal;
          row[kColumns + j] = x.along_1 * normal + x.across_1 * across;
          row[2 * kColumns + j] = x.along_2 * normal + x.across_2 * across;
        }
      }
    }
  }

 private:
  template <int kCount, int kTo, typename Entry>
  int FillColumns(int end, Scalar* out, const Entry& entry) const {
    int n = 0;
    for (int c = 0; c < contacts && n < end; ++c) {
      const ModeUnknowns<Scalar>& x = At(c);
      const int count = x.count;
      if (count == 0) continue;
      Scalar* const to = out + n;
      n += count;
      Scalar by[kCount][3];
      for (int r = 0; r < kCount; ++r) {
        for (int k = 0; k < 3; ++k) by[r][k] = entry(r, 3 * c + k);
      }
      if (count == 3) {
        for (int r = 0; r < kCount; ++r) {
          for (int k = 0; k < 3; ++k) to[r * kTo + k] = by[r][k];
        }
        continue;
      }
      const Scalar along_1 = x.along_1, along_2 = x.along_2, across_1 = x.across_1, across_2 = x.across_2;
      for (int r = 0; r < kCount; ++r) to[r * kTo] = by[r][0] + (along_1 * by[r][1] + along_2 * by[r][2]);
      if (count == 1) continue;
      for (int r = 0; r < kCount; ++r) to[r * kTo + 1] = across_1 * by[r][1] + across_2 * by[r][2];
    }
    return n;
  }
};

// Whether a contact that slides on a pyramid slides against two neighbouring directions: its force is then
// inside the circle.
template <typename Scalar>
bool SlidesOnEdge(Scalar friction, const Vector3<Scalar>& f) {
  return Length(f[1], f[2]) < (Scalar(1) - kModeTolerance<Scalar>)*friction * f[0];
}

// Describes the mode that contact c has in `solution`. `directions` are those of the friction cone: 0 is the
// circle, 2 the plane, where no friction acts along t2.
template <typename Scalar, int kContacts>
void DescribeMode(const ContactProblem<Scalar, kContacts>& problem,
                  const ContactSolution<Scalar, kContacts>& solution, int c, int directions,
                  ModeRows<Scalar, kContacts>* rows) {
  const auto i = static_cast<unsigned>(c);
  const ContactMode mode = solution.mode[i];
  const Vector3<Scalar>& f = solution.force[i];
  const Scalar mu = problem.friction[c];
  rows->SetSeparate(c);
  if (mode == ContactMode::kSeparate) return;
  if (mode == ContactMode::kStick) {
    if (directions == 2)
      rows->SetSlide(c, {}, {Scalar(1), Scalar(0)});
    else
      rows->SetStick(c);
    return;
  }
  const Scalar friction = Length(f[1], f[2]);
  if (!(mu > Scalar(0)) || !(friction > Scalar(0))) {
    rows->SetSlide(c, {});
  } else if (directions == 0) {
    const Vector3<Scalar>& u = solution.velocity[i];
    rows->SetTurningSlide(c, mu, f[1] / friction, f[2] / friction, Length(u[1], u[2]) / friction);
  } else if (directions > 2 && SlidesOnEdge(mu, f)) {
    const Vector3<Scalar>& u = solution.velocity[i];
    const Scalar speed = Length(u[1], u[2]);
    rows->SetSlide(c, {f[1] / f[0], f[2] / f[0]});
    if (speed > Scalar(0)) rows->SetSlide(c, {f[1] / f[0], f[2] / f[0]}, {-u[2] / speed, u[1] / speed});
  } else {
    rows->SetSlide(c, {mu * f[1] / friction, mu * f[2] / friction});
  }
}

}  // namespace footing
