// The processor's own counter of cycles, CYCCNT of the DWT unit (Armv7-M Architecture Reference Manual,
// C1.8). For WorkCount of a real Cortex-M4 or M7: what a tick then takes holds all that the bounds of
// docs/generated/ leave out, wait states, contention and interrupts. QEMU has no such counter; it reads 0.
#pragma once

#include <cstdint>

namespace footing::hal {

class CycleCount {
 public:
  // False: this processor has no counter. Counts from zero. The count goes on while the processor waits for
  // an interrupt only if its clock does.
  static bool Start() {
    Register(kDebugControl) = Register(kDebugControl) | kTrace;
    Register(kLock) = kUnlock;  // of a Cortex-M7; elsewhere nothing is there
    if ((Register(kControl) & kNoCounter) != 0) return false;
    Register(kCount) = 0;
    Register(kControl) = Register(kControl) | kEnable;
    return true;
  }

  // Cycles since Start. It wraps after 2^32, 25 s at 168 MHz: only differences have a meaning.
  static std::uint32_t Now() { return Register(kCount); }

 private:
  enum Address : std::uintptr_t {
    kControl = 0xE0001000u,
    kCount = 0xE0001004u,
    kLock = 0xE0001FB0u,
    kDebugControl = 0xE000EDFCu,  // DEMCR
  };
  static constexpr std::uint32_t kEnable = 1u << 0, kNoCounter = 1u << 25, kTrace = 1u << 24;
  static constexpr std::uint32_t kUnlock = 0xC5ACCE55u;

  static volatile std::uint32_t& Register(Address address) {
    return *reinterpret_cast<volatile std::uint32_t*>(address);
  }
};

}  // namespace footing::hal
