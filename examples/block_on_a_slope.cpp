// A block on a slope, one time step after another: one free body with four corner points (its lower face),
// and the contact solver between it and the ground. A robot with joints works the same way, with more in its
// RobotModel.
//
//   block_on_a_slope [SLOPE_DEGREES] [MU]
//
// The slope rises along x. The block slides if tan(slope) > μ.
#include <cstdio>
#include <cstdlib>

#include "core/assembly/normal_bias.hpp"
#include "core/assembly/time_step.hpp"
#include "core/dynamics/compute_dynamics.hpp"
#include "core/dynamics/integrate.hpp"

namespace {

using Scalar = double;
using Model = footing::RobotModel<Scalar, 0, 4>;  // no joints, four points that may touch
using Step = footing::TimeStep<Scalar, Model::kDof, Model::kPoints>;

constexpr Scalar kMass = 2;                    // kg
constexpr Scalar kHalf[3] = {0.1, 0.1, 0.05};  // m, half the block's sides
constexpr Scalar kDt = 0.001;                  // s
constexpr Scalar kGravity = 9.81;              // m/s²

constexpr Model Block() {
  constexpr Scalar kX2 = 4 * kHalf[0] * kHalf[0], kY2 = 4 * kHalf[1] * kHalf[1],
                   kZ2 = 4 * kHalf[2] * kHalf[2];
  Model model;
  model.base.mass = kMass;
  model.base.inertia = {
      kMass / 12 * (kY2 + kZ2), kMass / 12 * (kX2 + kZ2), kMass / 12 * (kX2 + kY2), 0, 0, 0};
  model.points = {{{0, {kHalf[0], -kHalf[1], -kHalf[2]}},
                   {0, {kHalf[0], kHalf[1], -kHalf[2]}},
                   {0, {-kHalf[0], -kHalf[1], -kHalf[2]}},
                   {0, {-kHalf[0], kHalf[1], -kHalf[2]}}}};
  return model;
}

}  // namespace

int main(int argc, char** argv) {
  const Scalar slope = (argc > 1 ? std::atof(argv[1]) : 20) * footing::kPi<Scalar> / 180;
  const Scalar mu = argc > 2 ? std::atof(argv[2]) : 0.3;
  constexpr Model kBlock = Block();

  // The block rests on the slope, turned with it.
  const footing::SinCosResult<Scalar> turn = footing::SinCos(slope);
  const footing::Vector3<Scalar> normal(-turn.sin, 0, turn.cos);
  footing::RobotState<Scalar, 0> state;
  state.base_position = kHalf[2] * normal;
  state.base_attitude = footing::Turned(state.base_attitude, footing::Vector3<Scalar>(0, -slope, 0));

  footing::DynamicsTerms<Model> terms;
  Step step;
  int unsolved = 0;
  for (int tick = 0; tick < 500; ++tick) {
    footing::ComputeDynamics(kBlock, state, kGravity, &terms);
    step.stack.Clear();
    const Eigen::Matrix<Scalar, 6, 1> force = -terms.bias;  // no actuators: τ − C, gravity in C
    const int block = step.stack.AddSystem(terms.mass_matrix, footing::GeneralizedVelocity(state), force,
                                           footing::DofParent(kBlock));
    for (const auto& point : terms.points) {
      const Scalar gap = normal.dot(point.position);
      const footing::NormalBiasOptions<Scalar> options{.error_reduction = 0.2, .largest_push = 0.1};
      const Scalar bias = footing::NormalBias(gap, normal.dot(point.velocity), kDt, options);
      const int contact = step.stack.AddContact(normal, mu, bias);
      step.stack.Attach(contact, block, Scalar(1), point.jacobian);
    }
    if (footing::StepVelocity(kDt, {}, step) != footing::SolveStatus::kSolved) ++unsolved;
    footing::Integrate(step.next_velocity, kDt, &state);
  }

  std::printf("slope %.1f°, μ %.2f, tan(slope) %.3f; after 0.5 s:\n", slope * 180 / footing::kPi<Scalar>, mu,
              turn.sin / turn.cos);
  for (unsigned c = 0; c < 4; ++c) {
    const auto& f = step.solution.force[c];
    std::printf("  corner %u: f_n %7.3f N   f_t %7.3f %7.3f N   %s\n", c, f[0], f[1], f[2],
                footing::Name(step.solution.mode[c]));
  }
  std::printf("speed %.4f m/s, expected %.4f; steps not solved %d\n", state.base_velocity.norm(),
              footing::Max(0.0, 0.5 * kGravity * (turn.sin - mu * turn.cos)), unsolved);
  return unsolved == 0 ? 0 : 1;
}
