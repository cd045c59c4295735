// How often a random test repeats: fewer on a microcontroller that QEMU plays.
#pragma once

namespace footing {

constexpr int Trials(int on_host, int on_target) {
#ifdef __linux__
  return on_target > on_host ? on_target : on_host;
#else
  return on_target < on_host ? on_target : on_host;
#endif
}

}  // namespace footing
