// A template's constructor, for which the compiler has two names.
template <typename Number>
struct Buffer {
  template <typename From>
  [[gnu::noinline]] explicit Buffer(From from) {
    volatile Number numbers[2250];
    numbers[from] = 1;
    sum = numbers[from + 1];
  }
  Number sum;
};

volatile int sink;

int main() { return Buffer<int>(sink).sum; }
