// Tan, Siu, Liu figure 1(b) as a scene: three articulated systems and four contacts, 1 (systems 1, 3), 2 (1,
// 2), 3 and 4 (2, 3). Each contact is at one place of the world. Forces and q̇⁺ by eqs. 7 to 15 are compared
// with the enumeration of all modes. Contacts among the three must not change the total momentum.
#include <gtest/gtest.h>

#include "core/dynamics/compute_dynamics.hpp"
#include "core/dynamics/integrate.hpp"
#include "core/papers/tan_siu_liu/mixed_form.hpp"
#include "tests/support/benches/contact_bench.hpp"
#include "tests/support/oracles/enumeration/mode_enumeration.hpp"
#include "tests/support/oracles/enumeration/pyramid_enumeration.hpp"
#include "tests/support/scenes/random_robot.hpp"

namespace footing::three_systems_test {

constexpr double kStep = 0.005;
constexpr double kGravity = 9.81;
constexpr int kContacts = 4;
constexpr int kDof = 8 + 7 + 6;

// One system: a floating base with its joints, and its first row in the stack.
template <int kJoints>
struct Body {
  using Model = RobotModel<double, kJoints, 1>;
  Model model;
  RobotState<double, kJoints> state;
  DynamicsTerms<Model> terms;
  typename DynamicsTerms<Model>::PointJacobian jacobian;
  int first = 0;

  template <typename Stack>
  void Add(Random& random, Stack* stack) {
    model = RandomTree<kJoints, 1>(random);
    state = RandomState<kJoints>(random);
    state.base_position *= 0.2;
    ComputeDynamics(model, state, kGravity, &terms);
    const Eigen::Matrix<double, 6 + kJoints, 1> force = -terms.bias;
    first = stack->AddSystem(terms.mass_matrix, GeneralizedVelocity(state), force, DofParent(model));
  }

  template <typename Stack>
  void Attach(int contact, int body, double sign, const Vector3<double>& place, Stack* stack) {
    const Vector3<double> offset = place - state.base_position;
    ComputePointJacobian(model, terms.kinematics, body, offset, &jacobian);
    stack->Attach(contact, first, sign, jacobian);
  }

  // Adds linear momentum, and angular momentum about the world's origin, of a generalized momentum M q̇.
  template <typename Momentum>
  void Sum(const Momentum& p, Vector3<double>* linear, Vector3<double>* angular) const {
    const Vector3<double> mine(p[first], p[first + 1], p[first + 2]);
    *linear += mine;
    *angular += Vector3<double>(p[first + 3], p[first + 4], p[first + 5]) + state.base_position.cross(mine);
  }
};

template <int d>
struct Scene {
  ContactBench<double, kDof, kContacts, d> bench;
  Body<2> one;
  Body<1> two;
  Body<0> three;

  void Make(Random& random) {
    auto& stack = bench.step.stack;
    stack.Clear();
    one.Add(random, &stack);
    two.Add(random, &stack);
    three.Add(random, &stack);
    const auto contact = [&](auto& plus, int plus_body, auto& minus, int minus_body) {
      const auto a = RandomArray(random, 0.3);
      const auto n = RandomArray(random, 1.0);
      const Vector3<double> place(a[0], a[1], a[2]);
      Vector3<double> normal(n[0], n[1], n[2]);
      normal /= std::sqrt(normal.squaredNorm());
      const int c = stack.AddContact(normal, random.Uniform(0.1, 1.0), 0.0);
      plus.Attach(c, plus_body, 1.0, place, &stack);
      minus.Attach(c, minus_body, -1.0, place, &stack);
    };
    contact(one, 2, three, 0);
    contact(one, 1, two, 0);
    contact(two, 1, three, 0);
    contact(two, 0, three, 0);
    bench.step.solver.warm_contacts = 0;
  }
};

template <int d>
Scene<d>& Memory() {
  static Scene<d> scene;
  return scene;
}

template <int d>
void CheckAgainstEnumeration(int trials) {
  auto& scene = Memory<d>();
  auto& step = scene.bench.step;
  Random random(71);
  int modes[3] = {};
  int several = 0;
  Real farthest = 0;
  for (int trial = 0; trial < trials; ++trial) {
    scene.Make(random);
    ASSERT_EQ(scene.bench.Solve(kStep, {}), SolveStatus::kSolved) << trial;
    ASSERT_LE(scene.bench.Judge(kStep).worst, kJudgeTolerance<double>) << trial;
    // The oracle's G comes from dense elimination, so that the oracle shares no assembly.
    RealContacts real = RealContacts::From(step.problem);
    for (unsigned r = 0; r < 3 * kContacts; ++r) {
      real.free[r] = scene.bench.dense.free_velocity[r];
      for (unsigned s = 0; s < 3 * kContacts; ++s)
        real.impulse[r][s] = Real(kStep) * scene.bench.dense.delassus[r][s];
    }
    const auto answers = PyramidEnumeration(real, d).Run();
    ASSERT_FALSE(answers.empty()) << trial;
    several += answers.size() > 1 ? 1 : 0;
    const RealAnswer ours = ToReal(step.solution, kContacts);
    farthest = std::max(farthest, DistanceToNearest(answers, ours));
    EXPECT_LE(DistanceToNearest(answers, ours), Real(1e-8L)) << trial;
    for (unsigned c = 0; c < kContacts; ++c) ++modes[static_cast<int>(step.solution.mode[c])];
  }
  std::printf("d = %d: %d scenes, %d with several answers; %d open, %d stick, %d slide; farthest %.1e\n", d,
              trials, several, modes[0], modes[1], modes[2], static_cast<double>(farthest));
  for (const int count : modes) EXPECT_GT(count, 0);
}

TEST(ThreeSystems, ForcesAreAmongAllThatEnumerationFinds) {
  CheckAgainstEnumeration<4>(30);
  CheckAgainstEnumeration<8>(4);
}

TEST(ThreeSystems, ContactsKeepTheTotalMomentum) {
  auto& scene = Memory<8>();
  auto& step = scene.bench.step;
  Random random(72);
  for (int trial = 0; trial < 50; ++trial) {
    scene.Make(random);
    ASSERT_EQ(scene.bench.Solve(kStep, {}), SolveStatus::kSolved) << trial;
    const auto& stack = step.stack;
    // M (q̇⁺ − q̇) − dt (τ − C): the part that the contacts did.
    Eigen::Matrix<double, kDof, 1> change;
    for (int i = 0; i < kDof; ++i) {
      change[i] = -kStep * stack.force[i];
      for (int j = 0; j < kDof; ++j)
        change[i] += stack.mass_matrix(i, j) * (step.next_velocity[j] - stack.velocity[j]);
    }
    Vector3<double> linear = Vector3<double>::Zero();
    Vector3<double> angular = Vector3<double>::Zero();
    scene.one.Sum(change, &linear, &angular);
    scene.two.Sum(change, &linear, &angular);
    scene.three.Sum(change, &linear, &angular);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(linear[k], 0.0, 1e-12);
      EXPECT_NEAR(angular[k], 0.0, 1e-12);
    }
  }
}

// Eq. 12 with 21 free rows gives the q̇⁺ of eq. 15.
TEST(ThreeSystems, TheMixedFormHasTheSameVelocity) {
  constexpr int kRows = kContacts * 6;
  auto& scene = Memory<4>();
  static MixedLcpProblem<double, kDof, kRows> mixed;
  static MixedLcpWorkspace<double, kDof, kRows> work;
  static LcpSolution<double, kDof + kRows> solution;
  Random random(73);
  int compared = 0;
  for (int trial = 0; trial < 20; ++trial) {
    scene.Make(random);
    auto& step = scene.bench.step;
    ASSERT_EQ(scene.bench.Solve(kStep, {}), SolveStatus::kSolved);
    AssembleMixedLcp<4>(step.stack, kStep, step.solver.basis, &mixed);
    ASSERT_EQ(SolveMixed(mixed, {500}, work, solution), SolveStatus::kSolved);
    if (PyramidEnumeration(RealContacts::From(step.problem), 4).Run().size() > 1) continue;
    ++compared;
    for (int i = 0; i < kDof; ++i) EXPECT_NEAR(solution.z[i], step.next_velocity[i], 1e-9) << trial;
  }
  EXPECT_GT(compared, 15);
}

// The answer with the circular cone, from all 3⁴ modes, is near the answer for d = 8: friction differs by the
// turn to the nearest direction.
TEST(ThreeSystems, TheCircularConesAnswerIsNear) {
  auto& scene = Memory<8>();
  Random random(74);
  Real sum = 0;
  int compared = 0;
  for (int trial = 0; trial < 5; ++trial) {
    scene.Make(random);
    ASSERT_EQ(scene.bench.Solve(kStep, {}), SolveStatus::kSolved);
    const auto circle = ModeEnumeration(RealContacts::From(scene.bench.step.problem)).Run();
    ASSERT_FALSE(circle.empty()) << trial;
    if (circle.size() > 1) continue;
    ++compared;
    sum += DistanceToNearest(circle, ToReal(scene.bench.step.solution, kContacts));
  }
  std::printf("%d compared, mean distance %.2e\n", compared, static_cast<double>(sum) / compared);
  EXPECT_LT(sum, Real(0.4L) * Real(compared));  // π/8, for friction up to the normal force
}

}  // namespace footing::three_systems_test
