// Berard, Egan, Trinkle: eqs. 23, 30 and 37 row by row, from the meaning of their unknowns; random contacts
// with a separate judge; eq. 28's G. One particle's modes: mode_lcp_particle_test.cpp. The tables' counts,
// over all choices: tests/scenario/modes/mode_choices_test.cpp.
#include "core/papers/berard/mode_lcp.hpp"

#include <gtest/gtest.h>

#include "core/contact/newton/fixed_modes.hpp"  // together with lcp_modes.hpp: one program may include both
#include "core/contact/polyhedral/contact_lcp.hpp"
#include "tests/support/benches/mode_bench.hpp"
#include "tests/support/scenes/mode_problems.hpp"
#include "tests/support/trials.hpp"

namespace footing::mode_lcp_test {

// Section IV, |R| = 1: B calculated by hand.
TEST(ModeLcp, EquationTwentyThreeByHand) {
  ModeBench<double, 1, 1> s;
  s.Particle(0.5, -3.0, 2.0);
  s.problem.A << 2.0, 0.3, 0.3, 5.0;
  ASSERT_EQ(s.Assemble(), SolveStatus::kSolved);
  ASSERT_EQ(s.lcp.lcp.size, 3);
  Matrix3<double> B;
  B << 2.0 - 0.5 * 0.3, 0.3, 0.0,  //
      0.3 - 0.5 * 5.0, 5.0, 1.0,   //
      2.0 * 0.5, -1.0, 0.0;
  EXPECT_LE((s.lcp.lcp.A.topLeftCorner<3, 3>() - B).norm(), 1e-15);
  EXPECT_EQ((Vector3<double>(s.lcp.lcp.b)), (Vector3<double>(-3.0, 2.0, 0.0)));
}

// For any z, y = B z + b must be what the unknowns of y mean, with c and a from the meaning of z.
template <typename Scalar, int kTangents, int kSides>
void CheckRows(Scalar tolerance) {
  constexpr int kContacts = 3;
  constexpr int kStride = 1 + kTangents;
  using Slacks = std::array<std::array<Real, 3>, 2>;
  static ModeBench<Scalar, kContacts, kTangents, kSides> s;
  Random random(71);
  for (int trial = 0; trial < Trials(20, 3); ++trial) {
    RandomModeProblem(kContacts, 0.4, 1.0, random, &s.problem);
    ASSERT_EQ(s.Assemble(), SolveStatus::kSolved);
    int rolling = 0;
    std::array<int, 3> order{};  // S comes first, as in y
    int placed = 0;
    for (int pass = 0; pass < 2; ++pass) {
      for (int c = 0; c < kContacts; ++c) {
        const bool rolls = s.problem.before[static_cast<unsigned>(c)] == MotionBefore::kRolls;
        if (rolls == (pass == 1)) order[static_cast<unsigned>(placed++)] = c;
        rolling += rolls && pass == 1 ? 1 : 0;
      }
    }
    const int sliding = kContacts - rolling;
    const int n = kSides > 0 ? (kSides + 2) * rolling + sliding : (1 + 2 * kTangents) * rolling + sliding;
    ASSERT_EQ(s.lcp.lcp.size, n);
    std::array<Real, 64> z{};
    for (unsigned i = 0; i < static_cast<unsigned>(n); ++i) z[i] = Real(random.Uniform(0.0, 2.0));

    // c from z, in the orders of eqs. 23, 30, 37.
    std::array<Real, 9> c{};
    std::array<Real, 64> y{};
    Slacks minus{};
    for (int place = 0; place < kContacts; ++place) {
      const int i = order[static_cast<unsigned>(place)];
      Real* const mine = &c[static_cast<unsigned>(kStride * i)];
      mine[0] = z[static_cast<unsigned>(place)];
      if (place < sliding) {
        const auto& v = s.problem.slip[static_cast<unsigned>(i)];
        const Real length = std::sqrt(Real(v.squaredNorm()));
        for (int k = 0; k < kTangents; ++k)
          mine[1 + k] = -Real(s.problem.kinetic_friction[i]) * mine[0] * Real(v[k]) / length;
        continue;
      }
      const int r = place - sliding;
      const Real mu = Real(s.problem.static_friction[i]);
      Real shares = 0;
      for (int j = 0; j < kSides; ++j) {
        const Real share = z[static_cast<unsigned>(kContacts + kSides * r + j)];
        const Real angle = Real(6.28318530717958647693L) * Real(j) / Real(kSides);
        mine[1] += std::cos(angle) * share;
        mine[kTangents] += std::sin(angle) * share;
        shares += share;
      }
      if (kSides > 0) y[static_cast<unsigned>(kContacts + kSides * rolling + r)] = mu * mine[0] - shares;
      for (int k = 0; kSides == 0 && k < kTangents; ++k) {
        mine[1 + k] = z[static_cast<unsigned>(kContacts + k * rolling + r)] - mu * mine[0];
        minus[static_cast<unsigned>(k)][static_cast<unsigned>(r)] = mu * mine[0] - mine[1 + k];
      }
    }
    const auto a = [&](int row) {
      Real sum = Real(s.problem.b[row]);
      for (int j = 0; j < kStride * kContacts; ++j)
        sum += Real(s.problem.A(row, j)) * c[static_cast<unsigned>(j)];
      return sum;
    };
    for (int place = 0; place < kContacts; ++place) {
      const int i = order[static_cast<unsigned>(place)];
      y[static_cast<unsigned>(place)] = a(kStride * i);
      if (place < sliding) continue;
      const int r = place - sliding;
      for (int j = 0; j < kSides; ++j) {
        const Real angle = Real(6.28318530717958647693L) * Real(j) / Real(kSides);
        const Real lambda = z[static_cast<unsigned>(kContacts + kSides * rolling + r)];
        y[static_cast<unsigned>(kContacts + kSides * r + j)] =
            lambda + std::cos(angle) * a(kStride * i + 1) + std::sin(angle) * a(kStride * i + kTangents);
      }
      for (int k = 0; kSides == 0 && k < kTangents; ++k) {
        const auto low = static_cast<unsigned>(kContacts + (kTangents + k) * rolling + r);
        y[static_cast<unsigned>(kContacts + k * rolling + r)] = a(kStride * i + 1 + k) + z[low];
        y[low] = minus[static_cast<unsigned>(k)][static_cast<unsigned>(r)];
      }
    }
    for (int i = 0; i < n; ++i) {
      Real sum = Real(s.lcp.lcp.b[i]);
      for (int j = 0; j < n; ++j) sum += Real(s.lcp.lcp.A(i, j)) * z[static_cast<unsigned>(j)];
      EXPECT_LE(std::abs(sum - y[static_cast<unsigned>(i)]), Real(100) * Real(tolerance))
          << trial << ' ' << i;
    }
  }
}

TEST(ModeLcp, RowsMeanWhatEquationsSay) {
  CheckRows<double, 1, 0>(1e-15);
  CheckRows<double, 2, 0>(1e-15);
  CheckRows<double, 2, 6>(1e-15);
  CheckRows<float, 1, 0>(5e-7F);
  CheckRows<float, 2, 0>(5e-7F);
  CheckRows<float, 2, 8>(5e-7F);
}

// Eq. 37 with contacts that all roll is eq. 15 of Tan, Siu, Liu with dt = 1.
TEST(ModeLcp, EquationThirtySevenIsTansFifteen) {
  static ModeBench<double, 2, 2, 6> s;
  static ContactProblem<double, 2> step;
  static LcpProblem<double, 16> lcp;
  Random random(72);
  RandomModeProblem(2, 0.0, 1.0, random, &s.problem);
  step.contacts = 2;
  step.dt = 1.0;
  step.delassus = s.problem.A;
  step.free_velocity = s.problem.b;
  step.friction = s.problem.static_friction;
  step.normal_bias.setZero();
  AssembleLcp(step, FrictionBasis<double, 6>(), {}, &lcp);
  ASSERT_EQ(s.Assemble(), SolveStatus::kSolved);
  ASSERT_EQ(s.lcp.lcp.size, lcp.size);
  EXPECT_LE((s.lcp.lcp.A - lcp.A).norm(), 1e-14);
  EXPECT_LE((s.lcp.lcp.b - lcp.b).norm(), 1e-14);
}

// Two contacts of one body, in all three models, in R and S.
template <typename Scalar, int kTangents, int kSides>
void CheckRandom(Real tolerance) {
  static ModeBench<Scalar, 2, kTangents, kSides> s;
  Random random(73);
  int solved = 0;
  int ambiguous = 0;
  for (int trial = 0; trial < Trials(200, 5); ++trial) {
    RandomModeProblem(2, 0.3, 0.4, random, &s.problem);
    if (s.Solve() != SolveStatus::kSolved) continue;
    ++solved;
    const ModeJudgement judged = JudgeModes(s.problem, kSides, Real(10) * tolerance, s.answer);
    EXPECT_LE(judged.worst, tolerance) << trial;
    EXPECT_TRUE(judged.modes_true) << trial;
    ambiguous += judged.ambiguous;
  }
  EXPECT_EQ(solved, Trials(200, 5));
  EXPECT_LE(ambiguous, 1 + solved / 40);  // four contact rows in the plane, three freedoms: 4 of 400 contacts
}
TEST(ModeLcp, RandomContactsDouble) {
  CheckRandom<double, 1, 0>(1e-12L);
  CheckRandom<double, 2, 0>(1e-12L);
  CheckRandom<double, 2, 8>(1e-12L);
}
TEST(ModeLcp, RandomContactsFloat) {
  CheckRandom<float, 1, 0>(1e-4L);
  CheckRandom<float, 2, 0>(1e-4L);
  CheckRandom<float, 2, 4>(1e-4L);
}

// Eqs. 26 to 29: ν of the chosen members gives b. Figure 2's approach changes the sign of a_n.
TEST(ModeLcp, ConeOfTheModeReadMakesB) {
  ModeBench<double, 1, 1> s;
  s.Particle(0.5, -10, 7);
  ASSERT_EQ(s.Solve(), SolveStatus::kSolved);
  ASSERT_TRUE(ChooseMode(s.lcp, 0, s.answer.mode[0], &s.cone));
  FillCone(s.lcp.lcp, &s.cone);
  const Vector3<double> members(10.0, 2.0, 10.0);  // c_n, a⁺, s⁻ = 2 μ c_n
  const Vector3<double> made = s.cone.G * members;
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(made[i], s.lcp.lcp.b[i], 1e-14);

  ASSERT_TRUE(ChooseMode(s.lcp, 0, LcpMode{'a'}, &s.cone));
  FillCone(s.lcp.lcp, &s.cone);
  Matrix3<double> approach;
  approach << -1, 0, 0, 0, 1, -1, 0, 0, 0;  // −a_n, a⁺, a⁻: singular, like separation
  EXPECT_EQ((Matrix3<double>(s.cone.G)), approach);
}

}  // namespace footing::mode_lcp_test
