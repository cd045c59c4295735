// The facade on the host, open loop: measurements come from a stream on standard input.
// With it the firmware's main is an ordinary program, whose bits can be compared.

#include "hal/board.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "hal/stream.hpp"

namespace footing::hal {
namespace {

StreamReader reader;
bool started = false;

// A bad stream ends the program: there would be nothing to compare the later results with.
void Require(StreamStatus status) {
  if (status == StreamStatus::kOk) return;
  std::printf("stream: %s\n", Name(status));
  std::exit(1);
}

std::size_t ReadBytes(void* data, std::size_t size) { return std::fread(data, 1, size, stdin); }

void ReportLosses() {
  if (reader.losses() == 0) return;
  std::printf("stream: losses %u, records lost %u%s\n", reader.losses(), reader.lost_records(),
              reader.cut_off() ? ", cut off" : "");
}

}  // namespace

bool NextMeasurement(Measurement* measurement) {
  if (!started) Require(reader.Open(ReadBytes));
  started = true;
  const bool more = reader.Next(ReadBytes, measurement);
  Require(reader.status());
  if (!more) ReportLosses();
  return more;
}

void SendCommand(const Command&) {}

std::uint32_t WorkCount() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint32_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

void PrintLine(const char* text) { std::puts(text); }

}  // namespace footing::hal
