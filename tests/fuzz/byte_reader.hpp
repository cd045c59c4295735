// Reads numbers from a fuzzer's bytes. After the last byte it reads zeros.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

namespace footing::fuzz {

// How a scalar is stored in the bytes.
enum class NumberKind : std::uint8_t {
  kBits,   // as in memory: every bit pattern, also NaN and denormals
  kTame,   // one byte, eighths from −16 to 16: numbers that tie and cancel
  kRange,  // a mantissa and an exponent over all of the scalar's range; mantissa −128 is NaN
};
inline constexpr int kNumberKinds = 3;

class ByteReader {
 public:
  ByteReader(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  std::uint8_t Byte() { return Take<std::uint8_t>(); }
  // 0 … count − 1.
  int Below(int count) { return Byte() % count; }
  std::size_t left() const { return left_; }

  template <typename Scalar>
  Scalar Number(NumberKind kind) {
    if (kind == NumberKind::kBits) return Take<Scalar>();
    const int mantissa = Take<std::int8_t>();
    if (kind == NumberKind::kTame) return static_cast<Scalar>(mantissa) / Scalar(8);
    const int exponent = Take<std::int8_t>() * (sizeof(Scalar) == 4 ? 1 : 8);
    if (mantissa == -128) return std::numeric_limits<Scalar>::quiet_NaN();
    return std::ldexp(static_cast<Scalar>(mantissa), exponent);
  }

 private:
  template <typename Value>
  Value Take() {
    Value value{};
    const std::size_t size = left_ < sizeof value ? left_ : sizeof value;
    if (size > 0) std::memcpy(&value, data_, size);
    data_ += size;
    left_ -= size;
    return value;
  }

  const std::uint8_t* data_;
  std::size_t left_;
};

}  // namespace footing::fuzz
