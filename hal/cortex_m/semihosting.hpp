// Calls to the host through Arm semihosting, as QEMU serves them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace footing::semihosting {

// A handle, or a negative number.
int Open(const char* path);
// True when all `size` bytes came.
bool Read(int handle, void* data, std::size_t size);
void Write(const char* text);
// The words after the image's name; false when they do not fit.
bool CommandLine(char* text, std::size_t capacity);
[[noreturn]] void Exit(int code);

}  // namespace footing::semihosting
