#include <algorithm>
#include <cmath>

#include "mixed.hpp"

#if !defined(EIGEN_DONT_VECTORIZE) || defined(EIGEN_VECTORIZE)
#error "footing::exact must pass on what its bits depend on"
#endif

namespace exact_side {
// Eigen's own aligned types cannot stand on both sides: whose alignment the linker takes is open.
using Matrix12 = footing::BoundedMatrix<double, 12>;
using Vector12 = footing::BoundedVector<double, 12>;
using Attitude = footing::Quaternion<double>;
#include "mixed_side.inc"
}  // namespace exact_side
