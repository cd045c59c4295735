// One control period, from measurement to torque, in four lines: sense, update, act, report. Stages 1 to 8
// are the tracker's (core/estimation/foot_tracker.hpp). docs/architecture.md walks through all ten.
#include "firmware/control_tick.hpp"

#include "firmware/fallback.hpp"
#include "firmware/sensing.hpp"

namespace footing {

namespace {

template <typename Scalar>
using Feet = TrackedFeet<Scalar, kFeet>;

template <typename Scalar, SolverStages kStages>
void FallBack(ControlMemory<Scalar, kStages>& m) {
  m.torque = SafeTorque(m.tracker.sensed(), m.options.safe_damping);
  m.fell_back = true;
}

// The controller's torque, or the safe one if a measurement cannot be trusted. A doubled tick gets the last
// torque again. It gets the safe torque if the copy is bad itself, or if five or more come in a row.
template <typename Scalar, SolverStages kStages>
void Act(const hal::OperatorInput& input, const Feet<Scalar>& now, ControlMemory<Scalar, kStages>& m) {
  bool safe = (now.flags & kFallbackFlags) == 0 && input.mode != hal::OperatorMode::kDamp;
  if ((now.flags & kTickDoubled) == 0) {
    typename Controller<Scalar>::Feet feet;
    for (unsigned foot = 0; foot < kFeet; ++foot) feet[foot] = now.feet[foot].state;
    m.torque = m.controller.Update(input, m.tracker.state(), m.tracker.terms(), feet, m.tracker.sensed().dt);
    m.fell_back = false;
    for (const Scalar torque : m.torque) safe &= IsFinite(torque);
  }
  if (!safe) FallBack(m);
  m.torque = WithinLimits(m.torque, robots::A1::kTorqueLimit);
}

template <typename Scalar, SolverStages kStages>
void Report(const hal::Measurement& measurement, const Feet<Scalar>& now,
            const ControlMemory<Scalar, kStages>& m, Tick<Scalar>& tick) {
  TickReport<Scalar>& report = tick.report;
  static_cast<Feet<Scalar>&>(report) = now;
  if (m.fell_back) report.flags |= kFallback;
  report.sequence = measurement.sequence;
  report.torque = m.torque;
  for (int leg = 0; leg < kFeet; ++leg) {
    report.scheduled_stance[static_cast<unsigned>(leg)] = m.controller.ScheduledStance(leg);
  }
  for (unsigned j = 0; j < kJoints; ++j) tick.command.joint_torque[j] = static_cast<float>(m.torque[j]);
}

}  // namespace

template <typename Scalar, SolverStages kStages>
Tick<Scalar> Step(const hal::Measurement& measurement, ControlMemory<Scalar, kStages>& memory) {
  const Measurement<kJoints, float, Scalar> measured = Sense(measurement, memory.torque);
  const Feet<Scalar>& now = memory.tracker.Update(measured);
  Act(Checked(measurement.operator_input), now, memory);
  Tick<Scalar> tick;
  Report(measurement, now, memory, tick);
  return tick;
}

using Memory = ControlMemory<FOOTING_SCALAR, SolverStages::FOOTING_SOLVER>;
template struct ControlMemory<FOOTING_SCALAR, SolverStages::FOOTING_SOLVER>;
template Tick<FOOTING_SCALAR> Step(const hal::Measurement&, Memory&);

}  // namespace footing
