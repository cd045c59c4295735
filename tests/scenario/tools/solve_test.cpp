// Answers against closed forms; results that are read back have the same bits. The reader:
// problem_file_test.cpp. The command itself: solve_command_test.py and solve_shared_problems.py.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/benches/problem_json.hpp"
#include "tools/footing/solve/file/result_file.hpp"

namespace footing::tools::solve_test {

constexpr SolverChoice kSolvers[] = {SolverChoice::kCone, SolverChoice::kDantzig, SolverChoice::kLemke,
                                     SolverChoice::kNewtonPolyhedral, SolverChoice::kBoxes};

SolveAnswer Answer(const Json& json, const SolveRequest& request = {}) {
  return SolveProblem(ParseProblem(json.dump()), request);
}

TEST(SolveProblem, LcpAndEpsilon) {
  const SolveAnswer plain = Answer(Lcp());
  ASSERT_EQ(plain.status, SolveStatus::kSolved);
  EXPECT_NEAR(plain.z[0], 4.0 / 3, 1e-12);
  EXPECT_NEAR(plain.z[1], 7.0 / 3, 1e-12);
  const SolveAnswer stiffer = Answer(Lcp(), {.epsilon = 0.5});  // A = (3 1; 1 3)
  ASSERT_EQ(stiffer.status, SolveStatus::kSolved);
  EXPECT_NEAR(stiffer.z[0], 9.0 / 8, 1e-12);
  EXPECT_NEAR(stiffer.z[1], 13.0 / 8, 1e-12);
}

// If y ≥ 0, Aᵀ y ≤ 0 and qᵀ y < 0, no z ≥ 0 has A z + q ≥ 0.
TEST(SolveProblem, UnsolvableLcpIsProven) {
  const Json json = {{"kind", "lcp"}, {"A", {{-1, 2}, {0, -2}}}, {"q", {-1, -1}}};
  const SolveAnswer answer = Answer(json);
  ASSERT_EQ(StatusWords(answer.status), "proven infeasible");
  const Json result = Json::parse(ResultText(ParseProblem(json.dump()), {}, answer));
  const auto y = result["proof"].get<std::vector<double>>();
  ASSERT_EQ(y.size(), 2);
  EXPECT_GE(y[0], 0);
  EXPECT_GE(y[1], 0);
  EXPECT_LE(-y[0], 0);
  EXPECT_LE(2 * y[0] - 2 * y[1], 0);
  EXPECT_LT(-y[0] - y[1], 0);
}

// Two walls that close on a point mass: no forces, however large, are an answer.
TEST(SolveProblem, ClosingWallsAreNotSolved) {
  for (const double closing : {0.03, 0.001}) {
    Json json = PointMass(1, 0);
    json["contacts"].push_back(json["contacts"][0]);
    json["contacts"][0]["normal_bias"] = -closing;
    json["contacts"][1]["normal_jacobian"] = {0, 0, -1};
    for (const SolverChoice solver : kSolvers) {
      EXPECT_NE(StatusWords(Answer(json, {.solver = solver}).status), "solved") << closing;
    }
  }
}

TEST(SolveProblem, BudgetOfOnePivot) {
  const SolveAnswer answer = Answer(Lcp(), {.max_pivots = 1});
  EXPECT_EQ(StatusWords(answer.status), "not found (pivot budget)");
  EXPECT_EQ(answer.pivots, 1);
}

TEST(SolveProblem, Boxed) {
  const SolveAnswer answer = Answer(Boxed());
  ASSERT_EQ(answer.status, SolveStatus::kSolved);
  EXPECT_NEAR(answer.z[0], 2.0, 1e-12);
  EXPECT_NEAR(answer.z[1], -1.0, 1e-12);
}

// Row 1 is bounded by ±0.5 x₀, and row 0 is free to grow: x₀ = 2, so x₁ = 1 at most.
TEST(SolveProblem, BoxedRowBoundByAnother) {
  Json json = Changed(Boxed(), "/findex", {-1, 0});
  json["hi"] = {"inf", 0.5};
  json["b"] = {-4, -3};
  const SolveAnswer answer = Answer(json);
  ASSERT_EQ(answer.status, SolveStatus::kSolved);
  EXPECT_NEAR(answer.z[0], 2.0, 1e-12);
  EXPECT_NEAR(answer.z[1], 1.0, 1e-12);
}

TEST(SolveProblem, AccelerationIsAnLcp) {
  const Json json = {{"kind", "contact"}, {"level", "acceleration"}, {"lcp", {{"A", {{4}}}, {"q", {-2}}}}};
  const SolveAnswer answer = Answer(json);
  ASSERT_EQ(answer.status, SolveStatus::kSolved);
  EXPECT_NEAR(answer.z[0], 0.5, 1e-12);
  const Json result = Json::parse(ResultText(ParseProblem(json.dump()), {}, answer));
  EXPECT_EQ(result["kind"], "contact");
  EXPECT_EQ(result["z"].size(), 1);
}

// Normal force 20 N, friction at most 10 N along the tangents, 10/√2 N for each at the middle of the
// pyramid's edge.
TEST(SolveProblem, PointMassSticksAndSlides) {
  for (const SolverChoice solver : kSolvers) {
    const SolveAnswer stick = Answer(PointMass(3, -4), {.solver = solver});
    ASSERT_EQ(stick.status, SolveStatus::kSolved);
    EXPECT_NEAR(stick.contact.forces[0][0], 20, 1e-9);
    EXPECT_NEAR(stick.contact.forces[0][1], -3, 1e-9);
    EXPECT_NEAR(stick.contact.forces[0][2], 4, 1e-9);
    for (double v : stick.contact.v) EXPECT_NEAR(v, 0, 1e-12);

    const SolveAnswer slide = Answer(PointMass(12, 0), {.solver = solver});
    ASSERT_EQ(slide.status, SolveStatus::kSolved);
    EXPECT_NEAR(slide.contact.forces[0][1], -10, 1e-9);
    EXPECT_NEAR(slide.contact.v[0], 0.01 * 2 / 2, 1e-12);
  }
}

// The Delassus matrix overflows, so the numbers that are left say nothing about forces.
TEST(SolveProblem, RefusedHasNoResidual) {
  Json huge = PointMass(1, 0);
  huge["contacts"][0]["normal_jacobian"] = {0, 0, 1e200};
  const SolveAnswer answer = Answer(huge);
  EXPECT_EQ(answer.status, SolveStatus::kNotFinite);
  EXPECT_EQ(answer.residual, std::numeric_limits<double>::infinity());
}

// A push of 13 N along the diagonal: each model holds a different part of it.
TEST(SolveProblem, ModelsDifferBetweenTheTangents) {
  const double push = 13 / std::sqrt(2.0);
  const auto friction = [&](const SolveRequest& request) {
    const SolveAnswer answer = Answer(PointMass(push, push), request);
    EXPECT_EQ(answer.status, SolveStatus::kSolved);
    return std::hypot(answer.contact.forces[0][1], answer.contact.forces[0][2]);
  };
  EXPECT_NEAR(friction({.solver = SolverChoice::kBoxes}), 13, 1e-9);
  EXPECT_NEAR(friction({.solver = SolverChoice::kNewtonPolyhedral, .directions = 8}), 10, 1e-9);
  EXPECT_NEAR(friction({.solver = SolverChoice::kNewtonPolyhedral, .directions = 16}), 10, 1e-9);
  EXPECT_NEAR(friction({.solver = SolverChoice::kCone}), 10, 1e-9);
  // Here every point of the pyramid's edge opposes the slip, from the corner to its middle.
  const double four = friction({.solver = SolverChoice::kNewtonPolyhedral});
  EXPECT_GE(four, 10 / std::sqrt(2.0) - 1e-9);
  EXPECT_LE(four, 10 + 1e-9);
}

TEST(SolveProblem, EveryNumberOfDirections) {
  for (int directions = 4; directions <= 16; directions += 2) {
    const SolveAnswer answer =
        Answer(PointMass(12, 0), {.solver = SolverChoice::kNewtonPolyhedral, .directions = directions});
    ASSERT_EQ(answer.status, SolveStatus::kSolved) << directions;
    EXPECT_NEAR(answer.contact.forces[0][1], -10, 1e-9) << directions;  // −t1 is one of the directions
  }
}

TEST(SolveProblem, MissingTangentsHaveNoForce) {
  for (const SolverChoice solver : kSolvers) {
    Json json = PointMass(12, 5);
    json["contacts"][0]["tangent_jacobians"] = {{1, 0, 0}};
    SolveAnswer answer = Answer(json, {.solver = solver});
    ASSERT_EQ(answer.status, SolveStatus::kSolved);
    EXPECT_NEAR(answer.contact.forces[0][1], -10, 1e-9);
    EXPECT_EQ(answer.contact.forces[0][2], 0);
    EXPECT_NEAR(answer.contact.v[1], 0.025, 1e-12);

    json["contacts"][0]["tangent_jacobians"] = Json::array();
    answer = Answer(json, {.solver = solver});
    ASSERT_EQ(answer.status, SolveStatus::kSolved);
    EXPECT_NEAR(answer.contact.forces[0][0], 20, 1e-9);
    EXPECT_EQ(answer.contact.forces[0][1], 0);
    EXPECT_EQ(answer.contact.forces[0][2], 0);
    EXPECT_NEAR(answer.contact.v[0], 0.06, 1e-12);
  }
}

// One contact with a tangent, one with two, one with none, in one problem.
TEST(SolveProblem, MixedNumbersOfTangents) {
  Json json = {{"kind", "contact"}, {"M", Identity(9)}, {"dt", 0.01}, {"contacts", Json::array()}};
  json["tau_star"] = {0.03, 0.04, -0.1, 0.03, 0.04, -0.1, 0.03, 0.04, -0.1};
  for (unsigned c = 0; c < 3; ++c) {
    Json contact = {{"mu", 0.2}, {"normal_bias", 0}, {"tangent_jacobians", Json::array()}};
    for (unsigned t = 0; t < 3; ++t) {
      std::vector<double> row(9, 0.0);
      row[3 * c + (t + 2) % 3] = 1;
      if (t == 0) contact["normal_jacobian"] = row;
      if (t > 0 && t <= c) contact["tangent_jacobians"].push_back(row);
    }
    json["contacts"].push_back(contact);
  }
  const SolveAnswer answer = Answer(json);
  ASSERT_EQ(answer.status, SolveStatus::kSolved);
  const double expected_v[] = {0.03, 0.04, 0, 0.01, 0.04, 0};
  for (unsigned i = 0; i < 6; ++i) EXPECT_NEAR(answer.contact.v[i], expected_v[i], 1e-12) << i;
  EXPECT_NEAR(answer.contact.forces[1][1], -2, 1e-9);
  EXPECT_EQ(answer.contact.forces[1][2], 0);
  EXPECT_LE(std::hypot(answer.contact.forces[2][1], answer.contact.forces[2][2]), 2 + 1e-9);
}

// Two solvers of one law, on a problem with one solution.
TEST(SolveProblem, SolversOfOneLawAgree) {
  for (double push = 1; push < 16; push += 1.5) {
    for (const double epsilon : {0.0, 0.25}) {
      const auto force = [&](SolverChoice solver, int directions) {
        const SolveAnswer answer = Answer(
            PointMass(push, 5), {.solver = solver, .directions = directions, .epsilon = epsilon});
        EXPECT_EQ(answer.status, SolveStatus::kSolved) << Name(solver) << push;
        EXPECT_LE(answer.residual, kContactFileTolerance);
        EXPECT_NEAR(answer.contact.forces[0][0], 20 / (1 + epsilon), 1e-9);
        return answer.contact.forces[0];
      };
      const auto near = [&](const std::array<double, 3>& a, const std::array<double, 3>& b) {
        for (unsigned k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], 1e-8) << push;
      };
      near(force(SolverChoice::kDantzig, 4), force(SolverChoice::kBoxes, 4));
      for (const int directions : {4, 8, 16})
        near(force(SolverChoice::kLemke, directions), force(SolverChoice::kNewtonPolyhedral, directions));
    }
  }
}

TEST(SolveProblem, EachSolverIsNamed) {
  const auto stage = [](const Json& json, SolverChoice solver) {
    const SolveRequest request{.solver = solver};
    const SolveAnswer answer = Answer(json, request);
    EXPECT_EQ(answer.status, SolveStatus::kSolved) << Name(solver);
    const Json result = Json::parse(ResultText(ParseProblem(json.dump()), request, answer));
    return result["solver"].get<std::string>() + ": " + result["stage"].get<std::string>();
  };
  const Json contact = PointMass(3, -4);
  EXPECT_EQ(stage(contact, SolverChoice::kCone), "cone: modes");
  EXPECT_EQ(stage(contact, SolverChoice::kDantzig), "dantzig: dantzig");
  EXPECT_EQ(stage(contact, SolverChoice::kLemke), "lemke: lemke");
  EXPECT_EQ(stage(contact, SolverChoice::kNewtonPolyhedral), "newton-polyhedral: modes");
  EXPECT_EQ(stage(contact, SolverChoice::kBoxes).substr(0, 6), "boxes:");
  EXPECT_EQ(stage(Lcp(), SolverChoice::kDantzig), "dantzig: dantzig");
  EXPECT_EQ(stage(Lcp(), SolverChoice::kLemke), "lemke: lemke");
  EXPECT_EQ(stage(Boxed(), SolverChoice::kDantzig), "dantzig: dantzig");
  for (const SolverChoice solver : {SolverChoice::kCone, SolverChoice::kNewtonPolyhedral, SolverChoice::kBoxes}) {
    EXPECT_EQ(stage(Lcp(), solver).substr(0, 6), "boxes:");
    EXPECT_EQ(stage(Boxed(), solver).substr(0, 6), "boxes:");
  }
  for (const SolverChoice solver : kSolvers) EXPECT_EQ(SolverNamed(Name(solver)), solver);
}

// Each solver's answers to problems without friction, and with ε: (2 + ε·2) on the diagonal.
TEST(SolveProblem, PivotingSolversOfRowsAgree) {
  for (const SolverChoice solver : {SolverChoice::kDantzig, SolverChoice::kLemke, SolverChoice::kBoxes}) {
    const SolveAnswer plain = Answer(Lcp(), {.solver = solver});
    EXPECT_NEAR(plain.z[0], 4.0 / 3, 1e-12);
    EXPECT_NEAR(plain.z[1], 7.0 / 3, 1e-12);
    const SolveAnswer stiffer = Answer(Lcp(), {.solver = solver, .epsilon = 0.5});
    EXPECT_NEAR(stiffer.z[0], 9.0 / 8, 1e-12);
    EXPECT_NEAR(stiffer.z[1], 13.0 / 8, 1e-12);
    EXPECT_LE(stiffer.residual, 1e-12);
  }
  const SolveAnswer boxed = Answer(Boxed(), {.solver = SolverChoice::kDantzig});
  EXPECT_NEAR(boxed.z[0], 2.0, 1e-12);
  EXPECT_NEAR(boxed.z[1], -1.0, 1e-12);
}

TEST(SolveProblem, WhatASolverDoesNotTakeIsRefused) {
  const Json skew = {{"kind", "lcp"}, {"A", {{2, 1}, {0, 2}}}, {"q", {-1, -1}}};
  EXPECT_EQ(Answer(skew, {.solver = SolverChoice::kDantzig}).status, SolveStatus::kNotSymmetric);
  EXPECT_EQ(Answer(skew, {.solver = SolverChoice::kLemke}).status, SolveStatus::kSolved);
  EXPECT_THROW(Answer(Boxed(), {.solver = SolverChoice::kLemke}), ProblemError);
  Json coupled = Changed(Boxed(), "/findex", {-1, 0});
  coupled["hi"] = {"inf", 0.5};
  EXPECT_THROW(Answer(coupled, {.solver = SolverChoice::kDantzig}), ProblemError);
  EXPECT_THROW(Answer(coupled, {.solver = SolverChoice::kLemke}), ProblemError);
  EXPECT_EQ(Answer(coupled, {.solver = SolverChoice::kCone}).status, SolveStatus::kSolved);
}

// The block of the example slides: v = −dt g (sin 20° − μ cos 20°) along x.
TEST(SolveProblem, BlockOnASlope) {
  const double angle = std::acos(-1.0) / 9;
  for (const SolverChoice solver : kSolvers) {
    const ProblemFile file = ReadProblem(FOOTING_EXAMPLE_DIR "/block_on_a_slope.json");
    const SolveAnswer answer = SolveProblem(file, {.solver = solver});
    ASSERT_EQ(answer.status, SolveStatus::kSolved);
    EXPECT_NEAR(answer.contact.v[0], -0.001 * 9.81 * (std::sin(angle) - 0.3 * std::cos(angle)), 1e-12);
    double weight = 0;
    for (const auto& f : answer.contact.forces) weight += f[0];
    EXPECT_NEAR(weight, 2 * 9.81 * std::cos(angle), 1e-8);
  }
}

TEST(ResultFile, NumbersReadBackToTheSameBits) {
  SolveAnswer answer;
  answer.status = SolveStatus::kSolved;
  answer.z = {0.1, 1.0 / 3, 1e-308, 4e-324, -0.0, 1.7976931348623157e308, 5e15 + 1};
  answer.residual = std::numeric_limits<double>::infinity();
  const Json json = Json::parse(ResultText(ParseProblem(Lcp().dump()), {}, answer));
  EXPECT_EQ(json["status"], "solved");
  EXPECT_EQ(json["residual"], "inf");
  const auto z = json["z"].get<std::vector<double>>();
  ASSERT_EQ(z.size(), answer.z.size());
  for (std::size_t i = 0; i < z.size(); ++i) {
    EXPECT_EQ(z[i], answer.z[i]);
    EXPECT_EQ(std::signbit(z[i]), std::signbit(answer.z[i]));
  }
}

TEST(ResultFile, OnlySolvedSaysSolved) {
  for (int i = 0; i < kStatusCount; ++i) {
    const auto status = static_cast<SolveStatus>(i);
    EXPECT_EQ(StatusWords(status) == "solved", status == SolveStatus::kSolved);
  }
  EXPECT_EQ(StatusWords(SolveStatus::kRay), "not found (ray)");
  EXPECT_EQ(StatusWords(SolveStatus::kInfeasible), "proven infeasible");
}

}  // namespace footing::tools::solve_test
