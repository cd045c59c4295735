
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <system_error>

namespace footing::tools {

namespace {

// Turning by angles of ten digits, and back, leaves 1e-13.
constexpr int kShort = 9;             // digits
constexpr double kShortNear = 1e-12;  // of the scale
constexpr double kLongNear = 1e-15;

}  // namespace

double Tidy(double value, double scale) {
  if (!std::isfinite(value) || !std::isfinite(scale)) return value;
  if (std::fabs(value) <= kShortNear * std::fabs(scale)) return 0;
  for (int digits = 0; digits < 13; ++digits) {
    const double near = (digits < kShort ? kShortNear : kLongNear) * std::fabs(scale);
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, digits);
    double rounded = 0;
    std::from_chars(text, end.ptr, rounded);
    if (std::fabs(rounded - value) <= near) return rounded;
  }
  return value;
}

}  // namespace footing::tools
