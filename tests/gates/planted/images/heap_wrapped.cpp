// Defines the name that the linker looks for instead of malloc.
#include <cstdlib>

extern "C" void* __wrap_malloc(std::size_t) {
  static char heap[8];
  return heap;
}
void* volatile kept;

int main() { kept = std::malloc(8); }
