// SolveContacts in float and double on separate point masses, and on a plate that lies on its contacts.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "core/contact/solve_contacts.hpp"
#include "tests/support/random.hpp"
#include "tests/support/scalars.hpp"

namespace footing {

// One test suite in several files.
template <typename Scalar>
class ContactSolverOnScenes : public testing::Test {
 public:
  static constexpr int kContacts = 8;
  using Problem = ContactProblem<Scalar, kContacts, 3>;
  static constexpr double kTolerance = sizeof(Scalar) == 4 ? 1e-4 : 1e-9;

  void SetUp() override {
    problem_.contacts = problem_.joint_rows = 0;
    problem_.dt = Scalar(1e-3L);
    problem_.delassus.setZero();
    problem_.free_velocity.setZero();
    state_.warm = false;
  }

  // Adds a contact of a separate point of mass `mass` with the given free velocity.
  void AddPoint(double mass, double mu, double u_n, double u_1, double u_2) {
    const int c = problem_.contacts++;
    for (int k = 0; k < 3; ++k) problem_.delassus(3 * c + k, 3 * c + k) = static_cast<Scalar>(1 / mass);
    problem_.free_velocity.template segment<3>(3 * c) << static_cast<Scalar>(u_n), static_cast<Scalar>(u_1),
        static_cast<Scalar>(u_2);
    problem_.friction[c] = static_cast<Scalar>(mu);
    problem_.normal_bias[c] = Scalar(0);
  }

  // Adds contacts under a plate of mass 2 that lies on them: rank 6 for any number of them.
  void AddPlate(int contacts, double mu, Random& random, bool corners = false) {
    Eigen::Matrix<double, 6, 1> velocity;
    for (int k = 0; k < 6; ++k) velocity[k] = random.Uniform(-0.02, 0.02);
    velocity[2] -= 0.01;
    Eigen::Matrix<double, 24, 6> J = Eigen::Matrix<double, 24, 6>::Zero();
    for (int c = 0; c < contacts; ++c) {
      const double z = -0.05;
      double x = random.Uniform(-0.1, 0.1), y = random.Uniform(-0.1, 0.1);
      if (corners && c < 4) x = c % 2 == 0 ? 0.1 : -0.1, y = c < 2 ? 0.1 : -0.1;
      J.row(3 * c) << 0, 0, 1, y, -x, 0;
      J.row(3 * c + 1) << 1, 0, 0, 0, z, -y;
      J.row(3 * c + 2) << 0, 1, 0, -z, 0, x;
      problem_.friction[c] = static_cast<Scalar>(mu);
      problem_.normal_bias[c] = Scalar(0);
    }
    const Eigen::Matrix<double, 6, 1> inverse =
        (Eigen::Matrix<double, 6, 1>() << .5, .5, .5, 80, 80, 80).finished();
    for (int i = 0; i < 3 * contacts; ++i) {
      double u = 0;
      for (int k = 0; k < 6; ++k) u += J(i, k) * velocity[k];
      problem_.free_velocity[i] = static_cast<Scalar>(u);
      for (int j = 0; j <= i; ++j) {
        double sum = 0;
        for (int k = 0; k < 6; ++k) sum += J(i, k) * inverse[k] * J(j, k);
        problem_.delassus(i, j) = problem_.delassus(j, i) = static_cast<Scalar>(sum);
      }
    }
    problem_.contacts = contacts;
  }

  // Turns the contact's tangents about its normal.
  void TurnTangents(int c, double angle) {
    Eigen::Matrix<double, 3, 3> turn;
    turn << 1, 0, 0, 0, std::cos(angle), std::sin(angle), 0, -std::sin(angle), std::cos(angle);
    Eigen::Matrix<double, 3 * kContacts, 3 * kContacts> A =
        problem_.delassus.template topLeftCorner<3 * kContacts, 3 * kContacts>().template cast<double>();
    A.middleRows<3>(3 * c) = (turn * A.middleRows<3>(3 * c)).eval();
    A.middleCols<3>(3 * c) = (A.middleCols<3>(3 * c) * turn.transpose()).eval();
    for (int i = 0; i < 3 * kContacts; ++i)
      for (int j = 0; j <= i; ++j)
        problem_.delassus(i, j) = problem_.delassus(j, i) = static_cast<Scalar>(A(i, j));
  }

  SolveStatus Solve(int budget = 0) { return SolveContacts(problem_, {budget}, state_, solution_); }

  void ExpectAdmissible() const {
    for (unsigned c = 0; c < static_cast<unsigned>(problem_.contacts); ++c) {
      const Vector3<Scalar>& f = solution_.force[c];
      const double limit = static_cast<double>(problem_.friction[static_cast<int>(c)] * f[0]);
      EXPECT_GE(f[0], Scalar(0));
      EXPECT_LE(std::hypot(static_cast<double>(f[1]), static_cast<double>(f[2])), limit * (1 + kTolerance));
    }
  }

  Problem problem_;
  ContactSolverState<Scalar, kContacts, 3> state_;
  ContactSolution<Scalar, kContacts, 3> solution_;
};
TYPED_TEST_SUITE(ContactSolverOnScenes, Scalars);

}  // namespace footing
