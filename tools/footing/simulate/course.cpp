#include "tools/footing/simulate/course.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace footing::tools {

namespace {

constexpr double kTrotBegin = 1.5;  // s
constexpr double kIceBegin = 5.5;   // s, for the phases' names; the terrain says where the ice is
constexpr double kStopBegin = 10.7, kStopDuration = 1.8;  // at the end of longer runs

// What a robot without a trot does, from when on.
struct Exercise {
  double begin;  // s
  Phase phase;
  hal::OperatorMode mode;
};
constexpr Exercise kExercises[] = {
    {0.4, Phase::kStand, hal::OperatorMode::kStand}, {1.5, Phase::kSquat, hal::OperatorMode::kSquat},
    {4.0, Phase::kShift, hal::OperatorMode::kShift}, {5.5, Phase::kLift, hal::OperatorMode::kLift},
    {7.0, Phase::kShift, hal::OperatorMode::kShift}, {7.8, Phase::kToes, hal::OperatorMode::kToes},
    {9.0, Phase::kPush, hal::OperatorMode::kStand},  {kStopBegin, Phase::kStop, hal::OperatorMode::kStand}};

const Exercise* ExerciseAt(double time) {
  const Exercise* now = nullptr;
  for (const Exercise& exercise : kExercises) {
    if (time >= exercise.begin) now = &exercise;
  }
  return now;
}

double StopBegin(const SimulationOptions& o) {  // s
  return o.duration > kStopBegin + kStopDuration ? o.duration - kStopDuration : kStopBegin;
}

// Whether the crane has the robot, or has it within `margin` [s].
bool IsLifted(const SimulationOptions& o, double time, double margin) {
  const auto& crane = o.scenario.crane;
  return crane && time >= crane->begin - margin && time < crane->end + margin;
}

double UsualSpeed(GaitKind gait) {  // of √(g h)
  return gait == GaitKind::kWalk ? 0.15 : gait == GaitKind::kPace ? 0.2 : 0.307;
}

hal::OperatorMode ModeOf(GaitKind gait) {
  return gait == GaitKind::kWalk   ? hal::OperatorMode::kWalk
         : gait == GaitKind::kPace ? hal::OperatorMode::kPace
                                   : hal::OperatorMode::kTrot;
}

void Check(const SimulationOptions& o, const RobotFigures& robot) {
  if (o.scenario.IsOfTrotters() && !robot.trots)
    throw std::invalid_argument("--terrain except soft, --gait, --crane: " + robot.name + " does not trot");
  if (o.ground_offset != 0 && o.scenario.terrain.kind != TerrainKind::kFlat)
    throw std::invalid_argument("--ground-offset is of --terrain flat alone");
}

}  // namespace

SimulationOptions PulledCourse(SimulationOptions options) {
  options.ice_friction = options.ground_friction;
  options.push = 0;
  if (!options.pulls) options.pulls = 0.334 * 9.81 * RobotNamed(options.robot).figures.Mass();
  return options;
}

std::vector<CourseRun> CourseRuns(const SimulationOptions& options) {
  std::vector<CourseRun> runs = {{"footing", options}};
  if (FOOTING_HAS_MUJOCO) runs.push_back({"mujoco", options});
  if (RobotNamed(options.robot).figures.trots) {
    runs.push_back({"footing, pulled", PulledCourse(options), true});
    Scenario& scenario = runs.back().options.scenario;
    scenario.terrain = {}, scenario.patches.clear();
  }
  for (CourseRun& run : runs) run.options.plant = run.name == "mujoco" ? "mujoco" : "footing";
  return runs;
}

SimulationOptions Completed(const SimulationOptions& options, const RobotFigures& robot) {
  SimulationOptions o = options;
  const double weight = 9.81 * robot.Mass();
  Check(o, robot);
  if (!o.speed) o.speed = UsualSpeed(o.scenario.gait) * std::sqrt(9.81 * robot.height);
  const bool ice = o.ice_begin || o.ice_length || o.ice_friction;
  const TerrainKind terrain = o.scenario.terrain.kind;
  const bool plain =
      (terrain == TerrainKind::kFlat || terrain == TerrainKind::kRamp) && o.scenario.patches.empty();
  if (!o.ice_friction) o.ice_friction = ice || plain ? 0.12 : o.ground_friction;
  if (!o.ice_begin) o.ice_begin = 3.8 * std::abs(*o.speed);
  if (!o.ice_length) o.ice_length = 1.2 * std::abs(*o.speed);
  if (!o.push) o.push = (o.scenario.gait == GaitKind::kPace ? 0.15 : 0.445) * weight;
  if (!o.pulls) o.pulls = 0;
  if (!o.gantry) o.gantry = !robot.trots;
  return o;
}

Terrain MakeTerrain(const SimulationOptions& o, const RobotFigures& robot) {
  constexpr double kEnd = std::numeric_limits<double>::infinity();
  const double ice_end = *o.ice_begin + *o.ice_length;
  Terrain terrain;
  const double way = 10 + 1.5 * std::abs(*o.speed) * o.duration;  // the robot does not go farther
  terrain.reach = std::max(terrain.reach, way);
  if (o.scenario.terrain.kind == TerrainKind::kFlat) {
    terrain.strips = {{0.32 * *o.ice_begin, 0, o.ground_friction},
                      {*o.ice_begin, o.ground_offset, o.ground_friction},
                      {ice_end, o.ground_offset, *o.ice_friction},
                      {kEnd, o.ground_offset, o.ground_friction}};
  } else {
    terrain.strips = {{kEnd, 0, o.ground_friction}};
    const double begin = std::max(0.32 * *o.ice_begin, 1.3 * robot.height);  // beyond the standing feet
    ShapeTerrain(o.scenario.terrain, robot, begin, way, o.seed, &terrain);
    if (*o.ice_friction != o.ground_friction) terrain.AddPatch(*o.ice_begin, ice_end, *o.ice_friction);
  }
  for (const FrictionPatch& patch : o.scenario.patches)
    terrain.AddPatch(patch.begin, patch.end, patch.friction);
  return terrain;
}

Phase PhaseAt(const SimulationOptions& o, bool trots, double time) {
  if (time < 0.4) return Phase::kFall;
  if (!trots) return ExerciseAt(time)->phase;
  if (IsLifted(o, time, 0)) return Phase::kCrane;
  if (time < kTrotBegin) return Phase::kStand;
  if (*o.pulls > 0 && time < StopBegin(o)) return Phase::kTrot;
  if (time < kIceBegin) return Phase::kTrot;
  if (time < o.push_time) return *o.ice_friction < o.ground_friction ? Phase::kIce : Phase::kTrot;
  return time < StopBegin(o) ? Phase::kPush : Phase::kStop;
}

double PullAt(const SimulationOptions& o, double time) {
  constexpr double kBegin = 2.5, kEvery = 1.1, kDuration = 0.25, kCalm = 0.3;  // s
  if (*o.pulls == 0 || time < kBegin || time >= StopBegin(o) - kCalm) return 0;
  const double turn = std::floor((time - kBegin) / kEvery);
  const double within = time - kBegin - turn * kEvery;
  if (within >= kDuration) return 0;
  const double force = *o.pulls * std::sin(std::numbers::pi * within / kDuration);
  return std::fmod(turn, 2) == 0 ? force : -force;
}

bool OffLast(bool trots, double time) {
  const Exercise* exercise = trots ? nullptr : ExerciseAt(time);
  return exercise != nullptr && (exercise->phase == Phase::kShift || exercise->phase == Phase::kLift);
}

hal::OperatorInput OperatorAt(const SimulationOptions& o, bool trots, double time) {
  if (!trots) {
    const Exercise* exercise = ExerciseAt(time);
    return {exercise != nullptr ? exercise->mode : hal::OperatorMode::kStand, 0, 0, 0};
  }
  // Before it is lifted it stops; when it is down it stands a while.
  const bool trot = time >= kTrotBegin && time < StopBegin(o) && !IsLifted(o, time, 1);
  if (!trot) return {hal::OperatorMode::kStand, 0, 0, 0};
  return {ModeOf(o.scenario.gait), static_cast<float>(*o.speed), 0, 0};
}

}  // namespace footing::tools
