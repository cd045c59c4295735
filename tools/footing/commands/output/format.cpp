#include "tools/footing/commands/output/format.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace footing::tools {

std::string Format(const char* format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int size = std::vsnprintf(nullptr, 0, format, arguments);
  std::string text(static_cast<std::size_t>(std::max(size, 0)), ' ');
  std::vsnprintf(text.data(), text.size() + 1, format, again);
  va_end(again);
  va_end(arguments);
  return text;
}

}  // namespace footing::tools
