// One of Berard's LCPs, from a problem to the modes, and the memory for that.
#pragma once

#include "tests/support/oracles/complementary_cone.hpp"
#include "core/papers/berard/lcp_modes.hpp"
#include "core/papers/berard/mode_lcp.hpp"
#include "core/lcp/lemke.hpp"

namespace footing {

// kSides = 0: eq. 23 or 30.
template <typename S, int kContacts, int kTangents, int kSides = 0>
struct ModeBench {
  using Scalar = S;
  static constexpr int kPairs = kSides > 0 ? kSides + 2 : 1 + 2 * kTangents;
  static constexpr int kRows = kContacts * kPairs;
  ModeProblem<Scalar, kContacts, kTangents> problem;
  ModeLcp<Scalar, kTangents, kRows> lcp;
  LcpSolution<Scalar, kRows> solution;
  LemkeWorkspace<Scalar, kRows> work;
  ModeAnswer<Scalar, kContacts, kTangents> answer;
  ComplementaryCone<Scalar, kRows> cone;

  SolveStatus Assemble() {
    if constexpr (kSides > 0) {
      return AssembleModeLcp(problem, FrictionBasis<Scalar, kSides>(), lcp);
    } else {
      return AssembleModeLcp(problem, lcp);
    }
  }
  SolveStatus Solve() {
    const SolveStatus assembled = Assemble();
    if (assembled != SolveStatus::kSolved) return assembled;
    static_cast<void>(SolveLemke(lcp.lcp, {10 * kRows + 50}, work, solution));
    return ReadModes(problem, lcp, solution, answer);
  }
  // A unit mass that cannot turn, at rest on one contact.
  void Particle(Scalar mu, Scalar b_n, Scalar b_t, Scalar b_o = Scalar(0)) {
    problem.contacts = 1;
    problem.A.setIdentity();
    problem.b[0] = b_n;
    problem.b[1] = b_t;
    if (kTangents == 2) problem.b[kTangents] = b_o;
    problem.before[0] = MotionBefore::kRolls;
    problem.static_friction[0] = mu;
    problem.kinetic_friction[0] = mu / Scalar(2);
  }
};

}  // namespace footing
