// A start for a Newton method on circular cones when its own guesses fail: the forces of the polyhedral cone.
// Lemke's method finds them wherever normal biases are ≥ 0 (contact_lcp.hpp). For each further start the
// directions are turned against the slip found before, which brings the polyhedral cones nearer to the
// circle.
#pragma once

#include "core/contact/coulomb.hpp"
#include "core/contact/polyhedral/contact_lcp.hpp"
#include "core/lcp/lemke.hpp"

namespace footing {

template <typename Scalar, int kContacts, int kDirections>
struct PyramidStart {
  static constexpr int kRows = kContacts * (kDirections + 2);
  FrictionBasis<Scalar, kDirections> basis;
  ContactProblem<Scalar, kContacts> turned;                             // tangents along and across `along`
  std::array<Vector3<Scalar>, static_cast<unsigned>(kContacts)> along;  // (0, t_1, t_2) of unit length
  LcpProblem<Scalar, kRows> lcp;
  LcpSolution<Scalar, kRows> lcp_solution;
  LemkeWorkspace<Scalar, kRows> lemke;

  // Directions as they are in `problem`; call Solve next.
  void Reset() {
    for (auto& d : along) d = Vector3<Scalar>::Unit(1);
  }

  // Turns the directions against the slip of the last Solve's forces.
  void TurnAgainstSlip() {
    for (int c = 0; c < turned.contacts; ++c) {
      Vector3<Scalar>& d = along[static_cast<unsigned>(c)];
      Scalar u_1 = turned.free_velocity[3 * c + 1];
      Scalar u_2 = turned.free_velocity[3 * c + 2];
      for (int j = 0; j < 3 * turned.contacts; ++j) {
        const Scalar f = turned.dt * last_[static_cast<unsigned>(j / 3)][j % 3];
        u_1 += turned.delassus(3 * c + 1, j) * f;
        u_2 += turned.delassus(3 * c + 2, j) * f;
      }
      const Scalar speed = Length(u_1, u_2);
      if (!(speed > Scalar(0))) continue;
      d = Vector3<Scalar>(Scalar(0), d[2] * u_2 - d[1] * u_1, -d[2] * u_1 - d[1] * u_2) / speed;
    }
  }

  // Puts the forces of Lemke's method into *solution, however it ended. Takes at most `budget` pivots, which
  // are added to solution->pivots.
  template <int kJointRows>
  void Solve(const ContactProblem<Scalar, kContacts, kJointRows>& problem, int budget,
             ContactSolution<Scalar, kContacts, kJointRows>* solution) {
    Turn(problem);
    AssembleLcp(turned, basis, {Scalar(0), true}, &lcp);
    lcp_solution.status = Lemke(lcp, lemke).Solve(Min(budget, 3 * lcp.size), lcp_solution);
    solution->pivots += lcp_solution.pivots;
    const int p = problem.contacts;
    for (int c = 0; c < p; ++c) {
      const auto i = static_cast<unsigned>(c);
      Vector3<Scalar>& f = last_[i];
      f = LcpForce(basis, lcp_solution.z, p, c);
      const Vector3<Scalar>& d = along[i];
      solution->force[i] = {f[0], d[1] * f[1] - d[2] * f[2], d[2] * f[1] + d[1] * f[2]};
    }
  }

 private:
  std::array<Vector3<Scalar>, static_cast<unsigned>(kContacts)> last_;  // forces in turned axes

  template <int kJointRows>
  void Turn(const ContactProblem<Scalar, kContacts, kJointRows>& problem) {
    const int rows = 3 * problem.contacts;
    turned.contacts = problem.contacts;
    turned.dt = problem.dt;
    for (int c = 0; c < problem.contacts; ++c) {
      turned.friction[c] = problem.friction[c];
      turned.normal_bias[c] = problem.normal_bias[c];
    }
    for (int i = 0; i < rows; ++i) {
      turned.free_velocity[i] = problem.free_velocity[i];
      for (int j = 0; j < rows; ++j) turned.delassus(i, j) = problem.delassus(i, j);
    }
    for (int i = 1; i < rows; i += 3) {
      const Vector3<Scalar>& d = along[static_cast<unsigned>(i / 3)];
      const auto turn = [&](Scalar& x, Scalar& y) {
        const Scalar held = d[1] * x + d[2] * y;
        y = d[1] * y - d[2] * x;
        x = held;
      };
      turn(turned.free_velocity[i], turned.free_velocity[i + 1]);
      for (int j = 0; j < rows; ++j) turn(turned.delassus(i, j), turned.delassus(i + 1, j));
      for (int j = 0; j < rows; ++j) turn(turned.delassus(j, i), turned.delassus(j, i + 1));
    }
  }
};

template <typename Scalar, int kContacts>
struct PyramidStart<Scalar, kContacts, 0> {};

}  // namespace footing
