// Berard, Egan, Trinkle for one particle, in closed form: Table I's modes, and section VI's quadrants and
// directions.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/benches/mode_bench.hpp"
#include "tests/support/scalars.hpp"

namespace footing::mode_lcp_particle_test {

template <typename Scalar>
class ModeLcpParticle : public testing::Test {};
TYPED_TEST_SUITE(ModeLcpParticle, Scalars);

// Table I: a particle of 1 kg that is pressed or lifted and pushed along t; μ_s = 0.5.
TYPED_TEST(ModeLcpParticle, TableOneOfAParticle) {
  using Scalar = TypeParam;
  ModeBench<Scalar, 1, 1> s;
  struct Row {
    double b_n, b_t;
    char letter;
    double a_n, a_t, c_n, c_t;
  };
  const Row rows[] = {{3, 7, 's', 3, 7, 0, 0},      {3, -7, 's', 3, -7, 0, 0},   {-10, 7, 'l', 0, 2, 10, -5},
                      {-10, -7, 'r', 0, -2, 10, 5}, {-10, 3, 'n', 0, 0, 10, -3}, {-10, -3, 'n', 0, 0, 10, 3},
                      {-10, 5, '?', 0, 0, 10, -5},  {0, 0, '?', 0, 0, 0, 0}};
  for (const Row& row : rows) {
    s.Particle(Scalar(0.5), static_cast<Scalar>(row.b_n), static_cast<Scalar>(row.b_t));
    ASSERT_EQ(s.Solve(), SolveStatus::kSolved);
    EXPECT_EQ(s.answer.mode[0].letter, row.letter) << row.b_n << ' ' << row.b_t;
    EXPECT_NEAR(static_cast<double>(s.answer.acceleration[0][0]), row.a_n, 1e-5);
    EXPECT_NEAR(static_cast<double>(s.answer.acceleration[0][1]), row.a_t, 1e-5);
    EXPECT_NEAR(static_cast<double>(s.answer.force[0][0]), row.c_n, 1e-5);
    EXPECT_NEAR(static_cast<double>(s.answer.force[0][1]), row.c_t, 1e-5);
  }
  // In S only one pair is left. The contact goes on sliding with μ_k = 0.25 for any a_t, or it separates.
  s.Particle(Scalar(0.5), Scalar(-10), Scalar(-7));
  s.problem.before[0] = MotionBefore::kSlides;
  s.problem.slip[0][0] = Scalar(0.01);
  ASSERT_EQ(s.Solve(), SolveStatus::kSolved);
  EXPECT_EQ(s.lcp.lcp.size, 1);
  EXPECT_EQ(s.answer.mode[0].letter, 'l');
  EXPECT_NEAR(static_cast<double>(s.answer.force[0][1]), -2.5, 1e-5);
  s.problem.b[0] = Scalar(1);
  ASSERT_EQ(s.Solve(), SolveStatus::kSolved);
  EXPECT_EQ(s.answer.mode[0].letter, 's');
}

// Section VI-A: the quadrants, the roll, separation, and the cases between quadrants.
TYPED_TEST(ModeLcpParticle, QuadrantsOfAParticle) {
  using Scalar = TypeParam;
  ModeBench<Scalar, 1, 2> s;
  for (int t = -1; t <= 1; ++t) {
    for (int o = -1; o <= 1; ++o) {
      s.Particle(Scalar(0.5), Scalar(-10), Scalar(7 * t), Scalar(8 * o));
      ASSERT_EQ(s.Solve(), SolveStatus::kSolved);
      const LcpMode mode = s.answer.mode[0];
      EXPECT_EQ(mode.letter, t == 0 && o == 0 ? 'n' : 'q');
      EXPECT_EQ(mode.sign[0], t);
      EXPECT_EQ(mode.sign[1], o);
      EXPECT_NEAR(static_cast<double>(s.answer.force[0][1]), -5.0 * t, 1e-5);
      EXPECT_NEAR(static_cast<double>(s.answer.force[0][2]), -5.0 * o, 1e-5);
    }
  }
  s.Particle(Scalar(0.5), Scalar(1), Scalar(7), Scalar(-8));
  ASSERT_EQ(s.Solve(), SolveStatus::kSolved);
  EXPECT_EQ(s.answer.mode[0].letter, 's');
}

// Section VI-C, k = 8: for a push along d_j the friction force has direction d_{j+4}; for a push halfway it
// has two directions. If a push against the middle of a side is less than the side's distance, the contact
// rolls.
TYPED_TEST(ModeLcpParticle, DirectionsOfAParticle) {
  using Scalar = TypeParam;
  ModeBench<Scalar, 1, 2, 8> s;
  for (int half = 0; half < 16; ++half) {
    const double angle = 3.14159265358979323846 * half / 8.0;
    const auto push = [&](double size) {
      s.Particle(Scalar(0.5), Scalar(-10), static_cast<Scalar>(size * std::cos(angle)),
                 static_cast<Scalar>(size * std::sin(angle)));
      return s.Solve();
    };
    ASSERT_EQ(push(8.0), SolveStatus::kSolved);
    const LcpMode mode = s.answer.mode[0];
    if (half % 2 == 0) {
      EXPECT_EQ(mode, (LcpMode{'d', {}, static_cast<std::int8_t>((half / 2 + 4) % 8), -1})) << half;
    } else {
      EXPECT_EQ(mode, (LcpMode{'d',
                               {},
                               static_cast<std::int8_t>((half / 2 + 4) % 8),
                               static_cast<std::int8_t>((half / 2 + 5) % 8)}))
          << half;
    }
    ASSERT_EQ(push(4.6), SolveStatus::kSolved);  // 5 cos(π/8) = 4.62
    EXPECT_EQ(s.answer.mode[0].letter, 'n') << half;
  }
  s.Particle(Scalar(0.5), Scalar(1), Scalar(7), Scalar(-8));
  ASSERT_EQ(s.Solve(), SolveStatus::kSolved);
  EXPECT_EQ(s.answer.mode[0].letter, 's');
}

// At the cone's edge without slip the mode is ambiguous. Inside the cone, shares that cancel do not hide the
// roll.
TYPED_TEST(ModeLcpParticle, SlackOfARollIsThatOfItsForce) {
  using Scalar = TypeParam;
  ModeBench<Scalar, 1, 2, 8> s;
  s.Particle(Scalar(0.5), Scalar(-10), Scalar(5));
  ASSERT_EQ(s.Solve(), SolveStatus::kSolved);
  EXPECT_EQ(s.answer.mode[0].letter, '?');
  s.Particle(Scalar(0.5), Scalar(-10), Scalar(1));
  ASSERT_EQ(s.Assemble(), SolveStatus::kSolved);
  s.solution.status = SolveStatus::kSolved;
  s.solution.w.setZero();
  s.solution.z.setZero();
  s.solution.z[0] = Scalar(10);
  s.solution.z[1] = Scalar(2);      // along d_0
  s.solution.z[1 + 4] = Scalar(3);  // against it: together μ c_n
  ASSERT_EQ(ReadModes(s.problem, s.lcp, s.solution, s.answer), SolveStatus::kSolved);
  EXPECT_EQ(s.answer.mode[0].letter, 'n');
}

// With μ = 0 no pair shows the mode. Forces and accelerations are right all the same.
TYPED_TEST(ModeLcpParticle, WithoutFrictionThePairsAreDegenerate) {
  using Scalar = TypeParam;
  ModeBench<Scalar, 1, 1> plane;
  plane.Particle(Scalar(0), Scalar(-10), Scalar(7));
  ASSERT_EQ(plane.Solve(), SolveStatus::kSolved);
  EXPECT_EQ(plane.answer.mode[0].letter, '?');
  EXPECT_EQ(plane.answer.acceleration[0][1], Scalar(7));
  ModeBench<Scalar, 1, 2, 8> space;
  space.Particle(Scalar(0), Scalar(-10), Scalar(7));
  ASSERT_EQ(space.Solve(), SolveStatus::kSolved);
  EXPECT_EQ(space.answer.mode[0].letter, '?');
  EXPECT_NEAR(static_cast<double>(space.answer.force[0][0]), 10.0, sizeof(Scalar) == 4 ? 1e-3 : 1e-9);
}

}  // namespace footing::mode_lcp_particle_test
