// Seeded noise in plain arithmetic, so that one seed gives the same stream on every machine.
#pragma once

#include <cstdint>

namespace footing::hal {

class Noise {
 public:
  explicit Noise(std::uint64_t seed) : state_(seed) {}

  double Uniform(double lo, double hi) {  // splitmix64
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return lo + (hi - lo) * (static_cast<double>(z >> 11) * 0x1p-53);
  }

  double Gaussian(double sigma) {  // sum of 12 uniforms (Irwin–Hall): bounded by 6σ
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += Uniform(0, 1);
    return sigma * sum;
  }

  double Sign() { return Uniform(-1, 1) < 0 ? -1.0 : 1.0; }

 private:
  std::uint64_t state_;
};

}  // namespace footing::hal
