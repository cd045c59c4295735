// Assemble and NextVelocity against dense matrices: eqs. 5, 9 and 14 of Tan, Siu, Liu.
#include "core/assembly/delassus.hpp"

#include <gtest/gtest.h>

#include "core/dynamics/compute_dynamics.hpp"
#include "core/dynamics/integrate.hpp"
#include "firmware/robots/a1/model.hpp"
#include "tests/support/scenes/dense_contacts.hpp"
#include "tests/support/scenes/random_contacts.hpp"
#include "tests/support/scenes/random_robot.hpp"
#include "tests/support/trials.hpp"

namespace footing::delassus_test {

constexpr int kDof = 18;
constexpr int kContacts = 4;

template <typename ScalarType, int kJointRows = 0>
struct Bench {
  using Scalar = ScalarType;
  SystemStack<Scalar, kDof, kContacts, kJointRows> stack;
  DelassusWorkspace<SystemStack<Scalar, kDof, kContacts, kJointRows>> work;
  ContactProblem<Scalar, kContacts, kJointRows> problem;
  DenseContacts<kDof, kContacts, kJointRows> dense;
  std::array<Vector3<Scalar>, kContacts> force;
  Eigen::Matrix<Scalar, kJointRows, 1> joint_force;
  decltype(SystemStack<Scalar, kDof, kContacts, kJointRows>::velocity) next;
};

template <typename Scalar, int kJointRows = 0>
Bench<Scalar, kJointRows>& Memory() {
  static Bench<Scalar, kJointRows> setup;
  return setup;
}

// `tolerance` is relative to the largest entry.
template <typename Scalar, int kJointRows>
void Check(Bench<Scalar, kJointRows>& s, Scalar dt, Real tolerance, Random& random) {
  ASSERT_EQ(Assemble(s.stack, dt, s.work, s.problem), SolveStatus::kSolved);
  ASSERT_TRUE(s.dense.Fill(s.stack, Real(dt)));
  ASSERT_EQ(s.problem.contacts, s.stack.contacts);
  EXPECT_EQ(s.problem.dt, dt);

  Real largest = 0;
  Real largest_free = 0;
  for (unsigned r = 0; r < s.dense.rows; ++r) {
    largest = std::max(largest, std::abs(s.dense.delassus[r][r]));
    largest_free = std::max(largest_free, std::abs(s.dense.free_velocity[r]));
  }
  for (unsigned r = 0; r < s.dense.rows; ++r) {
    const auto row = static_cast<int>(r);
    EXPECT_LE(std::abs(Real(s.problem.free_velocity[row]) - s.dense.free_velocity[r]),
              tolerance * largest_free);
    for (unsigned c = 0; c < s.dense.rows; ++c) {
      const auto column = static_cast<int>(c);
      EXPECT_LE(std::abs(Real(s.problem.delassus(row, column)) - s.dense.delassus[r][c]),
                tolerance * largest);
      EXPECT_EQ(s.problem.delassus(row, column), s.problem.delassus(column, row));
    }
  }
  for (int c = 0; c < s.stack.contacts; ++c) {
    EXPECT_EQ(s.problem.friction[c], s.stack.friction[c]);
    EXPECT_EQ(s.problem.normal_bias[c], s.stack.normal_bias[c]);
  }
  ASSERT_EQ(s.problem.joint_rows, s.stack.joint_rows);
  for (int k = 0; k < s.stack.joint_rows; ++k) {
    EXPECT_EQ(s.problem.lower[k], s.stack.lower[k]);
    EXPECT_EQ(s.problem.upper[k], s.stack.upper[k]);
  }

  // Eq. 9 as M q̇⁺ = τ* + dt Jᵀ f, with J's rows in the axes n, t1, t2. τ* is computed here.
  for (auto& f : s.force) {
    for (int k = 0; k < 3; ++k) f[k] = static_cast<Scalar>(random.Uniform(-30, 30));
  }
  for (int k = 0; k < kJointRows; ++k) s.joint_force[k] = static_cast<Scalar>(random.Uniform(-30, 30));
  NextVelocity(s.stack, s.work, dt, s.force, s.joint_force, s.next);
  for (int i = 0; i < s.stack.dof; ++i) {
    Real left = 0;
    Real right = Real(dt) * Real(s.stack.force[i]);
    Real size = std::abs(right);
    for (int j = 0; j < s.stack.dof; ++j) {
      left += Real(s.stack.mass_matrix(i, j)) * Real(s.next[j]);
      const Real momentum = Real(s.stack.mass_matrix(i, j)) * Real(s.stack.velocity[j]);
      right += momentum;
      size += std::abs(momentum) + std::abs(Real(s.stack.mass_matrix(i, j)) * Real(s.next[j]));
    }
    for (int r = 0; r < 3 * s.stack.contacts; ++r) {
      const Real impulse =
          Real(dt) * Real(s.stack.jacobian(r, i)) * Real(s.force[static_cast<unsigned>(r / 3)][r % 3]);
      right += impulse;
      size += std::abs(impulse);
    }
    for (int k = 0; k < s.stack.joint_rows; ++k) {
      const Real impulse =
          Real(dt) * Real(s.stack.jacobian(s.stack.kFirstJointRow + k, i)) * Real(s.joint_force[k]);
      right += impulse;
      size += std::abs(impulse);
    }
    EXPECT_LE(std::abs(left - right), tolerance * size);
  }
}

template <typename Scalar>
void CheckRandomMasses(Real tolerance) {
  Random random(11);
  Bench<Scalar>& s = Memory<Scalar>();
  for (int trial = 0; trial < Trials(50, 4); ++trial) {
    RandomSystem(6 + trial % 13, 1 + trial % 4, 1.0, random, &s.stack);
    for (int r = 0; r < 3 * s.stack.contacts; ++r)
      s.stack.velocity_offset[r] = static_cast<Scalar>(random.Uniform(-1, 1));
    Check(s, Scalar(0.004), tolerance, random);
  }
}

TEST(Delassus, DenseMassesDouble) { CheckRandomMasses<double>(1e-12L); }
TEST(Delassus, DenseMassesFloat) { CheckRandomMasses<float>(3e-4L); }

// Joint rows between a system and the world, added before, between and after the contacts.
template <typename Scalar>
void CheckJointRows(Real tolerance) {
  Random random(15);
  auto& s = Memory<Scalar, 5>();
  for (int trial = 0; trial < Trials(30, 3); ++trial) {
    const int rows = 5 - trial % 5;
    const int contacts = trial % (kContacts + 1);
    const int dof = 6 + trial % 13;
    RandomSystem(dof, contacts, 1.0, random, &s.stack);
    for (int k = 0; k < rows; ++k) {
      const auto wanted = static_cast<Scalar>(random.Uniform(-1, 1));
      ASSERT_EQ(s.stack.AddJointRow(k % 2 == 0 ? -kInfinity<Scalar> : Scalar(-k), Scalar(k), wanted), k);
      Eigen::Matrix<Scalar, Eigen::Dynamic, 1, 0, kDof, 1> row(dof);
      for (int j = 0; j < dof; ++j) row[j] = static_cast<Scalar>(random.Uniform(-1, 1));
      s.stack.AttachJointRow(k, 0, k % 2 == 0 ? Scalar(1) : Scalar(-1), row);
      s.stack.AttachJointRow(k, kWorld, Scalar(-1), row);
      for (int j = 0; j < dof; ++j) {
        EXPECT_EQ(s.stack.jacobian(s.stack.kFirstJointRow + k, j), k % 2 == 0 ? row[j] : -row[j]);
      }
      EXPECT_EQ(s.stack.velocity_offset[s.stack.kFirstJointRow + k], -wanted);
    }
    Check(s, Scalar(0.004), tolerance, random);
    if (rows < 5) continue;
    EXPECT_EQ(s.stack.AddJointRow(Scalar(-1), Scalar(1), Scalar(0)), -1);
    EXPECT_EQ(s.stack.joint_rows, 5);
  }
}

TEST(Delassus, JointRowsBesideContactsDouble) { CheckJointRows<double>(1e-12L); }
TEST(Delassus, JointRowsBesideContactsFloat) { CheckJointRows<float>(3e-4L); }

// Three systems and the world: bodies that share no contact must not affect each other.
TEST(Delassus, SeveralSystems) {
  Random random(12);
  Bench<double>& s = Memory<double>();
  for (int trial = 0; trial < Trials(30, 3); ++trial) {
    s.stack.Clear();
    std::array<int, 3> name{};
    for (int& n : name) n = AddBox({0.1, 0.2, 0.3}, random.Uniform(1, 3), random, &s.stack);
    constexpr int kPairs[4][2] = {{0, 2}, {0, 1}, {1, -1}, {2, -1}};
    for (const auto& pair : kPairs) {
      Vector3<double> normal(random.Uniform(-1, 1), random.Uniform(-1, 1), random.Uniform(0.2, 1));
      normal /= std::sqrt(normal.squaredNorm());
      const int c = s.stack.AddContact(normal, 0.5, 0.1);
      s.stack.Attach(c, name[static_cast<unsigned>(pair[0])], 1.0,
                     BodyPoint<double>(RandomArray(random, 0.3)));
      const int other = pair[1] < 0 ? kWorld : name[static_cast<unsigned>(pair[1])];
      s.stack.Attach(c, other, -1.0, BodyPoint<double>(RandomArray(random, 0.3)));
    }
    Check(s, 0.001, 1e-13L, random);
    for (int r = 0; r < 3; ++r) {  // contacts 1 and 3 share no system; 2 and 4 share none
      for (int c = 0; c < 3; ++c) {
        EXPECT_EQ(s.problem.delassus(r, 6 + c), 0.0);
        EXPECT_EQ(s.problem.delassus(3 + r, 9 + c), 0.0);
      }
    }
  }
}

template <typename Scalar>
void CheckA1(Real tolerance) {
  using Model = RobotModel<Scalar, 12, 4>;
  using KnownStack = SystemStack<Scalar, kDof, kContacts, 0, 9, 6>;  // as in the tick
  static const Model model = robots::A1::Model<Scalar>();
  static DynamicsTerms<Model> terms;
  static KnownStack known;
  static DelassusWorkspace<KnownStack> known_work;
  static ContactProblem<Scalar, kContacts> known_problem;
  Random random(13);
  Bench<Scalar>& s = Memory<Scalar>();
  for (int trial = 0; trial < Trials(30, 3); ++trial) {
    const RobotState<double, 12> wide = RandomState<12>(random);
    RobotState<Scalar, 12> state;
    state.base_attitude = wide.base_attitude.template cast<Scalar>();
    state.base_velocity = wide.base_velocity.template cast<Scalar>();
    state.base_angular_velocity = wide.base_angular_velocity.template cast<Scalar>();
    state.joint_position = wide.joint_position.template cast<Scalar>();
    state.joint_velocity = wide.joint_velocity.template cast<Scalar>();
    ComputeDynamics(model, state, Scalar(9.81), &terms);
    s.stack.Clear();
    const Eigen::Matrix<Scalar, 18, 1> force = -terms.bias;
    const int robot =
        s.stack.AddSystem(terms.mass_matrix, GeneralizedVelocity(state), force, DofParent(model));
    known.Clear();
    known.LendSystem(terms.mass_matrix, GeneralizedVelocity(state), force, DofParent(model));
    for (const auto& point : terms.points) {
      const int c = s.stack.AddContact(Vector3<Scalar>::UnitZ(), Scalar(0.6), Scalar(0));
      s.stack.Attach(c, robot, Scalar(1), point.jacobian);
      known.Attach(known.AddContact(Vector3<Scalar>::UnitZ(), Scalar(0.6), Scalar(0)), 0, Scalar(1),
                   point.jacobian);
    }
    Check(s, Scalar(0.001), tolerance, random);
    // What is known of the trunk and of a row's branch changes no bit.
    ASSERT_EQ(Assemble(known, Scalar(0.001), known_work, known_problem), SolveStatus::kSolved);
    EXPECT_EQ(known_problem.delassus, s.problem.delassus);
    EXPECT_EQ(known_problem.free_velocity, s.problem.free_velocity);
    decltype(s.next) next;
    NextVelocity(known, known_work, Scalar(0.001), s.force, s.joint_force, next);
    EXPECT_EQ(next, s.next);
    // A foot's rows touch the base and the leg.
    for (unsigned leg = 0; leg < 4; ++leg) {
      for (unsigned j = 0; j < 18; ++j) EXPECT_EQ(known.touched[leg][j], j < 6 || (j - 6) / 3 == leg);
    }
  }
}

TEST(Delassus, UnitreeA1Double) { CheckA1<double>(1e-11L); }
TEST(Delassus, UnitreeA1Float) { CheckA1<float>(1e-3L); }

TEST(Delassus, AMassThatIsNotPositiveIsRefused) {
  Random random(14);
  Bench<double>& s = Memory<double>();
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    RandomSystem(9, 3, 1.0, random, &s.stack);
    s.stack.mass_matrix(4, 4) = bad;
    EXPECT_EQ(Assemble(s.stack, 0.001, s.work, s.problem), SolveStatus::kSingular);
    EXPECT_EQ(s.problem.contacts, 0);
  }
}

// The contact moves with degree of freedom 1 alone, which hangs on 0. M⁻¹ is (1, −1; −1, 2).
TEST(Delassus, ARowOfZeroAtTheRootStillFeelsTheRoot) {
  Bench<double>& s = Memory<double>();
  const Eigen::Matrix2d mass{{2, 1}, {1, 1}};
  Eigen::Matrix<double, 3, 2> jacobian = Eigen::Matrix<double, 3, 2>::Zero();
  jacobian(2, 1) = 1;
  s.stack.Clear();
  const int system =
      s.stack.AddSystem(mass, Eigen::Vector2d(0, 0), Eigen::Vector2d(3, 0), [](int i) { return i - 1; });
  s.stack.Attach(s.stack.AddContact(Vector3<double>::UnitZ(), 0.5, 0), system, 1.0, jacobian);
  ASSERT_EQ(Assemble(s.stack, 0.5, s.work, s.problem), SolveStatus::kSolved);
  EXPECT_NEAR(s.problem.delassus(0, 0), 2.0, 1e-15);
  EXPECT_NEAR(s.problem.free_velocity[0], -1.5, 1e-15);
}

TEST(Delassus, OfALentMassMatrixIsThatOfACopy) {
  Random random(15);
  Bench<double>& s = Memory<double>();
  RandomSystem(kDof, 4, 0.0, random, &s.stack);
  ASSERT_EQ(Assemble(s.stack, 0.001, s.work, s.problem), SolveStatus::kSolved);
  const auto copied = s.problem.delassus;
  const auto lent = s.stack.mass_matrix;
  const auto velocity = s.stack.velocity, force = s.stack.force;
  const auto jacobian = s.stack.jacobian;
  s.stack.Clear();
  s.stack.mass_matrix.setZero();  // it is not read
  s.stack.LendSystem(lent, velocity, force, [](int i) { return i - 1; });
  for (int c = 0; c < 4; ++c) (void)s.stack.AddContact(Vector3<double>::UnitZ(), 0.5, 0);
  s.stack.jacobian = jacobian;
  s.stack.TouchAll();
  ASSERT_EQ(Assemble(s.stack, 0.001, s.work, s.problem), SolveStatus::kSolved);
  EXPECT_EQ(s.problem.delassus, copied);
}

}  // namespace footing::delassus_test
