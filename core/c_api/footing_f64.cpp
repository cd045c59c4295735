// The calls of footing.h in double.
#include "core/c_api/calls.hpp"

namespace api = footing::c_api;

footing_status footing_init_f64(footing_memory_f64* memory) { return api::Init<double>(memory); }

footing_status footing_solve_f64(footing_memory_f64* memory, const footing_problem_f64* problem,
                                 const footing_options* options, footing_solution_f64* solution) {
  return api::Solve<double>(memory, problem, options, solution);
}

footing_status footing_reset_f64(footing_memory_f64* memory) { return api::Reset<double>(memory); }

footing_status footing_read_modes_f64(const footing_memory_f64* memory, footing_contact_mode_f64* modes) {
  return api::ReadModes<double>(memory, modes);
}

footing_status footing_read_margins_f64(const footing_memory_f64* memory, footing_margin_f64* margins) {
  return api::ReadMargins<double>(memory, margins);
}

footing_status footing_find_wrench_margin_f64(footing_memory_f64* memory, const footing_wrench_f64* wrench,
                                              footing_wrench_margin_f64* margin) {
  return api::FindWrenchMargin<double>(memory, wrench, margin);
}
