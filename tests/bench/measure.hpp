// Runs all contestants of a course over its problems, interleaved, and keeps what was seen.
#pragma once

#include <vector>

#include "tests/bench/course.hpp"

namespace footing::bench {

struct Row {
  std::string name;
  Role role = Role::kPeer;
  bool judged = false;
  std::vector<double> seconds;  // a problem's least of all passes; negative: not tried
  std::vector<double> flushed;  // after the caches were flushed
  std::vector<double> cones;    // of wrong answers
  long answers = 0;
  long wrong = 0;
  long own_wrong = 0;
  long claims = 0;
  long heap_calls = 0;  // most of one solve; −1: not counted
  double spent = 0;     // s, of all passes

  double Quantile(double share) const;  // of `seconds`; 0 where there are none
  double Median() const { return Quantile(0.5); }
  double MedianFlushed() const;
};

struct Result {
  std::string name;
  std::string title;
  std::vector<Row> rows;
  const Row* Find(const std::string& name) const;
  // Of Footing's own that with the fewest wrong answers, then the fastest.
  const Row* Best() const;
};

class Measurement {
 public:
  // A contestant stops after `most_seconds` of its own in the course.
  Measurement(Course* course, double most_seconds);
  // One more pass over problem `index` by all, each pass in another order; returns Footing's time [s].
  double Run(int pass, int index);
  // The first `problems` once more, caches flushed before each kernel.
  void RunFlushed(int problems);
  const Result& result() const { return result_; }

 private:
  void Prepare(std::size_t contestant, int index);
  Course& course_;
  double most_seconds_;
  Result result_;
};

}  // namespace footing::bench
