// One threshold: a foot is loaded where its vertical force is above it.
#pragma once

#include "tests/research/rivals/foot_stream.hpp"

namespace footing::rivals {

// The force that a rival is tuned to look at.
inline double ForceOf(const FootTick& tick, bool filtered) {
  return static_cast<double>(filtered ? tick.force : tick.unfiltered);
}

struct Threshold {
  double level = 0.5;  // of the weight shared by all feet
  bool filtered = true;

  bool Update(const FootTick& tick) const { return ForceOf(tick, filtered) > level; }
};

}  // namespace footing::rivals
