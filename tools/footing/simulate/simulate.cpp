#include "tools/footing/simulate/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <stdexcept>

#include "firmware/robots/a1/model.hpp"
#include "hal/host_sim/host_sim.hpp"
#include "hal/host_sim/simulated_robot.hpp"
#include "tools/footing/plants/footing_plant.hpp"
#if FOOTING_HAS_MUJOCO
#include "tools/footing/plants/mujoco_plant.hpp"
#endif

namespace footing::tools {

namespace {

constexpr double kTrotBegin = 1.5;  // s
constexpr double kIceBegin = 6.5;   // s, for the phases' names; the terrain says where the ice is
constexpr double kStopBegin = 10.7;

Terrain MakeTerrain(const SimulationOptions& o) {
  constexpr double kEnd = std::numeric_limits<double>::infinity();
  const double ice_end = o.ice_begin + o.ice_length;
  return {{{0.8, 0, o.ground_friction},
           {o.ice_begin, o.ground_offset, o.ground_friction},
           {ice_end, o.ground_offset, o.ice_friction},
           {kEnd, o.ground_offset, o.ground_friction}}};
}

RobotState<double, 12> Start() {
  RobotState<double, 12> state;
  const double knee = 1.6;
  for (int leg = 0; leg < 4; ++leg) {
    state.joint_position[3 * leg + 1] = knee / 2;
    state.joint_position[3 * leg + 2] = -knee;
  }
  state.base_position[2] = 2 * 0.2 * std::cos(knee / 2) + 0.05;
  return state;
}

std::unique_ptr<hal::Plant> MakePlant(const SimulationOptions& o, const Terrain& terrain) {
  auto robot = robots::UnitreeA1<double>();
  const auto scale = [&o](LinkInertia<double>& link) {
    link.mass *= o.mass_scale;
    for (double& i : link.inertia) i *= o.mass_scale;
  };
  scale(robot.base);
  for (auto& joint : robot.joints) scale(joint.link);
  if (o.plant == "footing") return MakeFootingPlant(robot, terrain, Start());
#if FOOTING_HAS_MUJOCO
  if (o.plant == "mujoco") return MakeMujocoPlant(robot, terrain, Start());
#endif
  throw std::invalid_argument("no such plant in this build: " + o.plant);
}

Phase PhaseAt(const SimulationOptions& o, double time) {
  if (time < 0.4) return Phase::kFall;
  if (time < kTrotBegin) return Phase::kStand;
  if (o.pulls > 0 && time < kStopBegin) return Phase::kTrot;
  if (time < kIceBegin) return Phase::kTrot;
  if (time < o.push_time) return Phase::kIce;
  return time < kStopBegin ? Phase::kPush : Phase::kStop;
}

// Half sines, alternately to the left and to the right.
double PullAt(const SimulationOptions& o, double time) {
  constexpr double kBegin = 2.5, kEnd = 10.4, kEvery = 1.1, kDuration = 0.25;  // s
  if (o.pulls == 0 || time < kBegin || time >= kEnd) return 0;
  const double turn = std::floor((time - kBegin) / kEvery);
  const double within = time - kBegin - turn * kEvery;
  if (within >= kDuration) return 0;
  const double force = o.pulls * std::sin(std::numbers::pi * within / kDuration);
  return std::fmod(turn, 2) == 0 ? force : -force;
}

hal::OperatorInput OperatorAt(const SimulationOptions& o, double time) {
  const bool trot = time >= kTrotBegin && time < kStopBegin;
  if (!trot) return {hal::OperatorMode::kStand, 0, 0, 0};
  return {hal::OperatorMode::kTrot, static_cast<float>(o.speed), 0, 0};
}

void Spoil(const FaultSpec& fault, hal::Measurement* m) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  static_assert(hal::kJointCount == 12);
  if (fault.kind == "nan") m->joint_velocity[fault.joint] = kNan;
  if (fault.kind == "imu") m->valid &= ~hal::kImuValid;
  if (fault.kind == "upside-down") {
    // Half a turn about the base's x axis: q ⊗ i.
    const float w = m->attitude[0], x = m->attitude[1], y = m->attitude[2], z = m->attitude[3];
    m->attitude[0] = -x, m->attitude[1] = w, m->attitude[2] = z, m->attitude[3] = -y;
  }
}

struct Recorder {
  RunLog* log;
  const hal::PlantSample* truth;
  const long* periods;  // that the plant has run so far
  const SimulationOptions* options;
};

void Record(const Recorder& recorder, const TickReport<float>& report) {
  const hal::PlantSample& truth = *recorder.truth;
  const auto narrow = [](const auto& from, auto* to) {
    for (std::size_t i = 0; i < to->size(); ++i) (*to)[i] = static_cast<float>(from[static_cast<int>(i)]);
  };
  const auto narrow_array = [](const auto& from, auto* to) {
    for (std::size_t i = 0; i < to->size(); ++i) (*to)[i] = static_cast<float>(from[i]);
  };
  TickSample tick{};
  tick.time = static_cast<double>(*recorder.periods) * recorder.log->period;
  tick.phase = PhaseAt(*recorder.options, tick.time);
  narrow_array(truth.base_position, &tick.base_position);
  narrow_array(truth.base_attitude, &tick.base_attitude);
  narrow_array(truth.base_velocity, &tick.base_velocity);
  narrow_array(truth.joint_position, &tick.joint_position);
  narrow(report.base_velocity, &tick.estimated_base_velocity);
  for (std::size_t i = 0; i < 4; ++i) {
    FootSample& foot = tick.feet[i];
    const auto& true_foot = truth.feet[i];
    narrow_array(true_foot.force, &foot.true_force);
    narrow_array(true_foot.position, &foot.true_position);
    foot.true_tangential_speed = static_cast<float>(std::hypot(true_foot.velocity[0], true_foot.velocity[1]));
    foot.true_friction = static_cast<float>(true_foot.friction);
    narrow(report.feet[i].force, &foot.estimated_force);
    narrow(report.feet[i].predicted_force, &foot.predicted_force);
    foot.estimated_state = static_cast<FootState>(report.feet[i].state);
    foot.predicted_mode = static_cast<std::uint8_t>(report.feet[i].predicted_mode);
    foot.modes_that_meet = report.feet[i].modes_that_meet;
    const auto& margin = report.feet[i].margin;
    foot.lift_off_margin = margin.lift_off;
    foot.slip_margin = margin.slip;
    foot.slip_share = margin.slip_share;
    foot.slip_speed_margin = margin.slip_speed;
    foot.gap = margin.gap;
    foot.scheduled_stance = report.scheduled_stance[i];
  }
  tick.solve_status = static_cast<std::uint8_t>(report.status);
  tick.pivots = static_cast<std::uint16_t>(report.pivots);
  tick.flags = report.flags;
  tick.residual = report.residual;
  tick.work = report.work;
  tick.wrench_margin = report.margin.size;
  tick.wrench_margin_foot = static_cast<std::int8_t>(report.margin.contact);
  tick.wrench_margin_mode = static_cast<std::uint8_t>(report.margin.to);
  tick.wrench_margin_unique = report.margin.unique;
  recorder.log->ticks.push_back(tick);
}

// Fallen: the trunk is below about half its standing height, or tilted by more than 60°.
bool Fallen(const hal::PlantSample& truth, double ground) {
  const auto& q = truth.base_attitude;
  const double up = 1 - 2 * (q[1] * q[1] + q[2] * q[2]);
  return truth.base_position[2] - ground < 0.13 || up < 0.5;
}

}  // namespace

SimulationOptions PulledCourse(SimulationOptions options) {
  options.ice_friction = options.ground_friction;
  options.push = 0;
  if (options.pulls == 0) options.pulls = 45;
  return options;
}

Simulation Simulate(const SimulationOptions& o) {
  Simulation simulation;
  simulation.terrain = MakeTerrain(o);
  simulation.log.plant = o.plant;
  simulation.log.seed = o.seed;

  hal::PlantSample truth{};
  hal::SimulatedRobotOptions robot_options;
  robot_options.duration = o.duration;
  robot_options.seed = o.seed;
  robot_options.operator_input = [&o](double time) { return OperatorAt(o, time); };
  robot_options.push = [&o](double time) {
    const bool pushed = time >= o.push_time && time < o.push_time + 0.1;
    return std::array<double, 3>{0, (pushed ? o.push : 0) + PullAt(o, time), 0};
  };
  long periods = 0;
  robot_options.observe = [&](const hal::PlantSample& mean) {
    truth = mean;
    ++periods;
    if (o.progress && periods % 100 == 0)
      o.progress(std::min(1.0, static_cast<double>(periods) * simulation.log.period / o.duration));
    const double ground = simulation.terrain.At(mean.base_position[0]).height;
    simulation.log.fell |= Fallen(mean, std::min(ground, 0.0));
    return !simulation.log.fell;
  };
  float frozen = 0;
  std::uint32_t lateness = 0;
  if (o.fault) {
    const FaultSpec& fault = *o.fault;
    if (fault.joint < 0 || fault.joint >= hal::kJointCount) throw std::invalid_argument("no such joint");
    const auto active = [&fault](double time) {
      return time >= fault.begin && time < fault.begin + fault.duration;
    };
    robot_options.fault = [&fault, &frozen, &lateness, active](double time, hal::Measurement* m) {
      // The tick is late, but no number is skipped: the sequence continues where it was.
      if (fault.kind == "late" && active(time)) ++lateness;
      m->sequence -= lateness;
      if (active(time)) Spoil(fault, m);
      if (fault.kind != "frozen") return;
      if (!active(time))
        frozen = m->joint_position[fault.joint];
      else
        m->joint_position[fault.joint] = frozen, m->joint_velocity[fault.joint] = 0;
    };
    robot_options.periods = [&fault, active](double time) {
      if (!active(time)) return 1;
      if (fault.kind == "doubled") return 0;
      return fault.kind == "missed" || fault.kind == "late" ? 2 : 1;
    };
  }

  hal::SimulatedRobot robot(MakePlant(o, simulation.terrain), robot_options);
  hal::UseSource(&robot);
  ControlOptions<float> control;
  control.controller.clock_offset = static_cast<float>(o.clock_offset);
  const auto memory = std::make_unique<ControlMemory<float>>(control);
  const Recorder recorder{&simulation.log, &truth, &periods, &o};
  simulation.summary = RunLoop(
      memory.get(),
      [&](const ControlMemory<float>&, const TickReport<float>& report) { Record(recorder, report); });
  hal::UseSource(nullptr);
  simulation.record = robot.record();
  return simulation;
}

}  // namespace footing::tools
