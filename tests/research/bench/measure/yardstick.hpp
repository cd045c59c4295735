// Eigen's dense factorizations at their best on this processor: vectorized, in a translation unit of their
// own and under another namespace, so that none of their code mixes with the core's Eigen. The interface
// passes plain arrays.
#pragma once

namespace footing::bench {

// Solves a x = b for a symmetric n × n matrix a. The kernel watch times it; memory is kept from call to call.
using Yardstick = void (*)(int n, const double* a, const double* b, double* x);

void SolveByPartialPivLu(int n, const double* a, const double* b, double* x);
void SolveByLdlt(int n, const double* a, const double* b, double* x);
// Factors only; x is not written.
void FactorByPartialPivLu(int n, const double* a, const double* b, double* x);

}  // namespace footing::bench
