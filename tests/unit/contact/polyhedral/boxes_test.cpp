// Boxes on one another in float, mass ratios to 1e3: heavy ones press light ones so hard that roundings of
// the forces move these nearly as much as gravity does.
#include <gtest/gtest.h>

#include <memory>

#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "tests/support/oracles/contact_judge.hpp"
#include "tests/support/scenes/robot_contacts.hpp"
#include "tests/support/trials.hpp"

namespace footing::boxes_test {

TEST(PolyhedralBoxes, MostAreSolved) {
  constexpr int kContacts = MostContacts(RobotScene::kBoxes);
  ContactProblem<float, kContacts> problem;
  ContactSolution<float, kContacts> solution;
  const auto state = std::make_unique<PolyhedralState<float, kContacts, 4>>();
  RobotContacts contacts(1);
  const int trials = Trials(1000, 200);
  int solved = 0;
  for (int k = 0; k < trials; ++k) {
    contacts.Draw(RobotScene::kBoxes, static_cast<std::uint64_t>(k), &problem);
    state->warm_contacts = 0;
    if (SolvePolyhedral(problem, {{400}}, *state, solution) != SolveStatus::kSolved) continue;
    ++solved;
    EXPECT_LE(test::WorstPolyhedralContact(problem, solution), test::kJudgeTolerance<float>) << k;
  }
  EXPECT_GE(1000 * solved, 984 * trials);
}

}  // namespace footing::boxes_test
