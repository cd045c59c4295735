// This malloc is not the C library's, so the linker's wrapped names do not catch it.
extern "C" void* malloc(unsigned size) {
  static char heap[1024];
  static unsigned used;
  used += size;
  return heap + used - size;
}
void* volatile kept;

int main() { kept = malloc(8); }
