// Random input of a ContactSolver: a mass matrix without structure, and contacts on tilted ground.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/solver/contact_solver.hpp"
#include "tests/support/random.hpp"

namespace footing {

inline constexpr int kInputDof = 12, kInputContacts = 4;
inline constexpr double kInputStep = 0.002;  // s

// M, q̇, τ − C of a system, and what each contact needs.
template <typename Scalar>
struct SolverInput {
  using Contact = typename ContactSolver<Scalar, kInputDof, kInputContacts>::Contact;
  Eigen::Matrix<Scalar, kInputDof, kInputDof> mass;
  Eigen::Matrix<Scalar, kInputDof, 1> velocity, force;
  std::array<Contact, kInputContacts> contact;
  int contacts = 0;
};

template <typename Scalar>
void Draw(Random& random, int contacts, SolverInput<Scalar>* input) {
  const auto number = [&](double size) { return static_cast<Scalar>(random.Uniform(-size, size)); };
  Eigen::Matrix<Scalar, kInputDof, kInputDof> root;
  for (int i = 0; i < kInputDof; ++i) {
    input->velocity[i] = number(1);
    input->force[i] = number(20);
    for (int j = 0; j < kInputDof; ++j) root(i, j) = number(1);
  }
  input->mass = root * root.transpose() + Eigen::Matrix<Scalar, kInputDof, kInputDof>::Identity();
  input->contacts = contacts;
  for (int c = 0; c < contacts; ++c) {
    auto& contact = input->contact[static_cast<unsigned>(c)];
    contact = {};
    const double tilt = random.Uniform(-0.5, 0.5);
    contact.id = c;
    contact.normal = {static_cast<Scalar>(std::sin(tilt)), Scalar(0), static_cast<Scalar>(std::cos(tilt))};
    contact.friction = static_cast<Scalar>(random.Uniform(0, 1));
    contact.gap = static_cast<Scalar>(random.Uniform(0, 0.001));
    for (int i = 0; i < 3; ++i) {
      contact.velocity_offset[i] = number(0.1);
      for (int j = 0; j < kInputDof; ++j) contact.jacobian(i, j) = number(1);
    }
  }
}

// Hands everything over to a ContactSolver of any stages.
template <typename Scalar, typename Solver>
void Describe(const SolverInput<Scalar>& input, Solver* solver) {
  solver->Begin(static_cast<Scalar>(kInputStep));
  solver->SetDynamics(input.mass, input.velocity, input.force);
  for (int c = 0; c < input.contacts; ++c) {
    const auto& from = input.contact[static_cast<unsigned>(c)];
    EXPECT_EQ(solver->AddContact({.id = from.id,
                                  .normal = from.normal,
                                  .jacobian = from.jacobian,
                                  .friction = from.friction,
                                  .gap = from.gap,
                                  .velocity_offset = from.velocity_offset}),
              c);
  }
}

}  // namespace footing
