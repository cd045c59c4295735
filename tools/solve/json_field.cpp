#include "tools/solve/json_field.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

namespace footing::tools {

namespace {

// Letters to put in, take out or change to make b of a (Levenshtein 1966).
std::size_t EditDistance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

// What was read last may be the rest of the file, and no text at all.
std::string Printable(std::string line) {
  constexpr std::size_t kLongest = 200;
  if (line.size() > kLongest) line = line.substr(0, kLongest) + "...";
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return line;
}

// "[json.exception.…] parse error at line 3, column 7: …" from its line on; a number beyond a double comes
// without a place.
std::string SyntaxError(const std::string& text, const std::string& what) {
  const std::size_t place = what.find("line ");
  if (place != std::string::npos) return Printable(what.substr(place));
  const std::size_t quote = what.find('\'');
  const std::string token =
      quote == std::string::npos ? what : what.substr(quote + 1, what.rfind('\'') - quote - 1);
  const auto at = text.begin() + static_cast<std::ptrdiff_t>(std::min(text.find(token), text.size()));
  const auto column = at - std::find(std::make_reverse_iterator(at), text.rend(), '\n').base() + 1;
  return "line " + std::to_string(1 + std::count(text.begin(), at, '\n')) + ", column " +
         std::to_string(column) + ": the number " + token + " is beyond a double's range";
}

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
  // Of a key that is given twice the last value would count, and the other go unseen.
  std::vector<std::set<std::string>> keys;
  const auto refuse_repetition = [&keys](int, Json::parse_event_t event, const Json& parsed) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second) {
      throw ProblemError(Printable(parsed.get<std::string>()) + ": given twice in one object");
    }
    return true;
  };
  try {
    return Json::parse(text, refuse_repetition);
  } catch (const Json::exception& error) {
    throw ProblemError(SyntaxError(text, error.what()));
  }
}

std::string ReadText(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw ProblemError("is a directory");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw ProblemError(std::string("cannot be read: ") + std::strerror(errno));
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) throw ProblemError(std::string("cannot be read: ") + std::strerror(errno));
  return text;
}

}  // namespace footing::tools
