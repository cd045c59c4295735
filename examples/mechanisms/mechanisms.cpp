// Two planar mechanisms with joints, motors and contacts with friction: a block feeder and a
// double-action jack (after figures 1 and 2 of D. Baraff, Fast Contact Force Computation for
// Nonpenetrating Rigid Bodies, 1994). They run for 10 s at 1 kHz; each step is one mixed solve.
//
//   mechanisms [feeder.svg jack.svg]     prints a table; writes strips of key frames
#include <cstdio>
#include <memory>

#include "block_feeder.hpp"
#include "core/contact/solve_contacts.hpp"
#include "jack.hpp"
#include "key_frames.hpp"

namespace {

using mechanisms::Mechanism;

constexpr int kSteps = 10000;

struct Solver {
  footing::ContactSolverState<double, mechanisms::kContacts, mechanisms::kJointRows,
                              footing::SolverStages::kHeldNewton>
      state;
  int unsolved = 0;
  int most_pivots = 0;

  footing::SolveStatus operator()(const Mechanism::Problem& problem, Mechanism::Solution* solution) {
    const footing::SolveStatus status = footing::SolveContacts(problem, {}, state, *solution);
    if (status != footing::SolveStatus::kSolved) ++unsolved;
    most_pivots = std::max(most_pivots, solution->pivots);
    return status;
  }
};

// Runs the scene. Every `every` steps `row` prints a line of the table, and a key frame is drawn.
template <typename Scene, typename Row>
bool Run(Scene* scene, int every, const Row& row, mechanisms::KeyFrames frames, const char* svg) {
  const auto solver = std::make_unique<Solver>();
  double hinge = 0, overlap = 0;
  for (int k = 1; k <= kSteps; ++k) {
    // A failed solve is counted; the step uses the best forces that it has found.
    static_cast<void>(scene->Step(*solver));
    hinge = std::max(hinge, scene->mechanism.HingeError());
    overlap = std::max(overlap, scene->mechanism.Penetration());
    if (k % every != 0) continue;
    row(scene->mechanism.time);
    frames.Add(scene->mechanism);
  }
  std::printf(
      "  hinges within %.1e m, overlap at most %.1e m, solves that failed %d, most Newton steps %d\n\n",
      hinge, overlap, solver->unsolved, solver->most_pivots);
  const bool written = svg == nullptr || frames.Write(svg);
  return written && solver->unsolved == 0 && hinge < 1e-4 && overlap < 1e-3 && !scene->mechanism.overflow;
}

}  // namespace

int main(int argc, char** argv) {
  const auto feeder = std::make_unique<mechanisms::BlockFeeder>();
  std::printf("block feeder: x of each block [m]; the gate is at 0.102, the channel ends at 0.26\n");
  const bool fed = Run(
      feeder.get(), 800,
      [&](double time) {
        std::printf("  %5.2f s ", time);
        for (const int block : feeder->block)
          std::printf(" %7.4f", feeder->mechanism.bodies[static_cast<std::size_t>(block)].pose[0]);
        std::printf("\n");
      },
      {{-0.50, -0.30}, {0.42, 0.42}, 300}, argc > 1 ? argv[1] : nullptr);
  for (int i = 0; i < feeder->kBlocks; ++i) std::printf("  block %d fed at %.3f s\n", i, feeder->fed_at[i]);

  const auto jack = std::make_unique<mechanisms::Jack>();
  std::printf("\njack: height of rack and load [m], angle of the lever [rad]; the motor stops at %.1f s\n",
              jack->kMotorOff);
  const bool lifted = Run(
      jack.get(), 400,
      [&](double time) {
        std::printf("  %5.2f s  %7.4f %7.4f %8.4f\n", time, jack->Height(jack->rack),
                    jack->Height(jack->load),
                    jack->mechanism.bodies[static_cast<std::size_t>(jack->lever)].pose[2]);
      },
      {{-0.16, -0.40}, {0.36, 0.86}, 300}, argc > 2 ? argv[2] : nullptr);
  return fed && lifted && feeder->fed_at[feeder->kBlocks - 1] > 0 && jack->Height(jack->load) > 0.7 ? 0 : 1;
}
