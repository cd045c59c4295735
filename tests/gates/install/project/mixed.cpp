// One layout in both targets; what one fills and solves, the other reads.
#include "mixed.hpp"

#include <cstdio>
#include <new>

static int Check(bool good, const char* what) {
  if (!good) std::printf("not so: %s\n", what);
  return good ? 0 : 1;
}

int main() {
#if defined(__x86_64__) && defined(__GNUC__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
    std::puts("not run: this processor has no AVX2");
    return 0;
  }
#endif
  int faults = Check(core_side::LayoutFloat() == exact_side::LayoutFloat(), "one layout in float");
  faults += Check(core_side::LayoutDouble() == exact_side::LayoutDouble(), "one layout in double");
  // Storage as a C program would give it, at the least alignment that the type asks for.
  constexpr std::size_t kAlign = alignof(Shared<double>);
  static_assert(kAlign == alignof(double));
  alignas(64) static unsigned char memory[2][sizeof(Shared<double>) + 64];
  auto& there = *new (memory[0] + kAlign) Shared<double>();
  auto& here = *new (memory[1] + 3 * kAlign) Shared<double>();
  core_side::Fill(there);
  faults += Check(exact_side::Solve(there), "core fills, exact solves");
  faults += Check(core_side::LargestError(there) < 1e-6, "core reads the forces of exact");
  exact_side::Fill(here);
  faults += Check(core_side::Solve(here), "exact fills, core solves");
  faults += Check(exact_side::LargestError(here) < 1e-6, "exact reads the forces of core");
  return faults;
}
