// The facade on a desk, open loop: measurements from a stream on standard input.
// With it the firmware's main is an ordinary program, for comparing bits.

#include "hal/board.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "hal/stream.hpp"

namespace footing::hal {
namespace {

StreamHeader header;
std::uint32_t records_read = 0;
std::uint32_t crc32 = 0;
bool started = false;

// A stream that is wrong ends the program: what follows would be compared with nothing.
void Require(bool condition, StreamStatus status) {
  if (condition) return;
  std::printf("stream: %s\n", Name(status));
  std::exit(1);
}

void ReadHeader() {
  Require(std::fread(&header, sizeof(header), 1, stdin) == 1, StreamStatus::kTooShort);
  const StreamStatus status = CheckHeader(header);
  Require(status == StreamStatus::kOk, status);
}

}  // namespace

bool NextMeasurement(Measurement* measurement) {
  if (!started) ReadHeader();
  started = true;
  if (records_read == header.record_count) {
    Require(crc32 == header.crc32, StreamStatus::kBadChecksum);
    return false;
  }
  Measurement record;
  Require(std::fread(&record, sizeof(record), 1, stdin) == 1, StreamStatus::kTooShort);
  crc32 = Crc32(crc32, &record, sizeof(record));
  ++records_read;
  *measurement = record;
  return true;
}

void SendCommand(const Command&) {}

std::uint32_t WorkCount() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint32_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

void PrintLine(const char* text) { std::puts(text); }

}  // namespace footing::hal
