#!/usr/bin/env python3
"""Shows layering.py one violation of each kind, which it must refuse, and good code, which must pass."""

import planted_lines  # first: it says where the gates are
import layering

BAD = {
    "core/lcp/a.hpp": ['#include "core/dynamics/robot_model.hpp"', '#include "core/contact/b.hpp"',
                       '#include "hal/board.hpp"', "#include <vector>", "#include <memory>",
                       "#include <iostream>", "#include <Eigen/Dense>", "# include  <chrono>",
                       "void* p = malloc(8);", "auto* p = new int(3);", "Eigen::MatrixXd A;",
                       "float s = std::sin(1.0f);", "auto* p = ::operator new(8);", "std::function<void()> f;",
                       "auto* p = new (std::nothrow) int[4];", "std::stable_sort(a, b);",
                       "Eigen::Matrix<float, -1, 1> v;",
                       "float s = std::cbrt(x);", "float s = fmodf(x, y);", "auto s = v.array().sin();",
                       "  static float last = x;", 'asm volatile("bl malloc");', "delete[] p;"],
    "core/lcp/b.hpp": ["%:include <iostream>", "#include/**/<vector>", "#include_next <vector>", "#include WHERE",
                       "#include <core/dynamics/robot_model.hpp>", '#include "../contact/b.hpp"',
                       '#pragma GCC optimize("fast-math")', "#pragma STDC FP_CONTRACT ON", '_Pragma("omp simd")',
                       '[[gnu::optimize("fast-math")]] float f();', "#define EIGEN_FAST_MATH 1",
                       "#undef EIGEN_DONT_VECTORIZE", "/* here */ #include <vector>",
                       "# /* over\n lines */ include <vector>", "#inc\\\nlude <vector>",
                       '[[gnu::__optimize__("fast-math")]] float f();'],
    "core/lcp/a.inl": ["int a;"],
    "core/dynamics/a.hpp": ['#include "core/lcp/problem.hpp"', '#include "firmware/loop.hpp"'],
    "core/estimation/a.hpp": ['#include "core/c_api/footing.h"', "#include <functional>", "#include FOOTING_ROBOT_MODEL"],
    "core/c_api/a.cpp": ['#include "firmware/loop.hpp"', "#include <stdlib.h>", "auto* p = new int(3);"],
    "core/unheard_of/a.hpp": ['#include "core/scalar.hpp"'],
    "hal/host_sim/a.cpp": ['#include "core/scalar.hpp"', '#include "firmware/loop.hpp"',
                           '#include "hal/qemu_mps2/work_clock.hpp"', "#include <core/scalar.hpp>",
                           '#include "../../firmware/loop.hpp"', '/**/#include "core/scalar.hpp"'],
    "firmware/a.cpp": ['#include "hal/host_sim/plant.hpp"', '#include "tools/footing/simulate/run_log.hpp"', "#include <vector>",
                       '#include "../hal/cortex_m/semihosting.hpp"', "#include <hal/qemu_mps2/work_clock.hpp>",
                       '#include "tests/support/random.hpp"', '#pragma GCC optimize("fast-math")'],
}
GOOD = {
    "core/lcp/a.hpp": ['#include "core/linalg/ldlt.hpp"', "#include <cstdint>", "#include <Eigen/Core>",
                       "// new malloc, in a comment", "#pragma once",
                       "  static constexpr int kOne = 1;", "  static float Twice(float x) { return x + x; }",
                       'const char* s = "malloc(8)";', "int free = 3;", "// #include <vector>",
                       "/* one\n#include <vector>\n*/"],
    "core/contact/a.hpp": ['#include "core/lcp/problem.hpp"', '#include "core/dynamics/robot_model.hpp"'],
    "core/c_api/a.cpp": ['#include "core/estimation/base/base_state.hpp"', '#include "core/c_api/footing.h"',
                         "#include FOOTING_ROBOT_MODEL", "#include <new>", "auto* p = ::new (place) int(3);"],
    "core/c_api/a.h": ["#include <stdint.h>"],
    "hal/host_sim/a.cpp": ['#include "hal/board.hpp"', "#include <vector>"],
    "hal/qemu_mps2/a.cpp": ['#include "hal/cortex_m/board_port.hpp"'],
    "firmware/a.cpp": ['#include "hal/board.hpp"', '#include "core/scalar.hpp"'],
    "tools/a.cpp": ['#include "hal/host_sim/plant.hpp"', '#include "firmware/loop.hpp"', "#include <vector>"],
}


if __name__ == "__main__":
    planted_lines.judge(lambda path, text: planted_lines.in_a_file(layering.check, path, text), BAD, GOOD)
