// From a problem of a file to the solver that answers it, and back to the file's own terms.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/status.hpp"
#include "tools/footing/solve/file/problem_file.hpp"
#include "tools/footing/solve/solver_choice.hpp"

namespace footing::tools {

struct SolveRequest {
  SolverChoice solver = SolverChoice::kCone;  // of contacts; SolverOf says what lcp and boxed files take
  int directions = 4;  // of the pyramid, even, 4 to 16; 0: berard's pyramid of two axes
  int max_pivots = 0;  // 0: kDefaultPivots or kDefaultContactPivots
  double epsilon = 0;  // A_ii ← (1 + ε) A_ii before solving
  double restitution = -1;  // ≥ 0: of contacts, impacts one by one in place of a solve (pass_on_impacts.hpp)
};

inline int PivotsOr(int preset, const SolveRequest& request) {
  return request.max_pivots > 0 ? request.max_pivots : preset;
}

inline constexpr int kDefaultPivots = 200000;
inline constexpr int kDefaultContactPivots = 5000;
inline constexpr double kContactFileTolerance = 1e-7;  // limit of a solved contact answer's residual
inline constexpr int kLargestContactPivots = 32767;    // the solution counts them by stage in 16 bits

struct ContactAnswer {
  std::vector<std::array<double, 3>> forces;  // f_n, f_t1, f_t2 [N] along the file's tangents
  std::vector<double> v;                      // M⁻¹ (τ* + dt Jᵀ f), without ε
  bool certified = false;                     // true: by cone or dantzig, and what follows is set
  double cone_violation = 0;
  double slip_error = 0;
  int rank = 0;  // of cone alone
  std::vector<std::pair<std::string, int>> stage_pivots;  // of stages that took any
};

struct SolvedRows;  // scene/scene_answer_file.hpp

struct SolveAnswer {
  SolveStatus status = SolveStatus::kBadSize;
  std::string stage = "-";  // the stage that gave the answer
  int pivots = 0;
  double residual = 0;        // of the problem with ε
  double seconds = 0;         // in the solver alone
  std::vector<double> z;      // lcp: z, boxed: x; contact: empty
  std::vector<double> proof;  // if infeasibility is proven
  ContactAnswer contact;
  std::shared_ptr<const SolvedRows> rows;  // of a scene or a matrix
};

// "4 c 6 dof", or the number of rows.
std::string SizeOf(const ProblemFile& file);

// The solver that answers a file. In lcp and boxed files there is no friction: where contacts are asked to be
// solved by cone or newton-polyhedral, these files are solved by boxes.
SolverChoice SolverOf(const ProblemFile& file, const SolveRequest& request);

// Throws ProblemError if the solver does not take such a problem: a boxed one by lemke, one with findex by
// dantzig.
// The problem is solved only if Name(status) says so. Otherwise the vectors are the last iterate.
SolveAnswer SolveProblem(const ProblemFile& file, const SolveRequest& request);

// "solved"; "not found (ray)" if a method ended without an answer; otherwise Name(status).
std::string StatusWords(SolveStatus status);

}  // namespace footing::tools
