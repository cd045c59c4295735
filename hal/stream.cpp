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
  if (header.record_bytes != sizeof(Measurement)) return StreamStatus::kBadRecordSize;
  if (header.period_us != kPeriodUs) return StreamStatus::kBadPeriod;
  return StreamStatus::kOk;
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
