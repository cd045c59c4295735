// Solves one contact of a problem while all others are held, in impulses. A contact that can stick is stopped
// in all three rows at once, because a leg couples them more strongly than the base couples contacts. If the
// contact slides, its impulse is first scaled until the contact neither closes nor opens. Then friction is
// turned against the slip.
#pragma once

#include "core/contact/coulomb.hpp"

namespace footing {

// The rows n, t1, t2 of a contact.
template <typename Scalar>
struct RowTriple {
  Scalar n, t_1, t_2;
};

template <typename Scalar>
class ContactBlock {
 public:
  using Rows = RowTriple<Scalar>;

  // `a` is the first entry of the contact's block. The rows of the block are kStride numbers apart.
  template <int kStride>
  void Load(const Scalar* a, Scalar per_step) {
    const auto mass = [&](Scalar diagonal) {
      const Scalar inverse = Scalar(1) / diagonal;
      return diagonal > Scalar(0) && IsFinite(inverse * per_step) ? inverse : Scalar(0);
    };
    a_nn_ = a[0], a_1n_ = a[kStride], a_2n_ = a[2 * kStride];
    a_11_ = a[kStride + 1], a_21_ = a[2 * kStride + 1], a_22_ = a[2 * kStride + 2];
    normal_mass_ = mass(a_nn_);
    tangent_mass_ = mass(Max(a_11_, a_22_));

    const Scalar c_nn = a_11_ * a_22_ - a_21_ * a_21_, c_1n = a_21_ * a_2n_ - a_22_ * a_1n_;
    const Scalar c_2n = a_21_ * a_1n_ - a_11_ * a_2n_;
    const Scalar determinant = a_nn_ * c_nn + a_1n_ * c_1n + a_2n_ * c_2n;
    const Scalar inverse = mass(determinant);
    regular_ = determinant > kLeast * (a_nn_ * a_11_ * a_22_) && inverse > Scalar(0);
    m_nn_ = inverse * c_nn, m_1n_ = inverse * c_1n, m_2n_ = inverse * c_2n;
    m_11_ = inverse * (a_nn_ * a_22_ - a_2n_ * a_2n_), m_21_ = inverse * (a_1n_ * a_2n_ - a_nn_ * a_21_);
    m_22_ = inverse * (a_nn_ * a_11_ - a_1n_ * a_1n_);
  }

  // Returns the contact's next impulse, inside its cone. p is the present impulse, u the velocity at p (u_n
  // with the bias). The step goes toward the velocity that the mode asks for, over-relaxed by `relax`. *by:
  // the change of p. *mode: the mode before, then the new one.
  [[gnu::always_inline]] Rows Move(Scalar relax, Scalar friction, const Rows& p, const Rows& u,
                                   ContactMode* mode, Rows* by) const {
    if (*mode != ContactMode::kSlide && regular_) {
      *by = Stop(relax, u);
      const Rows to{p.n + by->n, p.t_1 + by->t_1, p.t_2 + by->t_2};
      const Scalar limit = friction * to.n;
      if (to.n > Scalar(0) && to.t_1 * to.t_1 + to.t_2 * to.t_2 < limit * limit) {
        *mode = ContactMode::kStick;
        return to;
      }
    }
    Rows to = *mode == ContactMode::kSlide ? Slide(relax, p, u) : RowByRow(relax, p, u);
    if (!(to.n > Scalar(0))) {
      *mode = ContactMode::kSeparate;
      to = {Scalar(0), Scalar(0), Scalar(0)};
    } else {
      const Scalar limit = friction * to.n;
      const bool within = ClipToDisc(limit, &to.t_1, &to.t_2) && limit > Scalar(0);
      *mode = within ? ContactMode::kStick : ContactMode::kSlide;
    }
    *by = {to.n - p.n, to.t_1 - p.t_1, to.t_2 - p.t_2};
    return to;
  }

 private:
  // The change of p that makes u = 0 in all rows.
  Rows Stop(Scalar relax, const Rows& u) const {
    const Scalar m_nn = -relax * m_nn_, m_1n = -relax * m_1n_, m_2n = -relax * m_2n_;
    const Scalar m_11 = -relax * m_11_, m_21 = -relax * m_21_, m_22 = -relax * m_22_;
    return {m_nn * u.n + m_1n * u.t_1 + m_2n * u.t_2, m_1n * u.n + m_11 * u.t_1 + m_21 * u.t_2,
            m_2n * u.n + m_21 * u.t_1 + m_22 * u.t_2};
  }

  // Makes u_n = 0 by a multiple of p, then takes a step against the slip. The step has the length that would
  // end the slip across p. If p hardly changes u_n, the normal impulse alone makes u_n = 0.
  Rows Slide(Scalar relax, const Rows& p, const Rows& u) const {
    constexpr Scalar kLeastShare = Scalar(0.1L);
    const Scalar by_n = a_nn_ * p.n + a_1n_ * p.t_1 + a_2n_ * p.t_2;
    if (!(by_n > kLeastShare * a_nn_ * p.n)) return RowByRow(relax, p, u);
    const Scalar across = p.t_1 * (a_22_ * p.t_1 - a_21_ * p.t_2) + p.t_2 * (a_11_ * p.t_2 - a_21_ * p.t_1);
    const Scalar square = p.t_1 * p.t_1 + p.t_2 * p.t_2;
    const bool turns = across * tangent_mass_ > kLeastShare * square;
    const Scalar mass = turns ? square / across : tangent_mass_, relaxed = relax * mass;
    const Scalar by_1 = a_1n_ * p.n + a_11_ * p.t_1 + a_21_ * p.t_2;
    const Scalar by_2 = a_2n_ * p.n + a_21_ * p.t_1 + a_22_ * p.t_2;
    const Scalar share = -u.n * (relax / by_n);
    return {p.n + share * p.n, p.t_1 - relaxed * u.t_1 + share * (p.t_1 - mass * by_1),
            p.t_2 - relaxed * u.t_2 + share * (p.t_2 - mass * by_2)};
  }

  // Makes u_n = 0 by the normal impulse alone, then takes a step against the slip.
  Rows RowByRow(Scalar relax, const Rows& p, const Rows& u) const {
    const Scalar by = -relax * normal_mass_ * u.n, mass = tangent_mass_, relaxed = relax * mass;
    return {p.n + by, p.t_1 - relaxed * u.t_1 - mass * (by * a_1n_),
            p.t_2 - relaxed * u.t_2 - mass * (by * a_2n_)};
  }

  // A determinant of at most this share of the diagonal's product has lost its digits.
  static constexpr Scalar kLeast = Scalar(1e-4L);

  Scalar a_nn_, a_1n_, a_2n_, a_11_, a_21_, a_22_;  // 1/kg
  Scalar m_nn_, m_1n_, m_2n_, m_11_, m_21_, m_22_;  // kg, inverse of the block
  Scalar normal_mass_, tangent_mass_;               // kg; 0: no force moves these rows
  bool regular_;
};

}  // namespace footing
