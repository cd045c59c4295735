// A stack overflow must end as a fault that reports it, and must not overwrite other data.

namespace {

volatile int limit = 1000000;

[[gnu::noinline]] int Descend(int depth) {
  volatile char frame[256];
  frame[0] = static_cast<char>(depth);
  return depth == limit ? 0 : Descend(depth + 1) + frame[0];
}

}  // namespace

int main() { return Descend(0); }
