// The two mechanisms of Baraff's figures 1 and 2 (examples/scenes) run for 10 s each. Every solve by cones is
// certified in long double, joints stay closed, and no body pushes through another. The mechanisms do their
// work. Other methods, Baraff's own among them, give the same motion.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "tests/support/oracles/certificate.hpp"
#include "tools/footing/run/scene_run.hpp"
#include "tools/footing/scene/scene_file.hpp"

namespace footing::tools::mechanisms_test {

constexpr double kClosed = 1e-4;   // m
constexpr double kDeepest = 1e-3;  // m
constexpr double kTurn = 1.6;      // s, of both cranks

SceneRun Start(const char* name, SolverChoice method) {
  SolveRequest request;
  request.solver = method;
  return {ReadScene(std::string(FOOTING_EXAMPLE_DIR) + "/scenes/" + name + ".json"), request};
}

const SceneBody& Body(const SceneRun& run, const std::string& name) {
  const auto& bodies = run.scene().bodies;
  return *std::find_if(bodies.begin(), bodies.end(),
                       [&](const SceneBody& body) { return body.name == name; });
}

// Whether the last step's answer holds, in long double.
bool IsCertified(const SceneRun& run) {
  using Solution = ContactSolution<double, kSceneContacts, kSceneJointRows>;
  static const auto solution = std::make_unique<Solution>();
  for (std::size_t c = 0; c < run.answer().force.size(); ++c) solution->force[c] << run.answer().force[c];
  for (std::size_t k = 0; k < run.answer().joint_force.size(); ++k)
    solution->joint_force[static_cast<int>(k)] = run.answer().joint_force[k];
  return Certify(run.rows().problem, *solution).HoldsCircular(kCertificateTolerance<double>);
}

void Step(
    SceneRun* run, double seconds, const std::function<void()>& watch = [] {}) {
  for (int k = 0; k < static_cast<int>(std::lround(seconds / run->scene().options.dt)); ++k) {
    run->Step();
    watch();
  }
}

// When each of the six blocks was pushed through the gate, s; negative: never.
struct Fed {
  double at[6] = {-1, -1, -1, -1, -1, -1};
  void Watch(const SceneRun& run) {
    for (int i = 0; i < 6; ++i) {
      const double x = Body(run, "block" + std::to_string(i + 1)).position.x();
      if (at[i] < 0 && x > 0.145) at[i] = run.scene().time;
    }
  }
};

TEST(BlockFeeder, EachTurnFeedsTheNextBlock) {
  SceneRun run = Start("block_feeder", SolverChoice::kCone);
  Fed fed;
  int uncertified = 0;
  Step(&run, 10, [&] {
    fed.Watch(run);
    uncertified += !IsCertified(run);
  });
  EXPECT_EQ(run.tally().unsolved, 0);
  EXPECT_EQ(uncertified, 0);
  EXPECT_LE(run.tally().joint_error, kClosed);
  EXPECT_LE(run.tally().overlap, kDeepest);
  for (int i = 0; i < 6; ++i) {
    EXPECT_GT(fed.at[i], i * kTurn) << i;  // in the first half of its turn, when the pusher runs out
    EXPECT_LT(fed.at[i], (i + 0.5) * kTurn) << i;
    if (i > 0) {  // the block before has been pushed off the channel's end
      EXPECT_LT(Body(run, "block" + std::to_string(i)).position.y(), -0.05) << i;
    }
  }
}

TEST(BlockFeeder, OtherMethodsFeedThemAtTheSameTimes) {
  SceneRun run = Start("block_feeder", SolverChoice::kCone);
  Fed fed;
  Step(&run, 4.2, [&] { fed.Watch(run); });
  for (const SolverChoice method : {SolverChoice::kNewtonPolyhedral, SolverChoice::kBaraff}) {
    SceneRun peer = Start("block_feeder", method);
    Fed same;
    Step(&peer, 4.2, [&] { same.Watch(peer); });
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(fed.at[i], same.at[i], 0.03) << Name(method) << ' ' << i;
    EXPECT_LE(peer.tally().joint_error, kClosed) << Name(method);
    EXPECT_LE(peer.tally().overlap, 2 * kDeepest) << Name(method);
    // Baraff's algorithm proves no end, Lemke's none where error reduction pushes dependent contacts apart.
    EXPECT_LE(peer.tally().unsolved, peer.tally().steps / 50) << Name(method);
  }
}

TEST(Jack, BothStrokesLiftAndThePawlsHold) {
  SceneRun run = Start("jack", SolverChoice::kCone);
  const auto height = [&] { return Body(run, "load").position.y(); };
  int uncertified = 0;
  double last = height();
  for (int half = 0; half < 10; ++half) {
    Step(&run, kTurn / 2, [&] { uncertified += !IsCertified(run); });
    // A stroke of the pins is 2 · 55 mm · sin 20°, less at most a tooth of play.
    EXPECT_GT(height() - last, 2 * 0.055 * 0.33 - 0.016) << half;
    last = height();
  }
  Step(&run, 0.4);
  const double stopped = height();
  Step(&run, 3.2);  // until the crank has swung out
  // With the motor off the load comes down by at most half a tooth, rests on both pawls, and stays.
  EXPECT_GT(height(), stopped - 0.008);
  EXPECT_LT(height(), stopped + 1e-3);
  EXPECT_LT(std::abs(Body(run, "load").velocity.y()), 1e-4);
  EXPECT_EQ(run.tally().unsolved, 0);
  EXPECT_EQ(uncertified, 0);
  EXPECT_LE(run.tally().joint_error, kClosed);
  EXPECT_LE(run.tally().overlap, kDeepest);
}

TEST(Jack, OtherMethodsLiftAsHigh) {
  SceneRun run = Start("jack", SolverChoice::kCone);
  Step(&run, 3.2);
  for (const SolverChoice method : {SolverChoice::kNewtonPolyhedral, SolverChoice::kBaraff}) {
    SceneRun peer = Start("jack", method);
    Step(&peer, 3.2);
    EXPECT_NEAR(Body(run, "load").position.y(), Body(peer, "load").position.y(), 4e-3) << Name(method);
  }
}

}  // namespace footing::tools::mechanisms_test
