// Tan, Siu, Liu figure 1(b), eqs. 7 to 10: four contacts among three systems, N and B block by block.
#include "core/assembly/system_stack.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "core/assembly/delassus.hpp"
#include "core/contact/friction_basis.hpp"
#include "tests/support/random.hpp"

namespace footing::system_stack_test {

constexpr int kSystems = 3;
constexpr int kContacts = 4;
constexpr int kSizes[kSystems] = {3, 6, 4};
constexpr int kFirst[kSystems] = {0, 3, 9};
constexpr int kDof = 13;
// The paper's eq. 8: which systems carry + and − at each contact.
constexpr int kPlus[kContacts] = {0, 0, 1, 1};
constexpr int kMinus[kContacts] = {2, 1, 2, 2};

using Stack = SystemStack<double, kDof, kContacts>;
using PointJacobian = Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 6>;
using Mass = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;
using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;

struct Scene {
  std::array<Mass, kSystems> mass;
  std::array<Vector, kSystems> velocity;
  std::array<Vector, kSystems> force;
  std::array<std::array<PointJacobian, kContacts>, kSystems> jacobian;  // J_ij
  std::array<Vector3<double>, kContacts> normal;
};

const Scene& RandomScene() {
  static Scene scene;
  Random random(7);
  for (unsigned i = 0; i < kSystems; ++i) {
    const int n = kSizes[i];
    scene.mass[i].resize(n, n);
    scene.velocity[i].resize(n);
    scene.force[i].resize(n);
    for (int r = 0; r < n; ++r) {
      scene.velocity[i][r] = random.Uniform(-1, 1);
      scene.force[i][r] = random.Uniform(-1, 1);
      for (int c = 0; c < n; ++c) scene.mass[i](r, c) = random.Uniform(1, 2);
    }
    for (auto& j : scene.jacobian[i]) {
      j.resize(3, n);
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < n; ++c) j(r, c) = random.Uniform(-1, 1);
      }
    }
  }
  for (auto& n : scene.normal) {
    n = {random.Uniform(-1, 1), random.Uniform(-1, 1), random.Uniform(-1, 1)};
    n /= std::sqrt(n.squaredNorm());
  }
  return scene;
}

int ChainParent(int i) { return i - 1; }

const Stack& Stacked(const Scene& scene) {
  static Stack stack;
  stack.Clear();
  std::array<int, kSystems> name{};
  for (unsigned i = 0; i < kSystems; ++i) {
    name[i] = stack.AddSystem(scene.mass[i], scene.velocity[i], scene.force[i], ChainParent);
    EXPECT_EQ(name[i], kFirst[i]);
  }
  for (unsigned j = 0; j < kContacts; ++j) {
    const int contact = stack.AddContact(scene.normal[j], 0.1 * j, 0.01 * j);
    EXPECT_EQ(contact, static_cast<int>(j));
    const auto plus = static_cast<unsigned>(kPlus[j]);
    const auto minus = static_cast<unsigned>(kMinus[j]);
    stack.Attach(contact, name[plus], 1.0, scene.jacobian[plus][j]);
    stack.Attach(contact, name[minus], -1.0, scene.jacobian[minus][j]);
  }
  return stack;
}

// Jᵀ x of eq. 8: entry `row` of system i's block at contact j.
double Block(const Scene& scene, int i, int j, int row, const Vector3<double>& x) {
  const auto& J = scene.jacobian[static_cast<unsigned>(i)][static_cast<unsigned>(j)];
  const double entry = J(0, row) * x[0] + J(1, row) * x[1] + J(2, row) * x[2];
  return i == kPlus[j] ? entry : i == kMinus[j] ? -entry : 0.0;
}

TEST(SystemStack, NormalAndFrictionBlocksAreThoseOfEquationEight) {
  const Scene& scene = RandomScene();
  const Stack& stack = Stacked(scene);
  ASSERT_EQ(stack.dof, kDof);
  ASSERT_EQ(stack.contacts, kContacts);
  const FrictionBasis<double, 8> basis;
  for (int i = 0; i < kSystems; ++i) {
    for (int row = 0; row < kSizes[i]; ++row) {
      for (int j = 0; j < kContacts; ++j) {
        const Matrix3<double>& frame = stack.frame[static_cast<unsigned>(j)];
        const int column = kFirst[i] + row;
        EXPECT_NEAR(stack.jacobian(3 * j, column),
                    Block(scene, i, j, row, scene.normal[static_cast<unsigned>(j)]), 1e-14);
        for (int k = 0; k < 8; ++k) {
          const Vector3<double> direction =
              basis.direction(k, 0) * frame.col(1) + basis.direction(k, 1) * frame.col(2);
          EXPECT_NEAR(basis.Along(k, stack.jacobian(3 * j + 1, column), stack.jacobian(3 * j + 2, column)),
                      Block(scene, i, j, row, direction), 1e-14);
        }
      }
    }
  }
}

TEST(SystemStack, MassIsBlockDiagonalAndBranchesStayApart) {
  const Scene& scene = RandomScene();
  const Stack& stack = Stacked(scene);
  for (int a = 0; a < kSystems; ++a) {
    for (int b = 0; b < kSystems; ++b) {
      for (int r = 0; r < kSizes[a]; ++r) {
        for (int c = 0; c < kSizes[b]; ++c) {
          const double expected = a == b ? scene.mass[static_cast<unsigned>(a)](r, c) : 0.0;
          EXPECT_EQ(stack.mass_matrix(kFirst[a] + r, kFirst[b] + c), expected);
        }
      }
    }
    const auto first = static_cast<unsigned>(kFirst[a]);
    EXPECT_EQ(stack.dof_parent[first], -1);
    EXPECT_EQ(stack.dof_parent[first + 1], static_cast<int>(first));
    for (int r = 0; r < kSizes[a]; ++r) {
      EXPECT_EQ(stack.velocity[kFirst[a] + r], scene.velocity[static_cast<unsigned>(a)][r]);
      EXPECT_EQ(stack.force[kFirst[a] + r], scene.force[static_cast<unsigned>(a)][r]);
    }
  }
  for (int j = 0; j < kContacts; ++j) {
    EXPECT_EQ(stack.friction[j], 0.1 * j);
    EXPECT_EQ(stack.normal_bias[j], 0.01 * j);
  }
}

TEST(SystemStack, TheWorldHasNoRows) {
  const Scene& scene = RandomScene();
  static Stack stack;
  stack.Clear();
  const int name = stack.AddSystem(scene.mass[0], scene.velocity[0], scene.force[0], ChainParent);
  const int contact = stack.AddContact(scene.normal[0], 0.5, 0.0);
  stack.Attach(contact, name, 1.0, scene.jacobian[0][0]);
  const Eigen::Matrix<double, 3, kDof, Eigen::RowMajor> before = stack.jacobian.topRows<3>();
  stack.Attach(contact, kWorld, -1.0, scene.jacobian[1][0]);
  EXPECT_EQ(before, (stack.jacobian.topRows<3>()));
  for (int column = 3; column < kDof; ++column) EXPECT_EQ(stack.jacobian(0, column), 0.0);
}

// Columns behind a system's, and parents that are none, touch nothing.
TEST(SystemStack, WhatIsOfNoSystemIsNotTouched) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const Scene& scene = RandomScene();
  static SystemStack<double, 6, 1, 1> stack;
  stack.Clear();
  stack.dof_parent.fill(1 << 20);
  stack.AddSystem(scene.mass[0], scene.velocity[0], scene.force[0], ChainParent);  // of three
  const Eigen::Matrix<double, 3, 6> wide = Eigen::Matrix<double, 3, 6>::Constant(kNan);
  const Eigen::Matrix<double, 6, 1> row = Eigen::Matrix<double, 6, 1>::Constant(kNan);
  stack.Attach(stack.AddContact(scene.normal[0], 0.5, 0.0), 0, 1.0, wide);
  stack.AttachJointRow(stack.AddJointRow(-1, 1, 0), 0, 1.0, row);
  for (const auto& touched : stack.touched) {
    for (unsigned j = 0; j < 6; ++j) EXPECT_EQ(touched[j], j < 3) << j;
  }
  for (int j = 3; j < 6; ++j) EXPECT_EQ(stack.jacobian(0, j), 0.0);
  stack.dof_parent[2] = 1 << 20;
  stack.Attach(0, 0, 1.0, wide);
  DelassusWorkspace<SystemStack<double, 6, 1, 1>> work;
  ContactProblem<double, 1, 1> problem;
  EXPECT_EQ(Assemble(stack, 0.001, work, problem), SolveStatus::kSingular);
}

TEST(SystemStack, WhatDoesNotFitIsRefused) {
  const Scene& scene = RandomScene();
  static Stack stack;
  stack = Stacked(scene);
  EXPECT_FALSE(stack.overfull);
  EXPECT_EQ(stack.AddSystem(scene.mass[0], scene.velocity[0], scene.force[0], ChainParent), kWorld);
  EXPECT_EQ(stack.dof, kDof);
  EXPECT_TRUE(stack.overfull);
  stack.overfull = false;
  EXPECT_EQ(stack.AddContact(scene.normal[0], 0.5, 0.0), -1);
  EXPECT_EQ(stack.contacts, kContacts);
  EXPECT_TRUE(stack.overfull);
  // Attaching to the refused contact's name changes nothing.
  const auto before = stack.jacobian;
  stack.Attach(-1, 0, 1.0, scene.jacobian[0][0]);
  EXPECT_EQ(before, stack.jacobian);
}

// A solve without the part that did not fit would be for another robot.
TEST(SystemStack, OverfullIsNotAssembled) {
  SystemStack<double, 3, 1, 1> stack;
  DelassusWorkspace<SystemStack<double, 3, 1, 1>> work;
  ContactProblem<double, 1, 1> problem;
  const Vector3<double> still = Vector3<double>::Zero();
  const auto fill = [&](int contacts, int rows) {
    stack.Clear();
    const int system =
        stack.AddSystem(Matrix3<double>::Identity(), still, Vector3<double>::UnitZ(), ChainParent);
    for (int c = 0; c < contacts; ++c)
      stack.Attach(stack.AddContact(Vector3<double>::UnitZ(), 0.5, 0), system, 1,
                   Matrix3<double>::Identity());
    for (int k = 0; k < rows; ++k)
      stack.AttachJointRow(stack.AddJointRow(0, 1, 0), system, 1, Vector3<double>::UnitX());
    return Assemble(stack, 1e-3, work, problem);
  };
  EXPECT_EQ(fill(1, 1), SolveStatus::kSolved);
  EXPECT_EQ(fill(2, 1), SolveStatus::kBadSize);
  EXPECT_EQ(problem.rows(), 0);
  EXPECT_EQ(fill(1, 2), SolveStatus::kBadSize);
  EXPECT_EQ(fill(1, 1), SolveStatus::kSolved);
}

TEST(SystemStack, RobotsDofsHangOnTheirBranch) {
  RobotModel<double, 5, 1> model;
  constexpr int kParents[5] = {0, 1, 0, 3, 2};
  for (unsigned j = 0; j < 5; ++j) model.joints[j].parent = kParents[j];
  const auto parent = DofParent(model);
  constexpr int kExpected[11] = {-1, 0, 1, 2, 3, 4, 5, 6, 5, 8, 7};
  for (int i = 0; i < 11; ++i) EXPECT_EQ(parent(i), kExpected[i]) << i;
}

}  // namespace footing::system_stack_test
