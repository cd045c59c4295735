// The thrown cube against closed forms of rigid-body mechanics, and against real recordings.
#include "tools/footing/toss/toss.hpp"
#include "tests/support/trials.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace footing::tools::toss_test {

using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double kHalf = kCubeWidth / 2;
constexpr double kGravity = 9.81;
constexpr const char* kHeader = "t,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n";
constexpr const char* kFirst = "0,0,0,1,1,0,0,0,0,0,0,0,0,0\n";
constexpr const char* kSecond = "0.01,0,0,1,1,0,0,0,0,0,0,0,0,0\n";

CubeState FlatAt(double height) {
  CubeState state;
  state.base_position.z() = height + kHalf;
  return state;
}

TEST(ThrownCube, FliesOnAParabolaAndSpinsSteadily) {
  CubeState start = FlatAt(5.0);
  start.base_velocity = {1.0, -2.0, 0.5};
  start.base_angular_velocity = {3.0, -4.0, 12.0};
  const auto cube = MakeThrownCube({}, start);
  constexpr double kTime = 0.4;
  cube->Advance(kTime);
  const Vector3d position =
      start.base_position + kTime * start.base_velocity - Vector3d(0, 0, kGravity / 2 * kTime * kTime);
  const Quaterniond attitude(Eigen::AngleAxisd(13.0 * kTime, start.base_angular_velocity / 13.0));
  // Semi-implicit Euler falls g t dt / 2 too far.
  EXPECT_LT((cube->State().base_position - position).norm(), 0.51 * kGravity * kTime * 0.25e-3);
  EXPECT_LT(cube->State().base_attitude.angularDistance(attitude), 1e-9);
  EXPECT_LT((cube->State().base_angular_velocity - start.base_angular_velocity).norm(), 1e-9);
  EXPECT_EQ(cube->Tally().Solves(), 0);
}

// Along these axes, which are directions of every basis, the pyramid gives the friction of Coulomb's cone.
class Directions : public testing::TestWithParam<int> {};

TEST_P(Directions, SlidesFlatToRest) {
  constexpr double kFriction = 0.18;
  for (const Vector3d& along : {Vector3d(1, 0, 0), Vector3d(0, -1, 0)}) {
    CubeState start = FlatAt(0);
    start.base_velocity = 0.8 * along;
    const auto cube = MakeThrownCube({.directions = GetParam()}, start);
    cube->Advance(0.6);
    const Vector3d path = cube->State().base_position - start.base_position;
    const double distance = 0.8 * 0.8 / (2 * kFriction * kGravity);
    EXPECT_NEAR(path.dot(along), distance, 0.8 * 0.25e-3);  // the distance of one step
    EXPECT_LT((path - path.dot(along) * along).norm(), 1e-6);
    EXPECT_LT(cube->State().base_velocity.norm(), 1e-9);
    EXPECT_LT(cube->State().base_attitude.angularDistance(Quaterniond::Identity()), 1e-6);
    EXPECT_EQ(cube->Tally().Unsolved(), 0);
  }
}

TEST_P(Directions, BouncesFromFlatByTheRestitution) {
  for (const double drop : {0.05, 0.1, 0.1234}) {
    const auto cube = MakeThrownCube({.directions = GetParam()}, FlatAt(drop));
    const double fall = std::sqrt(2 * drop / kGravity);
    const double rise = 0.125 * kGravity * fall / kGravity;  // time to the turning point
    cube->Advance(fall);
    cube->Advance(rise);
    const double height = 0.125 * 0.125 * drop;
    // The cube may bounce one step early, when it is up to v dt above the ground.
    EXPECT_NEAR(cube->State().base_position.z() - kHalf, height, kGravity * fall * 0.5e-3) << drop;
    cube->Advance(0.5);
    EXPECT_NEAR(cube->State().base_position.z(), kHalf, 1e-5);
    EXPECT_EQ(cube->Tally().Unsolved(), 0);
  }
}

TEST_P(Directions, ReboundSpeedIsTheRestitutionsShare) {
  CubeState start = FlatAt(1e-6);
  start.base_velocity.z() = -1.6;
  const auto cube = MakeThrownCube({.directions = GetParam()}, start);
  cube->Advance(0.25e-3);
  EXPECT_NEAR(cube->State().base_velocity.z(), 0.125 * 1.6, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(ThrownCube, Directions, testing::Values(0, 4, 8, 16));

// A corner hit, from impulse and moment: one impulse P along z at r turns the normal velocity of the corner
// from −v to e v. P = (1 + e) v / (1/m + (r × z)²/I).
TEST(ThrownCube, CornerImpactWithoutFriction) {
  CubeState start;
  const Quaterniond attitude(Quaterniond::FromTwoVectors(Vector3d(1, 0.9, 0.8), Vector3d(0.1, -0.2, -1)));
  const Vector3d corner = attitude * Vector3d(kHalf, kHalf, kHalf);
  start.base_attitude = attitude;
  start.base_position.z() = -corner.z();
  start.base_velocity = {0.3, 0.0, -1.0};
  const auto cube = MakeThrownCube({.friction = 0, .gravity = 0}, start);
  cube->Advance(0.25e-3);
  const Vector3d arm = corner.cross(Vector3d::UnitZ());
  const double impulse = 1.125 / (1 / 0.37 + arm.squaredNorm() / 8.1e-4);
  EXPECT_LT((cube->State().base_velocity - (start.base_velocity + Vector3d(0, 0, impulse / 0.37))).norm(),
            1e-9);
  EXPECT_LT((cube->State().base_angular_velocity - impulse / 8.1e-4 * arm).norm(), 1e-7);
}

class TossFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        testing::TempDir() + "/toss_files_" + testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ + "/" + name) << text;
    return folder_ + "/" + name;
  }

  std::string folder_;
};

TEST_F(TossFiles, BadFilesAreNamedWithTheirLine) {
  const struct {
    std::string text;
    int line;
  } cases[] = {
      {"", 1},
      {"t,x\n", 1},
      {std::string(kHeader), 1},
      {std::string(kHeader) + kFirst, 2},
      {std::string(kHeader) + kFirst + "0.01,0,0,1\n", 3},
      {std::string(kHeader) + kFirst + "0.01,0,0,1,1,0,0,0,0,0,0,0,0,0,5\n", 3},
      {std::string(kHeader) + kFirst + "0.01,0,0,1,1,0,zero,0,0,0,0,0,0,0\n", 3},
      {std::string(kHeader) + kFirst + "0.01,0,0,nan,1,0,0,0,0,0,0,0,0,0\n", 3},
      {std::string(kHeader) + kFirst + "0.01,0,0,1,1,0,1" + std::string(1, '\0') + "9,0,0,0,0,0,0,0\n", 3},
      {std::string(kHeader) + kFirst + "0.01,0,0,1,1,0,0,0,0,0,0,0,0,0" + std::string(1, '\0') + "x\n", 3},
      {std::string(kHeader) + kFirst + "0.01,0,0,1,1,2e-500,0,0,0,0,0,0,0,0\n", 3},
      {std::string(kHeader) + kFirst + "0.01,0,0,1,1,0x0p1,0,0,0,0,0,0,0,0\n", 3},
      {std::string(kHeader) + kFirst + "0.01,0,0,1,1,,0,0,0,0,0,0,0,0\n", 3},
      {std::string(kHeader) + kFirst + "0.01,0,0,1,1,0,0,0,0,0,0,0,0,\n", 3},
      {std::string(kHeader) + kFirst + kSecond + std::string(1, '\0'), 4},
      {std::string(kHeader) + kFirst + "0.01,0,0,1,2,0,0,0,0,0,0,0,0,0\n", 3},
      {std::string(kHeader) + kFirst + kFirst, 3},
      {std::string(kHeader) + kFirst + "\n" + kSecond, 3},
  };
  for (const auto& bad : cases) {
    Toss toss;
    std::string error;
    const std::string path = Write("bad.csv", bad.text);
    EXPECT_FALSE(ReadToss(path, &toss, &error)) << bad.text;
    EXPECT_EQ(error.rfind(path + ":" + std::to_string(bad.line) + ": ", 0), 0U) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
}

TEST_F(TossFiles, APipeIsRefusedAtOnce) {
  const std::string path = folder_ + "/pipe.csv";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  Toss toss;
  std::string error;
  EXPECT_FALSE(ReadToss(path, &toss, &error));
  EXPECT_EQ(error, path + ":0: is not a regular file");
}

TEST_F(TossFiles, TheOthersAreStillReplayed) {
  Write("a.csv", "nonsense\n");
  Write("b.csv", std::string(kHeader) + kFirst + kSecond);
  Write("c.txt", "nonsense\n");
  std::filesystem::create_symlink("nowhere", folder_ + "/d.csv");
  TossSummary summary;
  std::string error;
  ASSERT_TRUE(ReplayTosses(folder_, {}, nullptr, &summary, &error)) << error;
  EXPECT_EQ(summary.tosses.size(), 1U);
  EXPECT_EQ(summary.file_errors.size(), 2U);
}

TEST_F(TossFiles, AnEmptyOrMissingDirectoryIsAnError) {
  TossSummary summary;
  std::string error;
  EXPECT_FALSE(ReplayTosses(folder_, {}, nullptr, &summary, &error));
  EXPECT_NE(error.find("no *.csv"), std::string::npos) << error;
  EXPECT_FALSE(ReplayTosses(folder_ + "/missing", {}, nullptr, &summary, &error));
  EXPECT_NE(error.find("missing"), std::string::npos) << error;
}

TEST(RecordedTosses, AreReplayedWithinThePublishedSimulatorsErrors) {
  if (!kFullRun) GTEST_SKIP() << "run in full by the optimized build of GCC";
  const std::string folder = FOOTING_DATA_DIR "/cube_toss";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no recordings in " << folder;
  TossSummary summary;
  std::string error;
  ASSERT_TRUE(ReplayTosses(folder, {}, nullptr, &summary, &error)) << error;
  EXPECT_TRUE(summary.file_errors.empty());
  EXPECT_GE(summary.tosses.size(), 200U);
  EXPECT_LE(PositionError(summary).mean, 18.0);
  EXPECT_LE(RotationError(summary).mean, 20.0);
  EXPECT_EQ(summary.tally.Unsolved(), 0);
  PrintTosses(std::cout, {}, summary);
}

}  // namespace footing::tools::toss_test
