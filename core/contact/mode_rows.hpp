// What fixed modes leave unknown of the contacts' forces, and the velocity rows that belong to it: with
// f = P x the modes' linear system is Q G P x = −Q b, its rows Q those of P with μ left out.
//   stick  f = (x_1, x_2, x_3)          slide  f = x_1 (1, along) + x_2 (0, across); rows n and across
//   separate  no unknown                       without friction that turns, x_1 alone; row n
#pragma once

#include <array>
#include <cstdint>

#include "core/contact/contact_problem.hpp"

namespace footing {

template <typename Scalar>
struct ModeUnknowns {
  std::int8_t count = 0;
  Scalar along_1 = 0, along_2 = 0;    // f_t / f_n
  Scalar across_1 = 0, across_2 = 0;  // unit direction

  // The contact's force; x are its unknowns.
  Vector3<Scalar> Force(const Scalar* x) const {
    if (count == 3) return {x[0], x[1], x[2]};
    if (count == 0) return {Scalar(0), Scalar(0), Scalar(0)};
    Vector3<Scalar> f(x[0], along_1 * x[0], along_2 * x[0]);
    if (count == 2) {
      f[1] += across_1 * x[1];
      f[2] += across_2 * x[1];
    }
    return f;
  }
};

template <typename Scalar, int kContacts>
struct ModeRows {
  std::array<ModeUnknowns<Scalar>, static_cast<unsigned>(kContacts)> of;
  int contacts = 0;       // at most kContacts
  bool symmetric = true;  // Q = Pᵀ

  void Clear(int count) {
    contacts = count;
    symmetric = true;
  }
  void SetSeparate(int c) { At(c).count = 0; }
  void SetStick(int c) { At(c).count = 3; }
  // f_t / f_n, and the unit direction in which f_t is free beside that, if any.
  struct Tangent {
    Scalar t_1 = 0, t_2 = 0;
  };
  void SetSlide(int c, const Tangent& along) {
    At(c) = {1, along.t_1, along.t_2, Scalar(0), Scalar(0)};
    symmetric &= along.t_1 == Scalar(0) && along.t_2 == Scalar(0);
  }
  void SetSlide(int c, const Tangent& along, const Tangent& across) {
    SetSlide(c, along);
    At(c) = {2, along.t_1, along.t_2, across.t_1, across.t_2};
  }
  void SetTurningSlide(int c, Scalar mu, Scalar d_1, Scalar d_2) {
    SetSlide(c, {mu * d_1, mu * d_2}, {-d_2, d_1});
  }

  ModeUnknowns<Scalar>& At(int c) { return of[static_cast<unsigned>(c)]; }
  const ModeUnknowns<Scalar>& At(int c) const { return of[static_cast<unsigned>(c)]; }

  // kCount velocity rows (against n, t1, t2 of each contact), `stride` numbers apart, against the unknowns,
  // until `end` of them or more are filled; returns how many.
  template <int kCount = 1>
  int Fill(const Scalar* row, int end, Scalar* out, int stride = 0) const {
    int n = 0;
    for (int c = 0; c < contacts && n < end; ++c, row += 3) {
      const ModeUnknowns<Scalar>& x = At(c);
      if (x.count == 0) continue;
      for (int r = 0; r < kCount; ++r) {
        const Scalar* const from = row + r * stride;
        Scalar* const to = out + r * stride + n;
        if (x.count == 3) {
          to[0] = from[0], to[1] = from[1], to[2] = from[2];
        } else {
          to[0] = from[0] + (x.along_1 * from[1] + x.along_2 * from[2]);
          if (x.count == 2) to[1] = x.across_1 * from[1] + x.across_2 * from[2];
        }
      }
      n += x.count;
    }
    return n;
  }

  // The row across a slide, of rows t1 and t2 with `length` entries.
  void Across(int c, const Scalar* row_1, const Scalar* row_2, int length, Scalar* out) const {
    const Scalar across_1 = At(c).across_1, across_2 = At(c).across_2;
    for (int j = 0; j < length; ++j) out[j] = across_1 * row_1[j] + across_2 * row_2[j];
  }
};

}  // namespace footing
