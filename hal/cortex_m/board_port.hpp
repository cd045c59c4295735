// What the startup of a Cortex-M image and its board require of each other.
#pragma once

#include <cstddef>
#include <cstdint>

namespace footing::hal {

// The processor's record of a fault (Armv7-M architecture reference manual, B3.2.15 to B3.2.18, and the frame
// of B1.5.6; the same on Armv8-M). All fields are zero where Halt's reason is not a fault. A stack overflow
// leaves no frame: then program_counter and link_register are zero.
struct Fault {
  std::uint32_t program_counter;
  std::uint32_t link_register;
  std::uint32_t status;          // CFSR
  std::uint32_t hard_status;     // HFSR
  std::uint32_t memory_address;  // MMFAR, where CFSR's bit 7 is set
  std::uint32_t bus_address;     // BFAR, where CFSR's bit 15 is set
};

// Defined by the board.
void StartBoard();                           // before main
[[noreturn]] void StopBoard(int exit_code);  // after main
// Called after a fault, on a stack that starts again at its top, or after a failed assert.
[[noreturn]] void Halt(const char* reason, const Fault& fault = {});

// Defined by the startup: the largest stack depth so far, measured by the paint that is left.
std::size_t WorstStackBytes();
std::size_t StackBytes();  // reserved for it

}  // namespace footing::hal

// Defined by the startup, for a board that has its own vector table.
extern "C" {
[[noreturn]] void Reset_Handler();
void Fault_Handler();
}
