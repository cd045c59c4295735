// Contacts without friction: w = A z + b, 0 ≤ w ⟂ z ≥ 0, A symmetric.
#pragma once

#include <memory>

#include "tests/research/bench/courses/course.hpp"

namespace footing::bench {

enum class LcpKind {
  kHalfActive,  // A = J Jᵀ of full rank; exactly half of the rows push
  kNormals,     // rank 18: contacts of a system of 18 dof at normals about one direction
  kSoles,       // rank 18: six soles of n/6 contacts each; the rows of each sole have rank three
  kHalfSolved,  // rank 18: b is made so that half of the rows push in one of many solutions
};

// n must be one of 4, 12, 24, 48, 96, 150.
std::unique_ptr<Course> LcpCourse(LcpKind kind, int n, int problems, std::uint64_t seed);

}  // namespace footing::bench
