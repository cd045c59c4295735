// A number of directions as a constant.
#pragma once

#include <type_traits>

namespace footing::tools {

// run(d) with the number of directions, 2, 4, … 16; any other counts as 4.
template <typename Run>
auto WithDirections(int directions, const Run& run) {
  switch (directions) {
    case 2: return run(std::integral_constant<int, 2>());
    case 6: return run(std::integral_constant<int, 6>());
    case 8: return run(std::integral_constant<int, 8>());
    case 10: return run(std::integral_constant<int, 10>());
    case 12: return run(std::integral_constant<int, 12>());
    case 14: return run(std::integral_constant<int, 14>());
    case 16: return run(std::integral_constant<int, 16>());
    default: return run(std::integral_constant<int, 4>());
  }
}

}  // namespace footing::tools
