#include "tools/footing/scene/methods/eliminated_joints.hpp"

#include <Eigen/QR>
#include <cmath>

namespace footing::tools {

void RefuseBounds(const SceneRows& rows, SolverChoice method) {
  for (int k = 0; k < rows.problem.joint_rows; ++k) {
    if (!std::isfinite(rows.problem.lower[k]) && !std::isfinite(rows.problem.upper[k])) continue;
    throw ProblemError(std::string("not solved: ") + Name(method) +
                       " takes no stop, and no motor without gain; take cone or boxes");
  }
}

EliminatedJoints::EliminatedJoints(const SceneRows& rows, SolverChoice method)
    : contacts_(std::make_unique<Contacts>()) {
  RefuseBounds(rows, method);
  const SceneRows::Problem& all = rows.problem;
  const int n = 3 * all.contacts, joints = all.joint_rows;
  using Matrix = decltype(response_);
  Matrix jj(joints, joints), jc(joints, n);
  decltype(constant_) free(joints);
  for (int i = 0; i < joints; ++i) {
    for (int j = 0; j < joints; ++j) jj(i, j) = all.delassus(n + i, n + j);
    for (int j = 0; j < n; ++j) jc(i, j) = all.delassus(n + i, j);
    free[i] = all.free_velocity[n + i];
  }
  if (joints > 0) {
    const Eigen::CompleteOrthogonalDecomposition<Matrix> inverse(jj);
    response_ = inverse.solve(jc);
    constant_ = inverse.solve(free) / all.dt;
  }
  Contacts& out = *contacts_;
  out.contacts = all.contacts;
  out.dt = all.dt;
  for (int c = 0; c < all.contacts; ++c) {
    out.friction[c] = all.friction[c];
    out.normal_bias[c] = all.normal_bias[c];
  }
  for (int i = 0; i < n; ++i) {
    Real free_velocity = all.free_velocity[i];
    for (int k = 0; k < joints; ++k) free_velocity -= all.dt * jc(k, i) * constant_[k];
    out.free_velocity[i] = static_cast<double>(free_velocity);
    for (int j = 0; j <= i; ++j) {
      Real entry = all.delassus(i, j);
      for (int k = 0; k < joints; ++k) entry -= (jc(k, i) * response_(k, j) + jc(k, j) * response_(k, i)) / 2;
      out.delassus(i, j) = out.delassus(j, i) = static_cast<double>(entry);
    }
  }
  CompleteTangents(rows.plane, contacts_.get());
}

std::vector<double> EliminatedJoints::JointForces(const std::vector<Point>& force) const {
  std::vector<double> joint(static_cast<std::size_t>(constant_.size()));
  for (int k = 0; k < constant_.size(); ++k) {
    Real sum = -constant_[k];
    for (int j = 0; j < response_.cols(); ++j)
      sum -= response_(k, j) * force[static_cast<std::size_t>(j / 3)][j % 3];
    joint[static_cast<std::size_t>(k)] = static_cast<double>(sum);
  }
  return joint;
}

std::vector<long double> RowMotion(const SceneRows::Problem& problem, const std::vector<Point>& force,
                                   const std::vector<double>& joint_force) {
  const int n = 3 * problem.contacts;
  std::vector<long double> motion;
  for (int i = 0; i < problem.rows(); ++i) {
    long double sum = problem.free_velocity[i];
    for (int j = 0; j < problem.rows(); ++j) {
      const double f = j < n ? force[static_cast<std::size_t>(j / 3)][j % 3]
                             : joint_force[static_cast<std::size_t>(j - n)];
      sum += static_cast<long double>(problem.dt) * problem.delassus(i, j) * f;
    }
    motion.push_back(sum);
  }
  return motion;
}

}  // namespace footing::tools
