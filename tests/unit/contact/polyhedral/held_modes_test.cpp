// Problems in float on which the mode guess and Lemke's method both fail, so that held steps must solve them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "tests/support/oracles/nine_conditions.hpp"
#include "tests/support/scenes/robot_contacts.hpp"
#include "tests/support/trials.hpp"

namespace footing::held_modes_test {

constexpr int kContacts = kMostContacts;
constexpr Real kTolerance = 2e-4L;  // twice the solver's, whose scales are larger
using Problem = ContactProblem<float, kContacts>;
using Solution = ContactSolution<float, kContacts>;

// The worst breach of the nine conditions, from the forces alone.
Real WorstBreach(const Problem& problem, const Solution& solution) {
  const auto force = [&](int i) { return Real(solution.force[static_cast<unsigned>(i / 3)][i % 3]); };
  Real force_scale = 1e-30L, velocity_scale = 1e-30L;
  for (int i = 0; i < problem.rows(); ++i) {
    force_scale = std::max(force_scale, std::abs(force(i)));
    velocity_scale = std::max(velocity_scale, std::abs(Real(problem.free_velocity[i])));
  }
  const NineConditions conditions(4, force_scale, velocity_scale);
  Verdict worst;
  for (int c = 0; c < problem.contacts; ++c) {
    ContactAnswer answer{{}, {}, Real(problem.friction[c]), Real(problem.normal_bias[c])};
    for (int k = 0; k < 3; ++k) {
      answer.force[k] = force(3 * c + k);
      answer.velocity[k] = Real(problem.free_velocity[3 * c + k]);
      for (int j = 0; j < problem.rows(); ++j)
        answer.velocity[k] += Real(problem.dt) * Real(problem.delassus(3 * c + k, j)) * force(j);
    }
    const Verdict verdict = conditions.Judge(answer);
    worst.Take(verdict.expression, verdict.worst);
  }
  return worst.worst;
}

// Where the modes do not fit the forces and velocities.
int WrongModes(const Problem& problem, const Solution& solution) {
  int wrong = 0;
  for (int c = 0; c < problem.contacts; ++c) {
    const auto i = static_cast<unsigned>(c);
    const Vector3<float>&f = solution.force[i], &u = solution.velocity[i];
    const bool touches = std::abs(u[0] + problem.normal_bias[c]) <= 1e-3F;
    const bool rests = touches && std::hypot(u[1], u[2]) <= 1e-3F;
    const ContactMode mode = solution.mode[i];
    const bool fits = mode == ContactMode::kSeparate ? f.isZero()
                      : mode == ContactMode::kStick  ? rests
                                                     : touches;
    wrong += fits ? 0 : 1;
  }
  return wrong;
}

class Solver {
 public:
  const Solution& Solve(const Problem& problem) {
    state_->warm_contacts = 0;
    (void)SolvePolyhedral(problem, {{400}}, *state_, solution_);
    return solution_;
  }

 private:
  std::unique_ptr<PolyhedralState<float, kContacts, 4>> state_ =
      std::make_unique<PolyhedralState<float, kContacts, 4>>();
  Solution solution_;
};

// Two feet that slide. The second lifts, so the first has f_n = 0.3 / (0.001 (5 + 2 / 2)) and f_t = -f_n / 2.
TEST(HeldModes, TwoFeetThatSlide) {
  Problem problem;
  problem.contacts = 2;
  problem.dt = 1e-3F;
  problem.delassus.topLeftCorner<6, 6>() << 5.0F, -2.0F, 2.0F, -0.1F, -0.05F, 0.03F,  //
      -2.0F, 3.0F, 0.1F, 0.04F, -0.03F, -0.04F,                                       //
      2.0F, 0.1F, 5.0F, -0.001F, -8e-6F, 0.2F,                                        //
      -0.1F, 0.04F, -0.001F, 4.0F, 0.7F, 3.0F,                                        //
      -0.05F, -0.03F, -8e-6F, 0.7F, 5.0F, -0.3F,                                      //
      0.03F, -0.04F, 0.2F, 3.0F, -0.3F, 5.0F;
  problem.free_velocity.head<6>() << -0.3F, 1.0F, -0.03F, 0.02F, 1.0F, -0.08F;
  problem.friction.head<2>() << 0.5F, 0.3F;
  problem.normal_bias.setZero();
  Solver solver;
  const Solution& solution = solver.Solve(problem);
  ASSERT_EQ(solution.status, SolveStatus::kSolved);
  EXPECT_EQ(solution.stage, SolveStage::kProximal);
  EXPECT_NEAR(solution.force[0][0], 50.0F, 1e-3F);
  EXPECT_NEAR(solution.force[0][1], -25.0F, 1e-3F);
  EXPECT_NEAR(solution.force[0][2], 0.0F, 1e-3F);
  EXPECT_EQ(solution.mode[0], ContactMode::kSlide);
  EXPECT_EQ(solution.mode[1], ContactMode::kSeparate);
  EXPECT_LE(WorstBreach(problem, solution), kTolerance);
}

// A sole has three to four corners, whose forces are not unique.
TEST(HeldModes, FlatFeet) {
  Problem problem;
  Solver solver;
  RobotContacts contacts(1);
  const int trials = Trials(1000, 100);
  int solved = 0, held = 0;
  for (int k = 0; k < trials; ++k) {
    contacts.Draw(RobotScene::kQuadrupedFlat, static_cast<std::uint64_t>(k), &problem);
    const Solution& solution = solver.Solve(problem);
    if (solution.status != SolveStatus::kSolved) continue;
    ++solved;
    held += solution.stage == SolveStage::kProximal ? 1 : 0;
    EXPECT_LE(WorstBreach(problem, solution), kTolerance) << k;
    EXPECT_EQ(WrongModes(problem, solution), 0) << k;
  }
  EXPECT_GE(solved, trials * 99 / 100);
  EXPECT_GT(held, 0);
}

}  // namespace footing::held_modes_test
