#include "tests/support/scenes/robot_contacts.hpp"

#include <gtest/gtest.h>

#include "tests/support/oracles/gauss_jordan.hpp"

namespace footing::robot_contacts_test {

using Problem = ContactProblem<double, kMostContacts>;

TEST(RobotContacts, FloatIsTheDoubleRounded) {
  static RobotContacts contacts(5);
  static Problem problem;
  static ContactProblem<float, kMostContacts> rounded;
  for (int s = 0; s < kRobotScenes; ++s) {
    for (std::uint64_t k = 0; k < 200; ++k) {
      const auto scene = static_cast<RobotScene>(s);
      contacts.Draw(scene, k, &problem);
      contacts.Draw(scene, k, &rounded);
      ASSERT_EQ(CheckInput(problem), SolveStatus::kSolved);
      ASSERT_EQ(CheckInput(rounded), SolveStatus::kSolved);
      ASSERT_EQ(problem.contacts, rounded.contacts);
      ASSERT_GE(problem.contacts, 1);
      ASSERT_LE(problem.contacts, MostContacts(scene));
      for (int r = 0; r < problem.rows(); ++r) {
        ASSERT_EQ(static_cast<float>(problem.free_velocity[r]), rounded.free_velocity[r]);
        for (int q = 0; q < problem.rows(); ++q) {
          ASSERT_EQ(problem.delassus(r, q), problem.delassus(q, r));
          ASSERT_EQ(static_cast<float>(problem.delassus(r, q)), rounded.delassus(r, q));
        }
      }
      for (int c = 0; c < problem.contacts; ++c) {
        ASSERT_GE(problem.friction[c], 0.0);
        ASSERT_LE(problem.friction[c], 1.2);
        const bool wanted = scene == RobotScene::kNegativeBias;
        ASSERT_GE(problem.normal_bias[c] * (wanted ? -1.0 : 1.0), 0.0);
      }
    }
  }
}

// Whichever came before, index k is the same problem; another seed's is not.
TEST(RobotContacts, IndexNamesTheProblem) {
  static RobotContacts contacts(5);
  static RobotContacts others(6);
  static Problem first;
  static Problem again;
  for (int s = 0; s < kRobotScenes; ++s) {
    const auto scene = static_cast<RobotScene>(s);
    contacts.Draw(scene, 77, &first);
    contacts.Draw(scene, 78, &again);
    contacts.Draw(scene, 77, &again);
    EXPECT_EQ(first.contacts, again.contacts);
    EXPECT_EQ(first.delassus(0, 0), again.delassus(0, 0));
    EXPECT_EQ(first.free_velocity[1], again.free_velocity[1]);
    others.Draw(scene, 77, &again);
    EXPECT_NE(first.delassus(0, 0), again.delassus(0, 0));
  }
}

// Eliminates with the largest diagonal first. *most_negative shows pivots that are more negative than
// rounding makes.
int Rank(const Problem& problem, Real* most_negative) {
  static Dense<3 * kMostContacts, 3 * kMostContacts> a;
  const auto rows = static_cast<unsigned>(problem.rows());
  Real largest = 0;
  for (unsigned i = 0; i < rows; ++i) {
    for (unsigned j = 0; j < rows; ++j)
      a[i][j] = Real(problem.delassus(static_cast<int>(i), static_cast<int>(j)));
    largest = std::max(largest, a[i][i]);
  }
  *most_negative = 0;
  std::array<bool, 3 * kMostContacts> done{};
  for (int rank = 0;; ++rank) {
    unsigned best = rows;
    for (unsigned i = 0; i < rows; ++i) {
      if (done[i]) continue;
      *most_negative = std::min(*most_negative, a[i][i] / largest);
      if (a[i][i] > Real(1e-13) * largest && (best == rows || a[i][i] > a[best][best])) best = i;
    }
    if (best == rows) return rank;
    done[best] = true;
    for (unsigned i = 0; i < rows; ++i) {
      if (done[i]) continue;
      const Real factor = a[i][best] / a[best][best];
      for (unsigned j = 0; j < rows; ++j) a[i][j] -= factor * a[best][j];
    }
  }
}

TEST(RobotContacts, RankIsThatOfTheBodies) {
  static RobotContacts contacts(9);
  static Problem problem;
  const auto most = [&](RobotScene scene) {
    int rank = 0;
    for (std::uint64_t k = 0; k < 300; ++k) {
      contacts.Draw(scene, k, &problem);
      Real negative = 0;
      rank = std::max(rank, Rank(problem, &negative));
      EXPECT_GE(negative, Real(-1e-13));
    }
    return rank;
  };
  EXPECT_EQ(most(RobotScene::kQuadrupedPoint), 12);
  EXPECT_EQ(most(RobotScene::kQuadrupedFlat), 24);
  EXPECT_EQ(most(RobotScene::kBipedFlat), 12);
  EXPECT_EQ(most(RobotScene::kBoxes), 18);
}

}  // namespace footing::robot_contacts_test
