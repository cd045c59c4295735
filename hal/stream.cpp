#include "hal/stream.hpp"

namespace footing::hal {

const char* Name(StreamStatus status) {
  switch (status) {
    case StreamStatus::kOk: return "ok";
    case StreamStatus::kCannotOpen: return "cannot open";
    case StreamStatus::kTooShort: return "too short";
    case StreamStatus::kBadMagic: return "not a measurement stream";
    case StreamStatus::kBadVersion: return "unknown version";
    case StreamStatus::kBadRecordSize: return "wrong record size";
    case StreamStatus::kBadPeriod: return "wrong control period";
    case StreamStatus::kBadChecksum: return "wrong checksum";
    case StreamStatus::kCannotWrite: return "cannot write";
    case StreamStatus::kTooLong: return "longer than its header says";
    case StreamStatus::kNotAFile: return "not a regular file";
  }
  return "?";
}

StreamStatus CheckHeader(const StreamHeader& header) {
  for (int i = 0; i < 8; ++i) {
    if (header.magic[i] != kStreamMagic[i]) return StreamStatus::kBadMagic;
  }
  if (header.version != kStreamVersion) return StreamStatus::kBadVersion;
  if (header.record_bytes != sizeof(StreamRecord)) return StreamStatus::kBadRecordSize;
  if (header.period_us != kPeriodUs) return StreamStatus::kBadPeriod;
  return StreamStatus::kOk;
}

void ToMeasurement(const StreamRecord& record, Measurement* measurement) {
  *measurement = {};
  measurement->sequence = record.sequence;
  measurement->time_us = record.time_us;
  measurement->valid = record.valid | kVelocityValid | kTorqueValid;
  measurement->joints = 12;
  for (int j = 0; j < 12; ++j) {
    measurement->joint_position[j] = record.joint_position[j];
    measurement->joint_velocity[j] = record.joint_velocity[j];
    measurement->joint_torque[j] = record.joint_torque[j];
  }
  for (int k = 0; k < 4; ++k) measurement->attitude[k] = record.attitude[k];
  for (int k = 0; k < 3; ++k) measurement->gyro[k] = record.gyro[k];
  for (int k = 0; k < 3; ++k) measurement->accelerometer[k] = record.accelerometer[k];
  measurement->operator_input = record.operator_input;
}

void ToRecord(const Measurement& measurement, StreamRecord* record) {
  record->sequence = measurement.sequence;
  record->time_us = measurement.time_us;
  record->valid = measurement.valid & kImuValid;
  for (int j = 0; j < 12; ++j) {
    record->joint_position[j] = measurement.joint_position[j];
    record->joint_velocity[j] = measurement.joint_velocity[j];
    record->joint_torque[j] = measurement.joint_torque[j];
  }
  for (int k = 0; k < 4; ++k) record->attitude[k] = measurement.attitude[k];
  for (int k = 0; k < 3; ++k) record->gyro[k] = measurement.gyro[k];
  for (int k = 0; k < 3; ++k) record->accelerometer[k] = measurement.accelerometer[k];
  record->operator_input = measurement.operator_input;
}

std::uint32_t Crc32(std::uint32_t crc, const void* bytes, std::size_t size) {
  const auto* byte = static_cast<const unsigned char*>(bytes);
  crc = ~crc;
  for (std::size_t i = 0; i < size; ++i) {
    crc ^= byte[i];
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1u) != 0 ? 0xEDB88320u : 0u);
  }
  return ~crc;
}

}  // namespace footing::hal
