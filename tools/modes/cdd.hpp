// cddlib with exact fractions, and owners of what it allocates. To be included by sources alone: its
// headers define macros.
#pragma once

#define GMPRATIONAL
#include <cddlib/setoper.h>
// after it
#include <cddlib/cdd.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "tools/modes/rational.hpp"

namespace footing::tools {

// A pointer's owner for one of the library's functions that free.
template <auto kFree>
struct CddDeleter {
  template <typename T>
  void operator()(T* pointer) const {
    kFree(pointer);
  }
};
using CddMatrix = std::unique_ptr<dd_MatrixType, CddDeleter<dd_FreeMatrix>>;
using CddPolyhedra = std::unique_ptr<dd_PolyhedraType, CddDeleter<dd_FreePolyhedra>>;
using CddProgram = std::unique_ptr<dd_LPType, CddDeleter<dd_FreeLPData>>;

inline void StartCdd() {
  static const bool started = (dd_set_global_constants(), true);
  (void)started;
}

inline void CheckCdd(dd_ErrorType error) {
  if (error != dd_NoError) {
    throw std::runtime_error("cddlib failed with its error " + std::to_string(static_cast<int>(error)));
  }
}

// b + Σ a_k x_k ≥ 0, a row.
inline void SetCddRow(dd_MatrixType* matrix, long row, const Rational& b, const RationalVector& a) {
  mpq_set(matrix->matrix[row][0], b.get_mpq_t());
  for (std::size_t k = 0; k < a.size(); ++k) mpq_set(matrix->matrix[row][k + 1], a[k].get_mpq_t());
}

}  // namespace footing::tools
