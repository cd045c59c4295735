// A replayed stream as two tables of comma-separated values, with one line for each tick: what the firmware
// computed from the measurements, and the measurements themselves. docs/reference/stream.md describes the
// columns.
#pragma once

#include <array>
#include <cstdint>
#include <ostream>

#include "firmware/tick_report.hpp"
#include "hal/record.hpp"

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

// Flags and status of the tick; state, forces, mode and margins of each foot.
class TickCsv {
 public:
  explicit TickCsv(std::ostream& out);  // `out` must outlive this; writes the header

  template <typename Scalar>
  void Add(const hal::Measurement& measurement, const TickReport<Scalar>& report);

 private:
  std::ostream& out_;
  std::uint32_t ticks_ = 0;
  SampleClock clock_;
};

// The measurement, and the torque that the firmware sent in the tick before.
class MeasurementCsv {
 public:
  explicit MeasurementCsv(std::ostream& out);

  template <typename Scalar>
  void Add(const hal::Measurement& measurement, const TickReport<Scalar>& report);

 private:
  std::ostream& out_;
  SampleClock clock_;
  std::array<double, kJoints> commanded_{};  // N·m
};

}  // namespace footing::tools
