// Counts allocations of the whole program, shared libraries included: the program's own definitions take
// precedence over the C library's.
#include <cerrno>
#include <cstddef>
#include <cstdlib>

#include "tests/research/bench/measure/stopwatch.hpp"

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)

namespace {
thread_local long heap_calls = 0;
}

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++heap_calls;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++heap_calls;
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  ++heap_calls;
  return __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  ++heap_calls;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++heap_calls;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** where, std::size_t alignment, std::size_t size) {
  ++heap_calls;
  *where = __libc_memalign(alignment, size);
  return *where == nullptr ? ENOMEM : 0;
}
}

namespace footing::bench {
long HeapCalls() { return heap_calls; }
}  // namespace footing::bench

#else

namespace footing::bench {
long HeapCalls() { return -1; }
}  // namespace footing::bench

#endif
