#include "tools/footing/solve/file/json_field.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "tools/footing/files/number.hpp"
#include "tools/footing/files/regular_file.hpp"

namespace footing::tools {

namespace {

// How many letters must be inserted, deleted, changed or exchanged with the next one to turn a into b.
std::size_t EditDistance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> row(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        row[i][j] = i + j;
        continue;
      }
      const std::size_t changed = row[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[i][j] = std::min({changed, row[i][j - 1] + 1, row[i - 1][j] + 1});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) row[i][j] = std::min(row[i][j], row[i - 2][j - 2] + 1);
    }
  }
  return row[a.size()][b.size()];
}

// Shortens a line and replaces what cannot be printed: the parser's last token may be the rest of the file,
// and may be no text.
std::string Printable(std::string line) {
  constexpr std::size_t kLongest = 200;
  if (line.size() > kLongest) line = line.substr(0, kLongest) + "...";
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return line;
}

// The place in the text as "line 3, column 7: ".
std::string LineAndColumn(const std::string& text, std::size_t place) {
  const auto at = text.begin() + static_cast<std::ptrdiff_t>(std::min(place, text.size()));
  const auto column = at - std::find(std::make_reverse_iterator(at), text.rend(), '\n').base() + 1;
  return "line " + std::to_string(1 + std::count(text.begin(), at, '\n')) + ", column " +
         std::to_string(column) + ": ";
}

// The error for a number out of range. The parser does not give its place, so the text is searched for it.
std::string RangeError(const std::string& text, const std::string& number) {
  const auto within = [&text](std::size_t i) {
    return i < text.size() && std::string_view("0123456789+-.eE").find(text[i]) != std::string_view::npos;
  };
  std::size_t at = text.find(number);
  while (at != std::string::npos && ((at > 0 && within(at - 1)) || within(at + number.size())))
    at = text.find(number, at + 1);
  return LineAndColumn(text, at) + "the number " + Printable(number) + " is beyond a double's range";
}

// Reads the text once for two errors that the parsed document does not show. One is a key that is given
// twice: only its last value would count. The other is a number that is not zero but that a double holds as
// zero.
class Check : public nlohmann::json_sax<Json> {
 public:
  explicit Check(const std::string& text) : text_(text) {}

  bool number_float(double value, const std::string& token) override {
    double again = value;
    if (ParseNumber(token, &again) != NumberError::kNone) throw ProblemError(RangeError(text_, token));
    return true;
  }
  bool start_object(std::size_t /*elements*/) override {
    keys_.emplace_back();
    return true;
  }
  bool end_object() override {
    keys_.pop_back();
    return true;
  }
  bool key(std::string& name) override {
    if (keys_.back().insert(name).second) return true;
    throw ProblemError(Printable(name) + ": given twice in one object");
  }
  // Keeps "[json.exception.…] parse error at line 3, column 7: …" from "line" on. The error for a number that
  // is too large gives no place.
  bool parse_error(std::size_t /*position*/, const std::string& token,
                   const Json::exception& error) override {
    const std::string what = error.what();
    const std::size_t place = what.find("line ");
    throw ProblemError(place == std::string::npos ? RangeError(text_, token) : Printable(what.substr(place)));
  }

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(std::int64_t /*value*/) override { return true; }
  bool number_unsigned(std::uint64_t /*value*/) override { return true; }
  bool string(std::string& /*value*/) override { return true; }
  bool binary(Json::binary_t& /*value*/) override { return true; }
  bool start_array(std::size_t /*elements*/) override { return true; }
  bool end_array() override { return true; }

 private:
  const std::string& text_;
  std::vector<std::set<std::string>> keys_;  // one set for each open object
};

}  // namespace

void NoteMisspelt(const Field& field, const std::vector<std::string>& optional,
                  std::vector<std::string>* notes) {
  for (std::size_t i = 0; field.IsList() && i < field.Count(); ++i)
    NoteMisspelt(field.At(i), optional, notes);
  for (const std::string& key : field.Keys()) {
    const auto meant = [&](const std::string& name) {
      return !field.Has(name.c_str()) && EditDistance(key, name) <= std::max<std::size_t>(1, name.size() / 4);
    };
    const auto found = std::find_if(optional.begin(), optional.end(), meant);
    if (found == optional.end()) continue;
    const std::string where = field.where().empty() ? "" : field.where() + ".";
    notes->push_back(Printable(where + key) + ": not read; is " + *found + " meant?");
  }
}

Json ParseJson(const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) throw ProblemError("the file is empty");
  // The parser would take a NUL as the end and leave the text after it unread.
  const std::size_t nul = text.find('\0');
  if (nul != std::string::npos) throw ProblemError(LineAndColumn(text, nul) + "a NUL, which no text holds");
  Check check(text);
  static_cast<void>(Json::sax_parse(text, &check));
  return Json::parse(text);
}

std::string ReadText(const std::string& path) {
  std::string text, error;
  if (!ReadRegularFile(path, &text, &error)) throw ProblemError(error);
  return text;
}

}  // namespace footing::tools
