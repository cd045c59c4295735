// Random numbers that are the same on every machine (xorshift64*, Vigna 2016).
#pragma once

#include <cstdint>

namespace footing {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1u) {
    if (state_ == 0) state_ = 1;  // the one state that never leaves itself
    for (int i = 0; i < 8; ++i) Next();
  }

  double Uniform(double lo, double hi) {
    const double unit = static_cast<double>(Next() >> 11) * 0x1p-53;
    return lo + (hi - lo) * unit;
  }

 private:
  std::uint64_t Next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545F4914F6CDD1Du;
  }

  std::uint64_t state_;
};

}  // namespace footing
