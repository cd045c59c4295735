// Streams as bytes in memory: records, what the writer makes of them, and all that the reader says of it.
#pragma once

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "hal/stream.hpp"
#include "hal/stream_writer.hpp"

namespace footing {

// `count` records of a robot with that many joints, of numbers that sensors could give.
inline std::vector<hal::Measurement> SomeRecords(std::uint32_t joints, std::uint32_t count, unsigned seed = 1,
                                                 std::uint32_t feet = 0) {
  std::mt19937 random(seed);
  const auto number = [&random] { return static_cast<float>(random() % 20001) * 1e-3f - 10.0f; };
  std::vector<hal::Measurement> records(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    hal::Measurement& m = records[i];
    m.sequence = 100 + i;
    m.time_us = 1000 * i;
    m.valid = static_cast<std::uint32_t>(random()) & hal::kAllValid;
    m.joints = joints;
    for (std::uint32_t j = 0; j < joints; ++j) {
      m.joint_position[j] = number(), m.joint_velocity[j] = number(), m.joint_torque[j] = number();
    }
    for (float& x : m.attitude) x = number();
    for (float& x : m.gyro) x = number();
    for (float& x : m.accelerometer) x = number();
    m.operator_input = {hal::OperatorMode::kTrot, number(), number(), number()};
    m.feet = feet;
    for (std::uint32_t f = 0; f < feet; ++f) {
      if (random() % 2 == 0) m.valid |= hal::FootForceValid(static_cast<int>(f));
      for (float& x : m.foot_force[f]) x = number();
    }
  }
  return records;
}

inline std::vector<std::string> SomeNames(std::uint32_t joints) {
  std::vector<std::string> names(joints);
  for (std::uint32_t j = 0; j < joints; ++j) names[j] = "left_shoulder_pitch_joint_" + std::to_string(j);
  return names;
}

inline std::string Bytes(const std::string& robot, const std::vector<std::string>& joint_names,
                         const std::vector<hal::Measurement>& records, bool end = true) {
  std::string bytes;
  const auto sink = [&bytes](const void* data, std::size_t size) {
    bytes.append(static_cast<const char*>(data), size);
    return true;
  };
  std::vector<const char*> names;
  for (const std::string& name : joint_names) names.push_back(name.c_str());
  hal::StreamWriter writer;
  const std::uint32_t feet = records.empty() ? 0 : records[0].feet;
  bool good = writer.Begin(robot.c_str(), names, hal::kPeriodUs, sink, feet) == hal::StreamStatus::kOk;
  for (const hal::Measurement& m : records) good = good && writer.Add(m, sink) == hal::StreamStatus::kOk;
  if (end) good = good && writer.End(sink) == hal::StreamStatus::kOk;
  return good ? bytes : "";
}

// The same in version 1, which had twelve joints and no writer here any more.
inline std::string BytesOfVersion1(const std::vector<hal::Measurement>& records) {
  std::string body;
  for (const hal::Measurement& m : records) {
    hal::StreamRecordV1 record{m.sequence, m.time_us, m.valid & hal::kImuValid, {}, {}, {}, {}, {}, {}, {}};
    std::memcpy(record.joint_position, m.joint_position, sizeof record.joint_position);
    std::memcpy(record.joint_velocity, m.joint_velocity, sizeof record.joint_velocity);
    std::memcpy(record.joint_torque, m.joint_torque, sizeof record.joint_torque);
    std::memcpy(record.attitude, m.attitude, sizeof record.attitude);
    std::memcpy(record.gyro, m.gyro, sizeof record.gyro);
    std::memcpy(record.accelerometer, m.accelerometer, sizeof record.accelerometer);
    record.operator_input = m.operator_input;
    body.append(reinterpret_cast<const char*>(&record), sizeof record);
  }
  hal::StreamHeaderV1 header{};
  std::memcpy(header.magic, hal::kStreamMagic, sizeof header.magic);
  header.version = 1;
  header.record_bytes = sizeof(hal::StreamRecordV1);
  header.record_count = static_cast<std::uint32_t>(records.size());
  header.period_us = hal::kPeriodUs;
  header.crc32 = hal::Crc32(0, body.data(), body.size());
  return std::string(reinterpret_cast<const char*>(&header), sizeof header) + body;
}

// Gives bytes in memory to a reader.
class MemorySource {
 public:
  explicit MemorySource(const std::string& bytes) : bytes_(bytes) {}
  std::size_t operator()(void* to, std::size_t size) {
    const std::size_t came = std::min(size, bytes_.size() - at_);
    std::memcpy(to, bytes_.data() + at_, came);
    at_ += came;
    return came;
  }
  std::size_t at() const { return at_; }

 private:
  const std::string& bytes_;
  std::size_t at_ = 0;
};

struct StreamReading {
  hal::StreamStatus status;
  hal::StreamHeader header;
  bool has_header;
  std::vector<hal::Measurement> records;
  std::vector<hal::StreamLoss> losses;
  std::size_t steps = 0;
  std::size_t largest_step = 0;  // in bytes taken from the source
};

inline StreamReading ReadAll(const std::string& bytes) {
  MemorySource source(bytes);
  static hal::StreamReader reader;
  StreamReading reading{};
  reading.status = reader.Open(source);
  hal::Measurement measurement;
  for (hal::StreamStep step{}; step != hal::StreamStep::kEnd; ++reading.steps) {
    const std::size_t before = source.at();
    step = reader.Step(source, &measurement);
    reading.largest_step = std::max(reading.largest_step, source.at() - before);
    if (step == hal::StreamStep::kRecord) reading.records.push_back(measurement);
    if (step == hal::StreamStep::kLoss) reading.losses.push_back(reader.loss());
  }
  reading.status = reader.status();
  reading.header = reader.header();
  reading.has_header = reader.has_header();
  return reading;
}

inline bool Same(const hal::Measurement& a, const hal::Measurement& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

inline bool Is(const hal::StreamLoss& loss, hal::StreamLossKind kind, std::size_t byte, std::size_t bytes,
               std::uint32_t record, std::uint32_t records) {
  return loss.kind == kind && loss.byte == byte && loss.bytes == bytes && loss.record == record &&
         loss.records == records;
}

}  // namespace footing
