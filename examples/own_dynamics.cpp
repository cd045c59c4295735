// The contact solver with your own dynamics. A controller that already has its mass matrix, bias and
// Jacobians makes these calls in each tick, in float and with the board's capacities.
//
// A body of 12 kg stands on four point feet and is pushed forward at its centre of mass. The push grows by
// 50 N each second until the feet slip, at μ m g. Six degrees of freedom cannot tell the forces of four feet
// apart, so the margin is that of the forces which the solver chose (docs/margins.md).
#include <cmath>
#include <cstdio>

#include "core/margins/contact_margin.hpp"
#include "core/contact/solve_contacts.hpp"
#include "core/assembly/delassus.hpp"
#include "core/margins/least_wrench.hpp"

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

// This lives as long as the controller and takes 5 kB. On a board it is static, so that the linker counts it.
struct Contacts {
  using Stack = footing::SystemStack<Scalar, kDof, kFeet>;
  using Margins = footing::LeastWrench<Scalar, kFeet>;
  Stack stack;
  footing::DelassusWorkspace<Stack> delassus;
  footing::ContactProblem<Scalar, kFeet> problem;
  footing::ContactSolverState<Scalar, kFeet, 0, footing::SolverStages::kNewtonOnly>
      solver;  // keeps the last forces
  footing::ContactSolution<Scalar, kFeet> solution;
  footing::ModeReadings<Scalar, kFeet> modes;
  Margins margins;
  Margins::Columns wrench_velocity;
  footing::WrenchMargin<Scalar> margin;
};

// One tick: forces and modes of the coming step, and the smallest wrench on the body that changes a mode. If
// the status is not kSolved, the forces are the best admissible ones, and modes and margin must not be used.
footing::SolveStatus Predict(const Vector6& velocity, const Vector6& force, Contacts* m) {
  m->stack.Clear();
  const auto parent = [](int dof) { return dof - 1; };  // the parent of each dof: M is one branch
  const int robot = m->stack.AddSystem(yours::kInertia.asDiagonal().toDenseMatrix(), velocity, force, parent);
  for (const Vector3& foot : yours::kFoot) {
    const Scalar gap = 0;  // m, above the ground
    const int contact = m->stack.AddContact(Vector3::UnitZ(), kFriction, gap / kDt);
    m->stack.Attach(contact, robot, Scalar(1), yours::Jacobian(foot));
  }
  footing::SolveStatus status = footing::AssembleRows(m->stack, kDt, m->delassus, m->problem);
  if (status != footing::SolveStatus::kSolved) return status;
  constexpr footing::SolveOptions kOptions{.budget = 3};  // Newton steps: the bound on a tick
  status = footing::SolveContacts(m->problem, kOptions, m->solver, m->solution);
  if (status != footing::SolveStatus::kSolved) return status;
  footing::ReadContactModes(m->problem, m->solution, m->modes);
  footing::BaseWrench(m->stack, m->delassus, kDt, kLength, m->wrench_velocity);
  return m->margins.Find(m->problem, m->solution, m->wrench_velocity, kLength, m->margin,
                         m->solver.plain.FactorsOf(m->solution));
}

char Letter(footing::ContactMode mode) { return "snla?"[static_cast<int>(mode)]; }

}  // namespace

int main() {
  static Contacts contacts;
  std::printf("push [N]  modes  f_n [N]: front, rear  steps  margin [N]\n");
  int unsolved = 0;
  for (int tick = 0; tick < 5000; ++tick) {
    const Scalar push = 0.05f * static_cast<Scalar>(tick);
    Vector6 force;  // τ − C: the push, and gravity
    force << push, 0, -kWeight, 0, 0, 0;
    if (Predict(Vector6::Zero(), force, &contacts) != footing::SolveStatus::kSolved) {
      ++unsolved;  // a controller would keep its last answer
      continue;
    }
    const auto& solution = contacts.solution;
    const bool slips = contacts.modes[0].mode == footing::ContactMode::kSlide;
    if (slips || tick % 200 == 0) {
      std::printf("%8.2f  ", push);
      for (const auto& reading : contacts.modes) std::printf("%c", Letter(reading.mode));
      std::printf("   %8.2f %10.2f %6d  %10.2f\n", solution.force[0][0], solution.force[2][0],
                  solution.pivots, contacts.margin.size);
    }
    if (!slips) continue;
    const Scalar expected = kFriction * kWeight;
    std::printf("the feet slip at %.2f N; μ m g is %.2f N; not solved: %d ticks\n", push, expected, unsolved);
    return unsolved == 0 && std::abs(push - expected) <= 0.2f ? 0 : 1;
  }
  std::printf("the feet hold\n");
  return 1;
}
