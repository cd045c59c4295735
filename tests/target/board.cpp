// The board beneath a test image: constructors, a heap, and gtest's arguments from the
// command line; input and output are newlib's, over semihosting.

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

// What newlib, libstdc++ and gtest ask for by name, and no test on a target uses.
void _init() {}
void _fini() {}
void* __dso_handle = nullptr;
int mkdir(const char*, unsigned) { return -1; }

// Takes the place of librdimon's, which measures the heap against the stack pointer.
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
