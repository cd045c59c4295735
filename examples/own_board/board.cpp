// A board outside the tree: QEMU's netduinoplus2, an STM32F405. Measurements come through semihosting. On a
// robot NextMeasurement, SendCommand, PrintLine, StartBoard, StopBoard and Halt would stand here as well.

#include "hal/board.hpp"

#include "hal/cortex_m/semihosting_board.hpp"

namespace footing::hal {
namespace {

// TIM2, of 32 bits (ST's reference manual RM0090, section 18.4). QEMU counts nanoseconds with it.
enum Timer2 : std::uintptr_t { kControl = 0x40000000u, kCount = 0x40000024u, kPrescaler = 0x40000028u };

volatile std::uint32_t& Register(Timer2 address) {
  return *reinterpret_cast<volatile std::uint32_t*>(address);
}

}  // namespace

void StartWorkCount() {
  Register(kPrescaler) = 1024 - 1;  // what an instruction takes under hal/qemu_mps2/run
  Register(kControl) = 1;           // counts
}

std::uint32_t WorkCount() { return Register(kCount); }

}  // namespace footing::hal
