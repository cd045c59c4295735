// FNV-1a, 64 bit (Fowler, Noll, Vo). Unequal hashes prove unequal bytes; equal ones leave little doubt.
#pragma once

#include <cstdint>

namespace footing {

class Fnv1a {
 public:
  void Add(std::uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001b3u; }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace footing
