// DART's copy of ODE's Dantzig solver; ODE's own library does not export its.
#include <dart/external/odelcpsolver/lcp.h>
#include <dart/external/odelcpsolver/misc.h>

#include "tests/survey/boxed_rows.hpp"

namespace footing::survey {

bool DartDantzig(const PeerProblem& problem, double* impulse) {
  using namespace dart::external::ode;
  const int rows = problem.rows();
  BoxedRows boxed(problem, dPAD(rows));
  const bool solved = dSolveLCP(rows, boxed.a.data(), boxed.x.data(), boxed.b.data(), nullptr, 0,
                                boxed.lo.data(), boxed.hi.data(), boxed.normal_row.data());
  for (int i = 0; i < rows; ++i) impulse[i] = boxed.x[static_cast<std::size_t>(i)];
  return solved;
}

}  // namespace footing::survey
