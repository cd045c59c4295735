// Compares the paint on the stack with a frame whose size is known.

#include <cstddef>

#include "hal/board.hpp"
#include "hal/cortex_m/board_port.hpp"

namespace {

constexpr std::size_t kFrameBytes = 3000;

[[gnu::noinline]] void UseFrame() {
  volatile unsigned char frame[kFrameBytes];
  for (volatile unsigned char& byte : frame) byte = 1;
}

}  // namespace

int main() {
  const std::size_t before = footing::hal::WorstStackBytes();
  UseFrame();
  const std::size_t after = footing::hal::WorstStackBytes();
  const bool right = before < 1000 && after >= kFrameBytes && after < kFrameBytes + 200;
  if (!right) footing::hal::PrintLine("the paint does not fit the frame");
  return right ? 0 : 1;
}
