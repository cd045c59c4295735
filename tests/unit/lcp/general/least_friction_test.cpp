// Friction of a box on four corners, whose forces are not unique: no pairs that cancel.
#include <gtest/gtest.h>

#include <array>

#include "core/lcp/general/coupled_boxes.hpp"
#include "tests/support/random.hpp"

namespace footing::least_friction_test {

constexpr int kRows = 12;
constexpr double kMu = 0.6;

template <typename Scalar>
struct Bench {
  CoupledBoxProblem<Scalar, kRows> problem;
  CoupledBoxWorkspace<Scalar, kRows> work;
  LcpSolution<Scalar, kRows> solution;

  // A cube of 1 kg and half edge 0.5 m at (vx, vy, vz) with spin ω, its contacts below the centre by 0.5 m at
  // `x`, `y`. z is an impulse [N s].
  SolveStatus Drop(const std::array<double, 6>& motion, const std::array<double, 4>& x,
                   const std::array<double, 4>& y) {
    std::array<std::array<double, 6>, kRows> j{};
    for (unsigned c = 0; c < 4; ++c) {
      const double px = x[c], py = y[c], pz = -0.5;
      j[3 * c] = {0, 0, 1, py, -px, 0};
      j[3 * c + 1] = {1, 0, 0, 0, pz, -py};
      j[3 * c + 2] = {0, 1, 0, -pz, 0, px};
    }
    const std::array<double, 6> inverse_mass{1, 1, 1, 6, 6, 6};
    problem.size = kRows;
    for (unsigned r = 0; r < kRows; ++r) {
      const int i = static_cast<int>(r);
      double b = 0;
      for (unsigned k = 0; k < 6; ++k) b += j[r][k] * motion[k];
      problem.b[i] = static_cast<Scalar>(b);
      for (unsigned s = 0; s < kRows; ++s) {
        double sum = 0;
        for (unsigned k = 0; k < 6; ++k) sum += j[r][k] * inverse_mass[k] * j[s][k];
        problem.A(i, static_cast<int>(s)) = static_cast<Scalar>(sum);
      }
      const bool normal = r % 3 == 0;
      problem.lo[i] = static_cast<Scalar>(normal ? 0 : -kMu);
      problem.hi[i] = normal ? kInfinity<Scalar> : static_cast<Scalar>(kMu);
      problem.findex[r] = static_cast<std::int16_t>(normal ? -1 : i - i % 3);
    }
    return SolveCoupledBoxes(problem, {}, work, solution);
  }
};

constexpr std::array<double, 4> kX{0.5, -0.5, 0.5, -0.5}, kY{0.5, 0.5, -0.5, -0.5};

TEST(LeastFriction, AVerticalImpactHasNone) {
  Bench<double> bench;
  test::Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    std::array<double, 4> x = kX, y = kY;
    if (trial > 0) {  // feet anywhere, around the centre
      for (unsigned c = 0; c < 4; ++c) {
        x[c] *= random.Uniform(0.2, 1);
        y[c] *= random.Uniform(0.2, 1);
      }
    }
    ASSERT_EQ(bench.Drop({0, 0, -6, 0, 0, 0}, x, y), SolveStatus::kSolved) << trial;
    double normal = 0;
    for (int i = 0; i < kRows; ++i) {
      if (i % 3 == 0) {
        normal += bench.solution.z[i];
      } else {
        EXPECT_EQ(bench.solution.z[i], 0.0) << trial << ", row " << i;
      }
    }
    EXPECT_NEAR(normal, 6.0, 1e-9);
  }
}

// It stops 1 kg at 0.2 m/s along x by 0.2 N s in all, and each contact pushes the same way.
TEST(LeastFriction, ContactsPushTheSameWay) {
  Bench<double> bench;
  ASSERT_EQ(bench.Drop({0.2, 0, -6, 0, 0, 0}, kX, kY), SolveStatus::kSolved);
  double along = 0, sum = 0;
  for (int c = 0; c < 4; ++c) {
    sum += bench.solution.z[3 * c + 1];
    along += std::abs(bench.solution.z[3 * c + 1]);
  }
  EXPECT_NEAR(sum, -0.2, 1e-9);
  EXPECT_NEAR(along, 0.2, 1e-9);
}

TEST(LeastFriction, AlsoInFloat) {
  Bench<float> bench;
  ASSERT_EQ(bench.Drop({0, 0, -6, 0, 0, 0}, kX, kY), SolveStatus::kSolved);
  for (int i = 0; i < kRows; ++i) {
    if (i % 3 != 0) {
      EXPECT_EQ(bench.solution.z[i], 0.0F) << i;
    }
  }
}

}  // namespace footing::least_friction_test
