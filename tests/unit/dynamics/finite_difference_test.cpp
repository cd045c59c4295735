// ComputeDynamics against mechanics from first principles, on the A1 and on trees with branches.
//   kinematics: points against moved poses, their Jacobians and J̇ v against finite differences;
//   mass matrix: ½ vᵀ M v against the links' kinetic energy, every entry by polarization;
//   bias: against d'Alembert (momenta of the links, differenced) and against Lagrange (M differenced).
#include <gtest/gtest.h>

#include "core/dynamics/compute_dynamics.hpp"
#include "firmware/robots/a1/model.hpp"
#include "tests/support/oracles/cholesky.hpp"
#include "tests/support/oracles/reference_mechanics.hpp"
#include "tests/support/scenes/random_robot.hpp"
#include "tests/support/trials.hpp"

namespace footing::finite_difference_test {

using reference::DofVector;
using reference::FirstDifference;
using reference::Flow;
using reference::SecondDifference;
using reference::State;
using reference::ToVector;
using reference::Vector3;

constexpr double kGravity = 9.81;      // m/s²
constexpr int kStates = Trials(3, 1);  // of each robot

// Static, because the tree's 17 kB exceed a microcontroller's stack.
template <typename Model>
const DynamicsTerms<Model>& Compute(const Model& model, const State<Model>& state) {
  static DynamicsTerms<Model> terms;
  ComputeDynamics(model, state, kGravity, &terms);
  return terms;
}

template <typename Model>
DofVector<Model> Unit(int k) {
  DofVector<Model> unit = DofVector<Model>::Zero();
  unit[k] = 1.0;
  return unit;
}

// M v column by column, because a large matrix product may allocate.
template <typename Model>
DofVector<Model> Momentum(const Model& model, const State<Model>& state, const DofVector<Model>& velocity) {
  const auto& mass_matrix = Compute(model, state).mass_matrix;
  DofVector<Model> momentum = DofVector<Model>::Zero();
  for (int k = 0; k < Model::kDof; ++k) momentum += mass_matrix.col(k) * velocity[k];
  return momentum;
}

template <typename Model>
void CheckPoints(const Model& model, const State<Model>& state) {
  const DofVector<Model> velocity = reference::Velocity<Model>(state);
  double position_error = 0.0;
  double velocity_error = 0.0;
  double jacobian_error = 0.0;
  double acceleration_error = 0.0;
  const DynamicsTerms<Model>& terms = Compute(model, state);
  for (std::size_t p = 0; p < model.points.size(); ++p) {
    const Vector3 local = ToVector(model.points[p].position);
    const int body = model.points[p].body;
    const reference::Body moved = reference::MoveBody(model, state, body);
    const auto& point = terms.points[p];
    const Vector3 down(0, 0, -model.points[p].radius);  // from the ball's centre to where it touches
    // The centre on a path that starts at the state and keeps this generalized velocity, and how the body
    // turns.
    const auto along = [&](const DofVector<Model>& direction) {
      return [&, direction](double time) {
        return reference::MoveBody(model, Flow<Model>(state, direction, time), body).PositionOf(local);
      };
    };
    const auto turning = [&](const DofVector<Model>& direction) {
      return [&, direction](double time) {
        const State<Model> later = Flow<Model>(state, direction, time);
        return reference::MoveBody(model, reference::WithVelocity<Model>(later, direction), body)
            .angular_velocity;
      };
    };
    const Vector3 moving = moved.VelocityOf(local) + moved.angular_velocity.cross(down);
    position_error = Max(position_error, (point.position - moved.PositionOf(local) - down).norm());
    velocity_error = Max(velocity_error, (point.velocity - moving).norm());
    for (int k = 0; k < Model::kDof; ++k) {
      const Vector3 column =
          FirstDifference(along(Unit<Model>(k))) + turning(Unit<Model>(k))(0.0).cross(down);
      jacobian_error = Max(jacobian_error, (point.jacobian.col(k) - column).norm());
    }
    const Vector3 acceleration =
        SecondDifference(along(velocity)) + FirstDifference(turning(velocity)).cross(down);
    const double scale = 1.0 + acceleration.norm();
    acceleration_error = Max(acceleration_error, (point.bias_acceleration - acceleration).norm() / scale);
  }
  EXPECT_LT(position_error, 1e-13);
  EXPECT_LT(velocity_error, 1e-12);
  EXPECT_LT(jacobian_error, 1e-11);
  EXPECT_LT(acceleration_error, 1e-9);
}

template <typename Model>
void CheckMassMatrix(const Model& model, const State<Model>& state) {
  const auto energy = [&](const DofVector<Model>& velocity) {
    return reference::KineticEnergy(model, reference::WithVelocity<Model>(state, velocity));
  };
  const auto& mass_matrix = Compute(model, state).mass_matrix;
  double error = 0.0;
  double asymmetry = 0.0;
  for (int i = 0; i < Model::kDof; ++i) {
    for (int j = 0; j <= i; ++j) {
      const DofVector<Model> both = Unit<Model>(i) + Unit<Model>(j);
      const double entry = energy(both) - energy(Unit<Model>(i)) - energy(Unit<Model>(j));
      error = Max(error, Abs(mass_matrix(i, j) - entry));
      asymmetry = Max(asymmetry, Abs(mass_matrix(i, j) - mass_matrix(j, i)));
    }
  }
  EXPECT_LT(error, 1e-12 * mass_matrix.maxCoeff());
  EXPECT_EQ(asymmetry, 0.0);

  const DofVector<Model> velocity = reference::Velocity<Model>(state);
  const double expected = energy(velocity);
  EXPECT_NEAR(0.5 * velocity.dot(Momentum(model, state, velocity)), expected, 1e-12 * expected);
  DofVector<Model> unused;
  EXPECT_TRUE((SolveByCholesky<Model::kDof>(mass_matrix, velocity, &unused)));
}

template <typename Model>
void AddDriveFriction(const Model& model, const State<Model>& state, DofVector<Model>* bias) {
  for (std::size_t j = 0; j < model.joints.size(); ++j)
    (*bias)[6 + static_cast<Eigen::Index>(j)] += reference::DriveFriction(model, state, j);
}

// d'Alembert: the forces that the links' momenta and weights need at v̇ = 0, projected on each coordinate's
// motion.
template <typename Model>
DofVector<Model> BiasFromMomenta(const Model& model, const State<Model>& state) {
  const DofVector<Model> velocity = reference::Velocity<Model>(state);
  DofVector<Model> bias = DofVector<Model>::Zero();
  for (int b = 0; b < Model::kBodies; ++b) {
    const LinkInertia<double>& link = model.Link(b);
    const Vector3 com = ToVector(link.com);
    const auto later = [&](double time) {
      return reference::MoveBody(model, Flow<Model>(state, velocity, time), b);
    };
    const Vector3 acceleration = SecondDifference([&](double time) { return later(time).PositionOf(com); });
    const Vector3 force = link.mass * (acceleration + kGravity * Vector3::UnitZ());
    const Vector3 torque =
        FirstDifference([&](double time) { return reference::AngularMomentum(link, later(time)); });
    for (int k = 0; k < Model::kDof; ++k) {
      const auto moved = reference::MoveBody(model, reference::WithVelocity<Model>(state, Unit<Model>(k)), b);
      bias[k] += force.dot(moved.VelocityOf(com)) + torque.dot(moved.angular_velocity);
    }
  }
  AddDriveFriction(model, state, &bias);
  return bias;
}

// Lagrange with the base's rotation as a quasi-coordinate in world axes, L = T - V, η a rotation vector:
//   d/dt (M v) - [0, ω × (M v)_ω, 0] - ∂L/∂(position, η, joints)   at v̇ = 0.
template <typename Model>
DofVector<Model> BiasFromEnergies(const Model& model, const State<Model>& state) {
  const DofVector<Model> velocity = reference::Velocity<Model>(state);
  const auto momentum = [&](double time) {
    return Momentum(model, Flow<Model>(state, velocity, time), velocity);
  };
  DofVector<Model> bias = FirstDifference(momentum);
  const Vector3 angular_momentum = momentum(0.0).template segment<3>(3);
  bias.template segment<3>(3) -= Vector3(state.base_angular_velocity.cross(angular_momentum));
  for (int k = 0; k < Model::kDof; ++k) {
    bias[k] -= FirstDifference([&](double amount) {
      const State<Model> moved = Flow<Model>(state, Unit<Model>(k), amount);
      return reference::KineticEnergy(model, moved) - reference::PotentialEnergy(model, moved, kGravity);
    });
  }
  AddDriveFriction(model, state, &bias);
  return bias;
}

template <typename Model>
void CheckBias(const Model& model, const State<Model>& state) {
  const DofVector<Model> bias = Compute(model, state).bias;
  const double tolerance = 1e-9 * bias.norm();
  EXPECT_LT((bias - BiasFromMomenta(model, state)).norm(), tolerance);
  EXPECT_LT((bias - BiasFromEnergies(model, state)).norm(), tolerance);
}

// The energy grows by the power of the forces, less what the drives take. The path below has the motion's
// velocity and acceleration at time 0. Its error in the positions is even in time and drops out.
template <typename Model>
void CheckPower(const Model& model, const State<Model>& state, const DofVector<Model>& force) {
  const DofVector<Model> velocity = reference::Velocity<Model>(state);
  const DynamicsTerms<Model>& terms = Compute(model, state);
  DofVector<Model> acceleration;
  ASSERT_TRUE(
      (SolveByCholesky<Model::kDof>(terms.mass_matrix, DofVector<Model>(force - terms.bias), &acceleration)));
  const double power = FirstDifference([&](double time) {
    const DofVector<Model> later_velocity = velocity + time * acceleration;
    const State<Model> later =
        reference::WithVelocity<Model>(Flow<Model>(state, velocity, time), later_velocity);
    return reference::KineticEnergy(model, later) + reference::PotentialEnergy(model, later, kGravity);
  });
  DofVector<Model> friction = DofVector<Model>::Zero();
  AddDriveFriction(model, state, &friction);
  EXPECT_NEAR(power, velocity.dot(force - friction), 1e-8 * velocity.norm() * terms.bias.norm());
}

template <typename Model>
void CheckAll(const Model& model, Random& random) {
  for (int sample = 0; sample < kStates; ++sample) {
    const State<Model> state = RandomState<Model::kJoints>(random);
    CheckPoints(model, state);
    CheckMassMatrix(model, state);
    CheckBias(model, state);
    CheckPower(model, state, DofVector<Model>::Zero());
    DofVector<Model> force;
    for (int k = 0; k < Model::kDof; ++k) force[k] = random.Uniform(-1.0, 1.0);
    CheckPower(model, state, force);
  }
}

TEST(DynamicsFiniteDifference, UnitreeA1) {
  Random random(1);
  static constexpr auto kRobot = robots::A1::Model<double>();
  CheckAll(kRobot, random);
}

TEST(DynamicsFiniteDifference, TreeOf14JointsAnd24Points) {
  Random random(2);
  static RobotModel<double, 14, 24> tree;
  tree = RandomTree<14, 24>(random);
  CheckAll(tree, random);
}

TEST(DynamicsFiniteDifference, BareBase) {
  Random random(3);
  CheckAll(RandomTree<1, 2>(random), random);
}

}  // namespace footing::finite_difference_test
