// A replayed stream as two tables of comma-separated values, with one line for each tick: what the firmware
// computed from the measurements, and the measurements themselves. docs/reference/stream.md describes the
// columns.
#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

#include "hal/record.hpp"
#include "tools/footing/robots/control_sample.hpp"
#include "tools/footing/robots/robot_figures.hpp"

namespace footing::tools {

// Seconds since the first sample. It is needed because the stream's own clock wraps.
class SampleClock {
 public:
  double At(std::uint32_t time_us);

 private:
  bool started_ = false;
  std::uint32_t last_us_ = 0;
  std::int64_t elapsed_us_ = 0;
};

// Flags and status of the tick; state, forces, mode and margins of each foot, and of
// each point where a foot has several.
class TickCsv {
 public:
  TickCsv(std::ostream& out, const RobotFigures& robot);  // `out` must outlive this; writes the header

  void Add(const hal::Measurement& measurement, const ControlSample& sample);

 private:
  std::ostream& out_;
  std::uint32_t ticks_ = 0;
  SampleClock clock_;
};

// The measurement, and the torque and the plan of the firmware's tick before. `forces`: also the feet's,
// which are nan where they are not valid.
class MeasurementCsv {
 public:
  MeasurementCsv(std::ostream& out, const RobotFigures& robot, bool forces = false);

  void Add(const hal::Measurement& measurement, const ControlSample& sample);

 private:
  std::ostream& out_;
  SampleClock clock_;
  std::vector<double> commanded_;  // N·m
  std::vector<double> planned_;    // of each foot
  std::size_t feet_;               // with columns of force
};

}  // namespace footing::tools
