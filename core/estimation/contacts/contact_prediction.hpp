// Stages 4 to 7 of the tick: which points of the feet may touch the ground in the coming step, the contact
// problem that they make with the torque that acts in it, its solution, and what the solution says of each
// point. Contacts are numbered in here alone; what goes in and out counts points.
#pragma once

#include "core/assembly/delassus.hpp"
#include "core/contact/dantzig/dantzig_contacts.hpp"
#include "core/dynamics/integrate.hpp"
#include "core/estimation/contacts/contact_candidates.hpp"
#include "core/estimation/tracked_feet.hpp"

namespace footing {

// FootTrackerOptions says what is usual.
template <typename Scalar>
struct ContactPredictionOptions {
  Scalar step;             // s, of the step that is predicted
  Scalar candidate_reach;  // m over the believed ground
  Scalar wrench_length;    // m: a moment of 1 N·m counts as 1/length N
  SolveOptions solver;
  Scalar epsilon;  // of Regularize
};

// The four calls follow each other, once a step. kLeg: the most joints between the base and a foot.
// kBranches: two joints or more hang on the base (robot_tree.hpp). With SolverStages::kDantzig there is no
// base margin: it is of circular cones.
template <typename ModelType, SolverStages kStages = SolverStages::kNewtonOnly,
          int kLeg = ModelType::kJoints / ModelType::kFeet, bool kBranches = (ModelType::kFeet > 1)>
class ContactPrediction {
 public:
  using Model = ModelType;
  using Scalar = typename Model::Scalar;
  static constexpr int kPoints = Model::kPoints;
  using Stack = SystemStack<Scalar, Model::kDof, kPoints, 0, 6 + kLeg, kBranches ? 6 : kAnyTrunk>;
  using Options = ContactPredictionOptions<Scalar>;
  using Feet = TrackedFeet<Scalar, Model::kFeet, kPoints>;

  explicit ContactPrediction(const Options& options) : options_(options) {}

  // As after construction.
  void Reset() {
    candidates_ = {};
    solver_.warm = false;
  }

  // Stage 4. Loaded points and open ones near the ground, by the `height` [m] of each over it. The last
  // forces are no start for other points.
  template <typename Estimator>
  void ChoosePoints(const std::array<Scalar, kPoints>& height, const Estimator& estimator) {
    const auto before = candidates_;
    candidates_ = FindCandidates(estimator, height, options_.candidate_reach);
    for (unsigned c = 0; c < kPoints; ++c) {
      if (candidates_.candidate[c].point != before.candidate[c].point) solver_.warm = false;
    }
  }

  // Stage 5. `ground`: as it looks at the points now. `torque` [N·m] acts in the step, by joints.
  // The velocity of a point that rests is zero: what is measured is noise, which a step of 1 ms would turn
  // into tens of newtons. One that slips, or lands in a slide that was predicted, keeps its tangential
  // velocity.
  template <typename Estimator, typename Ground, typename Torque>
  void Assemble(const Model& model, const RobotState<Scalar, Model::kJoints>& state,
                const DynamicsTerms<Model>& terms, const Estimator& estimator, const Ground& ground,
                const Torque& torque) {
    const Vector3<Scalar>& up = ground.normal();
    const Scalar dt = options_.step;
    BoundedVector<Scalar, Model::kDof> force = -terms.bias;
    for (int j = 0; j < Model::kJoints; ++j) force[6 + j] += torque[static_cast<unsigned>(j)];
    stack_.Clear();
    const int robot =
        stack_.LendSystem(terms.mass_matrix, GeneralizedVelocity(state), force, DofParent(model));

    for (int i = 0; i < candidates_.count; ++i) {  // at most kPoints
      const auto& candidate = candidates_.candidate[static_cast<unsigned>(i)];
      const auto& point = terms.points[static_cast<unsigned>(candidate.point)];
      const auto& estimate = estimator.point(candidate.point);
      Vector3<Scalar> velocity = point.velocity;
      if (estimate.rests) {
        velocity.setZero();
      } else if (estimate.state != ContactState::kOpen) {
        velocity -= up.dot(velocity) * up;
      }

      const int contact = stack_.AddContact(
          up, ground.point_friction()[static_cast<unsigned>(candidate.point)], up[2] * candidate.gap / dt);
      stack_.Attach(contact, robot, Scalar(1), point.jacobian);
      const Vector3<Scalar> offset = velocity - point.velocity + dt * point.bias_acceleration;
      const Matrix3<Scalar>& frame = stack_.frame[static_cast<unsigned>(contact)];
      for (int k = 0; k < 3; ++k) stack_.velocity_offset[3 * contact + k] = frame.col(k).dot(offset);
    }
    status_ = footing::Assemble(stack_, dt, delassus_, problem_);
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

  // Stage 7. Fills now's status, stage, pivots, residual, margin, and of each point what is predicted; a
  // point that was no candidate is predicted open with no force. The status is that of SolveContacts, or
  // kSingular where M is not positive definite: the problem then has no contacts.
  void Interpret(Feet& now) {
    now.status = status_;
    now.stage = solution_.stage;
    now.pivots = solution_.pivots;
    now.residual = solution_.residual;
    now.margin = {};
    for (auto& point : now.points) {
      point.predicted_mode = ContactMode::kSeparate;
      point.modes_that_meet = ModeBit(ContactMode::kSeparate);
      point.margin = {};
      point.predicted_force.setZero();
    }
    ReadContactModes<kFriction>(problem_, solution_, modes_);
    for (int i = 0; i < problem_.contacts; ++i) {
      const auto c = static_cast<unsigned>(i);
      TrackedPoint<Scalar>& point = now.points[PointOf(i)];
      point.predicted_mode = modes_[c].mode;
      point.modes_that_meet = modes_[c].meets;
      point.margin = MarginOf<kFriction>(modes_[c], solution_.force[c], solution_.velocity[c],
                                         problem_.friction[i], problem_.normal_bias[i], problem_.dt);
      point.predicted_force = stack_.frame[c] * solution_.force[c];
    }
    if constexpr (!kIsDantzig) {
      if (status_ == SolveStatus::kSolved) FindBaseMargin(now);
    }
  }

  // rad/s², of the joints in the coming step; zero where the torque or the solve gives no number. Call it
  // after Solve.
  template <typename JointVector>
  void FindAcceleration(JointVector& acceleration) const {
    if (solution_.status == SolveStatus::kSingular) {
      acceleration.setZero();
      return;
    }
    BoundedVector<Scalar, Model::kDof> next;
    NextVelocity(stack_, delassus_, options_.step, solution_.force, solution_.joint_force, next);
    const Scalar rate = Scalar(1) / options_.step;
    for (int j = 0; j < Model::kJoints; ++j) {
      const Scalar found = rate * (next[6 + j] - stack_.velocity[6 + j]);
      acceleration[j] = IsFinite(found) ? found : Scalar(0);
    }
  }

  // Of the state that was assembled (delassus.hpp); false, and nothing is filled, where the assembly was
  // refused. Call it after Solve.
  template <typename Responses>
  bool FindBaseResponse(const Vector3<Scalar>& axis, Responses& response) const {
    if (solution_.status == SolveStatus::kBadSize) return false;
    BaseResponse<Model::kJoints>(stack_, delassus_, axis, response);
    return true;
  }

  // Whether a foot that is open is to land in the coming step. Call it after Solve.
  bool PredictsLanding() const {
    bool lands = false;
    for (int i = 0; i < candidates_.count; ++i) {  // at most kPoints
      const auto c = static_cast<unsigned>(i);
      lands |= candidates_.candidate[c].lands && solution_.force[c][0] > Scalar(0);
    }
    return lands;
  }

  // Of the last step. The contacts are the candidates in their order.
  const ContactProblem<Scalar, kPoints>& problem() const { return problem_; }
  const ContactSolution<Scalar, kPoints>& solution() const { return solution_; }

 private:
  static constexpr bool kIsDantzig = kStages == SolverStages::kDantzig;
  static constexpr int kFriction = kIsDantzig ? kBoxFriction : 0;

  void FindBaseMargin(Feet& now) {
    BaseWrench(stack_, delassus_, problem_.dt, options_.wrench_length, wrench_velocity_);
    // Refused, it is zero and of no contact; the forces are solved all the same.
    static_cast<void>(least_wrench_.Find(problem_, solution_, wrench_velocity_, options_.wrench_length,
                                         now.margin, solver_.plain.FactorsOf(solution_)));
    const int contact = now.margin.contact;
    if (contact >= 0) now.margin.contact = static_cast<int>(PointOf(contact));
  }

  unsigned PointOf(int contact) const {
    return static_cast<unsigned>(candidates_.candidate[static_cast<unsigned>(contact)].point);
  }

  Options options_;
  // Between steps.
  ContactCandidates<Scalar, kPoints> candidates_;
  ContactSolverState<Scalar, kPoints, 0, kStages> solver_;
  // Within a step, in the order in which they are filled.
  SolveStatus status_ = SolveStatus::kSolved;
  Stack stack_;
  DelassusWorkspace<Stack> delassus_;
  ContactProblem<Scalar, kPoints> problem_;
  ContactSolution<Scalar, kPoints> solution_;
  ModeReadings<Scalar, kPoints> modes_;
  LeastWrench<Scalar, kPoints> least_wrench_;
  typename LeastWrench<Scalar, kPoints>::Columns wrench_velocity_;
};

}  // namespace footing
