// Painlevé's rod simulated through its jam: forces by Baraff's algorithm in small explicit steps, and
// impulses where no forces exist. Mass 1, half length 1, moment of inertia 1/3, the ground at y = 0.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "core/papers/baraff/baraff_impulse.hpp"

namespace footing::painleve_rod_test {

constexpr double kGravity = 9.81;
constexpr double kStep = 2e-5;
constexpr double kTouching = 2e-4;   // m: an end nearer to the ground is a contact
constexpr double kApproach = 2e-3;   // m/s: faster is an impact
constexpr double kSlipSpeed = 2e-3;  // m/s: slower is static; one braking step changes less

using Problem = BaraffProblem<double, 2>;
using Vector = BoundedVector<double, Problem::kRows>;

struct Rod {
  double q[3];  // centre x, y; angle from the ground
  double v[3];

  double Energy() const { return 0.5 * (v[0] * v[0] + v[1] * v[1]) + v[2] * v[2] / 6.0 + kGravity * q[1]; }
  // The ends are at −1 and +1 along the rod.
  double Gap(int end) const { return q[1] + end * std::sin(q[2]); }
};

class Simulation {
 public:
  explicit Simulation(double mu) : mu_(mu) {}

  int rays = 0;
  int impacts = 0;
  int unsolved = 0;
  double deepest = 0.0;
  double energy_rise = 0.0;  // largest, over the least energy so far

  void Run(double seconds, Rod* rod) {
    double least = rod->Energy();
    for (int k = 0; k < static_cast<int>(seconds / kStep); ++k) {
      Step(rod);
      deepest = std::max(deepest, -std::min(rod->Gap(-1), rod->Gap(1)));
      energy_rise = std::max(energy_rise, rod->Energy() - least);
      least = std::min(least, rod->Energy());
    }
  }

 private:
  void Step(Rod* rod) {
    Assemble(*rod);
    Vector velocity = Velocity(*rod);
    bool impact = false;
    for (int c = 0; c < problem_.contacts; ++c) impact |= velocity[2 * c] < -kApproach;
    if (impact) {
      // For an impact A j + v replaces A f + b, with friction by the velocity after the impact.
      ++impacts;
      const Vector b = problem_.b;
      problem_.b = velocity;
      for (auto& slip : problem_.slip) slip.setZero();
      if (SolveBaraff(problem_, {}, solver_, solution_) != SolveStatus::kSolved) ++unsolved;
      Push(solution_.f, rod);
      problem_.b = b;
      velocity = Velocity(*rod);
    }
    SetSlip(velocity, kSlipSpeed, &problem_);
    SolveStatus status = SolveBaraff(problem_, {}, solver_, solution_);
    if (status == SolveStatus::kRay) {
      ++rays;
      Hit(velocity, rod);
      SetSlip(Velocity(*rod), kSlipSpeed, &problem_);
      status = SolveBaraff(problem_, {}, solver_, solution_);
    }
    if (status != SolveStatus::kSolved) ++unsolved;
    Push(Vector(solution_.f * kStep), rod);
    rod->v[1] -= kGravity * kStep;
    for (int k = 0; k < 3; ++k) rod->q[k] += kStep * rod->v[k];
  }

  void Hit(const Vector& velocity, Rod* rod) {
    if (ApplyBaraffImpulse(problem_, solution_, velocity, {}, work_, impulse_) != SolveStatus::kSolved) {
      ++unsolved;
    }
    Push(impulse_.impulse, rod);
  }

  void Assemble(const Rod& rod) {
    problem_.dimension = 2;
    problem_.contacts = 0;
    for (const int end : {-1, 1}) {
      if (rod.Gap(end) > kTouching) continue;
      const double x = end * std::cos(rod.q[2]);
      const double y = end * std::sin(rod.q[2]);
      const int row = 2 * problem_.contacts;
      problem_.mu[problem_.contacts++] = mu_;
      const double normal[3] = {0.0, 1.0, x};
      const double tangent[3] = {1.0, 0.0, -y};
      for (int k = 0; k < 3; ++k) {
        jacobian_[row][k] = normal[k];
        jacobian_[row + 1][k] = tangent[k];
      }
      problem_.b[row] = -kGravity - rod.v[2] * rod.v[2] * y;
      problem_.b[row + 1] = -rod.v[2] * rod.v[2] * x;
    }
    for (int i = 0; i < problem_.rows(); ++i) {
      for (int j = 0; j < problem_.rows(); ++j) {
        const double* const a = jacobian_[i];
        const double* const b = jacobian_[j];
        problem_.A(i, j) = a[0] * b[0] + a[1] * b[1] + 3.0 * a[2] * b[2];
      }
    }
  }

  Vector Velocity(const Rod& rod) const {
    Vector velocity;
    velocity.setZero();
    for (int i = 0; i < problem_.rows(); ++i) {
      for (int k = 0; k < 3; ++k) velocity[i] += jacobian_[i][k] * rod.v[k];
    }
    return velocity;
  }

  void Push(const Vector& impulse, Rod* rod) const {
    for (int i = 0; i < problem_.rows(); ++i) {
      for (int k = 0; k < 3; ++k) rod->v[k] += (k == 2 ? 3.0 : 1.0) * jacobian_[i][k] * impulse[i];
    }
  }

  double mu_;
  Problem problem_;
  BaraffWorkspace<Problem> solver_;
  BaraffSolution<Problem> solution_;
  BaraffImpulseWorkspace<Problem> work_;
  BaraffImpulse<Problem> impulse_;
  double jacobian_[4][3] = {};
};

// A rod on its lower end, which slips at `slip`; the rod turns at `rate`.
Rod Standing(double tangent, double slip, double rate) {
  const double angle = std::atan(tangent);
  return {{0.0, std::sin(angle), angle}, {slip - rate * std::sin(angle), rate * std::cos(angle), rate}};
}

void ExpectSound(const Simulation& run, const Rod& rod, const Rod& start) {
  EXPECT_EQ(run.unsolved, 0);
  EXPECT_LT(run.deepest, 2e-4);
  EXPECT_LT(run.energy_rise, 1e-3 * start.Energy());
  EXPECT_LT(rod.Energy(), start.Energy());
  std::printf("rays %d, impacts %d, deepest %.1e m, energy %.4f -> %.4f J, largest rise %.1e J\n", run.rays,
              run.impacts, run.deepest, start.Energy(), rod.Energy(), run.energy_rise);
}

TEST(PainleveRod, JamsAtOnceAndFallsToRest) {
  for (const double slip : {-0.3, -1.0, -3.0}) {
    Simulation run(2.0);
    const Rod start = Standing(2.0, slip, 0.0);
    Rod rod = start;
    run.Run(3.0, &rod);
    EXPECT_GE(run.rays, 1);
    ExpectSound(run, rod, start);
    // The rod lies flat on the ground.
    EXPECT_NEAR(rod.q[1], 0.0, 1e-3);
    for (const double v : rod.v) EXPECT_NEAR(v, 0.0, 0.02);
  }
}

TEST(PainleveRod, SlipsTheOtherWayWithoutAJam) {
  Simulation run(2.0);
  const Rod start = Standing(2.0, 1.0, 0.0);
  Rod rod = start;
  run.Run(3.0, &rod);
  EXPECT_EQ(run.rays, 0);
  ExpectSound(run, rod, start);
}

TEST(PainleveRod, TurnsTowardTheJamFromConsistentSliding) {
  for (const double rate : {-1.0, -2.0, -3.0}) {
    Simulation run(1.6);
    const Rod start = Standing(6.0, -4.0, rate);
    Rod rod = start;
    run.Run(3.0, &rod);
    ExpectSound(run, rod, start);
  }
}

}  // namespace footing::painleve_rod_test
