// Time and heap calls of one kernel, taken between the hooks of tests/research/peers/kernel_watch.hpp.
#pragma once

#include <cstddef>

namespace footing::bench {

struct Reading {
  double seconds = 0;
  long heap_calls = 0;  // malloc, calloc, realloc and the like; −1 where they are not counted
};

// Sets the hooks and measures the cost of a reading itself, which is subtracted. `flush_bytes` is the number
// of bytes that FlushCaches writes.
void StartWatching(std::size_t flush_bytes);

// Turns the flush before each kernel on or off.
void FlushBefore(bool each_kernel);

// The reading of the last kernel.
Reading LastReading();

// Allocations of this thread so far; −1 where they are not counted (under a sanitizer, without glibc).
long HeapCalls();

}  // namespace footing::bench
