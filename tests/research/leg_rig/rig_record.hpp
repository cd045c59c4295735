// A recording of the leg on its slider: the columns of a CSV file, and what stands for the IMU that the rig
// lacks.
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace footing::leg_rig {

inline constexpr double kLink = 0.16;  // m, either link of the leg

class RigRecord {
 public:
  // False where the file is not there, or a row is not one number a column.
  bool Read(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line)) return false;
    std::vector<std::string> names;
    for (std::istringstream words(line); std::getline(words, line, ',');) names.push_back(line);
    while (std::getline(file, line)) {
      std::istringstream words(line);
      for (const std::string& name : names) {
        std::string word;
        std::getline(words, word, ',');
        char* end = nullptr;
        columns_[name].push_back(std::strtod(word.c_str(), &end));
        if (end == word.c_str()) return false;
      }
      ++rows_;
    }
    return true;
  }

  int rows() const { return rows_; }
  bool Has(const std::string& name) const { return columns_.contains(name); }
  double At(const std::string& name, int row) const {
    return columns_.at(name)[static_cast<std::size_t>(row)];
  }

 private:
  std::map<std::string, std::vector<double>> columns_;
  int rows_ = 0;
};

// m, of the base: as measured, or that of a leg whose foot is held to the sensor.
inline double Height(const RigRecord& record, int row) {
  if (record.Has("height_m")) return record.At("height_m", row);
  const double hip = record.At("q_hfe", row), knee = hip + record.At("q_kfe", row);
  return kLink * (std::cos(hip) + std::cos(knee));
}

// m/s², up: of the parabola that is fitted to the heights within 30 ms before and after (1 m/s² of noise). It
// has no lag, as an accelerometer has none.
inline double Acceleration(const RigRecord& record, int row) {
  constexpr int kHalf = 30;
  constexpr double kPeriod = 0.001;
  const int middle = std::clamp(row, kHalf, record.rows() - 1 - kHalf);
  double squares = 0, mean = 0, sum = 0, spread = 0;
  for (int k = -kHalf; k <= kHalf; ++k) mean += k * k / (2.0 * kHalf + 1);
  for (int k = -kHalf; k <= kHalf; ++k) {
    squares = k * k - mean;
    sum += squares * Height(record, middle + k);
    spread += squares * squares;
  }
  return 2 * sum / spread / (kPeriod * kPeriod);
}

// N, up, ground on foot: −J⁻ᵀ τ of a leg without mass, J of the foot against the base.
inline double StaticForce(const RigRecord& record, int row) {
  const double hip = record.At("q_hfe", row), knee = hip + record.At("q_kfe", row);
  const double x[2] = {-kLink * (std::cos(hip) + std::cos(knee)), -kLink * std::cos(knee)};
  const double z[2] = {kLink * (std::sin(hip) + std::sin(knee)), kLink * std::sin(knee)};
  const double tau[2] = {record.At("tau_hfe", row), record.At("tau_kfe", row)};
  return (x[1] * tau[0] - x[0] * tau[1]) / (x[0] * z[1] - x[1] * z[0]);
}

}  // namespace footing::leg_rig
