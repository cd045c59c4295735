// A progress bar on standard error. Prints nothing if that is no terminal.
#pragma once

#include <unistd.h>

#include <cstdio>

namespace footing::tools {

inline void PrintProgress(const char* job, double share) {
  constexpr int kWidth = 40;
  if (isatty(STDERR_FILENO) == 0) return;
  const int done = static_cast<int>(share * kWidth);
  std::fprintf(stderr, "\r%-8s [%.*s%*s] %3.0f %%%s", job, done, "########################################",
               kWidth - done, "", 100 * share, share >= 1 ? "\n" : "");
}

}  // namespace footing::tools
