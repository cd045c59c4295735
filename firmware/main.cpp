// The image: the control loop over whatever board it was linked with.
#include FOOTING_ROBOT_MODEL

#include "firmware/loop.hpp"

namespace {

using ControlMemory = footing::ControlMemory<footing::robots::FOOTING_ROBOT, FOOTING_SCALAR,
                                             footing::SolverStages::FOOTING_SOLVER>;

// Static, so that the linker counts it: the control side's whole memory.
ControlMemory& Memory() {
  static ControlMemory memory{ControlMemory::Options{}};
  return memory;
}

}  // namespace

int main() {
  const footing::LoopSummary summary = footing::RunLoop(&Memory());
  footing::PrintSummary(summary);
  return 0;
}
