// A and b at the acceleration level: the least eigenvalue, scenes known on paper, refusals. Against bodies
// that move: acceleration_motion_test.cpp.
#include "core/papers/trefny/acceleration_lcp.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "tests/support/benches/acceleration_bench.hpp"
#include "tests/support/oracles/gauss_jordan.hpp"
#include "tests/support/trials.hpp"

namespace footing::acceleration_lcp_test {

// The least eigenvalue of A, by power iteration on trace(A)·1 − A.
TEST(AccelerationLcp, AIsPositiveSemidefinite) {
  Random random(23);
  AccelerationBench<double>& s = AccelerationMemory<double>();
  for (int trial = 0; trial < Trials(30, 3); ++trial) {
    RandomScene(trial, random, &s.scene);
    if (trial % 2 == 1) s.scene.contact[5] = s.scene.contact[4];  // a rank less
    ASSERT_EQ(AssembleAcceleration(s.scene, s.work, s.lcp), SolveStatus::kSolved);
    const Real trace = Real(s.lcp.A.trace());
    std::array<Real, kSceneContacts> v;
    for (Real& x : v) x = Real(random.Uniform(-1, 1));
    Real value = 0;
    for (int round = 0; round < 500; ++round) {
      std::array<Real, kSceneContacts> next{};
      Real size = 0;
      value = 0;
      for (unsigned i = 0; i < kSceneContacts; ++i) {
        Real sum = 0;
        for (unsigned j = 0; j < kSceneContacts; ++j)
          sum += Real(s.lcp.A(static_cast<int>(i), static_cast<int>(j))) * v[j];
        value += v[i] * sum;
        next[i] = trace * v[i] - sum;
        size += next[i] * next[i];
      }
      for (unsigned i = 0; i < kSceneContacts; ++i) v[i] = next[i] / std::sqrt(size);
      if (round == 0) value = 1;  // v did not yet have unit length
    }
    EXPECT_GE(value, -1e-14L * trace);
    if (trial % 2 == 1) {
      EXPECT_LE(value, 1e-4L * trace);  // the limit that 500 rounds reach
    }
  }
}

// A box of 2 kg on four corners with its weight off the middle. It does not accelerate, and the forces carry
// it.
template <typename Scalar>
void CheckRestingBox(Scalar tolerance) {
  AccelerationBench<Scalar>& s = AccelerationMemory<Scalar>();
  const Scalar mass = 2;
  const Scalar weight = mass * Scalar(9.81L);
  RigidBody<Scalar>& box = s.scene.body[0];
  box = {};
  box.mass = mass;
  box.inertia = Scalar(0.02L) * Matrix3<Scalar>::Identity();
  box.position = {0, 0, Scalar(0.1L)};
  box.force = {0, 0, -weight};
  box.torque = {Scalar(0.3L), Scalar(-0.2L), 0};
  s.scene.bodies = 1;
  s.scene.contacts = 4;
  for (int c = 0; c < 4; ++c) {
    RigidContact<Scalar>& contact = s.scene.contact[static_cast<unsigned>(c)];
    contact = {};
    contact.point = {c % 2 == 0 ? Scalar(0.1L) : Scalar(-0.1L), c < 2 ? Scalar(0.1L) : Scalar(-0.1L), 0};
    contact.normal = {0, 0, 1};
  }
  ASSERT_EQ(AssembleAcceleration(s.scene, s.work, s.lcp), SolveStatus::kSolved);
  ASSERT_EQ(SolveDantzig(s.lcp, {100}, s.dantzig, s.solution), SolveStatus::kSolved);
  Scalar sum = 0;
  Scalar moment_x = 0;
  Scalar moment_y = 0;
  for (int c = 0; c < 4; ++c) {
    const auto& p = s.scene.contact[static_cast<unsigned>(c)].point;
    EXPECT_NEAR(s.solution.w[c], Scalar(0), tolerance);
    EXPECT_GE(s.solution.z[c], Scalar(0));
    sum += s.solution.z[c];
    moment_x += p[1] * s.solution.z[c];
    moment_y -= p[0] * s.solution.z[c];
  }
  EXPECT_NEAR(sum, weight, tolerance);
  EXPECT_NEAR(moment_x, -box.torque[0], tolerance);
  EXPECT_NEAR(moment_y, -box.torque[1], tolerance);

  // A force of 1.5 times its weight lifts the box. It leaves at g/2 everywhere, because it is not turned.
  box.torque.setZero();
  box.force[2] = Scalar(0.5L) * weight;
  ASSERT_EQ(AssembleAcceleration(s.scene, s.work, s.lcp), SolveStatus::kSolved);
  ASSERT_EQ(SolveDantzig(s.lcp, {100}, s.dantzig, s.solution), SolveStatus::kSolved);
  for (int c = 0; c < 4; ++c) {
    EXPECT_EQ(s.solution.z[c], Scalar(0));
    EXPECT_NEAR(s.solution.w[c], weight / mass / 2, tolerance);
  }
}

TEST(AccelerationLcp, ARestingBoxStaysDouble) { CheckRestingBox<double>(1e-12); }
TEST(AccelerationLcp, ARestingBoxStaysFloat) { CheckRestingBox<float>(1e-4f); }

// A case in which ṅ matters: a vertex runs outward on a turning table, at constant speed v in the world. The
// table rises toward it, so the gap accelerates by −2 ω v.
TEST(AccelerationLcp, ATurningFaceUnderAMovingVertex) {
  AccelerationBench<double>& s = AccelerationMemory<double>();
  s.scene.bodies = 2;
  s.scene.contacts = 1;
  s.scene.body.fill({});
  const double omega = 0.7;
  const double speed = 0.4;
  s.scene.body[0].velocity = {speed, 0, 0};
  s.scene.body[1].angular_velocity = {0, -omega, 0};  // its +x side rises
  s.scene.contact[0] = {};
  s.scene.contact[0].second = 1;
  s.scene.contact[0].normal = {0, 0, 1};
  ASSERT_EQ(AssembleAcceleration(s.scene, s.work, s.lcp), SolveStatus::kSolved);
  EXPECT_NEAR(s.lcp.b[0], -2 * omega * speed, 1e-15);
}

TEST(AccelerationLcp, WhatHasNoAnswerIsRefusedByName) {
  Random random(24);
  AccelerationBench<double>& s = AccelerationMemory<double>();
  const auto status = [&] {
    const SolveStatus answer = AssembleAcceleration(s.scene, s.work, s.lcp);
    EXPECT_EQ(s.lcp.size, answer == SolveStatus::kSolved ? s.scene.contacts : 0);
    return answer;
  };
  const auto reset = [&] {
    RandomScene(0, random, &s.scene);
    EXPECT_EQ(status(), SolveStatus::kSolved);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  reset();
  auto& edges = s.scene.contact[2];
  ASSERT_EQ(edges.kind, RigidContactKind::kEdges);
  for (const double sine : {0.0, 0.9e-3, -0.9e-3, 1.1e-3}) {
    edges.first_edge = {2, 0, 0};
    edges.second_edge = {-30, 30 * sine, 0};
    EXPECT_EQ(status(), Abs(sine) < 1e-3 ? SolveStatus::kParallelEdges : SolveStatus::kSolved) << sine;
  }
  edges.second_edge.setZero();
  EXPECT_EQ(status(), SolveStatus::kParallelEdges);
  edges.second_edge = {0, nan, 0};
  EXPECT_EQ(status(), SolveStatus::kParallelEdges);
  reset();
  s.scene.contact[0].second = s.scene.contact[0].first;
  EXPECT_EQ(status(), SolveStatus::kBadSize);
  reset();
  s.scene.contact[0].second = kSceneBodies;
  EXPECT_EQ(status(), SolveStatus::kBadSize);
  reset();
  s.scene.contacts = kSceneContacts + 1;
  EXPECT_EQ(AssembleAcceleration(s.scene, s.work, s.lcp), SolveStatus::kBadSize);
  reset();
  s.scene.body[1].mass = 0;
  EXPECT_EQ(status(), SolveStatus::kSingular);
  reset();
  s.scene.body[2].inertia(1, 1) = -1;
  EXPECT_EQ(status(), SolveStatus::kSingular);
  reset();
  s.scene.body[0].force[1] = nan;
  EXPECT_EQ(status(), SolveStatus::kNotFinite);
}

}  // namespace footing::acceleration_lcp_test
