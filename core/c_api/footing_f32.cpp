// The calls of footing.h in float.
#include "core/c_api/calls.hpp"

namespace api = footing::c_api;

footing_status footing_init_f32(footing_memory_f32* memory) { return api::Init<float>(memory); }

footing_status footing_solve_f32(footing_memory_f32* memory, const footing_problem_f32* problem,
                                 const footing_options* options, footing_solution_f32* solution) {
  return api::Solve<float>(memory, problem, options, solution);
}

footing_status footing_reset_f32(footing_memory_f32* memory) { return api::Reset<float>(memory); }

footing_status footing_read_modes_f32(const footing_memory_f32* memory, footing_contact_mode_f32* modes) {
  return api::ReadModes<float>(memory, modes);
}

footing_status footing_read_margins_f32(const footing_memory_f32* memory, footing_margin_f32* margins) {
  return api::ReadMargins<float>(memory, margins);
}

footing_status footing_find_wrench_margin_f32(footing_memory_f32* memory, const footing_wrench_f32* wrench,
                                              footing_wrench_margin_f32* margin) {
  return api::FindWrenchMargin<float>(memory, wrench, margin);
}
