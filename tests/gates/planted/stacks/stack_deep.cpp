volatile int sink;

int main() {
  volatile char buffer[9000];
  buffer[sink] = 1;
  return buffer[sink + 1];
}
