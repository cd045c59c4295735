// Runs all contestants of a course over its problems, interleaved, and keeps what was seen.
#pragma once

#include <vector>

#include "tests/research/bench/courses/course.hpp"
#include "tests/support/random.hpp"

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
  // Problem `index` once more by all, in an order drawn anew: a solver that comes after its like finds
  // caches and predictors in order. Returns Footing's time [s].
  double Run(int index);
  // The first `problems` once more, caches flushed before each kernel.
  void RunFlushed(int problems);
  const Result& result() const { return result_; }

 private:
  double Try(std::size_t contestant, int index);
  // The first problems of a sequence, untimed: whoever has one alone shall know it from its first tick on.
  void LeadIn(std::size_t contestant, int index);
  void Prepare(std::size_t contestant, int index);
  static constexpr int kLeadIn = 20;  // problems
  Course& course_;
  double most_seconds_;
  Result result_;
  Random random_{1};
  std::vector<std::size_t> order_;
};

}  // namespace footing::bench
