// QEMU's MPS3 board AN547: the system counter of its SSE-300 counts the work; everything else goes through
// semihosting.

#include "hal/board.hpp"
#include "hal/cortex_m/semihosting_board.hpp"
#include "hal/qemu_mps3/work_clock.hpp"

namespace footing::hal {
namespace {

constinit WorkClock clock;

}  // namespace

void StartWorkCount() { clock.Start(); }

std::uint32_t WorkCount() { return clock.Instructions(); }

}  // namespace footing::hal
