// The rivals for loaded or not, against closed forms and streams that can be checked by hand.
#include "tests/research/rivals/tuned/load_rivals.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "hal/host_sim/noise.hpp"
#include "tests/research/rivals/methods/contact_fusion.hpp"
#include "tests/research/rivals/methods/logistic_regression.hpp"
#include "tests/research/rivals/methods/schmitt_trigger.hpp"
#include "tests/research/rivals/tuned/search.hpp"
#include "tools/footing/simulate/judge/judge.hpp"

namespace footing::rivals {
namespace {

FootTick Force(float force) { return {.force = force, .unfiltered = -force}; }

FootStream OneFoot(const std::vector<float>& forces, const std::vector<char>& loaded) {
  FootStream stream;
  stream.feet = 1;
  for (std::size_t t = 0; t < forces.size(); ++t) {
    FootTick tick = Force(forces[t]);
    tick.loaded = loaded[t] != 0;
    stream.foot.push_back(tick);
    stream.judged.push_back(1);
  }
  return stream;
}

Loads Called(const SchmittOptions& options, const std::vector<float>& forces) {
  return LoadsOf(SchmittTrigger(options), OneFoot(forces, std::vector<char>(forces.size(), 0)));
}

TEST(Threshold, LooksAtTheForceItWasGiven) {
  EXPECT_TRUE((Threshold{.level = 0.5, .filtered = true}.Update(Force(0.6f))));
  EXPECT_FALSE((Threshold{.level = 0.5, .filtered = true}.Update(Force(0.4f))));
  EXPECT_FALSE((Threshold{.level = 0.5, .filtered = false}.Update(Force(0.6f))));
}

TEST(SchmittTrigger, HoldsBetweenItsLevels) {
  const Loads called = Called({.off = 0.3, .on = 0.6}, {0, 0.5f, 0.7f, 0.5f, 0.31f, 0.29f, 0.5f});
  EXPECT_EQ(called, (Loads{0, 0, 1, 1, 1, 0, 0}));
}

TEST(SchmittTrigger, CountsTicksInARow) {
  const SchmittOptions options{.off = 0.3, .on = 0.6, .off_ticks = 3, .on_ticks = 2};
  // A tick between the levels breaks the row.
  const Loads called = Called(options, {1, 0.5f, 1, 1, 0, 0, 0.4f, 0, 0, 0, 1});
  EXPECT_EQ(called, (Loads{0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0}));
}

TEST(SchmittTrigger, EachFootHasItsOwn) {
  FootStream stream = OneFoot({1, 0, 0.5f, 0.5f}, {0, 0, 0, 0});
  stream.feet = 2;  // two ticks of two feet
  stream.judged.resize(2);
  EXPECT_EQ(LoadsOf(SchmittTrigger({.off = 0.3, .on = 0.6}), stream), (Loads{1, 0, 1, 0}));
}

// Two forces: the likelihood is greatest where each has its share, b_0 = logit(1/4), b_0 + b_1 = logit(4/5).
TEST(LogisticRegression, OfTwoForcesHasTheirShares) {
  const FootStream stream = OneFoot({0, 0, 0, 0, 1, 1, 1, 1, 1}, {1, 0, 0, 0, 1, 1, 1, 1, 0});
  const LogisticRegression fit = FitLogistic({stream}, true);
  EXPECT_NEAR(fit.b0, std::log(1.0 / 3), 1e-9);
  EXPECT_NEAR(fit.b0 + fit.b1, std::log(4.0), 1e-9);
  EXPECT_NEAR(fit.Probability(1), 0.8, 1e-9);
  EXPECT_TRUE(fit.Update(Force(1)));
  EXPECT_FALSE(fit.Update(Force(0)));
}

TEST(LogisticRegression, LearnsFromJudgedTicksAlone) {
  FootStream stream = OneFoot({0, 0, 1, 1, 0, 0, 0}, {1, 0, 1, 0, 1, 1, 1});
  for (std::size_t t = 4; t < 7; ++t) stream.judged[t] = 0;
  EXPECT_NEAR(FitLogistic({stream}, true).Probability(0), 0.5, 1e-9);
}

TEST(LogisticRegression, OfForcesThatSeparateSeparates) {
  const LogisticRegression fit = FitLogistic({OneFoot({0, 0.1f, 0.9f, 1}, {0, 0, 1, 1})}, true);
  EXPECT_TRUE(std::isfinite(fit.b0) && std::isfinite(fit.b1));
  EXPECT_TRUE(fit.Update(Force(0.6f)));
  EXPECT_FALSE(fit.Update(Force(0.4f)));
}

// From tables of the normal distribution: Φ(1) = 0.841345, Φ(2) = 0.977250, Φ(5) = 1 − 3e-7.
TEST(ContactFusion, PlanAtThreePhases) {
  const ContactFusion fusion(ContactFusionOptions{.phase_sigma = 0.1});
  EXPECT_NEAR(fusion.PlanProbability(true, 0), 0.5, 1e-6);
  EXPECT_NEAR(fusion.PlanProbability(true, 0.1), 0.841345, 1e-6);
  EXPECT_NEAR(fusion.PlanProbability(true, 0.5), 1, 1e-6);
  EXPECT_NEAR(fusion.PlanProbability(true, 0.8), 0.977250, 1e-6);
  EXPECT_NEAR(fusion.PlanProbability(false, 0.1), 1 - 0.841345, 1e-6);
  EXPECT_NEAR(fusion.PlanProbability(false, 0.5), 0, 1e-6);
}

TEST(ContactFusion, HeightAndForce) {
  const ContactFusion fusion(
      ContactFusionOptions{.height_mean = 0.05, .height_sigma = 0.02, .force_mean = 0.5, .force_sigma = 0.2});
  EXPECT_NEAR(fusion.HeightProbability(0.05), 0.5, 1e-6);
  EXPECT_NEAR(fusion.HeightProbability(0.03), 0.841345, 1e-6);
  EXPECT_NEAR(fusion.HeightProbability(0.09), 1 - 0.977250, 1e-6);
  EXPECT_NEAR(fusion.ForceProbability(0.7), 0.841345, 1e-6);
  EXPECT_NEAR(fusion.ForceProbability(0.1), 1 - 0.977250, 1e-6);
}

// The paper's filter as it stands there: matrices for four legs, A = 0, B = I, H = (I, I).
TEST(ContactFusion, IsTheKalmanFilterOfAllLegs) {
  const ContactFusionOptions options{.plan_variance = 0.2, .height_variance = 0.7, .force_variance = 0.1};
  const ContactFusion fusion(options);
  hal::Noise noise(3);
  using Matrix = Eigen::MatrixXd;
  const Matrix eye = Matrix::Identity(4, 4);
  Matrix h(8, 4), r = Matrix::Zero(8, 8);
  h << eye, eye;
  r.diagonal() << Eigen::VectorXd::Constant(4, 0.7), Eigen::VectorXd::Constant(4, 0.1);
  const Matrix p = 0.2 * eye;
  for (int tick = 0; tick < 20; ++tick) {
    Eigen::VectorXd u(4), z(8), fused(4);
    for (int leg = 0; leg < 4; ++leg) {
      const FootTick foot{.force = static_cast<float>(noise.Uniform(0, 1)),
                          .height = static_cast<float>(noise.Uniform(-0.05, 0.1)),
                          .share = static_cast<float>(noise.Uniform(0, 1)),
                          .stance = noise.Sign() > 0};
      u[leg] = fusion.PlanProbability(foot.stance, static_cast<double>(foot.share));
      z[leg] = fusion.HeightProbability(static_cast<double>(foot.height));
      z[4 + leg] = fusion.ForceProbability(static_cast<double>(foot.force));
      fused[leg] = fusion.Probability(foot);
    }
    const Matrix gain = p * h.transpose() * (h * p * h.transpose() + r).inverse();
    EXPECT_NEAR((u + gain * (z - h * u) - fused).norm(), 0, 1e-12);
  }
}

// The accuracy to tune by is that of the project's judge.
TEST(Accuracy, IsTheJudges) {
  tools::RunLog log;
  log.robot.foot_names = {"a", "b"};
  log.robot.points.resize(2);
  log.robot.first_point = {0, 1, 2};
  log.robot.base.mass = 10;
  FootStream stream;
  stream.feet = 2;
  Loads called;
  hal::Noise noise(5);
  for (int t = 0; t < 500; ++t) {
    tools::TickSample tick{};
    tick.phase = t < 100 ? tools::Phase::kStand : tools::Phase::kTrot;
    stream.judged.push_back(t >= 100);
    for (int i = 0; i < 2; ++i) {
      const bool loaded = noise.Sign() > 0, says = noise.Uniform(0, 1) < 0.7 ? loaded : !loaded;
      tools::FootSample foot{};
      foot.true_force[2] = loaded ? 40 : 0;
      foot.estimated_state = says ? tools::FootState::kStick : tools::FootState::kOpen;
      tick.feet.push_back(foot);
      stream.foot.push_back({.loaded = loaded});
      called.push_back(says);
    }
    tick.points = tick.feet;
    log.ticks.push_back(tick);
  }
  EXPECT_DOUBLE_EQ(Accuracy(stream, called), tools::Judge(log).estimator.accuracy);
}

TEST(RandomSearch, FindsAMaximumWithAnyNumberOfThreads) {
  const std::vector<Range> ranges = {{"x", -1, 1}, {"y", 1e-3, 10, true}};
  const auto score = [](const Values& v) {
    return -std::pow(v[0] - 0.3, 2) - std::pow(std::log(v[1] / 0.05), 2);
  };
  const Found one = RandomSearch(ranges, 400, 1, 1, score), two = RandomSearch(ranges, 400, 1, 2, score);
  EXPECT_EQ(one.values, two.values);
  EXPECT_EQ(one.runs, 400);
  EXPECT_NEAR(one.values[0], 0.3, 0.1);
  EXPECT_NEAR(std::log(one.values[1] / 0.05), 0, 0.3);
}

TEST(RandomSearch, NaNIsNeverTheBest) {
  const Found found =
      RandomSearch({{"x", 0, 1}}, 50, 1, 1, [](const Values& v) { return v[0] > 0.2 ? std::nan("") : v[0]; });
  EXPECT_LE(found.values[0], 0.2);
  EXPECT_THROW(RandomSearch({{"x", 0, 1}}, 5, 1, 1, [](const Values&) { return std::nan(""); }),
               std::runtime_error);
}

}  // namespace
}  // namespace footing::rivals
