#include "hal/stream_format.hpp"

#include <cstring>

namespace footing::hal {
namespace {

// A reflected CRC of 32 bits, four bits at a time: 11 instructions a byte on a Cortex-M4, and a table of 64
// bytes.
struct CrcTable {
  constexpr explicit CrcTable(std::uint32_t polynomial) {
    for (std::uint32_t i = 0; i < 16; ++i) {
      of[i] = i;
      for (int bit = 0; bit < 4; ++bit) of[i] = (of[i] >> 1) ^ ((of[i] & 1u) != 0 ? polynomial : 0u);
    }
  }
  std::uint32_t of[16] = {};
};
constexpr CrcTable kCrc32(0xEDB88320u), kCrc32c(0x82F63B78u);

std::uint32_t Continue(const CrcTable& table, std::uint32_t crc, const void* bytes, std::size_t size) {
  const auto* byte = static_cast<const unsigned char*>(bytes);
  crc = ~crc;
  for (std::size_t i = 0; i < size; ++i) {
    crc ^= byte[i];
    crc = (crc >> 4) ^ table.of[crc & 15u];
    crc = (crc >> 4) ^ table.of[crc & 15u];
  }
  return ~crc;
}

// Writes fields one behind the other, and the check behind them.
class Packer {
 public:
  explicit Packer(unsigned char* block) : block_(block) {}
  void Put(const void* field, std::size_t size) {
    std::memcpy(block_ + size_, field, size);
    size_ += size;
  }
  // A name, and zeros behind it.
  void Put(const char* name) {
    char field[kNameBytes] = {};
    for (std::size_t i = 0; i < kNameBytes - 1 && name[i] != '\0'; ++i) field[i] = name[i];
    Put(field, sizeof field);
  }
  void Put(std::uint32_t word) { Put(&word, sizeof word); }
  std::size_t Close() {
    Put(Crc32c(0, block_, size_));
    return size_;
  }

 private:
  unsigned char* block_;
  std::size_t size_ = 0;
};

class Unpacker {
 public:
  explicit Unpacker(const unsigned char* field) : field_(field) {}
  void Get(void* to, std::size_t size) {
    std::memcpy(to, field_, size);
    field_ += size;
  }

 private:
  const unsigned char* field_;
};

bool Fits(const char* name) {
  for (std::size_t i = 0; i < kNameBytes; ++i) {
    if (name[i] == '\0') return true;
  }
  return false;
}

// Whether the bytes that are there are those of a lead-in.
bool Begins(const unsigned char* bytes, std::size_t size, const void* lead_in, std::size_t lead_in_bytes) {
  return std::memcmp(bytes, lead_in, size < lead_in_bytes ? size : lead_in_bytes) == 0;
}

}  // namespace

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
    case StreamStatus::kBadJoints: return "wrong number of joints";
    case StreamStatus::kBadFeet: return "wrong number of feet";
    case StreamStatus::kBadName: return "a name is longer than 31 bytes";
  }
  return "?";
}

std::uint32_t Crc32(std::uint32_t crc, const void* bytes, std::size_t size) {
  return Continue(kCrc32, crc, bytes, size);
}

std::uint32_t Crc32c(std::uint32_t crc, const void* bytes, std::size_t size) {
  return Continue(kCrc32c, crc, bytes, size);
}

StreamStatus CheckNames(const char* robot, std::span<const char* const> joint_names) {
  if (joint_names.size() > kJointCapacity) return StreamStatus::kBadJoints;
  bool fit = Fits(robot);
  for (const char* name : joint_names) fit = fit && Fits(name);
  return fit ? StreamStatus::kOk : StreamStatus::kBadName;
}

std::size_t PackHeader(const char* robot, std::span<const char* const> joint_names, std::uint32_t period_us,
                       unsigned char* block, std::uint32_t feet) {
  Packer packer(block);
  packer.Put(kStreamMagic, sizeof kStreamMagic);
  packer.Put(feet == 0 ? kStreamVersion : kForceStreamVersion);
  packer.Put(CountsWord(static_cast<std::uint32_t>(joint_names.size()), feet));
  packer.Put(period_us);
  packer.Put(robot);
  for (const char* name : joint_names) packer.Put(name);
  return packer.Close();
}

std::size_t PackRecord(const Measurement& measurement, std::uint32_t number, unsigned char* block) {
  const std::size_t bytes = sizeof(float) * measurement.joints;
  Packer packer(block);
  packer.Put(measurement.feet == 0 ? kRecordSync : kForceRecordSync);
  packer.Put(CountsWord(measurement.joints, measurement.feet));
  packer.Put(number);
  packer.Put(measurement.sequence);
  packer.Put(measurement.time_us);
  packer.Put(measurement.valid);
  packer.Put(measurement.attitude, sizeof measurement.attitude);
  packer.Put(measurement.gyro, sizeof measurement.gyro);
  packer.Put(measurement.accelerometer, sizeof measurement.accelerometer);
  packer.Put(&measurement.operator_input, sizeof measurement.operator_input);
  packer.Put(measurement.joint_position, bytes);
  packer.Put(measurement.joint_velocity, bytes);
  packer.Put(measurement.joint_torque, bytes);
  packer.Put(measurement.foot_force, sizeof measurement.foot_force[0] * measurement.feet);
  return packer.Close();
}

std::size_t PackEnd(std::uint32_t records, unsigned char* block) {
  Packer packer(block);
  packer.Put(kEndSync);
  packer.Put(records);
  return packer.Close();
}

std::uint32_t WordAt(const unsigned char* block, std::size_t byte) {
  std::uint32_t word;
  std::memcpy(&word, block + byte, sizeof word);
  return word;
}

namespace {

// Whether a block with or without forces of the feet may have these counts.
bool Counts(std::uint32_t word, bool forces) {
  const std::uint32_t feet = FeetIn(word);
  return JointsIn(word) <= kJointCapacity && (forces ? feet > 0 && feet <= kFootCapacity : feet == 0);
}

}  // namespace

StreamBlock BlockAt(const unsigned char* bytes, std::size_t size, std::size_t* block_bytes) {
  *block_bytes = 0;
  if (size < kEndBytes) return StreamBlock::kNone;
  if (WordAt(bytes, 0) == kEndSync) {
    *block_bytes = kEndBytes;
    return StreamBlock::kEnd;
  }
  if (size < kLeadInBytes) return StreamBlock::kNone;
  const std::uint32_t sync = WordAt(bytes, 0), counts = WordAt(bytes, 4);
  if ((sync == kRecordSync || sync == kForceRecordSync) && Counts(counts, sync == kForceRecordSync)) {
    *block_bytes = RecordBytes(JointsIn(counts), FeetIn(counts));
    return StreamBlock::kRecord;
  }
  const bool header = std::memcmp(bytes, kStreamMagic, sizeof kStreamMagic) == 0;
  const std::uint32_t version = WordAt(bytes, 8);
  if (header && (version == kStreamVersion || version == kForceStreamVersion) &&
      Counts(WordAt(bytes, 12), version == kForceStreamVersion)) {
    *block_bytes = HeaderBytes(JointsIn(WordAt(bytes, 12)));
    return StreamBlock::kHeader;
  }
  return StreamBlock::kNone;
}

bool IsWhole(const unsigned char* block, std::size_t block_bytes) {
  const std::size_t size = block_bytes - sizeof(std::uint32_t);
  return Crc32c(0, block, size) == WordAt(block, size);
}

std::size_t NextLeadIn(const unsigned char* bytes, std::size_t size) {
  for (std::size_t i = 1; i < size; ++i) {
    const unsigned char* here = bytes + i;
    if (Begins(here, size - i, &kRecordSync, sizeof kRecordSync) ||
        Begins(here, size - i, &kForceRecordSync, sizeof kForceRecordSync) ||
        Begins(here, size - i, &kEndSync, sizeof kEndSync) ||
        Begins(here, size - i, kStreamMagic, sizeof kStreamMagic))
      return i;
  }
  return size;
}

void UnpackHeader(const unsigned char* block, StreamHeader* header) {
  header->version = WordAt(block, 8);
  header->joints = JointsIn(WordAt(block, 12));
  header->feet = FeetIn(WordAt(block, 12));
  header->period_us = WordAt(block, 16);
  Unpacker names(block + 20);
  names.Get(header->robot, kNameBytes);
  header->robot[kNameBytes - 1] = '\0';
  for (std::uint32_t j = 0; j < header->joints; ++j) {  // at most kJointCapacity
    names.Get(header->joint_names[j], kNameBytes);
    header->joint_names[j][kNameBytes - 1] = '\0';
  }
}

void UnpackRecord(const unsigned char* block, Measurement* measurement) {
  std::memset(measurement, 0, sizeof *measurement);
  measurement->joints = JointsIn(WordAt(block, 4));
  measurement->feet = FeetIn(WordAt(block, 4));
  measurement->sequence = WordAt(block, 12);
  measurement->time_us = WordAt(block, 16);
  measurement->valid = WordAt(block, 20);
  if (measurement->feet == 0) measurement->valid &= ~kAnyFootForceValid;
  Unpacker fields(block + 24);
  fields.Get(measurement->attitude, sizeof measurement->attitude);
  fields.Get(measurement->gyro, sizeof measurement->gyro);
  fields.Get(measurement->accelerometer, sizeof measurement->accelerometer);
  fields.Get(&measurement->operator_input, sizeof measurement->operator_input);
  const std::size_t bytes = sizeof(float) * measurement->joints;
  fields.Get(measurement->joint_position, bytes);
  fields.Get(measurement->joint_velocity, bytes);
  fields.Get(measurement->joint_torque, bytes);
  fields.Get(measurement->foot_force, sizeof measurement->foot_force[0] * measurement->feet);
}

StreamStatus CheckHeader(const StreamHeaderV1& header) {
  if (std::memcmp(header.magic, kStreamMagic, sizeof kStreamMagic) != 0) return StreamStatus::kBadMagic;
  if (header.version != 1) return StreamStatus::kBadVersion;
  if (header.record_bytes != sizeof(StreamRecordV1)) return StreamStatus::kBadRecordSize;
  if (header.period_us != kPeriodUs) return StreamStatus::kBadPeriod;
  return StreamStatus::kOk;
}

void ToMeasurement(const StreamRecordV1& record, Measurement* measurement) {
  std::memset(measurement, 0, sizeof *measurement);
  measurement->sequence = record.sequence;
  measurement->time_us = record.time_us;
  measurement->valid = (record.valid & ~kAnyFootForceValid) | kVelocityValid | kTorqueValid;
  measurement->joints = 12;
  std::memcpy(measurement->joint_position, record.joint_position, sizeof record.joint_position);
  std::memcpy(measurement->joint_velocity, record.joint_velocity, sizeof record.joint_velocity);
  std::memcpy(measurement->joint_torque, record.joint_torque, sizeof record.joint_torque);
  std::memcpy(measurement->attitude, record.attitude, sizeof record.attitude);
  std::memcpy(measurement->gyro, record.gyro, sizeof record.gyro);
  std::memcpy(measurement->accelerometer, record.accelerometer, sizeof record.accelerometer);
  measurement->operator_input = record.operator_input;
}

}  // namespace footing::hal
