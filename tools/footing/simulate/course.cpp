#include "tools/footing/simulate/course.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace footing::tools {

namespace {

constexpr double kTrotBegin = 1.5;  // s
constexpr double kIceBegin = 5.5;   // s, for the phases' names; the terrain says where the ice is
constexpr double kStopBegin = 10.7;

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

}  // namespace

SimulationOptions PulledCourse(SimulationOptions options) {
  options.ice_friction = options.ground_friction;
  options.push = 0;
  if (!options.pulls) options.pulls = 0.334 * 9.81 * RobotNamed(options.robot).figures.Mass();
  return options;
}

SimulationOptions Completed(const SimulationOptions& options, const RobotFigures& robot) {
  SimulationOptions o = options;
  const double weight = 9.81 * robot.Mass();
  if (!o.speed) o.speed = 0.307 * std::sqrt(9.81 * robot.height);
  if (!o.ice_begin) o.ice_begin = 3.8 * std::abs(*o.speed);
  if (!o.ice_length) o.ice_length = 1.2 * std::abs(*o.speed);
  if (!o.push) o.push = 0.445 * weight;
  if (!o.pulls) o.pulls = 0;
  if (!o.gantry) o.gantry = !robot.trots;
  return o;
}

Terrain MakeTerrain(const SimulationOptions& o) {
  constexpr double kEnd = std::numeric_limits<double>::infinity();
  const double ice_end = *o.ice_begin + *o.ice_length;
  return {{{0.32 * *o.ice_begin, 0, o.ground_friction},
           {*o.ice_begin, o.ground_offset, o.ground_friction},
           {ice_end, o.ground_offset, o.ice_friction},
           {kEnd, o.ground_offset, o.ground_friction}}};
}

Phase PhaseAt(const SimulationOptions& o, bool trots, double time) {
  if (time < 0.4) return Phase::kFall;
  if (!trots) return ExerciseAt(time)->phase;
  if (time < kTrotBegin) return Phase::kStand;
  if (*o.pulls > 0 && time < kStopBegin) return Phase::kTrot;
  if (time < kIceBegin) return Phase::kTrot;
  if (time < o.push_time) return Phase::kIce;
  return time < kStopBegin ? Phase::kPush : Phase::kStop;
}

double PullAt(const SimulationOptions& o, double time) {
  constexpr double kBegin = 2.5, kEnd = 10.4, kEvery = 1.1, kDuration = 0.25;  // s
  if (*o.pulls == 0 || time < kBegin || time >= kEnd) return 0;
  const double turn = std::floor((time - kBegin) / kEvery);
  const double within = time - kBegin - turn * kEvery;
  if (within >= kDuration) return 0;
  const double force = *o.pulls * std::sin(std::numbers::pi * within / kDuration);
  return std::fmod(turn, 2) == 0 ? force : -force;
}

bool OntoFirst(bool trots, double time) {
  const Exercise* exercise = trots ? nullptr : ExerciseAt(time);
  return exercise != nullptr && (exercise->phase == Phase::kShift || exercise->phase == Phase::kLift);
}

hal::OperatorInput OperatorAt(const SimulationOptions& o, bool trots, double time) {
  if (!trots) {
    const Exercise* exercise = ExerciseAt(time);
    return {exercise != nullptr ? exercise->mode : hal::OperatorMode::kStand, 0, 0, 0};
  }
  const bool trot = time >= kTrotBegin && time < kStopBegin;
  if (!trot) return {hal::OperatorMode::kStand, 0, 0, 0};
  return {hal::OperatorMode::kTrot, static_cast<float>(*o.speed), 0, 0};
}

}  // namespace footing::tools
