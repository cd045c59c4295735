// What a solver did over many problems of one class.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/research/survey/grade.hpp"

namespace footing::survey {

struct Exception {
  std::uint64_t index;
  std::string status;
  bool claimed;
  Certificate certificate;
};

struct Tally {
  long problems = 0;
  long claimed = 0;
  long certified = 0;
  long wrong = 0;               // claimed, but not certified
  long nearly = 0;              // certified at kLooseTolerance
  std::vector<int> pivots;      // the core's solvers only
  long infeasible = 0;          // proven so, the proof verified
  long unproven = 0;            // said to be infeasible, but the proof fails
  std::array<long, 3> modes{};  // contacts by ContactMode, of the core's claims
  std::vector<float> own_cone;  // of each claimed solution
  std::vector<float> circular;  // the same, against the circular cone
  std::vector<Exception> exceptions;
  double seconds = 0;

  void Take(std::uint64_t index, bool claims, const char* status, const Grade& grade) {
    ++problems;
    claimed += claims ? 1 : 0;
    certified += grade.certified ? 1 : 0;
    nearly += grade.nearly ? 1 : 0;
    wrong += claims && !grade.certified ? 1 : 0;
    if (claims) {
      own_cone.push_back(static_cast<float>(grade.cone));
      circular.push_back(static_cast<float>(grade.circular));
    }
    if (!claims || !grade.certified) exceptions.push_back({index, status, claims, grade.certificate});
  }

  void Join(const Tally& other) {
    problems += other.problems;
    claimed += other.claimed;
    certified += other.certified;
    wrong += other.wrong;
    nearly += other.nearly;
    infeasible += other.infeasible;
    unproven += other.unproven;
    for (std::size_t k = 0; k < modes.size(); ++k) modes[k] += other.modes[k];
    seconds += other.seconds;
    pivots.insert(pivots.end(), other.pivots.begin(), other.pivots.end());
    own_cone.insert(own_cone.end(), other.own_cone.begin(), other.own_cone.end());
    circular.insert(circular.end(), other.circular.begin(), other.circular.end());
    exceptions.insert(exceptions.end(), other.exceptions.begin(), other.exceptions.end());
  }
};

// The median and the largest of `values`; both are zero if there are none.
struct Spread {
  double median = 0;
  double worst = 0;
};
template <typename Number>
Spread SpreadOf(std::vector<Number> values) {
  if (values.empty()) return {};
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return {static_cast<double>(*middle), static_cast<double>(*std::max_element(values.begin(), values.end()))};
}

}  // namespace footing::survey
