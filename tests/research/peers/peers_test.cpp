// The core's solvers against other projects' solvers on seeded contact problems of robots. The tests are
// skipped where none of these projects is installed.
#include <gtest/gtest.h>

#include <string_view>

#include "tests/research/survey/footing_solver.hpp"
#include "tests/research/survey/grade.hpp"
#include "tests/research/survey/rank.hpp"
#include "tests/research/survey/run_peer.hpp"

namespace footing::survey::peers_test {

using Problem = ContactProblem<double, kMostContacts>;
using Circle = FootingCircle<double>;
using Pyramid = FootingPyramid<double>;
constexpr Real kTolerance = kCertificateTolerance<double>;

// Bullet's Lemke is left to the survey: it takes a tenth of a second for each problem and mostly fails.
std::vector<Peer> PeersWhere(bool (*wanted)(const Peer&)) {
  int count = 0;
  const Peer* peers = InstalledPeers(&count);
  std::vector<Peer> found;
  for (int k = 0; k < count; ++k) {
    if (wanted(peers[k]) && std::string_view(peers[k].name) != "Bullet Lemke") found.push_back(peers[k]);
  }
  return found;
}
template <FrictionShape kShape>
bool Keeps(const Peer& peer) {
  return peer.shape == kShape;
}
bool Any(const Peer& /*peer*/) { return true; }

bool Certified(const Problem& problem, const Forces& force, FrictionShape shape) {
  return GradeForces(problem, View{force.data()}, shape, kTolerance, kPeerNegligible).certified;
}

// The largest difference between the velocities that forces a and b give, relative to V.
Real VelocityDifference(const Problem& problem, const Forces& a, const Forces& b) {
  Real worst = 0;
  for (int i = 0; i < problem.rows(); ++i) {
    Real sum = 0;
    for (int j = 0; j < problem.rows(); ++j) {
      const auto c = static_cast<unsigned>(j);
      sum += Real(problem.dt) * Real(problem.delassus(i, j)) * (a[c] - b[c]);
    }
    worst = std::max(worst, std::abs(sum));
  }
  return worst / Certify(problem, View{a.data()}).velocity_scale;
}

// The largest difference of a force, relative to the largest force.
Real ForceDifference(const Problem& problem, const Forces& a, const Forces& b) {
  Real worst = 0;
  Real largest = 0;
  for (unsigned i = 0; i < static_cast<unsigned>(problem.rows()); ++i) {
    worst = std::max(worst, std::abs(a[i] - b[i]));
    largest = std::max(largest, std::abs(a[i]));
  }
  return largest > Real(0) ? worst / largest : worst;
}

template <typename Solver>
Forces Solve(const Problem& problem, Solver* solver) {
  static_cast<void>(solver->Solve(problem));
  return ForcesOf(solver->solution(), problem.contacts);
}

void ExpectCertified(const Problem& problem, const Forces& force, FrictionShape shape, std::uint64_t k) {
  const Certificate certificate = Certify(problem, View{force.data()});
  EXPECT_TRUE(GradeForces(problem, View{force.data()}, shape, kTolerance, Real(0)).certified)
      << "problem " << k << ": natural " << certificate.natural << ", cone " << certificate.cone << ", slip "
      << certificate.slip;
}

// Independent contacts nearly always have one answer, but Coulomb friction may still leave two. So where both
// answers are certified, the forces must agree in all problems except one in a hundred. Newton methods end at
// their tolerance.
template <typename Solver>
void CompareForces(const std::vector<Peer>& peers, bool (*comparable)(const Problem&, const Forces&)) {
  if (peers.empty()) GTEST_SKIP() << "no other solver of this kind is installed";
  static RobotContacts contacts(21);
  static Problem problem;
  static Solver solver;
  std::vector<int> both(peers.size());
  std::vector<int> apart(peers.size());
  int asked = 0;
  for (std::uint64_t k = 0; k < 600; ++k) {
    contacts.Draw(RobotScene::kQuadrupedPoint, k, &problem);
    if (Rank(problem) < problem.rows()) continue;
    const Forces ours = Solve(problem, &solver);
    ExpectCertified(problem, ours, Solver::kShape, k);
    if (!comparable(problem, ours)) continue;
    ++asked;
    for (std::size_t n = 0; n < peers.size(); ++n) {
      bool claims = false;
      const Forces theirs = RunPeer(peers[n], problem, &claims);
      if (!Certified(problem, theirs, peers[n].shape)) continue;
      ++both[n];
      apart[n] += ForceDifference(problem, ours, theirs) > Real(1e-5) ? 1 : 0;
    }
  }
  EXPECT_GE(asked, 30);
  for (std::size_t n = 0; n < peers.size(); ++n) {
    std::printf("%s: %d problems, certified both %d, apart %d\n", peers[n].name, asked, both[n], apart[n]);
    EXPECT_GE(3 * both[n], asked) << peers[n].name;  // enough problems for a comparison
    EXPECT_LE(100 * apart[n], both[n]) << peers[n].name;
  }
}

bool Always(const Problem& /*problem*/, const Forces& /*force*/) { return true; }

// Every contact holds, and its friction is inside the cone and inside every pyramid in it.
bool Holds(const Problem& problem, const Forces& force) {
  for (int c = 0; c < problem.contacts; ++c) {
    const auto n = static_cast<unsigned>(3 * c);
    const Real sum = std::abs(force[n + 1]) + std::abs(force[n + 2]);
    if (sum > Real(0.99L) * Real(problem.friction[c]) * force[n] && force[n] > Real(0)) return false;
  }
  return true;
}

TEST(Peers, CircularForcesAgreeWhereTheyAreUnique) {
  CompareForces<Circle>(PeersWhere(Keeps<FrictionShape::kCircle>), Always);
}

TEST(Peers, PyramidForcesAgreeWhereTheyAreUnique) {
  CompareForces<Pyramid>(PeersWhere(Keeps<FrictionShape::kPyramid4>), Always);
}

// Where every foot holds, boxes, pyramids and cones ask for the same forces.
TEST(Peers, ForcesAgreeWhereEveryFootHolds) {
  CompareForces<Circle>(PeersWhere(Keeps<FrictionShape::kBox>), Holds);
}

// Without friction the velocities are unique, even if contacts depend on each other.
TEST(Peers, FrictionlessVelocitiesAgree) {
  const std::vector<Peer> peers = PeersWhere(Any);
  if (peers.empty()) GTEST_SKIP() << "no other solver is installed";
  static RobotContacts contacts(22);
  static Problem problem;
  static Circle solver;
  int compared = 0;
  for (int s = 0; s < kRobotScenes; ++s) {
    for (std::uint64_t k = 0; k < 40; ++k) {
      contacts.Draw(static_cast<RobotScene>(s), k, &problem);
      problem.friction.setZero();
      const Forces ours = Solve(problem, &solver);
      ExpectCertified(problem, ours, FrictionShape::kCircle, k);
      for (const Peer& peer : peers) {
        bool claims = false;
        const Forces theirs = RunPeer(peer, problem, &claims);
        if (!Certified(problem, theirs, peer.shape)) continue;
        ++compared;
        EXPECT_LE(VelocityDifference(problem, ours, theirs), Real(1e-7))
            << peer.name << ", " << Name(static_cast<RobotScene>(s)) << " " << k;
      }
    }
  }
  std::printf("%d comparisons\n", compared);
  EXPECT_GE(compared, 40 * kRobotScenes);
}

// Dependent contacts can share their load in many ways, so each answer is graded separately. The core must
// solve every problem that another solver of circular cones solves.
TEST(Peers, NoneSolvesWhatTheCoreDoesNot) {
  const std::vector<Peer> peers = PeersWhere(Keeps<FrictionShape::kCircle>);
  if (peers.empty()) GTEST_SKIP() << "no other solver of this kind is installed";
  static RobotContacts contacts(23);
  static Problem problem;
  static Circle solver;
  for (int s = 0; s < kRobotScenes; ++s) {
    if (static_cast<RobotScene>(s) == RobotScene::kMassRatio) continue;  // the core promises nothing here
    for (std::uint64_t k = 0; k < 40; ++k) {
      contacts.Draw(static_cast<RobotScene>(s), k, &problem);
      const Forces ours = Solve(problem, &solver);
      const bool solved = solver.solution().status == SolveStatus::kSolved;
      if (solved) ExpectCertified(problem, ours, FrictionShape::kCircle, k);
      for (const Peer& peer : peers) {
        bool claims = false;
        const Forces theirs = RunPeer(peer, problem, &claims);
        EXPECT_TRUE(solved || !Certified(problem, theirs, FrictionShape::kCircle))
            << peer.name << ", " << Name(static_cast<RobotScene>(s)) << " " << k;
      }
    }
  }
}

}  // namespace footing::survey::peers_test
