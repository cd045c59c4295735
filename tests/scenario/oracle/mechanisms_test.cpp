// The two mechanisms of examples/mechanisms run for 10 s each. Every solve is certified in long double,
// joints stay closed, and no body pushes through another. The mechanisms do their work. Another solver gives
// the same motion.
#include <gtest/gtest.h>

#include <memory>

#include "core/contact/solve_contacts.hpp"
#include "examples/mechanisms/block_feeder.hpp"
#include "examples/mechanisms/jack.hpp"
#include "tests/support/oracles/certificate.hpp"
#include "tests/support/oracles/eliminated_joints.hpp"
#include "tests/support/trials.hpp"

namespace mechanisms::mechanisms_test {

constexpr int kSteps = 10000;
constexpr int kPeerSteps = footing::kSanitized ? 2000 : kSteps;  // a sanitized step costs fifteen
constexpr double kClosed = 1e-4;                                 // m
constexpr double kDeepest = 1e-3;                                // m

class CoulombSolver {
 public:
  footing::SolveStatus operator()(const Mechanism::Problem& problem, Mechanism::Solution* solution) {
    return footing::SolveContacts(problem, {}, state_, *solution);
  }

 private:
  footing::ContactSolverState<double, kContacts, kJointRows, footing::SolverStages::kHeldNewton> state_;
};

using PeerSolver = footing::EliminatedJoints<kContacts, kJointRows>;

struct Run {
  int unsolved = 0;
  int uncertified = 0;
  double hinge = 0;
  double overlap = 0;
  std::size_t most_contacts = 0;
};

template <typename Solver, typename Scene, typename Watch>
Run RunScene(Scene* scene, int steps, const Watch& watch) {
  const auto solver = std::make_unique<Solver>();
  Run run;
  for (int k = 0; k < steps; ++k) {
    const footing::SolveStatus status = scene->Step(*solver);
    const Mechanism& m = scene->mechanism;
    if (status != footing::SolveStatus::kSolved) {
      ++run.unsolved;
      std::printf("%s at %.3f s\n", Name(status), m.time);
    }
    const footing::Certificate certificate = Certify(m.problem(), m.solution());
    if (!certificate.HoldsCircular(footing::kCertificateTolerance<double>)) ++run.uncertified;
    run.hinge = std::max(run.hinge, m.HingeError());
    run.overlap = std::max(run.overlap, m.Penetration());
    run.most_contacts = std::max(run.most_contacts, m.touches.size());
    watch();
  }
  EXPECT_FALSE(scene->mechanism.overflow);
  std::printf("hinges within %.1e m, overlap at most %.1e m, at most %zu contacts\n", run.hinge, run.overlap,
              run.most_contacts);
  return run;
}

template <typename Solver, typename Scene>
Run RunScene(Scene* scene, int steps) {
  return RunScene<Solver>(scene, steps, [] {});
}

// The peer leaves forces outside their cones by rounding.
void ExpectSound(const Run& run, int uncertified = 0) {
  EXPECT_EQ(run.unsolved, 0);
  EXPECT_LE(run.uncertified, uncertified);
  EXPECT_LE(run.hinge, kClosed);
  EXPECT_LE(run.overlap, kDeepest);
}

TEST(BlockFeeder, EachTurnFeedsTheNextBlock) {
  const auto feeder = std::make_unique<BlockFeeder>();
  double most_torque = 0;
  int stalled = 0;
  ExpectSound(RunScene<CoulombSolver>(feeder.get(), kSteps, [&] {
    const Mechanism& m = feeder->mechanism;
    const double torque = std::abs(m.solution().joint_force[m.problem().joint_rows - 1]);
    most_torque = std::max(most_torque, torque);
    stalled += torque >= m.motors[0].torque;
  }));
  // The motor reaches its full torque where it starts and where the pusher strikes a block, and nowhere else.
  EXPECT_EQ(most_torque, feeder->mechanism.motors[0].torque);
  EXPECT_LT(stalled, 50);
  std::printf("motor at its bound in %d steps\n", stalled);
  for (int i = 0; i < BlockFeeder::kBlocks; ++i) {
    // A block is fed in the first half of its turn, when the pusher runs out. The block before falls off
    // behind it.
    EXPECT_GT(feeder->fed_at[i], i * BlockFeeder::kTurn) << i;
    EXPECT_LT(feeder->fed_at[i], (i + 0.5) * BlockFeeder::kTurn) << i;
    if (i == 0) continue;
    EXPECT_GT(feeder->fell_at[i - 1], feeder->fed_at[i]) << i;
    EXPECT_LT(feeder->fell_at[i - 1], feeder->fed_at[i] + 0.5) << i;
  }
}

TEST(BlockFeeder, AnotherSolverFeedsThemAtTheSameTimes) {
  const auto feeder = std::make_unique<BlockFeeder>();
  const auto peer = std::make_unique<BlockFeeder>();
  RunScene<CoulombSolver>(feeder.get(), kPeerSteps);
  ExpectSound(RunScene<PeerSolver>(peer.get(), kPeerSteps), 10);
  for (int i = 0; i < BlockFeeder::kBlocks; ++i) {
    EXPECT_NEAR(feeder->fed_at[i], peer->fed_at[i], 5e-3);
    if (peer->fell_at[i] > 0) {
      EXPECT_NEAR(feeder->fell_at[i], peer->fell_at[i], 0.05);
    }
  }
}

TEST(Jack, BothStrokesLiftAndThePawlsHold) {
  const auto jack = std::make_unique<Jack>();
  const double start = jack->Height(jack->load);
  const int half_turn = static_cast<int>(Jack::kTurn / 2 / kStep);
  std::vector<double> height;  // of the load, every half turn
  double stopped = 0, highest = 0, drift = 0;
  int step = 0;
  ExpectSound(RunScene<CoulombSolver>(jack.get(), kSteps, [&] {
    ++step;
    const double now = jack->Height(jack->load);
    if (jack->mechanism.time < Jack::kMotorOff) {
      stopped = now;
      if (step % half_turn == 0) height.push_back(now);
    }
    highest = std::max(highest, now);
    if (jack->mechanism.time > 9.5)
      drift =
          std::max(drift, std::abs(jack->mechanism.bodies[static_cast<std::size_t>(jack->load)].velocity[1]));
  }));
  // A stroke of the pins is 2 · 55 mm · sin 20°, less at most a tooth of play.
  double last = start;
  ASSERT_EQ(height.size(), 10U);
  for (const double h : height) {
    EXPECT_GT(h - last, 2 * Jack::kArm * 0.33 - Jack::kPitch);
    last = h;
  }
  // With the motor off the load comes down by at most half a tooth, rests on both pawls, and stays.
  EXPECT_GT(jack->Height(jack->load), stopped - Jack::kPitch / 2);
  EXPECT_LT(highest, stopped + 1e-3);
  EXPECT_LT(drift, 1e-4);
  double held = 0;  // upward, from pawls to rack [N]
  for (std::size_t c = 0; c < jack->mechanism.touches.size(); ++c) {
    const Touch& touch = jack->mechanism.touches[c];
    const auto& f = jack->mechanism.solution().force[c];
    const auto pawl = [&](int body) { return body == jack->left || body == jack->right; };
    const footing::Matrix3<double> axes =
        footing::ContactFrame<double>({touch.contact.normal.x(), touch.contact.normal.y(), 0});
    const double up = axes.row(1).dot(f);
    if (touch.a == jack->rack && pawl(touch.b)) held += up;
    if (touch.b == jack->rack && pawl(touch.a)) held -= up;
  }
  // Friction in the guides bears the part of the weight of rack and load that the pawls do not bear.
  EXPECT_GT(held, 0.5 * 12 * kGravity);
  EXPECT_LT(held, 1.5 * 12 * kGravity);
}

TEST(Jack, AnotherSolverLiftsAsHigh) {
  const auto jack = std::make_unique<Jack>();
  const auto peer = std::make_unique<Jack>();
  RunScene<CoulombSolver>(jack.get(), kPeerSteps);
  ExpectSound(RunScene<PeerSolver>(peer.get(), kPeerSteps), 10);
  EXPECT_NEAR(jack->Height(jack->load), peer->Height(peer->load), 1e-3);
}

}  // namespace mechanisms::mechanisms_test
