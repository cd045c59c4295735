// What a tick says, and starts from, where the common case does not hold.
#include <gtest/gtest.h>

#include "tests/scenario/robot/trot_stream.hpp"

namespace footing::control_tick_test {

TEST(ControlTick, WhereForcesAreNotSolvedNoMarginIsSaid) {
  ControlOptions<float> options;
  options.friction = 0.05f;  // feet slide, and one step is too few
  options.solver.budget = 1;
  int unsolved = 0;
  for (const ReplayedTick& tick : ReplayTicks(ShortTrot(2).record, options).ticks) {
    if (tick.report.status == SolveStatus::kSolved) continue;
    ++unsolved;
    EXPECT_EQ(tick.report.margin.size, 0.0f);
    EXPECT_EQ(tick.report.margin.contact, -1);
  }
  EXPECT_GT(unsolved, 10);
}

// As many contacts as in the last tick, but of other feet.
TEST(ControlTick, ForcesDoNotPassToAnotherFoot) {
  const Records records = ShortTrot(2).record;
  hal::StreamSource source(records);
  hal::UseSource(&source);
  ControlOptions<float> options;
  options.friction = 0.05f;  // feet slide: where a solve starts tells in the last bits
  const auto memory = std::make_unique<ControlMemory<float>>(options);
  const auto fresh = std::make_unique<decltype(memory->solver)>();
  const auto cold = std::make_unique<decltype(memory->solution)>();
  bool exchanged = false;
  int cold_starts = 0, warm_starts = 0;
  const auto observe = [&](const ControlMemory<float>& m, const TickReport<float>& report) {
    if (m.candidates.count == kFeet && report.status == SolveStatus::kSolved) {
      *fresh = {};
      EXPECT_EQ(SolveContacts(m.problem, m.options.solver, *fresh, *cold), SolveStatus::kSolved);
      const bool same = m.solution.force == cold->force;
      if (exchanged) {
        EXPECT_TRUE(same) << report.sequence;
        ++cold_starts;
      } else if (!same) {
        ++warm_starts;
      }
    }
    exchanged = m.candidates.count == kFeet && report.sequence % 10 == 0;
    auto& feet = memory->candidates.candidate;
    if (exchanged) std::swap(feet[0], feet[2]);
  };
  static_cast<void>(RunLoop(memory.get(), observe));
  hal::UseSource(nullptr);
  EXPECT_GT(cold_starts, 20);
  EXPECT_GT(warm_starts, 20);
}

}  // namespace footing::control_tick_test
