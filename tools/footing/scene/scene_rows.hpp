// The rows of a scene at one instant: contacts and joints, with the matrix and the constant terms that a
// paper's method needs.
//   level         unknowns            rows                                             source
//   velocity      f [N], a step dt    u = dt G f + u_free, u at the step's end         Tan, Siu, Liu eq. 15;
//                                                                                      Trefny section 2
//   acceleration  f [N]               a = A f + b, b = J M⁻¹ (F − ω × Iω) + J̇ q̇       Trefny section 1;
//   Baraff;
//                                                                                      Berard eq. 11
//   impact        j [N s]             v⁺ = A j + v                                     Baraff section 6
// A contact's rows are n, t1, t2; a joint's rows stand after all contacts.
#pragma once

#include "core/assembly/delassus.hpp"
#include "tools/footing/scene/shapes/touches.hpp"

namespace footing::tools {

enum class SceneLevel { kVelocity, kAcceleration, kImpact };

struct SceneRows {
  using Stack = SystemStack<double, 6 * kSceneBodies, kSceneContacts, kSceneJointRows>;
  using Problem = ContactProblem<double, kSceneContacts, kSceneJointRows>;

  SceneLevel level = SceneLevel::kVelocity;
  bool plane = false;
  std::vector<SceneTouch> touches;  // contact c of the problem
  std::vector<Eigen::Matrix3d> frames;
  Stack stack;
  DelassusWorkspace<Stack> work;
  Problem problem;
  // Of each contact:
  std::vector<Point> velocity;  // relative, along n, t1, t2, m/s
  std::vector<bool> slides;
  std::vector<double> kinetic_friction;  // μ_k; problem.friction has μ_s
  std::vector<double> correction;  // what error reduction adds to the normal row at accelerations, m/s²

  int dof() const { return plane ? 3 : 6; }
};

// Fills `rows` for the given contacts. `correct`: error reduction, restitution and open gaps take part; else
// all contacts and joints count as closed and exact, as in the papers. Returns the status of the assembly;
// kParallelEdges: two edges have no normal; kBadSize: more contacts or joint rows than fit.
SolveStatus FillRows(const Scene& scene, const std::vector<SceneTouch>& touches, SceneLevel level,
                     bool correct, SceneRows* rows);

// Rates of a contact's rows, J̇ q̇ along n, t1, t2 [m/s²] (Trefny section 1, Berard's h). A round surface
// counts by its centre, and its point of contact moves along it. The tangents' rates are those of a contact
// that does not slip: the turning of t1 and t2 has no part in them.
Point RowRates(const Scene& scene, const SceneTouch& touch, const Eigen::Matrix3d& frame);

}  // namespace footing::tools
