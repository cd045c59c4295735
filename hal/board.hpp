// The facade. A program chooses its backend by linking exactly one of the folders beside this file.
#pragma once

#include <cstdint>

#include "hal/record.hpp"

namespace footing::hal {

// Waits for the next control period and fills *measurement.
// Returns false and leaves *measurement unchanged when there are no more (a stream has ended or failed).
bool NextMeasurement(Measurement* measurement);

// Hands the command to the drives, which hold it over the next period.
void SendCommand(const Command& command);

// A free-running counter of the work done, for budgets. It wraps: only differences have a meaning.
// Cycles on a real part (cortex_m/cycle_count.hpp), instructions on the QEMU boards, nanoseconds on the host.
std::uint32_t WorkCount();

// One line of text for a person, without its line feed.
void PrintLine(const char* text);

}  // namespace footing::hal
