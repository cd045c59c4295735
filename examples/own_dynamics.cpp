// The contact solver with your own dynamics. A controller that already has its mass matrix, bias and
// Jacobians makes these calls in each tick, in float and with the board's capacities.
//
// A body of 12 kg stands on four point feet and is pushed forward at its centre of mass. The push grows by
// 50 N each second until the feet slip, at μ m g. Six degrees of freedom cannot tell the forces of four feet
// apart, so the margin is that of the forces which the solver chose (docs/margins.md).
#include <cmath>
#include <cstdio>

#include "core/solver/contact_solver.hpp"

namespace {

using Scalar = float;
using Vector3 = footing::Vector3<Scalar>;
using Vector6 = Eigen::Matrix<Scalar, 6, 1>;

constexpr int kDof = 6, kFeet = 4;
constexpr Scalar kDt = 0.001f;          // s
constexpr Scalar kLength = 0.2f;        // m: a moment of 1 N m counts as 5 N
constexpr Scalar kWeight = 12 * 9.81f;  // N
constexpr Scalar kFriction = 0.4f;

// This stands for your own library: Pinocchio, RBDL or generated code.
namespace yours {
const Vector6 kInertia(12, 12, 12, 0.2f, 0.4f, 0.5f);  // M's diagonal, kg and kg m²; force before moment
const Vector3 kFoot[kFeet] = {
    {0.18f, 0.13f, -0.28f}, {0.18f, -0.13f, -0.28f}, {-0.18f, 0.13f, -0.28f}, {-0.18f, -0.13f, -0.28f}};

Eigen::Matrix<Scalar, 3, kDof> Jacobian(const Vector3& r) {  // of v + ω × r, world axes
  Eigen::Matrix<Scalar, 3, kDof> jacobian;
  jacobian << 1, 0, 0, 0, r[2], -r[1], 0, 1, 0, -r[2], 0, r[0], 0, 0, 1, r[1], -r[0], 0;
  return jacobian;
}
}  // namespace yours

// Lives as long as the controller; 5 kB. Static on a board, so that the linker counts it.
using Solver = footing::ContactSolver<Scalar, kDof, kFeet, 0, footing::SolverStages::kNewtonOnly>;

// One tick: forces and modes of the coming step, and the smallest wrench on the body that changes a mode.
// Where it is not solved, the forces are the best admissible ones, and modes and margin are not to be used.
footing::SolveStatus Predict(const Vector6& velocity, const Vector6& force, Solver& solver,
                             footing::WrenchMargin<Scalar>& margin) {
  solver.Begin(kDt);
  solver.SetDynamics(yours::kInertia.asDiagonal().toDenseMatrix(), velocity, force);
  for (int foot = 0; foot < kFeet; ++foot) {
    const Scalar gap = 0;  // m, above the ground
    solver.AddContact({.id = foot,
                       .normal = Vector3::UnitZ(),
                       .jacobian = yours::Jacobian(yours::kFoot[foot]),
                       .friction = kFriction,
                       .gap = gap});
  }
  const footing::SolveStatus status = solver.Solve({.budget = 3});  // Newton steps: the bound on a tick
  return status == footing::SolveStatus::kSolved ? solver.LeastWrench(kLength, margin) : status;
}

char Letter(footing::ContactMode mode) { return "snla?"[static_cast<int>(mode)]; }

}  // namespace

int main() {
  static Solver solver;
  footing::WrenchMargin<Scalar> margin;
  std::printf("push [N]  modes  f_n [N]: front, rear  steps  margin [N]\n");
  int unsolved = 0;
  for (int tick = 0; tick < 5000; ++tick) {
    const Scalar push = 0.05f * static_cast<Scalar>(tick);
    Vector6 force;  // τ − C: the push, and gravity
    force << push, 0, -kWeight, 0, 0, 0;
    if (Predict(Vector6::Zero(), force, solver, margin) != footing::SolveStatus::kSolved) {
      ++unsolved;  // a controller would hold on to what it had
      continue;
    }
    const bool slips = solver.mode(0) == footing::ContactMode::kSlide;
    if (slips || tick % 200 == 0) {
      std::printf("%8.2f  ", push);
      for (int foot = 0; foot < kFeet; ++foot) std::printf("%c", Letter(solver.mode(foot)));
      std::printf("   %8.2f %10.2f %6d  %10.2f\n", solver.force(0)[0], solver.force(2)[0],
                  solver.solution().pivots, margin.size);
    }
    if (!slips) continue;
    const Scalar expected = kFriction * kWeight;
    std::printf("the feet slip at %.2f N; μ m g is %.2f N; not solved: %d ticks\n", push, expected, unsolved);
    return unsolved == 0 && std::abs(push - expected) <= 0.2f ? 0 : 1;
  }
  std::printf("the feet hold\n");
  return 1;
}
