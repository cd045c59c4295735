#include "tests/research/bench/measure/stopwatch.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

#include "tests/research/peers/kernel_watch.hpp"

namespace footing::bench {

namespace {

using Clock = std::chrono::steady_clock;

struct Watch {
  std::vector<unsigned char> buffer;
  bool flushes = false;
  long heap_before = 0;
  Clock::time_point begin;
  Reading last;
  std::array<double, 2> overhead{};  // s, of an empty kernel: caches warm, flushed
};
Watch watch;

// Touches each line of a buffer larger than the caches, so that code and data come from memory afterwards.
void FlushCaches() {
  for (std::size_t k = 0; k < watch.buffer.size(); k += 64) ++watch.buffer[k];
}

void Before() {
  if (watch.flushes) {
    FlushCaches();
    watch.begin = Clock::now();  // loads the clock's own code, which is not to be measured
  }
  watch.heap_before = HeapCalls();
  watch.begin = Clock::now();
}

void After() {
  const Clock::time_point end = Clock::now();
  const long heap = HeapCalls();
  watch.last.heap_calls = heap < 0 ? -1 : heap - watch.heap_before;
  const double overhead = watch.overhead[watch.flushes ? 1 : 0];
  watch.last.seconds = std::max(0.0, std::chrono::duration<double>(end - watch.begin).count() - overhead);
}

double MedianOfEmpty(int times) {
  std::vector<double> empty;
  for (int k = 0; k < times; ++k) {
    { const survey::KernelWatch nothing; }
    empty.push_back(watch.last.seconds);
  }
  std::nth_element(empty.begin(), empty.begin() + times / 2, empty.end());
  return empty[static_cast<std::size_t>(times / 2)];
}

}  // namespace

void StartWatching(std::size_t flush_bytes) {
  watch.buffer.assign(flush_bytes, 0);
  survey::kernel_hooks = {Before, After};
  watch.overhead[0] = MedianOfEmpty(1001);
  watch.flushes = true;
  watch.overhead[1] = MedianOfEmpty(7);
  watch.flushes = false;
}

void FlushBefore(bool each_kernel) { watch.flushes = each_kernel; }

Reading LastReading() { return watch.last; }

}  // namespace footing::bench
