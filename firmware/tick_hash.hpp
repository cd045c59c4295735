// A hash over what a tick decided: forces, modes, contact states, torques, as little-endian bytes with NaN
// made canonical.
#pragma once

#include <bit>
#include <cstdint>

#include "firmware/fnv1a.hpp"
#include "firmware/tick_report.hpp"

namespace footing {

class TickHash {
 public:
  template <typename Robot, typename Scalar>
  void Add(const TickReport<Robot, Scalar>& report) {
    for (const auto& point : report.points) {
      hash_.Add(static_cast<std::uint8_t>(point.state));
      hash_.Add(static_cast<std::uint8_t>(point.predicted_mode));
      for (int k = 0; k < 3; ++k) AddNumber(point.force[k]);
      for (int k = 0; k < 3; ++k) AddNumber(point.predicted_force[k]);
    }
    for (const Scalar torque : report.torque) AddNumber(torque);
  }

  std::uint64_t value() const { return hash_.value(); }

 private:
  void AddNumber(float x) { AddBits(x == x ? std::bit_cast<std::uint32_t>(x) : 0x7fc00000u); }
  void AddNumber(double x) { AddBits(x == x ? std::bit_cast<std::uint64_t>(x) : 0x7ff8000000000000u); }

  template <typename Bits>
  void AddBits(Bits bits) {
    for (unsigned shift = 0; shift < 8 * sizeof(Bits); shift += 8)
      hash_.Add(static_cast<std::uint8_t>(bits >> shift));
  }

  Fnv1a hash_;
};

}  // namespace footing
