// The LCPs of Berard, Egan and Trinkle, Contact Modes and Complementary Cones:
//   y = B z + b,  0 ≤ y ⟂ z ≥ 0,  from the contacts' a = A c + b (eq. 11).
// R are the contacts that roll (rest), S are those that slide. Pairs (y, z), in the paper's order:
//   plane, eq. 23       (a_Sn, c_Sn) (a_Rn, c_Rn) (a⁺, s⁺) (s⁻, a⁻)                3|R| + |S|
//   4 sides, eq. 30     the same, a⁺ and s⁻ first for t, then for o = t2            5|R| + |S|
//   k sides, eq. 37     (a_Sn, c_Sn) (a_Rn, c_Rn) (λ + d_j·a, c_j) (μ c_n − Σ c_j, λ)    (k + 2)|R| + |S|
// with a_t = a⁺ − a⁻, s± = μ_s c_n ± c_t, and in S c_t = −μ_k c_n along the slip.
// The paper leaves B and b to its references. Here each z_j is a force at its contact (`force`), and each y_i
// reads its contact's acceleration (`reads`). So B_ij = reads_i · A · force_j + PairCoupling, which links the
// pairs of one contact: a⁺ = a_t + a⁻, s⁻ = 2 μ c_n − s⁺.
#pragma once

#include <array>
#include <cstdint>

#include "core/contact/friction_basis.hpp"
#include "core/lcp/problem.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

enum class MotionBefore : std::uint8_t { kRolls, kSlides };  // R and S of the paper

// Rows kStride·i + 0, 1 (, 2) belong to contact i: normal, t1 (, t2). kTangents = 1 in the plane, 2 in space.
template <typename ScalarType, int kContactCapacity, int kTangentCount>
struct ModeProblem {
  using Scalar = ScalarType;
  static constexpr int kContacts = kContactCapacity;
  static constexpr int kTangents = kTangentCount;
  static constexpr int kStride = 1 + kTangents;
  static_assert(kTangents == 1 || kTangents == 2);
  using Rows = BoundedVector<Scalar, kStride>;  // of one contact
  int contacts = 0;
  BoundedMatrix<Scalar, kStride * kContacts> A;       // J M⁻¹ Jᵀ, 1/kg
  BoundedVector<Scalar, kStride * kContacts> b;       // a without contact forces, B w_ext + h, m/s²
  BoundedVector<Scalar, kContacts> static_friction;   // μ_s, read in R
  BoundedVector<Scalar, kContacts> kinetic_friction;  // μ_k, read in S
  std::array<MotionBefore, static_cast<unsigned>(kContacts)> before{};
  // In S, the direction of the slip along t1 (, t2), of any nonzero length. In the plane, its sign.
  std::array<BoundedVector<Scalar, kTangents>, static_cast<unsigned>(kContacts)> slip;
};

enum class PairKind : std::uint8_t {
  kNormal,     // (a_n, c_n)
  kPlus,       // (a⁺, s⁺), `axis` the tangent, 0 or 1
  kMinus,      // (s⁻, a⁻)
  kDirection,  // (λ + d_j·a, c_j), `axis` = j
  kCone,       // (μ c_n − Σ c_j, λ)
};

template <typename Scalar, int kTangents>
struct ModePair {
  PairKind kind = PairKind::kNormal;
  std::int16_t contact = 0;
  std::int16_t axis = 0;
  BoundedVector<Scalar, 1 + kTangents> force;  // c of the contact for z = 1; in N if z is a force
  BoundedVector<Scalar, 1 + kTangents> reads;  // y = reads · a + …
};

template <typename Scalar, int kTangents, int kCapacity>
struct ModeLcp {
  LcpProblem<Scalar, kCapacity> lcp;  // its w is y, its A is B
  std::array<ModePair<Scalar, kTangents>, static_cast<unsigned>(kCapacity)> pair;
};

namespace mode_lcp_internal {

// kSolved: the pairs can be made. The sum of all x − x is NaN if some x is not finite.
template <typename Problem>
SolveStatus Check(const Problem& problem) {
  using Scalar = typename Problem::Scalar;
  const int p = problem.contacts;
  if (p < 0 || p > Problem::kContacts) return SolveStatus::kBadSize;
  Scalar sum = Scalar(0);
  for (int i = 0; i < Problem::kStride * p; ++i) {
    sum += problem.b[i] - problem.b[i];
    for (int j = 0; j < Problem::kStride * p; ++j) sum += problem.A(i, j) - problem.A(i, j);
  }
  bool friction_ok = true;
  for (int c = 0; c < p; ++c) {
    const auto at = static_cast<unsigned>(c);
    const bool slides = problem.before[at] == MotionBefore::kSlides;
    const Scalar mu = slides ? problem.kinetic_friction[c] : problem.static_friction[c];
    sum += mu - mu;
    friction_ok &= mu >= Scalar(0);
    if (!slides) continue;
    Scalar length = Scalar(0);
    for (int k = 0; k < Problem::kTangents; ++k) {
      sum += problem.slip[at][k] - problem.slip[at][k];
      length = Max(length, Abs(problem.slip[at][k]));
    }
    friction_ok &= length > Scalar(0);
  }
  if (!IsFinite(sum)) return SolveStatus::kNotFinite;
  return friction_ok ? SolveStatus::kSolved : SolveStatus::kBadFriction;
}

// Unit vector along v ≠ 0. The square of v may overflow or underflow.
template <typename Vector>
Vector Along(const Vector& v) {
  auto largest = Abs(v[0]);
  for (int k = 1; k < v.size(); ++k) largest = Max(largest, Abs(v[k]));
  const Vector scaled = v / largest;
  return scaled / Sqrt(scaled.squaredNorm());
}

// Appends pairs while the capacity lasts. `full` is set if it does not.
template <typename Scalar, int kTangents, int kCapacity>
struct PairList {
  ModeLcp<Scalar, kTangents, kCapacity>* out;
  bool full = false;

  ModePair<Scalar, kTangents>* Append(PairKind kind, int contact, int axis) {
    full |= out->lcp.size == kCapacity;
    ModePair<Scalar, kTangents>& pair = out->pair[static_cast<unsigned>(full ? 0 : out->lcp.size++)];
    pair.kind = kind;
    pair.contact = static_cast<std::int16_t>(contact);
    pair.axis = static_cast<std::int16_t>(axis);
    pair.force.setZero();
    pair.reads.setZero();
    return &pair;
  }
};

// ∂y_row/∂z_column for two pairs of one contact, without the part that comes from their accelerations.
template <typename Scalar, int kTangents>
Scalar PairCoupling(const ModePair<Scalar, kTangents>& row, const ModePair<Scalar, kTangents>& column,
                    Scalar mu) {
  const auto is = [&](PairKind r, PairKind c) { return row.kind == r && column.kind == c; };
  const bool one_axis = row.axis == column.axis;
  if (is(PairKind::kPlus, PairKind::kMinus) && one_axis) return Scalar(1);
  if (is(PairKind::kMinus, PairKind::kPlus) && one_axis) return Scalar(-1);
  if (is(PairKind::kMinus, PairKind::kNormal)) return Scalar(2) * mu;
  if (is(PairKind::kDirection, PairKind::kCone)) return Scalar(1);
  if (is(PairKind::kCone, PairKind::kDirection)) return Scalar(-1);
  if (is(PairKind::kCone, PairKind::kNormal)) return mu;
  return Scalar(0);
}

// Appends (a_Sn, c_Sn), then (a_Rn, c_Rn). In R, `corner` μ is the tangential force per unit c_n that is left
// at s± = 0 or c_j = 0.
template <typename Problem, typename List>
void AppendNormals(const Problem& problem, typename Problem::Scalar corner, List* list) {
  for (const MotionBefore group : {MotionBefore::kSlides, MotionBefore::kRolls}) {
    for (int c = 0; c < problem.contacts; ++c) {
      const auto at = static_cast<unsigned>(c);
      if (problem.before[at] != group) continue;
      auto* const pair = list->Append(PairKind::kNormal, c, 0);
      pair->reads[0] = pair->force[0] = typename Problem::Scalar(1);
      if (group == MotionBefore::kSlides) {
        pair->force.template tail<Problem::kTangents>() =
            -problem.kinetic_friction[c] * Along(problem.slip[at]);
      } else {
        for (int k = 1; k < Problem::kStride; ++k) pair->force[k] = corner * problem.static_friction[c];
      }
    }
  }
}

template <typename Problem, typename Lcp>
SolveStatus FillMatrix(const Problem& problem, Lcp* out) {
  using Scalar = typename Problem::Scalar;
  auto& lcp = out->lcp;
  for (int i = 0; i < lcp.size; ++i) {
    const auto& row = out->pair[static_cast<unsigned>(i)];
    const int r = Problem::kStride * row.contact;
    lcp.b[i] = Scalar(0);
    for (int k = 0; k < Problem::kStride; ++k) lcp.b[i] += row.reads[k] * problem.b[r + k];
    for (int j = 0; j < lcp.size; ++j) {
      const auto& column = out->pair[static_cast<unsigned>(j)];
      const int s = Problem::kStride * column.contact;
      Scalar sum = Scalar(0);
      for (int k = 0; k < Problem::kStride; ++k) {
        for (int l = 0; l < Problem::kStride; ++l)
          sum += row.reads[k] * problem.A(r + k, s + l) * column.force[l];
      }
      if (r == s) sum += PairCoupling(row, column, problem.static_friction[row.contact]);
      lcp.A(i, j) = sum;
    }
  }
  const SolveStatus numbers = CheckSizeAndNumbers(lcp);
  if (numbers != SolveStatus::kSolved) lcp.size = 0;
  return numbers;
}

}  // namespace mode_lcp_internal

// Assembles eq. 23 (in the plane) or eq. 30 (4 sides, in space). Statuses:
//   kSolved: `out` is the LCP. With any other status it has no rows;
//   kBadSize: the number of contacts is out of range, or the LCP is above kCapacity;
//   kNotFinite: the input, or a product of it, is not finite;
//   kBadFriction: a μ that is read is negative, or a slip has no direction.
// Cost: 4 (plane) or 9 multiply-adds per entry of B.
template <typename Scalar, int kContacts, int kTangents, int kCapacity>
SolveStatus AssembleModeLcp(const ModeProblem<Scalar, kContacts, kTangents>& problem,
                            ModeLcp<Scalar, kTangents, kCapacity>& out) {
  using namespace mode_lcp_internal;
  out.lcp.size = 0;
  const SolveStatus input = Check(problem);
  if (input != SolveStatus::kSolved) return input;
  PairList<Scalar, kTangents, kCapacity> list{&out};
  AppendNormals(problem, Scalar(-1), &list);  // s⁺ = 0: c_t = −μ c_n
  for (const PairKind kind : {PairKind::kPlus, PairKind::kMinus}) {
    for (int k = 0; k < kTangents; ++k) {
      for (int c = 0; c < problem.contacts; ++c) {
        if (problem.before[static_cast<unsigned>(c)] == MotionBefore::kSlides) continue;
        auto* const pair = list.Append(kind, c, k);
        if (kind == PairKind::kPlus) pair->reads[1 + k] = pair->force[1 + k] = Scalar(1);
      }
    }
  }
  if (list.full) return out.lcp.size = 0, SolveStatus::kBadSize;
  return FillMatrix(problem, &out);
}

// Assembles eq. 37 with k = kDirections sides, the directions contact by contact. Statuses and cost as above.
template <int kDirections, typename Scalar, int kContacts, int kCapacity>
SolveStatus AssembleModeLcp(const ModeProblem<Scalar, kContacts, 2>& problem,
                            const FrictionBasis<Scalar, kDirections>& basis,
                            ModeLcp<Scalar, 2, kCapacity>& out) {
  static_assert(kDirections >= 4);
  using namespace mode_lcp_internal;
  out.lcp.size = 0;
  const SolveStatus input = Check(problem);
  if (input != SolveStatus::kSolved) return input;
  PairList<Scalar, 2, kCapacity> list{&out};
  AppendNormals(problem, Scalar(0), &list);
  for (const PairKind kind : {PairKind::kDirection, PairKind::kCone}) {
    for (int c = 0; c < problem.contacts; ++c) {
      if (problem.before[static_cast<unsigned>(c)] == MotionBefore::kSlides) continue;
      for (int j = 0; j < (kind == PairKind::kDirection ? kDirections : 1); ++j) {
        auto* const pair = list.Append(kind, c, j);
        if (kind == PairKind::kDirection)
          pair->reads.template tail<2>() = pair->force.template tail<2>() =
              basis.direction.row(j).transpose();
      }
    }
  }
  if (list.full) return out.lcp.size = 0, SolveStatus::kBadSize;
  return FillMatrix(problem, &out);
}

}  // namespace footing
