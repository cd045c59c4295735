// Contacts of bodies in coordinates in which the mass matrix is the identity. With M = L Lᵀ, Y = J L⁻ᵀ and y
// = Lᵀ q̇ + Δt L⁻¹ τ, the contacts' rows need only Y Yᵀ and Y y. So the matrix is positive semidefinite and
// the velocities are in its range, up to one rounding at the end. In the widest type.
//
// A robot's M is eliminated leg by leg: a row of Y then has only its own leg's columns and the base's.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cassert>

#include "core/contact/contact_problem.hpp"
#include "tests/support/oracles/gauss_jordan.hpp"

namespace footing {

inline constexpr int kMostLegJoints = 6;
inline constexpr int kMostLegs = 4;
inline constexpr int kMostBodies = 3;
inline constexpr int kMostContacts = 16;

using RealVector6 = Eigen::Matrix<Real, 6, 1>;

// Lower Cholesky factor of the leading n rows of *a, in place. False: *a is not positive definite.
template <typename Matrix>
bool FactorInPlace(int n, Matrix* a) {
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) {
      Real sum = (*a)(i, j);
      for (int k = 0; k < j; ++k) sum -= (*a)(i, k) * (*a)(j, k);
      if (i == j && !(sum > Real(0))) return false;
      (*a)(i, j) = i == j ? std::sqrt(sum) : sum / (*a)(j, j);
    }
  }
  return true;
}

// x ← L⁻¹ x.
template <typename Matrix, typename Vector>
void SolveLower(int n, const Matrix& lower, Vector* x) {
  for (int i = 0; i < n; ++i) {
    Real sum = (*x)[i];
    for (int k = 0; k < i; ++k) sum -= lower(i, k) * (*x)[k];
    (*x)[i] = sum / lower(i, i);
  }
}

struct WhitenedContacts {
  static constexpr int kCommon = 6 * kMostBodies;
  int contacts = 0;
  int columns = 6;                                                              // of the common part
  Eigen::Matrix<Real, 3 * kMostContacts, kCommon, Eigen::RowMajor> common;      // Y of base or boxes
  Eigen::Matrix<Real, 3 * kMostContacts, kMostLegJoints, Eigen::RowMajor> own;  // Y of the contact's leg
  std::array<int, kMostContacts> leg{};                                         // −1: no leg
  std::array<int, kMostLegs> joints{};                                          // free joints of a leg
  Eigen::Matrix<Real, kCommon, 1> common_state;                                 // y
  std::array<RealVector6, kMostLegs> leg_state;
  std::array<double, kMostContacts> mu{};
  std::array<double, kMostContacts> bias{};  // m/s

  void Clear(int common_columns) {
    contacts = 0;
    columns = common_columns;
    joints.fill(0);
  }

  Real Product(int r, int s) const {
    Real sum = 0;
    for (int k = 0; k < columns; ++k) sum += common(r, k) * common(s, k);
    const int l = leg[static_cast<unsigned>(r / 3)];
    if (l < 0 || l != leg[static_cast<unsigned>(s / 3)]) return sum;
    for (int k = 0; k < joints[static_cast<unsigned>(l)]; ++k) sum += own(r, k) * own(s, k);
    return sum;
  }

  Real FreeVelocity(int r) const {
    Real sum = 0;
    for (int k = 0; k < columns; ++k) sum += common(r, k) * common_state[k];
    const int l = leg[static_cast<unsigned>(r / 3)];
    if (l < 0) return sum;
    for (int k = 0; k < joints[static_cast<unsigned>(l)]; ++k) {
      sum += own(r, k) * leg_state[static_cast<unsigned>(l)][k];
    }
    return sum;
  }

  // Numbers are rounded to double first, so that the problem in float is the problem in double, rounded.
  template <typename Scalar, int kContacts, int kJointRows>
  void Fill(double dt, ContactProblem<Scalar, kContacts, kJointRows>* problem) const {
    const auto rounded = [](Real x) { return static_cast<Scalar>(static_cast<double>(x)); };
    assert(contacts <= kContacts);
    problem->contacts = contacts;
    problem->joint_rows = 0;
    problem->dt = static_cast<Scalar>(dt);
    for (int c = 0; c < contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      problem->friction[c] = static_cast<Scalar>(mu[i]);
      problem->normal_bias[c] = static_cast<Scalar>(bias[i]);
      for (int k = 0; k < 3; ++k) problem->free_velocity[3 * c + k] = rounded(FreeVelocity(3 * c + k));
    }
    for (int r = 0; r < 3 * contacts; ++r) {
      for (int s = 0; s <= r; ++s) {
        const Scalar value = rounded(Product(r, s));
        problem->delassus(r, s) = value;
        problem->delassus(s, r) = value;
      }
    }
  }
};

}  // namespace footing
