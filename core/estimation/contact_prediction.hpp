// Stages 4 to 7 of the tick: which feet may touch the ground in the coming step, the contact problem that
// they make with the torque that acts in it, its solution, and what the solution says of each foot. Contacts
// are numbered in here alone; what goes in and out counts feet.
#pragma once

#include "core/assembly/delassus.hpp"
#include "core/contact/dantzig/dantzig_contacts.hpp"
#include "core/dynamics/integrate.hpp"
#include "core/estimation/contact_candidates.hpp"
#include "core/estimation/tracked_feet.hpp"

namespace footing {

// FootTrackerOptions says what is usual.
template <typename Scalar>
struct ContactPredictionOptions {
  Scalar step;             // s, of the step that is predicted
  Scalar friction;         // nominal μ, of any ground
  Scalar candidate_reach;  // m over the believed ground
  Scalar wrench_length;    // m: a moment of 1 N·m counts as 1/length N
  SolveOptions solver;
  Scalar epsilon;          // of Regularize
};

// Of legs with as many joints each and one foot a leg. The four calls follow each other, once a step. With
// SolverStages::kDantzig there is no base margin: it is of circular cones.
template <typename Model, SolverStages kStages = SolverStages::kNewtonOnly>
class ContactPrediction {
 public:
  using Scalar = typename Model::Scalar;
  static constexpr int kFeet = Model::kPoints;
  using Stack =
      SystemStack<Scalar, Model::kDof, kFeet, 0, 6 + Model::kJoints / kFeet, kFeet == 1 ? kAnyTrunk : 6>;
  using Options = ContactPredictionOptions<Scalar>;
  using Feet = TrackedFeet<Scalar, kFeet>;

  explicit ContactPrediction(const Options& options) : options_(options) {}

  // As after construction.
  void Reset() {
    candidates_ = {};
    solver_.warm = false;
  }

  // Stage 4. Loaded feet and open ones near the ground. The last forces are no start for other feet.
  void ChooseFeet(const DynamicsTerms<Model>& terms, const ContactEstimator<Model>& estimator) {
    std::array<Scalar, kFeet> height;
    for (unsigned foot = 0; foot < kFeet; ++foot) height[foot] = terms.points[foot].position[2];
    const auto before = candidates_;
    candidates_ = FindCandidates(estimator, height, options_.candidate_reach);
    for (unsigned c = 0; c < kFeet; ++c) {
      if (candidates_.candidate[c].foot != before.candidate[c].foot) solver_.warm = false;
    }
  }

  // Stage 5. `torque` [N·m] acts in the step, by joints.
  // A foot that sticks is taken to be at rest: its measured velocity is noise, which a step of
  // 1 ms would turn into tens of newtons. A slipping foot keeps its tangential velocity.
  template <typename Torque>
  void Assemble(const Model& model, const RobotState<Scalar, Model::kJoints>& state,
                const DynamicsTerms<Model>& terms, const ContactEstimator<Model>& estimator,
                const Torque& torque) {
    const Scalar dt = options_.step;
    BoundedVector<Scalar, Model::kDof> force = -terms.bias;
    for (int j = 0; j < Model::kJoints; ++j) force[6 + j] += torque[static_cast<unsigned>(j)];
    stack_.Clear();
    const int robot =
        stack_.LendSystem(terms.mass_matrix, GeneralizedVelocity(state), force, DofParent(model));

    for (int i = 0; i < candidates_.count; ++i) {
      const auto& candidate = candidates_.candidate[static_cast<unsigned>(i)];
      const auto& point = terms.points[static_cast<unsigned>(candidate.foot)];
      const ContactState contact_state = estimator.foot(candidate.foot).state;
      Vector3<Scalar> velocity = point.velocity;
      if (contact_state == ContactState::kStick) velocity.setZero();
      if (contact_state == ContactState::kSlip) velocity[2] = Scalar(0);

      const int contact = stack_.AddContact(Vector3<Scalar>::UnitZ(), options_.friction, candidate.gap / dt);
      stack_.Attach(contact, robot, Scalar(1), point.jacobian);
      const Vector3<Scalar> offset = velocity - point.velocity + dt * point.bias_acceleration;
      const Matrix3<Scalar>& frame = stack_.frame[static_cast<unsigned>(contact)];
      for (int k = 0; k < 3; ++k) stack_.velocity_offset[3 * contact + k] = frame.col(k).dot(offset);
    }
    status_ = AssembleRows(stack_, dt, delassus_, problem_);
    if (options_.epsilon > Scalar(0)) Regularize(options_.epsilon, problem_);
  }

  // Stage 6. Zero forces where the assembly was refused.
  void Solve() {
    if (status_ == SolveStatus::kSolved) {
      status_ = SolveContacts(problem_, options_.solver, solver_, solution_);
    } else {
      Clear(&solution_);
      solver_.warm = false;
    }
  }

  // Stage 7. Fills now's status, stage, pivots, residual, margin, and of each foot what is predicted; a foot
  // that was no candidate is predicted open with no force. The status is that of SolveContacts, or kSingular
  // where M is not positive definite: the problem then has no contacts.
  void Interpret(Feet& now) {
    now.status = status_;
    now.stage = solution_.stage;
    now.pivots = solution_.pivots;
    now.residual = solution_.residual;
    now.margin = {};
    for (auto& foot : now.feet) {
      foot.predicted_mode = ContactMode::kSeparate;
      foot.modes_that_meet = ModeBit(ContactMode::kSeparate);
      foot.margin = {};
      foot.predicted_force.setZero();
    }
    ReadContactModes<kFriction>(problem_, solution_, modes_);
    for (int i = 0; i < problem_.contacts; ++i) {
      const auto c = static_cast<unsigned>(i);
      TrackedFoot<Scalar>& foot = now.feet[FootOf(i)];
      foot.predicted_mode = modes_[c].mode;
      foot.modes_that_meet = modes_[c].meets;
      foot.margin = MarginOf<kFriction>(modes_[c], solution_.force[c], solution_.velocity[c], problem_.friction[i],
                             problem_.normal_bias[i], problem_.dt);
      foot.predicted_force = stack_.frame[c] * solution_.force[c];
    }
    if constexpr (!kIsDantzig) {
      if (status_ == SolveStatus::kSolved) FindBaseMargin(now);
    }
  }

  // Of the last step. The contacts are the candidates in their order.
  const ContactProblem<Scalar, kFeet>& problem() const { return problem_; }
  const ContactSolution<Scalar, kFeet>& solution() const { return solution_; }

 private:
  static constexpr bool kIsDantzig = kStages == SolverStages::kDantzig;
  static constexpr int kFriction = kIsDantzig ? kBoxFriction : 0;

  void FindBaseMargin(Feet& now) {
    BaseWrench(stack_, delassus_, problem_.dt, options_.wrench_length, wrench_velocity_);
    // Refused, it is zero and of no contact; the forces are solved all the same.
    static_cast<void>(least_wrench_.Find(problem_, solution_, wrench_velocity_, options_.wrench_length,
                                         now.margin, solver_.plain.FactorsOf(solution_)));
    const int contact = now.margin.contact;
    if (contact >= 0) now.margin.contact = static_cast<int>(FootOf(contact));
  }

  unsigned FootOf(int contact) const {
    return static_cast<unsigned>(candidates_.candidate[static_cast<unsigned>(contact)].foot);
  }

  Options options_;
  // Between steps.
  ContactCandidates<Scalar, kFeet> candidates_;
  ContactSolverState<Scalar, kFeet, 0, kStages> solver_;
  // Within a step, in the order in which they are filled.
  SolveStatus status_ = SolveStatus::kSolved;
  Stack stack_;
  DelassusWorkspace<Stack> delassus_;
  ContactProblem<Scalar, kFeet> problem_;
  ContactSolution<Scalar, kFeet> solution_;
  ModeReadings<Scalar, kFeet> modes_;
  LeastWrench<Scalar, kFeet> least_wrench_;
  typename LeastWrench<Scalar, kFeet>::Columns wrench_velocity_;
};

}  // namespace footing
