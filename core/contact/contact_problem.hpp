// One time step's contacts, reduced to the contacts' own rows, and what a solver answers:
// eq. 15 of Tan, Siu, Liu before the friction directions are chosen.
#pragma once

#include <Eigen/Core>
#include <array>

#include "core/dynamics/kinematics.hpp"
#include "core/scalar.hpp"
#include "core/status.hpp"

namespace footing {

// Rows 3c, 3c+1, 3c+2 belong to contact c: normal, first and second tangent. With contact
// forces f [N] the contacts' velocities at the step's end are
//   u = dt · delassus · f + free_velocity       (eq. 15 of Tan, Siu, Liu, before E and μ)
// and the normal condition is 0 ≤ f_n ⟂ u_n + normal_bias ≥ 0.
template <typename Scalar, int kContacts>
struct ContactProblem {
  static constexpr int kRows = 3 * kContacts;
  int contacts = 0;
  Scalar dt = 0;                                                  // s
  Eigen::Matrix<Scalar, kRows, kRows, Eigen::RowMajor> delassus;  // 1/kg, symmetric
  Eigen::Matrix<Scalar, kRows, 1> free_velocity;                  // m/s, with no contact force
  Eigen::Matrix<Scalar, kContacts, 1> friction;                   // μ ≥ 0
  Eigen::Matrix<Scalar, kContacts, 1> normal_bias;                // m/s
};

enum class ContactMode : std::uint8_t { kSeparate = 0, kStick = 1, kSlide = 2 };

// Which stage of contact_solver.hpp gave the answer; kNone: none did, the forces are zero.
enum class SolveStage : std::uint8_t { kNone, kModes, kLemke, kProximal, kFrictionless };

template <typename Scalar, int kContacts>
struct ContactSolution {
  SolveStatus status = SolveStatus::kBadSize;
  SolveStage stage = SolveStage::kNone;
  int pivots = 0;       // rounds of the mode guess, and pivots after it
  Scalar residual = 0;  // natural map of eq. 15 from the untouched input, relative to its scales
  // Contact c: (f_n, f_t1, f_t2) [N] and the velocity at the step's end [m/s], same axes.
  std::array<Vector3<Scalar>, static_cast<unsigned>(kContacts)> force;
  std::array<Vector3<Scalar>, static_cast<unsigned>(kContacts)> velocity;
  std::array<ContactMode, static_cast<unsigned>(kContacts)> mode{};
};

// kSolved: a solver can work with the numbers; it says nothing yet of a solution. kBadSize;
// kNotFinite, also for dt ≤ 0; kBadFriction: some μ < 0; kNotSymmetric: the Delassus matrix is
// not, to 100 roundings of its diagonal. (3p)²/2 comparisons.
template <typename Scalar, int kContacts>
SolveStatus CheckInput(const ContactProblem<Scalar, kContacts>& problem) {
  const int p = problem.contacts;
  if (p < 0 || p > kContacts) return SolveStatus::kBadSize;
  bool finite = IsFinite(problem.dt);
  bool symmetric = true;
  bool friction_ok = true;
  for (int i = 0; i < 3 * p; ++i) {
    finite &= IsFinite(problem.free_velocity[i]);
    for (int j = 0; j <= i; ++j) {
      const Scalar a = problem.delassus(i, j);
      const Scalar b = problem.delassus(j, i);
      finite &= IsFinite(a) && IsFinite(b);
      const Scalar size = problem.delassus(i, i) + problem.delassus(j, j);
      symmetric &= Abs(a - b) <= Scalar(100) * kEpsilon<Scalar> * size;
    }
  }
  for (int c = 0; c < p; ++c) {
    finite &= IsFinite(problem.friction[c]) && IsFinite(problem.normal_bias[c]);
    friction_ok &= problem.friction[c] >= Scalar(0);
  }
  if (!finite || problem.dt <= Scalar(0)) return SolveStatus::kNotFinite;
  if (!friction_ok) return SolveStatus::kBadFriction;
  return symmetric ? SolveStatus::kSolved : SolveStatus::kNotSymmetric;
}

// u = dt · delassus · f + free_velocity, of the contacts in use. (3p)² multiply-adds.
template <typename Scalar, int kContacts>
void ContactVelocities(const ContactProblem<Scalar, kContacts>& problem,
                       const std::array<Vector3<Scalar>, static_cast<unsigned>(kContacts)>& force,
                       std::array<Vector3<Scalar>, static_cast<unsigned>(kContacts)>* velocity) {
  for (int i = 0; i < 3 * problem.contacts; ++i) {
    Scalar sum = Scalar(0);
    for (int j = 0; j < 3 * problem.contacts; ++j) {
      sum += problem.delassus(i, j) * force[static_cast<unsigned>(j / 3)][j % 3];
    }
    (*velocity)[static_cast<unsigned>(i / 3)][i % 3] = problem.dt * sum + problem.free_velocity[i];
  }
}

}  // namespace footing
