#include <cmath>
#include <numbers>

#include "hal/host_sim/sensors.hpp"
#include "tools/footing/simulate/scenario/scenario.hpp"

namespace footing::tools {

namespace {

constexpr std::size_t kMostSteps = 2000;
constexpr double kRampLength = 2.5;  // of the robot's height

// Levels in turn, each as long as `tread` [m], up to `end`. `level(k)`: m.
template <typename Level>
void AddTreads(double begin, double end, double tread, const Level& level, Terrain* terrain) {
  Terrain::Strip strip = terrain->strips.back();
  terrain->strips.back().x_end = begin;
  for (std::size_t k = 0; k < kMostSteps; ++k) {
    strip.x_end = begin + tread * static_cast<double>(k + 1);
    strip.height = level(k);
    if (strip.x_end >= end) break;
    terrain->strips.push_back(strip);
  }
  strip.x_end = std::numeric_limits<double>::infinity();
  terrain->strips.push_back(strip);
}

// Five steps up, a landing of three treads, five steps down, three treads on the ground, again and again.
double StairLevel(std::size_t tread, double height) {
  const int k = static_cast<int>(tread % 16);
  return height * (k < 5 ? k + 1 : k < 8 ? 5 : k < 13 ? 12 - k : 0);
}

void AddWaves(double height, double robot_height, double begin, hal::Noise* random, Terrain* terrain) {
  constexpr double kLengths[] = {1.2, 1.9,
                                 3.1};          // of the robot's height: shorter than its stance, and longer
  constexpr double kWays[] = {0.4, -0.9, 1.4};  // rad, from x
  terrain->roughness = height;
  terrain->rough_begin = begin;
  for (std::size_t i = 0; i < terrain->waves.size(); ++i) {
    const double k = 2 * std::numbers::pi / (kLengths[i] * robot_height);
    terrain->waves[i] = {k * std::cos(kWays[i]), k * std::sin(kWays[i]),
                         random->Uniform(0, 2 * std::numbers::pi)};
  }
}

}  // namespace

void ShapeTerrain(const TerrainChoice& choice, const RobotFigures& robot, double begin, double treads_end,
                  std::uint64_t seed, Terrain* terrain) {
  hal::Noise random(seed);
  const double tread = robot.height;
  switch (choice.kind) {
    case TerrainKind::kFlat: return;
    case TerrainKind::kRamp: {
      const double end = begin + kRampLength * robot.height;
      Terrain::Strip ramp = terrain->strips.back(), top = ramp;
      ramp.slope = std::tan(choice.value * std::numbers::pi / 180);
      ramp.x_end = end;
      top.height += ramp.slope * (end - begin);
      terrain->strips.back().x_end = begin;
      terrain->strips.push_back(ramp);
      terrain->strips.push_back(top);
      return;
    }
    case TerrainKind::kSlope: {
      Terrain::Strip slope = terrain->strips.back();
      slope.slope = std::tan(choice.value * std::numbers::pi / 180);
      terrain->strips.back().x_end = begin;
      terrain->strips.push_back(slope);
      return;
    }
    case TerrainKind::kStairs:
      AddTreads(
          begin, treads_end, tread, [&](std::size_t k) { return StairLevel(k, choice.value); }, terrain);
      return;
    case TerrainKind::kSteps:
      AddTreads(
          begin, treads_end, tread, [&](std::size_t) { return random.Uniform(0, choice.value); }, terrain);
      return;
    case TerrainKind::kRough: AddWaves(choice.value, robot.height, begin, &random, terrain); return;
    case TerrainKind::kSoft: {
      const double load = robot.Mass() / static_cast<double>(robot.points.size());  // kg
      terrain->stiffness = choice.value;
      terrain->damping = std::sqrt(choice.value * load);  // half of the critical
      return;
    }
  }
}

}  // namespace footing::tools
