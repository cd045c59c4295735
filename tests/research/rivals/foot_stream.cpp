#include "tests/research/rivals/foot_stream.hpp"

#include <stdexcept>

#include "tools/footing/simulate/judge.hpp"
#include "tools/footing/simulate/replay.hpp"

namespace footing::rivals {
namespace {

using Vector = Eigen::Vector3d;

Eigen::Quaterniond ToQuaternion(const auto& q) {  // w x y z
  const auto at = [&q](std::size_t k) { return static_cast<double>(q[k]); };
  return Eigen::Quaterniond(at(0), at(1), at(2), at(3)).normalized();
}

BaseTick BaseTickOf(const ImuModel<double>& imu, const hal::Measurement& measured,
                    const tools::ControlSample& sample) {
  BaseTick tick;
  tick.gyro = Eigen::Vector3f(measured.gyro).cast<double>();
  tick.acceleration = Eigen::Vector3f(measured.accelerometer).cast<double>();
  tick.attitude = ToQuaternion(measured.attitude);
  // The estimated pose drops out: what is left is the kinematics of the measured joints.
  const Eigen::Quaterniond base = ToQuaternion(sample.base_attitude), mount = ToQuaternion(imu.attitude);
  for (const auto& foot : sample.feet) {
    const Vector from_base =
        base.conjugate() * (Vector(foot.position.data()) - Vector(sample.base_position.data()));
    tick.feet.push_back(mount.conjugate() * (from_base - Vector(imu.position.data())));
  }
  return tick;
}

}  // namespace

FootStream StreamOf(const tools::SimulationOptions& options, const tools::Simulation& simulation) {
  const tools::RunLog& log = simulation.log;
  const tools::RobotFigures& robot = log.robot;
  if (robot.points.size() != robot.Feet())
    throw std::invalid_argument(robot.name + ": the rivals know point feet alone");
  FootStream stream;
  stream.robot = robot.name;
  stream.feet = robot.Feet();
  stream.period = log.period;
  stream.imu = robot.imu;
  const double unit = 9.81 * robot.Mass() / static_cast<double>(stream.feet);
  const auto states = tools::TrueStates(log);
  tools::Replay(
      tools::RobotNamed(options.robot), simulation.record, tools::TickKind::kFloat,
      [&](const hal::Measurement& measured, const tools::ControlSample& sample) {
        const std::size_t t = stream.Ticks();
        if (t == log.ticks.size()) return;  // the measurement in which the robot fell
        stream.judged.push_back(tools::IsJudged(log.ticks[t].phase));
        for (std::size_t i = 0; i < stream.feet; ++i) {
          const tools::ControlSample::Foot& foot = sample.feet[i];
          stream.foot.push_back({.force = static_cast<float>(foot.force[2] / unit),
                                 .unfiltered = static_cast<float>(foot.unfiltered_normal / unit),
                                 .height = static_cast<float>(foot.position[2] / robot.height),
                                 .share = static_cast<float>(foot.scheduled_share),
                                 .stance = foot.scheduled_stance,
                                 .loaded = states[t][i] != tools::FootState::kOpen,
                                 .sticks = log.ticks[t].feet[i].estimated_state == tools::FootState::kStick});
        }
        stream.base.push_back(BaseTickOf(robot.imu, measured, sample));
      });
  if (stream.Ticks() != log.ticks.size())
    throw std::runtime_error(robot.name + ": the replay has another number of ticks than the run");
  return stream;
}

}  // namespace footing::rivals
