// Target: the same bytes to the firmware's stream reader, as the QEMU and host boards use it, and to the
// desk's ReadStream. Both must return the same status and the same records, and read no byte past the end.
// The desk alone sees bytes after the last record.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "hal/host_sim/stream_file.hpp"
#include "hal/stream.hpp"
#include "tests/fuzz/claims.hpp"

namespace footing::fuzz {
namespace {

hal::StreamStatus ReadByRecord(const std::uint8_t* data, std::size_t size,
                               std::vector<hal::Measurement>* records) {
  std::size_t at = 0;
  const auto source = [&](void* to, std::size_t count) {
    if (size - at < count) return false;
    std::memcpy(to, data + at, count);
    at += count;
    return true;
  };
  hal::StreamReader reader;
  hal::Measurement measurement;
  Claim(!reader.Next(source, &measurement), "a reader that is not open gives nothing");
  if (reader.Open(source) != hal::StreamStatus::kOk) return reader.status();
  while (reader.Next(source, &measurement)) records->push_back(measurement);
  Claim(at == sizeof(hal::StreamHeader) + records->size() * sizeof measurement, "whole records are taken");
  Claim(!reader.Next(source, &measurement), "the end is the end");
  const bool goes_on = reader.status() == hal::StreamStatus::kOk && at < size;
  return goes_on ? hal::StreamStatus::kTooLong : reader.status();
}

hal::StreamStatus ReadFile(const std::uint8_t* data, std::size_t size,
                           std::vector<hal::Measurement>* records) {
  static const int file = memfd_create("stream", 0);
  Claim(file >= 0 && ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == static_cast<ssize_t>(size),
        "a file in memory");
  return hal::ReadStream("/proc/self/fd/" + std::to_string(file), records);
}

void Try(const std::uint8_t* data, std::size_t size) {
  std::vector<hal::Measurement> by_record;
  std::vector<hal::Measurement> at_once;
  const hal::StreamStatus status = ReadByRecord(data, size, &by_record);
  Claim(ReadFile(data, size, &at_once) == status, "both readers say the same");
  if (status != hal::StreamStatus::kOk) {
    Claim(at_once.empty(), "a broken file has no records");
    return;
  }
  Claim(by_record.size() == at_once.size(), "both readers find as many records");
  const std::size_t bytes = by_record.size() * sizeof(hal::Measurement);
  Claim(bytes == 0 || std::memcmp(by_record.data(), at_once.data(), bytes) == 0,
        "both find the same records");
}

// A fuzzer does not guess a checksum, so the same bytes are tried once more with the right one.
void TryMended(const std::uint8_t* data, std::size_t size) {
  hal::StreamHeader header;
  if (size < sizeof header) return;
  std::vector<std::uint8_t> mended(data, data + size);
  std::memcpy(&header, data, sizeof header);
  const std::size_t records = (size - sizeof header) / sizeof(hal::Measurement);
  header.record_count = static_cast<std::uint32_t>(records);
  header.crc32 = hal::Crc32(0, data + sizeof header, records * sizeof(hal::Measurement));
  std::memcpy(mended.data(), &header, sizeof header);
  Try(mended.data(), size);
}

}  // namespace
}  // namespace footing::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  footing::fuzz::Try(data, size);
  footing::fuzz::TryMended(data, size);
  return 0;
}
