// The measurement stream, version 1: what a robot's control side measured, one record for each tick.
//
//   header   32 bytes   magic "FOOTSTRM", then six uint32: version (1), record_bytes,
//                       record_count, period_us (1000), crc32 of all records, 0
//   records  record_count times StreamRecord, as it lies in memory: a measurement of 12 joints
//
// All numbers are little-endian. The CRC-32 is that of IEEE 802.3 (reflected, polynomial 0xEDB88320, initial
// value and final xor 0xFFFFFFFF).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "hal/record.hpp"

namespace footing::hal {

static_assert(std::endian::native == std::endian::little);

inline constexpr char kStreamMagic[8] = {'F', 'O', 'O', 'T', 'S', 'T', 'R', 'M'};
inline constexpr std::uint32_t kStreamVersion = 1;

struct StreamHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t record_bytes;
  std::uint32_t record_count;
  std::uint32_t period_us;
  std::uint32_t crc32;
  std::uint32_t reserved;
};
static_assert(sizeof(StreamHeader) == 32);

struct StreamRecord {
  std::uint32_t sequence, time_us, valid;
  float joint_position[12], joint_velocity[12], joint_torque[12];
  float attitude[4], gyro[3], accelerometer[3];
  OperatorInput operator_input;
};
static_assert(sizeof(StreamRecord) == 4 * (3 + 3 * 12 + 10 + 4));

void ToMeasurement(const StreamRecord& record, Measurement* measurement);
void ToRecord(const Measurement& measurement, StreamRecord* record);

enum class [[nodiscard]] StreamStatus : std::uint8_t{
    kOk,       kCannotOpen,
    kTooShort,  // the file ends inside the header or a record
    kBadMagic, kBadVersion, kBadRecordSize, kBadPeriod, kBadChecksum, kCannotWrite,
    kTooLong,   // the file goes on after the last record
    kNotAFile,  // a pipe, a device or a folder
};

const char* Name(StreamStatus status);

// Checks the header, except the checksum, which needs the records, and the reserved word.
StreamStatus CheckHeader(const StreamHeader& header);

// Continues a CRC-32 over `bytes`; start with 0.
std::uint32_t Crc32(std::uint32_t crc, const void* bytes, std::size_t size);

// Reads the records of a stream one after the other, from any source of bytes. `source(data, size)` must be
// true if all bytes came.
class StreamReader {
 public:
  // Starts from the beginning: reads the header. Before the first call the status is kCannotOpen; it stays so
  // if there is no source.
  template <typename Source>
  StreamStatus Open(Source&& source) {
    *this = {};
    status_ = source(&header_, sizeof(header_)) ? CheckHeader(header_) : StreamStatus::kTooShort;
    return status_;
  }

  // Reads the next record. False: the stream has ended, and *measurement is as it was; `status` then says
  // whether the end was a good one.
  template <typename Source>
  bool Next(Source&& source, Measurement* measurement) {
    if (status_ != StreamStatus::kOk) return false;
    if (records_read_ == header_.record_count) {
      if (crc32_ != header_.crc32) status_ = StreamStatus::kBadChecksum;
      return false;
    }
    StreamRecord record;
    if (!source(&record, sizeof(record))) {
      status_ = StreamStatus::kTooShort;
      return false;
    }
    crc32_ = Crc32(crc32_, &record, sizeof(record));
    ++records_read_;
    ToMeasurement(record, measurement);
    return true;
  }

  StreamStatus status() const { return status_; }

 private:
  StreamHeader header_{};
  std::uint32_t records_read_ = 0;
  std::uint32_t crc32_ = 0;
  StreamStatus status_ = StreamStatus::kCannotOpen;
};

}  // namespace footing::hal
