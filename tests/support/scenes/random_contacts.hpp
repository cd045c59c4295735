// Contact scenes of several kinds, written directly into a stack.
#pragma once

#include <cmath>

#include "core/assembly/system_stack.hpp"
#include "tests/support/random.hpp"

namespace footing {

// Adds a box of half sizes `half` and mass `mass` as one system, and returns its name. World axes.
template <typename Stack>
int AddBox(const std::array<double, 3>& half, double mass, Random& random, Stack* stack) {
  using Scalar = typename Stack::Scalar;
  Eigen::Matrix<Scalar, 6, 6> M = Eigen::Matrix<Scalar, 6, 6>::Zero();
  Eigen::Matrix<Scalar, 6, 1> velocity;
  Eigen::Matrix<Scalar, 6, 1> force;
  for (int k = 0; k < 3; ++k) {
    const double a = half[static_cast<unsigned>((k + 1) % 3)];
    const double b = half[static_cast<unsigned>((k + 2) % 3)];
    M(k, k) = static_cast<Scalar>(mass);
    M(3 + k, 3 + k) = static_cast<Scalar>(mass * (a * a + b * b) / 3.0);
    velocity[k] = static_cast<Scalar>(random.Uniform(-1, 1));
    velocity[3 + k] = static_cast<Scalar>(random.Uniform(-2, 2));
    force[k] = static_cast<Scalar>(random.Uniform(-5, 5) - (k == 2 ? 9.81 * mass : 0.0));
    force[3 + k] = static_cast<Scalar>(random.Uniform(-1, 1));
  }
  return stack->AddSystem(M, velocity, force, [](int i) { return i - 1; });
}

// The Jacobian of a body's point at `r` from its centre.
template <typename Scalar>
Eigen::Matrix<Scalar, 3, 6> BodyPoint(const std::array<double, 3>& r) {
  const auto x = static_cast<Scalar>(r[0]);
  const auto y = static_cast<Scalar>(r[1]);
  const auto z = static_cast<Scalar>(r[2]);
  Eigen::Matrix<Scalar, 3, 6> J;
  J << 1, 0, 0, 0, z, -y,  //
      0, 1, 0, -z, 0, x,   //
      0, 0, 1, y, -x, 0;
  return J;
}

inline double RandomFriction(Random& random) {
  const double mu = random.Uniform(-0.2, 1.2);
  return mu < 0.0 ? 0.0 : mu;
}

// A box on flat ground with `corners` of its eight corners as contacts (the lower four first): rank at most
// 6.
template <typename Stack>
void BoxOnGround(int corners, Random& random, Stack* stack) {
  using Scalar = typename Stack::Scalar;
  stack->Clear();
  const std::array<double, 3> half = {random.Uniform(0.05, 0.3), random.Uniform(0.05, 0.3),
                                      random.Uniform(0.05, 0.3)};
  const int box = AddBox(half, random.Uniform(0.5, 5), random, stack);
  const double mu = RandomFriction(random);
  for (int c = 0; c < corners; ++c) {
    const int contact = stack->AddContact(Vector3<Scalar>::UnitZ(), static_cast<Scalar>(mu), Scalar(0));
    stack->Attach(contact, box, Scalar(1),
                  BodyPoint<Scalar>({c % 2 == 0 ? half[0] : -half[0], c % 4 < 2 ? half[1] : -half[1],
                                     c < 4 ? -half[2] : half[2]}));
  }
}

// The same contact `times` times, on a box with other contacts of any normal.
template <typename Stack>
void Duplicates(int times, int others, Random& random, Stack* stack) {
  using Scalar = typename Stack::Scalar;
  BoxOnGround(0, random, stack);
  std::array<double, 3> r{};
  Vector3<Scalar> normal = Vector3<Scalar>::UnitZ();
  const double mu = RandomFriction(random);
  for (int c = 0; c < times + others; ++c) {
    if (c == 0 || c >= times) {
      for (double& component : r) component = random.Uniform(-0.3, 0.3);
      const double tilt = random.Uniform(-0.7, 0.7);
      normal = {static_cast<Scalar>(std::sin(tilt)), Scalar(0), static_cast<Scalar>(std::cos(tilt))};
    }
    const int contact = stack->AddContact(normal, static_cast<Scalar>(mu), Scalar(0));
    stack->Attach(contact, 0, Scalar(1), BodyPoint<Scalar>(r));
  }
}

// A box on a box on the ground, four contacts each.
template <typename Stack>
void BoxOnBox(Random& random, Stack* stack) {
  using Scalar = typename Stack::Scalar;
  stack->Clear();
  const std::array<double, 3> half = {0.2, 0.15, 0.1};
  const int lower = AddBox(half, random.Uniform(0.5, 5), random, stack);
  const int upper = AddBox(half, random.Uniform(0.5, 5), random, stack);
  for (int c = 0; c < 8; ++c) {
    const double x = c % 2 == 0 ? half[0] : -half[0];
    const double y = c % 4 < 2 ? half[1] : -half[1];
    const int contact =
        stack->AddContact(Vector3<Scalar>::UnitZ(), static_cast<Scalar>(RandomFriction(random)), Scalar(0));
    if (c < 4) {
      stack->Attach(contact, lower, Scalar(1), BodyPoint<Scalar>({x, y, -half[2]}));
    } else {
      stack->Attach(contact, upper, Scalar(1), BodyPoint<Scalar>({x, y, -half[2]}));
      stack->Attach(contact, lower, Scalar(-1), BodyPoint<Scalar>({x, y, half[2]}));
    }
  }
}

// Dense M and J without any mechanics; J has full row rank if dof ≥ 3 contacts.
template <typename Stack>
void RandomSystem(int dof, int contacts, double largest_bias, Random& random, Stack* stack) {
  using Scalar = typename Stack::Scalar;
  constexpr int kMost = 18;
  stack->Clear();
  static Eigen::Matrix<Scalar, kMost, kMost> root;
  static Eigen::Matrix<Scalar, kMost, kMost> mass;
  Eigen::Matrix<Scalar, Eigen::Dynamic, 1, 0, kMost, 1> velocity(dof);
  Eigen::Matrix<Scalar, Eigen::Dynamic, 1, 0, kMost, 1> force(dof);
  for (int i = 0; i < dof; ++i) {
    velocity[i] = static_cast<Scalar>(random.Uniform(-1, 1));
    force[i] = static_cast<Scalar>(random.Uniform(-20, 20));
    for (int j = 0; j < dof; ++j) root(i, j) = static_cast<Scalar>(random.Uniform(-1, 1));
  }
  for (int i = 0; i < dof; ++i) {
    for (int j = 0; j <= i; ++j) {
      Scalar sum = i == j ? Scalar(0.5) : Scalar(0);
      for (int k = 0; k < dof; ++k) sum += root(i, k) * root(j, k);
      mass(i, j) = sum;
      mass(j, i) = sum;
    }
  }
  stack->AddSystem(mass, velocity, force, [](int i) { return i - 1; });
  for (int c = 0; c < contacts; ++c) {
    const double bias = random.Uniform(0, 1) < 0.5 ? 0.0 : random.Uniform(0, largest_bias);
    const int contact = stack->AddContact(
        Vector3<Scalar>::UnitZ(), static_cast<Scalar>(RandomFriction(random)), static_cast<Scalar>(bias));
    for (int r = 3 * contact; r < 3 * contact + 3; ++r) {
      for (int j = 0; j < dof; ++j) stack->jacobian(r, j) = static_cast<Scalar>(random.Uniform(-1, 1));
    }
  }
  stack->TouchAll();
}

// A thin rod in any pose with its lower end on the ground. With two contacts its upper end is on a wall. μ up
// to 4. If `planar`, it is in the plane of x and z.
template <typename Stack>
void RodOnGround(int contacts, bool planar, double largest_bias, Random& random, Stack* stack) {
  using Scalar = typename Stack::Scalar;
  stack->Clear();
  const double half = random.Uniform(0.2, 1.0);
  const double mass = random.Uniform(0.5, 3.0);
  const double tilt = random.Uniform(0.02, 1.55);  // above the ground
  const double turn = planar ? 0.0 : random.Uniform(-3.1, 3.1);
  const double axis[3] = {std::cos(tilt) * std::cos(turn), std::cos(tilt) * std::sin(turn), std::sin(tilt)};
  Eigen::Matrix<Scalar, 6, 6> M = Eigen::Matrix<Scalar, 6, 6>::Zero();
  Eigen::Matrix<Scalar, 6, 1> velocity;
  Eigen::Matrix<Scalar, 6, 1> force = Eigen::Matrix<Scalar, 6, 1>::Zero();
  for (int i = 0; i < 3; ++i) {
    M(i, i) = static_cast<Scalar>(mass);
    for (int j = 0; j < 3; ++j) {  // m l²/3 across the axis, a thousandth of that along it
      const double across = (i == j ? 1.0 : 0.0) - 0.999 * axis[i] * axis[j];
      M(3 + i, 3 + j) = static_cast<Scalar>(mass * half * half / 3.0 * across);
    }
    velocity[i] = static_cast<Scalar>(random.Uniform(-2, 2));
    velocity[3 + i] = static_cast<Scalar>(random.Uniform(-4, 4));
  }
  force[2] = static_cast<Scalar>(-9.81 * mass);
  const int rod = stack->AddSystem(M, velocity, force, [](int i) { return i - 1; });
  for (int c = 0; c < contacts; ++c) {
    const double end = c == 0 ? -half : half;
    const Vector3<Scalar> normal = c == 0 ? Vector3<Scalar>::UnitZ() : Vector3<Scalar>(-1, 0, 0);
    const double bias = random.Uniform(0, 1) < 0.5 ? 0.0 : random.Uniform(0, largest_bias);
    const int contact =
        stack->AddContact(normal, static_cast<Scalar>(random.Uniform(0, 4)), static_cast<Scalar>(bias));
    stack->Attach(contact, rod, Scalar(1), BodyPoint<Scalar>({end * axis[0], end * axis[1], end * axis[2]}));
  }
}

}  // namespace footing
