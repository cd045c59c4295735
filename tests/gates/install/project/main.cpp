#include <Eigen/Core>
#include <cstdio>

#include "core/dynamics/robot_model.hpp"
#include "core/scalar.hpp"

#ifdef EIGEN_DONT_VECTORIZE
#error "footing::core must leave its user's code as it is"
#endif

int main() {
  const footing::SinCosResult<float> result = footing::SinCos(0.5f);
  std::printf("%.9g %.9g\n", static_cast<double>(result.sin), static_cast<double>(result.cos));
  return result.sin > 0.479f && result.sin < 0.480f ? 0 : 1;
}
