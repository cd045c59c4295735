// All the memory of a Baraff solve, and a judge of its answer.
#pragma once

#include <gtest/gtest.h>

#include "core/papers/baraff/baraff.hpp"
#include "tests/support/oracles/baraff_judge.hpp"
#include "tests/support/scenes/random_baraff.hpp"

namespace footing::test {

template <typename ScalarType, int kContacts, int kBilateral = 0>
struct BaraffBench {
  using Scalar = ScalarType;
  using Problem = BaraffProblem<Scalar, kContacts, kBilateral>;
  Problem problem;
  BaraffOptions options;
  BaraffWorkspace<Problem> workspace;
  BaraffSolution<Problem> solution;
  RandomBaraff<Problem> generator;

  SolveStatus Solve() { return SolveBaraff(problem, options, workspace, solution); }
  Real Violation() const { return WorstBaraffViolation(problem, solution.f); }
  bool Certified() const { return Violation() <= kBaraffTolerance<Scalar>; }

  // No contact pulls, and friction is inside the cone.
  bool Admissible() const {
    const int d = problem.dimension;
    for (int c = 0; c < problem.contacts; ++c) {
      const Scalar fx = solution.f[d * c + 1];
      const Scalar fy = d == 3 ? solution.f[d * c + 2] : Scalar(0);
      const Scalar bound = problem.mu[c] * solution.f[d * c];
      if (!(solution.f[d * c] >= Scalar(0))) return false;
      if (!(Sqrt(fx * fx + fy * fy) <= bound * (Scalar(1) + Scalar(8) * kEpsilon<Scalar>))) return false;
    }
    return true;
  }

  // A body in the plane, M = diag(mass, mass, inertia), pushed by (x, y, torque) at its centre.
  void ClearBody(double mass, double inertia, double x, double y, double torque) {
    problem.dimension = 2;
    problem.contacts = 0;
    problem.bilateral = 0;
    options = {};
    inverse_mass = {1.0 / mass, 1.0 / mass, 1.0 / inertia};
    push = {x / mass, y / mass, torque / inertia};
  }
  // A point (px, py) from the centre with normal (nx, ny). The tangent is the normal turned by −90° (x for a
  // normal y).
  void AddPoint(double px, double py, double nx, double ny, double mu, double slip = 0.0) {
    const int c = problem.contacts++;
    problem.mu[c] = static_cast<Scalar>(mu);
    problem.slip[static_cast<unsigned>(c)] << static_cast<Scalar>(slip), Scalar(0);
    Row(2 * c) = {nx, ny, px * ny - py * nx};
    Row(2 * c + 1) = {ny, -nx, -px * nx - py * ny};
    Fill();
  }
  // Bilateral rows follow the contacts: add them last.
  void AddBilateral(double x, double y, double turn) {
    Row(2 * problem.contacts + problem.bilateral++) = {x, y, turn};
    Fill();
  }

  std::array<double, 3>& Row(int i) { return jacobian[static_cast<unsigned>(i)]; }

  void Fill() {
    for (int i = 0; i < problem.rows(); ++i) {
      double right = 0.0;
      for (unsigned k = 0; k < 3; ++k) right += Row(i)[k] * push[k];
      problem.b[i] = static_cast<Scalar>(right);
      for (int j = 0; j < problem.rows(); ++j) {
        double sum = 0.0;
        for (unsigned k = 0; k < 3; ++k) sum += Row(i)[k] * inverse_mass[k] * Row(j)[k];
        problem.A(i, j) = static_cast<Scalar>(sum);
      }
    }
  }

  std::array<double, 3> inverse_mass{};
  std::array<double, 3> push{};  // acceleration of the free body
  std::array<std::array<double, 3>, static_cast<unsigned>(Problem::kRows)> jacobian{};
};

template <typename Bench>
Bench& Memory() {
  static Bench bench;
  return bench;
}

}  // namespace footing::test
