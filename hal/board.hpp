// The facade. A backend is chosen by linking exactly one of the folders beside this file.
#pragma once

#include <cstdint>

#include "hal/measurement.hpp"

namespace footing::hal {

// Waits for the next control period and fills *measurement.
// False, with *measurement untouched: there will be no more (a stream has ended or failed).
bool NextMeasurement(Measurement* measurement);

// Hands the command to the drives, which hold it over the next period.
void SendCommand(const Command& command);

// A free-running counter of work done, for budgets: wraps, only differences mean anything.
// Instructions on the QEMU boards, nanoseconds on the host.
std::uint32_t WorkCount();

// One line of text for a person, without its line feed.
void PrintLine(const char* text);

}  // namespace footing::hal
