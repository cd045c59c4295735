// As many contacts as the interface for C was compiled for, each a point mass of its own: forces on paper.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/benches/c_api_bench.hpp"

namespace footing::capacity_test {

constexpr int kContacts = FOOTING_CONTACTS;
constexpr double kStep = 0.01, kGravity = 9.81, kFriction = 0.5;

double MassOf(int c) { return 1 + 0.25 * c; }       // kg
double PushOf(int c) { return c % 2 ? 0.8 : 0.3; }  // of the weight, along t1: odd ones slide

TYPED_TEST(FootingForC, SolvesAsManyContactsAsItsCapacity) {
  using C = TypeParam;
  using Scalar = typename C::Scalar;
  constexpr double kNear = sizeof(Scalar) == 4 ? 1e-3 : 1e-7;
  static Calls<C> at;
  ASSERT_EQ(C::Init(&at.memory), FOOTING_SOLVED);
  at.problem = {};
  at.problem.contacts = kContacts;
  at.problem.dt = static_cast<Scalar>(kStep);
  for (int c = 0; c < kContacts; ++c) {
    for (int i = 3 * c; i < 3 * c + 3; ++i) at.problem.delassus[i][i] = static_cast<Scalar>(1 / MassOf(c));
    at.problem.free_velocity[3 * c] = static_cast<Scalar>(-kStep * kGravity);
    at.problem.free_velocity[3 * c + 1] = static_cast<Scalar>(kStep * kGravity * PushOf(c));
    at.problem.friction[c] = static_cast<Scalar>(kFriction);
  }
  ASSERT_EQ(C::Solve(&at.memory, &at.problem, nullptr, &at.solution), FOOTING_SOLVED);
  ASSERT_EQ(C::ReadModes(&at.memory, at.modes), FOOTING_SOLVED);
  for (int c = 0; c < kContacts; ++c) {
    const double weight = MassOf(c) * kGravity, held = std::fmin(PushOf(c), kFriction) * weight;
    EXPECT_NEAR(at.solution.force[c][0], weight, kNear * weight) << c;
    EXPECT_NEAR(at.solution.force[c][1], -held, kNear * weight) << c;
    EXPECT_NEAR(at.solution.velocity[c][1], kStep * (PushOf(c) * weight - held) / MassOf(c), kNear) << c;
    EXPECT_EQ(at.modes[c].mode, c % 2 ? FOOTING_SLIDE : FOOTING_STICK) << c;
  }
  at.problem.contacts = kContacts + 1;
  EXPECT_EQ(C::Solve(&at.memory, &at.problem, nullptr, &at.solution), FOOTING_BAD_SIZE);
}

}  // namespace footing::capacity_test
