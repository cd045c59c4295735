// A random system on four contacts that is solved under one wrench and then again under another.
#pragma once

#include <algorithm>
#include <array>

#include "core/contact/contact_modes.hpp"
#include "core/contact/solve_contacts.hpp"
#include "core/assembly/delassus.hpp"
#include "tests/support/scenes/random_contacts.hpp"

namespace footing {

using Vector6 = Eigen::Matrix<double, 6, 1>;

// 18 dof; the free base is the first six.
struct LoadedScene {
  static constexpr int kDof = 18;
  static constexpr int kContacts = 4;
  static constexpr double kStep = 0.001;  // s

  SystemStack<double, kDof, kContacts> stack;
  DelassusWorkspace<SystemStack<double, kDof, kContacts>> work;
  ContactProblem<double, kContacts> problem;
  ContactSolverState<double, kContacts> solver;
  ContactSolution<double, kContacts> solution;
  ModeReadings<double, kContacts> readings;

  SolveStatus Solve(const Vector6& wrench) {
    auto loaded = stack;
    loaded.force.head<6>() += wrench;
    const SolveStatus assembled = Assemble(loaded, kStep, work, problem);
    if (assembled != SolveStatus::kSolved) return assembled;
    const SolveStatus status = SolveContacts(problem, {}, solver, solution);
    ReadContactModes(problem, solution, readings);
    return status;
  }

  // Draws contacts that are pressed to the ground. If `standing`, the system is at rest, as for feet that
  // stand.
  bool Draw(Random& random, bool standing) {
    RandomSystem(kDof, kContacts, 0.0, random, &stack);
    stack.velocity *= standing ? 0.0 : 0.05;
    for (int c = 0; c < kContacts; ++c) {
      stack.normal_bias[c] = 0;
      stack.friction[c] = random.Uniform(0.3, 1.2);
      for (int j = 0; j < kDof; ++j) stack.force[j] -= 30 * stack.jacobian(3 * c, j);
    }
    solver.warm = false;
    return Solve(Vector6::Zero()) == SolveStatus::kSolved;
  }

  bool Slides() const {
    for (const auto& reading : readings)
      if (reading.mode == ContactMode::kSlide) return true;
    return false;
  }
  std::array<ContactMode, kContacts> Modes() const {
    std::array<ContactMode, kContacts> modes;
    for (unsigned c = 0; c < kContacts; ++c) modes[c] = readings[c].mode;
    return modes;
  }

  static LoadedScene& Memory() {
    static LoadedScene scene;
    return scene;
  }
};

}  // namespace footing
