// What a run may have beside its course: another ground, gait or load, and a crane. The functions read what
// is given on the command line and throw std::invalid_argument that says what is wrong.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "firmware/controllers/trot/gait.hpp"
#include "tools/footing/plants/terrain.hpp"
#include "tools/footing/robots/robot_figures.hpp"

namespace footing::tools {

enum class TerrainKind { kFlat, kRamp, kSlope, kStairs, kSteps, kRough, kSoft };

struct TerrainChoice {
  TerrainKind kind = TerrainKind::kFlat;
  double value = 0;  // of a slope or ramp degrees, of soft ground N/m, else m
};

struct FrictionPatch {
  double begin, end;  // m, along x
  double friction;    // μ
};

// A point mass on the trunk of the plant.
struct Payload {
  double mass = 0;                   // kg
  std::array<double, 3> position{};  // m, base axes
  double share = 0;                  // of the robot's mass by its model; beside `mass`
};

struct CraneTimes {
  double begin, end;  // s
};

struct Scenario {
  TerrainChoice terrain;
  std::vector<FrictionPatch> patches;  // of two that overlap the later one counts
  GaitKind gait = GaitKind::kTrot;
  Payload payload;
  std::optional<CraneTimes> crane;

  bool IsOfTrotters() const {  // needs a robot that trots
    const bool lies_ahead = terrain.kind != TerrainKind::kFlat && terrain.kind != TerrainKind::kSoft;
    return lies_ahead || gait != GaitKind::kTrot || crane;
  }
};

TerrainChoice ParseTerrain(const std::string& text);  // KIND[:VALUE]
FrictionPatch ParsePatch(const std::string& text);    // X0:X1:MU
Payload ParsePayload(const std::string& text);        // KG[:X:Y:Z] or SHARE%[:X:Y:Z]
CraneTimes ParseCrane(const std::string& text);       // T0:T1
GaitKind ParseGait(const std::string& text);

// Gives level ground, which has its strips, the shape of `choice` from `begin` [m] on. Steps are as deep as
// the robot is high, and end at `treads_end` [m]: each costs time. `seed` makes what is random.
void ShapeTerrain(const TerrainChoice& choice, const RobotFigures& robot, double begin, double treads_end,
                  std::uint64_t seed, Terrain* terrain);

}  // namespace footing::tools
