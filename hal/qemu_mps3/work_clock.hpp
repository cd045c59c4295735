// Counts instructions on QEMU's MPS3 board AN547, with the system counter of its SSE-300, by the secure
// address of its control frame. It counts up at 32 MHz: under -icount shift=10 an instruction takes 1024
// ns, 32.768 counts.
#pragma once

#include <cstdint>

namespace footing::hal {

class WorkClock {
 public:
  void Start() {
    Register(kControl) = 1u;  // enable
    last_ = Register(kValue);
  }

  // Must be called at least once in 2^32 counts, 131 million instructions.
  std::uint32_t Instructions() {
    const std::uint32_t now = Register(kValue);
    counts_ += now - last_;
    last_ = now;
    return static_cast<std::uint32_t>((counts_ * 125) >> 12);
  }

 private:
  enum Address : std::uintptr_t { kControl = 0x58100000u, kValue = 0x58100008u };

  static volatile std::uint32_t& Register(Address address) {
    return *reinterpret_cast<volatile std::uint32_t*>(address);
  }

  std::uint32_t last_ = 0;
  std::uint64_t counts_ = 0;
};

}  // namespace footing::hal
