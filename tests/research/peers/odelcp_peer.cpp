// DART's copy of ODE's Dantzig solver, which it declares.
#include <dart/external/odelcpsolver/lcp.h>
#include <dart/external/odelcpsolver/misc.h>

#include "tests/research/peers/boxed_rows.hpp"
#include "tests/research/peers/kernel_watch.hpp"

namespace footing::survey {

namespace {

bool Solve(int rows, double cfm, BoxedRows* boxed, double* x) {
  for (int i = 0; i < rows; ++i) boxed->a[static_cast<std::size_t>(i * (dPAD(rows) + 1))] += cfm;
  bool solved = false;
  {
    const KernelWatch watch;
    solved = dart::external::ode::dSolveLCP(rows, boxed->a.data(), boxed->x.data(), boxed->b.data(), nullptr,
                                            0, boxed->lo.data(), boxed->hi.data(), boxed->normal_row.data());
  }
  for (int i = 0; i < rows; ++i) x[i] = boxed->x[static_cast<std::size_t>(i)];
  return solved;
}

}  // namespace

bool DartDantzig(const PeerProblem& problem, double* impulse) {
  BoxedRows boxed(problem, dPAD(problem.rows()));
  return Solve(problem.rows(), 0.0, &boxed, impulse);
}

bool DartSoftDantzig(const PeerProblem& problem, double* impulse) {
  BoxedRows boxed(problem, dPAD(problem.rows()));
  return Solve(problem.rows(), kOdeCfm, &boxed, impulse);
}

bool DartDantzigLcp(const PeerLcp& problem, double* z) {
  BoxedRows boxed(problem, dPAD(problem.rows));
  return Solve(problem.rows, 0.0, &boxed, z);
}

}  // namespace footing::survey
