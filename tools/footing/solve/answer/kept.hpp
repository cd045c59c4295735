// Memory that is too large for the stack, and too slow to get for each solve.
#pragma once

#include <memory>

namespace footing::tools {

// Memory of a type, kept for the next call in this thread: what the methods take is large, and a run asks for
// it at each step. Each call fills what it reads.
template <typename T>
T& Kept() {
  thread_local const auto memory = std::make_unique<T>();
  return *memory;
}

}  // namespace footing::tools
