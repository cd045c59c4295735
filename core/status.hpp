// How a solve can end. Every solver and every assembly returns one of these. Its docstring says
// what the outputs hold for each status.
#pragma once

#include <cstdint>

namespace footing {

enum class [[nodiscard]] SolveStatus : std::uint8_t {
  kSolved,         // the residual, recomputed from the untouched input, is within tolerance
  kPivotBudget,    // the pivot budget ran out first
  kRay,            // an unbounded ray: no solution was found this way; proves nothing
  kInaccurate,     // the method ended, but the recomputed residual is too large
  kNotFinite,      // refused: the input holds NaN or infinity, or dt ≤ 0
  kBadSize,        // refused: a size is negative or above the capacity
  kBadBounds,      // refused: lo > hi, both at the same infinity, or an option outside its range
  kNotSymmetric,   // refused: a matrix that must be symmetric is not
  kBadFriction,    // refused: a friction coefficient is negative, or given slip has no direction
  kSingular,       // during the solve a matrix proved singular, or not positive definite
  kInfeasible,     // proven: no forces keep all conditions, and a vector shows it
  kParallelEdges,  // refused: two edges too nearly parallel to have a normal
  kOutOfOrder,     // refused: a call came before one that it needs
  kBadNormal,      // refused: a contact's normal is not a unit vector
};
inline constexpr int kStatusCount = 14;

// Whether the input was refused before any solve was tried.
constexpr bool IsRefusal(SolveStatus status) {
  switch (status) {
    case SolveStatus::kNotFinite:
    case SolveStatus::kBadSize:
    case SolveStatus::kBadBounds:
    case SolveStatus::kNotSymmetric:
    case SolveStatus::kBadFriction:
    case SolveStatus::kParallelEdges:
    case SolveStatus::kOutOfOrder:
    case SolveStatus::kBadNormal: return true;
    default: return false;
  }
}

constexpr const char* Name(SolveStatus status) {
  switch (status) {
    case SolveStatus::kSolved: return "solved";
    case SolveStatus::kPivotBudget: return "pivot budget";
    case SolveStatus::kRay: return "ray";
    case SolveStatus::kInaccurate: return "inaccurate";
    case SolveStatus::kNotFinite: return "not finite";
    case SolveStatus::kBadSize: return "bad size";
    case SolveStatus::kBadBounds: return "bad bounds";
    case SolveStatus::kNotSymmetric: return "not symmetric";
    case SolveStatus::kBadFriction: return "bad friction";
    case SolveStatus::kSingular: return "singular";
    case SolveStatus::kInfeasible: return "proven infeasible";
    case SolveStatus::kParallelEdges: return "parallel edges";
    case SolveStatus::kOutOfOrder: return "out of order";
    case SolveStatus::kBadNormal: return "bad normal";
  }
  return "?";
}

}  // namespace footing
