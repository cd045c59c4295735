// Writes a measurement stream (hal/stream_format.hpp) as it goes, never back: a flight recorder. What power
// loss leaves of it can be read up to the last whole record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hal/stream_format.hpp"

namespace footing::hal {

// `sink(data, size)` must be true if all bytes went out. It gets one whole block in each call. An area of
// flash that is written without a file system must be erased before: records of an older stream that lie
// behind a cut would be read as this one's.
class StreamWriter {
 public:
  // Starts a stream with both copies of the header. kBadName: a name is longer than 31 bytes. kBadJoints:
  // there are more than kJointCapacity names. kBadFeet: there are more than kFootCapacity. kBadPeriod: it is
  // not kPeriodUs. Then nothing is written. `feet`: that have a sensor of their force; all of the robot, or
  // 0.
  template <typename Sink>
  StreamStatus Begin(const char* robot, std::span<const char* const> joint_names, std::uint32_t period_us,
                     Sink&& sink, std::uint32_t feet = 0) {
    begun_ = false;
    const StreamStatus names = CheckNames(robot, joint_names);
    if (names != StreamStatus::kOk) return names;
    if (feet > kFootCapacity) return StreamStatus::kBadFeet;
    if (period_us != kPeriodUs) return StreamStatus::kBadPeriod;
    begun_ = true;
    joints_ = static_cast<std::uint32_t>(joint_names.size());
    feet_ = feet;
    records_ = 0;
    block_bytes_ = PackHeader(robot, joint_names, period_us, block_, feet);
    const bool first = sink(static_cast<const void*>(block_), block_bytes_);
    const bool second = sink(static_cast<const void*>(block_), block_bytes_);
    return first && second ? StreamStatus::kOk : StreamStatus::kCannotWrite;
  }

  // Adds one record. kCannotWrite: the sink refused it; the reader will find one record missing, and a later
  // one may still be added. kBadJoints, kBadFeet: it is of another number, and is not written. kCannotOpen:
  // the stream was not begun.
  template <typename Sink>
  StreamStatus Add(const Measurement& measurement, Sink&& sink) {
    if (!begun_) return StreamStatus::kCannotOpen;
    if (measurement.joints != joints_) return StreamStatus::kBadJoints;
    if (measurement.feet != feet_) return StreamStatus::kBadFeet;
    block_bytes_ = PackRecord(measurement, records_++, block_);
    return Put(sink);
  }

  // Ends the stream. Without it a reader says that it was cut off.
  template <typename Sink>
  StreamStatus End(Sink&& sink) {
    if (!begun_) return StreamStatus::kCannotOpen;
    begun_ = false;
    block_bytes_ = PackEnd(records_, block_);
    return Put(sink);
  }

 private:
  template <typename Sink>
  StreamStatus Put(Sink&& sink) {
    const bool out = sink(static_cast<const void*>(block_), block_bytes_);
    return out ? StreamStatus::kOk : StreamStatus::kCannotWrite;
  }

  bool begun_ = false;
  std::uint32_t joints_ = 0;
  std::uint32_t feet_ = 0;
  std::uint32_t records_ = 0;  // that were to be written
  std::size_t block_bytes_ = 0;
  unsigned char block_[kLargestBlock] = {};
};

}  // namespace footing::hal
