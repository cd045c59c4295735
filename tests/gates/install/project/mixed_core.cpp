#include <algorithm>
#include <cmath>

#include "mixed.hpp"

// What footing::core must leave as it was: the vectors and the alignment that these options give Eigen.
#ifdef __AVX__
#if defined(EIGEN_DONT_VECTORIZE) || !defined(EIGEN_VECTORIZE_AVX) || EIGEN_MAX_ALIGN_BYTES != 32
#error "footing::core changes its user's Eigen"
#endif
static_assert(alignof(Eigen::Vector4d) == 32 && alignof(Eigen::Quaternionf) == 16);
#endif
#ifdef __NO_MATH_ERRNO__
#error "footing::core passes on an option"
#endif

namespace core_side {
// The user's own types, aligned.
using Matrix12 = Eigen::Matrix<double, 12, 12>;
using Vector12 = Eigen::Matrix<double, 12, 1>;
using Attitude = Eigen::Quaterniond;
#include "mixed_side.inc"
}  // namespace core_side
