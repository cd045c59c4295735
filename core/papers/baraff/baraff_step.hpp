// Problem: max_step of Baraff 1994 (sections 4.2, 5.5, 5.6): how far f may go along Δf until some index must
// change its set, and which index.
//   C          f_N falls to zero                    −f_N / Δf_N                       (10)
//   NC         a_N falls to zero                    −a_N / Δa_N                       (11)
//   driven     its acceleration becomes zero        −a_d / Δa_d                       (12)
//   CF         |f_F| reaches μ f_N, outward; in space a root of the quadratic         (23)
//   NC±, NCF   û·a_F rises to zero
// On a tie, which the paper leaves open, the driven index comes first. Then comes the lowest contact, its
// normal before its friction. A rate counts as zero within the rounding error of Σ r_j |Δf_j|.
#pragma once

#include "core/papers/baraff/baraff_direction.hpp"

namespace footing {

enum class BaraffEvent : std::uint8_t {
  kNone,          // s = ∞
  kDrivenAtZero,  // a_d = 0, or f_d = 0 if a force is driven to zero
  kDrivenAtCone,
  kLeavesC,
  kEntersC,
  kReachesCone,
  kLeavesCone,
};

// What is driven (section 5.5). kFrictionToZero: a friction force that was given up is driven to zero.
enum class BaraffGoal : std::uint8_t { kNormal, kFriction, kFrictionToZero };

template <typename Scalar>
struct BaraffDrive {
  BaraffGoal goal = BaraffGoal::kNormal;
  int contact = 0;
  RowWeights<Scalar> direction{};  // one unit of the driven force
};

template <typename Problem>
class BaraffStep {
 public:
  using Scalar = typename Problem::Scalar;
  static constexpr Scalar kRounding = Scalar(8) * kEpsilon<Scalar>;

  // A redundant row follows the others to zero. Then it stays there, short of zero by their rounding errors.
  static constexpr Scalar kNearZero = Scalar(8);

  BaraffStep(const Problem& problem, const BaraffWorkspace<Problem>& workspace,
             const BaraffDirection<Problem>& direction)
      : problem_(problem), work_(workspace), rows_(direction), d_(problem.dimension) {}

  Scalar length = kInfinity<Scalar>;
  BaraffEvent event = BaraffEvent::kNone;
  int contact = -1;

  // Finds the step that begins at f and a. `step_size` is Σ r_j |Δf_j|, and `a_rounding` is the rounding
  // error of the driven acceleration.
  void Find(const BaraffDrive<Scalar>& drive, const BoundedVector<Scalar, Problem::kRows>& f,
            const BoundedVector<Scalar, Problem::kRows>& a, Scalar step_size, Scalar a_rounding) {
    length = kInfinity<Scalar>;
    event = BaraffEvent::kNone;
    contact = -1;
    rounding_ = kRounding * step_size;
    Driven(drive, f, a, a_rounding);
    for (int c = 0; c < problem_.contacts; ++c) {
      const BaraffContact<Scalar>& state = work_.contact[static_cast<unsigned>(c)];
      const int row = rows_.NormalRow(c);
      if (state.normal == NormalSet::kC) {
        const Scalar rate = -work_.f_step[row];
        if (rate * work_.root_diagonal[row] > rounding_) Offer(f[row] / rate, BaraffEvent::kLeavesC, c);
      } else if (state.normal == NormalSet::kNC) {
        const Scalar rate = -work_.a_step[row];
        if (rate > rounding_ * work_.root_diagonal[row]) Offer(a[row] / rate, BaraffEvent::kEntersC, c);
      }
      if (c == drive.contact && drive.goal != BaraffGoal::kNormal) continue;
      if (state.friction == FrictionSet::kCF || state.friction == FrictionSet::kAxis) {
        Offer(ConeLength(c, f), BaraffEvent::kReachesCone, c);
      } else if (state.friction == FrictionSet::kNCF && state.normal == NormalSet::kC) {
        const auto tangent = rows_.Tangent(c, state.axis);
        const Scalar rate = rows_.Along(tangent, work_.a_step);
        if (rate > rounding_ * rows_.Size(tangent)) {
          Offer(-rows_.Along(tangent, a) / rate, BaraffEvent::kLeavesCone, c);
        }
      }
    }
  }

 private:
  void Offer(Scalar ratio, BaraffEvent what, int c) {
    const Scalar s = Max(ratio, Scalar(0));
    if (!(s < length)) return;
    length = s;
    event = what;
    contact = c;
  }

  void Driven(const BaraffDrive<Scalar>& drive, const BoundedVector<Scalar, Problem::kRows>& f,
              const BoundedVector<Scalar, Problem::kRows>& a, Scalar a_rounding) {
    const int c = drive.contact;
    const int row = rows_.NormalRow(c);
    if (drive.goal == BaraffGoal::kFrictionToZero) {
      Offer(-rows_.Along(drive.direction, f), BaraffEvent::kDrivenAtZero, c);
      return;
    }
    // The test is on the normal acceleration alone, without the friction that goes with N.
    const auto test = drive.goal == BaraffGoal::kNormal ? rows_.Normal(c) : drive.direction;
    const Scalar rate = rows_.Along(test, work_.a_step);
    const Scalar missing = -rows_.Along(test, a);
    if (rate > rounding_ * rows_.Size(test)) {
      Offer(missing / rate, BaraffEvent::kDrivenAtZero, c);
    } else if (missing <= kNearZero * a_rounding) {
      Offer(Scalar(0), BaraffEvent::kDrivenAtZero, c);
    }
    if (drive.goal == BaraffGoal::kFriction && f[row] >= Scalar(0)) {
      Offer(ConeLength(c, f), BaraffEvent::kDrivenAtCone, c);
    }
  }

  Scalar ConeLength(int c, const BoundedVector<Scalar, Problem::kRows>& f) const {
    return d_ == 2 ? PlaneConeLength(c, f) : SpaceConeLength(c, f);
  }

  Scalar PlaneConeLength(int c, const BoundedVector<Scalar, Problem::kRows>& f) const {
    const int row = rows_.NormalRow(c);
    const Scalar bound = problem_.mu[c] * f[row];
    const Scalar bound_step = problem_.mu[c] * work_.f_step[row];
    Scalar nearest = kInfinity<Scalar>;
    for (const Scalar sign : {Scalar(1), Scalar(-1)}) {
      const Scalar rate = sign * work_.f_step[row + 1] - bound_step;
      if (!(rate * work_.root_diagonal[row + 1] > rounding_)) continue;
      nearest = Min(nearest, Max(bound - sign * f[row + 1], Scalar(0)) / rate);
    }
    return nearest;
  }

  // |f_F + s Δf_F|² − μ² (f_N + s Δf_N)² = c0 + 2 c1 s + c2 s², c0 ≤ 0. Returns the least s ≥ 0 at which this
  // grows through zero.
  Scalar SpaceConeLength(int c, const BoundedVector<Scalar, Problem::kRows>& f) const {
    const int row = rows_.NormalRow(c);
    const Scalar mu2 = problem_.mu[c] * problem_.mu[c];
    const Scalar* const at = f.data() + row;
    const Scalar* const by = work_.f_step.data() + row;
    const Scalar c0 = Min(at[1] * at[1] + at[2] * at[2] - mu2 * at[0] * at[0], Scalar(0));
    const Scalar c1 = at[1] * by[1] + at[2] * by[2] - mu2 * at[0] * by[0];
    const Scalar c2 = by[1] * by[1] + by[2] * by[2] - mu2 * by[0] * by[0];
    const Scalar size = Max(work_.root_diagonal[row + 1], work_.root_diagonal[row + 2]);
    const bool outward = c1 * size > rounding_ * problem_.mu[c] * Abs(at[0]);
    const bool later = c2 * size * size > rounding_ * rounding_;
    const Scalar discriminant = c1 * c1 - c2 * c0;
    if ((!outward && !later) || discriminant < Scalar(0)) return kInfinity<Scalar>;
    const Scalar root = Sqrt(discriminant);
    return outward ? -c0 / (c1 + root) : (root - c1) / c2;
  }

  const Problem& problem_;
  const BaraffWorkspace<Problem>& work_;
  const BaraffDirection<Problem>& rows_;
  int d_;
  Scalar rounding_ = Scalar(0);
};

}  // namespace footing
