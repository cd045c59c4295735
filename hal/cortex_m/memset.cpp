// Newlib's small memset goes byte by byte, 3 instructions each; the tick clears vectors of whole words.

#include <cstddef>
#include <cstdint>

// Its own loops must not be made calls of itself.
extern "C" __attribute__((optimize("no-tree-loop-distribute-patterns"))) void* memset(void* start, int value,
                                                                                      std::size_t bytes) {
  auto* at = static_cast<unsigned char*>(start);
  const auto byte = static_cast<unsigned char>(value);
  if (reinterpret_cast<std::uintptr_t>(at) % 4 == 0) {
    const std::uint32_t word = 0x01010101u * byte;
    for (; bytes >= 4; bytes -= 4, at += 4)
      *reinterpret_cast<std::uint32_t __attribute__((may_alias))*>(at) = word;
  }
  for (; bytes > 0; --bytes) *at++ = byte;
  return start;
}
