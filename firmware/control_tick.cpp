// One control period, from measurement to torque. ControlTick, at the end, is the story: ten
// stages, of which those that are more than one call stand above it in their order.
// The prediction (5 to 7) is for the coming step, with the torque sent last tick, which acts in
// it; the estimate (8) is of the step that has passed, with the torque measured.
// docs/architecture.md walks through it.
#include "firmware/control_tick.hpp"

#include "firmware/fallback.hpp"
#include "hal/board.hpp"

namespace footing {

namespace {

template <typename Scalar>
inline constexpr A1Model<Scalar> kRobot = robots::UnitreeA1<Scalar>();

template <typename Scalar>
void EstimateState(ControlMemory<Scalar>& m) {
  const Sensed<Scalar>& sensed = m.sensed;
  m.base.Predict(sensed.attitude, sensed.gyro, sensed.accelerometer, m.options.gravity, sensed.dt);
  if ((sensed.flags & kImuLost) != 0) m.base.RestartAttitude();
  m.state = {m.base.position(),         m.base.attitude(),     m.base.velocity(),
             m.base.angular_velocity(), sensed.joint_position, sensed.joint_velocity};
  // The filter takes half a second to believe in a turn that the gyro has not seen.
  const Vector3<Scalar> up = Vector3<Scalar>::UnitZ();
  const bool over = (m.base.attitude() * up)[2] < Scalar(0) || (sensed.attitude * up)[2] < Scalar(0);
  if (over) m.sensed.flags |= kUpsideDown;
}

template <typename Scalar>
void ChooseCandidates(ControlMemory<Scalar>& m) {
  std::array<Scalar, kFeet> height;
  for (unsigned foot = 0; foot < kFeet; ++foot) height[foot] = m.terms.points[foot].position[2];
  const auto before = m.candidates;
  m.candidates = FindCandidates(m.estimator, height, m.options.candidate_reach);
  for (unsigned c = 0; c < kFeet; ++c) {
    if (m.candidates.candidate[c].foot != before.candidate[c].foot) m.solver.warm = false;
  }
}

// A foot that holds is taken to be at rest: its measured velocity is noise, which a step of
// 1 ms would turn into tens of newtons. A slipping foot keeps its tangential velocity.
template <typename Scalar>
SolveStatus AssembleContacts(ControlMemory<Scalar>& m) {
  constexpr Scalar kStep = Scalar(hal::kPeriodUs) * Scalar(1e-6L);
  Eigen::Matrix<Scalar, A1Model<Scalar>::kDof, 1> force = -m.terms.bias;
  for (int j = 0; j < kJoints; ++j) force[6 + j] += m.torque[static_cast<unsigned>(j)];
  m.stack.Clear();
  const int robot =
      m.stack.AddSystem(m.terms.mass_matrix, GeneralizedVelocity(m.state), force, DofParent(kRobot<Scalar>));

  for (int i = 0; i < m.candidates.count; ++i) {
    const auto& candidate = m.candidates.candidate[static_cast<unsigned>(i)];
    const auto& point = m.terms.points[static_cast<unsigned>(candidate.foot)];
    const ContactState state = m.estimator.foot(candidate.foot).state;
    Vector3<Scalar> velocity = point.velocity;
    if (state == ContactState::kStick) velocity.setZero();
    if (state == ContactState::kSlip) velocity[2] = Scalar(0);

    const int contact =
        m.stack.AddContact(Vector3<Scalar>::UnitZ(), m.options.friction, candidate.gap / kStep);
    m.stack.Attach(contact, robot, Scalar(1), point.jacobian);
    const Vector3<Scalar> offset = velocity - point.velocity + kStep * point.bias_acceleration;
    const Matrix3<Scalar>& frame = m.stack.frame[static_cast<unsigned>(contact)];
    for (int k = 0; k < 3; ++k) m.stack.velocity_offset[3 * contact + k] = frame.col(k).dot(offset);
  }
  return AssembleRows(m.stack, kStep, m.delassus, m.problem);
}

template <typename Scalar>
void Interpret(ControlMemory<Scalar>& m, TickReport<Scalar>* report) {
  for (auto& foot : report->feet) {
    foot.predicted_mode = ContactMode::kSeparate;
    foot.modes_that_meet = ModeBit(ContactMode::kSeparate);
    foot.margin = {};
    foot.predicted_force.setZero();
  }
  ReadContactModes(m.problem, m.solution, m.modes);
  for (int i = 0; i < m.problem.contacts; ++i) {
    const auto c = static_cast<unsigned>(i);
    FootReport<Scalar>& foot = report->feet[static_cast<unsigned>(m.candidates.candidate[c].foot)];
    foot.predicted_mode = m.modes[c].mode;
    foot.modes_that_meet = m.modes[c].meets;
    foot.margin = MarginOf(m.modes[c], m.solution.force[c], m.solution.velocity[c], m.problem.friction[i],
                           m.problem.normal_bias[i], m.problem.dt);
    foot.predicted_force = m.stack.frame[c] * m.solution.force[c];
  }
  report->margin = {};
  if (report->status != SolveStatus::kSolved) return;
  BaseWrench(m.stack, m.delassus, m.problem.dt, m.options.wrench_length, m.wrench_velocity);
  // Refused, it is zero and of no contact; the forces are solved all the same.
  static_cast<void>(m.least_wrench.Find(m.problem, m.solution, m.wrench_velocity, m.options.wrench_length,
                                        report->margin, m.solver.plain.FactorsOf(m.solution)));
  const int contact = report->margin.contact;
  if (contact >= 0) report->margin.contact = m.candidates.candidate[static_cast<unsigned>(contact)].foot;
}

template <typename Scalar>
void EstimateContacts(ControlMemory<Scalar>& m, TickReport<Scalar>* report) {
  const Sensed<Scalar>& sensed = m.sensed;
  if ((sensed.flags & kFallbackFlags & ~kUpsideDown) != 0) {
    m.observer.Reset();  // nothing was measured: the last estimate stands
    return;
  }
  m.observer.Update(kRobot<Scalar>, m.terms, sensed.joint_torque, m.base.specific_force(), sensed.dt);
  m.estimator.EstimateForces(m.terms, m.observer.residual(), m.observer.unfiltered(), sensed.dt);

  std::array<FootObservation<Scalar>, kFeet> observations;
  for (unsigned foot = 0; foot < kFeet; ++foot) {
    observations[foot] = {m.terms.points[foot].velocity, report->feet[foot].predicted_force[2],
                          report->feet[foot].predicted_mode == ContactMode::kSlide};
  }
  m.estimator.Update(observations, sensed.dt);

  std::array<FootEvidence<Scalar>, kFeet> evidence;
  for (unsigned foot = 0; foot < kFeet; ++foot) {
    const FootEstimate<Scalar>& estimate = m.estimator.foot(static_cast<int>(foot));
    report->feet[foot].state = estimate.state;
    report->feet[foot].force = estimate.force;
    const auto& point = m.terms.points[foot];
    evidence[foot] = {estimate.settled, estimate.holds, point.position - m.state.base_position,
                      point.velocity - m.state.base_velocity};
  }
  m.base.Correct(evidence, sensed.dt);
}

template <typename Scalar>
bool AsksToDamp(const ControlMemory<Scalar>& m) {
  return m.sensed.operator_input.mode == hal::OperatorMode::kDamp;
}

template <typename Scalar>
void FallBack(ControlMemory<Scalar>& m) {
  m.torque = SafeTorque(m.sensed);
  m.sensed.flags |= kFallback;
}

// The controller's torque, or the safe one where a measurement cannot be trusted.
template <typename Scalar>
void Act(ControlMemory<Scalar>& m, TickReport<Scalar>* report) {
  typename Controller<Scalar>::Feet feet;
  for (unsigned foot = 0; foot < kFeet; ++foot) feet[foot] = report->feet[foot].state;
  m.torque = m.controller.Update(m.sensed.operator_input, m.state, m.terms, feet, m.sensed.dt);
  bool safe = (m.sensed.flags & kFallbackFlags) == 0 && !AsksToDamp(m);
  for (const Scalar torque : m.torque) safe &= IsFinite(torque);
  if (!safe) FallBack(m);
}

void Send(const auto& torque) {
  hal::Command command;
  for (unsigned j = 0; j < kJoints; ++j) command.joint_torque[j] = static_cast<float>(torque[j]);
  hal::SendCommand(command);
}

}  // namespace

template <typename Scalar>
ControlMemory<Scalar>::ControlMemory(const ControlOptions<Scalar>& with)
    : options(with),
      sensor_check(with.gravity),
      base(with.base),
      observer(with.observer_bandwidth),
      estimator(with.contact),
      controller(with.controller) {}

template <typename Scalar>
bool ControlTick(ControlMemory<Scalar>& m, TickReport<Scalar>* report) {
  hal::Measurement raw;
  if (!hal::NextMeasurement(&raw)) return false;
  const std::uint32_t start = hal::WorkCount();

  // 1 sense
  m.sensor_check.Check(raw, &m.sensed);
  if ((m.sensed.flags & kTickDoubled) == 0) {
    // 2 state
    EstimateState(m);
    // 3 dynamics
    ComputeDynamics(kRobot<Scalar>, m.state, m.options.gravity, &m.terms);
    // 4 candidates
    ChooseCandidates(m);
    // 5 assemble
    report->status = AssembleContacts(m);
    // 6 solve
    if (report->status == SolveStatus::kSolved) {
      report->status = SolveContacts(m.problem, m.options.solver, m.solver, m.solution);
    } else {
      Clear(&m.solution);
    }
    if (report->status != SolveStatus::kSolved) m.sensed.flags |= kSolveDegraded;
    // 7 interpret
    Interpret(m, report);
    // 8 estimate
    EstimateContacts(m, report);
    // 9 act
    Act(m, report);
  } else {
    // The last answer again, and what was said of it; but none to a copy that is itself bad, or for ever.
    m.sensed.flags |= report->flags & (kUpsideDown | kSolveDegraded | kFallback);
    if ((m.sensed.flags & kSourceStill) != 0) m.observer.Reset();
    if ((m.sensed.flags & kFallbackFlags) != 0 || AsksToDamp(m)) FallBack(m);
  }
  Send(m.torque);

  // 10 report
  report->sequence = m.sensed.sequence;
  report->flags = m.sensed.flags;
  report->stage = m.solution.stage;
  report->pivots = m.solution.pivots;
  report->residual = m.solution.residual;
  report->base_position = m.state.base_position;
  report->base_velocity = m.state.base_velocity;
  report->torque = m.torque;
  for (int leg = 0; leg < kFeet; ++leg) {
    report->feet[static_cast<unsigned>(leg)].scheduled_stance = m.controller.ScheduledStance(leg);
  }
  report->work = hal::WorkCount() - start;
  return true;
}

template struct ControlMemory<FOOTING_SCALAR>;
template bool ControlTick<FOOTING_SCALAR>(ControlMemory<FOOTING_SCALAR>&, TickReport<FOOTING_SCALAR>*);

}  // namespace footing
