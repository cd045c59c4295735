// Marks the part of an adapter in which the other project's code runs. The part before it converts the
// problem, and a benchmark must not count that.
#pragma once

namespace footing::survey {

struct KernelHooks {
  void (*before)() = nullptr;
  void (*after)() = nullptr;
};
inline KernelHooks kernel_hooks;

class KernelWatch {
 public:
  KernelWatch() {
    if (kernel_hooks.before != nullptr) kernel_hooks.before();
  }
  ~KernelWatch() {
    if (kernel_hooks.after != nullptr) kernel_hooks.after();
  }
  KernelWatch(const KernelWatch&) = delete;
  KernelWatch& operator=(const KernelWatch&) = delete;
};

}  // namespace footing::survey
