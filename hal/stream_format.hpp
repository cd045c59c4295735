// The measurement stream, version 2, and 4 of a robot with sensors of its feet's forces: what a robot's
// control side measured, one record for each tick. It is a row of blocks. Each has a lead-in and ends in a
// check of its own, so it is found and judged alone.
//
//   header, twice, 56 + 32 n bytes   char[8] "FOOTSTRM"; uint32 version (2), joints n, period_us (1000);
//                                    char[32] the robot's name, then each joint's; uint32 check
//   records, 84 + 12 n bytes         uint32 sync, joints n, number, sequence, time_us, valid;
//                                    float attitude[4], gyro[3], accelerometer[3]; uint32 mode; float
//                                    speed[3]; float position[n], velocity[n], torque[n]; uint32 check
//   end, 12 bytes                    uint32 sync, number of records, check
//
// In version 4 the word of the joints has the number of feet, m, in its upper half: n + 65536 m. Records have
// a sync of their own, and float foot_force[m][3] before the check: 84 + 12 n + 12 m bytes.
//
// A record's number counts all that were to be written, from 0: a gap says how many are missing. A stream
// without the end was cut off. All numbers are little-endian. A check is the CRC-32C of the block before it
// (reflected, polynomial 0x82F63B78, initial value and final xor 0xFFFFFFFF). It is not the CRC-32 of zip and
// zlib: theirs, of a file whose blocks end in theirs, would be the same whatever the blocks hold. Another
// layout needs another version and other sync words. Version 1 is read too: one CRC-32 of all records.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hal/record.hpp"

namespace footing::hal {

static_assert(std::endian::native == std::endian::little);

inline constexpr char kStreamMagic[8] = {'F', 'O', 'O', 'T', 'S', 'T', 'R', 'M'};
inline constexpr std::uint32_t kStreamVersion = 2;
inline constexpr std::uint32_t kForceStreamVersion =
    4;  // with forces of the feet; 3 is a flipped bit from 1 and 2
// As floats all are NaN, which a sensor does not measure. Any two differ in eight bits.
inline constexpr std::uint32_t kRecordSync = 0xFFF05AA5u;
inline constexpr std::uint32_t kForceRecordSync = 0xFFF09966u;
inline constexpr std::uint32_t kEndSync = 0xFFF0C33Cu;

inline constexpr std::size_t kNameBytes = 32;    // of a name, with the zero at its end
inline constexpr std::size_t kLeadInBytes = 16;  // tell a block's kind and size, of the end 12 do
inline constexpr std::size_t kEndBytes = 12;
constexpr std::size_t HeaderBytes(std::size_t joints) { return 56 + kNameBytes * joints; }
constexpr std::size_t RecordBytes(std::size_t joints, std::size_t feet = 0) {
  return 84 + 12 * joints + 12 * feet;
}
inline constexpr std::size_t kLargestBlock = HeaderBytes(kJointCapacity);
static_assert(kLargestBlock >= RecordBytes(kJointCapacity, kFootCapacity));

// The word that says how many joints and feet a block is of.
constexpr std::uint32_t CountsWord(std::uint32_t joints, std::uint32_t feet) { return joints | feet << 16; }
constexpr std::uint32_t JointsIn(std::uint32_t word) { return word & 0xffffu; }
constexpr std::uint32_t FeetIn(std::uint32_t word) { return word >> 16; }

struct StreamHeader {
  std::uint32_t version;
  std::uint32_t joints;
  std::uint32_t feet;  // with a measured force; 0 before version 4
  std::uint32_t period_us;
  char robot[kNameBytes];  // ends in a zero, as the names of the joints
  char joint_names[kJointCapacity][kNameBytes];
};

enum class [[nodiscard]] StreamStatus : std::uint8_t{
    kCannotOpen,  // is zero: so a reader that waits to be opened is all zeros, and takes no flash
    kOk,
    kTooShort,  // the file ends inside the header; version 1: or a record
    kBadMagic,   kBadVersion, kBadRecordSize, kBadPeriod, kBadChecksum, kCannotWrite,
    kTooLong,   // version 1: the file goes on after the last record
    kNotAFile,  // a pipe, a device or a folder
    kBadJoints,  kBadName,    kBadFeet,
};

const char* Name(StreamStatus status);

// Continues a checksum over `bytes`; start with 0. Crc32 is that of IEEE 802.3 and zlib, with 0xEDB88320.
std::uint32_t Crc32(std::uint32_t crc, const void* bytes, std::size_t size);
std::uint32_t Crc32c(std::uint32_t crc, const void* bytes, std::size_t size);

// Each writes one block with its check and returns its size. `feet`: with a measured force, at most
// kFootCapacity. A header needs names of kNameBytes - 1 bytes or fewer, and kJointCapacity joints or fewer:
// `CheckNames` says kBadName or kBadJoints of others.
StreamStatus CheckNames(const char* robot, std::span<const char* const> joint_names);
std::size_t PackHeader(const char* robot, std::span<const char* const> joint_names, std::uint32_t period_us,
                       unsigned char* block, std::uint32_t feet = 0);
std::size_t PackRecord(const Measurement& measurement, std::uint32_t number, unsigned char* block);
std::size_t PackEnd(std::uint32_t records, unsigned char* block);

enum class StreamBlock : std::uint8_t { kNone, kHeader, kRecord, kEnd };

// Which block the lead-in at `bytes` begins, of which `size` are there; *block_bytes is its size, or 0.
StreamBlock BlockAt(const unsigned char* bytes, std::size_t size, std::size_t* block_bytes);

// Whether the block's check is right.
bool IsWhole(const unsigned char* block, std::size_t block_bytes);

// The first place after 0 where a block may begin, or `size`.
std::size_t NextLeadIn(const unsigned char* bytes, std::size_t size);

// Of whole blocks.
void UnpackHeader(const unsigned char* block, StreamHeader* header);
void UnpackRecord(const unsigned char* block, Measurement* measurement);
std::uint32_t WordAt(const unsigned char* block, std::size_t byte);

// Version 1: this header, then records of 12 joints as they lie in memory.
struct StreamHeaderV1 {
  char magic[8];
  std::uint32_t version;
  std::uint32_t record_bytes;
  std::uint32_t record_count;
  std::uint32_t period_us;
  std::uint32_t crc32;  // of all records
  std::uint32_t reserved;
};
static_assert(sizeof(StreamHeaderV1) == 32);

struct StreamRecordV1 {
  std::uint32_t sequence, time_us, valid;
  float joint_position[12], joint_velocity[12], joint_torque[12];
  float attitude[4], gyro[3], accelerometer[3];
  OperatorInput operator_input;
};
static_assert(sizeof(StreamRecordV1) == 4 * (3 + 3 * 12 + 10 + 4));

// Checks the header, except the checksum, which needs the records, and the reserved word.
StreamStatus CheckHeader(const StreamHeaderV1& header);
void ToMeasurement(const StreamRecordV1& record, Measurement* measurement);

}  // namespace footing::hal
