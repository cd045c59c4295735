// The control tick, and all the memory that it works in: nothing else of the control side
// lives from one tick to the next, and nothing of it is on a heap.
#pragma once

#include "core/estimation/foot_tracker.hpp"
#include "firmware/controllers/controller.hpp"
#include "firmware/robots/a1/model.hpp"
#include "firmware/robots/a1/options.hpp"
#include "firmware/tick_report.hpp"

namespace footing {

template <typename Scalar>
struct ControlOptions {
  FootTrackerOptions<Scalar> tracker;
  ControllerOptions<Scalar> controller = robots::A1Controller<Scalar>();
  Scalar safe_damping = robots::kA1SafeDamping<Scalar>;  // N·m·s/rad
};

template <typename Scalar>
struct ControlMemory {
  explicit ControlMemory(const ControlOptions<Scalar>& with)
      : options(with), tracker(with.tracker), controller(with.controller) {}

  ControlOptions<Scalar> options;
  FootTracker<robots::A1, Scalar, float> tracker;  // the sensors give float
  Controller<Scalar> controller;
  std::array<Scalar, kJoints> torque{};  // N·m, sent in the last tick: acts in the coming step
  bool fell_back = false;                // it was the safe one
};

// What a tick ends in.
template <typename Scalar>
struct Tick {
  hal::Command command;
  TickReport<Scalar> report;
};

// One period: a measurement is answered with a command, whose torques are finite and within the joints'
// limits whatever was measured. Nothing is read but the two arguments, and nothing written but `memory`: as
// many robots as there are memories may tick in turn. Cost: docs/generated/bounds.md.
template <typename Scalar>
Tick<Scalar> Step(const hal::Measurement& measurement, ControlMemory<Scalar>& memory);

}  // namespace footing
