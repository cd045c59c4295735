// Stretches of ticks.
#pragma once

#include <cstddef>
#include <vector>

namespace footing::tools {

struct Stretch {
  std::size_t begin, end;  // ticks, the end is past the last
};

// The stretches of ticks that are set; breaks shorter than `bridge` ticks belong to them.
inline std::vector<Stretch> Stretches(const std::vector<char>& set, std::size_t bridge) {
  std::vector<Stretch> stretches;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (!set[i]) continue;
    const bool joins = !stretches.empty() && (i == stretches.back().end || i - stretches.back().end < bridge);
    if (joins)
      stretches.back().end = i + 1;
    else
      stretches.push_back({i, i + 1});
  }
  return stretches;
}

}  // namespace footing::tools
