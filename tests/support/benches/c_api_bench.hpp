// All the memory of calls for C, a point mass put into it, and bytes that show what a call wrote.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>

#include "tests/support/benches/c_api_types.hpp"

namespace footing {

template <typename C>
struct Calls {
  typename C::Memory memory;
  typename C::Problem problem;
  typename C::Solution solution;
  typename C::Mode modes[FOOTING_CONTACTS];
  typename C::Margin margins[FOOTING_CONTACTS];
  typename C::Wrench wrench;
  typename C::WrenchMargin wrench_margin;
};

// Bytes that no call writes by chance.
template <typename T>
void Soil(T* block) {
  std::memset(static_cast<void*>(block), 0xA5, sizeof(T));
}
template <typename T>
bool IsSoiled(const T& block) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(&block);
  for (std::size_t i = 0; i < sizeof(T); ++i)
    if (bytes[i] != 0xA5) return false;
  return true;
}

// Point mass of 2 kg on the ground, pushed along the first tangent for 10 ms, starting from rest.
template <typename C>
Calls<C>& PointMass(double push) {
  using Scalar = typename C::Scalar;
  static Calls<C> calls;
  Soil(&calls);
  EXPECT_EQ(C::Init(&calls.memory), FOOTING_SOLVED);
  auto& problem = calls.problem;
  problem.contacts = 1;
  problem.dt = Scalar(0.01);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) problem.delassus[i][j] = i == j ? Scalar(0.5) : Scalar(0);
    for (int k = 0; k < 6; ++k) calls.wrench.velocity[i][k] = Scalar(0);
    problem.free_velocity[i] = Scalar(0);
  }
  // Wrenches have the order x, y, z; rows have the order z, x, y.
  calls.wrench.velocity[0][2] = calls.wrench.velocity[1][0] = calls.wrench.velocity[2][1] = Scalar(0.005);
  calls.wrench.length = Scalar(0.3);
  problem.free_velocity[0] = Scalar(-0.1);  // a weight of 20 N
  problem.free_velocity[1] = static_cast<Scalar>(0.005 * push);
  problem.friction[0] = Scalar(0.5);
  problem.normal_bias[0] = Scalar(0);
  return calls;
}

// One test suite in several files.
template <typename C>
class FootingForC : public testing::Test {};
using CallsOfC = testing::Types<F32, F64>;
TYPED_TEST_SUITE(FootingForC, CallsOfC);

}  // namespace footing
