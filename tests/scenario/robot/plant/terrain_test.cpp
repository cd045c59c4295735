// Where the ground is: the terrain against closed forms and a search, and both plants against closed forms of
// where a foot must rest.
#include "tools/footing/plants/terrain.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "tools/footing/robots/robot_program.hpp"
#include "tools/footing/simulate/scenario/scenario.hpp"
#if FOOTING_HAS_MUJOCO
#include "tools/footing/plants/mujoco_plant.hpp"
#endif

namespace footing::tools::terrain_test {

using Eigen::Vector3d;

constexpr double kPi = std::numbers::pi;
constexpr double kEnd = std::numeric_limits<double>::infinity();

const RobotFigures& A1() { return RobotNamed("a1").figures; }

Terrain Shaped(const std::string& choice, double begin = 1) {
  Terrain terrain;
  ShapeTerrain(ParseTerrain(choice), A1(), begin, terrain.reach, 3, &terrain);
  return terrain;
}

TEST(Terrain, ASlopeIsAPlane) {
  for (const double degrees : {15.0, -10.0}) {
    const Terrain terrain = Shaped("slope:" + std::to_string(degrees));
    const double a = degrees * kPi / 180;
    EXPECT_EQ(terrain.Height(0.5, 3), 0);
    EXPECT_EQ(terrain.Under({0.5, 0, 0.01}, 0.02).gap, 0.01);
    for (const double x : {1.2, 7.0, 150.0}) {
      const Vector3d normal(-std::sin(a), 0, std::cos(a));
      EXPECT_NEAR(terrain.Height(x, -2), std::tan(a) * (x - 1), 1e-12);
      EXPECT_LT((terrain.Normal(x, 4) - normal).norm(), 1e-12);
      // A ball that is 3 mm above the plane, along its normal.
      const Vector3d centre = Vector3d(x, 0, std::tan(a) * (x - 1)) + 0.023 * normal;
      const GroundTouch touch = terrain.Under(centre - 0.02 * Vector3d::UnitZ(), 0.02);
      EXPECT_NEAR(touch.gap, 0.003, 1e-12);
      EXPECT_LT((touch.normal - normal).norm(), 1e-12);
    }
  }
}

TEST(Terrain, TreadsEndWhereTheyAreTold) {
  Terrain terrain;
  ShapeTerrain(ParseTerrain("stairs:0.05"), A1(), 1, 20, 3, &terrain);
  const Terrain longer = Shaped("stairs:0.05");
  EXPECT_LT(terrain.strips.size(), 21 / A1().height);
  for (double x = 0; x < 20; x += 0.05) EXPECT_EQ(terrain.Height(x, 0), longer.Height(x, 0));
}

TEST(Terrain, AStairHasTreadsRisersAndEdges) {
  const Terrain terrain = Shaped("stairs:0.05");
  const double tread = A1().height;
  const auto up = [&](double x, double z, double radius) {
    return terrain.Under({x, 0, z - radius}, radius);  // x, z: of the centre
  };
  EXPECT_NEAR(terrain.Height(1 + 0.5 * tread, 0), 0.05, 1e-12);
  EXPECT_NEAR(terrain.Height(1 + 6.5 * tread, 0), 0.25, 1e-12);
  EXPECT_NEAR(terrain.Height(1 + 8.5 * tread, 0), 0.20, 1e-12);
  EXPECT_NEAR(terrain.Height(1 + 14.5 * tread, 0), 0, 1e-12);
  EXPECT_NEAR(terrain.Height(1 + 16.5 * tread, 0), 0.05, 1e-12);
  // Before the first riser: the ground below is farther away than the riser ahead.
  const GroundTouch riser = up(0.979, 0.04, 0.02);
  EXPECT_NEAR(riser.gap, 0.001, 1e-12);
  EXPECT_LT((riser.normal - Vector3d(-1, 0, 0)).norm(), 1e-12);
  // Over the edge, 3 by 4 cm away from it.
  const GroundTouch edge = up(1 - 0.003, 0.05 + 0.004, 0.002);
  EXPECT_NEAR(edge.gap, 0.003, 1e-12);
  EXPECT_LT((edge.normal - Vector3d(-0.6, 0, 0.8)).norm(), 1e-12);
  // A point that is in the step comes out by the shorter way.
  EXPECT_LT((up(1.001, 0.03, 0).normal - Vector3d(-1, 0, 0)).norm(), 1e-12);
  EXPECT_NEAR(up(1.001, 0.03, 0).gap, -0.001, 1e-12);
  EXPECT_NEAR(up(1.01, 0.048, 0).gap, -0.002, 1e-12);
}

TEST(Terrain, StepsStayWithinTheirHeight) {
  const Terrain terrain = Shaped("steps:0.04");
  double least = 1, most = -1;
  for (const Terrain::Strip& strip : terrain.strips) {
    least = std::min(least, strip.height);
    most = std::max(most, strip.height);
  }
  EXPECT_GE(least, 0);
  EXPECT_LE(most, 0.04);
  EXPECT_GT(most - least, 0.03);
}

// The nearest place is searched for on a grid; the derivative is by differences.
TEST(Terrain, WavesAreSmoothAndTheirTouchIsTheNearestPlace) {
  const Terrain terrain = Shaped("rough:0.02");
  double most = 0;
  for (int k = 0; k < 40; ++k) {
    const double x = 0.8 + 0.11 * k, y = 0.07 * k - 1, h = 1e-6;
    most = std::max(most, std::abs(terrain.Height(x, y)));
    const Vector3d normal = Vector3d((terrain.Height(x - h, y) - terrain.Height(x + h, y)) / (2 * h),
                                     (terrain.Height(x, y - h) - terrain.Height(x, y + h)) / (2 * h), 1)
                                .normalized();
    EXPECT_LT((terrain.Normal(x, y) - normal).norm(), 1e-7) << x;
    const Vector3d lowest(x, y, terrain.Height(x, y) + 0.001);
    const Vector3d centre = lowest + 0.03 * Vector3d::UnitZ();
    double nearest = 1;
    for (int i = -120; i <= 120; ++i) {
      for (int j = -120; j <= 120; ++j) {
        const double px = x + 1e-4 * i, py = y + 1e-4 * j;
        nearest = std::min(nearest, (centre - Vector3d(px, py, terrain.Height(px, py))).norm());
      }
    }
    EXPECT_NEAR(terrain.Under(lowest, 0.03).gap, nearest - 0.03, 2e-6) << x;
  }
  EXPECT_GT(most, 0.01);
  EXPECT_LE(most, 0.02);
  EXPECT_EQ(terrain.Height(0.99, 0), 0);
}

TEST(Terrain, PatchesHaveTheirFrictionAndKeepTheGround) {
  Terrain terrain = Shaped("slope:10", 2);
  terrain.AddPatch(1, 3, 0.1);
  terrain.AddPatch(2.5, 4, 0.9);
  const std::vector<std::pair<double, double>> expected = {{0.5, 0.6}, {1.5, 0.1}, {2.4, 0.1},
                                                           {2.6, 0.9}, {3.9, 0.9}, {4.1, 0.6}};
  for (const auto& [x, friction] : expected) {
    EXPECT_EQ(terrain.At(x).friction, friction) << x;
    EXPECT_NEAR(terrain.Height(x, 0), x < 2 ? 0 : std::tan(kPi / 18) * (x - 2), 1e-12);
  }
}

// Stands with stiff joints until it rests; the trunk begins turned by `pitch` about y, its feet over
// `height`.
hal::PlantSample Rest(const std::string& plant_name, const Terrain& terrain, double height, double pitch) {
  PlantStart start = StandingStart(A1(), 0.01);
  start.base_position = {-std::sin(pitch) * start.base_position[2], 0,
                         height + std::cos(pitch) * start.base_position[2]};
  start.base_attitude = {std::cos(pitch / 2), 0, -std::sin(pitch / 2), 0};
  std::unique_ptr<hal::Plant> plant;
  if (plant_name == "footing") plant = RobotNamed("a1").make_plant(A1(), terrain, start);
#if FOOTING_HAS_MUJOCO
  if (plant_name == "mujoco") plant = MakeMujocoPlant(A1(), terrain, start);
#endif
  hal::PlantSample sample{};
  std::array<double, hal::kJointCapacity> torque{};
  for (int step = 0; step < 4000; ++step) {
    plant->Step(torque, {}, &sample);
    for (std::size_t j = 0; j < 12; ++j)
      torque[j] = 150 * (A1().posture[j] - sample.joint_position[j]) - 3 * sample.joint_velocity[j];
  }
  return sample;
}

class OnPlant : public testing::TestWithParam<std::string> {};

// The forces hold the weight, and each foot's place and direction are those of `surface`.
template <typename Surface>
void ExpectRests(const hal::PlantSample& sample, const Surface& surface, double depth) {
  double weight = 0;
  for (int k = 0; k < sample.count; ++k) {
    const auto& foot = sample.points[static_cast<std::size_t>(k)];
    const auto [height, normal] = surface(foot.position[0]);
    EXPECT_NEAR((foot.position[2] - height) * normal[2], 0, depth) << k;
    EXPECT_LT((Vector3d(foot.normal.data()) - normal).norm(), 1e-6) << k;
    EXPECT_GT(Vector3d(foot.force.data()).dot(normal), 5) << k;
    EXPECT_LT(Vector3d(foot.velocity.data()).norm(), 0.01) << k;
    weight += foot.force[2];
  }
  EXPECT_NEAR(weight, 9.81 * A1().Mass(), 2);
}

TEST_P(OnPlant, FeetRestOnASlope) {
  const double a = 12 * kPi / 180;
  Terrain terrain;
  terrain.strips = {{-5, 0, 0.8}, {kEnd, 0, 0.8, std::tan(a)}};
  const hal::PlantSample sample = Rest(GetParam(), terrain, 5 * std::tan(a), a);
  const Vector3d normal(-std::sin(a), 0, std::cos(a));
  ExpectRests(
      sample, [&](double x) { return std::pair(std::tan(a) * (x + 5), normal); }, 1e-3);
}

TEST_P(OnPlant, FeetRestOnStairs) {
  Terrain terrain;  // an edge between the hind feet and the front ones
  terrain.strips = {{0, 0, 0.6}, {kEnd, 0.04, 0.6}};
  const hal::PlantSample sample = Rest(GetParam(), terrain, 0.02, std::atan(0.04 / 0.36));
  ExpectRests(
      sample, [](double x) { return std::pair(x > 0 ? 0.04 : 0.0, Vector3d(0, 0, 1)); }, 1e-3);
}

TEST_P(OnPlant, FeetRestOnWaves) {
  // One wave three times, along x: 30 mm high, 1.5 m long.
  Terrain terrain;
  terrain.roughness = 0.03;
  terrain.rough_begin = -20;
  terrain.waves.fill({2 * kPi / 1.5, 0, 0.7});
  const hal::PlantSample sample = Rest(GetParam(), terrain, 0.03, 0);
  for (int k = 0; k < sample.count; ++k) {
    const auto& foot = sample.points[static_cast<std::size_t>(k)];
    const double angle = 2 * kPi / 1.5 * foot.position[0] + 0.7;
    const Vector3d normal = Vector3d(-0.03 * 2 * kPi / 1.5 * std::cos(angle), 0, 1).normalized();
    EXPECT_NEAR(foot.position[2], 0.03 * std::sin(angle), 1e-3);
    EXPECT_LT((Vector3d(foot.normal.data()) - normal).norm(), 1e-3);
  }
}

TEST_P(OnPlant, FeetSinkIntoSoftGroundByForceOverStiffness) {
  Terrain terrain;
  terrain.stiffness = 4000;
  terrain.damping = 120;
  const hal::PlantSample sample = Rest(GetParam(), terrain, 0, 0);
  double weight = 0;
  for (int k = 0; k < sample.count; ++k) {
    const auto& foot = sample.points[static_cast<std::size_t>(k)];
    EXPECT_NEAR(foot.position[2], -foot.force[2] / 4000, 2e-4);
    weight += foot.force[2];
  }
  EXPECT_NEAR(weight, 9.81 * A1().Mass(), 2);
}

std::vector<std::string> Plants() {
  std::vector<std::string> plants = {"footing"};
#if FOOTING_HAS_MUJOCO
  plants.push_back("mujoco");
#endif
  return plants;
}
INSTANTIATE_TEST_SUITE_P(Plants, OnPlant, testing::ValuesIn(Plants()),
                         [](const auto& of) { return of.param; });

}  // namespace footing::tools::terrain_test
