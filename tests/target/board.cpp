// The board for a test image: constructors, a heap, and gtest's arguments from the command line. Newlib
// provides input and output over semihosting.

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "hal/cortex_m/board_port.hpp"

extern "C" {
extern char footing_heap_start[], footing_heap_end[];
void __libc_init_array();
void initialise_monitor_handles();
void* _sbrk(std::ptrdiff_t increment);
int mkdir(const char* path, unsigned mode);
extern void* __dso_handle;
void _init();
void _fini();
}

// newlib, libstdc++ and gtest need these names, but no test on a target uses them.
void _init() {}
void _fini() {}
void* __dso_handle = nullptr;
int mkdir(const char*, unsigned) { return -1; }

// Replaces librdimon's _sbrk, which measures the heap against the stack pointer.
void* _sbrk(std::ptrdiff_t increment) {
  static char* top = footing_heap_start;
  if (increment > footing_heap_end - top) footing::hal::Halt("out of heap");
  char* const block = top;
  top += increment;
  return block;
}

namespace footing::hal {

void StartBoard() {
  initialise_monitor_handles();
  __libc_init_array();
}

void StopBoard(int exit_code) {
  std::printf("stack bytes %u\n", static_cast<unsigned>(WorstStackBytes()));
  std::exit(exit_code);
}

void Halt(const char* reason, const Fault&) {
  std::printf("halt: %s\n", reason);
  std::fflush(stdout);
  std::_Exit(2);
}

}  // namespace footing::hal
