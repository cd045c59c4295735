// Problem: contact forces with static and dynamic friction, a = A f + b (baraff_problem.hpp).
// Method: Baraff 1994, sections 4.5 (bilateral rows), 5 (static friction), 5.6 (space, circular cone) and 6
// (dynamic friction). The functions have the paper's names. In the plane NC⁺ and NC⁻ are held as NCF with
// û = +1 and −1.
// Departures, and what the paper leaves open (baraff_sets.hpp and baraff_step.hpp name more):
//   * When an index leaves NCF in space, only û·a_F is zero. The index goes to kAxis: û·a_F is held at zero,
//     f_F stays along û, and the other axis is driven later, as y is after x.
//   * At the end f is refined against A and b, and judged by CheckBaraff. A row that breaks its condition is
//     driven again.
//   * Termination is not proven, so there is a budget of steps. If one order of the contacts ends without a
//     solution, the next order begins with the following contact. Later orders go backward and, in space, use
//     the other choice of the first axis (BaraffOptions).
#pragma once

#include "core/papers/baraff/baraff_sets.hpp"

namespace footing {

// The budget is for all orders together. By default each order has 10 · rows + 50 steps. The other two
// options choose the method. They are no budget and no tolerance.
struct BaraffOptions : SolveOptions {
  int orders = 4;  // orders of the contacts to try, up to 2 · contacts; 1: the paper
  // In space, the first axis that is driven. false: the contact's x (the paper). true: the direction of a_F.
  bool first_axis_along_acceleration = false;
};

template <typename Problem>
class Baraff {
 public:
  using Scalar = typename Problem::Scalar;
  using Vector2 = typename Problem::Vector2;

  Baraff(const Problem& problem, const BaraffOptions& options, BaraffWorkspace<Problem>& workspace,
         BaraffSolution<Problem>& solution)
      : problem_(problem),
        options_(options),
        work_(workspace),
        out_(solution),
        direction_(problem, workspace),
        step_(problem, workspace, direction_),
        sets_(problem, workspace, solution, direction_),
        n_(problem.rows()),
        d_(problem.dimension) {}

  // The problem must have passed CheckInput.
  SolveStatus Solve() {
    const int orders = Max(1, Min(options_.orders, 2 * problem_.contacts));
    const int given = options_.budget;
    const int each = given > 0 ? (given - 1) / orders + 1 : 10 * n_ + 50;
    SolveStatus outcome = SolveStatus::kSolved;
    for (order_ = 0; order_ < orders; ++order_) {  // at most 2 * kContacts
      const bool last = order_ + 1 == orders;
      budget_ = given > 0 && last ? given : (order_ + 1) * each;
      if (given > 0) budget_ = Min(budget_, given);
      const SolveStatus ended = Attempt();
      if (order_ == 0 || ended == SolveStatus::kSolved) outcome = ended;
      if (ended == SolveStatus::kSolved) break;
    }
    out_.status = outcome;
    if (outcome != SolveStatus::kRay) {
      out_.ray.setZero();
      out_.driven = -1;
    }
    sets_.Report();
    return outcome;
  }

 private:
  using Step = BaraffStep<Problem>;
  using Contact = BaraffContact<Scalar>;
  using Rows = RowWeights<Scalar>;
  static constexpr int kRounds = 4;

  SolveStatus Attempt() {
    ++out_.attempts;
    sets_.Clear();
    Refine();  // the bilateral rows (4.5)
    for (int round = 0; round < kRounds; ++round) {
      const SolveStatus outcome = ComputeForces();
      if (outcome == SolveStatus::kSolved) Refine();
      for (int pass = 0; sets_.MakeAdmissible() && pass < kRounds; ++pass) Refine();  // at most kRounds
      const BaraffCheck<Scalar> check = CheckBaraff(problem_, out_.f, out_.a);
      out_.residual = check.residual;
      if (check.solved) return SolveStatus::kSolved;
      if (outcome != SolveStatus::kSolved) return outcome;
    }
    return SolveStatus::kInaccurate;
  }

  SolveStatus ComputeForces() {
    for (;;) {  // at most budget_ + 1
      sets_.RecomputeA();
      bool found = false;
      BaraffDrive<Scalar> drive;
      for (int k = 0; k < problem_.contacts && !found; ++k) {
        found = FindViolated(InOrder(k), &drive);
      }
      if (!found) return SolveStatus::kSolved;
      const SolveStatus status = DriveToZero(drive);
      if (status != SolveStatus::kSolved) return status;
    }
  }

  // Contact k of the present order. Orders go forward from each contact, then backward from each.
  bool Backward() const { return order_ >= problem_.contacts; }
  int InOrder(int k) const {
    const int p = problem_.contacts;
    return (order_ + (Backward() ? p - k : k)) % p;
  }

  // Finds what breaks its conditions at contact c, the normal before the friction. If nothing does, it sorts
  // contact c into its sets.
  bool FindViolated(int c, BaraffDrive<Scalar>* drive) {
    Contact& contact = sets_.At(c);
    const int row = direction_.NormalRow(c);
    drive->contact = c;
    const Vector2 force = sets_.TangentOf(out_.f, c);
    const Scalar size = Length(force[0], force[1]);
    if (contact.friction == FrictionSet::kNCF) {  // refining may have moved it across û·a_F = 0
      const Rows tangent = direction_.Tangent(c, contact.axis);
      const bool along = direction_.Along(tangent, out_.a) > Step::kNearZero * sets_.ARounding(tangent);
      if (along) contact.friction = FrictionSet::kNone;
    }
    if (contact.friction == FrictionSet::kNone && size > Scalar(0)) {
      drive->goal = BaraffGoal::kFrictionToZero;
      drive->direction = direction_.Tangent(c, force / -size);
      return true;
    }
    if (contact.normal != NormalSet::kC) {
      contact.normal = NormalSet::kNC;
      if (out_.a[row] >= -sets_.ARounding(direction_.Normal(c))) return false;
      contact.normal = NormalSet::kNone;
      drive->goal = BaraffGoal::kNormal;
      drive->direction = direction_.TiedNormal(c);
      return true;
    }
    const bool open = contact.friction == FrictionSet::kNone || contact.friction == FrictionSet::kAxis;
    const Scalar bound = problem_.mu[c] * out_.f[row];
    if (!open || !(bound * work_.root_diagonal[row] > sets_.FRounding())) return false;
    drive->goal = BaraffGoal::kFriction;
    if (contact.friction == FrictionSet::kNone) {
      contact.axis = FirstAxis(c);
      if (OpposeAcceleration(c, contact.axis, drive)) return true;
      contact.friction = d_ == 2 ? FrictionSet::kCF : FrictionSet::kAxis;
    }
    if (contact.friction == FrictionSet::kCF) return false;
    if (OpposeAcceleration(c, {-contact.axis[1], contact.axis[0]}, drive)) return true;
    contact.friction = FrictionSet::kCF;
    return false;
  }

  Vector2 FirstAxis(int c) const {
    const Vector2 a = sets_.TangentOf(out_.a, c);
    const Scalar size = Length(a[0], a[1]);
    const bool along = options_.first_axis_along_acceleration != Backward();
    return along && d_ == 3 && size > Scalar(0) ? Vector2(a / size) : Vector2(Scalar(1), Scalar(0));
  }

  bool OpposeAcceleration(int c, const Vector2& axis, BaraffDrive<Scalar>* drive) const {
    const Scalar a = direction_.Along(direction_.Tangent(c, axis), out_.a);
    drive->direction = direction_.Tangent(c, a > Scalar(0) ? Vector2(-axis) : axis);
    return Abs(a) > sets_.ARounding(drive->direction);
  }

  SolveStatus DriveToZero(const BaraffDrive<Scalar>& drive) {
    for (;;) {  // at most budget_ + 1
      if (out_.pivots >= budget_) return SolveStatus::kPivotBudget;
      ++out_.pivots;
      const Scalar step_size = direction_.Find(drive.direction);
      step_.Find(drive, out_.f, out_.a, step_size, sets_.ARounding(drive.direction));
      const int j = step_.contact;
      if (step_.event == BaraffEvent::kNone) {
        if (out_.driven < 0) {
          out_.ray = work_.f_step;
          out_.driven = drive.contact;
        }
        return SolveStatus::kRay;
      }
      sets_.Advance(step_.length, step_size);
      switch (step_.event) {
        case BaraffEvent::kDrivenAtZero: Establish(drive); return SolveStatus::kSolved;
        case BaraffEvent::kDrivenAtCone:
          sets_.At(j).friction = FrictionSet::kNCF;
          sets_.PutOnCone(j);
          return SolveStatus::kSolved;
        case BaraffEvent::kLeavesC: sets_.MoveNormal(j, NormalSet::kNC); break;
        case BaraffEvent::kEntersC: sets_.MoveNormal(j, NormalSet::kC); break;
        case BaraffEvent::kReachesCone: sets_.MoveFriction(j, FrictionSet::kNCF); break;
        case BaraffEvent::kLeavesCone:
          sets_.MoveFriction(j, d_ == 2 ? FrictionSet::kCF : FrictionSet::kAxis);
          break;
        case BaraffEvent::kNone: break;
      }
    }
  }

  void Establish(const BaraffDrive<Scalar>& drive) {
    Contact& contact = sets_.At(drive.contact);
    if (drive.goal == BaraffGoal::kNormal) {
      contact.normal = NormalSet::kC;
    } else if (drive.goal == BaraffGoal::kFrictionToZero) {
      sets_.SetTangent(drive.contact, Vector2::Zero());
    } else {
      const bool first = contact.friction == FrictionSet::kNone && d_ == 3;
      contact.friction = first ? FrictionSet::kAxis : FrictionSet::kCF;
    }
  }

  // Twice f += Δf, where Δf brings a to zero on the sets that hold it at zero.
  void Refine() {
    for (int pass = 0; pass < 2; ++pass) {
      sets_.RecomputeA();
      direction_.Correct(out_.a);
      for (int i = 0; i < n_; ++i) out_.f[i] += work_.f_step[i];
    }
  }

  const Problem& problem_;
  const BaraffOptions& options_;
  BaraffWorkspace<Problem>& work_;
  BaraffSolution<Problem>& out_;
  BaraffDirection<Problem> direction_;
  Step step_;
  BaraffSets<Problem> sets_;
  int n_;
  int d_;
  int order_ = 0;
  int budget_ = 0;
};

// Solves `problem`. baraff_problem.hpp lists the statuses and what `solution` then holds. A step costs
// rows² + m² + m³ multiply-adds. m is the number of indices in C and CF and of bilateral rows.
template <typename Problem>
SolveStatus SolveBaraff(const Problem& problem, const BaraffOptions& options,
                        BaraffWorkspace<Problem>& workspace, BaraffSolution<Problem>& solution) {
  solution.pivots = 0;
  solution.give_ups = 0;
  solution.attempts = 0;
  solution.driven = -1;
  solution.residual = kInfinity<typename Problem::Scalar>;
  solution.normal = {};
  solution.friction = {};
  solution.f.setZero();
  solution.a.setZero();
  solution.ray.setZero();
  solution.status = CheckInput(problem);
  if (solution.status != SolveStatus::kSolved) return solution.status;
  return Baraff<Problem>(problem, options, workspace, solution).Solve();
}

}  // namespace footing
