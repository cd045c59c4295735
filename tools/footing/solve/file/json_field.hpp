// A value in a JSON file together with its path, so that errors can say where: contacts[2].mu.
#pragma once

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::tools {

using Json = nlohmann::json;

// Every read throws a ProblemError if the value is not of the kind that is read. The JSON must outlive the
// Field.
class Field {
 public:
  Field(const Json& value, std::string where) : value_(value), where_(std::move(where)) {}

  [[noreturn]] void Fail(const std::string& what) const {
    throw ProblemError(where_.empty() ? what : where_ + ": " + what);
  }
  [[noreturn]] void FailAs(const char* wanted) const {
    std::string text = value_.is_structured() ? value_.type_name() : value_.dump();
    if (text.size() > 40) text = text.substr(0, 37) + "...";
    Fail(std::string("must be ") + wanted + ", is " + text);
  }

  const std::string& where() const { return where_; }
  bool IsList() const { return value_.is_array(); }
  std::vector<std::string> Keys() const {
    std::vector<std::string> keys;
    if (value_.is_object()) {
      for (const auto& member : value_.items()) keys.push_back(member.key());
    }
    return keys;
  }
  bool Has(const char* key) const { return value_.is_object() && value_.contains(key); }
  bool IsNull(const char* key) const { return Has(key) && value_[key].is_null(); }
  Field At(const char* key) const {
    if (!value_.is_object()) FailAs("an object");
    const Field member(value_.contains(key) ? value_[key] : value_,
                       where_.empty() ? key : where_ + "." + key);
    if (!value_.contains(key)) member.Fail("missing");
    return member;
  }
  Field At(std::size_t index) const { return {value_[index], where_ + "[" + std::to_string(index) + "]"}; }

  std::size_t Count() const {
    if (!value_.is_array()) FailAs("a list");
    return value_.size();
  }
  std::string Text() const {
    if (!value_.is_string()) FailAs("a string");
    return value_.get<std::string>();
  }
  std::string Line() const {
    std::string text = Text();
    const auto breaks = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
    if (std::any_of(text.begin(), text.end(), breaks)) Fail("must be one line without control characters");
    return text;
  }
  double Number() const {
    if (!value_.is_number()) FailAs("a number");
    return value_.get<double>();
  }
  // A number, "inf" or "-inf".
  double Limit() const {
    if (!value_.is_string()) return Number();
    const auto text = value_.get<std::string>();
    if (text == "inf" || text == "+inf") return std::numeric_limits<double>::infinity();
    if (text == "-inf") return -std::numeric_limits<double>::infinity();
    FailAs("a number, \"inf\" or \"-inf\"");
  }
  long Integer() const {
    if (!value_.is_number_integer()) FailAs("an integer");
    constexpr auto kMost = static_cast<unsigned long>(std::numeric_limits<long>::max());
    if (value_.is_number_unsigned() && value_.get<unsigned long>() > kMost) FailAs("a smaller integer");
    return value_.get<long>();
  }
  bool Truth() const {
    if (!value_.is_boolean()) FailAs("true or false");
    return value_.get<bool>();
  }

  template <typename Entry>
  auto List(std::size_t count, Entry entry) const {
    if (Count() != count) {
      Fail(std::to_string(Count()) + (Count() == 1 ? " entry, " : " entries, ") + std::to_string(count) +
           " expected");
    }
    std::vector<decltype(entry(*this))> list;
    for (std::size_t i = 0; i < count; ++i) list.push_back(entry(At(i)));
    return list;
  }
  std::vector<double> Numbers(std::size_t count) const {
    return List(count, [](const Field& entry) { return entry.Number(); });
  }
  Rows Square(int limit) const {
    const std::size_t count = Count();
    CheckLimit(" rows", limit);
    return List(count, [count](const Field& row) { return row.Numbers(count); });
  }
  void CheckLimit(const char* of, int limit) const {
    if (Count() > static_cast<std::size_t>(limit)) {
      Fail(std::to_string(Count()) + of + ", the limit is " + std::to_string(limit));
    }
  }
  // A list of at most two rows.
  void CheckTangents() const {
    if (Count() > 0 && !value_[0].is_array()) Fail("must be a list of rows, is one row");
    if (Count() > 2) Fail(std::to_string(Count()) + " rows, at most 2 expected");
  }

 private:
  const Json& value_;
  std::string where_;
};

// `field` is an object or a list of objects. Adds a note, of one line, for each member that is spelt almost
// like a name in `optional` that is absent. Such a member is not read; without a note nobody would notice
// that.
void NoteMisspelt(const Field& field, const std::vector<std::string>& optional,
                  std::vector<std::string>* notes);

// The text of a file, and its JSON. Both throw a ProblemError that does not name the file.
std::string ReadText(const std::string& path);
Json ParseJson(const std::string& text);

// The field M, which must be symmetric and positive definite. If there is a field m, M must have that many
// rows.
Rows ReadMassMatrix(const Field& root, int largest_dof);

}  // namespace footing::tools
