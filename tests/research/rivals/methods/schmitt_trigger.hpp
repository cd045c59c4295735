// A Schmitt trigger on the vertical force: loaded from the tick on in which the force has been above `on` for
// so many ticks, open from the one in which it has been below `off`.
#pragma once

#include "tests/research/rivals/methods/threshold.hpp"

namespace footing::rivals {

struct SchmittOptions {
  double off = 0.4, on = 0.5;  // of the weight shared by all feet
  int off_ticks = 1, on_ticks = 1;
  bool filtered = true;
};

class SchmittTrigger {
 public:
  explicit SchmittTrigger(const SchmittOptions& options) : options_(options) {}

  bool Update(const FootTick& tick) {
    const double force = ForceOf(tick, options_.filtered);
    const bool against = loaded_ ? force < options_.off : force > options_.on;
    ticks_ = against ? ticks_ + 1 : 0;
    if (ticks_ < (loaded_ ? options_.off_ticks : options_.on_ticks)) return loaded_;
    loaded_ = !loaded_;
    ticks_ = 0;
    return loaded_;
  }

 private:
  SchmittOptions options_;
  bool loaded_ = false;
  int ticks_ = 0;  // in a row, against the state
};

}  // namespace footing::rivals
