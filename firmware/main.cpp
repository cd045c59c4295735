// The image: the control loop over whatever board it was linked with.
#include "firmware/loop.hpp"

namespace {

using Scalar = FOOTING_SCALAR;

// Static, so that the linker counts it: the control side's whole memory.
footing::ControlMemory<Scalar>& Memory() {
  static footing::ControlMemory<Scalar> memory{footing::ControlOptions<Scalar>{}};
  return memory;
}

}  // namespace

int main() {
  const footing::LoopSummary summary = footing::RunLoop(&Memory());
  footing::PrintSummary(summary);
  return 0;
}
