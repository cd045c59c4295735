// The methods that a scene's rows can be solved by, each with the paper's own algorithm:
//   cone               velocity      circular cones; joints, motors and stops in the same solve (Trefny
//   section 2) newton-polyhedral  velocity      a pyramid of friction lemke              velocity      Tan,
//   Siu, Liu eq. 15 by Lemke's method mixed              velocity      Tan, Siu, Liu eq. 12: q̇⁺ and joint
//   forces are free unknowns dantzig            velocity      friction in boxes by Dantzig's pivoting boxes
//   velocity      friction in boxes; joints, motors and stops in the same solve trefny acceleration  no
//   friction: Trefny eqs. 1 to 7 baraff             acceleration  static and dynamic friction; point joints
//   and hinges are bilateral rows berard             acceleration  eq. 23, 30 or 37 by Lemke's method; modes
// Where a method has no joint rows, joints are eliminated first: G_cc − G_cj G_jj⁻¹ G_jc.
#pragma once

#include <memory>

#include "tools/footing/scene/scene_rows.hpp"
#include "tools/footing/solve/solve_problem.hpp"

namespace footing::tools {

// A dense LCP, or a mixed one, as a method set it up.
struct MethodLcp {
  Rows A;
  std::vector<double> b;
  int free = 0;  // the first rows are equalities of free unknowns
};

struct SceneAnswer {
  SolveStatus status = SolveStatus::kBadSize;
  std::string stage = "-";
  int pivots = 0;
  double residual = kInfinity<double>;
  double seconds = 0;               // in the solver alone
  std::vector<Point> force;         // of each contact along n, t1, t2: N, at impacts N s
  std::vector<double> joint_force;  // of each joint row
  std::vector<Point> motion;        // of each contact's rows, u or a, with these forces
  std::vector<std::string> modes;   // berard: a letter for each contact, as lcp_modes.hpp names them
  // baraff at accelerations, status kRay: the impulse that takes the place of forces that do not exist, and
  // the velocities after it.
  bool has_impulse = false;
  std::vector<Point> impulse;  // N s
  std::vector<double> joint_impulse;
  MethodLcp lcp;  // of mixed, lemke, trefny and berard
};

// Holds the memory of all methods that a run has asked for.
class SceneSolver {
 public:
  SceneSolver();
  ~SceneSolver();

  // Throws ProblemError if the method does not take such rows. The request's solver must be of the rows'
  // level: impacts are solved by methods of accelerations. Forces are zero after a refusal.
  SceneAnswer Solve(const Scene* scene, const SceneRows& rows, const SolveRequest& request);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace footing::tools
