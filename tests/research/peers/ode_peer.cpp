// ODE's own Dantzig solver, with and without CFM. The library exports it, but no installed header declares
// it.
#include <ode/ode.h>

#include "tests/research/peers/boxed_rows.hpp"
#include "tests/research/peers/kernel_watch.hpp"

#ifndef dDOUBLE
#error "ODE with double precision is needed"
#endif

struct dxWorldProcessMemArena {  // the beginning of ODE's own struct
  void* next;
  void* begin;
};
struct dxWorldProcessMemoryManager;
struct dxWorldProcessMemoryReserveInfo;
std::size_t dxEstimateSolveLCPMemoryReq(unsigned rows, bool outer_w);
dxWorldProcessMemArena* dxAllocateTemporaryWorldProcessMemArena(
    std::size_t bytes, const dxWorldProcessMemoryManager* manager,
    const dxWorldProcessMemoryReserveInfo* reserve);
void dxFreeTemporaryWorldProcessMemArena(dxWorldProcessMemArena* arena);
void dxSolveLCP(dxWorldProcessMemArena* arena, unsigned rows, dReal* a, dReal* b_and_x, dReal* w,
                unsigned unbounded, dReal* lo_and_hi, int* normal_row);

namespace footing::survey {

namespace {

int Padded(int rows) { return rows > 1 ? (rows + 3) / 4 * 4 : rows; }

bool Solve(int rows, double cfm, BoxedRows* boxed, double* x) {
  const int stride = Padded(rows);
  std::vector<double> b_and_x(2 * static_cast<std::size_t>(rows), 0.0);
  std::vector<double> lo_and_hi(2 * static_cast<std::size_t>(rows));
  for (int i = 0; i < rows; ++i) {
    const auto r = static_cast<std::size_t>(i);
    boxed->a[static_cast<std::size_t>(i * (stride + 1))] += cfm;
    b_and_x[2 * r] = boxed->b[r];
    lo_and_hi[2 * r] = boxed->lo[r];
    lo_and_hi[2 * r + 1] = boxed->hi[r];
  }
  const auto count = static_cast<unsigned>(rows);
  dxWorldProcessMemArena* const arena =
      dxAllocateTemporaryWorldProcessMemArena(dxEstimateSolveLCPMemoryReq(count, false), nullptr, nullptr);
  if (arena == nullptr) return false;
  arena->next = arena->begin;  // nothing in use
  {
    const KernelWatch watch;
    dxSolveLCP(arena, count, boxed->a.data(), b_and_x.data(), nullptr, 0, lo_and_hi.data(),
               boxed->normal_row.data());
  }
  dxFreeTemporaryWorldProcessMemArena(arena);
  for (int i = 0; i < rows; ++i) x[i] = b_and_x[2 * static_cast<std::size_t>(i) + 1];
  return true;
}

}  // namespace

bool OdeDantzig(const PeerProblem& problem, double* impulse) {
  BoxedRows boxed(problem, Padded(problem.rows()));
  return Solve(problem.rows(), 0.0, &boxed, impulse);
}

bool OdeSoftDantzig(const PeerProblem& problem, double* impulse) {
  BoxedRows boxed(problem, Padded(problem.rows()));
  return Solve(problem.rows(), kOdeCfm, &boxed, impulse);
}

bool OdeDantzigLcp(const PeerLcp& problem, double* z) {
  BoxedRows boxed(problem, Padded(problem.rows));
  return Solve(problem.rows, 0.0, &boxed, z);
}

}  // namespace footing::survey
