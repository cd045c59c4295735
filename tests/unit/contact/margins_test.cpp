// Margins and the response of forces, by applying the wrench and solving again.
#include "core/contact/margins.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "core/contact/contact_solver.hpp"
#include "core/contact/delassus.hpp"
#include "tests/support/random_contacts.hpp"
#include "tests/support/trials.hpp"

namespace footing {
namespace {

constexpr int kDof = 18;
constexpr int kContacts = 4;
constexpr double kStep = 0.001;
constexpr double kLength = 0.3;  // m

using Vector6 = Eigen::Matrix<double, 6, 1>;

// A system of 18 dof on four contacts, its free base in the first six, solved under a wrench on it.
struct Scene {
  SystemStack<double, kDof, kContacts> stack;
  DelassusWorkspace<SystemStack<double, kDof, kContacts>> work;
  ContactProblem<double, kContacts> problem;
  ContactSolverState<double, kContacts> solver;
  ContactSolution<double, kContacts> solution;
  ModeReadings<double, kContacts> readings;

  SolveStatus Solve(const Vector6& wrench) {
    auto loaded = stack;
    loaded.force.head<6>() += wrench;
    const SolveStatus assembled = Assemble(loaded, kStep, &work, &problem);
    if (assembled != SolveStatus::kSolved) return assembled;
    const SolveStatus status = SolveContacts(problem, {}, &solver, &solution);
    ReadContactModes(problem, solution, &readings);
    return status;
  }

  // Contacts that push at rest, as feet do that stand: the free velocity of a system at rest, normals first.
  bool Draw(Random& random, bool standing) {
    RandomSystem(kDof, kContacts, 0.0, random, &stack);
    stack.velocity *= standing ? 0.0 : 0.05;
    for (int c = 0; c < kContacts; ++c) {
      stack.normal_bias[c] = 0;
      stack.friction[c] = random.Uniform(0.3, 1.2);
      for (int j = 0; j < kDof; ++j) stack.force[j] -= 30 * stack.jacobian(3 * c, j);
    }
    solver.warm = false;
    return Solve(Vector6::Zero()) == SolveStatus::kSolved;
  }

  bool Slides() const {
    for (const auto& reading : readings)
      if (reading.mode == ContactMode::kSlide) return true;
    return false;
  }
  std::array<ContactMode, kContacts> Modes() const {
    std::array<ContactMode, kContacts> modes;
    for (unsigned c = 0; c < kContacts; ++c) modes[c] = readings[c].mode;
    return modes;
  }
};

Scene& Memory() {
  static Scene scene;
  return scene;
}

Vector6 RandomWrench(Random& random, double size) {
  Vector6 wrench;
  for (int k = 0; k < 6; ++k) wrench[k] = random.Uniform(-1, 1);
  wrench *= size / wrench.norm();
  wrench.tail<3>() *= kLength;
  return wrench;
}

// A thousandth inside the margin nothing changes, whatever the direction; five beyond it along the
// wrench that is named, the contact that is named does.
TEST(LeastWrench, ModesHoldWithinItAndEndBeyondIt) {
  Scene& scene = Memory();
  static LeastWrench<double, kContacts> least;
  static LeastWrench<double, kContacts>::Columns columns;
  Random random(81);
  int checked = 0;
  for (int trial = 0; trial < Trials(300, 10); ++trial) {
    ASSERT_TRUE(scene.Draw(random, true)) << trial;
    const auto modes = scene.Modes();
    if (scene.Slides() || std::count(modes.begin(), modes.end(), ContactMode::kAmbiguous) > 0) continue;
    BaseWrench(scene.stack, scene.work, kStep, kLength, &columns);
    WrenchMargin<double> margin;
    ASSERT_EQ(least.Find(scene.problem, scene.solution, columns, kLength, &margin), SolveStatus::kSolved);
    ASSERT_TRUE(margin.unique) << trial;
    Vector6 scaled = margin.wrench;
    scaled.tail<3>() /= kLength;
    EXPECT_NEAR(scaled.norm(), margin.size, 1e-9 * margin.size);
    for (int k = 0; k < 10; ++k) {
      ASSERT_EQ(scene.Solve(RandomWrench(random, 0.999 * margin.size)), SolveStatus::kSolved);
      EXPECT_EQ(scene.Modes(), modes) << trial;
    }
    ASSERT_EQ(scene.Solve(0.999 * margin.wrench), SolveStatus::kSolved);
    EXPECT_EQ(scene.Modes(), modes) << trial;
    ASSERT_EQ(scene.Solve(1.005 * margin.wrench), SolveStatus::kSolved);
    EXPECT_NE(scene.Modes(), modes) << trial;
    EXPECT_NE(scene.Modes()[static_cast<unsigned>(margin.contact)],
              modes[static_cast<unsigned>(margin.contact)])
        << trial;
    ++checked;
  }
  std::printf("%d scenes\n", checked);
  EXPECT_GT(checked, Trials(50, 1));
}

// Also where contacts slide: forces are smooth away from changes of modes.
TEST(FixedModes, ResponseIsTheDerivativeOfTheForces) {
  Scene& scene = Memory();
  static FixedModes<double, kContacts> fixed;
  static FixedModes<double, kContacts>::Columns<kDof> by_force, by_velocity, change;
  Random random(82);
  int slides = 0;
  int compared = 0;
  for (int trial = 0; trial < Trials(100, 4); ++trial) {
    ASSERT_TRUE(scene.Draw(random, false)) << trial;
    FreeVelocityResponse(scene.stack, scene.work, kStep, &by_force, &by_velocity);
    ASSERT_EQ(fixed.Factor(scene.problem, scene.solution), SolveStatus::kSolved);
    EXPECT_TRUE(fixed.unique());
    const auto modes = scene.Modes();
    slides += scene.Slides() ? 1 : 0;
    const auto original = scene.stack;
    for (const bool velocity : {false, true}) {
      fixed.Respond(velocity ? by_velocity : by_force, &change);
      const double h = velocity ? 1e-7 : 1e-4;
      for (int j = 0; j < kDof; j += 5) {
        Eigen::Matrix<double, 3 * kContacts, 1> difference;
        bool same = true;
        for (const double side : {-1.0, 1.0}) {
          scene.stack = original;
          (velocity ? scene.stack.velocity : scene.stack.force)[j] += side * h;
          ASSERT_EQ(scene.Solve(Vector6::Zero()), SolveStatus::kSolved);
          same = same && scene.Modes() == modes;
          for (unsigned c = 0; c < kContacts; ++c) {
            auto part = difference.segment<3>(3 * static_cast<int>(c));
            part = side < 0 ? Vector3<double>(-scene.solution.force[c])
                            : Vector3<double>(part + scene.solution.force[c]);
          }
        }
        scene.stack = original;
        if (!same) continue;
        difference /= 2 * h;
        const double size = difference.norm() + change.col(j).norm();
        EXPECT_LT((difference - change.col(j)).norm(), 1e-3 * size + 1e-6 / h * 1e-3) << trial << " " << j;
        ++compared;
      }
    }
    ASSERT_EQ(scene.Solve(Vector6::Zero()), SolveStatus::kSolved);
  }
  std::printf("%d slide, %d columns\n", slides, compared);
  EXPECT_GT(slides, Trials(20, 1));
  EXPECT_GT(compared, Trials(500, 10));
}

}  // namespace
}  // namespace footing
