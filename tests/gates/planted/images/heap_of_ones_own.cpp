// Not the C library's, so the wrapped names do not see it.
extern "C" void* malloc(unsigned size) {
  static char heap[1024];
  static unsigned used;
  used += size;
  return heap + used - size;
}
void* volatile kept;

int main() { kept = malloc(8); }
