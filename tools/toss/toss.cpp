#include "tools/toss/toss.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <string_view>

namespace footing::tools {

namespace {

constexpr std::string_view kHeader = "t,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz";
constexpr std::size_t kColumns = 14;
constexpr double kLargestValue = 1e3;  // in SI units, of anything a hand can throw
constexpr double kLongestGap = 1.0;    // s, between samples

using Row = std::array<double, kColumns>;

// Empty, or what is wrong with the line.
std::string ParseRow(const std::string& line, Row* row) {
  const char* at = line.c_str();
  for (std::size_t column = 0; column < kColumns; ++column) {
    char* end = nullptr;
    (*row)[column] = std::strtod(at, &end);
    if (end == at && *at == '\0') {
      return std::to_string(column) + " values where " + std::to_string(kColumns) + " are needed";
    }
    const bool last = column + 1 == kColumns;
    if (end == at || (*end != ',' && *end != '\0') || (last && *end != '\0')) {
      return last && end != at && *end == ',' ? "more than " + std::to_string(kColumns) + " values"
                                              : "value " + std::to_string(column + 1) + " is not a number";
    }
    if (!(std::abs((*row)[column]) <= kLargestValue)) {
      return "value " + std::to_string(column + 1) + " is not finite or beyond " +
             std::to_string(static_cast<int>(kLargestValue));
    }
    if (*end == '\0' && !last) {
      return std::to_string(column + 1) + " values where " + std::to_string(kColumns) + " are needed";
    }
    at = end + 1;
  }
  return {};
}

// Empty, or what is wrong with the values.
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

void DropLineEnd(std::string* line) {
  if (!line->empty() && line->back() == '\r') line->pop_back();
}

}  // namespace

bool ReadToss(const std::string& path, Toss* toss, std::string* error) {
  toss->clear();
  std::ifstream file(path);
  std::string line;
  int number = 0;
  const auto fail = [&](const std::string& why) {
    *error = path + ":" + std::to_string(number) + ": " + why;
    return false;
  };
  if (!file || !std::filesystem::is_regular_file(path)) return fail("cannot be read");
  ++number;
  if (!std::getline(file, line)) return fail("the file is empty");
  DropLineEnd(&line);
  if (line != kHeader) return fail("the header is not " + std::string(kHeader));
  while (std::getline(file, line)) {
    ++number;
    DropLineEnd(&line);
    if (line.empty() && file.peek() == std::ifstream::traits_type::eof()) break;
    Row row;
    std::string why = ParseRow(line, &row);
    if (why.empty()) why = AppendSample(row, toss);
    if (!why.empty()) return fail(why);
  }
  if (file.bad()) return fail("reading broke off");
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
