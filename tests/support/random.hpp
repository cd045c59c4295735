// A small random generator that gives the same numbers on every machine (the distributions of <random> differ
// between libraries). xorshift64*, Vigna 2016.
#pragma once

#include <concepts>
#include <cstdint>

namespace footing {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 0x2545F4914F6CDD1DULL) {}

  // Uniform over 0 … count − 1.
  int Integer(int count) { return static_cast<int>(Bits() % static_cast<std::uint32_t>(count)); }

  // Uniform in [low, high), with 24 bits, so exact in float and in double.
  double Uniform(double low, double high) { return Uniform<double>(low, high); }
  template <std::floating_point Scalar>
  Scalar Uniform(Scalar low, Scalar high) {
    const Scalar unit = static_cast<Scalar>(Bits() >> 8) / static_cast<Scalar>(1U << 24);
    return low + (high - low) * unit;
  }

 private:
  std::uint32_t Bits() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<std::uint32_t>((state_ * 0x2545F4914F6CDD1DULL) >> 32);
  }

  std::uint64_t state_;
};

namespace test {
using footing::Random;
}

}  // namespace footing
