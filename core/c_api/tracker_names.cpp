// Names and counts of footing_tracker.h, of the robot of FOOTING_ROBOT_MODEL.
#include "core/c_api/footing_tracker.h"

#include FOOTING_ROBOT_MODEL

using Robot = footing::robots::FOOTING_ROBOT;

footing_robot_counts footing_tracker_counts() {
  return {Robot::kJoints, Robot::kFeet, Robot::kPoints, FOOTING_TRACKER_BYTES_F32, FOOTING_TRACKER_BYTES_F64};
}

const char* footing_tracker_robot_name() { return Robot::kName; }

const char* footing_tracker_joint_name(int joint) {
  return joint >= 0 && joint < Robot::kJoints ? Robot::kJointNames[static_cast<unsigned>(joint)] : nullptr;
}

const char* footing_tracker_foot_name(int foot) {
  return foot >= 0 && foot < Robot::kFeet ? Robot::kFootNames[static_cast<unsigned>(foot)] : nullptr;
}
