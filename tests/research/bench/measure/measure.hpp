// Runs all contestants of a course over its problems, interleaved, and keeps the measurements.
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
  long heap_calls = 0;  // the most in one solve; −1: not counted
  double spent = 0;     // s, over all passes

  double Quantile(double share) const;  // of `seconds`; 0 where there are none
  double Median() const { return Quantile(0.5); }
  double MedianFlushed() const;
};

struct Result {
  std::string name;
  std::string title;
  std::vector<Row> rows;
  const Row* Find(const std::string& name) const;
  // The row of Footing's solvers with the fewest wrong answers; among equals, the fastest.
  const Row* Best() const;
};

class Measurement {
 public:
  // A contestant stops once its own time in the course exceeds `most_seconds`.
  Measurement(Course* course, double most_seconds);
  // Runs problem `index` once more with all contestants, in a newly drawn order: a solver that runs after a
  // similar one finds caches and branch predictors prepared. Returns Footing's time [s].
  double Run(int index);
  // Runs the first `problems` once more, with the caches flushed before each kernel.
  void RunFlushed(int problems);
  const Result& result() const { return result_; }

 private:
  double Try(std::size_t contestant, int index);
  // Runs the first problems of a sequence untimed. A contestant that has a sequence alone then has warm
  // caches and predictors from the first timed tick on.
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
