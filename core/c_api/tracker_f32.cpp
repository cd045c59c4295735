// The calls of footing_tracker.h in float, for the robot of FOOTING_ROBOT_MODEL, whose struct is
// FOOTING_ROBOT.
#include "core/c_api/tracker_calls.hpp"

#include FOOTING_ROBOT_MODEL

using Calls = footing::c_api::TrackerCalls<footing::robots::FOOTING_ROBOT, float>;

footing_status footing_tracker_init_f32(footing_tracker_f32* tracker,
                                        const footing_tracker_options_f32* options) {
  return Calls::Init(tracker, options);
}

footing_status footing_tracker_reset_f32(footing_tracker_f32* tracker, const footing_pose_f32* pose) {
  return Calls::Reset(tracker, pose);
}

footing_status footing_tracker_update_f32(footing_tracker_f32* tracker, const footing_sample_f32* sample,
                                          footing_tracked_f32* now) {
  return Calls::Update(tracker, sample, now);
}

footing_status footing_tracker_wrench_covariance_f32(const footing_tracker_f32* tracker, int foot,
                                                     float (*covariance)[36]) {
  return Calls::WrenchCovariance(tracker, foot, covariance);
}
