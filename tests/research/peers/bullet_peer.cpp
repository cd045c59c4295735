// Bullet's solvers of mixed complementarity problems, in double. Its Lemke does not support a bound that
// depends on another row, so it gets the friction pyramid as a plain complementarity problem.
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btLemkeAlgorithm.h>
#include <BulletDynamics/MLCPSolvers/btSolveProjectedGaussSeidel.h>

#include "tests/research/peers/boxed_rows.hpp"
#include "tests/research/peers/kernel_watch.hpp"
#include "tests/research/survey/stewart_trinkle.hpp"

namespace footing::survey {

namespace {

constexpr int kSweeps = 1000;       // of Gauss–Seidel; a Bullet world uses 10
constexpr int kLemkePivots = 1000;  // as in btLemkeSolver

bool SolveBoxed(btMLCPSolverInterface* solver, int rows, const double* matrix, const BoxedRows& boxed,
                double* impulse) {
  btMatrixXu a(rows, rows);
  btVectorXu b(rows);
  btVectorXu x(rows);
  btVectorXu lo(rows);
  btVectorXu hi(rows);
  btAlignedObjectArray<int> normal_row;
  normal_row.resize(rows);
  for (int i = 0; i < rows; ++i) {
    const auto r = static_cast<std::size_t>(i);
    for (int j = 0; j < rows; ++j) a.setElem(i, j, matrix[i * rows + j]);
    b[i] = boxed.b[r];
    x[i] = 0.0;
    lo[i] = boxed.lo[r];
    hi[i] = boxed.hi[r];
    normal_row[i] = boxed.normal_row[r];
  }
  bool solved = false;
  {
    const KernelWatch watch;
    solved = solver->solveMLCP(a, b, x, lo, hi, normal_row, kSweeps);
  }
  for (int i = 0; i < rows; ++i) impulse[i] = x[i];
  return solved;
}

bool SolveContact(btMLCPSolverInterface* solver, const PeerProblem& problem, double* impulse) {
  return SolveBoxed(solver, problem.rows(), problem.delassus, BoxedRows(problem, problem.rows()), impulse);
}

}  // namespace

bool BulletDantzig(const PeerProblem& problem, double* impulse) {
  btDantzigSolver solver;
  return SolveContact(&solver, problem, impulse);
}

bool BulletDantzigLcp(const PeerLcp& problem, double* z) {
  btDantzigSolver solver;
  return SolveBoxed(&solver, problem.rows, problem.a, BoxedRows(problem, problem.rows), z);
}

bool BulletGaussSeidel(const PeerProblem& problem, double* impulse) {
  btSolveProjectedGaussSeidel solver;
  return SolveContact(&solver, problem, impulse);
}

bool BulletLemke(const PeerProblem& problem, double* impulse) {
  StewartTrinkle pyramid(problem);
  const int n = pyramid.size();
  btMatrixXu m(n, n);
  btVectorXu q(n);
  for (int i = 0; i < n; ++i) {
    q[i] = pyramid.Q(i);
    for (int j = 0; j < n; ++j) m.setElem(i, j, pyramid.M(i, j));
  }
  btLemkeAlgorithm lemke(m, q);
  lemke.setSystem(m, q);
  btVectorXu answer;
  {
    const KernelWatch watch;
    answer = lemke.solve(kLemkePivots);
  }
  std::vector<double> z(static_cast<std::size_t>(n), 0.0);
  for (int i = 0; i < n; ++i) z[static_cast<std::size_t>(i)] = answer[n + i];  // behind w
  pyramid.Impulses(z.data(), impulse);
  return lemke.getInfo() == 0;
}

}  // namespace footing::survey
