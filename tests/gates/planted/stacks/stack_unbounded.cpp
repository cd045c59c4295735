volatile unsigned size = 3;

int main() {
  auto* buffer = static_cast<volatile char*>(__builtin_alloca(size));
  buffer[size - 1] = 1;
  return buffer[0];
}
