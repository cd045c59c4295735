// Forces at the points of a foot against the minimum that they must be: the problem's own gradient, by dense
// sums over all unknowns, where the class solves the dual.
#include "core/estimation/contacts/foot_forces.hpp"

#include <gtest/gtest.h>

#include "core/dynamics/compute_dynamics.hpp"
#include "tests/support/scenes/random_robot.hpp"

namespace footing::foot_forces_test {

// A leg of `kJoints` joints in a chain, with a foot of `kPoints` points at its end.
template <int kJoints, int kPoints>
struct Bench {
  using Model = RobotModel<double, kJoints, kPoints, 1>;
  using Forces = FootForces<Model, kJoints>;
  Model model;
  DynamicsTerms<Model> terms;
  Forces forces;
  typename Forces::PointNumbers force_sigma;
  typename Forces::PointForces expected;
  BoundedVector<double, kJoints> torque;
  typename Forces::LegNumbers torque_variance{};  // of the leg's joints, from the foot on
  double measured_sigma = 0;  // 0: no sensor
  Vector3<double> measured;

  explicit Bench(Random& random) {
    model.base = RandomLink(random);
    for (int j = 0; j < kJoints; ++j) {
      auto& joint = model.joints[static_cast<unsigned>(j)];
      joint = {j,
               {0, j % 2 == 0 ? 1.0 : 0.0, j % 2 == 0 ? 0.0 : 1.0},
               RandomArray(random, 0.3),
               RandomLink(random)};
    }
    for (auto& point : model.points) point = {kJoints, RandomArray(random, 0.1)};
    model.first_point = {0, kPoints};
    ComputeDynamics(model, RandomState<kJoints>(random), 9.81, &terms);
    for (double& variance : torque_variance) variance = std::pow(random.Uniform(0.2, 2), 2);
    for (int j = 0; j < kJoints; ++j) torque[j] = random.Uniform(-20, 20);
    for (unsigned p = 0; p < kPoints; ++p) {
      force_sigma[p] = random.Uniform(5, 100);
      for (int k = 0; k < 3; ++k) expected[p][k] = random.Uniform(-30, 30);
    }
    measured_sigma = random.Uniform(0.5, 20);
    for (int k = 0; k < 3; ++k) measured[k] = random.Uniform(-60, 60);
  }

  double TorqueVariance(int j) const { return torque_variance[static_cast<unsigned>(kJoints - 1 - j)]; }

  Vector3<double> Column(unsigned p, int j) const {
    return {terms.points[p].jacobian(0, 6 + j), terms.points[p].jacobian(1, 6 + j),
            terms.points[p].jacobian(2, 6 + j)};
  }
};

template <int kJoints, int kPoints>
void CheckMinimum(int trials, bool with_sensor = false) {
  Random random(kJoints + 10 * kPoints);
  for (int trial = 0; trial < trials; ++trial) {
    Bench<kJoints, kPoints> bench(random);
    const double sigma = with_sensor ? bench.measured_sigma : 0;
    bench.forces.Factor(bench.terms, LegOf<kJoints>(bench.model, 0), 0, kPoints, bench.force_sigma,
                        bench.torque_variance, sigma);
    auto force = bench.expected;
    if (with_sensor) bench.forces.Expect(bench.measured, force);
    bench.forces.Solve(bench.torque, force);
    Vector3<double> sum = Vector3<double>::Zero();
    for (unsigned p = 0; p < kPoints; ++p) sum += force[p];
    // Gradient: −J (r − Σ Jᵀ f) / σ_r² + (f − f̂) / σ_p² + (Σ f − m) / σ_m² is zero.
    BoundedVector<double, kJoints> left = bench.torque;
    for (int j = 0; j < kJoints; ++j)
      for (unsigned p = 0; p < kPoints; ++p) left[j] -= bench.Column(p, j).dot(force[p]);
    for (unsigned p = 0; p < kPoints; ++p) {
      Vector3<double> gradient =
          (force[p] - bench.expected[p]) / (bench.force_sigma[p] * bench.force_sigma[p]);
      if (with_sensor) gradient += (sum - bench.measured) / (sigma * sigma);
      double size = gradient.norm();
      for (int j = 0; j < kJoints; ++j) {
        const Vector3<double> term = bench.Column(p, j) * left[j] / bench.TorqueVariance(j);
        gradient -= term;
        size += term.norm();
      }
      ASSERT_LE(gradient.norm(), 1e-8 * (1 + size)) << trial;
    }
  }
}

TEST(FootForces, AreTheMinimum) {
  CheckMinimum<3, 1>(50);
  CheckMinimum<2, 1>(50);  // fewer joints than forces: the expected ones decide the rest
  CheckMinimum<6, 4>(50);
  CheckMinimum<7, 1>(50);
}

TEST(FootForces, AreTheMinimumWithASensor) {
  CheckMinimum<3, 1>(50, true);
  CheckMinimum<2, 1>(50, true);
  CheckMinimum<6, 4>(50, true);
  CheckMinimum<5, 2>(50, true);
}

// Where the sensor is sure and what is expected is not: 10^6 between the variances.
TEST(FootForces, ASureSensorDecides) {
  Random random(9);
  Bench<6, 4> bench(random);
  bench.force_sigma.fill(100);
  bench.torque_variance.fill(1e4);
  bench.forces.Factor(bench.terms, LegOf<6>(bench.model, 0), 0, 4, bench.force_sigma, bench.torque_variance,
                      0.1);
  auto force = bench.expected;
  bench.forces.Expect(bench.measured, force);
  bench.forces.Solve(bench.torque, force);
  Vector3<double> sum = Vector3<double>::Zero();
  for (const auto& f : force) sum += f;
  EXPECT_LT((sum - bench.measured).norm(), 0.01);
  EXPECT_NEAR(bench.forces.VarianceAlong(Vector3<double>::UnitZ(), 0, 4), 0.01, 0.0005);
}

// The variance is how far the answer is wrong where torques and expected forces are off by their deviations:
// drawn.
void CheckVariance(bool with_sensor) {
  Random random(5);
  const auto gaussian = [&random] {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += random.Uniform(0, 1);
    return sum;
  };
  Bench<6, 4> bench(random);
  const double sigma = with_sensor ? bench.measured_sigma : 0;
  bench.forces.Factor(bench.terms, LegOf<6>(bench.model, 0), 0, 4, bench.force_sigma, bench.torque_variance,
                      sigma);
  constexpr int kDraws = 20000;
  double one = 0, all = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    // The truth around what is expected, and torques around what the truth puts on the joints.
    auto truth = bench.expected;
    for (unsigned p = 0; p < 4; ++p)
      for (int k = 0; k < 3; ++k) truth[p][k] += bench.force_sigma[p] * gaussian();
    BoundedVector<double, 6> torque;
    for (int j = 0; j < 6; ++j) {
      torque[j] = std::sqrt(bench.TorqueVariance(j)) * gaussian();
      for (unsigned p = 0; p < 4; ++p) torque[j] += bench.Column(p, j).dot(truth[p]);
    }
    auto force = bench.expected;
    if (with_sensor) {
      Vector3<double> measured;
      for (int k = 0; k < 3; ++k) {
        measured[k] = sigma * gaussian();
        for (unsigned p = 0; p < 4; ++p) measured[k] += truth[p][k];
      }
      bench.forces.Expect(measured, force);
    }
    bench.forces.Solve(torque, force);
    double sum = 0;
    for (unsigned p = 0; p < 4; ++p) sum += force[p][2] - truth[p][2];
    all += sum * sum / kDraws;
    one += (force[1][2] - truth[1][2]) * (force[1][2] - truth[1][2]) / kDraws;
  }
  EXPECT_NEAR(bench.forces.VarianceAlong(Vector3<double>::UnitZ(), 0, 4) / all, 1, 0.05);
  EXPECT_NEAR(bench.forces.VarianceAlong(Vector3<double>::UnitZ(), 1, 2) / one, 1, 0.05);
}

TEST(FootForces, TheVarianceIsThatOfTheErrors) {
  CheckVariance(false);
  CheckVariance(true);
}

// Against the inverse of the information matrix of all components of all points.
template <int kJoints, int kPoints>
void CheckWrenchCovariance(bool with_sensor) {
  Random random(kJoints + 10 * kPoints);
  for (int trial = 0; trial < 20; ++trial) {
    Bench<kJoints, kPoints> bench(random);
    const double sigma = with_sensor ? bench.measured_sigma : 0;
    bench.forces.Factor(bench.terms, LegOf<kJoints>(bench.model, 0), 0, kPoints, bench.force_sigma,
                        bench.torque_variance, sigma);
    typename Bench<kJoints, kPoints>::Forces::PointForces arm;
    Eigen::MatrixXd information = Eigen::MatrixXd::Zero(3 * kPoints, 3 * kPoints);
    Eigen::MatrixXd J(3 * kPoints, kJoints), sum(3 * kPoints, 3), wrench(6, 3 * kPoints);
    for (unsigned p = 0; p < kPoints; ++p) {
      for (int k = 0; k < 3; ++k) arm[p][k] = random.Uniform(-0.2, 0.2);
      for (int j = 0; j < kJoints; ++j) J.block<3, 1>(3 * p, j) = bench.Column(p, j);
      information.block<3, 3>(3 * p, 3 * p).diagonal().setConstant(1 / std::pow(bench.force_sigma[p], 2));
      sum.block<3, 3>(3 * p, 0).setIdentity();
      wrench.block<3, 3>(0, 3 * p).setIdentity();
      for (int k = 0; k < 3; ++k) wrench.block<3, 1>(3, 3 * p + k) = arm[p].cross(Vector3<double>::Unit(k));
    }
    for (int j = 0; j < kJoints; ++j)
      information += J.col(j) * J.col(j).transpose() / bench.TorqueVariance(j);
    if (with_sensor) information += sum * sum.transpose() / (sigma * sigma);
    const Eigen::MatrixXd truth = wrench * information.inverse() * wrench.transpose();
    const Eigen::MatrixXd found = bench.forces.WrenchCovariance(arm, bench.torque_variance);
    EXPECT_LE((found - truth).norm(), 1e-9 * truth.norm()) << trial;
    if (with_sensor) continue;
    const Vector3<double> up = Vector3<double>(0.2, -0.1, 0.9).normalized();
    const Vector3<double> along = bench.forces.CovarianceAlong(bench.forces.GainAlong(up));
    EXPECT_LE((along - truth.topLeftCorner<3, 3>() * up).norm(), 1e-9 * truth.norm()) << trial;
    EXPECT_NEAR(up.dot(along), bench.forces.VarianceAlong(up, 0, kPoints), 1e-9 * truth.norm()) << trial;
  }
}

TEST(FootForces, TheWrenchHasTheCovarianceOfTheInformation) {
  CheckWrenchCovariance<3, 1>(false);
  CheckWrenchCovariance<2, 1>(true);
  CheckWrenchCovariance<6, 4>(false);
  CheckWrenchCovariance<6, 4>(true);
}

// Torques with other errors than the forces were weighed by: forces drawn from these errors scatter by so
// much about the true ones, which are drawn from what is expected.
TEST(FootForces, AnErrorIsThatOfTheTorquesAsTheyAre) {
  Random random(5);
  Bench<3, 1> bench(random);
  bench.force_sigma[0] = 4;
  bench.forces.Factor(bench.terms, LegOf<3>(bench.model, 0), 0, 1, bench.force_sigma, bench.torque_variance);
  auto errors = bench.torque_variance;
  errors[0] *= 9;
  errors[2] /= 16;
  const Vector3<double> up = Vector3<double>(0.2, -0.1, 0.9).normalized();
  const auto draw = [&random](double sigma) { return random.Uniform(-1, 1) * std::sqrt(3.0) * sigma; };
  double squares = 0;
  constexpr int kDraws = 40000;
  for (int trial = 0; trial < kDraws; ++trial) {
    typename Bench<3, 1>::Forces::PointForces force;
    force[0] = bench.expected[0];
    const Vector3<double> truth = force[0] + Vector3<double>(draw(4), draw(4), draw(4));
    BoundedVector<double, 3> torque;
    for (int j = 0; j < 3; ++j)
      torque[j] = bench.Column(0, j).dot(truth) + draw(std::sqrt(errors[static_cast<unsigned>(2 - j)]));
    bench.forces.Solve(torque, force);
    squares += std::pow(up.dot(force[0] - truth), 2) / kDraws;
  }
  const auto gain = bench.forces.GainAlong(up);
  EXPECT_NEAR(bench.forces.Covariance(gain, gain, errors) / squares, 1, 0.03);
  EXPECT_GT(std::abs(bench.forces.VarianceAlong(up, 0, 1) / squares - 1), 0.1);
}

// Two feet behind one joint: it tells of neither alone.
TEST(LegOf, LeavesOutJointsThatCarryTwoFeet) {
  RobotModel<double, 5, 2> model;
  const int parents[] = {0, 1, 2, 1, 4};
  for (unsigned j = 0; j < 5; ++j) model.joints[j].parent = parents[j];
  model.points[0].body = 3;
  model.points[1].body = 5;
  const auto first = LegOf<3>(model, 0), second = LegOf<3>(model, 1);
  ASSERT_EQ(first.count, 2);
  EXPECT_EQ(first.joint[0], 2);
  EXPECT_EQ(first.joint[1], 1);
  ASSERT_EQ(second.count, 2);
  EXPECT_EQ(second.joint[0], 4);
  EXPECT_EQ(second.joint[1], 3);
  EXPECT_EQ(LongestLeg(model), 3);
  EXPECT_FALSE(BaseBranches(model));
}

// Of a capacity of three joints and a leg of two: the joint that it lacks says nothing, also with sure
// torques.
TEST(FootForces, AShorterLegIsThatOfItsOwnSize) {
  Random random(8);
  for (const double variance : {0.5, 0.0}) {
    Bench<2, 1> bench(random);
    FootForces<Bench<2, 1>::Model, 3> wide;
    bench.forces.Factor(bench.terms, LegOf<2>(bench.model, 0), 0, 1, bench.force_sigma, {variance, variance});
    wide.Factor(bench.terms, LegOf<3>(bench.model, 0), 0, 1, bench.force_sigma, {variance, variance, 9});
    auto force = bench.expected, same = bench.expected;
    bench.forces.Solve(bench.torque, force);
    wide.Solve(bench.torque, same);
    EXPECT_EQ(force[0], same[0]);
    EXPECT_TRUE(IsFinite(same[0].sum()));
    const Vector3<double> up = Vector3<double>::UnitZ();
    EXPECT_EQ(bench.forces.VarianceAlong(up, 0, 1), wide.VarianceAlong(up, 0, 1));
  }
}

}  // namespace footing::foot_forces_test
