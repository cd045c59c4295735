// One control period, from measurement to torque, in four lines: sense, update, act, report. Stages 1 to 8
// are the tracker's (core/estimation/foot_tracker.hpp). docs/architecture.md walks through all ten.
#include "firmware/control_tick.hpp"

#include FOOTING_ROBOT_MODEL

#include "firmware/controllers/balance/torques.hpp"
#include "firmware/controllers/trot/steps.hpp"
#include "firmware/fallback.hpp"
#include "firmware/sensing.hpp"

namespace footing {

namespace {

// In weight · length · time (body_units.hpp): a falling A1's knee meets 5 N·m at 5 rad/s.
template <typename Robot, typename Scalar>
Scalar SafeDamping() {
  const BodyUnits<Scalar> units = UnitsOf<Robot, Scalar>();
  return Scalar(0.166L) * units.weight * units.length * units.time;
}

template <typename Robot, typename Scalar, SolverStages kStages>
void FallBack(ControlMemory<Robot, Scalar, kStages>& m) {
  m.torque = SafeTorque(m.tracker.sensed(), m.safe_damping);
  m.fell_back = true;
}

// The controller's torque, or the safe one if a measurement cannot be trusted. A doubled tick gets the last
// torque again. It gets the safe torque if the copy is bad itself, or if five or more come in a row.
template <typename Robot, typename Scalar, SolverStages kStages, typename Feet>
void Act(const hal::OperatorInput& input, const Feet& now, ControlMemory<Robot, Scalar, kStages>& m) {
  bool safe = (now.flags & kFallbackFlags) == 0 && input.mode != hal::OperatorMode::kDamp;
  if ((now.flags & kTickDoubled) == 0) {
    std::array<ContactState, Robot::kFeet> feet;
    for (unsigned foot = 0; foot < Robot::kFeet; ++foot) feet[foot] = now.feet[foot].state;
    m.torque = m.controller.Update(input, m.tracker.state(), m.tracker.terms(), feet,
                                   m.tracker.ground().normal(), m.tracker.sensed().dt);
    m.plan = m.controller.Plan();
    m.fell_back = false;
    for (const Scalar torque : m.torque)  // at most Robot::kJoints
      safe &= IsFinite(torque);
  }
  if (!safe) FallBack(m);
  m.torque = WithinLimits(m.tracker.kModel, m.torque);
}

template <typename Robot, typename Scalar, SolverStages kStages, typename Feet>
void Report(const hal::Measurement& measurement, const Feet& now,
            const ControlMemory<Robot, Scalar, kStages>& m, Tick<Robot, Scalar>& tick) {
  TickReport<Robot, Scalar>& report = tick.report;
  // Not the whole at once: the compiler's loop over an array would have no bound that the proof reads.
  static_cast<TrackedBase<Scalar>&>(report) = now;
  for (unsigned i = 0; i < Robot::kFeet; ++i) report.feet[i] = now.feet[i];
  for (unsigned i = 0; i < Robot::kPoints; ++i) report.points[i] = now.points[i];
  if (m.fell_back) report.flags |= kFallback;
  report.sequence = measurement.sequence;
  report.torque = m.torque;
  report.plan = m.plan;
  for (int foot = 0; foot < Robot::kFeet; ++foot) {
    report.scheduled_stance[static_cast<unsigned>(foot)] = m.controller.ScheduledStance(foot);
  }
  for (unsigned j = 0; j < Robot::kJoints; ++j)
    tick.command.joint_torque[j] = static_cast<float>(m.torque[j]);
}

}  // namespace

template <typename Robot, typename Scalar, SolverStages kStages>
ControlMemory<Robot, Scalar, kStages>::ControlMemory(const Options& with)
    : tracker(with.tracker), controller(with.controller), safe_damping(SafeDamping<Robot, Scalar>()) {}

template <typename Robot, typename Scalar, SolverStages kStages>
void Step(const hal::Measurement& measurement, ControlMemory<Robot, Scalar, kStages>& memory,
          Tick<Robot, Scalar>& tick) {
  const auto measured = Sense<ControlOptions<Robot, Scalar, kStages>::kForces>(measurement, memory.torque);
  const auto& now = memory.tracker.Update(measured, memory.plan);
  Act(Checked(measurement.operator_input), now, memory);
  Report(measurement, now, memory, tick);
}

using Memory = ControlMemory<robots::FOOTING_ROBOT, FOOTING_SCALAR, SolverStages::FOOTING_SOLVER>;
template struct ControlMemory<robots::FOOTING_ROBOT, FOOTING_SCALAR, SolverStages::FOOTING_SOLVER>;
template void Step(const hal::Measurement&, Memory&, Tick<robots::FOOTING_ROBOT, FOOTING_SCALAR>&);

}  // namespace footing
