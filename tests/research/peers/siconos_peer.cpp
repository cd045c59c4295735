// Siconos' nonsmooth Gauss–Seidel and Newton (Alart, Curnier) for the circular cone, and its lexicographic
// Lemke for the pyramid.
#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/LCP_Solvers.h>
#include <siconos/numerics/LinearComplementarityProblem.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/NumericsVerbose.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/lcp_cst.h>

#include "tests/research/peers/kernel_watch.hpp"
#include "tests/research/survey/stewart_trinkle.hpp"

// The leak sanitizer looks for this name. solver_options_delete does not free the structs themselves.
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
  int info = 0;
  {
    const KernelWatch watch;
    info = fc3d_driver(&cone, impulse, velocity.data(), options);
  }
  solver_options_delete(options);
  dense.matrix0 = nullptr;  // the matrix does not own this memory
  NM_clear(&dense);
  return info == 0;
}

// `matrix` is stored by columns.
bool SolveLemke(int n, double* matrix, double* q, double* z) {
  std::vector<double> w(static_cast<std::size_t>(n), 0.0);
  for (int i = 0; i < n; ++i) z[i] = 0.0;
  NumericsMatrix dense;
  NM_null(&dense);
  NM_fill(&dense, NM_DENSE, n, n, matrix);
  LinearComplementarityProblem lcp{n, &dense, q};
  numerics_set_verbose(0);
  SolverOptions* options = solver_options_create(SICONOS_LCP_LEMKE);
  options->dparam[SICONOS_DPARAM_TOL] = kTolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = kIterations;
  int info = 0;
  {
    const KernelWatch watch;
    info = linearComplementarity_driver(&lcp, z, w.data(), options);
  }
  solver_options_delete(options);
  dense.matrix0 = nullptr;
  NM_clear(&dense);
  return info == 0;
}

bool SolvePyramid(const PeerProblem& problem, int directions, double* impulse) {
  StewartTrinkle pyramid(problem, directions);
  std::vector<double> z(static_cast<std::size_t>(pyramid.size()));
  const bool solved = SolveLemke(pyramid.size(), pyramid.matrix(), pyramid.q(), z.data());
  pyramid.Impulses(z.data(), impulse);
  return solved;
}

}  // namespace

bool SiconosGaussSeidel(const PeerProblem& problem, double* impulse) {
  return SolveCone(SICONOS_FRICTION_3D_NSGS, problem, impulse);
}

bool SiconosNewton(const PeerProblem& problem, double* impulse) {
  return SolveCone(SICONOS_FRICTION_3D_NSN_AC, problem, impulse);
}

bool SiconosLemke(const PeerProblem& problem, double* impulse) { return SolvePyramid(problem, 4, impulse); }

bool SiconosLemke8(const PeerProblem& problem, double* impulse) { return SolvePyramid(problem, 8, impulse); }

bool SiconosLemkeLcp(const PeerLcp& problem, double* z) {
  const int n = problem.rows;
  std::vector<double> matrix(problem.a, problem.a + n * n);  // symmetric
  std::vector<double> q(problem.b, problem.b + n);
  return SolveLemke(n, matrix.data(), q.data(), z);
}

}  // namespace footing::survey
