// Problem: the index sets of Baraff 1994 (sections 4.1, 5.3, 5.6), and how an index moves between them. f and
// a are kept consistent with the sets: f_F = μ f_N û to the last digit on NCF, and f = 0 on NC.
// Section 5.4: an index may be about to return to the set that it came from, with no step of positive length
// since. It is then given up: it leaves both sets, and its f stays as it is until it is driven again.
// Departures: the paper keeps friction indices in their sets while the normal is in NC. Here they leave with
// the normal (f_F = 0 = μ f_N) and come back with it: to NCF with û against a_F or, if a_F = 0, to CF. That
// avoids steps of length zero at the tip of the cone.
#pragma once

#include "core/papers/baraff/baraff_step.hpp"

namespace footing {

template <typename Problem>
class BaraffSets {
 public:
  using Scalar = typename Problem::Scalar;
  using Vector2 = typename Problem::Vector2;
  using Contact = BaraffContact<Scalar>;

  BaraffSets(const Problem& problem, BaraffWorkspace<Problem>& workspace, BaraffSolution<Problem>& solution,
             const BaraffDirection<Problem>& direction)
      : problem_(problem),
        work_(workspace),
        out_(solution),
        direction_(direction),
        n_(problem.rows()),
        d_(problem.dimension) {}

  Contact& At(int c) { return work_.contact[static_cast<unsigned>(c)]; }

  // Sets f = 0 and empties the sets. Contacts with a slip get dynamic friction.
  void Clear() {
    out_.f.setZero();
    positive_steps_ = 0;
    largest_b_ = Scalar(0);
    for (int i = 0; i < n_; ++i) largest_b_ = Max(largest_b_, Abs(problem_.b[i]));
    for (int c = 0; c < problem_.contacts; ++c) {
      Contact& contact = At(c);
      contact = {};
      if (!problem_.Dynamic(c)) continue;
      contact.friction = FrictionSet::kDynamic;
      contact.axis = -problem_.slip[static_cast<unsigned>(c)];
      if (d_ == 2) contact.axis[1] = Scalar(0);
      contact.axis /= Length(contact.axis[0], contact.axis[1]);
    }
  }

  // f += s Δf, a += s Δa, with s = `length`. `step_size` is Σ r_j |Δf_j|.
  void Advance(Scalar length, Scalar step_size) {
    f_size_ = Scalar(0);
    for (int i = 0; i < n_; ++i) {
      out_.f[i] += length * work_.f_step[i];
      out_.a[i] += length * work_.a_step[i];
      f_size_ += work_.root_diagonal[i] * Abs(out_.f[i]);
    }
    if (length * step_size > Step::kRounding * f_size_) ++positive_steps_;
  }

  // a = A f + b.
  void RecomputeA() {
    f_size_ = Scalar(0);
    for (int i = 0; i < n_; ++i) {
      Scalar sum = problem_.b[i];
      for (int j = 0; j < n_; ++j) sum += problem_.A(i, j) * out_.f[j];
      out_.a[i] = sum;
      f_size_ += work_.root_diagonal[i] * Abs(out_.f[i]);
    }
  }

  // Rounding error of the present h·a, and of f_N r_N.
  Scalar ARounding(const RowWeights<Scalar>& h) const {
    return Step::kRounding * (largest_b_ + direction_.Size(h) * f_size_);
  }
  Scalar FRounding() const { return Step::kRounding * f_size_; }

  Vector2 TangentOf(const BoundedVector<Scalar, Problem::kRows>& x, int c) const {
    const int row = direction_.NormalRow(c);
    return {x[row + 1], d_ == 3 ? x[row + 2] : Scalar(0)};
  }
  void SetTangent(int c, const Vector2& f) {
    out_.f[direction_.NormalRow(c) + 1] = f[0];
    if (d_ == 3) out_.f[direction_.NormalRow(c) + 2] = f[1];
  }

  void MoveNormal(int c, NormalSet to) {
    Contact& contact = At(c);
    const bool is_static = contact.friction != FrictionSet::kDynamic;
    const bool back = contact.normal_before == to && contact.normal_moved == positive_steps_;
    contact.normal_before = contact.normal;
    contact.normal_moved = positive_steps_;
    out_.give_ups += back ? 1 : 0;
    if (to == NormalSet::kNC) Unload(c);
    contact.normal = back ? NormalSet::kNone : to;
    if (contact.normal != NormalSet::kC) return;
    if (!is_static || !contact.friction_suspended) return;
    const Vector2 a = TangentOf(out_.a, c);
    const Scalar size = Length(a[0], a[1]);
    contact.friction = FrictionSet::kCF;
    if (!(size > Scalar(0))) return;
    if (size <= ARounding(direction_.Tangent(c, a / size))) return;
    contact.axis = a / -size;
    contact.friction = FrictionSet::kNCF;
  }

  void MoveFriction(int c, FrictionSet to) {
    Contact& contact = At(c);
    const FrictionSet from = contact.friction;
    const Vector2 from_axis = contact.axis;
    contact.friction = to;
    if (to == FrictionSet::kNCF) PutOnCone(c);
    const Vector2& axis = contact.axis;
    const Vector2& before = contact.axis_before;
    const bool other_side = axis[0] * before[0] + axis[1] * before[1] < Scalar(0);
    const bool back = contact.friction_before == to && contact.friction_moved == positive_steps_ &&
                      !(to == FrictionSet::kNCF && other_side);
    contact.friction_before = from;
    contact.axis_before = from_axis;
    contact.friction_moved = positive_steps_;
    if (!back) return;
    contact.friction = FrictionSet::kNone;
    ++out_.give_ups;
  }

  // Sets û along f_F (along Δf_F if f_F = 0), and f_F = μ f_N û to the last digit.
  void PutOnCone(int c) {
    Vector2 u = TangentOf(out_.f, c);
    Scalar size = Length(u[0], u[1]);
    if (!(size > Scalar(0))) {
      u = TangentOf(work_.f_step, c);
      size = Length(u[0], u[1]);
    }
    At(c).axis = size > Scalar(0) ? Vector2(u / size) : Vector2(Scalar(1), Scalar(0));
    SetTangent(c, At(c).axis * (problem_.mu[c] * Max(out_.f[direction_.NormalRow(c)], Scalar(0))));
  }

  // Removes pull, and puts friction back into its cone. An index whose force is put back changes its set.
  // Returns whether any set changed.
  bool MakeAdmissible() {
    bool changed = false;
    for (int c = 0; c < problem_.contacts; ++c) {
      Contact& contact = At(c);
      Scalar& normal = out_.f[direction_.NormalRow(c)];
      if (normal < Scalar(0)) {
        changed |= contact.normal == NormalSet::kC;
        Unload(c);
      }
      const Scalar bound = problem_.mu[c] * normal;
      const Vector2 f = TangentOf(out_.f, c);
      const Scalar size = Length(f[0], f[1]);
      if (contact.friction == FrictionSet::kNCF || contact.friction == FrictionSet::kDynamic) {
        SetTangent(c, bound * contact.axis);
      } else if (size > bound) {
        changed |= contact.friction != FrictionSet::kNone;
        contact.friction = FrictionSet::kNCF;
        PutOnCone(c);
      }
    }
    return changed;
  }

  // Writes the sets to the solution. In the plane the sign of û chooses NC⁺ or NC⁻.
  void Report() {
    for (int c = 0; c < problem_.contacts; ++c) {
      FrictionSet friction = At(c).friction;
      if (friction == FrictionSet::kNCF && d_ == 2) {
        friction = At(c).axis[0] > Scalar(0) ? FrictionSet::kNCPlus : FrictionSet::kNCMinus;
      }
      out_.normal[static_cast<unsigned>(c)] = At(c).normal;
      out_.friction[static_cast<unsigned>(c)] = friction;
    }
  }

 private:
  using Step = BaraffStep<Problem>;

  // Sets f_N = 0 and f_F = 0. Friction that was given up keeps its f_F, and is driven to zero later.
  void Unload(int c) {
    Contact& contact = At(c);
    contact.normal = NormalSet::kNC;
    out_.f[direction_.NormalRow(c)] = Scalar(0);
    if (contact.friction != FrictionSet::kNone) SetTangent(c, Vector2::Zero());
    contact.friction_suspended = contact.friction != FrictionSet::kNone;
    if (contact.friction != FrictionSet::kDynamic) contact.friction = FrictionSet::kNone;
  }

  const Problem& problem_;
  BaraffWorkspace<Problem>& work_;
  BaraffSolution<Problem>& out_;
  const BaraffDirection<Problem>& direction_;
  int n_;
  int d_;
  int positive_steps_ = 0;
  Scalar largest_b_ = Scalar(0);
  Scalar f_size_ = Scalar(0);  // Σ r_j |f_j|
};

}  // namespace footing
