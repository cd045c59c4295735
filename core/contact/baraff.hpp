// Problem: contact forces with static and dynamic friction, a = A f + b (baraff_problem.hpp).
// Method: Baraff 1994, sections 4.5 (bilateral rows), 5 (static friction), 5.6 (space, circular
// cone) and 6 (dynamic friction); the functions bear the paper's names. In the plane NC⁺ and NC⁻
// are held as NCF with û = +1 and −1.
// Departures, and what the paper leaves open:
//   * "just came from" (5.5) means: no step of positive length since;
//   * an index that enters NC takes its friction index out of its set (f_F = 0 = μ f_N), one that
//     returns to C goes to NCF with û against a_F, or to CF where a_F = 0;
//   * leaving NCF in space, only û·a_F is zero. The index goes to kAxis: û·a_F is held at zero, f_F
//     stays along û, and the other axis is driven later, as y is after x;
//   * at the end f is refined against A and b and judged by CheckBaraff; what breaks is driven again;
//   * termination is not proven: a budget of steps, and where one order of the contacts ends without
//     a solution the next begins with the following contact, later backward (BaraffOptions::orders).
#pragma once

#include "core/contact/baraff_step.hpp"

namespace footing {

struct BaraffOptions {
  int pivot_budget = 0;  // of all orders together; 0: 10·rows + 50 for each
  int orders = 4;        // of the contacts, at most twice as many as there are; 1: the paper
  // In space: the first axis driven is the contact's x (the paper), or lies along a_F as found.
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
        n_(problem.rows()),
        d_(problem.dimension) {}

  // Of a problem that CheckInput has passed.
  SolveStatus Solve() {
    const int orders = Max(1, Min(options_.orders, 2 * problem_.contacts));
    const int each = options_.pivot_budget > 0 ? (options_.pivot_budget + orders - 1) / orders : 10 * n_ + 50;
    SolveStatus outcome = SolveStatus::kSolved;
    for (int order = 0; order < orders; ++order) {
      budget_ = (order + 1) * each;
      if (options_.pivot_budget > 0) budget_ = Min(budget_, options_.pivot_budget);
      const SolveStatus ended = Attempt(order);
      if (order == 0 || ended == SolveStatus::kSolved) outcome = ended;
      if (ended == SolveStatus::kSolved) break;
    }
    out_.status = outcome;
    if (outcome != SolveStatus::kRay) out_.ray.setZero();
    Report();
    return outcome;
  }

 private:
  using Step = BaraffStep<Problem>;
  using Contact = BaraffContact<Scalar>;
  using Rows = RowWeights<Scalar>;
  static constexpr int kRounds = 4;

  Contact& At(int c) { return work_.contact[static_cast<unsigned>(c)]; }

  SolveStatus Attempt(int order) {
    ++out_.attempts;
    Start();
    for (int round = 0; round < kRounds; ++round) {
      const SolveStatus outcome = ComputeForces(order);
      if (outcome == SolveStatus::kSolved) Refine();
      for (int pass = 0; MakeAdmissible() && pass < kRounds; ++pass) Refine();
      const BaraffCheck<Scalar> check = CheckBaraff(problem_, out_.f, out_.a);
      out_.residual = check.residual;
      if (check.solved) return SolveStatus::kSolved;
      if (outcome != SolveStatus::kSolved) return outcome;
    }
    return SolveStatus::kInaccurate;
  }

  // f = 0 but on the bilateral rows, whose a is made zero (4.5); all sets empty.
  void Start() {
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
      contact.axis /= Sqrt(contact.axis[0] * contact.axis[0] + contact.axis[1] * contact.axis[1]);
    }
    Refine();
  }

  SolveStatus ComputeForces(int order) {
    for (;;) {
      RecomputeA();
      bool found = false;
      BaraffDrive<Scalar> drive;
      for (int k = 0; k < problem_.contacts && !found; ++k) {
        found = FindViolated(InOrder(order, k), &drive);
      }
      if (!found) return SolveStatus::kSolved;
      const SolveStatus status = DriveToZero(drive);
      if (status != SolveStatus::kSolved) return status;
    }
  }

  // Contact k of the order: forward from each contact, then backward from each.
  int InOrder(int order, int k) const {
    const int p = problem_.contacts;
    return order / p % 2 == 0 ? (order + k) % p : (order % p + p - k) % p;
  }

  // What breaks its conditions at contact c, normal before friction; else contact c is sorted into its
  // sets.
  bool FindViolated(int c, BaraffDrive<Scalar>* drive) {
    Contact& contact = At(c);
    const int row = direction_.NormalRow(c);
    drive->contact = c;
    const Vector2 force = TangentOf(out_.f, c);
    const Scalar size = Sqrt(force[0] * force[0] + force[1] * force[1]);
    if (contact.friction == FrictionSet::kNCF) {  // refined across û·a_F = 0
      const Rows tangent = direction_.Tangent(c, contact.axis);
      const bool along = direction_.Along(tangent, out_.a) > Step::kNearZero * ARounding(tangent);
      if (along) contact.friction = FrictionSet::kNone;
    }
    if (contact.friction == FrictionSet::kNone && size > Scalar(0)) {
      drive->goal = BaraffGoal::kRelease;
      drive->direction = direction_.Tangent(c, force / -size);
      return true;
    }
    if (contact.normal != NormalSet::kC) {
      contact.normal = NormalSet::kNC;
      if (out_.a[row] >= -ARounding(direction_.Normal(c))) return false;
      contact.normal = NormalSet::kNone;
      drive->goal = BaraffGoal::kNormal;
      drive->direction = direction_.TiedNormal(c);
      return true;
    }
    const bool open = contact.friction == FrictionSet::kNone || contact.friction == FrictionSet::kAxis;
    const Scalar least = Step::kRounding * f_size_;
    if (!open || !(problem_.mu[c] * out_.f[row] * work_.root_diagonal[row] > least)) return false;
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
    const Vector2 a = TangentOf(out_.a, c);
    const Scalar size = Sqrt(a[0] * a[0] + a[1] * a[1]);
    const bool along = options_.first_axis_along_acceleration && d_ == 3 && size > Scalar(0);
    return along ? Vector2(a / size) : Vector2(Scalar(1), Scalar(0));
  }

  bool OpposeAcceleration(int c, const Vector2& axis, BaraffDrive<Scalar>* drive) const {
    const Scalar a = direction_.Along(direction_.Tangent(c, axis), out_.a);
    drive->direction = direction_.Tangent(c, a > Scalar(0) ? Vector2(-axis) : axis);
    return Abs(a) > ARounding(drive->direction);
  }

  SolveStatus DriveToZero(const BaraffDrive<Scalar>& drive) {
    for (;;) {
      if (out_.pivots >= budget_) return SolveStatus::kPivotBudget;
      ++out_.pivots;
      const Scalar step_size = direction_.Find(drive.direction);
      step_.Find(drive, out_.f, out_.a, step_size, ARounding(drive.direction));
      const int j = step_.contact;
      if (step_.event == BaraffEvent::kNone) {
        if (out_.driven < 0) {
          out_.ray = work_.f_step;
          out_.driven = drive.contact;
        }
        return SolveStatus::kRay;
      }
      Advance(step_size);
      switch (step_.event) {
        case BaraffEvent::kDrivenAtZero: Establish(drive); return SolveStatus::kSolved;
        case BaraffEvent::kDrivenAtCone:
          At(j).friction = FrictionSet::kNCF;
          PutOnCone(j);
          return SolveStatus::kSolved;
        case BaraffEvent::kLeavesC: MoveNormal(j, NormalSet::kNC); break;
        case BaraffEvent::kEntersC: MoveNormal(j, NormalSet::kC); break;
        case BaraffEvent::kReachesCone: MoveFriction(j, FrictionSet::kNCF); break;
        case BaraffEvent::kLeavesCone:
          MoveFriction(j, d_ == 2 ? FrictionSet::kCF : FrictionSet::kAxis);
          break;
        case BaraffEvent::kNone: break;
      }
    }
  }

  void Advance(Scalar step_size) {
    f_size_ = Scalar(0);
    for (int i = 0; i < n_; ++i) {
      out_.f[i] += step_.length * work_.f_step[i];
      out_.a[i] += step_.length * work_.a_step[i];
      f_size_ += work_.root_diagonal[i] * Abs(out_.f[i]);
    }
    if (step_.length * step_size > Step::kRounding * f_size_) ++positive_steps_;
  }

  void Establish(const BaraffDrive<Scalar>& drive) {
    Contact& contact = At(drive.contact);
    if (drive.goal == BaraffGoal::kNormal) {
      contact.normal = NormalSet::kC;
    } else if (drive.goal == BaraffGoal::kRelease) {
      SetTangent(drive.contact, Vector2::Zero());
    } else {
      const bool first = contact.friction == FrictionSet::kNone && d_ == 3;
      contact.friction = first ? FrictionSet::kAxis : FrictionSet::kCF;
    }
  }

  void MoveNormal(int c, NormalSet to) {
    Contact& contact = At(c);
    const bool is_static = contact.friction != FrictionSet::kDynamic;
    const bool back = contact.normal_before == to && contact.normal_moved == positive_steps_;
    contact.normal_before = contact.normal;
    contact.normal_moved = positive_steps_;
    out_.give_ups += back ? 1 : 0;
    if (to == NormalSet::kNC) Release(c);
    contact.normal = back ? NormalSet::kNone : to;
    if (contact.normal != NormalSet::kC) return;
    const Vector2 f = TangentOf(out_.f, c);
    if (!is_static || f[0] != Scalar(0) || f[1] != Scalar(0) || problem_.mu[c] == Scalar(0)) return;
    const Vector2 a = TangentOf(out_.a, c);
    const Scalar size = Sqrt(a[0] * a[0] + a[1] * a[1]);
    contact.friction = FrictionSet::kCF;
    if (!(size > Scalar(0))) return;
    if (size <= ARounding(direction_.Tangent(c, a / size))) return;
    contact.axis = a / -size;
    contact.friction = FrictionSet::kNCF;
  }

  // f_N = 0, and with it f_F, but where friction was given up on and is driven to zero later.
  void Release(int c) {
    Contact& contact = At(c);
    contact.normal = NormalSet::kNC;
    out_.f[direction_.NormalRow(c)] = Scalar(0);
    if (contact.friction != FrictionSet::kNone) SetTangent(c, Vector2::Zero());
    if (contact.friction != FrictionSet::kDynamic) contact.friction = FrictionSet::kNone;
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

  // û where f_F points, f_F = μ f_N û to the last digit.
  void PutOnCone(int c) {
    Vector2 u = TangentOf(out_.f, c);
    Scalar size = Sqrt(u[0] * u[0] + u[1] * u[1]);
    if (!(size > Scalar(0))) {
      u = TangentOf(work_.f_step, c);
      size = Sqrt(u[0] * u[0] + u[1] * u[1]);
    }
    At(c).axis = size > Scalar(0) ? Vector2(u / size) : Vector2(Scalar(1), Scalar(0));
    SetTangent(c, At(c).axis * (problem_.mu[c] * Max(out_.f[direction_.NormalRow(c)], Scalar(0))));
  }

  // Twice f += Δf, Δf from what a is short of zero on the sets that hold it there.
  void Refine() {
    for (int pass = 0; pass < 2; ++pass) {
      RecomputeA();
      direction_.Correct(out_.a);
      for (int i = 0; i < n_; ++i) out_.f[i] += work_.f_step[i];
    }
  }

  // No pull, nothing outside of its cone; what had to be put back changes its set. Returns whether
  // anything had.
  bool MakeAdmissible() {
    bool changed = false;
    for (int c = 0; c < problem_.contacts; ++c) {
      Contact& contact = At(c);
      Scalar& normal = out_.f[direction_.NormalRow(c)];
      if (normal < Scalar(0)) {
        changed |= contact.normal == NormalSet::kC;
        Release(c);
      }
      const Scalar bound = problem_.mu[c] * normal;
      const Vector2 f = TangentOf(out_.f, c);
      const Scalar size = Sqrt(f[0] * f[0] + f[1] * f[1]);
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

  void RecomputeA() {
    f_size_ = Scalar(0);
    for (int i = 0; i < n_; ++i) {
      Scalar sum = problem_.b[i];
      for (int j = 0; j < n_; ++j) sum += problem_.A(i, j) * out_.f[j];
      out_.a[i] = sum;
      f_size_ += work_.root_diagonal[i] * Abs(out_.f[i]);
    }
  }

  Scalar ARounding(const Rows& h) const {
    return Step::kRounding * (largest_b_ + direction_.Size(h) * f_size_);
  }

  Vector2 TangentOf(const BoundedVector<Scalar, Problem::kRows>& x, int c) const {
    const int row = direction_.NormalRow(c);
    return {x[row + 1], d_ == 3 ? x[row + 2] : Scalar(0)};
  }
  void SetTangent(int c, const Vector2& f) {
    out_.f[direction_.NormalRow(c) + 1] = f[0];
    if (d_ == 3) out_.f[direction_.NormalRow(c) + 2] = f[1];
  }

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

  const Problem& problem_;
  const BaraffOptions& options_;
  BaraffWorkspace<Problem>& work_;
  BaraffSolution<Problem>& out_;
  BaraffDirection<Problem> direction_;
  Step step_;
  int n_;
  int d_;
  int budget_ = 0;
  int positive_steps_ = 0;
  Scalar largest_b_ = Scalar(0);
  Scalar f_size_ = Scalar(0);  // Σ r_j |f_j|
};

// Solves `problem`; baraff_problem.hpp lists the statuses and what `solution` then holds. A step costs
// rows² + m² + m³ multiply-adds, m the indices in C and CF and the bilateral rows.
template <typename Problem>
SolveStatus SolveBaraff(const Problem& problem, const BaraffOptions& options,
                        BaraffWorkspace<Problem>& workspace, BaraffSolution<Problem>& solution) {
  solution = {};
  solution.f.setZero();
  solution.a.setZero();
  solution.ray.setZero();
  solution.status = CheckInput(problem);
  if (solution.status != SolveStatus::kSolved) return solution.status;
  return Baraff<Problem>(problem, options, workspace, solution).Solve();
}

}  // namespace footing
