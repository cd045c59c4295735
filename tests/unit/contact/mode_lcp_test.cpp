// Berard, Egan, Trinkle: eqs. 23, 30 and 37 row by row, from what their unknowns mean; Table I's modes of one
// contact in closed form; section VI's quadrants and directions; random contacts by a judge of their own; eq.
// 28's G; refusals. The tables' counts, over all choices, are in tests/host/mode_cones_test.cpp.
#include "core/contact/mode_lcp.hpp"

#include <gtest/gtest.h>

#include "core/contact/complementary_cone.hpp"
#include "core/contact/contact_lcp.hpp"
#include "core/lcp/lemke.hpp"
#include "tests/support/mode_problems.hpp"
#include "tests/support/trials.hpp"

namespace footing {
namespace {

// kSides 0: eq. 23 or 30.
template <typename S, int kContacts, int kTangents, int kSides = 0>
struct Bench {
  using Scalar = S;
  static constexpr int kPairs = kSides > 0 ? kSides + 2 : 1 + 2 * kTangents;
  static constexpr int kRows = kContacts * kPairs;
  ModeProblem<Scalar, kContacts, kTangents> problem;
  ModeLcp<Scalar, kTangents, kRows> lcp;
  LcpSolution<Scalar, kRows> solution;
  LemkeWorkspace<Scalar, kRows> work;
  ModeAnswer<Scalar, kContacts, kTangents> answer;
  ComplementaryCone<Scalar, kRows> cone;

  SolveStatus Assemble() {
    if constexpr (kSides > 0) {
      return AssembleModeLcp(problem, FrictionBasis<Scalar, kSides>(), &lcp);
    } else {
      return AssembleModeLcp(problem, &lcp);
    }
  }
  SolveStatus Solve() {
    const SolveStatus assembled = Assemble();
    if (assembled != SolveStatus::kSolved) return assembled;
    static_cast<void>(SolveLemke(lcp.lcp, 10 * kRows + 50, work, solution));
    return ReadModes(problem, lcp, solution, &answer);
  }
  // A unit mass that cannot turn, at rest on one contact.
  void Particle(Scalar mu, Scalar b_n, Scalar b_t, Scalar b_o = Scalar(0)) {
    problem.contacts = 1;
    problem.A.setIdentity();
    problem.b[0] = b_n;
    problem.b[1] = b_t;
    if (kTangents == 2) problem.b[kTangents] = b_o;
    problem.before[0] = MotionBefore::kRolls;
    problem.static_friction[0] = mu;
    problem.kinetic_friction[0] = mu / Scalar(2);
  }
};

// Section IV, |R| = 1: B as it comes out by hand.
TEST(ModeLcp, EquationTwentyThreeByHand) {
  Bench<double, 1, 1> s;
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

// y = B z + b for any z must be what the unknowns of y are, with c and a from z's meaning.
template <typename Scalar, int kTangents, int kSides>
void CheckRows(Scalar tolerance) {
  constexpr int kContacts = 3;
  constexpr int kStride = 1 + kTangents;
  using Slacks = std::array<std::array<Real, 3>, 2>;
  static Bench<Scalar, kContacts, kTangents, kSides> s;
  Random random(71);
  for (int trial = 0; trial < Trials(20, 3); ++trial) {
    RandomModeProblem(kContacts, 0.4, 1.0, random, &s.problem);
    ASSERT_EQ(s.Assemble(), SolveStatus::kSolved);
    int rolling = 0;
    std::array<int, 3> order{};  // S first, as y begins
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

    // c from z, by the orders of eqs. 23, 30, 37.
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
  static Bench<double, 2, 2, 6> s;
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

template <typename Scalar>
class ModeLcpTyped : public testing::Test {};
using Scalars = testing::Types<double, float>;
TYPED_TEST_SUITE(ModeLcpTyped, Scalars);

// Table I: a particle of 1 kg that is pressed or lifted and pushed along t; μ_s = 0.5.
TYPED_TEST(ModeLcpTyped, TableOneOfAParticle) {
  using Scalar = TypeParam;
  Bench<Scalar, 1, 1> s;
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
  // In S only one pair is left: the contact goes on, with μ_k = 0.25, whatever a_t says; or separates.
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

// Section VI-A: the quadrants, the roll, separation, and what lies between quadrants.
TYPED_TEST(ModeLcpTyped, QuadrantsOfAParticle) {
  using Scalar = TypeParam;
  Bench<Scalar, 1, 2> s;
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

// Section VI-C, k = 8: pushed along d_j the friction force is that of d_{j+4}; halfway, of two; a push
// against the middle of a side by less than its distance leaves the contact rolling.
TYPED_TEST(ModeLcpTyped, DirectionsOfAParticle) {
  using Scalar = TypeParam;
  Bench<Scalar, 1, 2, 8> s;
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

// At the cone's edge without slip the mode is not told; inside, shares that cancel do not hide the roll.
TYPED_TEST(ModeLcpTyped, SlackOfARollIsThatOfItsForce) {
  using Scalar = TypeParam;
  Bench<Scalar, 1, 2, 8> s;
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
  ASSERT_EQ(ReadModes(s.problem, s.lcp, s.solution, &s.answer), SolveStatus::kSolved);
  EXPECT_EQ(s.answer.mode[0].letter, 'n');
}

// μ = 0: no pair tells, but forces and accelerations are right.
TYPED_TEST(ModeLcpTyped, WithoutFrictionThePairsAreDegenerate) {
  using Scalar = TypeParam;
  Bench<Scalar, 1, 1> plane;
  plane.Particle(Scalar(0), Scalar(-10), Scalar(7));
  ASSERT_EQ(plane.Solve(), SolveStatus::kSolved);
  EXPECT_EQ(plane.answer.mode[0].letter, '?');
  EXPECT_EQ(plane.answer.acceleration[0][1], Scalar(7));
  Bench<Scalar, 1, 2, 8> space;
  space.Particle(Scalar(0), Scalar(-10), Scalar(7));
  ASSERT_EQ(space.Solve(), SolveStatus::kSolved);
  EXPECT_EQ(space.answer.mode[0].letter, '?');
  EXPECT_NEAR(static_cast<double>(space.answer.force[0][0]), 10.0, 1e-5);
}

// Two contacts of one body, all three models, R and S.
template <typename Scalar, int kTangents, int kSides>
void CheckRandom(Real tolerance) {
  static Bench<Scalar, 2, kTangents, kSides> s;
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

// Eqs. 26 to 29: ν of the chosen members makes b; and figure 2's approach turns a_n.
TEST(ModeLcp, ConeOfTheModeReadMakesB) {
  Bench<double, 1, 1> s;
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
  approach << -1, 0, 0, 0, 1, -1, 0, 0, 0;  // −a_n, a⁺, a⁻: singular, as separation is
  EXPECT_EQ((Matrix3<double>(s.cone.G)), approach);
}

TEST(ModeLcp, ModesOfAnotherModelAreRefused) {
  Bench<double, 1, 1> plane;
  plane.Particle(0.5, -10, 7);
  ASSERT_EQ(plane.Assemble(), SolveStatus::kSolved);
  for (const char letter : {'q', 'd', 'm', '?'})
    EXPECT_FALSE(ChooseMode(plane.lcp, 0, {letter}, &plane.cone));
  EXPECT_FALSE(ChooseMode(plane.lcp, 1, {'s'}, &plane.cone));
  Bench<double, 1, 2, 4> space;
  space.Particle(0.5, -10, 7);
  ASSERT_EQ(space.Assemble(), SolveStatus::kSolved);
  for (const char letter : {'q', 'l', 'r', 'm', '?'})
    EXPECT_FALSE(ChooseMode(space.lcp, 0, {letter}, &space.cone));
  EXPECT_FALSE(ChooseMode(space.lcp, 0, {'d', {}, 4}, &space.cone));
  EXPECT_FALSE(ChooseMode(space.lcp, 0, {'d', {}, 3, 4}, &space.cone));
  EXPECT_TRUE(ChooseMode(space.lcp, 0, {'d', {}, 3, 0}, &space.cone));
}

TYPED_TEST(ModeLcpTyped, Refusals) {
  using Scalar = TypeParam;
  Bench<Scalar, 1, 2> s;
  const auto refused = [&](SolveStatus why, auto spoil) {
    s.Particle(Scalar(0.5), Scalar(-10), Scalar(7));
    s.problem.slip[0] << Scalar(1), Scalar(0);
    spoil(s.problem);
    EXPECT_EQ(s.Assemble(), why);
    EXPECT_EQ(s.lcp.lcp.size, 0);
  };
  const Scalar nan = kInfinity<Scalar> - kInfinity<Scalar>;
  refused(SolveStatus::kBadSize, [](auto& p) { p.contacts = 2; });
  refused(SolveStatus::kBadSize, [](auto& p) { p.contacts = -1; });
  refused(SolveStatus::kNotFinite, [&](auto& p) { p.A(2, 1) = nan; });
  refused(SolveStatus::kNotFinite, [&](auto& p) { p.b[2] = kInfinity<Scalar>; });
  refused(SolveStatus::kNotFinite, [&](auto& p) { p.static_friction[0] = nan; });
  refused(SolveStatus::kBadFriction, [](auto& p) { p.static_friction[0] = Scalar(-0.1); });
  refused(SolveStatus::kNotFinite, [](auto& p) {  // B overflows
    p.A(0, 1) = p.A(1, 0) = std::numeric_limits<Scalar>::max();
    p.static_friction[0] = Scalar(10);
  });
  const auto slides = [](auto& p) { p.before[0] = MotionBefore::kSlides; };
  refused(SolveStatus::kBadFriction, [&](auto& p) { slides(p), p.kinetic_friction[0] = Scalar(-0.1); });
  refused(SolveStatus::kBadFriction, [&](auto& p) { slides(p), p.slip[0].setZero(); });
  refused(SolveStatus::kNotFinite, [&](auto& p) { slides(p), p.slip[0][1] = nan; });
  ModeLcp<Scalar, 2, 4> small;  // five pairs
  s.Particle(Scalar(0.5), Scalar(-10), Scalar(7));
  EXPECT_EQ(AssembleModeLcp(s.problem, &small), SolveStatus::kBadSize);
  EXPECT_EQ(small.lcp.size, 0);
  // What is not read may be anything: μ_k and the slip in R, μ_s in S; a slip whose square is not a number is
  // one.
  s.problem.kinetic_friction[0] = nan;
  s.problem.slip[0].setConstant(nan);
  EXPECT_EQ(s.Assemble(), SolveStatus::kSolved);
  s.problem.static_friction[0] = nan;
  s.problem.kinetic_friction[0] = Scalar(0.5);
  s.problem.before[0] = MotionBefore::kSlides;
  s.problem.slip[0] << std::numeric_limits<Scalar>::min(), Scalar(0);
  EXPECT_EQ(s.Assemble(), SolveStatus::kSolved);
  EXPECT_EQ(s.lcp.pair[0].force[1], Scalar(-0.5));

  s.solution.status = SolveStatus::kRay;
  EXPECT_EQ(ReadModes(s.problem, s.lcp, s.solution, &s.answer), SolveStatus::kRay);
  EXPECT_EQ(s.answer.mode[0].letter, '?');
  EXPECT_EQ(s.answer.force[0][0], Scalar(0));
}

}  // namespace
}  // namespace footing
