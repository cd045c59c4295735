// Problem: f_direction of Baraff 1994 (sections 4.2, 5.5): how all forces change while one is driven.
// Δf_NC = 0, Δa_N = 0 on C, Δa_F = 0 on CF, Δa = 0 on the bilateral rows. Δf_F = ±μ Δf_N on NC± (μ Δf_N û on
// NCF, −μ Δf_N v̂ if friction is dynamic).
// Method: every unknown is the amount of a force vector g over the rows of its contact (on NCF: N + μ û·F).
// It has a test vector h (there: N), and Σ_v (h_uᵀ A g_v) x_v = −h_uᵀ A g_d. This is eq. 9 with (24) and the
// side conditions substituted. It is unsymmetric if there are any.
// Departure: A is often singular, so the system is solved with complete pivoting. Entries are scaled by the
// bound |h_i A_ij g_j| ≤ Σ|h_i| r_i · Σ|g_j| r_j, with r_i² = A_ii. Pivots below kRankTolerance of this bound
// count as zero, and their unknowns keep Δf = 0.
#pragma once

#include "core/linalg/full_pivot_lu.hpp"
#include "core/linalg/storage.hpp"
#include "core/papers/baraff/baraff_problem.hpp"

namespace footing {

// The sets of a contact, and its last moves. An index that comes back to a set before any step of positive
// length is given up.
template <typename Scalar>
struct BaraffContact {
  using Vector2 = BoundedVector<Scalar, 2>;
  NormalSet normal = NormalSet::kNone;
  FrictionSet friction = FrictionSet::kNone;  // in the plane NC± are kNCF with û = ±1 while solving
  Vector2 axis = Vector2::Zero();             // û of kNCF and kAxis; −v̂ of kDynamic
  NormalSet normal_before = NormalSet::kNone;
  FrictionSet friction_before = FrictionSet::kNone;
  Vector2 axis_before = Vector2::Zero();
  bool friction_suspended = false;  // friction left its set when the normal went to NC
  int normal_moved = -1;            // count of positive steps at its last move
  int friction_moved = -1;
};

// Weights of consecutive rows.
template <typename Scalar>
struct RowWeights {
  int first;
  int count;
  std::array<Scalar, 3> weight;
};

template <typename Problem>
struct BaraffWorkspace {
  using Scalar = typename Problem::Scalar;
  static constexpr int kRows = Problem::kRows;
  std::array<BaraffContact<Scalar>, static_cast<unsigned>(Problem::kContacts)> contact;
  BoundedVector<Scalar, kRows> root_diagonal;  // r_i
  BoundedVector<Scalar, kRows> f_step;         // Δf
  BoundedVector<Scalar, kRows> a_step;         // Δa
  FullPivotLu<Scalar, kRows> lu;
  BoundedVector<Scalar, kRows> unknown;
  std::array<RowWeights<Scalar>, static_cast<unsigned>(kRows)> force;  // g
  std::array<RowWeights<Scalar>, static_cast<unsigned>(kRows)> test;   // h
};

template <typename Problem>
class BaraffDirection {
 public:
  using Scalar = typename Problem::Scalar;
  using Rows = RowWeights<Scalar>;
  using Vector = BoundedVector<Scalar, Problem::kRows>;

  // 2¹⁹ roundings in double, 2⁷ in float. Columns of A that are equal on paper differ by about ten roundings.
  static constexpr Scalar kRankTolerance = Scalar(sizeof(Scalar) == 4 ? 128 : 524288) * kEpsilon<Scalar>;

  BaraffDirection(const Problem& problem, BaraffWorkspace<Problem>& workspace)
      : problem_(problem), work_(workspace), n_(problem.rows()), d_(problem.dimension) {
    for (int i = 0; i < n_; ++i) work_.root_diagonal[i] = Sqrt(Abs(problem_.A(i, i)));
  }

  int NormalRow(int c) const { return d_ * c; }
  Rows Normal(int c) const { return {d_ * c, d_, {Scalar(1), Scalar(0), Scalar(0)}}; }
  Rows Tangent(int c, const typename Problem::Vector2& axis) const {
    return {d_ * c, d_, {Scalar(0), axis[0], d_ == 3 ? axis[1] : Scalar(0)}};
  }
  // A unit of f_N: N, and the friction that goes with it.
  Rows TiedNormal(int c) const {
    const BaraffContact<Scalar>& contact = work_.contact[static_cast<unsigned>(c)];
    const bool tied = contact.friction == FrictionSet::kNCF || contact.friction == FrictionSet::kDynamic;
    Rows rows = Normal(c);
    if (tied) {
      rows.weight[1] = problem_.mu[c] * contact.axis[0];
      if (d_ == 3) rows.weight[2] = problem_.mu[c] * contact.axis[1];
    }
    return rows;
  }

  // h·x, and the size that it is compared with, Σ|h_i| r_i.
  Scalar Along(const Rows& h, const Vector& x) const {
    Scalar sum = Scalar(0);
    for (int k = 0; k < h.count; ++k) sum += h.weight[static_cast<unsigned>(k)] * x[h.first + k];
    return sum;
  }
  Scalar Size(const Rows& h) const {
    Scalar sum = Scalar(0);
    for (int k = 0; k < h.count; ++k) {
      sum += Abs(h.weight[static_cast<unsigned>(k)]) * work_.root_diagonal[h.first + k];
    }
    return sum > Scalar(0) ? sum : Scalar(1);
  }

  // Finds Δf, with one unit of force along `driven`, and Δa = A Δf (8). Returns Σ r_j |Δf_j|. rows² + m² + m³
  // multiply-adds, with m unknowns.
  Scalar Find(const Rows& driven) {
    ListUnknowns();
    const Scalar scale = Size(driven);
    for (int u = 0; u < count_; ++u) work_.unknown[u] = -Product(Test(u), driven) / scale;
    SolveUnknowns();
    for (int i = 0; i < n_; ++i) work_.f_step[i] = Scalar(0);
    Add(driven, Scalar(1));
    for (int u = 0; u < count_; ++u) Add(Force(u), work_.unknown[u] * scale);
    Scalar size = Scalar(0);
    for (int i = 0; i < n_; ++i) {
      size += work_.root_diagonal[i] * Abs(work_.f_step[i]);
      work_.a_step[i] = Product({i, 1, {Scalar(1), Scalar(0), Scalar(0)}}, work_.f_step);
    }
    return size;
  }

  // Finds the Δf that brings `a` to zero where the sets hold it at zero. Its cost is that of Find.
  void Correct(const Vector& a) {
    ListUnknowns();
    for (int u = 0; u < count_; ++u) work_.unknown[u] = -Along(Test(u), a);
    SolveUnknowns();
    for (int i = 0; i < n_; ++i) work_.f_step[i] = Scalar(0);
    for (int u = 0; u < count_; ++u) Add(Force(u), work_.unknown[u]);
  }

 private:
  Rows& Force(int u) { return work_.force[static_cast<unsigned>(u)]; }
  Rows& Test(int u) { return work_.test[static_cast<unsigned>(u)]; }

  void ListUnknowns() {
    count_ = 0;
    for (int row = d_ * problem_.contacts; row < n_; ++row) {
      const Rows unit{row, 1, {Scalar(1), Scalar(0), Scalar(0)}};
      List(unit, unit);
    }
    for (int c = 0; c < problem_.contacts; ++c) {
      const BaraffContact<Scalar>& contact = work_.contact[static_cast<unsigned>(c)];
      if (contact.normal == NormalSet::kC) List(TiedNormal(c), Normal(c));
      if (contact.friction == FrictionSet::kAxis) List(Tangent(c, contact.axis), Tangent(c, contact.axis));
      if (contact.friction != FrictionSet::kCF) continue;
      for (int k = 0; k < d_ - 1; ++k) {
        const Rows unit = Tangent(c, {Scalar(k == 0), Scalar(k == 1)});
        List(unit, unit);
      }
    }
  }

  void List(const Rows& force, const Rows& test) {
    Force(count_) = force;
    Test(count_) = test;
    ++count_;
  }

  void Add(const Rows& g, Scalar amount) {
    for (int k = 0; k < g.count; ++k) {
      work_.f_step[g.first + k] += amount * g.weight[static_cast<unsigned>(k)];
    }
  }

  Scalar Product(const Rows& h, const Rows& g) const {
    Scalar sum = Scalar(0);
    for (int i = 0; i < h.count; ++i) {
      const Scalar weight = h.weight[static_cast<unsigned>(i)];
      if (weight == Scalar(0)) continue;
      Scalar inner = Scalar(0);
      for (int j = 0; j < g.count; ++j) {
        inner += problem_.A(h.first + i, g.first + j) * g.weight[static_cast<unsigned>(j)];
      }
      sum += weight * inner;
    }
    return sum;
  }
  Scalar Product(const Rows& h, const Vector& x) const {
    Scalar sum = Scalar(0);
    for (int j = 0; j < n_; ++j) sum += problem_.A(h.first, j) * x[j];
    return sum;
  }

  void SolveUnknowns() {
    for (int u = 0; u < count_; ++u) {
      const Scalar size = Size(Test(u));
      work_.unknown[u] /= size;
      for (int v = 0; v < count_; ++v) {
        work_.lu.matrix()(u, v) = Product(Test(u), Force(v)) / (size * Size(Force(v)));
      }
    }
    (void)work_.lu.Factor(count_, kRankTolerance);
    work_.lu.Solve(work_.unknown);
    for (int u = 0; u < count_; ++u) work_.unknown[u] /= Size(Force(u));
  }

  const Problem& problem_;
  BaraffWorkspace<Problem>& work_;
  int n_;
  int d_;
  int count_ = 0;
};

}  // namespace footing
