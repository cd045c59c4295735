// DART's projected Gauss–Seidel, with more sweeps than DART's default of 30 and a finer tolerance.
#include <dart/external/odelcpsolver/misc.h>
#include <dart/constraint/PgsBoxedLcpSolver.hpp>

#include "tests/research/peers/boxed_rows.hpp"
#include "tests/research/peers/kernel_watch.hpp"

namespace footing::survey {

bool DartGaussSeidel(const PeerProblem& problem, double* impulse) {
  const int rows = problem.rows();
  BoxedRows boxed(problem, dPAD(rows));
  dart::constraint::PgsBoxedLcpSolver solver;
  solver.setOption(dart::constraint::PgsBoxedLcpSolver::Option(1000, 1e-12, 1e-12));
  bool solved = false;
  {
    const KernelWatch watch;
    solved = solver.solve(rows, boxed.a.data(), boxed.x.data(), boxed.b.data(), 0, boxed.lo.data(),
                          boxed.hi.data(), boxed.normal_row.data(), false);
  }
  for (int i = 0; i < rows; ++i) impulse[i] = boxed.x[static_cast<std::size_t>(i)];
  return solved;
}

}  // namespace footing::survey
