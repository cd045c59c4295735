#include "tools/footing/simulate/simulate.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>

#include "hal/host_sim/host_sim.hpp"
#include "hal/host_sim/simulated_robot.hpp"
#include "tools/footing/plants/gantry.hpp"
#include "tools/footing/simulate/course.hpp"
#include "tools/footing/simulate/scenario/crane.hpp"
#include "tools/footing/simulate/scenario/sensor_option.hpp"
#if FOOTING_HAS_MUJOCO
#include "tools/footing/plants/mujoco_plant.hpp"
#endif

namespace footing::tools {

namespace {

constexpr double kDrop = 0.05;     // m, of a quadruped's feet over the ground at the start
constexpr double kLowDrop = 0.03;  // m, of other robots

std::unique_ptr<hal::Plant> MakePlant(const SimulationOptions& o, const RobotProgram& robot,
                                      const Terrain& terrain) {
  RobotFigures moved = robot.figures;
  const auto scale = [&o](LinkInertia<double>& link) {
    link.mass *= o.mass_scale;
    for (double& i : link.inertia) i *= o.mass_scale;
  };
  scale(moved.base);
  const Payload& load = o.scenario.payload;
  const double mass = load.mass + load.share * robot.figures.Mass();
  if (mass > 0) moved.base = Join(moved.base, {.mass = mass, .com = load.position});
  for (auto& joint : moved.joints) {
    scale(joint.link);
    joint.drive.armature *= o.armature_scale;
    joint.drive.friction *= o.friction_scale;
    joint.drive.damping *= o.friction_scale;
  }
  const PlantStart start = StandingStart(moved, moved.trots ? kDrop : kLowDrop);
  if (o.plant == "footing") return robot.make_plant(moved, terrain, start);
#if FOOTING_HAS_MUJOCO
  return MakeMujocoPlant(moved, terrain, start);
#else
  return nullptr;  // CheckSimulation has refused it
#endif
}

// N·m, what a drive can give. A limit far above what any leg needs says nothing, as none does
// (docs/reference/robot.md, "Drives").
double Strength(const RobotFigures& robot, double limit) {
  const double needed = 9.81 * robot.Mass() * robot.leg;
  return limit <= 3 * needed ? limit : 0.4 * needed;
}

// Noise and offset of a measured torque are shares of what the drive can give: 0.2 and 0.3 N·m of an
// A1's 33.5.
hal::SensorOptions SensorsOf(const RobotFigures& robot, const SimulationOptions& o) {
  hal::SensorOptions options;
  options.joints = static_cast<int>(robot.joints.size());
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const double most = Strength(robot, robot.joints[j].limits.torque);
    options.torque_sigma[j] = 0.2 / 33.5 * most;
    options.torque_bias[j] = 0.3 / 33.5 * most;
  }
  options.imu_position = robot.imu.position;
  options.imu_attitude = robot.imu.attitude;
  if (o.foot_force_sigma) {
    options.feet = static_cast<int>(robot.Feet());
    std::copy(robot.first_point.begin(), robot.first_point.end(), options.first_point.begin());
    options.foot_force_sigma = *o.foot_force_sigma;
  }
  for (const std::string& error : o.sensor_errors) options.errors.push_back(ParseSensorError(error, &robot));
  return options;
}

void Spoil(const FaultSpec& fault, hal::Measurement* m) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
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
  const Terrain* terrain;
};

template <std::size_t kSize, typename From>
std::array<float, kSize> Narrow(const From& from) {
  std::array<float, kSize> to;
  for (std::size_t i = 0; i < kSize; ++i) to[i] = static_cast<float>(from[i]);
  return to;
}

// What both are told of a point, or of a foot as a whole.
void Fill(const hal::PlantSample::Point& truth, const ControlSample::Point& decided, FootSample* sample) {
  sample->true_force = Narrow<3>(truth.force);
  sample->true_position = Narrow<3>(truth.position);
  const Eigen::Vector3d velocity(truth.velocity.data()), normal(truth.normal.data());
  const Eigen::Vector3d along = velocity - velocity.dot(normal) * normal;
  sample->true_tangential_speed = static_cast<float>(std::hypot(along[0], along[1], along[2]));
  sample->true_normal = Narrow<3>(truth.normal);
  sample->true_friction = static_cast<float>(truth.friction);
  sample->estimated_force = Narrow<3>(decided.force);
  sample->predicted_force = Narrow<3>(decided.predicted_force);
  sample->estimated_state =
      decided.state == ContactState::kTilt ? FootState::kStick : static_cast<FootState>(decided.state);
  sample->predicted_mode = static_cast<std::uint8_t>(decided.predicted_mode);
  sample->modes_that_meet = decided.modes_that_meet;
  sample->lift_off_margin = static_cast<float>(decided.margin.lift_off);
  sample->slip_margin = static_cast<float>(decided.margin.slip);
  sample->slip_share = static_cast<float>(decided.margin.slip_share);
  sample->slip_speed_margin = static_cast<float>(decided.margin.slip_speed);
  sample->gap = static_cast<float>(decided.margin.gap);
}

// The truth of a foot: the sum of its points' forces, and all else of the point with the largest.
hal::PlantSample::Point WholeFoot(const hal::PlantSample& truth, int first, int last) {
  hal::PlantSample::Point whole = truth.points[static_cast<std::size_t>(first)];
  double most = whole.force[2];
  std::array<double, 3> sum{};
  for (int p = first; p < last; ++p) {
    const hal::PlantSample::Point& point = truth.points[static_cast<std::size_t>(p)];
    for (std::size_t k = 0; k < 3; ++k) sum[k] += point.force[k];
    if (point.force[2] > most) {
      most = point.force[2];
      whole = point;
    }
  }
  whole.force = sum;
  return whole;
}

void Record(const Recorder& recorder, const ControlSample& sample) {
  const hal::PlantSample& truth = *recorder.truth;
  const RobotFigures& robot = recorder.log->robot;
  TickSample tick{};
  tick.time = static_cast<double>(*recorder.periods) * recorder.log->period;
  tick.phase = PhaseAt(*recorder.options, robot.trots, tick.time);
  tick.base_position = Narrow<3>(truth.base_position);
  tick.base_attitude = Narrow<4>(truth.base_attitude);
  tick.base_velocity = Narrow<3>(truth.base_velocity);
  tick.estimated_base_velocity = Narrow<3>(sample.base_velocity);
  tick.estimated_base_position = Narrow<3>(sample.base_position);
  tick.estimated_base_attitude = Narrow<4>(sample.base_attitude);
  tick.estimated_normal = Narrow<3>(sample.ground_normal);
  for (std::size_t j = 0; j < robot.joints.size(); ++j)
    tick.joint_position.push_back(static_cast<float>(truth.joint_position[j]));
  for (std::size_t i = 0; i < robot.Feet(); ++i) {
    FootSample& foot = tick.feet.emplace_back();
    Fill(WholeFoot(truth, robot.first_point[i], robot.first_point[i + 1]), sample.feet[i], &foot);
    foot.scheduled_stance = sample.feet[i].scheduled_stance;
    foot.planned = static_cast<float>(sample.feet[i].planned);
    foot.log_odds = static_cast<float>(sample.feet[i].log_odds);
    const auto& probability = sample.feet[i].probability;
    foot.probability =
        Narrow<3>(std::array<double, 3>{probability.open, probability.stick, probability.slip});
    foot.estimated_friction = static_cast<float>(sample.feet[i].friction);
    foot.friction_sigma = static_cast<float>(sample.feet[i].friction_sigma);
    foot.normal_sigma = static_cast<float>(sample.feet[i].normal_sigma);
    foot.warns_of_slip = sample.feet[i].warns_of_slip;
    const Eigen::Vector3d place(foot.true_position[0], foot.true_position[1], foot.true_position[2]);
    foot.true_gap = static_cast<float>(recorder.terrain->Under(place, 0).gap);
  }
  for (std::size_t p = 0; p < robot.points.size(); ++p)
    Fill(truth.points[p], sample.points[p], &tick.points.emplace_back());
  tick.solve_status = static_cast<std::uint8_t>(sample.status);
  tick.pivots = static_cast<std::uint16_t>(sample.pivots);
  tick.flags = sample.flags;
  tick.suspect_joints = sample.suspect_joints;
  tick.residual = static_cast<float>(sample.residual);
  tick.work = sample.work;
  tick.wrench_margin = static_cast<float>(sample.wrench_margin);
  tick.wrench_margin_point = static_cast<std::int8_t>(sample.wrench_margin_point);
  tick.wrench_margin_mode = static_cast<std::uint8_t>(sample.wrench_margin_mode);
  tick.wrench_margin_unique = sample.wrench_margin_unique;
  recorder.log->ticks.push_back(std::move(tick));
}

// Fallen: the trunk is below about half its standing height, or tilted by more than 60°.
bool Fallen(const RobotFigures& robot, const hal::PlantSample& truth, double ground) {
  const auto& q = truth.base_attitude;
  const double up = 1 - 2 * (q[1] * q[1] + q[2] * q[2]);
  return truth.base_position[2] - ground < 0.48 * robot.height || up < 0.5;
}

}  // namespace

void CheckSimulation(const SimulationOptions& o) {
  const RobotFigures& robot = RobotNamed(o.robot).figures;
  if (o.plant != "footing" && !(FOOTING_HAS_MUJOCO && o.plant == "mujoco"))
    throw std::invalid_argument("no such plant in this build: " + o.plant);
  if (o.fault && (o.fault->joint < 0 || o.fault->joint >= static_cast<int>(robot.joints.size())))
    throw std::invalid_argument("no such joint");
  for (const std::string& error : o.sensor_errors) ParseSensorError(error, &robot);
}

Simulation Simulate(const SimulationOptions& options) {
  CheckSimulation(options);
  const RobotProgram& program = RobotNamed(options.robot);
  const SimulationOptions o = Completed(options, program.figures);
  const bool trots = program.figures.trots;
  Simulation simulation;
  simulation.log.robot = program.figures;
  simulation.terrain = MakeTerrain(o, program.figures);
  simulation.log.plant = o.plant;
  simulation.log.seed = o.seed;

  hal::PlantSample truth{};
  hal::SimulatedRobotOptions robot_options;
  robot_options.duration = o.duration;
  robot_options.seed = o.seed;
  robot_options.sensors = SensorsOf(program.figures, o);
  robot_options.operator_input = [&o, trots](double time) { return OperatorAt(o, trots, time); };
  Gantry gantry(program.figures);
  std::optional<Crane> crane;
  if (o.scenario.crane) crane.emplace(program.figures, *o.scenario.crane);
  robot_options.push = [&](double time, const hal::PlantSample& last) {
    const bool pushed = time >= o.push_time && time < o.push_time + 0.1;
    std::array<double, 6> push{};
    if (*o.gantry) push = gantry.Hold(last, OffLast(trots, time));
    if (crane) {
      const std::array<double, 6> pull = crane->Pull(time, last);
      for (std::size_t k = 0; k < 6; ++k) push[k] += pull[k];
    }
    push[1] += (pushed ? *o.push : 0) + PullAt(o, time);
    return push;
  };
  long periods = 0;
  robot_options.observe = [&](const hal::PlantSample& mean) {
    truth = mean;
    ++periods;
    if (o.progress && periods % 100 == 0)
      o.progress(std::min(1.0, static_cast<double>(periods) * simulation.log.period / o.duration));
    const double ground = simulation.terrain.Height(mean.base_position[0], mean.base_position[1]);
    const bool flat = o.scenario.terrain.kind == TerrainKind::kFlat;
    simulation.log.fell |= Fallen(program.figures, mean, flat ? std::min(ground, 0.0) : ground);
    return !simulation.log.fell;
  };
  float frozen = 0;
  std::uint32_t lateness = 0;
  if (o.fault) {
    const FaultSpec& fault = *o.fault;
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

  hal::SimulatedRobot robot(MakePlant(o, program, simulation.terrain), robot_options);
  hal::UseSource(&robot);
  const Recorder recorder{&simulation.log, &truth, &periods, &o, &simulation.terrain};
  simulation.summary = program.run(TickKind::kFloat, o.control,
                                   [&](const ControlSample& sample) { Record(recorder, sample); });
  hal::UseSource(nullptr);
  simulation.record = robot.record();
  return simulation;
}

}  // namespace footing::tools
