// Compares the facade's work count with a loop whose instructions are known: two for each turn.

#include <cstdint>

#include "hal/board.hpp"

namespace {

std::uint32_t CountLoop(std::uint32_t turns) {
  const std::uint32_t start = footing::hal::WorkCount();
  asm volatile("1: subs %0, %0, #1\n bne 1b" : "+r"(turns) : : "cc");
  return footing::hal::WorkCount() - start;
}

// Allows for the calls around the loop and for rounding: 25 instructions as measured.
bool IsNear(std::uint32_t count, std::uint32_t instructions) {
  return count >= instructions && count <= instructions + 40;
}

}  // namespace

int main() {
  if (!IsNear(CountLoop(1), 2) || !IsNear(CountLoop(1000), 2000) || !IsNear(CountLoop(500000), 1000000)) {
    footing::hal::PrintLine("the count does not fit the loop");
    return 1;
  }
  // Three times 100 million instructions: the timer wraps once in 168 million.
  for (int i = 0; i < 3; ++i) {
    if (!IsNear(CountLoop(50000000), 100000000)) return 2;
  }
  return 0;
}
