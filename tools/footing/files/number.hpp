// Reads a whole text as one number.
#pragma once

#include <string_view>

namespace footing::tools {

enum class NumberError { kNone, kNotANumber, kOutOfRange };

// Reads a decimal number, with or without a sign, or "inf" or "nan"; blanks may stand around it.
//   kNone         *value holds it; only then is *value written
//   kNotANumber   anything else is in the text, also a NUL
//   kOutOfRange   it is beyond a double's range, or not zero but so small that a double would be zero
[[nodiscard]] NumberError ParseNumber(std::string_view text, double* value);

}  // namespace footing::tools
