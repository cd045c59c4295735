// Numbers below the smallest normal one keep their bits in a loop that a compiler may turn into vectors.
// Those of Helium would flush them to zero.

#include <array>

#include "hal/board.hpp"

namespace {

volatile float subnormal = 0x1p-140f;
std::array<float, 16> from, to;

[[gnu::noinline]] void Halve() {
  for (unsigned i = 0; i < from.size(); ++i) to[i] = 0.5f * from[i];
}

}  // namespace

int main() {
  for (float& number : from) number = subnormal;
  Halve();
  for (const float half : to) {
    if (half != 0x1p-141f) {
      footing::hal::PrintLine("a subnormal number is lost");
      return 1;
    }
  }
  return 0;
}
