// The log of one simulated run, one sample for each tick: the truth of the plant beside the estimates
// of the control side. The judge and the report read it. Nothing of it is used on a robot.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/footing/robots/robot_figures.hpp"

namespace footing::tools {

enum class Phase : std::uint8_t {
  kFall,
  kStand,
  kTrot,
  kIce,
  kPush,
  kStop,
  kSquat,
  kShift,
  kLift,
  kToes,
  kCrane
};
inline constexpr const char* kPhaseNames[] = {"fall",  "stand", "trot", "ice",  "push", "stop",
                                              "squat", "shift", "lift", "toes", "crane"};

// As core's ContactState; a foot that tilts holds.
enum class FootState : std::uint8_t { kOpen = 0, kStick = 1, kSlip = 2 };
inline constexpr std::array<const char*, 3> kFootStateNames = {"open", "stick", "slip"};

// Of a foot, or of one of its points. Forces in N and positions in m, world axes (z up).
struct FootSample {
  std::array<float, 3> true_force;  // mean over the tick, ground on foot
  float true_tangential_speed;      // m/s, of the foot along the ground at the tick's end
  float true_friction;              // μ of the ground under the foot
  std::array<float, 3> true_position;
  std::array<float, 3> estimated_force;  // from the measured residual
  std::array<float, 3> predicted_force;  // from the contact solver
  FootState estimated_state;
  std::uint8_t predicted_mode;   // core's ContactMode
  std::uint8_t modes_that_meet;  // a bit for each mode; one bit unless ambiguous
  float lift_off_margin;         // N, ContactMargin: 0 if the mode does not have it
  float slip_margin;             // N
  float slip_share;              // of μ f_n
  float slip_speed_margin;       // m/s
  float gap;                     // m
  bool scheduled_stance;         // wanted by the gait clock; for the drawing
  float planned;                 // told to the tracker in the next tick: 1 stance, −1 swing, 0 no plan
  float true_gap;                // m, over the ground along its normal; negative: in it
  float log_odds;                // of "loaded", as the estimator has them
  std::array<float, 3> probability;  // of open, stick, slip
  float estimated_friction;          // μ of the ground under the foot
  float friction_sigma;
  float normal_sigma;                            // N, stated of the normal force
  bool warns_of_slip;                            // on ground whose friction is known
  std::array<float, 3> true_normal = {0, 0, 1};  // unit, of the ground under it

  float TrueLoad() const {  // N, normal to the ground
    return true_force[0] * true_normal[0] + true_force[1] * true_normal[1] + true_force[2] * true_normal[2];
  }
};

struct TickSample {
  double time;  // s
  Phase phase;
  std::array<float, 3> base_position;
  std::array<float, 4> base_attitude;  // w x y z
  std::array<float, 3> base_velocity;  // m/s, world, true
  std::array<float, 3> estimated_base_velocity;
  std::array<float, 3> estimated_base_position;  // drifts
  std::array<float, 4> estimated_base_attitude;
  std::array<float, 3> estimated_normal;  // unit, of the ground
  std::vector<float> joint_position;  // true
  std::vector<FootSample> feet;
  std::vector<FootSample> points;   // of all feet; the same as `feet` where each has one
  float wrench_margin;              // N, scaled, on the base; core's WrenchMargin
  std::int8_t wrench_margin_point;  // the point that changes mode; −1 none
  std::uint8_t wrench_margin_mode;  // the mode to which it changes
  bool wrench_margin_unique;
  std::uint8_t solve_status;  // core's SolveStatus
  std::uint16_t pivots;
  std::uint32_t flags;  // TickReport's
  std::uint64_t suspect_joints;  // the same
  float residual;       // natural-map residual of the prediction
  std::uint32_t work;   // of the whole tick, as hal::WorkCount counts it
};

struct RunLog {
  std::string plant;   // "footing" or "mujoco"
  RobotFigures robot;  // as the control side has it
  std::uint64_t seed = 0;
  double period = 0.001;          // s
  double nominal_friction = 0.6;  // the value that the control side uses
  bool fell = false;
  std::vector<TickSample> ticks;
};

}  // namespace footing::tools
