// What the startup of a Cortex-M image and the board beneath it ask of each other.
#pragma once

#include <cstddef>

namespace footing::hal {

// From the board.
void StartBoard();                           // before main
[[noreturn]] void StopBoard(int exit_code);  // after main
[[noreturn]] void Halt(const char* reason);  // a fault, or an assert that failed

// From the startup: the deepest that the stack has been, by the paint left on it.
std::size_t WorstStackBytes();
std::size_t StackBytes();  // reserved for it

}  // namespace footing::hal
