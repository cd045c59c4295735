// Source: Semihosting for AArch32 and AArch64, release 2.0, sections 4 to 6.
#include "hal/cortex_m/semihosting.hpp"

#include <cstring>

namespace footing::semihosting {
namespace {

using Word = std::uintptr_t;
static_assert(sizeof(Word) == 4);

enum Operation : Word {
  kOpen = 0x01,
  kWrite0 = 0x04,
  kRead = 0x06,
  kGetCommandLine = 0x15,
  kExitExtended = 0x20,
};

Word Call(Operation operation, const void* parameters) {
  Word result;
  asm volatile(
      "mov r0, %1\n"
      "mov r1, %2\n"
      "bkpt 0xab\n"
      "mov %0, r0\n"
      : "=r"(result)
      : "r"(static_cast<Word>(operation)), "r"(parameters)
      : "r0", "r1", "memory");
  return result;
}

Word Address(const void* pointer) { return reinterpret_cast<Word>(pointer); }

}  // namespace

int Open(const char* path) {
  constexpr Word kReadBinary = 1;
  const Word parameters[] = {Address(path), kReadBinary, std::strlen(path)};
  return static_cast<int>(Call(kOpen, parameters));
}

std::size_t Read(int handle, void* data, std::size_t size) {
  const Word parameters[] = {static_cast<Word>(handle), Address(data), size};
  return size - Call(kRead, parameters);  // the result is the number of missing bytes
}

void Write(const char* text) { Call(kWrite0, text); }

bool CommandLine(char* text, std::size_t capacity) {
  Word parameters[] = {Address(text), capacity};
  return Call(kGetCommandLine, parameters) == 0;
}

void Exit(int code) {
  constexpr Word kApplicationExit = 0x20026;
  const Word parameters[] = {kApplicationExit, static_cast<Word>(code)};
  Call(kExitExtended, parameters);
  while (true) {  // without end: the program has ended
  }
}

}  // namespace footing::semihosting
