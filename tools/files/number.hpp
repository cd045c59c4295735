// Text as a number: the whole text, or it is none.
#pragma once

#include <string_view>

namespace footing::tools {

enum class NumberError { kNone, kNotANumber, kOutOfRange };

// A decimal number, with or without a sign, or "inf" or "nan"; blanks may stand around it. Anything else in
// the text, a NUL too, is kNotANumber. kOutOfRange: beyond a double's range, or so small that a double would
// be zero while the text is not. *value is written with kNone alone.
[[nodiscard]] NumberError ParseNumber(std::string_view text, double* value);

}  // namespace footing::tools
