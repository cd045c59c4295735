// A scene's contacts without its joints, for methods that have no joint rows:
//   G = G_cc − G_cj G_jj⁺ G_jc,   u_free = u_c − G_cj G_jj⁺ u_j,   f_j = −G_jj⁺ (G_jc f_c + u_j / dt)
#pragma once

#include <memory>

#include "tools/footing/scene/scene_rows.hpp"
#include "tools/footing/solve/solvers.hpp"

namespace footing::tools {

// Throws ProblemError if a joint row has a bound, as those of motors and stops.
void RefuseBounds(const SceneRows& rows, SolverChoice method);

class EliminatedJoints {
 public:
  // As RefuseBounds.
  EliminatedJoints(const SceneRows& rows, SolverChoice method);

  Contacts& contacts() { return *contacts_; }

  // The joints' forces for these contact forces.
  std::vector<double> JointForces(const std::vector<Point>& force) const;

 private:
  std::unique_ptr<Contacts> contacts_;
  using Real = long double;  // in double, light bodies between joints would lose their last digits
  Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic> response_;  // G_jj⁺ G_jc
  Eigen::Matrix<Real, Eigen::Dynamic, 1> constant_;               // G_jj⁺ u_j / dt
};

// Adds what missing tangents need: in the plane t2 gets the inertia of its normal and stays at rest. This
// leaves the other rows unchanged, and makes its force zero. A diagonal of zero becomes 1.
template <typename Problem>
void CompleteTangents(bool plane, Problem* problem) {
  for (int c = 0; plane && c < problem->contacts; ++c) {
    const double normal = problem->delassus(3 * c, 3 * c);
    problem->delassus(3 * c + 2, 3 * c + 2) = normal > 0 ? normal : 1.0;
  }
}

// u = dt G f + u_free of every row, in long double.
std::vector<long double> RowMotion(const SceneRows::Problem& problem, const std::vector<Point>& force,
                                   const std::vector<double>& joint_force);

}  // namespace footing::tools
