// The scalars that a typed test runs in: the quick check takes double alone.
#pragma once

#include <gtest/gtest.h>

namespace footing {

#ifdef FOOTING_QUICK
using Scalars = testing::Types<double>;
#else
using Scalars = testing::Types<float, double>;
#endif

}  // namespace footing
