// The time that a call takes, in seconds.
#pragma once

#include <chrono>

namespace footing::tools {

template <typename Call>
double SecondsOf(const Call& call) {
  const auto begin = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace footing::tools
