// Eigen's dense factorizations at their best on this processor: vectorized, in a translation unit of their
// own under another namespace, so that nothing of them meets the core's Eigen. Plain arrays cross.
#pragma once

namespace footing::bench {

// x with a x = b, a n × n and symmetric; timed by the kernel watch, memory kept from call to call.
using Yardstick = void (*)(int n, const double* a, const double* b, double* x);

void SolveByPartialPivLu(int n, const double* a, const double* b, double* x);
void SolveByLdlt(int n, const double* a, const double* b, double* x);
// Factors alone; x is left as it is.
void FactorByPartialPivLu(int n, const double* a, const double* b, double* x);

}  // namespace footing::bench
