#include "tools/footing/toss/toss.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <string_view>

#include "tools/footing/files/number.hpp"
#include "tools/footing/files/regular_file.hpp"

namespace footing::tools {

namespace {

constexpr std::string_view kHeader = "t,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz";
constexpr std::size_t kColumns = 14;
constexpr double kLargestValue = 1e3;  // in SI units, of anything a hand can throw
constexpr double kLongestGap = 1.0;    // s, between samples

using Row = std::array<double, kColumns>;

// Returns an empty text, or what is wrong with the line.
std::string ParseRow(std::string_view line, Row* row) {
  for (std::size_t column = 0; column < kColumns; ++column) {
    const std::size_t comma = line.find(',');
    const std::string_view field = line.substr(0, comma);
    const bool last = column + 1 == kColumns;
    const bool ends = comma == std::string_view::npos;
    if (ends && (field.empty() || !last)) {
      return std::to_string(column + !field.empty()) + " values where " + std::to_string(kColumns) +
             " are needed";
    }
    const std::string value = "value " + std::to_string(column + 1);
    switch (ParseNumber(field, &(*row)[column])) {
      case NumberError::kNotANumber: return value + " is not a number";
      case NumberError::kOutOfRange: return value + " is beyond a double's range";
      case NumberError::kNone: break;
    }
    if (!(std::abs((*row)[column]) <= kLargestValue)) {
      return value + " is not finite or beyond " + std::to_string(static_cast<int>(kLargestValue));
    }
    if (last && !ends) return "more than " + std::to_string(kColumns) + " values";
    line.remove_prefix(ends ? line.size() : comma + 1);
  }
  return {};
}

// Returns an empty text, or what is wrong with the values.
std::string AppendSample(const Row& row, Toss* toss) {
  TossSample sample;
  sample.time = row[0];
  if (!toss->empty()) {
    const double gap = sample.time - toss->back().time;
    if (!(gap > 0)) return "the time does not increase";
    if (gap > kLongestGap) return "more than 1 s after the line before";
  }
  Eigen::Quaterniond attitude(row[4], row[5], row[6], row[7]);
  if (std::abs(attitude.norm() - 1) > 1e-3) return "the quaternion is not of unit length";
  attitude.normalize();
  sample.state.base_position = {row[1], row[2], row[3]};
  sample.state.base_attitude = attitude;
  sample.state.base_velocity = {row[8], row[9], row[10]};
  sample.state.base_angular_velocity = attitude * Eigen::Vector3d(row[11], row[12], row[13]);
  toss->push_back(sample);
  return {};
}

// Takes the first line off the text. False: no line is left.
bool TakeLine(std::string_view* text, std::string_view* line) {
  if (text->empty()) return false;
  const std::size_t end = text->find('\n');
  *line = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  if (line->ends_with('\r')) line->remove_suffix(1);
  return true;
}

}  // namespace

bool ReadToss(const std::string& path, Toss* toss, std::string* error) {
  toss->clear();
  int number = 0;
  const auto fail = [&](const std::string& why) {
    *error = path + ":" + std::to_string(number) + ": " + why;
    return false;
  };
  std::string content;
  if (!ReadRegularFile(path, &content, error)) return fail(*error);
  ++number;
  std::string_view text = content, line;
  if (!TakeLine(&text, &line)) return fail("the file is empty");
  if (line != kHeader) return fail("the header is not " + std::string(kHeader));
  while (TakeLine(&text, &line)) {
    ++number;
    if (line.empty() && text.empty()) break;
    Row row;
    std::string why = ParseRow(line, &row);
    if (why.empty()) why = AppendSample(row, toss);
    if (!why.empty()) return fail(why);
  }
  if (toss->size() < 2) return fail("fewer than two samples");
  return true;
}

TossErrors ReplayToss(const Toss& toss, const CubeOptions& options, SolveTally* tally) {
  const std::unique_ptr<ThrownCube> cube = MakeThrownCube(options, toss.front().state);
  TossErrors sum;
  for (std::size_t i = 1; i < toss.size(); ++i) {
    cube->Advance(toss[i].time - toss[i - 1].time);
    const CubeState& measured = toss[i].state;
    sum.position += (cube->State().base_position - measured.base_position).norm();
    sum.rotation += cube->State().base_attitude.angularDistance(measured.base_attitude);
  }
  tally->Add(cube->Tally());
  const double samples = static_cast<double>(toss.size() - 1);
  return {100 * sum.position / samples / kCubeWidth, 180 / std::numbers::pi * sum.rotation / samples};
}

bool ReplayTosses(const std::string& directory, const CubeOptions& options,
                  const std::function<void(double)>& progress, TossSummary* summary, std::string* error) {
  namespace fs = std::filesystem;
  const auto begin = std::chrono::steady_clock::now();
  *summary = {};
  std::error_code code;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(directory, code), end; !code && entry != end; entry.increment(code)) {
    if (entry->path().extension() == ".csv") files.push_back(entry->path());
  }
  if (code) {
    *error = directory + ": " + code.message();
    return false;
  }
  if (files.empty()) {
    *error = directory + ": holds no *.csv";
    return false;
  }
  std::sort(files.begin(), files.end());
  for (std::size_t i = 0; i < files.size(); ++i) {
    Toss toss;
    std::string file_error;
    if (ReadToss(files[i].string(), &toss, &file_error)) {
      SolveTally tally;
      const TossErrors errors = ReplayToss(toss, options, &tally);
      summary->tosses.push_back({files[i].filename().string(), errors, tally.Unsolved()});
      summary->tally.Add(tally);
    } else {
      summary->file_errors.push_back(file_error);
    }
    if (progress) progress(static_cast<double>(i + 1) / static_cast<double>(files.size()));
  }
  summary->wall_time = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return true;
}

}  // namespace footing::tools
