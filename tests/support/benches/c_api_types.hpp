// The types and calls of the interface for C, for each scalar, as parameters of templates.
#pragma once

#include "core/c_api/footing.h"

namespace footing {

struct F32 {
  using Scalar = float;
  using Memory = footing_memory_f32;
  using Problem = footing_problem_f32;
  using Solution = footing_solution_f32;
  using Mode = footing_contact_mode_f32;
  using Margin = footing_margin_f32;
  using Wrench = footing_wrench_f32;
  using WrenchMargin = footing_wrench_margin_f32;
  static constexpr auto Init = footing_init_f32;
  static constexpr auto Solve = footing_solve_f32;
  static constexpr auto Reset = footing_reset_f32;
  static constexpr auto ReadModes = footing_read_modes_f32;
  static constexpr auto ReadMargins = footing_read_margins_f32;
  static constexpr auto FindWrenchMargin = footing_find_wrench_margin_f32;
};

struct F64 {
  using Scalar = double;
  using Memory = footing_memory_f64;
  using Problem = footing_problem_f64;
  using Solution = footing_solution_f64;
  using Mode = footing_contact_mode_f64;
  using Margin = footing_margin_f64;
  using Wrench = footing_wrench_f64;
  using WrenchMargin = footing_wrench_margin_f64;
  static constexpr auto Init = footing_init_f64;
  static constexpr auto Solve = footing_solve_f64;
  static constexpr auto Reset = footing_reset_f64;
  static constexpr auto ReadModes = footing_read_modes_f64;
  static constexpr auto ReadMargins = footing_read_margins_f64;
  static constexpr auto FindWrenchMargin = footing_find_wrench_margin_f64;
};

}  // namespace footing
