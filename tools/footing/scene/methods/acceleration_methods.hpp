// The papers' methods for accelerations and impacts, on a scene's rows.
#pragma once

#include "tools/footing/scene/methods/scene_methods.hpp"
#include "tools/footing/solve/answer/kept.hpp"

namespace footing::tools {

// Each fills status, pivots, residual, forces and the method's LCP. They throw ProblemError if the method
// does not take such rows.
//   SolveTrefny      Trefny eqs. 1 to 7; needs a scene of flat bodies without joints
//   SolveBaraffRows  Baraff sections 4 to 6; impulse along the ray where there are no forces
//   SolveBerard      eq. 23 in the plane; in space eq. 37 with request.directions, or eq. 30 if these are 0
void SolveTrefny(const Scene* scene, const SceneRows& rows, const SolveRequest& request, SceneAnswer* answer);
void SolveBaraffRows(const SceneRows& rows, const SolveRequest& request, SceneAnswer* answer);
void SolveBerard(const SceneRows& rows, const SolveRequest& request, SceneAnswer* answer);

// Copies a problem's rows. `free`: how many are equalities.
template <typename Problem>
void KeepLcp(const Problem& problem, int free, MethodLcp* lcp) {
  lcp->free = free;
  lcp->A.clear();
  lcp->b.clear();
  for (int i = 0; i < problem.size; ++i) {
    lcp->b.push_back(problem.b[i]);
    lcp->A.emplace_back();
    for (int j = 0; j < problem.size; ++j) lcp->A.back().push_back(problem.A(i, j));
  }
}

}  // namespace footing::tools
