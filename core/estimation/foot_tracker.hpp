// Which feet of a legged robot are open, stick or slip, with what force, and what they will do in the coming
// step: stages 1 to 8 of the control tick, from the sensors. It needs no controller and no gait
// clock; where the controller has a plan of its feet, it may tell it.
//
//   static footing::FootTracker<footing::robots::A1, float> tracker;  // all memory is here
//   const auto& now = tracker.Update({.position = q, .velocity = dq, .torque = tau, .attitude = quat,
//                                     .gyro = gyro, .acceleration = acc, .commanded = last_torque,
//                                     .dt = 0.001f});
//   if (now.feet[0].state == footing::ContactState::kSlip) …
//
// The prediction (5 to 7) is for the coming step, with the torque commanded last, which acts in it; the
// estimate (8) is of the step that has passed, with the torque measured. docs/architecture.md walks through
// the stages.
#pragma once

#include "core/dynamics/compute_dynamics.hpp"
#include "core/estimation/contact_observer.hpp"
#include "core/estimation/foot_tracker_options.hpp"
#include "core/estimation/robot_motion.hpp"
#include "core/estimation/summary.hpp"
#include "core/estimation/tracked_feet.hpp"

namespace footing {

// `Robot` is a struct whose template function Model<Scalar>() gives the robot's RobotModel, as `A1` in
// firmware/robots/a1/model.hpp. Joints and feet have the model's order. `Number` is the type that the sensors
// give.
//
// Frames: base axes are the model's (x forward, y left, z up); the model says how the IMU sits in them. World
// axes are those in which the IMU gives its attitude, z up. The world's origin is where the base began. Its z
// = 0 is the ground under the loaded feet.
//
// Memory: 21 kB in float for twelve joints and four feet, all of it in the object. One tracker is for one
// thread at a time; trackers are independent of each other, and a copy is a tracker of its own.
//
// kStages chooses the solver behind the prediction: circular cones, or Dantzig's pivoting with friction in
// boxes (SolverStages::kDantzig; docs/solvers.md says which to take when). kForces: the feet whose measured
// forces are looked at; with 0 sensors of the feet cost nothing.
template <typename Robot, typename Scalar, typename Number = Scalar,
          SolverStages kStages = SolverStages::kNewtonOnly,
          int kForces = decltype(Robot::template Model<Scalar>())::kFeet>
class FootTracker {
 public:
  using Model = decltype(Robot::template Model<Scalar>());
  static constexpr int kFeet = Model::kFeet;
  static constexpr int kPoints = Model::kPoints;
  static constexpr int kJoints = Model::kJoints;
  static constexpr Model kModel = Robot::template Model<Scalar>();
  static constexpr int kLeg = LongestLeg(kModel);  // joints
  static_assert(kForces == 0 || kForces == kFeet);
  using Measurement = footing::Measurement<kJoints, Number, Scalar, kForces>;
  using Plan = std::array<Scalar, kFeet>;
  using Feet = TrackedFeet<Scalar, kFeet, kPoints>;
  using Prediction = ContactPrediction<Model, kStages, kLeg, BaseBranches(kModel)>;
  using Options = FootTrackerOptions<Scalar>;
  using Contacts = ContactObserver<Model, kLeg>;
  using Estimator = typename Contacts::Estimator;

  // The defaults. The points of a sole depend on each other: they take more steps. Dantzig's pivots are
  // smaller steps than Newton's, as many as 400 Hz on a Cortex-M4F leave; dependent points need ε.
  static Options Usual() {
    Options options;
    if constexpr (kPoints > kFeet) options.solver.budget = 12;
    if constexpr (kStages == SolverStages::kDantzig) {
      options.solver.budget = 4 * kPoints - 1;
      options.epsilon = Scalar(1e-4L);
    }
    return options;
  }

  // Options that `Accepts` refuses count as the defaults, all of them.
  explicit FootTracker(const Options& options = Usual())
      : options_(Accepts(options) ? options : Usual()),
        sensor_check_(FreshCheck()),
        motion_(FreshMotion()),
        ground_(kModel, options_.ground, options_.friction),
        contacts_(kModel, options_.contact, options_.observer_bandwidth),
        prediction_(options_.ForPrediction()) {}

  // Whether each of the options with a range is within it. False for NaN.
  static bool Accepts(const Options& options) { return options.InRange(); }

  // Advances by one period. Nothing can fail: a fault of a sample is a flag (docs/faults.md). What is
  // returned is finite, except that a margin's size may be infinite.
  //   kNotMeasured     (any flag of it) the feet's states and forces stay as they were
  //   kTickDoubled     the sample is not used: everything stays, also kUpsideDown and kSolveDegraded
  //   kSolveDegraded   the predicted forces are no solution, or zero; `status` says why
  // `plan`: how surely the controller wanted each foot to stand in the period that has passed (1), or to
  // swing (−1); 0, or what is not finite: no plan. It is believed less than the sensors
  // (docs/reference/estimator.md, "A plan"). The first call's dt is not read. Cost: with the trot at most
  // 80,000 instructions on a Cortex-M4F in its course; docs/generated/bounds.md has the bound.
  const Feet& Update(const Measurement& measured, const Plan& plan = {}) {
    sensor_check_.Check(measured, sensed_);  // 1 sense
    if ((sensed_.flags & kTickDoubled) != 0) return Stand();
    EstimateState();                                             // 2 state
    ComputeDynamics(kModel, state_, options_.gravity, &terms_);  // 3 dynamics
    ground_.Look(terms_, state_.base_position);
    prediction_.ChoosePoints(ground_.height(), estimator());                                 // 4 candidates
    prediction_.Assemble(kModel, state_, terms_, estimator(), ground_, measured.commanded);  // 5 assemble
    prediction_.Solve();                                                                     // 6 solve
    prediction_.FindAcceleration(acceleration_);
    lands_ = prediction_.PredictsLanding();
    prediction_.Interpret(now_);  // 7 interpret
    EstimateContacts(plan);       // 8 estimate
    Summarize();
    SummarizeBase(motion_.base(), ground_, now_);  // with what this sample's feet said
    return now_;
  }

  // As after construction.
  void Reset() {
    sensor_check_ = FreshCheck();
    motion_ = FreshMotion();
    ground_ = Ground<Model>(kModel, options_.ground, options_.friction);
    acceleration_.setZero();
    lands_ = false;
    contacts_ = Contacts(kModel, options_.contact, options_.observer_bandwidth);
    prediction_.Reset();
    sensed_ = {};
    now_ = {};
  }

  // The same, and the base begins at `position` [m] with `attitude` (a unit quaternion, base to world): the
  // heading of the world's axes is then the one in which the robot begins so, whatever the IMU's heading.
  // Tilt is the IMU's. z is pulled to the height over the loaded feet. False, and nothing is changed, where a
  // number is not finite or the attitude's squared norm is outside 0.9 to 1.1.
  bool Reset(const Vector3<Scalar>& position, const Quaternion<Scalar>& attitude) {
    const Scalar norm2 = attitude.squaredNorm();
    if (!IsFinite(position[0]) || !IsFinite(position[1]) || !IsFinite(position[2])) return false;
    if (!(norm2 > Scalar(0.9L) && norm2 < Scalar(1.1L))) return false;
    const Scalar scale = Scalar(1) / Sqrt(norm2);
    const Quaternion<Scalar> unit(scale * attitude.w(), scale * attitude.x(), scale * attitude.y(),
                                  scale * attitude.z());
    Reset();
    motion_.Begin({position[0], position[1], Scalar(0)}, unit);
    ground_.Begin(position[2]);
    sensed_.attitude = unit;  // stays as long as the IMU is lost
    return true;
  }

  // Of a foot's force [N] and moment about its centre of pressure [N·m], both in world axes, as of the last
  // sample that was measured: what the leg's joints leave open, with the force that is expected (of a foot of
  // one point the moment's part is zero). 6 × 6, symmetric. Zero before the first. On request, since it costs
  // as much as the forces of a foot: some 2,000 multiply-adds for six joints and four points.
  BoundedMatrix<Scalar, 6> WrenchCovariance(int foot) const {
    const Vector3<Scalar>& centre = now_.feet[static_cast<unsigned>(foot)].centre_of_pressure;
    return estimator().WrenchCovariance(terms_, foot, state_.base_position + centre);
  }

  // For a controller that goes on from here; undefined before the first sample. `sensed` is of the last sample
  // even where that was not used; the others are then of the last that was.
  const Feet& now() const { return now_; }
  const Sensed<kJoints, Scalar, kForces>& sensed() const { return sensed_; }
  // Of base and joints. The origin is the ground straight below the base.
  const RobotState<Scalar, kJoints>& state() const { return state_; }
  const Ground<Model>& ground() const { return ground_; }
  const DynamicsTerms<Model>& terms() const { return terms_; }         // M, bias; feet with Jacobians
  const Prediction& prediction() const { return prediction_; }
  const Estimator& estimator() const {
    return contacts_.estimator();
  }  // log-odds and evidence of feet and points
  const Options& options() const { return options_; }

 private:
  using Checks = SensorCheck<kJoints, Number, Scalar, kForces>;
  using JointVector = BoundedVector<Scalar, kJoints>;

  Checks FreshCheck() const {
    const Scalar largest_force = Estimator::Forces::kForceLimit * ScaleOf(kModel).weight;
    return Checks(options_.ForSensors(kModel.imu, largest_force), StillTorque<Number>(kModel),
                  MostOfJoints<Number>(kModel));
  }

  RobotMotion<Model> FreshMotion() const {
    return {ScaleOf(kModel), options_.base, options_.rates, options_.period, options_.gravity};
  }

  // The last answer again. After many the torque's past is unknown.
  const Feet& Stand() {
    constexpr std::uint32_t kKept =
        kUpsideDown | kSolveDegraded | kEncoderOffset | kGyroFault | kAccelerometerFault;
    now_.flags = sensed_.flags | (now_.flags & kKept);
    if ((sensed_.flags & kSourceStill) != 0) {
      contacts_.RestartMomentum();
      motion_.RestartGyro();
    }
    return now_;
  }

  void EstimateState() {
    now_.flags = sensed_.flags | motion_.Update(sensed_, acceleration_, lands_, ground_, state_);
    now_.suspect_joints = sensed_.suspect_joints;
  }

  void EstimateContacts(const Plan& plan) {
    if (now_.status != SolveStatus::kSolved) now_.flags |= kSolveDegraded;
    if (contacts_.encoders().IsOff()) {
      now_.flags |= kEncoderOffset;
      now_.suspect_joints |= contacts_.encoders().suspects();
    }
    // Nothing was measured: the last estimate stands.
    if ((now_.flags & kNotMeasured) != 0) return contacts_.Restart(motion_, now_.flags);
    const Scalar dt = sensed_.dt;
    const auto& evidence =
        contacts_.Observe(kModel, terms_, sensed_, motion_, ground_, prediction_, plan, now_);
    motion_.Correct(evidence, ground_.normal(), dt);
    ground_.Learn(terms_, state_.base_position, estimator(), dt);
    if constexpr (kPoints == kFeet)
      contacts_.WatchEncoders(terms_, sensed_, motion_, state_, ground_, options_.gravity, now_.flags);
  }

  void Summarize() {
    for (int foot = 0; foot < kFeet; ++foot) {
      const auto i = static_cast<unsigned>(foot);
      const int first = kModel.first_point[i], last = kModel.first_point[i + 1];
      TrackedFoot<Scalar>& tracked = now_.feet[i];
      SummarizePoints(terms_, now_.points, first, last, state_.base_position, tracked);
      tracked.friction = ground_.friction().mean(foot);
      tracked.friction_variance = ground_.friction().variance(foot);
      if ((now_.flags & kNotMeasured) != 0) continue;
      tracked.state = estimator().FootState(foot);
      tracked.log_odds = estimator().foot(foot).log_odds;
      tracked.slip_evidence = estimator().foot(foot).slip_evidence;
      tracked.normal_sigma = Sqrt(estimator().foot(foot).force_variance);
    }
  }

  Options options_;
  // Between samples.
  Checks sensor_check_;
  RobotMotion<Model> motion_;
  Ground<Model> ground_;
  JointVector acceleration_ = JointVector::Zero();  // rad/s², predicted for the step that now passes
  bool lands_ = false;                              // in it
  Contacts contacts_;
  Prediction prediction_;
  Sensed<kJoints, Scalar, kForces> sensed_;  // of the last sample
  // Of the last sample that was used.
  RobotState<Scalar, kJoints> state_;
  DynamicsTerms<Model> terms_;
  Feet now_;
};

}  // namespace footing
