// The smallest external wrench on the robot that changes the mode of a contact. With modes fixed, forces and
// velocities are affine in a wrench w (fixed_modes.hpp). A mode ends where one of its conditions g · (f, u) ≥
// 0 ends. The distance to this is g · (f, u) / |g S|, where S is the response to w. The least of these
// distances is the radius of the largest ball of wrenches in the complementary cone (Berard, Egan, Trinkle;
// the ball is beyond the paper).
// The answer is exact if rows are independent and cones polyhedral. A circular cone is the intersection of
// the half-spaces that touch it. cone_distance.hpp seeks the nearest of them, within 2e-6 except for nearly
// singular responses (docs/margins.md). Beside a slide on the circular cone the response is a derivative. The
// wrench is one that acts during the step, so the answer is about the next solve.
#pragma once

#include "core/linalg/storage.hpp"
#include "core/margins/cone_distance.hpp"
#include "core/margins/wrench_response.hpp"

namespace footing {

// The smallest wrench that changes a mode. A wrench is (force [N], moment [N·m]); its size is sqrt(|force|² +
// |moment|² / length²).
template <typename Scalar>
struct WrenchMargin {
  Scalar size = 0;  // N; infinity: no wrench changes a mode; 0 with contact −1: not known
  BoundedVector<Scalar, 6> wrench = BoundedVector<Scalar, 6>::Zero();
  int contact = -1;                          // the contact that changes
  ContactMode to = ContactMode::kAmbiguous;  // the mode that it changes to
  bool unique = true;                        // false: holds for the choice of forces in docs/margins.md
};

// kDirections is that of the solution's friction cone, 0 for the circle. The memory holds nothing between
// calls.
template <typename ScalarType, int kContactCapacity, int kDirections = 0>
class LeastWrench {
 public:
  using Scalar = ScalarType;
  static constexpr int kContacts = kContactCapacity;
  using Problem = ContactProblem<Scalar, kContacts>;
  using Solution = ContactSolution<Scalar, kContacts>;
  using Response = WrenchResponse<Scalar, kContacts>;
  using Columns = typename Response::Columns;

  // Finds the smallest wrench that changes a mode of `solution`.
  //   kSolved       `margin` holds it
  //   kInaccurate   `solution` is not solved, or the response of its slides cannot be told; `margin` has size
  //                 zero and contact −1
  // `velocity`: change of the free velocity by each unit of the scaled wrench [m/s per N]. Its first columns
  // are for the force, then come `length` [m] times those for the moment (BaseWrench in delassus.hpp).
  // `factors`: those that the solver has left of this solution (PlainNewton::FactorsOf), or null. Cost: that
  // of FixedModes with 6 columns, factored twice if forces are not unique, and about 400 flops for each
  // contact.
  SolveStatus Find(const Problem& problem, const Solution& solution, const Columns& velocity, Scalar length,
                   WrenchMargin<Scalar>& margin, const FixedModes<Scalar, kContacts>* factors = nullptr) {
    margin = {};
    const SolveStatus status =
        factors != nullptr ? solution.status : own_.Factor(problem, solution, kDirections);
    if (status != SolveStatus::kSolved) return status;
    const FixedModes<Scalar, kContacts>& modes = factors != nullptr ? *factors : own_;
    margin.unique = factors != nullptr || own_.IsSurelyUnique();
    best_ = kInfinity<Scalar>;
    zero_ = kModeTolerance<Scalar> * solution.velocity_scale;
    if (!margin.unique && own_.affine()) {
      own_.FactorRows(problem, kSharing<Scalar>);
      response_.Take(problem, modes, velocity);
    } else {
      response_.Take(problem, modes, velocity);
      if (!margin.unique && !response_.KeepsContacts()) return SolveStatus::kInaccurate;
    }
    VisitContacts(problem, solution, &margin);
    margin.size = Sqrt(best_);
    for (int k = 3; k < 6; ++k) margin.wrench[k] *= length;
    return status;
  }

 private:
  using Row = typename Response::Row;
  using Face = HalfSpace<Scalar>;

  // Of all circles together. On 60,000 stances of the A1, half of them near slip, the most was 12 and 33.
  static constexpr int kSearchSteps = 4 + 3 * kContacts;
  static constexpr int kSearchTurns = 4 + 9 * kContacts;

  // Caps μ: a cone of more friction is the half-space f_n ≥ 0 to rounding, and its squares would overflow.
  static Scalar Friction(const Problem& problem, int c) {
    return Min(problem.friction[c], Scalar(1) / kEpsilon<Scalar>);
  }

  // Tries the condition value + row · w ≥ 0. True: a wrench that is smaller than the best so far ends it, and
  // *margin holds this wrench.
  template <typename AnyRow>
  bool Try(Scalar value, const AnyRow& row, int c, ContactMode to, WrenchMargin<Scalar>* margin) {
    Scalar square = Scalar(0);
    for (int k = 0; k < 6; ++k) square += row[k] * row[k];
    value = Max(value, Scalar(0));
    if (!(value * value < best_ * square)) return false;
    const Scalar factor = value / square, size = value * factor;
    // Beyond the scalar's range, so no wrench that can occur.
    if (!IsFinite(size + square) || square < std::numeric_limits<Scalar>::min() / kEpsilon<Scalar>)
      return false;
    best_ = size;
    for (int k = 0; k < 6; ++k) margin->wrench[k] = -factor * row[k];
    margin->contact = c;
    margin->to = to;
    return true;
  }

  // The mode of a contact that loses its force: approach if it had a gap before the step, otherwise separate.
  ContactMode Opened(const Problem& problem, int c) const {
    return problem.normal_bias[c] > zero_ ? ContactMode::kApproach : ContactMode::kSeparate;
  }

  // Conditions of an open contact. Its gap closes, and the contact then sticks or slides. If it had a gap
  // before the step, its normal velocity can also change sign.
  void Close(const Problem& problem, const Vector3<Scalar>& u, int c, WrenchMargin<Scalar>* margin) {
    const Row opening = response_.Velocity(3 * c);
    if (Try(u[0] + problem.normal_bias[c], opening, c, ContactMode::kStick, margin)) {
      const auto slip = [&](int k) { return u[k] + response_.Velocity(3 * c + k).dot(margin->wrench); };
      const Scalar slip_2 = kDirections == 2 ? Scalar(0) : slip(2);
      if (Length(slip(1), slip_2) > zero_) margin->to = ContactMode::kSlide;
    }
    if (!(problem.normal_bias[c] > zero_)) return;
    // A gap that the loaded contacts hold fixed does not change its direction.
    if (IsHeld(opening, response_.FreeVelocity(3 * c))) return;
    if (u[0] < Scalar(0))
      Try(-u[0], -opening, c, ContactMode::kSeparate, margin);
    else
      Try(u[0], opening, c, ContactMode::kApproach, margin);
  }

  // Whether the loaded contacts hold a velocity fixed. What still moves it is then rounding, compared with
  // what would move it without them.
  template <typename AnyRow, typename FreeRow>
  static bool IsHeld(const AnyRow& row, const FreeRow& free) {
    constexpr Scalar kHeld = sizeof(Scalar) == 4 ? Scalar(1e-6L) : Scalar(1e-16L);  // square
    return row.squaredNorm() <= kHeld * free.squaredNorm();
  }

  // Visits the contacts. On circles those that stick come last: first the one that may be nearest, until none
  // may be nearer than the best so far. They share the effort: once one is near, the others need little.
  void VisitContacts(const Problem& problem, const Solution& solution, WrenchMargin<Scalar>* margin) {
    std::array<Scalar, static_cast<unsigned>(kContacts)> least;
    for (unsigned i = 0; i < static_cast<unsigned>(kContacts); ++i) {
      const int c = static_cast<int>(i);
      least[i] = c < problem.contacts ? Scalar(-1) : kInfinity<Scalar>;
      if (c >= problem.contacts || solution.mode[i] != ContactMode::kStick) continue;
      cone_[i] = {solution.force[i], response_.ForceOf(c)};
      if constexpr (kDirections == 0) least[i] = cone_[i].LowerBound(Friction(problem, c));
    }
    typename ConeDistance<Scalar>::Effort left{kSearchSteps, kSearchTurns};
    for (int visit = 0; visit < kContacts; ++visit) {
      unsigned i = 0;
      for (unsigned other = 1; other < static_cast<unsigned>(kContacts); ++other)
        if (least[other] < least[i]) i = other;
      if (!(least[i] < best_)) return;
      least[i] = kInfinity<Scalar>;
      const int c = static_cast<int>(i);
      const Vector3<Scalar>&f = solution.force[i], &u = solution.velocity[i];
      switch (solution.mode[i]) {
        case ContactMode::kStick:
          if constexpr (kDirections == 0) {
            Face face;
            if (cone_[i].NearestOfCircle(Friction(problem, c), best_, &left, &face))
              LeaveCone(problem, c, face, margin);
          } else {
            LeaveCone(problem, c, cone_[i].template NearestOfPyramid<kDirections>(Friction(problem, c)),
                      margin);
            // Without friction the facets do not limit the normal force.
            if (!(problem.friction[c] > Scalar(0)))
              Try(f[0], response_.Force(3 * c), c, Opened(problem, c), margin);
          }
          break;
        case ContactMode::kSlide:
          Try(f[0], response_.Force(3 * c), c, Opened(problem, c), margin);
          StopSliding(problem, u, f, c, margin);
          break;
        default: Close(problem, u, c, margin);
      }
    }
  }

  // Leaves the cone through the half-space that is nearest.
  void LeaveCone(const Problem& problem, int c, const Face& face, WrenchMargin<Scalar>* margin) {
    const ConeDistance<Scalar>& cone = cone_[static_cast<unsigned>(c)];
    const auto response = response_.ForceOf(c);
    const Row row = face.normal * response.row(0) - face.t_1 * response.row(1) - face.t_2 * response.row(2);
    const Scalar normal = cone.force()[0];
    const bool nearer = Try(cone.Value(face), row, c, ContactMode::kSlide, margin);
    // At the apex of the cone the contact loses its force.
    if (nearer && !(normal + response.row(0).dot(margin->wrench) > Scalar(1e-6L) * normal))
      margin->to = Opened(problem, c);
  }

  void StopSliding(const Problem& problem, const Vector3<Scalar>& u, const Vector3<Scalar>& f, int c,
                   WrenchMargin<Scalar>* margin) {
    // Without friction nothing sticks: another slip follows.
    const bool rough = problem.friction[c] > Scalar(0);
    const ContactMode at_rest = rough ? ContactMode::kStick : ContactMode::kSlide;
    if constexpr (kDirections == 0) {
      const auto along = [&](Scalar d_1, Scalar d_2) {
        Try(d_1 * u[1] + d_2 * u[2], response_.VelocityAlong(c, d_1, d_2), c, at_rest, margin);
      };
      const Scalar speed = Length(u[1], u[2]);
      if (!(speed > Scalar(0))) {
        along(Scalar(1), Scalar(0));
        along(Scalar(0), Scalar(1));
      } else if (rough) {
        along(u[1] / speed, u[2] / speed);
      }
    } else {
      const Row row_1 = response_.Velocity(3 * c + 1);
      const Row row_2 = response_.Velocity(3 * c + 2);
      const auto along = [&](Scalar d_1, Scalar d_2, ContactMode to) {
        Try(d_1 * u[1] + d_2 * u[2], d_1 * row_1 + d_2 * row_2, c, to, margin);
      };
      const FrictionBasis<Scalar, kDirections> basis;
      int taken = 0;  // friction's direction, the most opposed to −f
      SlipSpeed<Scalar>(basis, rough ? Vector3<Scalar>(-f) : u, &taken);
      const auto d = basis.direction.row(taken);
      along(-d[0], -d[1], at_rest);
      if (kDirections == 2) return;
      if (rough && SlidesOnEdge(problem.friction[c], f)) {
        const auto& g = basis.direction;
        const PyramidShares<Scalar> shares = SharesOf(basis, f[1], f[2]);
        const auto keeps = [&](int of, int other) {
          const Scalar turn = g(of, 0) * g(other, 1) - g(of, 1) * g(other, 0);
          const Scalar e_1 = g(other, 1) / turn, e_2 = -g(other, 0) / turn;
          Try(e_1 * f[1] + e_2 * f[2], e_1 * response_.Force(3 * c + 1) + e_2 * response_.Force(3 * c + 2), c,
              ContactMode::kSlide, margin);
        };
        keeps(shares.first, shares.second);
        keeps(shares.second, shares.first);
        return;
      }
      for (const int turn : {1, kDirections - 1}) {
        const auto e = basis.direction.row((taken + turn) % kDirections);
        const Scalar t_1 = e[0] - d[0], t_2 = e[1] - d[1];
        const Row free = t_1 * response_.FreeVelocity(3 * c + 1) + t_2 * response_.FreeVelocity(3 * c + 2);
        if (IsHeld(t_1 * row_1 + t_2 * row_2, free)) {
          // Other contacts hold the slip between two directions, where friction has a choice.
          if (Abs(t_1 * u[1] + t_2 * u[2]) <= zero_) margin->unique = false;
          continue;
        }
        along(t_1, t_2, ContactMode::kSlide);
      }
      // If a slip is zero where it turns, it has ended.
      const Scalar left = Length(u[1] + row_1.dot(margin->wrench), u[2] + row_2.dot(margin->wrench));
      const bool turned = margin->contact == c && margin->to == ContactMode::kSlide;
      if (turned && left <= Scalar(1e-6L) * Length(u[1], u[2])) margin->to = at_rest;
    }
  }

  FixedModes<Scalar, kContacts> own_;
  Response response_;
  std::array<ConeDistance<Scalar>, static_cast<unsigned>(kContacts)> cone_;  // of those that stick
  Scalar best_ = kInfinity<Scalar>;  // square of the least distance so far
  Scalar zero_ = Scalar(0);          // m/s, below it a velocity counts as none
};

}  // namespace footing
