// Instructions of many calls: their mean and their maximum.
#pragma once

#include <algorithm>
#include <cstdint>

namespace footing {

struct WorkSum {
  std::uint64_t sum = 0;
  std::uint32_t worst = 0;
  int count = 0;

  void Add(std::uint32_t work) {
    sum += work;
    worst = std::max(worst, work);
    ++count;
  }
  std::uint32_t Mean() const {
    return count == 0 ? 0 : static_cast<std::uint32_t>(sum / static_cast<unsigned>(count));
  }
};

}  // namespace footing
