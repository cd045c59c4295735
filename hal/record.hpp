// What crosses the facade in each control period: one measurement in, one command out.
// It holds only what a real robot has. Units are SI; a name has a suffix where its unit is not.
#pragma once

#include <cstdint>

namespace footing::hal {

inline constexpr int kJointCapacity = 48;         // the most joints that a robot may have
inline constexpr int kFootCapacity = 16;          // the most feet
inline constexpr std::uint32_t kPeriodUs = 1000;  // of the control tick

// What the operator asks for. It comes over the radio, and so through the facade.
// Robots that trot also walk and pace. Others squat, shift their weight, lift a foot and rise on their toes.
enum class OperatorMode : std::uint32_t {
  kDamp = 0,
  kStand = 1,
  kTrot = 2,
  kSquat = 3,
  kShift = 4,
  kLift = 5,
  kToes = 6,
  kWalk = 7,
  kPace = 8
};

struct OperatorInput {
  OperatorMode mode;
  float forward_speed;  // m/s, along the heading
  float lateral_speed;  // m/s, to the left
  float yaw_rate;       // rad/s, counter-clockwise from above
};

// Bits of Measurement::valid: what the robot measures, and measured this time.
inline constexpr std::uint32_t kImuValid = 1u << 0;
inline constexpr std::uint32_t kVelocityValid = 1u << 1;  // joint_velocity
inline constexpr std::uint32_t kTorqueValid = 1u << 2;    // joint_torque
inline constexpr std::uint32_t kAllValid = kImuValid | kVelocityValid | kTorqueValid;  // of every robot
constexpr std::uint32_t FootForceValid(int foot) { return 1u << (8 + foot); }
inline constexpr std::uint32_t kAnyFootForceValid = ((1u << kFootCapacity) - 1) << 8;

// Of a prismatic joint m stands for rad, and N for N·m. 4-byte fields only, no padding.
struct Measurement {
  std::uint32_t sequence;                // number of this sample, +1 a period
  std::uint32_t time_us;                 // when it was taken; wraps
  std::uint32_t valid;                   // bits above
  std::uint32_t joints;                  // of the robot, at most kJointCapacity; the places behind hold zeros
  float joint_position[kJointCapacity];  // rad, 14-bit encoder
  float joint_velocity[kJointCapacity];  // rad/s, differenced and filtered in the drive
  float joint_torque[kJointCapacity];    // N·m, at the joint
  float attitude[4];                     // w x y z, IMU frame to world
  float gyro[3];                         // rad/s, IMU frame
  float accelerometer[3];                // m/s², specific force, IMU frame
  OperatorInput operator_input;
  std::uint32_t feet;  // of the robot, at most kFootCapacity; 0 where no foot has a sensor of its force
  float foot_force[kFootCapacity][3];  // N, ground on foot, axes of the body that the foot is of
};
static_assert(sizeof(Measurement) == 4 * (4 + 3 * kJointCapacity + 10 + 4 + 1 + 3 * kFootCapacity));

// Applied from the start of the next period; the drives hold it for one period.
struct Command {
  float joint_torque[kJointCapacity];  // N·m; zero behind the robot's joints
};

}  // namespace footing::hal
