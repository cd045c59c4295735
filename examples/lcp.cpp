// A linear complementarity problem, w = A z + b, 0 ≤ w ⟂ z ≥ 0, by Lemke's method.
#include <cstdio>

#include "core/lcp/lemke.hpp"

int main() {
  constexpr int kCapacity = 2;
  footing::LcpProblem<double, kCapacity> problem;
  problem.size = 2;
  problem.A << 2, 1, 1, 2;
  problem.b << -5, -6;

  footing::LemkeWorkspace<double, kCapacity> workspace;
  footing::LcpSolution<double, kCapacity> solution;
  const footing::SolveStatus status = footing::SolveLemke(problem, {20}, workspace, solution);

  std::printf("%s after %d pivots: z = (%g, %g), w = (%g, %g)\n", footing::Name(status), solution.pivots,
              solution.z[0], solution.z[1], solution.w[0], solution.w[1]);  // z = (4/3, 7/3), w = 0
  return status == footing::SolveStatus::kSolved ? 0 : 1;
}
