// The control tick, and all the memory that it works in: nothing else of the control side
// lives from one tick to the next, and nothing of it is on a heap.
#pragma once

#include "core/estimation/foot_tracker.hpp"
#include "firmware/controllers/controller.hpp"
#include "firmware/tick_report.hpp"

namespace footing {

// Whether the tick looks at measured forces of the feet (the CMake option FOOTING_FOOT_FORCES).
#ifndef FOOTING_FOOT_FORCES
#define FOOTING_FOOT_FORCES 1
#endif

// The solver of the tick is chosen at compile time: cones by Newton steps, or SolverStages::kDantzig.
template <typename Robot, typename Scalar, SolverStages kStages = SolverStages::kNewtonOnly>
struct ControlOptions {
  static constexpr int kForces = FOOTING_FOOT_FORCES ? Robot::kFeet : 0;
  using Tracker = FootTracker<Robot, Scalar, float, kStages, kForces>;  // the sensors give float
  FootTrackerOptions<Scalar> tracker = Tracker::Usual();
  ControllerOptions<Scalar> controller{};
};

template <typename Robot, typename Scalar, SolverStages kStages = SolverStages::kNewtonOnly>
struct ControlMemory {
  using Options = ControlOptions<Robot, Scalar, kStages>;
  explicit ControlMemory(const Options& with);

  typename Options::Tracker tracker;
  ControllerOf<Robot, Scalar> controller;
  std::array<Scalar, Robot::kJoints> torque{};  // N·m, sent in the last tick: acts in the coming step
  std::array<Scalar, Robot::kFeet> plan{};      // of the feet, for the coming step (FootTracker::Update)
  bool fell_back = false;                       // it was the safe one
  Scalar safe_damping;                          // N·m·s/rad, of the safe torque
};

// What a tick ends in. Step fills it; but the command of joints that the robot does not have stays zero, and
// the report's `work` is the loop's to fill.
template <typename Robot, typename Scalar>
struct Tick {
  hal::Command command{};
  TickReport<Robot, Scalar> report;
};

// One period: a measurement is answered with a command, whose torques are finite and within the joints'
// limits whatever was measured. Nothing is read but `measurement` and `memory`, and nothing written but
// `memory` and `tick`, which is filled again each time: as many robots as there are memories may tick in
// turn. Cost: docs/generated/bounds.md.
template <typename Robot, typename Scalar, SolverStages kStages>
void Step(const hal::Measurement& measurement, ControlMemory<Robot, Scalar, kStages>& memory,
          Tick<Robot, Scalar>& tick);

}  // namespace footing
