// Where a Newton method on the circular cone starts when its own guess fails: the solution of the problem
// with a polyhedral cone, which Lemke's method finds wherever normal biases are ≥ 0 (contact_lcp.hpp).
#pragma once

#include "core/contact/contact_lcp.hpp"
#include "core/lcp/lemke.hpp"

namespace footing {

template <typename Scalar, int kContacts, int kDirections>
struct PyramidStart {
  static constexpr int kRows = kContacts * (kDirections + 2);
  FrictionBasis<Scalar, kDirections> basis;
  LcpProblem<Scalar, kRows> lcp;
  LcpSolution<Scalar, kRows> lcp_solution;
  LemkeWorkspace<Scalar, kRows> lemke;

  // Lemke's forces, whatever it ended in, to *solution; its pivots are added there.
  template <int kJointRows>
  void Solve(const ContactProblem<Scalar, kContacts, kJointRows>& problem, int budget,
             ContactSolution<Scalar, kContacts, kJointRows>* solution) {
    AssembleLcp(problem, basis, {Scalar(0), true}, &lcp);
    lcp_solution.status = SolveLemke(lcp, Min(budget, 3 * lcp.size), lemke, lcp_solution);
    solution->pivots += lcp_solution.pivots;
    const int p = problem.contacts;
    for (int c = 0; c < p; ++c) {
      Vector3<Scalar>& f = solution->force[static_cast<unsigned>(c)];
      f = {lcp_solution.z[c], Scalar(0), Scalar(0)};
      for (int k = 0; k < kDirections; ++k) {
        const Scalar share = lcp_solution.z[p + c * kDirections + k];
        f[1] += share * basis.direction(k, 0);
        f[2] += share * basis.direction(k, 1);
      }
    }
  }
};

template <typename Scalar, int kContacts>
struct PyramidStart<Scalar, kContacts, 0> {};

}  // namespace footing
