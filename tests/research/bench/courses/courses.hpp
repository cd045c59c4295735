// All courses of the benchmark.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/contact/contact_problem.hpp"
#include "hal/record.hpp"
#include "tests/research/bench/courses/course.hpp"

namespace footing::bench {

struct CourseOptions {
  std::uint64_t seed = 1;
  double share = 1;  // of the problems
};

std::vector<std::unique_ptr<Course>> AllCourses(const CourseOptions& options);

// A simulated trot as the control side measures it.
std::vector<hal::Measurement> RecordTrot(double seconds);
// The control tick over such a record, and the contact problems that occur in its ticks.
std::unique_ptr<Course> TickCourse(std::vector<hal::Measurement> records);
std::vector<ContactProblem<double, 4>> ProblemsOf(const std::vector<hal::Measurement>& records);

}  // namespace footing::bench
