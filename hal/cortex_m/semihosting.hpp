// Calls to the host through Arm semihosting, as QEMU serves them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace footing::semihosting {

// Returns a handle, or a negative number.
int Open(const char* path);
// Returns how many bytes were read: fewer than `size` at the end of the file.
std::size_t Read(int handle, void* data, std::size_t size);
void Write(const char* text);
// Writes the words after the image's name to `text`; returns false when they do not fit.
bool CommandLine(char* text, std::size_t capacity);
[[noreturn]] void Exit(int code);

}  // namespace footing::semihosting
