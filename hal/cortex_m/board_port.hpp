// What the startup of a Cortex-M image and the board beneath it ask of each other.
#pragma once

#include <cstddef>
#include <cstdint>

namespace footing::hal {

// The processor's record of a fault (Armv7-M architecture reference manual, B3.2.15 to B3.2.18, and the frame
// of B1.5.6). All zero where Halt's reason is none; the two of the frame also after a stack overflow, which
// leaves none.
struct Fault {
  std::uint32_t program_counter;
  std::uint32_t link_register;
  std::uint32_t status;          // CFSR
  std::uint32_t hard_status;     // HFSR
  std::uint32_t memory_address;  // MMFAR, where CFSR's bit 7 is set
  std::uint32_t bus_address;     // BFAR, where CFSR's bit 15 is set
};

// From the board.
void StartBoard();                           // before main
[[noreturn]] void StopBoard(int exit_code);  // after main
// A fault, whose stack has been begun anew, or an assert that failed.
[[noreturn]] void Halt(const char* reason, const Fault& fault = {});

// From the startup: the deepest that the stack has been, by the paint left on it.
std::size_t WorstStackBytes();
std::size_t StackBytes();  // reserved for it

}  // namespace footing::hal

// Of the startup, for a vector table of the board's own.
extern "C" {
[[noreturn]] void Reset_Handler();
void Fault_Handler();
}
