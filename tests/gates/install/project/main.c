#include "core/c_api/footing.h"

int main(void) {
  static footing_memory_f64 memory;
  static footing_problem_f64 problem; /* without contacts */
  static footing_solution_f64 solution;
  problem.dt = 0.001;
  if (footing_init_f64(&memory) != FOOTING_SOLVED) return 1;
  return footing_solve_f64(&memory, &problem, 0, &solution) == FOOTING_SOLVED ? 0 : 2;
}
