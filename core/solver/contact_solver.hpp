// The contact solver as one object: dynamics and contacts in; forces, modes and margins out.
//
//   static ContactSolver<float, 18, 4> solver;            // 18 degrees of freedom, at most 4 contacts
//   solver.Begin(dt);
//   solver.SetDynamics(M, velocity, force);               // or SetDelassus(A, free_velocity)
//   solver.AddContact({.normal = n, .jacobian = J, .friction = 0.6f, .gap = gap});   // for each contact
//   if (solver.Solve() == SolveStatus::kSolved) use(solver.force(0), solver.mode(0), solver.margin(0));
//
// It calls Assemble, Regularize, SolveContacts, ReadContactModes, MarginOf, BaseWrench and
// LeastWrench::Find, and adds no arithmetic: bits are those of these calls. SI units; frames and signs:
// docs/notation.md.
#pragma once

#include <type_traits>

#include "core/assembly/delassus.hpp"
#include "core/contact/dantzig/dantzig_contacts.hpp"
#include "core/contact/solve_contacts.hpp"
#include "core/margins/contact_margin.hpp"
#include "core/margins/least_wrench.hpp"
#include "core/solver/dynamics_check.hpp"

namespace footing {

template <typename Scalar>
struct ContactSolverOptions {
  int budget = 0;      // as in SolveOptions
  Scalar epsilon = 0;  // ≥ 0: what is solved, judged and read has (1 + ε) A_ii on its diagonal (Regularize)
};

// All memory is in the object: nothing is allocated, and two objects can be used in two threads at once. Keep
// the object from step to step: each solve starts from the forces of the last one if that was solved and had
// the same number of contacts and joint rows, with the same ids. Sizes and costs: solve_contacts.hpp. With
// SolverStages::kDantzig friction is in boxes, |f_t| ≤ μ f_n for each tangent (dantzig/dantzig_contacts.hpp).
template <typename ScalarType, int kDof, int kContacts, int kJointRows = 0,
          SolverStages kStages = SolverStages::kAll>
class ContactSolver {
  static constexpr bool kBoxes = kStages == SolverStages::kDantzig;
  static_assert(!kBoxes || kJointRows == 0, "Dantzig's pivoting takes no joint rows");

 public:
  using Scalar = ScalarType;
  using Vector = Vector3<Scalar>;
  using Jacobian = BoundedMatrix<Scalar, 3, kDof>;
  using RowJacobian = BoundedVector<Scalar, kDof>;
  using Problem = ContactProblem<Scalar, kContacts, kJointRows>;
  using Solution = ContactSolution<Scalar, kContacts, kJointRows>;
  using Options = ContactSolverOptions<Scalar>;

  struct Contact {
    int id = 0;  // the caller's name of this contact: a solve with other ids than the last starts cold
    Vector normal = Vector::UnitZ();          // unit, world axes, into the robot
    Jacobian jacobian = Jacobian::Zero();     // of the point's velocity in world axes; with SetDynamics alone
    Scalar friction = 0;                      // μ ≥ 0
    Scalar gap = 0;                           // m, at the step's beginning; below 0 it is closed in one step
    Scalar bias = 0;                          // m/s, added to gap / dt (normal_bias.hpp)
    Vector velocity_offset = Vector::Zero();  // m/s, normal, t1, t2, added to J q̇⁺: J̇ q̇ dt, known errors
  };

  struct JointRow {
    RowJacobian jacobian = RowJacobian::Zero();                    // with SetDynamics alone
    Scalar lower = -kInfinity<Scalar>, upper = kInfinity<Scalar>;  // N, N·m where the row turns
    Scalar wanted = 0;                                             // m/s, rad/s
  };

  // Begins a problem of `dt` [s] > 0, with nothing in it: the last answer cannot be read after it. Where one
  // of the calls up to Solve is refused, Solve returns the first reason.
  void Begin(Scalar dt) {
    dt_ = dt;
    stack_.Clear();
    Clear(&solution_);
    solution_.status = SolveStatus::kOutOfOrder;
    readings_ = {};
    refusal_ = SolveStatus::kSolved;
    form_ = Form::kNone;
    begun_ = true;
  }

  // Mass matrix M (n × n), generalized velocity q̇, and τ − C with gravity in C (n each), n ≤ kDof.
  // `parent(i)` < i: the degree of freedom that i hangs on, −1 at a root; i − 1 is right for every M, but
  // its zeros are not exploited. For LeastWrench rows 0 to 5 are a free base: linear first, world axes.
  template <typename Mass, typename Velocity, typename Force, typename Parent>
  void SetDynamics(const Mass& mass, const Velocity& velocity, const Force& force, const Parent& parent) {
    if (!Expect(false)) return;
    const int n = static_cast<int>(velocity.size());  // n at most kDof
    bool fits = mass.rows() == n && mass.cols() == n && force.size() == n && n <= kDof;
    for (int i = 0; i < n; ++i) fits = fits && parent(i) < i;
    if (!fits) return Refuse(SolveStatus::kBadSize);
    const SolveStatus status = CheckDynamics(mass, velocity, force);
    if (status != SolveStatus::kSolved) return Refuse(status);
    stack_.AddSystem(mass, velocity, force, parent);
    form_ = Form::kDynamics;
  }
  template <typename Mass, typename Velocity, typename Force>
  void SetDynamics(const Mass& mass, const Velocity& velocity, const Force& force) {
    SetDynamics(mass, velocity, force, [](int i) { return i - 1; });
  }

  // In the place of SetDynamics: J M⁻¹ Jᵀ [1/kg] and the rows' velocities without forces [m/s]. Rows are n,
  // t1, t2 of each contact in the order of AddContact, then joint rows; there must be as many of these.
  template <typename Delassus, typename Velocity>
  void SetDelassus(const Delassus& delassus, const Velocity& free_velocity) {
    if (!Expect(false)) return;
    const int n = static_cast<int>(free_velocity.size());  // n at most Problem::kRows
    if (delassus.rows() != n || delassus.cols() != n || n > Problem::kRows)
      return Refuse(SolveStatus::kBadSize);
    for (int i = 0; i < n; ++i) {
      problem_.free_velocity[i] = free_velocity[i];
      for (int j = 0; j < n; ++j) problem_.delassus(i, j) = delassus(i, j);
    }
    rows_ = n;
    form_ = Form::kDelassus;
  }

  // Returns the contact's number, from 0 on, or −1 where it is refused: beyond the capacity, before the
  // dynamics, or with a normal that is not a unit vector. 3 n multiply-adds.
  int AddContact(const Contact& contact) {
    if (!Expect(true)) return -1;
    if (IsNoUnit(contact.normal)) return Refuse(SolveStatus::kBadNormal), -1;
    const int c = stack_.AddContact(contact.normal, contact.friction, contact.gap / dt_ + contact.bias);
    if (c < 0) return Refuse(SolveStatus::kBadSize), c;
    for (int k = 0; k < 3; ++k) stack_.velocity_offset[3 * c + k] = contact.velocity_offset[k];
    if (form_ == Form::kDynamics) stack_.Attach(c, 0, Scalar(1), contact.jacobian);
    ids_[static_cast<unsigned>(c)] = contact.id;
    return c;
  }

  // The same for a joint row.
  int AddJointRow(const JointRow& row) {
    if (!Expect(true)) return -1;
    const int k = stack_.AddJointRow(row.lower, row.upper, row.wanted);
    if (k < 0) return Refuse(SolveStatus::kBadSize), k;
    if (form_ == Form::kDynamics) stack_.AttachJointRow(k, 0, Scalar(1), row.jacobian);
    return k;
  }

  // The next solve starts from no forces: for contacts that were exchanged for others under the same ids.
  void StartCold() { state_.warm = false; }

  // Assembles, solves, and reads the modes.
  //   kSolved        certified forces, velocities, modes and margins
  //   kInfeasible    proven that no forces meet the conditions
  //   kPivotBudget, kInaccurate, kRay (kDantzig alone)   no solution was found, which proves nothing. Of these
  //                  and of kInfeasible the forces are admissible but solve nothing, modes and margins are of no
  //                  use, the next solve is cold
  //   kNotFinite (dt ≤ 0 and ε < 0 too), kBadSize, kBadFriction, kBadBounds, kNotSymmetric, kBadNormal   refused;
  //   kSingular      M is not positive definite. Forces are zero and all contacts separate, as where
  //   kOutOfOrder    calls came in the wrong order; without a Begin since the last solve nothing is changed
  SolveStatus Solve(const Options& options = {}) {
    if (!begun_) return SolveStatus::kOutOfOrder;
    begun_ = false;
    if (!(options.epsilon >= Scalar(0)) || !IsFinite(options.epsilon)) Refuse(SolveStatus::kNotFinite);
    solution_.status = AssembleProblem();
    if (solution_.status != SolveStatus::kSolved) {
      StartCold();
      return solution_.status;
    }
    for (unsigned c = 0; c < static_cast<unsigned>(problem_.contacts); ++c) {  // at most kContacts
      state_.warm = state_.warm && last_ids_[c] == ids_[c];
      last_ids_[c] = ids_[c];
    }
    if (options.epsilon > Scalar(0)) Regularize(options.epsilon, problem_);
    const SolveStatus status = SolveContacts(problem_, {options.budget}, state_, solution_);
    ReadContactModes<kFriction>(problem_, solution_, readings_);
    return status;
  }

  SolveStatus status() const { return solution_.status; }  // kOutOfOrder between Begin and Solve
  int contacts() const { return stack_.contacts; }
  // Zero, and separate, where there is no contact c. Of contact c along normal, t1, t2: force on the robot [N], velocity at the step's end [m/s]; then the
  // force in world axes, and n, t1, t2 as columns.
  Vector force(int c) const { return Has(c) ? solution_.force[At(c)] : Vector(Vector::Zero()); }
  Vector velocity(int c) const { return Has(c) ? solution_.velocity[At(c)] : Vector(Vector::Zero()); }
  Vector WorldForce(int c) const { return Has(c) ? Vector(axes(c) * solution_.force[At(c)]) : force(c); }
  Matrix3<Scalar> axes(int c) const { return Has(c) ? stack_.frame[At(c)] : Matrix3<Scalar>::Zero().eval(); }
  ContactMode mode(int c) const { return reading(c).mode; }
  ModeReading<Scalar> reading(int c) const {  // modes that meet, slip
    return Has(c) ? readings_[At(c)] : ModeReading<Scalar>{};
  }
  const auto& joint_force() const { return solution_.joint_force; }  // by joint rows, N or N·m; m/s or rad/s
  const auto& joint_velocity() const { return solution_.joint_velocity; }
  const Problem& problem() const { return problem_; }
  const Solution& solution() const { return solution_; }

  // What is left before contact c changes its mode; zero where there is no solution or no contact c.
  ContactMargin<Scalar> margin(int c) const {
    if (!Has(c) || solution_.status != SolveStatus::kSolved) return {};
    const unsigned i = At(c);
    return MarginOf<kFriction>(readings_[i], solution_.force[i], solution_.velocity[i],
                               problem_.friction[c], problem_.normal_bias[c], problem_.dt);
  }

  // The smallest wrench on the free base that changes a mode (least_wrench.hpp), after a solve with
  // SetDynamics and n ≥ 6. `length` [m] > 0 makes moments comparable with forces. Without joint rows
  // only, and not with SolverStages::kDantzig: boxes have no wrench margin.
  //   kSolved        the margin. Else size 0 and contact −1: the status of the solve; or
  //   kInaccurate    the response of its slides cannot be told
  //   kNotFinite     `length` is not above 0 and finite;   kOutOfOrder   no solve with a free base
  SolveStatus LeastWrench(Scalar length, WrenchMargin<Scalar>& margin) {
    static_assert(kJointRows == 0 && kDof >= 6);
    static_assert(!kBoxes, "boxes have no wrench margin");
    margin = {};
    if (solution_.status != SolveStatus::kSolved) return solution_.status;
    if (form_ != Form::kDynamics || stack_.dof < 6) return SolveStatus::kOutOfOrder;
    if (!(length > Scalar(0)) || !IsFinite(length)) return SolveStatus::kNotFinite;
    BaseWrench(stack_, delassus_, dt_, length, least_.columns);
    return least_.wrench.Find(problem_, solution_, least_.columns, length, margin,
                              state_.plain.FactorsOf(solution_));
  }

 private:
  static constexpr int kFriction = kBoxes ? kBoxFriction : 0;
  enum class Form : std::uint8_t { kNone, kDynamics, kDelassus };  // what was handed over
  using Stack = SystemStack<Scalar, kDof, kContacts, kJointRows>;
  using Ids = std::array<int, static_cast<unsigned>(kContacts)>;
  struct LeastWrenchMemory {
    footing::LeastWrench<Scalar, kContacts> wrench;
    typename footing::LeastWrench<Scalar, kContacts>::Columns columns;
  };
  struct None {};

  static unsigned At(int c) { return static_cast<unsigned>(c); }
  bool Has(int c) const { return c >= 0 && c < stack_.contacts; }
  void Refuse(SolveStatus why) {
    if (refusal_ == SolveStatus::kSolved) refusal_ = why;
  }
  // Whether a problem is begun whose dynamics are known, or are not.
  bool Expect(bool dynamics) {
    if (begun_ && (form_ != Form::kNone) == dynamics) return true;
    Refuse(SolveStatus::kOutOfOrder);
    return false;
  }

  SolveStatus AssembleProblem() {
    if (refusal_ != SolveStatus::kSolved) return refusal_;
    if (form_ == Form::kNone) return SolveStatus::kOutOfOrder;
    if (form_ == Form::kDynamics) return Assemble(stack_, dt_, delassus_, problem_);
    const int first = 3 * stack_.contacts;
    if (first + stack_.joint_rows != rows_) return SolveStatus::kBadSize;
    problem_.contacts = stack_.contacts;
    problem_.joint_rows = stack_.joint_rows;
    problem_.dt = dt_;
    for (int i = 0; i < first; ++i) problem_.free_velocity[i] += stack_.velocity_offset[i];
    for (int c = 0; c < stack_.contacts; ++c) {
      problem_.friction[c] = stack_.friction[c];
      problem_.normal_bias[c] = stack_.normal_bias[c];
    }
    for (int k = 0; k < stack_.joint_rows; ++k) {
      problem_.free_velocity[first + k] += stack_.velocity_offset[Stack::kFirstJointRow + k];
      problem_.lower[k] = stack_.lower[k];
      problem_.upper[k] = stack_.upper[k];
    }
    return SolveStatus::kSolved;
  }

  Scalar dt_ = 0;
  bool begun_ = false;
  Form form_ = Form::kNone;
  SolveStatus refusal_ = SolveStatus::kSolved;  // the first of this problem
  int rows_ = 0;                                // of the matrix that SetDelassus was given
  Ids ids_{}, last_ids_{};
  Stack stack_;
  DelassusWorkspace<Stack> delassus_;
  Problem problem_;
  ContactSolverState<Scalar, kContacts, kJointRows, kStages> state_;
  Solution solution_;
  ModeReadings<Scalar, kContacts> readings_{};
  [[no_unique_address]] std::conditional_t<kJointRows == 0 && !kBoxes, LeastWrenchMemory, None> least_;
};

}  // namespace footing
