#include "tests/research/rivals/foot_stream.hpp"

#include <stdexcept>

#include "core/dynamics/kinematics.hpp"
#include "tools/footing/simulate/judge/judge.hpp"
#include "tools/footing/simulate/replay.hpp"

namespace footing::rivals {
namespace {

using Vector = Eigen::Vector3d;

Eigen::Quaterniond ToQuaternion(const auto& q) {  // w x y z
  const auto at = [&q](std::size_t k) { return static_cast<double>(q[k]); };
  return Eigen::Quaterniond(at(0), at(1), at(2), at(3)).normalized();
}

// The kinematics of the measured joints, in the IMU's axes.
class Legs {
 public:
  explicit Legs(const tools::RobotFigures& robot)
      : model_(tools::ModelOf<Model>(robot)),
        imu_place_(robot.imu.position.data()),
        to_imu_(ToQuaternion(robot.imu.attitude).conjugate().toRotationMatrix()) {}

  void Fill(const hal::Measurement& measured, BaseTick* tick) {
    BoundedVector<double, kJoints> position;
    for (int j = 0; j < Model::kJoints; ++j) position[j] = static_cast<double>(measured.joint_position[j]);
    Kinematics<Model> kinematics;
    ComputeKinematics(model_, Quaternion<double>::Identity(), position, &kinematics);
    for (std::size_t i = 0; i < kFeet; ++i) {
      const PointModel<double>& point = model_.points[i];
      const auto body = static_cast<std::size_t>(point.body);
      const Eigen::Matrix3d& rotation = kinematics.rotation[body];
      tick->centre[i] =
          to_imu_ * (kinematics.position[body] + rotation * Vector(point.position.data()) - imu_place_);
      if (!started_) last_[i] = rotation;
      const Eigen::AngleAxisd turn(rotation * last_[i].transpose());
      tick->turn[i] = to_imu_ * (turn.angle() * turn.axis());
      last_[i] = rotation;
    }
    started_ = true;
  }

 private:
  using Model = RobotModel<double, static_cast<int>(kJoints), static_cast<int>(kFeet)>;
  Model model_;
  Vector imu_place_;  // m, base axes
  Eigen::Matrix3d to_imu_;
  std::array<Eigen::Matrix3d, kFeet> last_;
  bool started_ = false;
};

BaseTick BaseTickOf(const hal::Measurement& measured, Legs* legs) {
  BaseTick tick;
  tick.gyro = Eigen::Vector3f(measured.gyro).cast<double>();
  tick.acceleration = Eigen::Vector3f(measured.accelerometer).cast<double>();
  tick.attitude = ToQuaternion(measured.attitude);
  legs->Fill(measured, &tick);
  return tick;
}

}  // namespace

FootStream StreamOf(const tools::SimulationOptions& options, const tools::Simulation& simulation) {
  const tools::RunLog& log = simulation.log;
  const tools::RobotFigures& robot = log.robot;
  if (!robot.trots) throw std::invalid_argument(robot.name + ": the rivals know robots that trot alone");
  FootStream stream;
  stream.robot = robot.name;
  for (std::size_t i = 0; i < kFeet; ++i) stream.radius[i] = robot.points[i].radius;
  stream.period = log.period;
  stream.imu = robot.imu;
  Legs legs(robot);
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
                                 .height = static_cast<float>(foot.height / robot.height),
                                 .share = static_cast<float>(foot.scheduled_share),
                                 .stance = foot.scheduled_stance,
                                 .loaded = states[t][i] != tools::FootState::kOpen,
                                 .sticks = log.ticks[t].feet[i].estimated_state == tools::FootState::kStick});
        }
        stream.base.push_back(BaseTickOf(measured, &legs));
      });
  if (stream.Ticks() != log.ticks.size())
    throw std::runtime_error(robot.name + ": the replay has another number of ticks than the run");
  return stream;
}

}  // namespace footing::rivals
