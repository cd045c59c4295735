// Bodies held by joint rows alone, solved by Dantzig for one step, and the memory for that.
#pragma once

#include <gtest/gtest.h>

#include <array>

#include "core/assembly/delassus.hpp"
#include "core/assembly/joint_rows.hpp"
#include "core/lcp/dantzig.hpp"

namespace footing {

inline constexpr double kJointStep = 0.001;
inline constexpr double kJointGravity = 9.81;

template <typename ScalarType>
struct JointBench {
  static constexpr int kRows = 8;
  using Scalar = ScalarType;
  using Stack = SystemStack<Scalar, 12, 1, kRows>;
  Stack stack;
  DelassusWorkspace<Stack> work;
  ContactProblem<Scalar, 1, kRows> problem;
  BoxedLcpProblem<Scalar, kRows> lcp;
  DantzigWorkspace<Scalar, kRows> dantzig;
  LcpSolution<Scalar, kRows> solution;
  std::array<Vector3<Scalar>, 1> no_force;
  decltype(SystemStack<Scalar, 12, 1, kRows>::velocity) next;

  // Joint rows alone: a boxed LCP.
  void Solve() {
    ASSERT_EQ(Assemble(stack, Scalar(kJointStep), work, problem), SolveStatus::kSolved);
    lcp.size = problem.joint_rows;
    for (int i = 0; i < lcp.size; ++i) {
      for (int j = 0; j < lcp.size; ++j) lcp.A(i, j) = Scalar(kJointStep) * problem.delassus(i, j);
      lcp.b[i] = problem.free_velocity[i];
      lcp.lo[i] = problem.lower[i];
      lcp.hi[i] = problem.upper[i];
    }
    ASSERT_EQ(SolveDantzig(lcp, {200}, dantzig, solution), SolveStatus::kSolved);
    NextVelocity(stack, work, Scalar(kJointStep), no_force, solution.z, next);
  }
};

template <typename Scalar>
JointBench<Scalar>& EmptyJointBench() {
  static JointBench<Scalar> bench;
  bench.stack.Clear();
  return bench;
}

template <int kBodyDof, typename Scalar>
int AddBody(Scalar mass, Scalar inertia, JointBench<Scalar>* bench) {
  Eigen::Matrix<Scalar, kBodyDof, kBodyDof> M = Eigen::Matrix<Scalar, kBodyDof, kBodyDof>::Zero();
  Eigen::Matrix<Scalar, kBodyDof, 1> force = Eigen::Matrix<Scalar, kBodyDof, 1>::Zero();
  for (int k = 0; k < kBodyDof; ++k) M(k, k) = k < (kBodyDof + 1) / 2 ? mass : inertia;
  if (kBodyDof == 3) M(2, 2) = inertia;
  force[1] = -mass * Scalar(kJointGravity);  // y is up in both
  const Eigen::Matrix<Scalar, kBodyDof, 1> rest = Eigen::Matrix<Scalar, kBodyDof, 1>::Zero();
  return bench->stack.AddSystem(M, rest, force, [](int i) { return i - 1; });
}

}  // namespace footing
