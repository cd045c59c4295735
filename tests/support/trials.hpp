// How often a random test repeats; fewer times on a microcontroller that QEMU emulates.
#pragma once

namespace footing {

#if defined(__has_feature)  // clang
inline constexpr bool kSanitized = __has_feature(address_sanitizer);
#elif defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

// An optimized build for a host runs every random test in full. With sanitizers, or in haste, a part is enough.
#if defined(__linux__) && !defined(FOOTING_QUICK)
inline constexpr bool kFullRun = !kSanitized;
#else
inline constexpr bool kFullRun = false;
#endif

#ifdef FOOTING_QUICK
inline constexpr bool kFewTrials = true;
#else
inline constexpr bool kFewTrials = kSanitized;
#endif

// A quick build and a sanitized one run an eighth, but at least as many as a target.
constexpr int Trials(int on_host, int on_target) {
  const int most = on_target > on_host ? on_target : on_host, least = on_target + on_host - most;
  if (kFewTrials) return least > most / 8 ? least : most / 8;
#if defined(__linux__)
  return most;
#else
  return least;
#endif
}

}  // namespace footing
