// Forces, accelerations and contact modes from a solution of Berard's LCPs (mode_lcp.hpp). The mode says
// which member of each pair is positive (sections V-A, VI-A, VI-C). A pair with both members zero is
// degenerate.
// Force and motion do not fix some members, which then say nothing about the mode. At c_n = 0 these are λ and
// the common part of a⁺ and a⁻. In a roll under k sides they are the shares c_j of one force. A basic
// solution has zeros there. So separation is read from the normal pair alone, and the slack μ c_n − Σ c_j of
// a roll is computed with the cheapest shares. The other pairs are read as they are.
#pragma once

#include "core/linalg/storage.hpp"
#include "core/papers/berard/force_check.hpp"

namespace footing {

// letter  model      mode
//   s     all        separate
//   n     all        roll
//   l, r  plane      slide left (a_t > 0, or v_t > 0 in S), slide right
//   q     4 sides    slide toward the quadrant `sign` along t, o. A zero: rolls along that axis and slides
//                    along the other (the paper's transitions between quadrants)
//   d     k sides    slide against `direction`, the direction of the friction force. `second` ≥ 0: the next
//                    direction takes part too (the paper: two elements of c_f positive)
//   m     in space   a contact of S goes on sliding
//   a     all        approach: an open gap that closes. Never read from a solution
//   ?     all        a pair that would tell the mode is degenerate, or there is no solution. If forces are
//                    not unique (more contact rows than degrees of freedom), a basic solution may put a
//                    roll's force on the cone
struct LcpMode {
  char letter = '?';
  std::array<std::int8_t, 2> sign{};
  std::int8_t direction = -1;
  std::int8_t second = -1;

  bool operator==(const LcpMode&) const = default;
};

template <typename ScalarType, int kContactCapacity, int kTangents>
struct ModeAnswer {
  using Scalar = ScalarType;
  using Rows = BoundedVector<Scalar, 1 + kTangents>;
  std::array<Rows, static_cast<unsigned>(kContactCapacity)> force;         // c, N
  std::array<Rows, static_cast<unsigned>(kContactCapacity)> acceleration;  // a = A c + b, m/s²
  std::array<LcpMode, static_cast<unsigned>(kContactCapacity)> mode;
};

template <typename Problem, typename Lcp, typename Solution, typename Answer>
class LcpModes {
 public:
  using Scalar = typename Problem::Scalar;
  LcpModes(const Problem& problem, const Lcp& lcp, const Solution& solution, Answer* answer)
      : problem_(problem), lcp_(lcp), solution_(solution), answer_(answer) {}

  SolveStatus Read() {
    const bool solved = solution_.status == SolveStatus::kSolved;
    for (auto& c : answer_->force) c.setZero();
    for (auto& a : answer_->acceleration) a.setZero();
    answer_->mode.fill({});
    if (!solved) return solution_.status;

    for (int j = 0; j < lcp_.lcp.size; ++j) {
      const auto& pair = lcp_.pair[Index(j)];
      answer_->force[Index(pair.contact)] += solution_.z[j] * pair.force;
    }
    if (!ForcesHold(problem_, lcp_, answer_->force)) {
      for (auto& c : answer_->force) c.setZero();
      return SolveStatus::kInaccurate;
    }
    Scalar largest = Scalar(0);
    for (int c = 0; c < problem_.contacts; ++c) {
      const int n = kStride * c;
      largest = Max(largest, answer_->force[Index(c)][0]);
      if (problem_.A(n, n) > Scalar(0)) largest = Max(largest, Abs(problem_.b[n]) / problem_.A(n, n));
    }
    force_floor_ = kLcpModeTolerance<Scalar> * largest;
    for (int c = 0; c < problem_.contacts; ++c) {
      motion_floor_ = kLcpModeTolerance<Scalar> * Accelerate(c);
      answer_->mode[Index(c)] = ModeOf(c);
    }
    return SolveStatus::kSolved;
  }

 private:
  static constexpr int kStride = Problem::kStride;
  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }

  // Computes a of contact c. Returns the largest sum of the terms of its rows.
  Scalar Accelerate(int c) {
    Scalar largest = Scalar(0);
    for (int k = 0; k < kStride; ++k) {
      const int row = kStride * c + k;
      Scalar sum = problem_.b[row];
      Scalar terms = Abs(sum);
      for (int j = 0; j < kStride * problem_.contacts; ++j) {
        const Scalar term = problem_.A(row, j) * answer_->force[Index(j / kStride)][j % kStride];
        sum += term;
        terms += Abs(term);
      }
      answer_->acceleration[Index(c)][k] = sum;
      largest = Max(largest, terms);
    }
    return largest;
  }

  // 1 if only y is positive, −1 if only z is, else 0.
  int Sign(int i) const {
    const PairKind kind = lcp_.pair[Index(i)].kind;
    const bool y_is_force = kind == PairKind::kMinus || kind == PairKind::kCone;
    const bool y = solution_.w[i] > (y_is_force ? force_floor_ : motion_floor_);
    const bool z = solution_.z[i] > (y_is_force ? motion_floor_ : force_floor_);
    return (y ? 1 : 0) - (z ? 1 : 0);
  }
  int Find(int contact, PairKind kind, int axis) const {
    for (int i = 0; i < lcp_.lcp.size; ++i) {
      const auto& pair = lcp_.pair[Index(i)];
      if (pair.contact == contact && pair.kind == kind && pair.axis == axis) return i;
    }
    return -1;
  }

  LcpMode ModeOf(int c) const {
    const int normal = Sign(Find(c, PairKind::kNormal, 0));
    if (normal == 0) return {};
    if (normal > 0) return {'s'};
    if (problem_.before[Index(c)] == MotionBefore::kSlides) {
      if (kStride == 3) return {'m'};
      return {problem_.slip[Index(c)][0] > Scalar(0) ? 'l' : 'r'};
    }
    if (const int cone = Find(c, PairKind::kCone, 0); cone >= 0) return PolygonMode(c, cone);
    LcpMode mode;
    for (int k = 0; k < kStride - 1; ++k) {
      const int plus = Sign(Find(c, PairKind::kPlus, k));    // 1: a⁺, −1: s⁺
      const int minus = Sign(Find(c, PairKind::kMinus, k));  // 1: s⁻, −1: a⁻
      const bool tells = plus != 0 && minus != 0 && !(plus > 0 && minus < 0);
      if (!tells) return {};
      mode.sign[Index(k)] = static_cast<std::int8_t>(plus > 0 ? 1 : minus < 0 ? -1 : 0);
    }
    mode.letter = Letter(mode.sign);
    if (kStride == 2) mode.sign[0] = 0;
    return mode;
  }

  static char Letter(const std::array<std::int8_t, 2>& sign) {
    if (sign[0] == 0 && sign[1] == 0) return 'n';
    if (kStride == 3) return 'q';
    return sign[0] > 0 ? 'l' : 'r';
  }

  LcpMode PolygonMode(int c, int cone) const {
    const int first = Find(c, PairKind::kDirection, 0);
    const int sides = SidesFrom(lcp_, first);
    if (Sign(cone) >= 0) {  // λ = 0
      const Scalar bound = problem_.static_friction[c] * answer_->force[Index(c)][0];
      const bool inside = GaugeOf(lcp_, first, sides, answer_->force[Index(c)]) < bound - force_floor_;
      return {inside ? 'n' : '?'};
    }
    LcpMode mode{'d'};
    for (int j = 0; j < sides; ++j) {
      const int sign = Sign(first + j);
      if (sign == 0) return {};
      if (sign > 0) continue;
      if (mode.direction < 0) {
        mode.direction = static_cast<std::int8_t>(j);
      } else if (mode.second < 0) {
        mode.second = static_cast<std::int8_t>(j);
      } else {
        return {};
      }
    }
    if (mode.direction < 0) return {};  // without friction
    if (mode.second == sides - 1 && mode.direction == 0) {
      mode.direction = mode.second;
      mode.second = 0;
    }
    return mode;
  }

  const Problem& problem_;
  const Lcp& lcp_;
  const Solution& solution_;
  Answer* answer_;
  Scalar force_floor_ = 0;
  Scalar motion_floor_ = 0;
};

// Call this after AssembleModeLcp on `problem` and a solver on its lcp. Returns the solution's status, or
// kInaccurate if the forces do not solve `problem` (force_check.hpp). Without kSolved, forces and accelerations
// are zero and all modes are '?'. Without friction, a contact of R that does not separate is '?', because
// s⁺ = s⁻ = 0 or all c_j = 0. Cost: about 25 (kStride p)² operations, and p passes over the pairs.
template <typename Scalar, int kContacts, int kTangents, int kCapacity>
SolveStatus ReadModes(const ModeProblem<Scalar, kContacts, kTangents>& problem,
                      const ModeLcp<Scalar, kTangents, kCapacity>& lcp,
                      const LcpSolution<Scalar, kCapacity>& solution,
                      ModeAnswer<Scalar, kContacts, kTangents>& answer) {
  return LcpModes(problem, lcp, solution, &answer).Read();
}

}  // namespace footing
