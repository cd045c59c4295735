// Siconos' nonsmooth Gauss–Seidel and Newton (Alart, Curnier) for the circular cone, and its
// lexicographic Lemke for the pyramid.
#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/LCP_Solvers.h>
#include <siconos/numerics/LinearComplementarityProblem.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/NumericsVerbose.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/lcp_cst.h>

#include "tests/survey/stewart_trinkle.hpp"

// The leak sanitizer asks for it by this name: solver_options_delete leaves the structs themselves.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libsiconos_numerics"; }

namespace footing::survey {

namespace {

constexpr double kTolerance = 1e-10;  // relative to the free velocities
constexpr int kIterations = 1000;

bool SolveCone(int solver, const PeerProblem& problem, double* impulse) {
  const int rows = problem.rows();
  std::vector<double> matrix(problem.delassus, problem.delassus + rows * rows);  // symmetric
  std::vector<double> q(problem.free_velocity, problem.free_velocity + rows);
  std::vector<double> mu(problem.friction, problem.friction + problem.contacts);
  std::vector<double> velocity(static_cast<std::size_t>(rows), 0.0);
  for (int c = 0; c < problem.contacts; ++c) q[static_cast<std::size_t>(3 * c)] += problem.normal_bias[c];
  for (int i = 0; i < rows; ++i) impulse[i] = 0.0;

  NumericsMatrix dense;
  NM_null(&dense);
  NM_fill(&dense, NM_DENSE, rows, rows, matrix.data());
  FrictionContactProblem cone{3, problem.contacts, &dense, q.data(), mu.data()};
  numerics_set_verbose(0);
  SolverOptions* options = solver_options_create(solver);
  options->dparam[SICONOS_DPARAM_TOL] = kTolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = kIterations;
  const int info = fc3d_driver(&cone, impulse, velocity.data(), options);
  solver_options_delete(options);
  dense.matrix0 = nullptr;  // not its own
  NM_clear(&dense);
  return info == 0;
}

}  // namespace

bool SiconosGaussSeidel(const PeerProblem& problem, double* impulse) {
  return SolveCone(SICONOS_FRICTION_3D_NSGS, problem, impulse);
}

bool SiconosNewton(const PeerProblem& problem, double* impulse) {
  return SolveCone(SICONOS_FRICTION_3D_NSN_AC, problem, impulse);
}

bool SiconosLemke(const PeerProblem& problem, double* impulse) {
  StewartTrinkle pyramid(problem);
  const int n = pyramid.size();
  std::vector<double> z(static_cast<std::size_t>(n), 0.0);
  std::vector<double> w = z;
  NumericsMatrix dense;
  NM_null(&dense);
  NM_fill(&dense, NM_DENSE, n, n, pyramid.matrix());
  LinearComplementarityProblem lcp{n, &dense, pyramid.q()};
  numerics_set_verbose(0);
  SolverOptions* options = solver_options_create(SICONOS_LCP_LEMKE);
  options->dparam[SICONOS_DPARAM_TOL] = kTolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = kIterations;
  const int info = linearComplementarity_driver(&lcp, z.data(), w.data(), options);
  solver_options_delete(options);
  dense.matrix0 = nullptr;
  NM_clear(&dense);
  pyramid.Impulses(z.data(), impulse);
  return info == 0;
}

}  // namespace footing::survey
