// What a target claims of an answer. A failed claim ends the program, so that the fuzzer keeps the input.
#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "core/status.hpp"

namespace footing::fuzz {

inline void Claim(bool holds, const char* claim) {
  if (holds) return;
  std::fprintf(stderr, "claim fails: %s\n", claim);
  std::abort();
}

// A claim that prints the figure if it fails.
inline void ClaimAtMost(long double value, long double limit, const char* claim) {
  if (value <= limit) return;
  std::fprintf(stderr, "claim fails: %s: %.17Lg, at most %.17Lg\n", claim, value, limit);
  std::abort();
}

template <typename Vector>
bool AllFinite(const Vector& vector, int size) {
  for (int i = 0; i < size; ++i) {
    if (!std::isfinite(vector[i])) return false;
  }
  return true;
}

// How many solves ended in each status.
inline std::array<long, kStatusCount> tally{};

inline void ClaimStatus(SolveStatus returned, SolveStatus written) {
  Claim(returned == written, "the status returned is the solution's");
  const auto index = static_cast<unsigned>(returned);
  Claim(index < kStatusCount, "the status is one");
  ++tally[index];
}

// An object whose uninitialized members hold NaN and wild integers instead of what the last input left.
template <typename T>
class Soiled {
 public:
  T& Fresh() {
    std::memset(memory_, 0xFF, sizeof memory_);
    return *new (memory_) T;
  }

 private:
  alignas(T) unsigned char memory_[sizeof(T)];
};

}  // namespace footing::fuzz
