// The velocity that a contact's normal row asks for (Trefny section 2): the row is
//   0 ≤ f_n ⟂ u_n + bias ≥ 0.
#pragma once

#include "core/scalar.hpp"

namespace footing {

template <typename Scalar>
struct NormalBiasOptions {
  Scalar restitution = 0;            // e, 0 to 1
  Scalar restitution_threshold = 0;  // m/s; slower approaches do not bounce
  Scalar error_reduction = 0;        // β, 0 ≤ β < 1: share of the penetration that a step removes
  Scalar largest_push = 0;           // m/s, cap on the error reduction
};

// gap > 0: the contact may close by `gap` in the step, so bias = gap / dt (Stewart and Trinkle). Otherwise
// bias is minus the wanted velocity. That is the larger of restitution, −e v_n⁻, and error reduction, −(β/dt)
// gap, which is capped; it is not their sum. `approach` is v_n⁻, the normal velocity before the step [m/s].
// A gap that v_n⁻ closes within the step bounces in this step. If it closed first, only gap / dt would be left to
// bounce in the next. Returns m/s. Cost: one division.
template <typename Scalar>
Scalar NormalBias(Scalar gap, Scalar approach, Scalar dt, const NormalBiasOptions<Scalar>& options) {
  Scalar bounce = Scalar(0);
  if (-approach > options.restitution_threshold) bounce = -options.restitution * approach;
  if (!(gap <= Scalar(0))) return bounce > Scalar(0) && gap < -approach * dt ? -bounce : gap / dt;
  return -Max(bounce, Min(-options.error_reduction * gap / dt, options.largest_push));
}

}  // namespace footing
