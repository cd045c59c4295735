// Counts instructions on QEMU's MPS2 boards, with the CMSDK timer 0, which the board's script describes.
// Under -icount shift=10 an instruction takes 1024 ns, 25.6 counts at 25 MHz; the timer counts down.
#pragma once

#include <cstdint>

// Defined by the linker script, as addresses: the timer's registers, and the 1/65536 of an instruction in a
// count.
extern "C" char footing_timer[], footing_timer_scale[];

namespace footing::hal {

class WorkClock {
 public:
  void Start() {
    Register(kReload) = 0xFFFFFFFFu;
    Register(kValue) = 0xFFFFFFFFu;
    Register(kControl) = 1u;  // enable
    last_ = Register(kValue);
  }

  // Must be called at least once in 2^32 counts, 168 million instructions at 25 MHz.
  std::uint32_t Instructions() {
    const std::uint32_t now = Register(kValue);
    counts_ += last_ - now;
    last_ = now;
    return static_cast<std::uint32_t>((counts_ * reinterpret_cast<std::uintptr_t>(footing_timer_scale)) >>
                                      16);
  }

 private:
  enum Offset : std::uintptr_t { kControl = 0x0, kValue = 0x4, kReload = 0x8 };

  static volatile std::uint32_t& Register(Offset offset) {
    return *reinterpret_cast<volatile std::uint32_t*>(footing_timer + offset);
  }

  std::uint32_t last_ = 0;
  std::uint64_t counts_ = 0;
};

}  // namespace footing::hal
