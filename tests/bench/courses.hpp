// All courses of the benchmark.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tests/bench/course.hpp"

namespace footing::bench {

struct CourseOptions {
  std::uint64_t seed = 1;
  double share = 1;  // of the problems
};

std::vector<std::unique_ptr<Course>> AllCourses(const CourseOptions& options);

// The control tick over a recorded trot, and the contact problems that it meets.
std::unique_ptr<Course> TickCourse(double seconds);

}  // namespace footing::bench
