// printf's text as a string of any length.
#pragma once

#include <string>

namespace footing::tools {

__attribute__((format(printf, 1, 2))) std::string Format(const char* format, ...);

}  // namespace footing::tools
