// A line of a table of comma-separated values.
#pragma once

#include <charconv>
#include <string>
#include <type_traits>

namespace footing::tools {

// A number has as few digits as distinguish it from all other numbers.
class CsvLine {
 public:
  void Add(const std::string& text) {
    if (!text_.empty()) text_ += ',';
    text_ += text;
  }
  template <typename Number>
  requires std::is_arithmetic_v<Number>
  void Add(Number number) {
    char text[32];
    Add(std::string(text, std::to_chars(text, text + sizeof text, number).ptr));
  }
  template <typename List>
  void AddAll(const List& list, int count) {
    for (int i = 0; i < count; ++i) Add(list[static_cast<unsigned>(i)]);
  }
  void AddNumbered(const std::string& name, int count) {
    for (int i = 0; i < count; ++i) Add(name + std::to_string(i));
  }
  void AddAxes(const std::string& name) {
    for (const char* axis : {"x", "y", "z"}) Add(name + axis);
  }
  std::string Text() const { return text_ + "\n"; }

 private:
  std::string text_;
};

}  // namespace footing::tools
