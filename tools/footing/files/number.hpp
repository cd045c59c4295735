// Numbers as text: one read from a whole text, and one written so that it reads back.
#pragma once

#include <string>
#include <string_view>

namespace footing::tools {

enum class NumberError { kNone, kNotANumber, kOutOfRange };

// Reads a decimal number, with or without a sign, or "inf" or "nan"; blanks may stand around it.
//   kNone         *value holds it; only then is *value written
//   kNotANumber   anything else is in the text, also a NUL
//   kOutOfRange   it is beyond a double's range, or not zero but so small that a double would be zero
[[nodiscard]] NumberError ParseNumber(std::string_view text, double* value);

std::string Interval(double least, double most);  // "[0, 1]"

// Reads a number that must be in [least, most]. Empty: *value holds it. Else what it must be and what the
// text is, and *value is as before; NaN is in no interval.
[[nodiscard]] std::string ParseWithin(const std::string& text, double least, double most, double* value);

// The shortest decimal number that is this double; "inf" and "-inf"; "0" of either zero.
std::string ShortNumber(double value);

}  // namespace footing::tools
