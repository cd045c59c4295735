// The observer on an A1 that floats, turns and is pulled at its feet. The motion is integrated here, M v̇ = τ
// + Jᵀ f − bias, by a dense solve. The observer gets only what sensors would measure.
#include "core/estimation/joints/momentum_observer.hpp"

#include <gtest/gtest.h>

#include "core/dynamics/compute_dynamics.hpp"
#include "core/dynamics/integrate.hpp"
#include "firmware/robots/a1/model.hpp"
#include "tests/support/oracles/cholesky.hpp"
#include "tests/support/oracles/reference_mechanics.hpp"
#include "tests/support/scenes/random_robot.hpp"

namespace footing::momentum_observer_test {

using Model = RobotModel<double, 12, 4>;
using Observer = MomentumObserver<Model>;
using JointVector = Observer::JointVector;

constexpr double kGravity = 9.81;
constexpr double kPeriod = 0.001;
constexpr int kSubsteps = 8;

const Model& A1() {
  static const Model model = robots::A1::Model<double>();
  return model;
}

struct Simulation {
  RobotState<double, 12> state;
  DynamicsTerms<Model> terms;
  JointVector torque = JointVector::Zero();
  std::array<Vector3<double>, 4> force;
  JointVector contact_torque = JointVector::Zero();          // mean J_legᵀ f of the last period
  Vector3<double> specific_force = Vector3<double>::Zero();  // mean over the last period

  Simulation() {
    Random random(3);
    for (auto& f : force) f.setZero();
    state.base_velocity << 0.4, -0.2, 0.3;
    state.base_angular_velocity << 0.5, -0.8, 1.0;
    for (int j = 0; j < 12; ++j) {
      state.joint_position[j] = (j % 3 == 0 ? 0.1 : j % 3 == 1 ? 0.8 : -1.6) + random.Uniform(-0.1, 0.1);
      state.joint_velocity[j] = random.Uniform(-1, 1);
    }
    ComputeDynamics(A1(), state, kGravity, &terms);
  }

  // A spring and a damper hold each joint near its place; they are evaluated once a period.
  void Period() {
    for (int j = 0; j < 12; ++j) {
      const double home = j % 3 == 0 ? 0.1 : j % 3 == 1 ? 0.8 : -1.6;
      torque[j] = 30.0 * (home - state.joint_position[j]) - 1.0 * state.joint_velocity[j];
    }
    const Vector3<double> before = state.base_velocity;
    contact_torque.setZero();
    for (int i = 0; i < kSubsteps; ++i) Substep(kPeriod / kSubsteps);
    specific_force = (state.base_velocity - before) / kPeriod + Vector3<double>(0, 0, kGravity);
  }

  void Substep(double dt) {
    Eigen::Matrix<double, 18, 1> right = -terms.bias;
    for (int j = 0; j < 12; ++j) right[6 + j] += torque[j];
    for (unsigned foot = 0; foot < 4; ++foot) {
      for (int i = 0; i < 18; ++i) {
        const double share = terms.points[foot].jacobian.col(i).dot(force[foot]);
        right[i] += share;
        if (i >= 6) contact_torque[i - 6] += share / kSubsteps;
      }
    }
    Eigen::Matrix<double, 18, 1> acceleration;
    ASSERT_TRUE((SolveByCholesky<18>(terms.mass_matrix, right, &acceleration)));
    const Eigen::Matrix<double, 18, 1> velocity = GeneralizedVelocity(state) + dt * acceleration;
    Integrate(velocity, dt, &state);
    ComputeDynamics(A1(), state, kGravity, &terms);
  }

  void Show(Observer* observer) const {
    observer->Update(A1(), terms, torque, specific_force, JointVector::Zero(), kPeriod);
  }
};

Simulation& Fresh() {
  static Simulation simulation;
  simulation = Simulation();
  return simulation;
}

TEST(MomentumObserver, FindsTheTorqueOfTheFeetOnABaseThatTurnsAndAccelerates) {
  Simulation& simulation = Fresh();
  static Observer observer(100.0);
  observer = Observer(100.0);
  JointVector filtered = JointVector::Zero();  // the truth behind a first-order filter
  double worst = 0.0;
  for (int tick = 0; tick < 120; ++tick) {
    simulation.force[0] = {5.0, -3.0, 40.0};
    simulation.force[3] = {-4.0, 2.0, 60.0};
    simulation.Period();
    simulation.Show(&observer);
    filtered += (1.0 - std::exp(-100.0 * kPeriod)) * (simulation.contact_torque - filtered);
    if (tick < 80) continue;  // eight time constants, after which the start no longer matters
    for (int j = 0; j < 12; ++j) worst = std::fmax(worst, std::abs(observer.residual()[j] - filtered[j]));
  }
  EXPECT_GT(std::abs(simulation.contact_torque[2]), 3.0);
  EXPECT_GT(simulation.specific_force.norm(), 1.0);
  EXPECT_LE(worst, 0.15);  // N·m
}

TEST(MomentumObserver, FreeFlightLeavesNoResidual) {
  Simulation& simulation = Fresh();
  static Observer observer(100.0);
  observer = Observer(100.0);
  double worst = 0.0;
  for (int tick = 0; tick < 60; ++tick) {
    simulation.Period();
    simulation.Show(&observer);
    for (int j = 0; j < 12; ++j) worst = std::fmax(worst, std::abs(observer.residual()[j]));
  }
  EXPECT_LE(worst, 0.03);
}

// A step of force: the residual follows with 1 − e^(−K t), and the unfiltered residual follows at once.
TEST(MomentumObserver, AnswersAStepAtItsBandwidth) {
  constexpr double kBandwidth = 50.0;
  static Simulation pulled;
  pulled = Simulation();
  static Observer observer(kBandwidth);
  observer = Observer(kBandwidth);
  for (int tick = 0; tick < 20; ++tick) {
    pulled.Period();
    pulled.Show(&observer);
  }
  const JointVector before = observer.residual();
  pulled.force[1] = {0.0, 0.0, 80.0};
  for (int tick = 1; tick <= 40; ++tick) {
    pulled.Period();
    pulled.Show(&observer);
    const double truth = pulled.contact_torque[5];
    const double share = (observer.residual()[5] - before[5]) / truth;
    EXPECT_NEAR(share, 1.0 - std::exp(-kBandwidth * kPeriod * tick), 0.06) << tick;
    EXPECT_NEAR(observer.unfiltered()[5] / truth, 1.0, 0.06) << tick;
  }
}

// Σ c_pᵀ f_p = m_bvᵀ s + ṗ_b − h_bᵀ r for the six rows of the base, with h_b by a dense solve, though the
// rates that the momentum is made of are late by 5 ms: in the tick of a blow at a foot the joints alone miss
// most of it.
TEST(MomentumObserver, TheBalanceOfTheBaseNeedsNoTimelyRates) {
  Simulation& simulation = Fresh();
  static Observer observer(100.0);
  observer = Observer(100.0);
  JointVector late = simulation.state.joint_velocity;
  for (int tick = 0; tick < 40; ++tick) {
    simulation.force[0] = {5.0, -3.0, 40.0};
    simulation.force[2] = tick < 30 ? Vector3<double>::Zero() : Vector3<double>(10.0, 20.0, 90.0);
    simulation.Period();
    late += 0.18 * (simulation.state.joint_velocity - late);
    const JointVector ahead = simulation.state.joint_velocity - late;
    observer.Update(A1(), simulation.terms, simulation.torque, simulation.specific_force, ahead, kPeriod);
    ASSERT_EQ(observer.HasBaseRate(), tick > 0);
    if (tick < 2) continue;
    const auto& mass = simulation.terms.mass_matrix;
    const Eigen::Matrix<double, 12, 12> joints = mass.bottomRightCorner<12, 12>();
    for (int b = 0; b < 6; ++b) {
      const Eigen::Matrix<double, 12, 1> column = mass.col(b).tail<12>();
      Eigen::Matrix<double, 12, 1> response;
      ASSERT_TRUE((SolveByCholesky<12>(joints, column, &response)));
      double carried = 0.0;
      double told = b < 3 ? observer.base_rate().linear[b] : observer.base_rate().moment[b - 3];
      for (int k = 0; k < 3; ++k) told += mass(b, k) * simulation.specific_force[k];
      for (unsigned foot = 0; foot < 4; ++foot) {
        const auto& jacobian = simulation.terms.points[foot].jacobian;
        Vector3<double> seen = jacobian.col(b);
        for (int j = 0; j < 12; ++j) seen -= response[j] * jacobian.col(6 + j);
        carried += seen.dot(simulation.force[foot]);
      }
      for (int j = 0; j < 12; ++j) told -= response[j] * observer.unfiltered()[j];
      EXPECT_NEAR(told, carried, b < 3 ? 0.8 : 0.3) << tick << ' ' << b;  // N, N·m
      if (b == 2 && tick == 30) {
        EXPECT_GT(carried, 50.0);
        EXPECT_LT(std::abs(observer.unfiltered()[8]), 0.7 * std::abs(simulation.contact_torque[8]));
      }
    }
  }
}

TEST(MomentumObserver, StartsAnewFromTheResidualThatStands) {
  Simulation& simulation = Fresh();
  static Observer observer(100.0);
  observer = Observer(100.0);
  simulation.force[0] = {0.0, 0.0, 50.0};
  for (int tick = 0; tick < 20; ++tick) {
    simulation.Period();
    simulation.Show(&observer);
  }
  const JointVector stands = observer.residual();
  ASSERT_GT(stands.norm(), 1.0);
  observer.Reset();
  for (int tick = 0; tick < 50; ++tick) simulation.Period();  // the observer does not see these
  simulation.Show(&observer);
  EXPECT_EQ(observer.residual(), stands);
  EXPECT_EQ(observer.unfiltered(), stands);
  for (int tick = 0; tick < 100; ++tick) {
    simulation.Period();
    simulation.Show(&observer);
  }
  EXPECT_LE((observer.residual() - simulation.contact_torque).norm(), 0.1 * simulation.contact_torque.norm());
}

// ∂T/∂q_j at fixed ω, in the frame that moves with the base's origin, where the base's velocity is zero.
TEST(MomentumObserver, KineticGradientIsTheEnergysSlope) {
  Random random(8);
  static DynamicsTerms<Model> terms;
  for (int trial = 0; trial < 3; ++trial) {
    RobotState<double, 12> state = RandomState<12>(random);
    ComputeDynamics(A1(), state, kGravity, &terms);
    const JointVector gradient = Observer::KineticGradient(terms);
    state.base_velocity.setZero();
    for (int j = 0; j < 12; ++j) {
      const double slope = reference::FirstDifference([&](double shift) {
        RobotState<double, 12> moved = state;
        moved.joint_position[j] += shift;
        return reference::KineticEnergy(A1(), moved);
      });
      EXPECT_NEAR(gradient[j], slope, 1e-7) << j;
    }
  }
}

// p_j = ∂T/∂q̇_j in the same frame.
TEST(MomentumObserver, MomentumIsTheEnergysSlopeInTheJointRates) {
  Random random(9);
  static DynamicsTerms<Model> terms;
  RobotState<double, 12> state = RandomState<12>(random);
  ComputeDynamics(A1(), state, kGravity, &terms);
  const JointVector momentum = Observer::Momentum(terms);
  state.base_velocity.setZero();
  for (int j = 0; j < 12; ++j) {
    const double slope = reference::FirstDifference([&](double shift) {
      RobotState<double, 12> moved = state;
      moved.joint_velocity[j] += shift;
      return reference::KineticEnergy(A1(), moved);
    });
    EXPECT_NEAR(momentum[j], slope, 1e-8) << j;
  }
}

}  // namespace footing::momentum_observer_test
