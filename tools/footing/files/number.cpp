#include "tools/footing/files/number.hpp"

#include <charconv>
#include <sstream>
#include <system_error>

namespace footing::tools {

namespace {

std::string_view WithoutBlanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// Whether one of the digits before the exponent is not zero.
bool HasDigit(std::string_view number) {
  return number.substr(0, number.find_first_of("eE")).find_first_of("123456789") != std::string_view::npos;
}

}  // namespace

NumberError ParseNumber(std::string_view text, double* value) {
  std::string_view number = WithoutBlanks(text);
  if (number.starts_with('+')) {  // from_chars does not read it
    number.remove_prefix(1);
    if (number.starts_with('-')) return NumberError::kNotANumber;
  }
  double parsed = 0;
  const char* const end = number.data() + number.size();
  const auto [stop, code] = std::from_chars(number.data(), end, parsed);
  if (code == std::errc::invalid_argument || stop != end) return NumberError::kNotANumber;
  if (code != std::errc() || (parsed == 0 && HasDigit(number))) return NumberError::kOutOfRange;
  *value = parsed;
  return NumberError::kNone;
}

std::string Interval(double least, double most) {
  std::ostringstream text;
  text << "[" << least << ", " << most << "]";
  return text.str();
}

std::string ParseWithin(const std::string& text, double least, double most, double* value) {
  double parsed = 0;
  const bool good = ParseNumber(text, &parsed) == NumberError::kNone && parsed >= least && parsed <= most;
  if (!good) return "must be a number in " + Interval(least, most) + ", is '" + text + "'";
  *value = parsed;
  return "";
}

std::string ShortNumber(double value) {
  char text[32];
  if (value == 0) return "0";  // not "-0"
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

}  // namespace footing::tools
