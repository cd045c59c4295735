#include <chrono>
#include <cstdio>

#include "hal/board.hpp"
#include "hal/host_sim/host_sim.hpp"

namespace footing::hal {

namespace {
thread_local Source* source = nullptr;
}

void UseSource(Source* next) { source = next; }

bool NextMeasurement(Measurement* measurement) { return source != nullptr && source->Next(measurement); }

void SendCommand(const Command& command) {
  if (source != nullptr) source->Apply(command);
}

std::uint32_t WorkCount() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint32_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

void PrintLine(const char* text) { std::puts(text); }

}  // namespace footing::hal
