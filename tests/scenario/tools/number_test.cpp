// The number parser of the file readers.
#include "tools/footing/files/number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace footing::tools {
namespace {

constexpr double kUnwritten = -7;

double Parsed(std::string_view text) {
  double value = kUnwritten;
  EXPECT_EQ(ParseNumber(text, &value), NumberError::kNone) << text;
  return value;
}

NumberError Refused(std::string_view text) {
  double value = kUnwritten;
  const NumberError error = ParseNumber(text, &value);
  EXPECT_EQ(value, kUnwritten) << text;
  return error;
}

TEST(ParseNumber, TakesTheWholeText) {
  EXPECT_EQ(Parsed("1.5"), 1.5);
  EXPECT_EQ(Parsed("+25e-1"), 2.5);
  EXPECT_EQ(Parsed(" \t-0.125 "), -0.125);
  EXPECT_EQ(Parsed("0e-999"), 0);
  EXPECT_TRUE(std::signbit(Parsed("-0.0")));
  EXPECT_EQ(Parsed("5e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(Parsed("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_TRUE(std::isinf(Parsed("-inf")));
  EXPECT_TRUE(std::isnan(Parsed("nan")));
}

TEST(ParseNumber, RefusesWhatIsNone) {
  const std::string nul(1, '\0');
  for (const std::string& text :
       {std::string(), std::string(" "), std::string("-"), std::string("+-1"), std::string("1x"),
        std::string("x1"), std::string("0x10"), std::string("1e"), std::string("1 2"), std::string("1,5"),
        "0" + nul, "0" + nul + "junk", nul}) {
    EXPECT_EQ(Refused(text), NumberError::kNotANumber) << text;
  }
}

TEST(ParseNumber, RefusesWhatADoubleDoesNotHold) {
  for (const char* text : {"1e309", "-1e309", "1e-400", "-0.002e-330", "1e-324", "1e99999999999999999999"})
    EXPECT_EQ(Refused(text), NumberError::kOutOfRange) << text;
}

}  // namespace
}  // namespace footing::tools
