// A second method for a mixed problem of contacts, bilateral rows and at most one motor. Gauss–Jordan in the
// widest type eliminates the bilateral rows. The polyhedral solver solves the remaining contacts in the plane
// (two directions). The motor's three states are tried one after the other.
#pragma once

#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "tests/support/oracles/gauss_jordan.hpp"

namespace footing {

template <int kContacts, int kJointRows>
class EliminatedJoints {
 public:
  using Problem = ContactProblem<double, kContacts, kJointRows>;
  using Solution = ContactSolution<double, kContacts, kJointRows>;

  SolveStatus operator()(const Problem& problem, Solution* solution) {
    int motor = -1;
    for (int k = 0; k < problem.joint_rows; ++k) {
      if (IsFinite(problem.lower[k]) || IsFinite(problem.upper[k])) motor = k;
    }
    SolveStatus status = SolveStatus::kInaccurate;
    for (int state = 0; state < (motor < 0 ? 1 : 3); ++state) {
      const double fixed = motor < 0 || state == 0 ? 0
                           : state == 1            ? problem.lower[motor]
                                                   : problem.upper[motor];
      status = Solve(problem, state == 0 ? -1 : motor, fixed, solution);
      if (status != SolveStatus::kSolved || motor < 0) continue;
      const double f = solution->joint_force[motor];
      const double u = solution->joint_velocity[motor];
      const bool right = state == 0   ? problem.lower[motor] <= f && f <= problem.upper[motor]
                         : state == 1 ? u >= 0
                                      : u <= 0;
      if (right) break;
      status = SolveStatus::kInaccurate;
    }
    return status;
  }

 private:
  // All joint rows except `motor` are bilateral; the motor has the force `fixed`.
  SolveStatus Solve(const Problem& problem, int motor, double fixed, Solution* solution) {
    const int contact_rows = 3 * problem.contacts;
    const auto n = static_cast<unsigned>(contact_rows);
    unsigned joints = 0;
    std::array<int, kJointRows> row{};
    for (int k = 0; k < problem.joint_rows; ++k) {
      if (k != motor) row[joints++] = contact_rows + k;
    }
    const auto free = [&](int r) {
      const Real pushed = motor < 0 ? Real(0) : Real(problem.delassus(r, contact_rows + motor)) * Real(fixed);
      return Real(problem.free_velocity[r]) + Real(problem.dt) * pushed;
    };
    // G_jj X = [G_jc, free_j / dt].
    for (unsigned i = 0; i < joints; ++i) {
      for (unsigned j = 0; j < joints; ++j) block_[i][j] = Real(problem.delassus(row[i], row[j]));
      for (unsigned c = 0; c < n; ++c) solved_[i][c] = Real(problem.delassus(row[i], static_cast<int>(c)));
      solved_[i][n] = free(row[i]) / Real(problem.dt);
    }
    if (!GaussJordan<kJointRows, 3 * kContacts + 1>(joints, n + 1, &block_, &solved_))
      return SolveStatus::kSingular;
    for (int r = 0; r < contact_rows; ++r) {
      for (int c = 0; c <= r; ++c) {
        Real sum = Real(problem.delassus(r, c));
        for (unsigned k = 0; k < joints; ++k)
          sum -= Real(problem.delassus(r, row[k])) * solved_[k][static_cast<unsigned>(c)];
        reduced_.delassus(r, c) = reduced_.delassus(c, r) = static_cast<double>(sum);
      }
      Real sum = free(r);
      for (unsigned k = 0; k < joints; ++k)
        sum -= Real(problem.dt) * Real(problem.delassus(r, row[k])) * solved_[k][n];
      reduced_.free_velocity[r] = static_cast<double>(sum);
    }
    reduced_.contacts = problem.contacts;
    reduced_.dt = problem.dt;
    reduced_.friction = problem.friction;
    reduced_.normal_bias = problem.normal_bias;
    PolyhedralOptions options;
    options.budget = 2000;
    const SolveStatus status = SolvePolyhedral(reduced_, options, state_, contacts_);

    solution->force = contacts_.force;
    solution->velocity = contacts_.velocity;
    for (unsigned k = 0; k < joints; ++k) {
      Real sum = -solved_[k][n];
      for (unsigned c = 0; c < n; ++c)
        sum -= solved_[k][c] * Real(contacts_.force[c / 3][static_cast<int>(c % 3)]);
      solution->joint_force[row[k] - contact_rows] = static_cast<double>(sum);
    }
    if (motor >= 0) solution->joint_force[motor] = fixed;
    for (int k = 0; k < problem.joint_rows; ++k) {
      Real sum = Real(problem.free_velocity[contact_rows + k]);
      for (int c = 0; c < contact_rows; ++c)
        sum += Real(problem.dt) * Real(problem.delassus(contact_rows + k, c)) *
               Real(solution->force[static_cast<unsigned>(c / 3)][c % 3]);
      for (int j = 0; j < problem.joint_rows; ++j)
        sum += Real(problem.dt) * Real(problem.delassus(contact_rows + k, contact_rows + j)) *
               Real(solution->joint_force[j]);
      solution->joint_velocity[k] = static_cast<double>(sum);
    }
    return status;
  }

  Dense<kJointRows, kJointRows> block_;
  Dense<kJointRows, 3 * kContacts + 1> solved_;
  ContactProblem<double, kContacts> reduced_;
  ContactSolution<double, kContacts> contacts_;
  PolyhedralState<double, kContacts, 2> state_;
};

}  // namespace footing
