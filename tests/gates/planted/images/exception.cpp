#include <array>

volatile unsigned index = 3;

// array::at throws from within libstdc++, though this file is compiled without exceptions.
int main() {
  std::array<int, 3> numbers{1, 2, 3};
  return numbers.at(index);
}
